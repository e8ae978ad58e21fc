//! What values give when they are run over, indexed, waited for or looked behind.

use heimdall_schema::record::NodeKind;

use super::model::{Definition, Entity, Place, Type};
use super::resolver::Resolver;

/// How far a name for a name for a type is followed.
const DEEPEST_ALIAS: u32 = 8;

/// Whether a type says nothing of a value that may have another.
pub(super) fn shows_nothing(of: &Type) -> bool {
    match of {
        Type::Unknown => true,
        Type::Named(name, _) => ["None", "[", "{"].contains(&name.as_str()),
        _ => false,
    }
}

/// Whether what is assigned is a type with its arguments, or one of several: `list[A]`, `A|None`.
pub(super) fn names_type(text: &str) -> bool {
    let is_path = |part: &str| {
        let part = part.split('[').next().unwrap_or(part).trim();
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || "_.".contains(c))
    };
    match text.find('[') {
        Some(open) if text.ends_with(']') => {
            !text[open..].starts_with("[]") && is_path(&text[..open])
        }
        _ => text.contains('|') && !text.contains("||") && text.split('|').all(is_path),
    }
}

impl Resolver<'_> {
    /// The part of a tuple or list at a position.
    pub(super) fn part(&self, of: &Type, at: &str) -> Type {
        match of {
            Type::Named(tuple, parts) if tuple == "()" => {
                let part = at.parse::<usize>().ok().and_then(|at| parts.get(at));
                part.cloned().unwrap_or(Type::Unknown)
            }
            Type::Named(list, parts) if list == "[]" => {
                parts.first().cloned().unwrap_or(Type::Unknown)
            }
            _ => Type::Unknown,
        }
    }

    /// What waiting for a value gives: what it says of itself, else what is inside of it.
    pub(super) fn awaited(&self, of: Type, place: Place) -> Type {
        if let Type::Object(definition, _) = of
            && let Some(found) = self.member_of(definition, "__await__")
            && let Entity::Definition(method) = found.entities[0]
        {
            return match self.result(method) {
                Type::Named(_, mut arguments) => arguments.pop().unwrap_or(Type::Unknown),
                _ => Type::Unknown,
            };
        }
        self.inner(of, place)
    }

    /// Whether a type that is named after another has members of its own.
    pub(super) fn is_new_type(&self, of: Definition) -> bool {
        self.rules(of.file).is_some_and(|rules| rules.names_new_types())
    }

    /// What a type is made of, when it is only a name for another.
    pub(super) fn underlying(&self, of: &Type) -> Type {
        let mut found = of.clone();
        for _ in 0..DEEPEST_ALIAS {
            let Some(alias) = found.definition().filter(|d| self.kind(*d) == Some(NodeKind::Type))
            else {
                break;
            };
            match self.type_of_alias(alias) {
                Type::Unknown => break,
                meant => found = meant,
            }
        }
        found
    }

    /// What stands behind an index or a key.
    pub(super) fn indexed(&self, of: &Type, place: Place) -> Type {
        if !self.rules(place.file).is_some_and(|rules| rules.binds_in_order()) {
            return self.element(of, place);
        }
        match self.underlying(of) {
            Type::Named(_, mut arguments) => arguments.pop().unwrap_or(Type::Unknown),
            // A type with its arguments: `A[int]`.
            Type::Itself(of) => Type::Itself(of),
            Type::Object(of, _) => {
                let found = self.member_of(of, "__getitem__").map(|found| found.entities);
                match found.as_deref() {
                    Some([Entity::Definition(method), ..]) => self.result(*method),
                    _ => self.element(&Type::Object(of, Vec::new()), place),
                }
            }
            _ => Type::Unknown,
        }
    }

    /// An element of a collection.
    pub fn element(&self, of: &Type, place: Place) -> Type {
        let Some(rules) = self.rules(place.file) else { return Type::Unknown };
        if let Some(found) = rules.element(self, of) {
            return found;
        }
        match self.underlying(of) {
            Type::Named(name, arguments) => {
                rules.iterated(&name, &arguments).unwrap_or(Type::Unknown)
            }
            Type::Object(of, _) => {
                // What it gives to run over; an iterator gives itself, and the next element.
                for method in rules.runs_over() {
                    if let Some(found) = self.member_of(of, method)
                        && let Entity::Definition(method) = found.entities[0]
                    {
                        let result = self.result(method);
                        let is_itself =
                            result.definition() == Some(of) || self.returns_self(method);
                        if let (Type::Named(name, arguments), false) = (&result, is_itself) {
                            return rules.iterated(name, arguments).unwrap_or(result);
                        }
                        if !is_itself && !result.is_unknown() {
                            return result;
                        }
                    }
                }
                Type::Unknown
            }
            _ => Type::Unknown,
        }
    }
}
