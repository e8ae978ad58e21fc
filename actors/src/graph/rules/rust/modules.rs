//! The tree of modules: which file a `mod` means, and which module a file is in.

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind};

use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// Most modules around each other.
const DEEPEST: usize = 64;

/// The module that a place stands in.
pub fn around(cx: &Resolver<'_>, place: Place) -> Module {
    let facts = cx.facts(place.file);
    let module = facts.around(place.from).find(|&n| facts.kind(n) == Some(NodeKind::Module));
    module.map_or(Module::File(place.file), |node| {
        Module::Inside(Definition { file: place.file, node })
    })
}

/// A place in a module, outside of all that it defines.
pub fn top(module: &Module) -> Option<Place> {
    let line = u32::MAX - 1;
    match module {
        Module::File(file) => Some(Place { file: *file, from: NO_INDEX, line, bound: u32::MAX }),
        Module::Inside(of) => Some(Place { file: of.file, from: of.node, line, bound: u32::MAX }),
        Module::Directory(_) | Module::Package(..) => None,
    }
}

/// What a `mod` is: itself, or the file that it names.
pub fn meant(cx: &Resolver<'_>, of: Definition) -> Module {
    let facts = cx.facts(of.file);
    let Some(node) = facts.node(of.node) else { return Module::Inside(of) };
    let has_content = facts.node(of.node + 1).is_some_and(|next| next.parent == of.node);
    if has_content || node.name_line != node.end_line {
        return Module::Inside(of);
    }
    let own = cx.key(of.file);
    if let Some(path) = written_path(&facts, of.node) {
        let found = paths::join(&paths::parent(&own), path).and_then(|key| cx.existing(&key));
        return found.map_or(Module::Inside(of), Module::File);
    }
    let mut outer: Vec<&str> = facts.around(node.parent).map(|n| facts.name(n)).collect();
    outer.reverse();
    outer.push(facts.name(of.node));
    let path = outer.join("/");
    file_below(cx, &own, path.trim_start_matches("r#")).map_or(Module::Inside(of), Module::File)
}

/// The file that `#[path]` gives a module.
fn written_path(facts: &Facts, node: u32) -> Option<&str> {
    let of = facts.node(node)?;
    let mut written = facts.bound("path").filter(|(_, b)| {
        b.kind == BindingKind::Export as u8 && of.line <= b.line && b.line <= of.name_line
    });
    written.next().map(|(_, b)| facts.text(b.text))
}

/// The file of a module below the one that is a file.
pub fn file_below(cx: &Resolver<'_>, own: &FileKey, path: &str) -> Option<FileId> {
    let directory = paths::parent(own);
    let stem = paths::stem(own);
    let below = if is_folder(own) {
        [Some(directory), None]
    } else {
        // Beside it too: a test or a binary is the root of a crate of its own.
        [paths::join(&directory, &stem), Some(directory)]
    };
    below.into_iter().flatten().find_map(|directory| in_directory(cx, &directory, path))
}

/// The file of a module directly in a directory.
pub fn in_directory(cx: &Resolver<'_>, directory: &FileKey, path: &str) -> Option<FileId> {
    let names = [format!("{path}.rs"), format!("{path}/mod.rs")];
    names.iter().find_map(|name| cx.existing(&paths::join(directory, name)?))
}

/// Whether the modules of a file stand beside it.
fn is_folder(file: &FileKey) -> bool {
    matches!(paths::file_name(file).as_str(), "mod.rs" | "lib.rs" | "main.rs")
}

/// The module around a module; `None` for the root of a crate.
pub fn parent(cx: &Resolver<'_>, module: &Module) -> Option<Module> {
    match module {
        Module::Inside(of) => {
            let facts = cx.facts(of.file);
            let outer = facts.node(of.node)?.parent;
            Some(around(cx, Place { file: of.file, from: outer, line: 0, bound: u32::MAX }))
        }
        Module::File(file) => {
            let memo = (module.clone(), "super".to_owned());
            let found = cx.once(&cx.names, memo, None, || {
                Found::one(Entity::Module(parent_of_file(cx, *file)?), Reason::Import)
            })?;
            match &found.entities[0] {
                Entity::Module(module) => Some(module.clone()),
                _ => None,
            }
        }
        Module::Directory(_) | Module::Package(..) => None,
    }
}

