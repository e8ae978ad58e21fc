//! What a name means in its place.

use heimdall_schema::record::{BindingKind, NO_INDEX};

use crate::graph::facts::Facts;
use crate::graph::model::is_object_type;
use crate::graph::model::{Definition, Entity, Found, Place, Reason, Type};
use crate::graph::resolver::Resolver;

use super::members::{self, suits};
use super::scopes::{self, Around};
use super::{Wanted, extensions, packages};

/// What a name without a receiver means: scopes, the file, imports, the package, wildcards.
pub fn lookup(cx: &Resolver<'_>, place: Place, name: &str, wanted: Wanted) -> Option<Found> {
    let facts = cx.facts(place.file);
    in_scopes(cx, place, name, wanted, &facts)
        .or_else(|| at_top(place, name, wanted, &facts))
        .or_else(|| packages::by_import(cx, place.file, name, wanted))
        .or_else(|| {
            let visible = packages::visible(&facts, place);
            let within =
                |package: &String| packages::in_package(cx, place.file, package, name, wanted);
            visible.iter().find_map(within)
        })
        .or_else(|| packages::by_wildcard(cx, place.file, name, wanted))
}

fn in_scopes(
    cx: &Resolver<'_>,
    place: Place,
    name: &str,
    wanted: Wanted,
    facts: &Facts,
) -> Option<Found> {
    // In the head of a type its own members are not seen.
    let mut is_head = wanted == Wanted::Head;
    for around in scopes::around(facts, place) {
        match around {
            Around::Body(_) if is_head => is_head = false,
            Around::Body(body) => {
                let own = scopes::in_body(facts, place, body, name);
                let own =
                    own.into_iter().filter(|of| cx.kind(*of).is_some_and(|k| suits(k, wanted)));
                let mut all: Vec<_> = own.collect();
                let mut reason = Reason::Scope;
                if (all.is_empty() || wanted == Wanted::Called)
                    && let Some(of) = scopes::supertype(cx, place, body).definition()
                {
                    let inherited = members::all(cx, of, name, wanted);
                    if all.is_empty() {
                        reason = Reason::Inherited;
                    }
                    all.extend(inherited);
                }
                if let Some(found) = Found::definitions(all, reason) {
                    return Some(found);
                }
                if is_object_method(name) && wanted == Wanted::Called {
                    return Found::external();
                }
            }
            Around::Node(node) => {
                if let Some(local) = local(facts, place, node, name, wanted) {
                    return Found::one(Entity::Local(place.file, local), Reason::Scope);
                }
                let of = Definition { file: place.file, node };
                let is_type = facts.kind(node).is_some_and(is_object_type);
                if is_type && !is_head {
                    if let Some(found) = in_type(cx, of, name, wanted) {
                        return Some(found);
                    }
                } else if !is_type {
                    // A function that extends a type sees its members.
                    if matches!(wanted, Wanted::Value | Wanted::Called)
                        && let Some(of) =
                            extensions::receiver(cx, of).and_then(|of| of.definition())
                        && let Some(found) = in_type(cx, of, name, wanted)
                    {
                        return Some(found);
                    }
                    let own = members::own(cx, of, name, wanted);
                    if let Some(found) = Found::definitions(own, Reason::Scope) {
                        return Some(found);
                    }
                }
                if matches!(wanted, Wanted::Type | Wanted::Head)
                    && is_type
                    && facts.name(node) == name
                {
                    let mut all = members::parts(cx, of);
                    all.push(of);
                    all.sort_by_key(|part| (part.file != of.file, part.node));
                    return Found::definitions(all, Reason::Scope);
                }
                is_head &= !is_type;
            }
        }
    }
    None
}

/// A member of a type that encloses the place.
fn in_type(cx: &Resolver<'_>, of: Definition, name: &str, wanted: Wanted) -> Option<Found> {
    let all = members::all(cx, of, name, wanted);
    let is_own = all.first().is_some_and(|first| members::is_own(cx, of, *first));
    let reason = if is_own { Reason::Scope } else { Reason::Inherited };
    if all.is_empty() && wanted == Wanted::Called && is_object_method(name) {
        return Found::external();
    }
    Found::definitions(all, reason)
}

/// Whether every object has such a method.
fn is_object_method(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "toString",
        "equals",
        "hashCode",
        "getClass",
        "clone",
        "notify",
        "notifyAll",
        "wait",
        "finalize",
    ];
    NAMES.contains(&name)
}

