//! What values and types of Rust are, as far as the source shows it.

use heimdall_schema::record::{NO_INDEX, NodeKind};

use super::names::{self, Space};
use super::{generics, is_type, members, patterns, standard};
use crate::graph::expression::Expression;
use crate::graph::model::{Definition, Entity, Found, Place, Type};
use crate::graph::resolver::Resolver;
use crate::graph::written::{self, Written};

/// How often a value is dereferenced for what it gives.
const DEEPEST: u32 = 6;

/// An object of a type as written.
pub fn object(cx: &Resolver<'_>, written: &Written, place: Place) -> Type {
    let name = written.name.as_str();
    let arguments = || written.arguments.iter().map(|a| object(cx, a, place)).collect::<Vec<_>>();
    match name {
        "" => return Type::Unknown,
        "[]" | "{}" | "()" => return Type::Named(name.to_owned(), arguments()),
        "Self" => return self_type(cx, place),
        _ => {}
    }
    let last = || name.rsplit("::").next().unwrap_or(name).to_owned();
    let found = names::path(cx, place, &names::without_gaps(name), Space::Type, None);
    match found.as_ref().map(|found| &found.entities[0]) {
        Some(Entity::Definition(of)) => match cx.kind(*of) {
            Some(NodeKind::Type) => {
                let meant = of_definition(cx, *of);
                generics::replaced_by(cx, *of, &meant, &arguments())
            }
            Some(kind) if is_type(kind) => Type::Object(*of, arguments()),
            _ => Type::Unknown,
        },
        Some(Entity::Local(file, number)) => Type::Variable(*file, *number),
        Some(Entity::Module(_)) => Type::Unknown,
        // `Self::Item` of what is outside is not what it is written as.
        None if name.starts_with("Self::") => Type::Unknown,
        Some(Entity::External) | None => Type::Named(last(), arguments()),
    }
}

/// The type whose member a place stands in, with its arguments.
pub fn self_type(cx: &Resolver<'_>, place: Place) -> Type {
    let facts = cx.facts(place.file);
    let own = facts.around(place.from).find(|&n| facts.kind(n).is_some_and(is_type));
    let implementation = facts.implements().rev().find(|b| {
        b.line <= place.line
            && place.line <= b.end_line
            && (b.from == NO_INDEX || facts.around(place.from).any(|n| n == b.from))
    });
    let line_of_own = own.and_then(|n| facts.node(n)).map_or(0, |node| node.line);
    match (own, implementation) {
        (Some(node), found) if found.is_none_or(|b| b.line <= line_of_own) => {
            Type::Object(Definition { file: place.file, node }, Vec::new())
        }
        (_, Some(b)) => {
            let place = Place { file: place.file, from: b.from, line: b.line, bound: u32::MAX };
            match written::read(facts.text(b.name)) {
                // A type cannot name itself where it is implemented.
                written if written.name == "Self" => Type::Unknown,
                written => object(cx, &written, place),
            }
        }
        _ => Type::Unknown,
    }
}

/// What the name of a definition stands for.
pub fn of_definition(cx: &Resolver<'_>, of: Definition) -> Type {
    match cx.kind(of) {
        Some(kind) if is_type(kind) => Type::Object(of, Vec::new()),
        Some(NodeKind::Type) => match cx.type_of_alias(of) {
            Type::Itself(of) => Type::Object(of, Vec::new()),
            found => found,
        },
        Some(NodeKind::Variant) => {
            let facts = cx.facts(of.file);
            let parent = facts.node(of.node).map_or(NO_INDEX, |node| node.parent);
            Type::Object(Definition { node: parent, ..of }, Vec::new())
        }
        _ => cx.type_of_definition(of),
    }
}

/// What an expression is.
pub fn type_of(cx: &Resolver<'_>, expression: &Expression, place: Place) -> Type {
    match expression {
        Expression::Name(name) if name == "self" => self_type(cx, place),
        Expression::Name(_) | Expression::Path(..) => match resolved(cx, expression, place) {
            Some(found) => of_found(cx, &found),
            None => Type::Unknown,
        },
        Expression::Member(of, name) => patterns::part(cx, of, name, place).unwrap_or_else(|| {
            let of = cx.type_of(of, place);
            members::field(cx, &of, name)
        }),
        Expression::Call(of) => call(cx, of, place),
        Expression::Index(of) => match &**of {
            Expression::Unwrap(made) if **made == Expression::Name("vec".into()) => {
                Type::Named("Vec".into(), Vec::new())
            }
            of => indexed(cx, cx.type_of(of, place)),
        },
        Expression::New(path) => match names::path(cx, place, path, Space::Type, None)
            .or_else(|| names::path(cx, place, path, Space::Value, None))
        {
            Some(found) => match &found.entities[0] {
                Entity::Definition(of) => of_definition(cx, *of),
                _ => Type::Unknown,
            },
            None => Type::Unknown,
        },
        Expression::Await(of) => match cx.type_of(of, place) {
            Type::Named(name, arguments) => {
                standard::awaited(&name, &arguments).unwrap_or(Type::Named(name, arguments))
            }
            found @ Type::Object(..) => {
                let is_future = |of: &Type| members::implemented_type(cx, of, "Output");
                is_future(&found).unwrap_or(found)
            }
            other => other,
        },
        Expression::Unwrap(of) => match cx.type_of(of, place) {
            Type::Named(name, arguments) => {
                standard::unwrapped(&name, &arguments).unwrap_or(Type::Unknown)
            }
            _ => Type::Unknown,
        },
        // A call of a field in brackets looks like a cast of another language.
        Expression::Cast(text) if text.contains('.') => Type::Unknown,
        Expression::Cast(text) => cx.object_from_text(place, text),
        Expression::Literal('"') => Type::Named("str".into(), Vec::new()),
        Expression::Either(one, _) => cx.type_of(one, place),
        Expression::Tuple(_) => Type::Unknown,
        Expression::Literal('[') | Expression::List(_) => Type::Named("[]".into(), Vec::new()),
        Expression::Literal(_) => Type::Named("usize".into(), Vec::new()),
        Expression::Module(_) | Expression::Other => Type::Unknown,
    }
}

