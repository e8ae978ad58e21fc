//! What a written type is, and what its parameters stand for.

use heimdall_schema::record::NodeKind;

use crate::graph::model::{Definition, Entity, FileId, Place, Type};
use crate::graph::resolver::Resolver;
use crate::graph::written::{self, Written};

use super::dialect::Dialect;
use super::{Wanted, members, packages};

/// Reads a type as written.
pub fn read(cx: &Resolver<'_>, place: Place, text: &str, wanted: Wanted) -> Type {
    let bounded = ["? extends ", "? super "];
    if bounded.iter().any(|word| text.contains(word)) {
        let text = bounded.iter().fold(text.to_owned(), |text, word| text.replace(word, ""));
        return meant(cx, place, &written::read(&text), wanted);
    }
    // `this T first`
    if let Some((of, _)) = text.strip_prefix("this ").and_then(|rest| rest.rsplit_once(' ')) {
        return meant(cx, place, &written::read(of), wanted);
    }
    // `final T... rest`
    if let Some((element, _)) = text.split_once("...") {
        let element = element.trim().rsplit(' ').next().unwrap_or(element);
        let element = if element.ends_with('>') { text } else { element };
        return Type::Named("[]".into(), vec![meant(cx, place, &written::read(element), wanted)]);
    }
    meant(cx, place, &written::read(text), wanted)
}

/// What a written type is.
pub fn meant(cx: &Resolver<'_>, place: Place, written: &Written, wanted: Wanted) -> Type {
    let name = written.name.as_str();
    let arguments = || written.arguments.iter().map(|a| meant(cx, place, a, wanted)).collect();
    if name.is_empty() {
        return Type::Unknown;
    }
    if ["[]", "{}", "()"].contains(&name) {
        return Type::Named(name.to_owned(), arguments());
    }
    let entity = packages::typed(cx, place, name, wanted);
    match entity {
        Some(Entity::Definition(of)) => match cx.kind(of) {
            Some(NodeKind::Type) => match cx.type_of_alias(of) {
                Type::Unknown => Type::Object(of, arguments()),
                meant => meant,
            },
            _ => Type::Object(of, arguments()),
        },
        Some(Entity::Local(file, binding)) => Type::Variable(file, binding),
        _ => {
            let last = name.rsplit('.').next().unwrap_or(name);
            let plain = Dialect::of(&cx.facts(place.file)).plain(last);
            Type::Named(plain.to_owned(), arguments())
        }
    }
}

/// The type parameters of a definition, as bindings of its file.
pub fn parameters(cx: &Resolver<'_>, of: Definition) -> Vec<(FileId, u32)> {
    let facts = cx.facts(of.file);
    facts.type_parameters(of.node).map(|(number, _)| (of.file, number)).collect()
}

/// A type with the type parameters of `of` replaced by what they stand for.
pub fn replaced(cx: &Resolver<'_>, found: Type, of: Definition, given: &[Type]) -> Type {
    if given.is_empty() || !has_variables(&found) {
        return found;
    }
    let parameters = parameters(cx, of);
    replace(found, &|file, number| {
        let at = parameters.iter().position(|known| *known == (file, number))?;
        given.get(at).cloned()
    })
}

pub fn has_variables(found: &Type) -> bool {
    match found {
        Type::Variable(..) => true,
        Type::Object(_, arguments) | Type::Named(_, arguments) => {
            arguments.iter().any(has_variables)
        }
        _ => false,
    }
}

/// A type with some of its variables replaced.
pub fn replace(found: Type, by: &dyn Fn(FileId, u32) -> Option<Type>) -> Type {
    match found {
        Type::Variable(file, number) => by(file, number).unwrap_or(found),
        Type::Object(of, arguments) => {
            Type::Object(of, arguments.into_iter().map(|a| replace(a, by)).collect())
        }
        Type::Named(name, arguments) => {
            Type::Named(name, arguments.into_iter().map(|a| replace(a, by)).collect())
        }
        other => other,
    }
}

/// The type of a member, as seen through an object of type `receiver`.
pub fn seen_through(
    cx: &Resolver<'_>,
    found: Type,
    member: Definition,
    receiver: Option<&Type>,
) -> Type {
    let Some(Type::Object(of, given)) = receiver else { return found };
    if !has_variables(&found) {
        return found;
    }
    let Some(owner) = members::owner(cx, member) else { return found };
    let ancestry = members::ancestry(cx, *of);
    let Some((_, arguments)) = ancestry.types.iter().find(|(known, _)| *known == owner) else {
        return found;
    };
    let found = if owner == *of { found } else { replaced(cx, found, owner, arguments) };
    replaced(cx, found, *of, given)
}

/// A type whose members can be asked for: what bounds a type parameter, in its place.
pub fn bounded(cx: &Resolver<'_>, found: Type) -> Type {
    let Type::Variable(file, number) = found else { return found };
    match cx.type_of_binding(file, number) {
        // `T extends U`
        Type::Variable(file, number) => cx.type_of_binding(file, number),
        bound => bound,
    }
}

/// What the type parameters of a function stand for, told by what it is called with.
pub fn infer(parameter: &Type, argument: &Type, found: &mut Vec<((FileId, u32), Type)>) {
    match (parameter, argument) {
        (_, Type::Unknown) => {}
        (Type::Variable(file, number), argument) => {
            let known = found.iter().any(|(variable, _)| *variable == (*file, *number));
            if !known {
                found.push(((*file, *number), argument.clone()));
            }
        }
        (Type::Object(of, ours), Type::Object(other, theirs)) if of == other => {
            ours.iter().zip(theirs).for_each(|(a, b)| infer(a, b, found));
        }
        (Type::Named(of, ours), Type::Named(other, theirs)) if of == other => {
            ours.iter().zip(theirs).for_each(|(a, b)| infer(a, b, found));
        }
        // A list for a collection, an implementation for its interface: elements are elements.
        (Type::Named(of, ours), Type::Named(_, theirs))
            if of != "[]" && ours.len() == 1 && theirs.len() == 1 =>
        {
            infer(&ours[0], &theirs[0], found);
        }
        _ => {}
    }
}