/// A parameter, variable or type parameter of a definition, in force at the place.
fn local(facts: &Facts, place: Place, around: u32, name: &str, wanted: Wanted) -> Option<u32> {
    let suits = |kind| match wanted {
        Wanted::Type | Wanted::Head => kind == BindingKind::Bound,
        Wanted::Called => false,
        Wanted::Value => matches!(
            kind,
            BindingKind::Parameter
                | BindingKind::Declared
                | BindingKind::Assigned
                | BindingKind::Element
                | BindingKind::Entered
                | BindingKind::Passed
        ),
    };
    // The binding of a field says what that definition is, and is no local in it.
    if facts.name(around) == name
        && facts.kind(around).is_some_and(|k| !k.is_callable())
        && wanted == Wanted::Value
    {
        return None;
    }
    let in_force = facts.bound(name).rev().find(|(_, b)| {
        b.from == around
            && BindingKind::from_byte(b.kind).is_some_and(suits)
            && b.line <= place.line
            && place.line <= b.end_line
    });
    in_force.map(|(number, _)| number)
}

fn at_top(place: Place, name: &str, wanted: Wanted, facts: &Facts) -> Option<Found> {
    let all = facts.children(NO_INDEX, name);
    let suiting = all.filter(|&node| facts.kind(node).is_some_and(|kind| suits(kind, wanted)));
    let found = suiting.map(|node| Definition { file: place.file, node }).collect();
    Found::definitions(found, Reason::Scope)
}

/// The type whose object `this` means: the innermost one, with a name or without.
pub fn this(cx: &Resolver<'_>, place: Place) -> Type {
    let facts = cx.facts(place.file);
    for around in scopes::around(&facts, place) {
        match around {
            Around::Body(body) => return scopes::supertype(cx, place, body),
            Around::Node(node) if facts.kind(node).is_some_and(is_object_type) => {
                return Type::Object(Definition { file: place.file, node }, Vec::new());
            }
            Around::Node(node) => {
                let of = Definition { file: place.file, node };
                if let Some(of) = extensions::receiver(cx, of) {
                    return of;
                }
            }
        }
    }
    Type::Unknown
}

/// A member of what `this` means, when that is a type without a name: of its body, else inherited.
pub fn in_this(cx: &Resolver<'_>, place: Place, name: &str, wanted: Wanted) -> Option<Found> {
    let facts = cx.facts(place.file);
    let around = scopes::around(&facts, place);
    let innermost = around.iter().find(|around| match around {
        Around::Body(_) => true,
        Around::Node(node) => facts.kind(*node).is_some_and(is_object_type),
    });
    let Some(Around::Body(body)) = innermost else { return None };
    let own = scopes::in_body(&facts, place, *body, name);
    let own = own.into_iter().filter(|of| cx.kind(*of).is_some_and(|kind| suits(kind, wanted)));
    Found::definitions(own.collect(), Reason::Receiver)
}

/// The enclosing type that a member without a receiver is seen through, with the arguments that
/// it gives to the type that has the member.
pub fn seen_from(cx: &Resolver<'_>, place: Place, member: Definition) -> Option<Type> {
    let owner = members::owner(cx, member)?;
    let facts = cx.facts(place.file);
    let all = scopes::around(&facts, place).into_iter().filter_map(|around| match around {
        Around::Body(body) => Some(scopes::supertype(cx, place, body)),
        Around::Node(node) => {
            let of = Definition { file: place.file, node };
            facts.kind(node).is_some_and(is_object_type).then(|| Type::Object(of, Vec::new()))
        }
    });
    let mut all = all.filter(|of| {
        let has = |of| members::ancestry(cx, of).types.iter().any(|(known, _)| *known == owner);
        of.definition().is_some_and(has)
    });
    all.next()
}

/// The supertypes of what `this` means, in the order of the source, and whether there are others.
pub fn supers(cx: &Resolver<'_>, place: Place) -> (Vec<Type>, bool) {
    let facts = cx.facts(place.file);
    for around in scopes::around(&facts, place) {
        match around {
            Around::Body(body) => {
                let of = scopes::supertype(cx, place, body);
                let is_known = of.definition().is_some();
                return (vec![of], !is_known);
            }
            Around::Node(node) if facts.kind(node).is_some_and(is_object_type) => {
                let of = Definition { file: place.file, node };
                return supers_of(cx, of);
            }
            Around::Node(_) => {}
        }
    }
    (Vec::new(), true)
}

/// The direct supertypes of a type.
pub fn supers_of(cx: &Resolver<'_>, of: Definition) -> (Vec<Type>, bool) {
    let direct = cx.supers(of);
    let ancestry = members::ancestry(cx, of);
    let arguments = |of: Definition| {
        let known = ancestry.types.iter().find(|(known, _)| *known == of);
        known.map_or(Vec::new(), |(_, arguments)| arguments.clone())
    };
    let known = direct.known.iter().map(|&of| Type::Object(of, arguments(of))).collect();
    (known, direct.others)
}
