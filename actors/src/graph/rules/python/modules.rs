//! Where dotted paths lead.

use std::collections::BTreeMap;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::NO_INDEX;

use super::library;
use crate::graph::model::{Entity, FileId, Found, Module, Reason};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// Directories beside a project's manifest that its modules stand in.
const SOURCES: [&str; 3] = ["src", "lib", "python"];

/// A module by its dotted path, as seen from a file.
pub fn module(cx: &Resolver<'_>, file: FileId, path: &str) -> Option<Module> {
    let key = cx.key(file);
    let dots = path.bytes().take_while(|b| *b == b'.').count();
    let parts: Vec<&str> = path[dots..].split('.').filter(|part| !part.is_empty()).collect();
    if dots > 0 {
        let directory = paths::ancestors(&key).nth(dots - 1)?;
        return below(cx, &directory, &parts);
    }
    for directory in paths::ancestors(&key).filter(|directory| !is_package(cx, directory)) {
        let found = below(cx, &directory, &parts).or_else(|| {
            let mut sources = SOURCES.iter().filter_map(|name| paths::join(&directory, name));
            sources.find_map(|sources| below(cx, &sources, &parts))
        });
        if found.is_some() {
            return found;
        }
    }
    // A root that is a package itself is not called by any path below it.
    let root = FileKey::new(key.root(), b"");
    let (first, rest) = parts.split_first()?;
    if is_package(cx, &root) && own_name(cx, &root).as_deref() == Some(*first) {
        return below(cx, &root, rest);
    }
    if library::has(first) {
        return None;
    }
    // A package of another repository that can be installed.
    cx.projects().iter().filter(|project| is_installed(cx, project)).find_map(|project| {
        let mut sources = SOURCES.iter().filter_map(|name| paths::join(project, name));
        let found =
            below(cx, project, &parts).or_else(|| sources.find_map(|s| below(cx, &s, &parts)));
        found.filter(|module| matches!(module, Module::File(_)))
    })
}

/// Whether a directory says how it is made a package.
fn is_installed(cx: &Resolver<'_>, directory: &FileKey) -> bool {
    ["pyproject.toml", "setup.py", "setup.cfg"]
        .iter()
        .any(|name| paths::join(directory, name).is_some_and(|file| cx.index().has(&file)))
}

fn is_package(cx: &Resolver<'_>, directory: &FileKey) -> bool {
    paths::join(directory, "__init__.py").is_some_and(|init| cx.index().has(&init))
}

/// What a package that is a whole root is called, by how its own files import from it: the name of
/// most imports whose rest is there.
fn own_name(cx: &Resolver<'_>, root: &FileKey) -> Option<String> {
    let key = (Module::Directory(root.clone()), "own name".to_owned());
    let found = cx.once(&cx.names, key, None, || {
        let init = cx.file(&paths::join(root, "__init__.py")?);
        let exported = cx.facts(init);
        let mut votes: BTreeMap<String, u32> = BTreeMap::new();
        for file in cx.index().directory(root) {
            let facts = cx.facts(cx.file(&file));
            for import in facts.imports() {
                let (name, from) = (facts.text(import.name), facts.text(import.qualifier));
                let path = if from.is_empty() { name } else { from };
                let mut parts = path.split('.');
                let Some(first) = parts.next().filter(|f| !f.is_empty()) else { continue };
                let rest: Vec<&str> = parts.collect();
                let is_there = match (rest.as_slice(), from) {
                    ([], "") => false,
                    ([], _) => {
                        below(cx, root, &[name]).is_some()
                            || exported.children(NO_INDEX, name).next().is_some()
                    }
                    (rest, _) => below(cx, root, rest).is_some(),
                };
                if is_there && !library::has(first) {
                    *votes.entry(first.to_owned()).or_default() += 1;
                }
            }
        }
        let most = *votes.values().max()?;
        let name = votes.into_iter().find(|(_, count)| *count == most)?.0;
        Found::one(Entity::Module(Module::Package(init, name)), Reason::Import)
    })?;
    match found.entities.into_iter().next()? {
        Entity::Module(Module::Package(_, name)) => Some(name),
        _ => None,
    }
}

/// A module by its path below a directory.
pub fn below(cx: &Resolver<'_>, directory: &FileKey, parts: &[&str]) -> Option<Module> {
    let path = parts.join("/");
    for name in ["__init__.py", "__init__.pyi"] {
        let init = paths::join(directory, &format!("{path}/{name}"))?;
        if let Some(file) = cx.existing(&init) {
            return Some(Module::File(file));
        }
    }
    if parts.is_empty() {
        return Some(Module::Directory(directory.clone()));
    }
    for extension in ["py", "pyi"] {
        let file = paths::join(directory, &format!("{path}.{extension}"))?;
        if let Some(file) = cx.existing(&file) {
            return Some(Module::File(file));
        }
    }
    let directory = paths::join(directory, &path)?;
    let holds =
        cx.index().directory(&directory).iter().any(|key| paths::file_name(key).ends_with(".py"));
    holds.then_some(Module::Directory(directory))
}
