//! What a scope holds: what it defines, what its imports and wildcards bring in, its macros.

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind};

use super::names::{self, Space, entity, found, local_name, near};
use super::{modules, standard};
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason};
use crate::graph::resolver::Resolver;

/// How unlikely what stands on some lines is to be compiled, of several with one name.
pub fn unlikeliness(facts: &Facts, first: u32, last: u32) -> u32 {
    let written = facts
        .bound("cfg")
        .filter(|(_, b)| b.kind == BindingKind::Export as u8 && first <= b.line && b.line <= last);
    let rank = |text: &str| match text {
        "(test)" | "(loom)" | "(miri)" | "(doc)" => 3,
        text if text.contains("not(feature = \"std\"") => 2,
        text if text.starts_with("(not(") => 0,
        text if text.contains("windows") || text.contains("wasm") => 1,
        _ => 0,
    };
    written.map(|(_, b)| rank(facts.text(b.text))).max().unwrap_or(0)
}

/// What a scope itself defines.
pub fn items(
    cx: &Resolver<'_>,
    file: FileId,
    node: u32,
    scope: &str,
    name: &str,
    space: Space,
) -> Option<Found> {
    let facts = cx.facts(file);
    let all = facts.children(node, name).filter(|&n| {
        facts.scope(n) == scope && facts.kind(n).is_some_and(|kind| space.holds(kind))
    });
    let mut all: Vec<u32> = all.collect();
    all.sort_by_key(|&n| {
        let node = facts.node(n);
        node.map_or(0, |node| unlikeliness(&facts, node.line, node.name_line))
    });
    let all = all.into_iter().map(|node| entity(cx, Definition { file, node }));
    found(all.collect(), Reason::Scope)
}

/// What the imports of a scope bring in; external when there is one and nothing is found.
pub fn imported(
    cx: &Resolver<'_>,
    file: FileId,
    node: u32,
    name: &str,
    space: Space,
    skip: Option<u32>,
) -> Option<Found> {
    let facts = cx.facts(file);
    let mut entities = Vec::new();
    let mut external = None;
    let mut imports: Vec<(u32, u32)> = facts
        .numbered_imports()
        .filter(|&(number, import)| {
            import.from == node && local_name(&facts, import) == name && skip != Some(number)
        })
        .map(|(number, import)| {
            // Attributes stand on the line above.
            (unlikeliness(&facts, import.line.saturating_sub(1), import.line), number)
        })
        .collect();
    if imports.len() > 1 {
        imports.sort_unstable();
    }
    for (rank, number) in imports {
        if external.is_some_and(|other| other < rank) {
            break;
        }
        match import(cx, file, number, space) {
            Some(found) if !found.is_external() => {
                // The same name for each of several platforms.
                let new = found.entities.into_iter().filter(|e| !entities.contains(e));
                let new: Vec<_> = new.collect();
                entities.extend(new);
            }
            Some(_) => external = external.or(Some(rank)),
            None => {
                let other = [Space::Type, Space::Value, Space::Macro].into_iter();
                let mut other = other.filter(|other| *other != space);
                if !other.any(|s| import(cx, file, number, s).is_some()) {
                    external = external.or(Some(rank));
                }
            }
        }
    }
    found(entities, Reason::Import).or_else(|| external.and_then(|_| Found::external()))
}

/// What an import brings in of one space, by its number in the record.
pub fn import(cx: &Resolver<'_>, file: FileId, number: u32, space: Space) -> Option<Found> {
    let memo = (Module::File(file), format!("{} use {number}", space.letter()));
    cx.once(&cx.names, memo, None, || {
        let facts = cx.facts(file);
        let import = facts.references().get(number as usize)?;
        let path = match (facts.text(import.qualifier), facts.text(import.name)) {
            (path, "self" | "*") if !path.is_empty() => path.to_owned(),
            ("", name) => name.to_owned(),
            (path, name) => format!("{path}::{name}"),
        };
        let place = Place { file, from: import.from, line: import.line, bound: u32::MAX };
        let found = names::path(cx, place, &path, space, Some(number)).or_else(|| {
            // The older kind of path begins at the root of the crate.
            let root = modules::top(&modules::root(cx, file))?;
            let head = path.split("::").next()?;
            let is_ours = !matches!(head, "self" | "super" | "crate" | "");
            (is_ours && (root.file, root.from) != (file, import.from))
                .then(|| names::path(cx, root, &path, space, None))?
        })?;
        Some(found.because(Reason::Import))
    })
}

