//! Types as written, made into types of values.

use heimdall_schema::record::NodeKind;

use super::expression::{self, Expression};
use super::model::{Entity, Place, Type};
use super::resolver::Resolver;
use super::written::{self, Written};

impl Resolver<'_> {
    /// What is inside of something that has to be waited for or unwrapped.
    pub fn inner(&self, of: Type, place: Place) -> Type {
        match (&of, self.rules(place.file)) {
            (Type::Named(name, arguments), Some(rules)) => {
                rules.inner(name, arguments).unwrap_or(of)
            }
            _ => of,
        }
    }

    /// An object of a type as written.
    pub fn object_from_text(&self, place: Place, text: &str) -> Type {
        let rules = self.rules(place.file);
        if let Some(found) = rules.and_then(|rules| rules.written(self, text, place)) {
            return found;
        }
        let text = rules.map_or(text.into(), |rules| rules.type_as_written(text));
        self.object(&written::read(&text), place)
    }

    /// A type as written, itself when it is in the index.
    pub fn type_from_text(&self, place: Place, text: &str) -> Type {
        match self.object_from_text(place, text) {
            Type::Object(of, _) => Type::Itself(of),
            other => other,
        }
    }

    /// An object of a type that is read.
    pub fn object(&self, written: &Written, place: Place) -> Type {
        let name = written.name.as_str();
        if let Some(meant) = self.rules(place.file).and_then(|r| r.object(self, written, place)) {
            return meant;
        }
        let arguments = || written.arguments.iter().map(|a| self.object(a, place)).collect();
        if name.is_empty() {
            return Type::Unknown;
        }
        if ["[]", "{}", "()", "<-", "func"].contains(&name) {
            return Type::Named(name.to_owned(), arguments());
        }
        if matches!(name, "Self" | "self" | "this" | "static") {
            let of = self.enclosing_type(place);
            return of.map_or(Type::Unknown, |of| Type::Object(of, Vec::new()));
        }
        if name == "typeof" {
            let of = written.arguments.first().map_or("", |of| of.name.as_str());
            return self.type_of(&expression::read(of), place);
        }
        let found = match expression::read(name) {
            Expression::Name(name) => self.lookup(place, &name),
            Expression::Member(of, name) | Expression::Path(of, name) => {
                let of = self.type_of(&of, place);
                let of = match &of {
                    Type::Itself(alias) if self.kind(*alias) == Some(NodeKind::Type) => {
                        Some(self.type_of_alias(*alias)).filter(|t| !t.is_unknown()).unwrap_or(of)
                    }
                    _ => of,
                };
                if let Some(known) = self.external_member(&of, &name, place) {
                    return known;
                }
                self.member(&of, &name, place)
            }
            _ => None,
        };
        match found {
            Some(found) => match self.standing(&found, place) {
                Entity::Definition(of) => match self.kind(*of) {
                    Some(NodeKind::Type) if !self.is_new_type(*of) => {
                        match self.type_of_alias(*of) {
                            Type::Unknown => Type::Object(*of, arguments()),
                            meant => meant,
                        }
                    }
                    Some(kind) if kind.is_type() => Type::Object(*of, arguments()),
                    Some(
                        NodeKind::Variable
                        | NodeKind::Constant
                        | NodeKind::Field
                        | NodeKind::Property,
                    ) => match self.type_of_value(*of) {
                        Type::Itself(of) => Type::Object(of, arguments()),
                        Type::Unknown => Type::Unknown,
                        other => other,
                    },
                    _ => Type::Unknown,
                },
                Entity::Local(file, binding) => match self.type_of_binding(*file, *binding) {
                    Type::Itself(of) => Type::Object(of, arguments()),
                    other => other,
                },
                Entity::External => self.outside(name, arguments(), place),
                Entity::Module(_) => Type::Unknown,
            },
            None => self.outside(name, arguments(), place),
        }
    }

    /// A type that is not in the index.
    pub(super) fn outside(&self, name: &str, arguments: Vec<Type>, place: Place) -> Type {
        let applied =
            self.rules(place.file).and_then(|rules| rules.applied(self, name, &arguments));
        applied.unwrap_or_else(|| Type::Named(name.to_owned(), arguments))
    }
}
