//! What a type has and inherits.

use std::sync::Arc;

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind};

use crate::graph::facts::Facts;
use crate::graph::model::is_object_type;
use crate::graph::model::{Definition, Entity, Place, Type};
use crate::graph::resolver::Resolver;

use super::dialect::{Dialect, Merges};
use super::{Wanted, generics, packages};

/// Most supertypes of one type that are looked at.
const MOST_SUPERTYPES: usize = 64;

/// A type and all its supertypes, nearest first, with the arguments that each of them gets, in
/// the type parameters of the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ancestry {
    pub types: Vec<(Definition, Vec<Type>)>,
    /// Whether there is a supertype outside of the index, or one that could not be told.
    pub others: bool,
}

/// A type and all its supertypes.
pub fn ancestry(cx: &Resolver<'_>, of: Definition) -> Arc<Ancestry> {
    let itself = || {
        let parameters = generics::parameters(cx, of);
        (of, parameters.into_iter().map(|(file, number)| Type::Variable(file, number)).collect())
    };
    let cut = Arc::new(Ancestry { types: vec![itself()], others: true });
    cx.once(&cx.ancestries, of, cut, || {
        let mut found = Ancestry { types: vec![itself()], others: false };
        let mut at = 0;
        while let Some((definition, arguments)) = found.types.get(at).cloned() {
            at += 1;
            for part in parts(cx, definition) {
                if found.types.iter().all(|(known, _)| *known != part) {
                    found.types.insert(at, (part, arguments.clone()));
                }
            }
            let supers = cx.supers(definition);
            found.others |= supers.others;
            let written = written_supers(cx, definition);
            for of in supers.known {
                let is_new = found.types.iter().all(|(known, _)| *known != of);
                if !is_new || found.types.len() >= MOST_SUPERTYPES {
                    continue;
                }
                let given = written.iter().find_map(|known| match known {
                    Type::Object(known, given) if *known == of => Some(given.clone()),
                    _ => None,
                });
                let given = given.unwrap_or_default().into_iter();
                let given = given.map(|t| generics::replaced(cx, t, definition, &arguments));
                let given = given.collect();
                found.types.push((of, given));
            }
        }
        Arc::new(found)
    })
}

/// The other definitions of the same type.
pub fn parts(cx: &Resolver<'_>, of: Definition) -> Vec<Definition> {
    let facts = cx.facts(of.file);
    let merges = Dialect::of(&facts).merges;
    let Some(parent) = facts.node(of.node).map(|node| node.parent) else { return Vec::new() };
    let name = facts.name(of.node);
    let is_type = |node: u32| facts.kind(node).is_some_and(is_object_type);
    let is_top = !is_type(parent);
    match merges {
        Merges::None => Vec::new(),
        Merges::Package if is_top => {
            let package = packages::own(&facts, of.node);
            let all = packages::in_package(cx, of.file, &package, name, Wanted::Type);
            let all = all.map_or(Vec::new(), |found| found.entities);
            let other = |entity| match entity {
                Entity::Definition(part) if part != of => Some(part),
                _ => None,
            };
            all.into_iter().filter_map(other).collect()
        }
        Merges::Package | Merges::Beside => facts
            .children(parent, name)
            .filter(|&node| node != of.node && is_type(node))
            .map(|node| Definition { node, ..of })
            .collect(),
    }
}

/// The supertypes that are written with arguments.
fn written_supers(cx: &Resolver<'_>, of: Definition) -> Vec<Type> {
    let facts = cx.facts(of.file);
    let line = facts.node(of.node).map_or(0, |node| node.line);
    let place = Place { file: of.file, from: of.node, line, bound: u32::MAX };
    let supers = facts.results(of.node).filter(|b| b.kind == BindingKind::Super as u8);
    supers.map(|b| generics::read(cx, place, facts.text(b.text), Wanted::Head)).collect()
}

/// Whether a definition of that kind can be what is wanted.
pub fn suits(kind: NodeKind, wanted: Wanted) -> bool {
    use NodeKind::*;
    match wanted {
        Wanted::Type | Wanted::Head => is_object_type(kind),
        Wanted::Value => matches!(kind, Field | Constant | Variable | Property | Variant),
        Wanted::Called => kind.is_callable() && kind != Constructor,
    }
}

