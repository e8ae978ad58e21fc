//! Where the path of an import lies: modules by their manifest, workspaces, replacements, vendored
//! packages.

use heimdall_schema::id::FileKey;

use crate::graph::model::{Entity, Found, Module, Reason};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// The directory of a package by its path, as seen from a file. `None` when it is not in the index.
pub fn directory(cx: &Resolver<'_>, file: &FileKey, path: &str) -> Option<FileKey> {
    let from = paths::parent(file);
    let module = Module::Directory(from.clone());
    let found = cx.once(&cx.names, (module, format!("import {path}")), None, || {
        let found = search(cx, &from, path)?;
        Found::one(Entity::Module(Module::Directory(found)), Reason::Import)
    })?;
    match found.entities.into_iter().next()? {
        Entity::Module(Module::Directory(directory)) => Some(directory),
        _ => None,
    }
}

fn search(cx: &Resolver<'_>, from: &FileKey, path: &str) -> Option<FileKey> {
    if path.starts_with("./") || path.starts_with("../") {
        return paths::join(from, path).filter(|d| holds_package(cx, d));
    }
    let around: Vec<FileKey> = std::iter::successors(Some(from.clone()), |directory| {
        (!directory.relative().is_empty()).then(|| paths::parent(directory))
    })
    .collect();
    for directory in &around {
        let vendored = paths::join(directory, &format!("vendor/{path}"));
        if let Some(found) = vendored.filter(|d| holds_package(cx, d)) {
            return Some(found);
        }
    }
    let mut own = None;
    for directory in &around {
        let Some(manifest) = manifest(cx, directory) else { continue };
        let (name, found) = below(cx, directory, &manifest, path);
        own = own.or(name);
        if found.is_some() {
            return found;
        }
        if let Some(found) = replaced(cx, directory, &manifest, path) {
            return Some(found);
        }
    }
    let used = around.iter().find_map(|directory| in_workspace(cx, directory, path));
    used.or_else(|| beside(cx, &around, &own?, path)).or_else(|| {
        let mut projects = cx.projects().iter();
        projects.find_map(|project| below(cx, project, &manifest(cx, project)?, path).1)
    })
}

fn manifest(cx: &Resolver<'_>, directory: &FileKey) -> Option<String> {
    let key = paths::join(directory, "go.mod")?;
    if cx.index().has(&key) { cx.index().text(&key) } else { None }
}

fn holds_package(cx: &Resolver<'_>, directory: &FileKey) -> bool {
    cx.index().directory(directory).iter().any(|key| key.relative().ends_with(b".go"))
}

/// The name of the module in a directory, and the directory of a package that lies below it.
fn below(
    cx: &Resolver<'_>,
    directory: &FileKey,
    manifest: &str,
    path: &str,
) -> (Option<String>, Option<FileKey>) {
    let Some(name) = module_name(manifest) else { return (None, None) };
    let rest = rest_of(path, name).and_then(|rest| paths::join(directory, rest));
    (Some(name.to_owned()), rest.filter(|d| holds_package(cx, d)))
}

fn module_name(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(line.split_whitespace().next()?.trim_matches('"'))
}

/// What of a path lies below another.
fn rest_of<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(prefix)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// The lines of a directive, in a block or alone, without comments.
fn directive<'m>(manifest: &'m str, word: &'m str) -> impl Iterator<Item = &'m str> {
    let mut inside = false;
    manifest.lines().filter_map(move |line| {
        let line = line.split("//").next().unwrap_or("").trim();
        if inside {
            inside = line != ")";
            return inside.then_some(line);
        }
        let rest = line.strip_prefix(word)?.strip_prefix([' ', '\t', '('])?.trim();
        inside = rest == "(" || line.ends_with('(');
        (!inside).then_some(rest)
    })
}

/// By `replace a => ../b`.
fn replaced(cx: &Resolver<'_>, directory: &FileKey, manifest: &str, path: &str) -> Option<FileKey> {
    directive(manifest, "replace").find_map(|line| {
        let (module, place) = line.split_once("=>")?;
        let place = place.trim().trim_matches('"');
        let rest = rest_of(path, module.split_whitespace().next()?.trim_matches('"'))?;
        if !place.starts_with('.') {
            return None;
        }
        let found = paths::join(&paths::join(directory, place)?, rest)?;
        Some(found).filter(|d| holds_package(cx, d))
    })
}

/// By `use ./a` of a workspace.
fn in_workspace(cx: &Resolver<'_>, directory: &FileKey, path: &str) -> Option<FileKey> {
    let key = paths::join(directory, "go.work")?;
    let work = if cx.index().has(&key) { cx.index().text(&key)? } else { return None };
    directive(&work, "use").find_map(|line| {
        let used = paths::join(directory, line.trim_matches('"'))?;
        below(cx, &used, &manifest(cx, &used)?, path).1
    })
}

/// In another module of the same repository: its path begins as the own one does, and it lies in
/// the directory that the end of its path names.
fn beside(cx: &Resolver<'_>, around: &[FileKey], own: &str, path: &str) -> Option<FileKey> {
    let owner = |path: &str| path.splitn(3, '/').take(2).map(str::to_owned).collect::<Vec<_>>();
    if owner(own) != owner(path) {
        return None;
    }
    let parts: Vec<&str> = path.split('/').collect();
    for length in (2..=parts.len()).rev() {
        for start in 2..length {
            let end = parts[start..length].join("/");
            let found = around.iter().find_map(|directory| {
                let directory = paths::join(directory, &end)?;
                below(cx, &directory, &manifest(cx, &directory)?, path).1
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_stand_alone_or_in_blocks() {
        let text =
            "module a.b/c\n\nreplace x => ../x\nreplace (\n\ty v1 => ./y // why\n)\nuse(\n./z\n)";
        assert_eq!(module_name(text), Some("a.b/c"));
        let lines: Vec<_> = directive(text, "replace").collect();
        assert_eq!(lines, ["x => ../x", "y v1 => ./y"]);
        assert_eq!(directive(text, "use").collect::<Vec<_>>(), ["./z"]);
    }

    #[test]
    fn a_path_lies_below_whole_parts_only() {
        assert_eq!(rest_of("a/b/c", "a/b"), Some("c"));
        assert_eq!(rest_of("a/b", "a/b"), Some(""));
        assert_eq!(rest_of("a/bc", "a/b"), None);
    }
}
