//! The crates that a file may name, by the manifests around it.

use heimdall_schema::id::FileKey;

use super::manifest::{self, Dependency, Manifest};
use crate::graph::model::{Entity, FileId, Found, Module, Reason};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// Most members of a workspace that are looked through for a package.
const MOST_MEMBERS: usize = 512;

/// The root module of the crate that code in `file` knows as `name`.
pub fn named(cx: &Resolver<'_>, file: FileId, name: &str) -> Option<Module> {
    let key = cx.key(file);
    let directory = directory(cx, &key)?;
    let memo = (Module::Directory(directory.clone()), format!("crate {name}"));
    let found = cx.once(&cx.names, memo, None, || {
        Found::one(Entity::Module(in_manifest(cx, &directory, name)?), Reason::Import)
    })?;
    match &found.entities[0] {
        Entity::Module(module) => Some(module.clone()),
        _ => None,
    }
}

/// The directory of the package that a file belongs to.
fn directory(cx: &Resolver<'_>, file: &FileKey) -> Option<FileKey> {
    paths::ancestors(file).find(|directory| {
        paths::join(directory, "Cargo.toml").is_some_and(|manifest| cx.index().has(&manifest))
    })
}

fn read(cx: &Resolver<'_>, directory: &FileKey) -> Option<Manifest> {
    Some(manifest::read(&cx.index().text(&paths::join(directory, "Cargo.toml")?)?))
}

fn in_manifest(cx: &Resolver<'_>, directory: &FileKey, name: &str) -> Option<Module> {
    let own = read(cx, directory)?;
    if own.library_name().as_deref() == Some(name)
        && let Some(library) = library(cx, directory, &own)
    {
        return Some(library);
    }
    // The name of the dependency, else the name that a dependency's own manifest gives.
    let by_key = own.dependencies.iter().filter(|d| d.key.replace('-', "_") == name);
    let others = own.dependencies.iter().filter(|d| d.key.replace('-', "_") != name);
    for (dependency, must_say) in by_key.map(|d| (d, false)).chain(others.map(|d| (d, true))) {
        if must_say && dependency.package.is_some() {
            continue;
        }
        let Some((at, manifest)) = place(cx, directory, dependency, must_say) else { continue };
        if must_say && manifest.library_name().as_deref() != Some(name) {
            continue;
        }
        if let Some(library) = library(cx, &at, &manifest) {
            return Some(library);
        }
    }
    None
}

/// The directory of a dependency that is in the index, and its manifest.
fn place(
    cx: &Resolver<'_>,
    directory: &FileKey,
    dependency: &Dependency,
    only_paths: bool,
) -> Option<(FileKey, Manifest)> {
    let open = |at: FileKey| {
        let manifest = read(cx, &at)?;
        Some((at, manifest))
    };
    if let Some(path) = &dependency.path {
        return open(paths::join(directory, path)?);
    }
    let workspace = || {
        let below = paths::join(directory, "Cargo.toml")?;
        paths::ancestors(&below).find_map(|at| {
            let manifest = read(cx, &at)?;
            let is_one = !manifest.members.is_empty() || !manifest.shared.is_empty();
            is_one.then_some((at, manifest))
        })
    };
    if dependency.inherited
        && let Some((root, manifest)) = workspace()
        && let Some(shared) = manifest.shared.iter().find(|d| d.key == dependency.key)
    {
        if let Some(path) = &shared.path {
            return open(paths::join(&root, path)?);
        }
        let package = shared.package.as_ref().unwrap_or(&shared.key);
        return (!only_paths).then(|| in_projects(cx, package)).flatten();
    }
    if only_paths {
        return None;
    }
    in_projects(cx, dependency.package.as_ref().unwrap_or(&dependency.key))
}

/// A package by its name, among the repositories of the index.
fn in_projects(cx: &Resolver<'_>, package: &str) -> Option<(FileKey, Manifest)> {
    let is_it = |manifest: &Manifest| manifest.package.as_deref() == Some(package);
    for project in cx.projects() {
        let Some(root) = read(cx, project) else { continue };
        let members = root.members.iter().take(MOST_MEMBERS).flat_map(|member| {
            match member.strip_suffix('*') {
                // All of a directory: the folder of a package bears its name or its end.
                Some(below) => {
                    let last = package.rsplit('-').next().unwrap_or(package);
                    let names = [package, &package.replace('-', "_"), last].map(str::to_owned);
                    names.map(|name| format!("{below}{name}")).to_vec()
                }
                None => vec![member.clone()],
            }
        });
        let members: Vec<String> = members.collect();
        if is_it(&root) {
            return Some((project.clone(), root));
        }
        let found = members.iter().find_map(|member| {
            let at = paths::join(project, member)?;
            let manifest = read(cx, &at)?;
            is_it(&manifest).then_some((at, manifest))
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The root module of a package's library.
fn library(cx: &Resolver<'_>, directory: &FileKey, manifest: &Manifest) -> Option<Module> {
    let path = manifest.library_path.as_deref().unwrap_or("src/lib.rs");
    Some(Module::File(cx.existing(&paths::join(directory, path)?)?))
}