/// The own members of a type that are called `name`.
pub fn own(cx: &Resolver<'_>, of: Definition, name: &str, wanted: Wanted) -> Vec<Definition> {
    let facts = cx.facts(of.file);
    let all = facts.children(of.node, name);
    let suiting = all.filter(|&node| {
        facts.kind(node).is_some_and(|kind| suits(kind, wanted))
            || wanted == Wanted::Called && is_component(&facts, node)
    });
    suiting.map(|node| Definition { file: of.file, node }).collect()
}

/// The parameters that stand in the head of a type, as bindings of its file.
pub fn components(cx: &Resolver<'_>, of: Definition) -> Vec<u32> {
    let facts = cx.facts(of.file);
    let Some(node) = facts.node(of.node) else { return Vec::new() };
    let is_own = |from: u32| {
        from == of.node
            || facts.node(from).is_some_and(|inner| inner.parent == of.node)
                && !facts.kind(from).is_some_and(|kind| kind.is_callable() || is_object_type(kind))
    };
    let inside = facts.numbered_on(node.line..node.end_line + 1);
    let head = inside.take_while(|(_, b)| {
        b.from == NO_INDEX || b.from == of.node || is_own(b.from) || b.from < of.node
    });
    let parameters = head.filter(|(_, b)| b.kind == BindingKind::Parameter as u8 && is_own(b.from));
    parameters.map(|(number, _)| number).collect()
}

/// Whether a field is a component of a record: it is called to be read.
fn is_component(facts: &Facts, node: u32) -> bool {
    facts.kind(node) == Some(NodeKind::Field) && facts.parameters(node).next().is_some()
}

/// The members of a type that are called `name`, own ones first. What is called may have overloads
/// in any of the supertypes; of everything else only the nearest counts.
pub fn all(cx: &Resolver<'_>, of: Definition, name: &str, wanted: Wanted) -> Vec<Definition> {
    let mut found = Vec::new();
    for (of, _) in &ancestry(cx, of).types {
        found.extend(own(cx, *of, name, wanted));
        if !found.is_empty() && wanted != Wanted::Called {
            break;
        }
    }
    if wanted == Wanted::Called {
        // A method that reads a component stands for it.
        let is_method = |of: &Definition| cx.kind(*of).is_some_and(NodeKind::is_callable);
        if found.iter().any(is_method) {
            found.retain(is_method);
        }
    }
    found
}

/// Whether a member is one of the type itself, not one that it inherits.
pub fn is_own(cx: &Resolver<'_>, of: Definition, member: Definition) -> bool {
    owner(cx, member).is_some_and(|owner| owner == of || parts(cx, of).contains(&owner))
}

/// The type that a definition is a member of.
pub fn owner(cx: &Resolver<'_>, member: Definition) -> Option<Definition> {
    let facts = cx.facts(member.file);
    let node = facts.node(member.node).map_or(NO_INDEX, |node| node.parent);
    facts.kind(node).is_some_and(is_object_type).then_some(Definition { node, ..member })
}

/// The constructors of a type.
pub fn constructors(cx: &Resolver<'_>, of: Definition) -> Vec<Definition> {
    let facts = cx.facts(of.file);
    let own = |&node: &u32| {
        facts.kind(node) == Some(NodeKind::Constructor)
            && facts.node(node).is_some_and(|n| n.parent == of.node)
    };
    let names = [facts.name(of.node), "constructor", "this"];
    let all = names.iter().flat_map(|name| facts.named(name).iter().copied().filter(own));
    let mut found: Vec<_> = all.map(|node| Definition { file: of.file, node }).collect();
    for part in parts(cx, of) {
        let facts = cx.facts(part.file);
        let all = names.iter().flat_map(|name| facts.children(part.node, name));
        let own = all.filter(|&node| facts.kind(node) == Some(NodeKind::Constructor));
        found.extend(own.map(|node| Definition { file: part.file, node }));
    }
    found
}
