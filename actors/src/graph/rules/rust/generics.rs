//! Type parameters: their bounds, and what they stand for in a value of a type.

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind};

use super::names;
use super::types::self_type;
use crate::graph::model::{Definition, FileId, Place, Type};
use crate::graph::resolver::Resolver;
use crate::graph::written;

/// How deep arguments of types are replaced.
const DEEPEST: u32 = 6;

/// The bounds of a type parameter, in the order of the source.
pub fn bounds(cx: &Resolver<'_>, file: FileId, number: u32) -> Vec<Type> {
    let facts = cx.facts(file);
    let Some(first) = facts.bindings().get(number as usize) else { return Vec::new() };
    let name = facts.text(first.name);
    let mut found = Vec::new();
    let same = facts.bound(name).filter(|(_, b)| {
        b.kind == BindingKind::Bound as u8 && (b.from, b.end_line) == (first.from, first.end_line)
    });
    for (_, bound) in same {
        let place =
            Place { file, from: bound.from, line: bound.line.max(first.line), bound: u32::MAX };
        for part in written::split(facts.text(bound.text), '+') {
            let part = part.trim().trim_start_matches(['?', ':']).trim();
            if !part.is_empty() && !part.starts_with('\'') {
                found.push(cx.object_from_text(place, without_lifetimes(part)));
            }
        }
    }
    found
}

/// What a method adds to the bounds of a parameter of its type: `where T: Bound`.
pub fn bounds_here(cx: &Resolver<'_>, file: FileId, number: u32, place: Place) -> Vec<Type> {
    if place.file != file {
        return Vec::new();
    }
    let facts = cx.facts(file);
    let name = facts.bindings().get(number as usize).map_or("", |b| facts.text(b.name));
    match names::parameter(&facts, place, name) {
        Some(here) if here != number => bounds(cx, file, here),
        _ => Vec::new(),
    }
}

/// `for<'a> Fn(&'a T)` without what is before the trait.
fn without_lifetimes(bound: &str) -> &str {
    match bound.strip_prefix("for<") {
        Some(rest) => rest.split_once('>').map_or(bound, |(_, rest)| rest.trim()),
        None => bound,
    }
}

/// The type parameters of a definition, in the order of the source.
fn parameters(cx: &Resolver<'_>, of: Definition) -> Vec<String> {
    let facts = cx.facts(of.file);
    let lines = facts.node(of.node).map_or(0..0, |node| node.line..node.end_line + 1);
    let mut names: Vec<String> = Vec::new();
    for binding in facts.bindings_on(lines) {
        let name = facts.text(binding.name);
        if binding.kind == BindingKind::Bound as u8
            && binding.from == of.node
            && !names.iter().any(|n| n == name)
        {
            names.push(name.to_owned());
        }
    }
    names
}

/// A type with the parameters of a structure replaced by the arguments that a value of it has.
pub fn of_structure(cx: &Resolver<'_>, of: Definition, found: &Type, on: &Type) -> Type {
    let Type::Object(_, arguments) = on else { return found.clone() };
    let facts = cx.facts(of.file);
    let structure = match cx.kind(of) {
        Some(NodeKind::Variant) => {
            let parent = facts.node(of.node).map_or(NO_INDEX, |node| node.parent);
            Definition { node: parent, ..of }
        }
        _ => of,
    };
    replaced_by(cx, structure, found, arguments)
}

/// A type with the parameters of a definition replaced by arguments.
pub fn replaced_by(cx: &Resolver<'_>, of: Definition, found: &Type, arguments: &[Type]) -> Type {
    if arguments.is_empty() {
        return found.clone();
    }
    let names = parameters(cx, of);
    replaced(found, 0, &|other| match other {
        Type::Variable(file, number) if *file == of.file => {
            let facts = cx.facts(of.file);
            let binding = facts.bindings().get(*number as usize)?;
            let at = names.iter().position(|n| *n == facts.text(binding.name))?;
            arguments.get(at).filter(|a| !a.is_unknown()).cloned()
        }
        _ => None,
    })
}

/// What a member gives, seen from the value that it is a member of.
pub fn on_receiver(cx: &Resolver<'_>, member: Definition, found: &Type, on: &Type) -> Type {
    let facts = cx.facts(member.file);
    let parent = facts.node(member.node).map_or(NO_INDEX, |node| node.parent);
    if facts.kind(parent) == Some(NodeKind::Trait) {
        // `Self` of a trait is what it is called on.
        let of = Definition { file: member.file, node: parent };
        return replaced(found, 0, &|other| match other {
            Type::Object(definition, _) if *definition == of => Some(on.clone()),
            _ => None,
        });
    }
    let Type::Object(definition, arguments) = on else { return found.clone() };
    if arguments.is_empty() {
        return found.clone();
    }
    let Type::Object(of, names) = self_type(cx, cx.inside(member)) else { return found.clone() };
    if of != *definition {
        return found.clone();
    }
    replaced(found, 0, &|other| match other {
        Type::Variable(..) => {
            let at = names.iter().position(|name| name == other)?;
            arguments.get(at).filter(|a| !a.is_unknown()).cloned()
        }
        _ => None,
    })
}

fn replaced(of: &Type, depth: u32, by: &dyn Fn(&Type) -> Option<Type>) -> Type {
    if let Some(found) = by(of) {
        return found;
    }
    let inside = |arguments: &[Type]| {
        arguments.iter().map(|a| replaced(a, depth + 1, by)).collect::<Vec<_>>()
    };
    match of {
        _ if depth > DEEPEST => of.clone(),
        Type::Object(definition, arguments) => Type::Object(*definition, inside(arguments)),
        Type::Named(name, arguments) => Type::Named(name.clone(), inside(arguments)),
        other => other.clone(),
    }
}
