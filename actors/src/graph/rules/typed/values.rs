//! What an expression is.

use heimdall_schema::record::{NO_INDEX, NodeKind};

use crate::graph::expression::Expression;
use crate::graph::model::is_object_type;
use crate::graph::model::{Definition, Entity, Found, Module, Place, Reason, Type};
use crate::graph::resolver::Resolver;

use super::dialect::Dialect;
use super::{Wanted, extensions, generics, library, members, names, packages, sites};

/// What an expression is.
pub fn value(cx: &Resolver<'_>, of: &Expression, place: Place) -> Type {
    match of {
        Expression::Name(name) => named(cx, name, place),
        Expression::Member(of, name) | Expression::Path(of, name) => {
            member(cx, &cx.type_of(of, place), name)
        }
        Expression::Call(of) => called(cx, of, place),
        Expression::Index(of) => cx.element(&cx.type_of(of, place), place),
        Expression::New(path) => generics::read(cx, place, path, Wanted::Type),
        Expression::Cast(text) => generics::read(cx, place, text, Wanted::Type),
        Expression::Await(of) => match cx.type_of(of, place) {
            Type::Named(task, given) if task.ends_with("Task") => {
                given.into_iter().next().unwrap_or_else(outside)
            }
            other => other,
        },
        Expression::Unwrap(of) => cx.type_of(of, place),
        Expression::Literal('"') => Type::Named("String".into(), Vec::new()),
        Expression::Literal('0') => Type::Named("int".into(), Vec::new()),
        Expression::Either(one, _) => cx.type_of(one, place),
        Expression::Literal(_)
        | Expression::List(_)
        | Expression::Tuple(_)
        | Expression::Module(_)
        | Expression::Other => Type::Unknown,
    }
}

/// Something outside of the index about which nothing is known.
pub fn outside() -> Type {
    Type::Named(String::new(), Vec::new())
}

fn named(cx: &Resolver<'_>, name: &str, place: Place) -> Type {
    let Some(rules) = cx.rules(place.file) else { return Type::Unknown };
    if rules.self_words().contains(&name) {
        return names::this(cx, place);
    }
    if rules.super_words().contains(&name) {
        let (known, others) = names::supers(cx, place);
        let unknown = if others { outside() } else { Type::Unknown };
        return known.into_iter().next().unwrap_or(unknown);
    }
    let value = names::lookup(cx, place, name, Wanted::Value);
    let is_external = value.as_ref().is_some_and(Found::is_external);
    if let Some(found) = value.filter(|found| !found.is_external()) {
        return match &found.entities[0] {
            Entity::Definition(of) => {
                let through = names::seen_from(cx, place, *of);
                generics::seen_through(cx, held(cx, *of), *of, through.as_ref())
            }
            Entity::Local(file, number) => cx.type_of_binding(*file, *number),
            _ => Type::Unknown,
        };
    }
    if Dialect::of(&cx.facts(place.file)).calls_by_name
        && let Some(found) = names::lookup(cx, place, name, Wanted::Called)
        && let Entity::Definition(of) = found.entities[0]
    {
        return given(cx, of, names::seen_from(cx, place, of).as_ref());
    }
    let outside = || Type::Named(name.to_owned(), Vec::new());
    match names::lookup(cx, place, name, Wanted::Type).map(|found| found.entities[0].clone()) {
        Some(Entity::Definition(of)) => Type::Itself(of),
        Some(Entity::External) => outside(),
        Some(_) => Type::Unknown,
        None if is_external => outside(),
        // Namespaces begin with a capital where imports name nothing else.
        None if name.starts_with(char::is_uppercase)
            && !Dialect::of(&cx.facts(place.file)).imports_all =>
        {
            outside()
        }
        None => Type::Module(Module::Package(place.file, name.to_owned())),
    }
}

