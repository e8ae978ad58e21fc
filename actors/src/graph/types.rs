//! What values are, as far as the source shows it.

use heimdall_schema::record::{Binding, BindingKind, NO_INDEX, NodeKind};

use super::collections::{names_type, shows_nothing};
use super::expression::{self, Expression};
use super::model::{Definition, Entity, FileId, Found, Module, Place, Type};
use super::resolver::Resolver;
use super::written;

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
            Expression::Member(of, name) if self.is_super(of, place) => {
                let found = self.member_of_value(of, name, place);
                found.map_or(Type::Unknown, |found| self.type_of_found(&found, None, place))
            }
            Expression::Member(of, name) | Expression::Path(of, name) => {
                let of = self.type_of(of, place);
                if let Type::Named(tuple, parts) = &of
                    && let ("()", Ok(at)) = (tuple.as_str(), name.parse::<usize>())
                {
                    return parts.get(at).cloned().unwrap_or(Type::Unknown);
                }
                let is_position = name.parse::<usize>().is_ok();
                match self.member(&of, name, place) {
                    Some(found) if is_position && found.is_external() => {
                        let known = self.external_member(&of, name, place);
                        known.unwrap_or_else(|| self.type_of_position(&of, name))
                    }
                    Some(found) if found.is_external() && matches!(of, Type::Named(..)) => {
                        let known = self.external_member(&of, name, place);
                        known.unwrap_or_else(|| self.type_of_found(&found, Some(&of), place))
                    }
                    Some(found) => self.type_of_found(&found, Some(&of), place),
                    None => self.type_of_position(&of, name),
                }
            }
            Expression::Call(of) => self.type_of_call(of, place),
            Expression::Index(of) => self.indexed(&self.type_of(of, place), place),
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
            Expression::Await(of) => self.awaited(self.type_of(of, place), place),
            Expression::Unwrap(of) => self.inner(self.type_of(of, place), place),
            Expression::Cast(text) => self.type_from_text(place, text),
            Expression::Either(one, other) => {
                let one = self.type_of(one, place);
                if shows_nothing(&one) { self.type_of(other, place) } else { one }
            }
            Expression::List(first) => {
                Type::Named("[]".to_owned(), vec![self.type_of(first, place)])
            }
            Expression::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.type_of(part, place)).collect();
                Type::Named("()".to_owned(), parts)
            }
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
    pub(super) fn external_member(&self, of: &Type, name: &str, place: Place) -> Option<Type> {
        let Type::Named(outside, arguments) = of else { return None };
        self.rules(place.file)?.external_result(outside, arguments, name)
    }

    fn type_of_name(&self, name: &str, place: Place) -> Type {
        let Some(rules) = self.rules(place.file) else { return Type::Unknown };
        if let Some(of) = self.self_type(place, name, rules) {
            return match of {
                Some(of) if rules.means_type(name) => Type::Itself(of),
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
        // Of what binds one name, the first that shows a type.
        let shown = found.entities.iter().skip(1).find_map(|entity| match entity {
            Entity::Local(file, binding) => {
                let shown = self.type_of_binding(*file, *binding);
                (!shows_nothing(&shown)).then_some(shown)
            }
            _ => None,
        });
        // Of a value and a type of the same name the value is meant.
        let is_only_type = |entity: &&Entity| match entity {
            Entity::Definition(of) => {
                matches!(self.kind(*of), Some(NodeKind::Interface | NodeKind::Type))
            }
            _ => false,
        };
        let value = found.entities.iter().find(|entity| !is_only_type(entity));
        let first = self.type_of_first(value.unwrap_or(&found.entities[0]), receiver);
        if shows_nothing(&first) { shown.unwrap_or(first) } else { first }
    }

    fn type_of_first(&self, entity: &Entity, receiver: Option<&Type>) -> Type {
        match entity {
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
            Some(kind) if kind.is_callable() => {
                let rules = self.rules(definition.file);
                if rules.is_some_and(|rules| rules.is_read(self, definition)) {
                    return self.result(definition);
                }
                Type::Function(definition)
            }
            _ => Type::Unknown,
        }
    }

    /// What a variable or field that is a definition holds.
    pub(super) fn type_of_value(&self, definition: Definition) -> Type {
        let facts = self.facts(definition.file);
        let own = facts.bound(facts.name(definition.node));
        let own = own.filter(|(_, b)| b.from == definition.node);
        for (number, _) in own {
            let found = self.type_of_binding(definition.file, number);
            if !found.is_unknown() {
                return found;
            }
        }
        if let Some(meant) = self.rules(definition.file).and_then(|r| r.same_as(self, definition)) {
            return self.type_of_value(meant);
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
            self.bound_type(file, binding, number)
        })
    }

    fn bound_type(&self, file: FileId, binding: &Binding, number: u32) -> Type {
        let facts = self.facts(file);
        let text = facts.text(binding.text);
        if text.is_empty() {
            return self.changed_type(file, binding);
        }
        let place = Place { file, from: binding.from, line: binding.line, bound: number };
        let rules = self.rules(file);
        if let Some(found) = rules.and_then(|r| r.bound(self, file, binding, place)) {
            return found;
        }
        let in_order = rules.is_some_and(|rules| rules.binds_in_order());
        // A name is bound after what it is bound to: `x = x.next()` means the `x` before.
        let before = Place { line: binding.line.saturating_sub(1), ..place };
        match BindingKind::from_byte(binding.kind) {
            Some(BindingKind::Parameter | BindingKind::Declared | BindingKind::Bound) => {
                self.object_from_text(place, text)
            }
            Some(BindingKind::Assigned) if in_order && names_type(text) => {
                self.type_from_text(place, text)
            }
            Some(BindingKind::Assigned) if in_order => self.type_of(&expression::read(text), place),
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
                let whole = expression::read(text);
                if let Expression::Member(of, at) = &whole
                    && at.parse::<usize>().is_ok()
                {
                    // A part of each element: `for a, b in pairs`.
                    let of = self.element(&self.type_of(of, place), place);
                    let part = self.part(&of, at);
                    if !part.is_unknown() {
                        return part;
                    }
                }
                self.element(&self.type_of(&whole, place), place)
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
        let of = self.underlying(&of);
        let Some(definition) = of.definition() else { return self.inner(of, place) };
        for method in ["__aenter__", "__enter__"] {
            if let Some(found) = self.member_of(definition, method)
                && let Entity::Definition(method) = found.entities[0]
            {
                let result = self.result(method);
                let itself = result.is_unknown() || self.returns_self(method);
                return if itself { of } else { result };
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
            let found = self.member_of_value(receiver, name, place);
            let receiver = self.type_of(receiver, place);
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
            Type::Named(name, mut arguments) if name == "func" => {
                arguments.pop().unwrap_or(Type::Unknown)
            }
            Type::Named(name, arguments) => Type::Named(name, arguments),
            Type::Object(of, _) => match self.underlying(&value) {
                Type::Named(name, mut arguments) if name == "func" => {
                    arguments.pop().unwrap_or(Type::Unknown)
                }
                _ => match self.member_of(of, "__call__").map(|found| found.entities) {
                    Some(entities) => match entities[0] {
                        Entity::Definition(call) => self.result_of_call(call, Some(&value)),
                        _ => Type::Unknown,
                    },
                    None => Type::Unknown,
                },
            },
            _ => Type::Unknown,
        }
    }

    fn result_of_call(&self, function: Definition, receiver: Option<&Type>) -> Type {
        match (self.result(function), receiver) {
            // `Self` and `this` are what it is called on.
            (_, Some(Type::Object(on, arguments))) if self.returns_self(function) => {
                Type::Object(*on, arguments.clone())
            }
            (_, Some(Type::Itself(on))) if self.returns_self(function) => {
                Type::Object(*on, Vec::new())
            }
            (found, _) => found,
        }
    }

    pub(super) fn returns_self(&self, function: Definition) -> bool {
        let facts = self.facts(function.file);
        let Some(written) = facts.results(function.node).next().map(|b| facts.text(b.text)) else {
            return false;
        };
        // `def f(self: T) -> T`, `def f(cls: type[T]) -> T`
        let first = || {
            let (_, first) = facts.parameters(function.node).next()?;
            let rules = self.rules(function.file)?;
            let is_self =
                rules.binds_self() && rules.self_words().contains(&facts.text(first.name));
            is_self.then(|| written::read(facts.text(first.text)))
        };
        matches!(written, "Self" | "this" | "self" | "static" | "&mut Self" | "&Self" | "cls()")
            || written.ends_with(".Self")
            || first().is_some_and(|of| {
                of.name == written || of.arguments.first().is_some_and(|a| a.name == written)
            })
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
                let bound = facts.bound_before(binding.line + 1);
                let place = Place { line: binding.line, bound, ..place };
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
}