/// What a path of values means.
pub fn resolved(cx: &Resolver<'_>, expression: &Expression, place: Place) -> Option<Found> {
    names::path(cx, place, &expression.path()?, Space::Value, None)
}

fn of_found(cx: &Resolver<'_>, found: &Found) -> Type {
    match &found.entities[0] {
        Entity::Definition(of) => of_definition(cx, *of),
        Entity::Local(file, binding) => cx.type_of_binding(*file, *binding),
        Entity::Module(_) | Entity::External => Type::Unknown,
    }
}

fn indexed(cx: &Resolver<'_>, of: Type) -> Type {
    let mut of = of;
    loop {
        match &of {
            Type::Object(..) => {
                if let Some(found) = members::implemented_type(cx, &of, "Output") {
                    return found;
                }
            }
            Type::Named(name, arguments) if standard::pointee(name, arguments).is_none() => {
                return standard::indexed(name, arguments);
            }
            _ => {}
        }
        match members::dereferenced(cx, &of) {
            Some(next) => of = next,
            None => return Type::Unknown,
        }
    }
}

/// What runs over the elements of a value.
pub fn element(cx: &Resolver<'_>, of: &Type) -> Type {
    let mut of = of.clone();
    for _ in 0..DEEPEST {
        match &of {
            Type::Named(name, arguments) if standard::pointee(name, arguments).is_none() => {
                return standard::element(name, arguments);
            }
            Type::Object(..) => {
                if let Some(found) = members::implemented_type(cx, &of, "Item") {
                    return found;
                }
            }
            Type::Variable(file, number) => {
                let mut bounds = generics::bounds(cx, *file, *number).into_iter();
                let found = bounds.find_map(|bound| match bound {
                    Type::Named(name, arguments) => Some(standard::element(&name, &arguments)),
                    _ => None,
                });
                return found.unwrap_or(Type::Unknown);
            }
            _ => {}
        }
        match members::dereferenced(cx, &of) {
            Some(next) => of = next,
            None => break,
        }
    }
    Type::Unknown
}

fn call(cx: &Resolver<'_>, of: &Expression, place: Place) -> Type {
    match of {
        Expression::Name(_) | Expression::Path(..) => {
            let receiver = match of {
                Expression::Path(before, _) => {
                    before.path().map(|path| cx.object_from_text(place, &path))
                }
                _ => None,
            };
            let Some(found) = resolved(cx, of, place) else {
                return made_outside(of, receiver);
            };
            match &found.entities[0] {
                Entity::Definition(called) => result(cx, *called, receiver.as_ref()),
                Entity::Local(file, binding) => match cx.type_of_binding(*file, *binding) {
                    Type::Function(called) => result(cx, called, None),
                    _ => Type::Unknown,
                },
                Entity::External => made_outside(of, receiver),
                Entity::Module(_) => Type::Unknown,
            }
        }
        Expression::Member(receiver, name) => {
            let receiver = cx.type_of(receiver, place);
            method_result(cx, &receiver, name, place)
        }
        Expression::Unwrap(of) => match &**of {
            Expression::Name(name) if name == "format" => Type::Named("String".into(), Vec::new()),
            _ => Type::Unknown,
        },
        _ => Type::Unknown,
    }
}

/// `Vec::new()` of what is outside is most likely one of it; so is what a derived `default` gives.
fn made_outside(of: &Expression, receiver: Option<Type>) -> Type {
    match (of, receiver) {
        (Expression::Path(_, name), Some(made @ Type::Named(..)))
            if name.starts_with("new")
                || name.starts_with("with_")
                || name.starts_with("from")
                || name == "default" =>
        {
            made
        }
        (Expression::Path(_, name), Some(made @ Type::Object(..)))
            if name == "default" || name == "from" =>
        {
            made
        }
        _ => Type::Unknown,
    }
}

fn method_result(cx: &Resolver<'_>, receiver: &Type, name: &str, place: Place) -> Type {
    if let Some((found, on)) = members::member(cx, receiver, name, place)
        && let Entity::Definition(method) = found.entities[0]
    {
        return result(cx, method, Some(&on));
    }
    let mut current = receiver.clone();
    for _ in 0..DEEPEST {
        if let Type::Named(outside, arguments) = &current
            && let Some(found) = standard::result(outside, arguments, name)
        {
            return found;
        }
        match members::dereferenced(cx, &current) {
            Some(next) => current = next,
            None => break,
        }
    }
    if let Type::Variable(file, number) = receiver {
        for bound in generics::bounds(cx, *file, *number) {
            if let Type::Named(outside, arguments) = bound
                && let Some(found) = standard::result(&outside, &arguments, name)
            {
                return found;
            }
        }
    }
    if standard::keeps(name) { receiver.clone() } else { Type::Unknown }
}

/// What calling a definition gives.
pub fn result(cx: &Resolver<'_>, called: Definition, receiver: Option<&Type>) -> Type {
    match cx.kind(called) {
        Some(kind) if kind.is_callable() => {
            let found = cx.result(called);
            match receiver {
                Some(receiver) => generics::on_receiver(cx, called, &found, receiver),
                None => found,
            }
        }
        Some(NodeKind::Constant | NodeKind::Variable) => Type::Unknown,
        _ => of_definition(cx, called),
    }
}
