//! What encloses a place: definitions, and bodies of types without a name between them.

use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Place, Type};
use crate::graph::resolver::Resolver;

use super::Wanted;
use super::generics;

/// Something around a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// A definition, by its index.
    Node(u32),
    /// The body of a type without a name, by the number of its binding.
    Body(u32),
}

/// What is around a place, innermost first.
pub fn around(facts: &Facts, place: Place) -> Vec<Around> {
    let mut found = Vec::new();
    let mut lines = (place.line, place.line);
    for node in facts.around(place.from) {
        found.extend(facts.bodies(node, lines).map(|(number, _)| Around::Body(number)));
        found.push(Around::Node(node));
        lines = facts.node(node).map_or(lines, |n| (n.line, n.end_line));
    }
    found
}

/// The supertype that the body of a type without a name extends.
pub fn supertype(cx: &Resolver<'_>, place: Place, body: u32) -> Type {
    cx.once(&cx.types, (place.file, body), Type::Unknown, || {
        let facts = cx.facts(place.file);
        let Some(binding) = facts.bindings().get(body as usize) else { return Type::Unknown };
        let place =
            Place { file: place.file, from: binding.from, line: binding.line, bound: u32::MAX };
        generics::read(cx, place, facts.text(binding.text), Wanted::Head)
    })
}

/// The definitions called `name` that stand in the body of a type without a name.
pub fn in_body(facts: &Facts, place: Place, body: u32, name: &str) -> Vec<Definition> {
    let Some(binding) = facts.bindings().get(body as usize) else { return Vec::new() };
    let within = |&node: &u32| {
        facts.node(node).is_some_and(|n| {
            binding.line <= n.line
                && n.end_line <= binding.end_line
                // Not in a body within this one.
                && facts
                    .bodies(binding.from, (n.line, n.end_line))
                    .next()
                    .is_some_and(|(inner, _)| inner == body)
        })
    };
    let file = place.file;
    facts
        .children(binding.from, name)
        .filter(within)
        .map(|node| Definition { file, node })
        .collect()
}
