//! Which of several definitions of one name a file gets: what it includes, then what it is linked
//! with.

use heimdall_schema::record::{BindingKind, NodeKind};

use super::{includes, scopes, standard};
use crate::graph::model::{Definition, FileId};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// Whether it only declares what is defined elsewhere.
pub fn is_forward(cx: &Resolver<'_>, definition: Definition) -> bool {
    let facts = cx.facts(definition.file);
    facts.results(definition.node).any(|b| b.kind == BindingKind::Forward as u8)
}

/// Whether only the file that it stands in is linked with it.
fn is_hidden(cx: &Resolver<'_>, definition: Definition) -> bool {
    let facts = cx.facts(definition.file);
    let is_static = facts
        .results(definition.node)
        .any(|b| b.kind == BindingKind::Result as u8 && facts.text(b.text).starts_with("static"));
    is_static && facts.kind(definition.node) == Some(NodeKind::Function)
}

fn is_header(cx: &Resolver<'_>, file: FileId) -> bool {
    let name = paths::file_name(&cx.key(file));
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    !matches!(extension, "c" | "cc" | "cpp" | "cxx" | "c++" | "C")
}

/// The definitions that `from` may mean, best first. What it cannot see is left out.
pub fn ranked(cx: &Resolver<'_>, from: FileId, found: Vec<Definition>) -> Vec<Definition> {
    if found.len() < 2 && found.iter().all(|d| d.file == from) {
        return found;
    }
    let unit = includes::unit(cx, from);
    let is_seen = |d: &Definition| d.file == from || unit.files.contains(&d.file);
    let is_macro =
        |d: &Definition| matches!(cx.kind(*d), Some(NodeKind::Macro | NodeKind::Constant));
    let is_declared = found.iter().any(|d| is_seen(d) && !is_macro(d));
    let mut ranked: Vec<(u8, Definition)> = Vec::with_capacity(found.len());
    for definition in cx.nearest(from, found) {
        let is_own = definition.file == from;
        let seen = is_seen(&definition);
        if !seen && cx.project(definition.file) != unit.project {
            continue;
        }
        let rank = if is_macro(&definition) {
            match (is_own, seen) {
                (true, _) if !is_declared => 0,
                (_, true) => 5,
                (_, false) if is_header(cx, definition.file) => 8,
                (_, false) => continue,
            }
        } else if is_forward(cx, definition) {
            if seen { 4 } else { 7 }
        } else if is_own {
            0
        } else if seen {
            2
        } else if is_hidden(cx, definition) {
            continue;
        } else if is_declared {
            3
        } else {
            6
        };
        ranked.push((rank, definition));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    for same in ranked.chunk_by_mut(|a, b| a.0 == b.0 && a.1.file == b.1.file) {
        if cx.facts(same[0].1.file).language() == "c" {
            // Of several bodies the last is what is left when no condition holds.
            same.reverse();
        }
    }
    ranked.into_iter().map(|(_, definition)| definition).collect()
}

/// The found definitions with the others of the same name in the same scope: the bodies of what is
/// only declared, and overloads.
pub fn completed(cx: &Resolver<'_>, found: Vec<Definition>) -> Vec<Definition> {
    let Some(&first) = found.first() else { return found };
    let facts = cx.facts(first.file);
    let is_body = |d: &Definition| {
        d.file == first.file && !is_forward(cx, *d) && cx.kind(*d) != Some(NodeKind::Macro)
    };
    let is_method = facts.kind(first.node) == Some(NodeKind::Method);
    let is_whole = if is_method { found.iter().all(is_body) } else { found.iter().any(is_body) };
    if is_whole && (is_method || facts.language() == "c") {
        return if is_method { found } else { ordered(cx, first.file, found) };
    }
    let (scope, name) = (facts.scope(first.node), facts.name(first.node));
    let mut all = scopes::members(cx, first.file, scope, name);
    all.retain(|d| cx.kind(*d).is_some_and(NodeKind::is_callable));
    if standard::is_function(name) && !is_method {
        all.retain(|d| d.file == first.file);
    }
    if is_method {
        // In the order in which the class declares them.
        let mut found = found;
        all.retain(|d| !found.contains(d));
        found.extend(all);
        return found;
    }
    for definition in found {
        if !all.contains(&definition) {
            all.push(definition);
        }
    }
    ordered(cx, first.file, all)
}

/// Bodies before declarations, else in the order given.
fn ordered(cx: &Resolver<'_>, from: FileId, found: Vec<Definition>) -> Vec<Definition> {
    if found.iter().all(|d| d.file == from) {
        let mut found = found;
        if cx.facts(from).language() == "c" {
            found.reverse();
        }
        found.sort_by_key(|d| is_forward(cx, *d));
        return found;
    }
    ranked(cx, from, found)
}