/// The files that may declare a file as a module by where they stand, the likeliest first; and
/// the name that it has there.
fn declaring(cx: &Resolver<'_>, own: &FileKey) -> (String, FileKey, Vec<FileId>) {
    let mut directory = paths::parent(own);
    let mut name = paths::stem(own);
    if name == "mod" {
        name = paths::file_name(&directory);
        directory = paths::parent(&directory);
    }
    let folder = paths::file_name(&directory);
    let outer = paths::parent(&directory);
    let names = [
        paths::join(&directory, "mod.rs"),
        (!folder.is_empty()).then(|| paths::join(&outer, &format!("{folder}.rs"))).flatten(),
        paths::join(&directory, "lib.rs"),
        paths::join(&directory, "main.rs"),
    ];
    let files = names.into_iter().flatten().filter(|key| key != own);
    (name, directory, files.filter_map(|key| cx.existing(&key)).collect())
}

fn parent_of_file(cx: &Resolver<'_>, file: FileId) -> Option<Module> {
    let own = cx.key(file);
    if matches!(paths::file_name(&own).as_str(), "lib.rs" | "main.rs") {
        return None;
    }
    let (name, directory, near) = declaring(cx, &own);
    let declared_in = |other: FileId, name: &str| {
        let facts = cx.facts(other);
        let modules =
            facts.named(name).iter().filter(|&&n| facts.kind(n) == Some(NodeKind::Module));
        let mut meant = modules
            .filter(|&&node| meant(cx, Definition { file: other, node }) == Module::File(file));
        let outer = facts.node(*meant.next()?)?.parent;
        Some(around(cx, Place { file: other, from: outer, line: 0, bound: u32::MAX }))
    };
    if let Some(found) = near.iter().find_map(|&other| declared_in(other, &name)) {
        return Some(found);
    }
    // A root with another name, or a module inside of a module.
    let above: Vec<FileKey> = paths::ancestors(&own).take(3).collect();
    let others = cx
        .index()
        .defining(&name)
        .into_iter()
        .filter(|key| *key != own && above.contains(&paths::parent(key)));
    let others: Vec<FileId> = others.map(|key| cx.file(&key)).collect();
    if let Some(found) = others.into_iter().find_map(|other| declared_in(other, &name)) {
        return Some(found);
    }
    let by_path = near.iter().find_map(|&other| {
        let facts = cx.facts(other);
        let mut written = facts.bound("path").filter(|(_, b)| {
            b.kind == BindingKind::Export as u8
                && paths::join(&paths::parent(&cx.key(other)), facts.text(b.text)).as_ref()
                    == Some(&own)
        });
        let (_, binding) = written.next()?;
        Some(around(cx, Place { file: other, from: binding.from, line: 0, bound: u32::MAX }))
    });
    // What a macro declares is not seen; a file stands where its module is all the same.
    let is_root =
        matches!(paths::file_name(&directory).as_str(), "bin" | "tests" | "benches" | "examples")
            || name == "build";
    let by_place = || near.first().filter(|_| !is_root).map(|&other| Module::File(other));
    by_path.or_else(by_place)
}

/// The root of the crate that a file belongs to: a file, or where there is none the whole root.
pub fn root(cx: &Resolver<'_>, file: FileId) -> Module {
    let mut module = Module::File(file);
    for _ in 0..DEEPEST {
        match parent(cx, &module) {
            Some(outer) => module = outer,
            None => break,
        }
    }
    let Module::File(file) = module else { return module };
    let key = cx.key(file);
    let has_manifest = || {
        paths::ancestors(&key).any(|directory| {
            paths::join(&directory, "Cargo.toml").is_some_and(|at| cx.index().has(&at))
        })
    };
    if matches!(paths::file_name(&key).as_str(), "lib.rs" | "main.rs") || has_manifest() {
        return Module::File(file);
    }
    Module::Directory(FileKey::new(key.root(), b""))
}
