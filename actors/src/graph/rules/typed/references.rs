//! What a reference means.

use heimdall_schema::record::{NodeKind, Reference, ReferenceKind};

use crate::graph::expression;
use crate::graph::model::{Definition, Entity, FileId, Found, Place, Reason, Type};
use crate::graph::resolver::Resolver;
use crate::graph::written;

use super::arguments;
use super::dialect::Dialect;
use super::overloads::Call;
use super::{Wanted, members, names, overloads, packages, values};

/// How many lines below its name the body of an anonymous type may begin.
const LINES_TO_BODY: u32 = 3;

/// What a reference that is no import means.
pub fn meaning(cx: &Resolver<'_>, file: FileId, reference: &Reference) -> Option<Found> {
    let facts = cx.facts(file);
    let place = Place { file, from: reference.from, line: reference.line, bound: u32::MAX };
    let (name, qualifier) = (facts.text(reference.name), facts.text(reference.qualifier));
    match ReferenceKind::from_byte(reference.kind)? {
        ReferenceKind::Import => None,
        ReferenceKind::Inherit => type_at(cx, place, qualifier, name, Wanted::Head),
        ReferenceKind::Use => type_at(cx, place, qualifier, name, Wanted::Type).or_else(|| {
            if qualifier.is_empty() {
                // An attribute leaves out the end of its type's name.
                let is_attribute = Dialect::of(&facts).imports_all;
                let whole = format!("{name}Attribute");
                return is_attribute
                    .then(|| names::lookup(cx, place, &whole, Wanted::Type))
                    .flatten();
            }
            values::callable(cx, &expression::read(qualifier), name, place).0
        }),
        ReferenceKind::Call => called(cx, place, reference),
    }
}

/// The type that a name or path means.
fn type_at(
    cx: &Resolver<'_>,
    place: Place,
    qualifier: &str,
    name: &str,
    wanted: Wanted,
) -> Option<Found> {
    if qualifier.is_empty() {
        return names::lookup(cx, place, name, wanted);
    }
    match packages::typed(cx, place, &format!("{qualifier}.{name}"), wanted)? {
        Entity::External => Found::external(),
        entity => Found::one(entity, Reason::Receiver),
    }
}

fn called(cx: &Resolver<'_>, place: Place, reference: &Reference) -> Option<Found> {
    let facts = cx.facts(place.file);
    let (name, qualifier) = (facts.text(reference.name), facts.text(reference.qualifier));
    let given = arguments::read(cx, place, facts.text(reference.alias));
    let from = Definition { file: place.file, node: place.from };
    let call = Call { arity: reference.arity, given: &given, from };
    let rules = cx.rules(place.file)?;
    if qualifier.is_empty() && rules.self_words().contains(&name) {
        let of = names::this(cx, place).definition()?;
        return made(cx, of, Reason::Scope, call);
    }
    if qualifier.is_empty() && rules.super_words().contains(&name) {
        let (known, others) = names::supers(cx, place);
        let class = known
            .iter()
            .filter_map(Type::definition)
            .find(|of| !matches!(cx.kind(*of), Some(NodeKind::Interface | NodeKind::Trait)));
        return match class {
            Some(of) => made(cx, of, Reason::Inherited, call),
            None if others => Found::external(),
            None => None,
        };
    }
    // What begins with a capital is a type, so that an object of it is made.
    if !Dialect::of(&facts).methods_first
        && name.starts_with(char::is_uppercase)
        && let Some(found) = type_at(cx, place, qualifier, name, Wanted::Type)
    {
        let Entity::Definition(of) = found.entities[0] else { return Some(found) };
        if is_anonymous(cx, place, name) {
            return Found::one(Entity::Definition(of), found.reason);
        }
        return made(cx, of, found.reason, call);
    }
    let (found, receiver) = if qualifier.is_empty() {
        (names::lookup(cx, place, name, Wanted::Called), None)
    } else {
        let (found, of) = values::callable(cx, &expression::read(qualifier), name, place);
        (found, Some(of))
    };
    let found = match found {
        Some(found) => found,
        None => {
            let found = type_at(cx, place, qualifier, name, Wanted::Type)?;
            let Entity::Definition(of) = found.entities[0] else { return Some(found) };
            return made(cx, of, found.reason, call);
        }
    };
    if found.is_external() {
        return Some(found);
    }
    let all: Vec<Definition> = found
        .entities
        .iter()
        .filter_map(|entity| match entity {
            Entity::Definition(of) => Some(*of),
            _ => None,
        })
        .collect();
    let chosen = overloads::choose(cx, &all, receiver.as_ref(), call);
    Found::definitions(chosen, found.reason)
}

/// What makes an object of a type: the constructor that fits, else the type itself.
fn made(cx: &Resolver<'_>, of: Definition, reason: Reason, call: Call<'_>) -> Option<Found> {
    let of = match cx.kind(of) {
        Some(NodeKind::Type) => cx.type_of_alias(of).definition().unwrap_or(of),
        _ => of,
    };
    let mut all = members::constructors(cx, of);
    if !members::components(cx, of).is_empty() {
        // The head of the type is a constructor, too.
        all.push(of);
    }
    let mut found = overloads::choose(cx, &all, None, call);
    if !found.contains(&of) {
        found.push(of);
    }
    Found::definitions(found, reason)
}

/// Whether what is made has a body of its own, so that no constructor can be named.
fn is_anonymous(cx: &Resolver<'_>, place: Place, name: &str) -> bool {
    let facts = cx.facts(place.file);
    (0..=LINES_TO_BODY).any(|below| {
        let line = place.line + below;
        facts.bodies(place.from, (line, line)).any(|(_, body)| {
            let path = written::read(facts.text(body.text)).name;
            body.line == line && path.rsplit('.').next() == Some(name)
        })
    })
}