/// What a field, constant or property holds.
pub fn held(cx: &Resolver<'_>, of: Definition) -> Type {
    let facts = cx.facts(of.file);
    let Some(node) = facts.node(of.node) else { return Type::Unknown };
    let parent = Definition { node: node.parent, ..of };
    if facts.kind(of.node) == Some(NodeKind::Variant) && node.parent != NO_INDEX {
        return Type::Object(parent, Vec::new());
    }
    if facts.kind(of.node).is_some_and(is_object_type) {
        return Type::Itself(of);
    }
    let name = facts.name(of.node);
    // `int a, b`: both bindings lie in one of the two.
    let beside = |from: u32| facts.node(from).is_some_and(|n| n.parent == node.parent);
    let own = facts.bound(name).filter(|(_, b)| {
        b.text != NO_INDEX && (b.from == of.node || b.line == node.name_line && beside(b.from))
    });
    for (number, _) in own {
        let found = cx.type_of_binding(of.file, number);
        if !found.is_unknown() {
            return found;
        }
    }
    cx.result(of)
}

/// What a member of a value is, that is not called.
pub fn member(cx: &Resolver<'_>, of: &Type, name: &str) -> Type {
    let of = generics::bounded(cx, of.clone());
    match (&of, name) {
        (Type::Itself(of), "this" | "super") => return Type::Object(*of, Vec::new()),
        (Type::Itself(of), "class") => {
            return Type::Named("Class".into(), vec![Type::Object(*of, Vec::new())]);
        }
        (Type::Named(..), "class") => return Type::Named("Class".into(), vec![of]),
        (Type::Named(array, _), "length") if array == "[]" => {
            return Type::Named("int".into(), Vec::new());
        }
        _ => {}
    }
    match &of {
        Type::Module(Module::Package(file, package)) => {
            match packages::in_package(cx, *file, package, name, Wanted::Type) {
                Some(found) => match found.entities[0] {
                    Entity::Definition(of) => Type::Itself(of),
                    _ => Type::Unknown,
                },
                None if name.starts_with(char::is_uppercase)
                    && !Dialect::of(&cx.facts(*file)).imports_all =>
                {
                    Type::Named(name.to_owned(), Vec::new())
                }
                None => Type::Module(Module::Package(*file, format!("{package}.{name}"))),
            }
        }
        Type::Object(definition, _) | Type::Itself(definition) => {
            if let Some(&field) = members::all(cx, *definition, name, Wanted::Value).first() {
                return generics::seen_through(cx, held(cx, field), field, Some(&of));
            }
            if Dialect::of(&cx.facts(definition.file)).calls_by_name
                && let Some(&method) = members::all(cx, *definition, name, Wanted::Called).first()
            {
                return given(cx, method, Some(&of));
            }
            if let Some(&inner) = members::all(cx, *definition, name, Wanted::Type).first() {
                return Type::Itself(inner);
            }
            let others = members::ancestry(cx, *definition).others;
            if others { outside() } else { Type::Unknown }
        }
        Type::Named(..) => outside(),
        _ => Type::Unknown,
    }
}

/// What may be called by a name on a receiver: the overloads, and what the receiver is.
pub fn callable(
    cx: &Resolver<'_>,
    receiver: &Expression,
    name: &str,
    place: Place,
) -> (Option<Found>, Type) {
    let of = generics::bounded(cx, cx.type_of(receiver, place));
    let word = match receiver {
        Expression::Name(word) => word.as_str(),
        _ => "",
    };
    let rules = cx.rules(place.file);
    if rules.is_some_and(|rules| rules.self_words().contains(&word))
        && let Some(found) = names::in_this(cx, place, name, Wanted::Called)
    {
        return (Some(found), of);
    }
    if rules.is_some_and(|rules| rules.super_words().contains(&word)) {
        let (known, others) = names::supers(cx, place);
        let all = known.iter().filter_map(Type::definition);
        let all = all.flat_map(|of| members::all(cx, of, name, Wanted::Called)).collect();
        let found = Found::definitions(all, Reason::Inherited);
        return (found.or_else(|| others.then(Found::external).flatten()), of);
    }
    let found = match &of {
        Type::Object(definition, _) | Type::Itself(definition) => {
            let mut all = members::all(cx, *definition, name, Wanted::Called);
            if all.is_empty() && Dialect::of(&cx.facts(definition.file)).calls_by_name {
                all = members::all(cx, *definition, name, Wanted::Value);
            }
            let is_own = all.first().is_some_and(|m| members::is_own(cx, *definition, *m));
            let reason = if is_own { Reason::Receiver } else { Reason::Inherited };
            let others = || members::ancestry(cx, *definition).others;
            Found::definitions(all, reason).or_else(|| others().then(Found::external).flatten())
        }
        Type::Named(..) | Type::Function(_) => Found::external(),
        // What stands for a namespace may as well be a type that is outside of the index.
        Type::Module(Module::Package(file, package)) if package.starts_with(char::is_uppercase) => {
            packages::in_package(cx, *file, package, name, Wanted::Called).or_else(Found::external)
        }
        _ => None,
    };
    if found.as_ref().is_none_or(Found::is_external) {
        let extending = extensions::on(cx, place, &of, name);
        if let Some(extending) = Found::definitions(extending, Reason::Package) {
            return (Some(extending), of);
        }
    }
    (found, of)
}

