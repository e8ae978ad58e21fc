//! Which call of the file an expression is, so that its arguments are known, too.

use heimdall_schema::record::{Reference, ReferenceKind};

use crate::graph::expression::{self, Expression};
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Place, Type};
use crate::graph::resolver::Resolver;

use super::{arguments, generics, library, names, overloads, references, values};

/// How many lines a call may stand away from where its value is bound.
const LINES: u32 = 8;

/// The calls of `name` on a receiver that are nearest to a line, by their numbers.
pub fn find(facts: &Facts, line: u32, receiver: Option<&Expression>, name: &str) -> Vec<u32> {
    let all = facts.references();
    let from = all.partition_point(|r| r.line + LINES < line);
    let near = all[from..].iter().zip(from as u32..).take_while(|(r, _)| r.line <= line + LINES);
    let calls = |r: &Reference| {
        r.kind == ReferenceKind::Call as u8
            && facts.text(r.name) == name
            && match (facts.text(r.qualifier), receiver) {
                ("", None) => true,
                ("", Some(_)) | (_, None) => false,
                (written, Some(receiver)) => expression::read(written) == *receiver,
            }
    };
    let found: Vec<(u32, u32)> =
        near.filter(|(r, _)| calls(r)).map(|(r, number)| (r.line.abs_diff(line), number)).collect();
    let nearest = found.iter().map(|(away, _)| *away).min();
    let nearest = found.into_iter().filter(|(away, _)| Some(*away) == nearest);
    nearest.map(|(_, number)| number).collect()
}

/// What a call means, by its number.
pub fn meaning(cx: &Resolver<'_>, file: FileId, number: u32) -> Option<Found> {
    cx.once(&cx.calls, (file, number), None, || {
        let facts = cx.facts(file);
        references::meaning(cx, file, facts.references().get(number as usize)?)
    })
}

/// What a call gives; `None` when the file has no such call, or more than one that differ.
pub fn result(
    cx: &Resolver<'_>,
    place: Place,
    receiver: Option<(&Expression, &Type)>,
    name: &str,
) -> Option<Type> {
    let facts = cx.facts(place.file);
    let mut known: Option<Type> = None;
    for number in find(&facts, place.line, receiver.map(|(of, _)| of), name) {
        let Some(found) = meaning(cx, place.file, number) else { continue };
        let Some(Entity::Definition(of)) = found.entities.first() else { return None };
        let reference = &facts.references()[number as usize];
        let of = *of;
        let through = match receiver {
            Some((_, of)) => Some(of.clone()),
            None => names::seen_from(cx, place, of),
        };
        let result = given(cx, place, of, through.as_ref(), reference);
        if known.as_ref().is_some_and(|known| *known != result) {
            return Some(Type::Unknown);
        }
        known = Some(result);
    }
    known
}

/// What a call of a method outside of the index gives, if its arguments tell that.
pub fn outside(
    cx: &Resolver<'_>,
    place: Place,
    (on, receiver): (&Expression, &Type),
    name: &str,
) -> Option<Type> {
    let Type::Named(of, elements) = receiver else { return None };
    let is_mapped = matches!(name, "map" | "flatMap" | "collect") && elements.len() == 1;
    if !is_mapped && library::made_of(of, name, &Type::Unknown).is_none() {
        return None;
    }
    let facts = cx.facts(place.file);
    let calls = find(&facts, place.line, Some(on), name);
    calls.into_iter().find_map(|number| {
        let told = || told(cx, place.file, number, (of, elements), name);
        cx.once(&cx.outsides, (place.file, number), None, told)
    })
}

/// What the arguments of a call tell of its result, on a receiver outside of the index.
fn told(
    cx: &Resolver<'_>,
    file: FileId,
    number: u32,
    (of, elements): (&str, &[Type]),
    name: &str,
) -> Option<Type> {
    let facts = cx.facts(file);
    let call = &facts.references()[number as usize];
    let place = Place { file, from: call.from, line: call.line, bound: u32::MAX };
    let written = facts.text(call.alias);
    if name == "collect" {
        let collection = ["List", "Set"].into_iter().find(|name| written.contains(name))?;
        return Some(Type::Named(collection.to_owned(), elements.to_vec()));
    }
    if matches!(name, "map" | "flatMap") {
        // `map(A::b)` gives what `b` gives.
        let (class, method) = written.split_once("::")?;
        let function = Expression::Member(Box::new(expression::read(class)), method.to_owned());
        let given = cx.type_of(&Expression::Call(Box::new(function)), place);
        return Some(match (name, given) {
            ("flatMap", given) => given,
            (_, given) => Type::Named(of.to_owned(), vec![given]),
        });
    }
    match arguments::read(cx, place, written).into_iter().next()? {
        arguments::Argument::Type(first) => library::made_of(of, name, &first),
        _ => None,
    }
}

/// What a function gives for the arguments of a call.
fn given(
    cx: &Resolver<'_>,
    place: Place,
    of: Definition,
    receiver: Option<&Type>,
    call: &Reference,
) -> Type {
    let result = values::given(cx, of, receiver);
    let facts = cx.facts(place.file);
    let place = Place { from: call.from, line: call.line, ..place };
    let arguments = || arguments::read(cx, place, facts.text(call.alias));
    inferred(cx, result, of, receiver, arguments)
}

/// A type in which the type parameters of a function are replaced by what its arguments tell.
pub fn inferred(
    cx: &Resolver<'_>,
    found: Type,
    of: Definition,
    receiver: Option<&Type>,
    arguments: impl FnOnce() -> Vec<arguments::Argument>,
) -> Type {
    let own = generics::parameters(cx, of);
    if own.is_empty() || !generics::has_variables(&found) {
        return found;
    }
    let mut told = Vec::new();
    for (taken, given) in overloads::parameters(cx, of, receiver).iter().zip(arguments()) {
        if let arguments::Argument::Type(given) = given {
            generics::infer(taken, &given, &mut told);
        }
    }
    generics::replace(found, &|file, number| {
        let known = told.iter().find(|(variable, _)| *variable == (file, number));
        known.filter(|_| own.contains(&(file, number))).map(|(_, given)| given.clone())
    })
}