/// What the wildcards of a scope bring in.
pub fn by_glob(
    cx: &Resolver<'_>,
    file: FileId,
    node: u32,
    name: &str,
    space: Space,
) -> Option<Found> {
    let facts = cx.facts(file);
    for (number, import) in facts.numbered_imports() {
        if import.from != node || facts.text(import.name) != "*" {
            continue;
        }
        let Some(from) = self::import(cx, file, number, Space::Type) else { continue };
        let inside = match &from.entities[0] {
            Entity::Module(module) => in_module(cx, module, name, space, None),
            Entity::Definition(of) => variants(cx, *of, name, space),
            _ => None,
        };
        if let Some(inside) = inside {
            return Some(inside.because(Reason::Wildcard));
        }
    }
    None
}

/// The variants of an enumeration, which may be imported like what a module holds.
fn variants(cx: &Resolver<'_>, of: Definition, name: &str, space: Space) -> Option<Found> {
    let facts = cx.facts(of.file);
    let all = facts
        .children(of.node, name)
        .filter(|&n| facts.kind(n) == Some(NodeKind::Variant) && space != Space::Macro);
    let all = all.map(|node| Definition { file: of.file, node });
    Found::definitions(all.collect(), Reason::Import)
}

/// A name of a module: what it defines, imports, or has below it.
pub fn in_module(
    cx: &Resolver<'_>,
    module: &Module,
    name: &str,
    space: Space,
    skip: Option<u32>,
) -> Option<Found> {
    if skip.is_some() {
        return in_module_now(cx, module, name, space, skip);
    }
    let memo = (module.clone(), format!("{} {name}", space.letter()));
    cx.once(&cx.names, memo, None, || in_module_now(cx, module, name, space, None))
}

fn in_module_now(
    cx: &Resolver<'_>,
    module: &Module,
    name: &str,
    space: Space,
    skip: Option<u32>,
) -> Option<Found> {
    let (file, node, scope) = match module {
        Module::File(file) => (*file, NO_INDEX, String::new()),
        Module::Inside(of) => (of.file, of.node, cx.facts(of.file).qualified(of.node)),
        Module::Directory(directory) if space == Space::Type => {
            let file = modules::in_directory(cx, directory, name)?;
            return Found::one(Entity::Module(Module::File(file)), Reason::Import);
        }
        Module::Directory(_) | Module::Package(..) => return None,
    };
    items(cx, file, node, &scope, name, space)
        .or_else(|| imported(cx, file, node, name, space, skip))
        .or_else(|| {
            // A module that a macro declares.
            let is_file = matches!(module, Module::File(_)) && space == Space::Type;
            let below = is_file.then(|| modules::file_below(cx, &cx.key(file), name)).flatten()?;
            let module = Module::File(below);
            (modules::parent(cx, &module) == Some(Module::File(file)))
                .then(|| Found::one(Entity::Module(module), Reason::Import))?
        })
        .or_else(|| by_glob(cx, file, node, name, space))
        .or_else(|| (space == Space::Macro).then(|| exported_macro(cx, file, name)).flatten())
}

/// A macro by a bare name: the textual one, one that is imported, one of the crate.
pub fn macro_named(
    cx: &Resolver<'_>,
    place: Place,
    name: &str,
    skip: Option<u32>,
) -> Option<Found> {
    let facts = cx.facts(place.file);
    let own = facts.named(name).iter().copied().filter(|&n| facts.kind(n) == Some(NodeKind::Macro));
    // One in a module around the place, or one that is not hidden by a common name.
    let own = own.filter(|&n| {
        let parent = facts.node(n).map_or(NO_INDEX, |node| node.parent);
        parent == NO_INDEX
            || facts.around(place.from).any(|around| around == parent)
            || !standard::is_macro(name)
    });
    let own: Vec<u32> = own.collect();
    let line = |n: u32| facts.node(n).map_or(0, |node| node.line);
    let before = own.iter().rev().find(|&&n| line(n) <= place.line).or(own.first());
    if let Some(&node) = before {
        let own = Definition { file: place.file, node };
        return Found::one(Entity::Definition(own), Reason::Scope);
    }
    in_module(cx, &modules::around(cx, place), name, Space::Macro, skip)
}

/// A macro that stands anywhere in the crate of a file.
fn exported_macro(cx: &Resolver<'_>, file: FileId, name: &str) -> Option<Found> {
    if standard::is_macro(name) {
        return None;
    }
    let root = modules::root(cx, file);
    let all = near(cx, file, name).into_iter().filter(|&definition| {
        cx.kind(definition) == Some(NodeKind::Macro) && modules::root(cx, definition.file) == root
    });
    Found::definitions(cx.nearest(file, all.collect()), Reason::Package)
}