/// What calling something gives.
fn called(cx: &Resolver<'_>, of: &Expression, place: Place) -> Type {
    match of {
        Expression::Member(on, name) | Expression::Path(on, name) => {
            let (found, receiver) = callable(cx, on, name, place);
            if found.as_ref().is_some_and(|found| !found.is_external())
                && let Some(result) = sites::result(cx, place, Some((on, &receiver)), name)
            {
                return result;
            }
            match found {
                Some(found) if !found.is_external() => result(cx, &found, Some(&receiver)),
                None if let Some(of) = inner_type(cx, &receiver, name) => {
                    Type::Object(of, Vec::new())
                }
                found => match &receiver {
                    Type::Named(outside, given) => sites::outside(cx, place, (on, &receiver), name)
                        .unwrap_or_else(|| library::result(outside, given, name)),
                    Type::Object(..) => library::result("Object", &[], name),
                    _ if found.is_some() => outside(),
                    _ => Type::Unknown,
                },
            }
        }
        Expression::Name(name) => match names::lookup(cx, place, name, Wanted::Called) {
            Some(found) if found.is_external() && name.starts_with(char::is_lowercase) => outside(),
            Some(found) if found.is_external() => Type::Named(name.clone(), Vec::new()),
            Some(found) => sites::result(cx, place, None, name).unwrap_or_else(|| {
                let through = match &found.entities[0] {
                    Entity::Definition(of) => names::seen_from(cx, place, *of),
                    _ => None,
                };
                result(cx, &found, through.as_ref())
            }),
            // A type that is called makes an object.
            None => generics::read(cx, place, name, Wanted::Type),
        },
        _ => Type::Unknown,
    }
}

/// A type that stands in another, called to make an object.
fn inner_type(cx: &Resolver<'_>, of: &Type, name: &str) -> Option<Definition> {
    members::all(cx, of.definition()?, name, Wanted::Type).first().copied()
}

/// What calling a definition on a receiver gives: an object of a type, what a function is declared
/// to give, what a component of a record holds.
pub fn given(cx: &Resolver<'_>, of: Definition, receiver: Option<&Type>) -> Type {
    let found = match cx.kind(of) {
        Some(NodeKind::Constructor) => match members::owner(cx, of) {
            Some(of) => return Type::Object(of, Vec::new()),
            None => Type::Unknown,
        },
        Some(kind) if kind.is_callable() => cx.result(of),
        Some(kind) if is_object_type(kind) => return Type::Object(of, Vec::new()),
        _ => held(cx, of),
    };
    generics::seen_through(cx, found, of, receiver)
}

/// What the found functions give: the first of which it is known.
fn result(cx: &Resolver<'_>, found: &Found, receiver: Option<&Type>) -> Type {
    for entity in &found.entities {
        if let Entity::Definition(of) = entity {
            let result = given(cx, *of, receiver);
            if !result.is_unknown() {
                return result;
            }
        }
    }
    Type::Unknown
}

/// What running over an object of the index gives: what its iterator is declared to give.
pub fn iterated(cx: &Resolver<'_>, of: &Type) -> Type {
    let Type::Object(definition, _) = of else { return Type::Unknown };
    for name in ["iterator", "GetEnumerator"] {
        if let Some(&method) = members::all(cx, *definition, name, Wanted::Called).first() {
            return match generics::seen_through(cx, cx.result(method), method, Some(of)) {
                Type::Named(_, given) if given.len() == 1 => given[0].clone(),
                _ => Type::Unknown,
            };
        }
    }
    // What is outside of the index runs over its own argument.
    match of {
        Type::Object(_, given) if given.len() == 1 => given[0].clone(),
        _ => Type::Unknown,
    }
}
