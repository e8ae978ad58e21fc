//! What values are, as far as the source shows it.

use heimdall_schema::record::{Binding, BindingKind, NO_INDEX, NodeKind};

use super::expression::{self, Expression};
use super::model::{Definition, Entity, FileId, Found, Module, Place, Type};
use super::resolver::Resolver;
use super::written::{self, Written};

impl Resolver<'_> {
    /// What an expression is.
    pub fn type_of(&self, expression: &Expression, place: Place) -> Type {
        self.deeper(Type::Unknown, || self.type_of_expression(expression, place))
    }

    fn type_of_expression(&self, expression: &Expression, place: Place) -> Type {
        let own = self.rules(place.file).and_then(|rules| rules.type_of(self, expression, place));
        if let Some(found) = own {
            return found;
        }
        match expression {
            Expression::Name(name) => self.type_of_name(name, place),
            Expression::Member(of, name) | Expression::Path(of, name) => {
                let of = self.type_of(of, place);
                match self.member(&of, name, place) {
                    Some(found) if found.is_external() && matches!(of, Type::Named(..)) => {
                        let known = self.external_member(&of, name, place);
                        known.unwrap_or_else(|| self.type_of_found(&found, Some(&of), place))
                    }
                    Some(found) => self.type_of_found(&found, Some(&of), place),
                    None => self.type_of_position(&of, name),
                }
            }
            Expression::Call(of) => self.type_of_call(of, place),
            Expression::Index(of) => self.element(&self.type_of(of, place), place),
            Expression::New(path) => match self.object_from_text(place, path) {
                Type::Unknown
                    if self.rules(place.file).is_some_and(|r| r.functions_construct()) =>
                {
                    match self.type_of(&expression::read(path), place) {
                        Type::Function(of) | Type::Itself(of) => Type::Object(of, Vec::new()),
                        _ => Type::Unknown,
                    }
                }
                other => other,
            },
            Expression::Await(of) | Expression::Unwrap(of) => {
                self.inner(self.type_of(of, place), place)
            }
            Expression::Cast(text) => self.type_from_text(place, text),
            Expression::Literal(first) => self
                .rules(place.file)
                .and_then(|rules| rules.literal(*first, place))
                .unwrap_or_else(|| Type::Named(first.to_string(), Vec::new())),
            Expression::Module(specifier) => {
                let rules = self.rules(place.file);
                let module = rules.and_then(|r| r.loaded(self, place.file, specifier));
                module.map_or(Type::Unknown, Type::Module)
            }
            Expression::Other => Type::Unknown,
        }
    }

    /// What a member of a type outside of the index is, as far as the language fixes it.
    fn external_member(&self, of: &Type, name: &str, place: Place) -> Option<Type> {
        let Type::Named(outside, arguments) = of else { return None };
        self.rules(place.file)?.external_result(outside, arguments, name)
    }

    fn type_of_name(&self, name: &str, place: Place) -> Type {
        let Some(rules) = self.rules(place.file) else { return Type::Unknown };
        if rules.self_words().contains(&name) {
            return match self.enclosing_type(place) {
                Some(of) => Type::Object(of, Vec::new()),
                None => rules.this(self, place).unwrap_or(Type::Unknown),
            };
        }
        if rules.super_words().contains(&name) {
            let of = self.enclosing_type(place).map(|of| self.supers(of));
            return match of {
                Some(supers) => match supers.known.first() {
                    Some(&first) => Type::Object(first, Vec::new()),
                    None if supers.others => Type::Named("super".into(), Vec::new()),
                    None => Type::Unknown,
                },
                None => Type::Unknown,
            };
        }
        match self.lookup(place, name) {
            Some(found) if found.is_external() => Type::Named(name.to_owned(), Vec::new()),
            Some(found) => self.type_of_found(&found, None, place),
            None => Type::Unknown,
        }
    }

    /// The part of a tuple at a position.
    fn type_of_position(&self, of: &Type, name: &str) -> Type {
        match (of, name.parse::<usize>()) {
            (Type::Named(tuple, arguments), Ok(at)) if tuple == "()" => {
                arguments.get(at).cloned().unwrap_or(Type::Unknown)
            }
            (Type::Named(list, arguments), Ok(_)) if list == "[]" => {
                arguments.last().cloned().unwrap_or(Type::Unknown)
            }
            (other, Ok(0)) => other.clone(),
            _ => Type::Unknown,
        }
    }

    /// What the first of the found entities is.
    pub fn type_of_found(&self, found: &Found, receiver: Option<&Type>, place: Place) -> Type {
        let _ = place;
        // Of a value and a type of the same name the value is meant.
        let is_only_type = |entity: &&Entity| match entity {
            Entity::Definition(of) => {
                matches!(self.kind(*of), Some(NodeKind::Interface | NodeKind::Type))
            }
            _ => false,
        };
        let value = found.entities.iter().find(|entity| !is_only_type(entity));
        match value.unwrap_or(&found.entities[0]) {
            Entity::Definition(definition) => self.type_of_definition(*definition),
            Entity::Module(Module::Inside(definition)) => Type::Module(Module::Inside(*definition)),
            Entity::Module(module) => Type::Module(module.clone()),
            Entity::Local(file, binding) => self.type_of_binding(*file, *binding),
            Entity::External => match receiver {
                Some(Type::Named(tuple, arguments)) if tuple == "()" => {
                    arguments.first().cloned().unwrap_or(Type::Unknown)
                }
                _ => Type::Named(String::new(), Vec::new()),
            },
        }
    }

    /// What the name of a definition stands for.
    pub fn type_of_definition(&self, definition: Definition) -> Type {
        use NodeKind as Kind;
        match self.kind(definition) {
            Some(
                Kind::Class
                | Kind::Struct
                | Kind::Enum
                | Kind::Trait
                | Kind::Interface
                | Kind::Union
                | Kind::Type,
            ) => Type::Itself(definition),
            Some(Kind::Module | Kind::Namespace | Kind::Package) => {
                Type::Module(Module::Inside(definition))
            }
            Some(Kind::Variant) => {
                let facts = self.facts(definition.file);
                let parent = facts.node(definition.node).map_or(NO_INDEX, |node| node.parent);
                Type::Object(Definition { node: parent, ..definition }, Vec::new())
            }
            Some(Kind::Constant | Kind::Variable | Kind::Field | Kind::Property) => {
                self.type_of_value(definition)
            }
            Some(kind) if kind.is_callable() => Type::Function(definition),
            _ => Type::Unknown,
        }
    }

    /// What a variable or field that is a definition holds.
    fn type_of_value(&self, definition: Definition) -> Type {
        let facts = self.facts(definition.file);
        let own = facts.bound(facts.name(definition.node));
        let own = own.filter(|(_, b)| b.from == definition.node);
        for (number, _) in own {
            let found = self.type_of_binding(definition.file, number);
            if !found.is_unknown() {
                return found;
            }
        }
        // A property's getter, a field whose type is written as a result.
        self.result(definition)
    }

    /// What a binding says its name is.
    pub fn type_of_binding(&self, file: FileId, number: u32) -> Type {
        self.once(&self.types, (file, number), Type::Unknown, || {
            let facts = self.facts(file);
            let Some(binding) = facts.bindings().get(number as usize) else {
                return Type::Unknown;
            };
            if binding.kind == BindingKind::Passed as u8 {
                let rules = self.rules(file);
                return rules.map_or(Type::Unknown, |rules| rules.passed(self, file, number));
            }
            self.bound_type(file, binding)
        })
    }

    fn bound_type(&self, file: FileId, binding: &Binding) -> Type {
        let facts = self.facts(file);
        let text = facts.text(binding.text);
        if text.is_empty() {
            return self.changed_type(file, binding);
        }
        let place = Place { file, from: binding.from, line: binding.line };
        let particular = self.rules(file).and_then(|r| r.bound(self, file, binding, place));
        if let Some(found) = particular {
            return found;
        }
        // A name is bound after what it is bound to: `x = x.next()` means the `x` before.
        let before = Place { line: binding.line.saturating_sub(1), ..place };
        match BindingKind::from_byte(binding.kind) {
            Some(BindingKind::Parameter | BindingKind::Declared | BindingKind::Bound) => {
                self.object_from_text(place, text)
            }
            Some(BindingKind::Assigned | BindingKind::Changed | BindingKind::Export) => {
                let value = expression::read(text);
                let same =
                    matches!(&value, Expression::Name(name) if *name == facts.text(binding.name));
                let uses_itself = text.starts_with(facts.text(binding.name));
                if same {
                    return Type::Unknown;
                }
                self.type_of(&value, if uses_itself { before } else { place })
            }
            Some(BindingKind::Element) => {
                self.element(&self.type_of(&expression::read(text), place), place)
            }
            Some(BindingKind::Entered) => {
                let of = self.type_of(&expression::read(text), place);
                self.entered(of, place)
            }
            _ => Type::Unknown,
        }
    }

    /// What a name that is introduced without a value gets later: the first that tells.
    fn changed_type(&self, file: FileId, binding: &Binding) -> Type {
        let facts = self.facts(file);
        // The binding of a variable that is a definition lies in that definition.
        let is_definition = facts.name(binding.from) == facts.text(binding.name);
        let lines = if is_definition { 0..=u32::MAX } else { binding.line..=binding.end_line };
        let changes = facts.bound(facts.text(binding.name)).filter(|(_, b)| {
            b.kind == BindingKind::Changed as u8 && b.text != NO_INDEX && lines.contains(&b.line)
        });
        let mut types = changes.take(8).map(|(number, _)| self.type_of_binding(file, number));
        types.find(|found| !found.is_unknown()).unwrap_or(Type::Unknown)
    }

    /// What entering a context gives: what its method says, else itself.
    fn entered(&self, of: Type, place: Place) -> Type {
        let Some(definition) = of.definition() else { return self.inner(of, place) };
        for method in ["__aenter__", "__enter__"] {
            if let Some(found) = self.member_of(definition, method)
                && let Entity::Definition(method) = found.entities[0]
            {
                let result = self.result(method);
                return if result.is_unknown() { of } else { result };
            }
        }
        of
    }

    fn type_of_call(&self, of: &Expression, place: Place) -> Type {
        if let Expression::Name(name) = of
            && self.rules(place.file).is_some_and(|r| r.super_words().contains(&name.as_str()))
        {
            return self.type_of_name(name, place);
        }
        if let Expression::Member(receiver, name) | Expression::Path(receiver, name) = of {
            let receiver = self.type_of(receiver, place);
            let found = self.member(&receiver, name, place);
            if let Some(found) = found.filter(|found| !found.is_external()) {
                return match self.type_of_found(&found, Some(&receiver), place) {
                    Type::Function(method) => self.result_of_call(method, Some(&receiver)),
                    other => self.called(other, place),
                };
            }
            if let (Type::Named(outside, arguments), Some(rules)) =
                (&receiver, self.rules(place.file))
            {
                let known = rules.external_result(outside, arguments, name);
                return known.unwrap_or_else(|| Type::Named(String::new(), Vec::new()));
            }
            return Type::Unknown;
        }
        self.called(self.type_of(of, place), place)
    }

    /// What calling a value gives.
    fn called(&self, value: Type, _place: Place) -> Type {
        match value {
            Type::Itself(of) => Type::Object(of, Vec::new()),
            Type::Function(function) => self.result_of_call(function, None),
            Type::Named(name, arguments) => Type::Named(name, arguments),
            _ => Type::Unknown,
        }
    }

    fn result_of_call(&self, function: Definition, receiver: Option<&Type>) -> Type {
        match (self.result(function), receiver) {
            // `Self` and `this` are what it is called on.
            (Type::Object(of, arguments), Some(Type::Object(on, on_arguments)))
                if self.returns_self(function) =>
            {
                let _ = (of, arguments);
                Type::Object(*on, on_arguments.clone())
            }
            (found, _) => found,
        }
    }

    fn returns_self(&self, function: Definition) -> bool {
        let facts = self.facts(function.file);
        let written = facts.results(function.node).next().map(|b| facts.text(b.text));
        matches!(written, Some("Self" | "this" | "self" | "static" | "&mut Self" | "&Self"))
    }

    /// What a function gives: what is written, else the first returned expression that tells.
    pub fn result(&self, function: Definition) -> Type {
        self.once(&self.results, function, Type::Unknown, || {
            let facts = self.facts(function.file);
            let place = self.inside(function);
            let all: Vec<&Binding> = facts.results(function.node).collect();
            let is_written = |b: &&&Binding| {
                b.kind == BindingKind::Result as u8
                    || (b.kind == BindingKind::Forward as u8 && b.text != NO_INDEX)
            };
            let written = all.iter().find(is_written);
            if let Some(binding) = written {
                return self.object_from_text(place, facts.text(binding.text));
            }
            let returned = all.iter().filter(|b| b.kind == BindingKind::Returned as u8);
            for binding in returned.take(8) {
                let place = Place { line: binding.line, ..place };
                let found = self.type_of(&expression::read(facts.text(binding.text)), place);
                if !found.is_unknown() {
                    return found;
                }
            }
            Type::Unknown
        })
    }

    /// What a type alias stands for.
    pub fn type_of_alias(&self, alias: Definition) -> Type {
        if !self.parts_of_alias(alias).is_empty() {
            return Type::Unknown;
        }
        let found = self.type_of_value(alias);
        match found {
            Type::Object(of, _) | Type::Itself(of) if of == alias => Type::Unknown,
            found => found,
        }
    }

    /// The types whose members an alias has, when it stands for several.
    pub(super) fn parts_of_alias(&self, alias: Definition) -> Vec<Definition> {
        self.once(&self.aliases, alias, Vec::new(), || {
            let rules = self.rules(alias.file);
            rules.map(|rules| rules.parts_of_alias(self, alias)).unwrap_or_default()
        })
    }

    /// An element of a collection.
    pub fn element(&self, of: &Type, place: Place) -> Type {
        let rules = self.rules(place.file);
        if let Some(found) = rules.and_then(|rules| rules.element(self, of)) {
            return found;
        }
        match (of, rules) {
            (Type::Named(name, arguments), Some(rules)) => {
                rules.iterated(name, arguments).unwrap_or(Type::Unknown)
            }
            _ => Type::Unknown,
        }
    }

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

    fn object(&self, written: &Written, place: Place) -> Type {
        if let Some(found) = self.rules(place.file).and_then(|r| r.object(self, written, place)) {
            return found;
        }
        let name = written.name.as_str();
        let arguments = || written.arguments.iter().map(|a| self.object(a, place)).collect();
        if name.is_empty() {
            return Type::Unknown;
        }
        if ["[]", "{}", "()"].contains(&name) {
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
                    Some(NodeKind::Type) => match self.type_of_alias(*of) {
                        Type::Unknown => Type::Object(*of, arguments()),
                        meant => meant,
                    },
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
    fn outside(&self, name: &str, arguments: Vec<Type>, place: Place) -> Type {
        let applied =
            self.rules(place.file).and_then(|rules| rules.applied(self, name, &arguments));
        applied.unwrap_or_else(|| Type::Named(name.to_owned(), arguments))
    }
}
