//! Rust: a crate is a tree of modules, in files or inside of each other; names live in three
//! spaces, and members of a type may stand in any file of its crate.

mod crates;
mod generics;
mod guess;
mod manifest;
mod members;
mod modules;
mod names;
mod patterns;
mod scopes;
mod standard;
mod types;

use heimdall_schema::record::{Binding, NodeKind, Reference, ReferenceKind};

use super::{Answered, Rules};
use crate::graph::expression::{self, Expression};
use crate::graph::facts::Facts;
use crate::graph::model::{Entity, FileId, Found, Module, Place, Reason, Type};
use crate::graph::resolver::Resolver;
use crate::graph::written::Written;
use names::Space;

pub struct Rust;

impl Rules for Rust {
    fn languages(&self) -> &'static [&'static str] {
        &["rust"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &["self"]
    }

    fn super_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn local_name<'f>(&self, facts: &'f Facts, import: &Reference) -> &'f str {
        names::local_name(facts, import)
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        let facts = cx.facts(file);
        let number = facts.numbered_imports().find(|(_, other)| *other == import)?.0;
        let spaces = [Space::Type, Space::Value, Space::Macro];
        let all = spaces.into_iter().filter_map(|s| scopes::import(cx, file, number, s));
        let mut entities: Vec<Entity> = all.flat_map(|found| found.entities).collect();
        // Of a function and the module of its name, the function is meant by most.
        entities.sort_by_key(|entity| matches!(entity, Entity::Module(_) | Entity::External));
        entities.dedup();
        (!entities.is_empty()).then_some(Found { entities, reason: Reason::Import })
    }

    fn leads_outside(&self, path: &str) -> bool {
        let first = path.split("::").next().unwrap_or(path);
        !matches!(first, "crate" | "self" | "super" | "Self" | "")
    }

    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let found = self.import(cx, file, import).map(|found| found.entities).unwrap_or_default();
        match found.first() {
            Some(Entity::Module(Module::File(other))) if *other != file => vec![*other],
            _ => Vec::new(),
        }
    }

    fn reference(&self, cx: &Resolver<'_>, file: FileId, of: &Reference) -> Option<Answered> {
        let facts = cx.facts(file);
        let place = Place { file, from: of.from, line: of.line, bound: u32::MAX };
        let (name, qualifier) = (facts.text(of.name), facts.text(of.qualifier));
        let mark = facts.text(of.alias);
        let by_path = |space| {
            let path = if qualifier.is_empty() {
                name.to_owned()
            } else {
                format!("{}::{name}", names::without_gaps(qualifier))
            };
            names::path(cx, place, &path, space, None)
        };
        let found = match ReferenceKind::from_byte(of.kind) {
            _ if mark == "!" => by_path(Space::Macro),
            Some(ReferenceKind::Call) if mark == "::" || qualifier.is_empty() => {
                by_path(Space::Value)
            }
            Some(ReferenceKind::Call) => {
                let place = patterns::before_own_value(cx, place, qualifier, name);
                let receiver = cx.type_of(&read(qualifier), place);
                let found = members::member(cx, &receiver, name, place);
                let found = found.map(|(found, _)| members::as_called(cx, found));
                found.or_else(|| guess::method(cx, &receiver, name, place))
            }
            _ => by_path(Space::Type).or_else(|| by_path(Space::Macro)),
        };
        Some(found.filter(|found| !names::is_parameter(cx, found)))
    }

    fn lookup(&self, cx: &Resolver<'_>, place: Place, name: &str) -> Option<Answered> {
        let found = names::name(cx, place, name, Space::Value, None);
        Some(found.or_else(|| names::name(cx, place, name, Space::Type, None)))
    }

    fn type_of(&self, cx: &Resolver<'_>, of: &Expression, place: Place) -> Option<Type> {
        Some(types::type_of(cx, of, place))
    }

    fn bound(
        &self,
        cx: &Resolver<'_>,
        file: FileId,
        binding: &Binding,
        place: Place,
    ) -> Option<Type> {
        patterns::bound(cx, file, binding, place)
    }

    fn object(&self, cx: &Resolver<'_>, written: &Written, place: Place) -> Option<Type> {
        Some(types::object(cx, written, place))
    }
}

/// Reads an expression. What follows a `?` is a member of what it unwraps.
fn read(text: &str) -> Expression {
    if text.contains("?.") {
        return expression::read(&text.replace("?.", "?!."));
    }
    expression::read(text)
}

/// Whether a kind of definition stands in a type or its implementation.
fn is_type(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Struct | NodeKind::Enum | NodeKind::Union | NodeKind::Trait)
}
