//! Go: a package is a directory; imports name directories by the path of their module.

use heimdall_schema::id::FileKey;
use heimdall_schema::record::Reference;

use super::Rules;
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason, Type};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

pub struct Go;

impl Rules for Go {
    fn languages(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn super_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn local_name<'f>(&self, facts: &'f Facts, import: &Reference) -> &'f str {
        match facts.text(import.alias) {
            "" => package_name(facts.text(import.name)),
            "." => "*",
            "_" => "",
            alias => alias,
        }
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        let facts = cx.facts(file);
        let directory = directory(cx, &cx.key(file), facts.text(import.name))?;
        Found::one(Entity::Module(Module::Directory(directory)), Reason::Import)
    }

    /// Tests are no part of what is imported.
    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let found = self.import(cx, file, import);
        let entities = found.map(|found| found.entities).unwrap_or_default();
        let files = entities.iter().flat_map(|entity| cx.files_of(entity));
        let is_seen = |file: &FileId| {
            let name = paths::file_name(&cx.key(*file));
            name.ends_with(".go") && !name.ends_with("_test.go")
        };
        files.filter(is_seen).collect()
    }

    fn in_package(&self, cx: &Resolver<'_>, place: Place, name: &str) -> Option<Found> {
        let module = Module::Directory(paths::parent(&cx.key(place.file)));
        Some(cx.module_member(&module, name)?.because(Reason::Package))
    }

    fn outside_members(&self, cx: &Resolver<'_>, of: Definition, name: &str) -> Vec<Definition> {
        let own = cx.key(of.file);
        let package = paths::parent(&own);
        let facts = cx.facts(of.file);
        let of_type = facts.name(of.node);
        let mut found = Vec::new();
        for definition in cx.everywhere(of.file, name) {
            let key = cx.key(definition.file);
            if key != own
                && paths::parent(&key) == package
                && cx.facts(definition.file).scope(definition.node) == of_type
            {
                found.push(definition);
            }
        }
        found
    }

    fn inner(&self, _name: &str, _arguments: &[Type]) -> Option<Type> {
        None
    }
}

/// The name of a package by its path: the last part, which may be a version.
fn package_name(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let is_version = last
        .strip_prefix('v')
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let name = if is_version { parts.next().unwrap_or(last) } else { last };
    name.split('.').next().unwrap_or(name)
}

/// The directory of a package by its path: below the module around the file, else below another
/// module of the index.
fn directory(cx: &Resolver<'_>, file: &FileKey, path: &str) -> Option<FileKey> {
    let below = |module: &FileKey| {
        let text = cx.index().text(&paths::join(module, "go.mod")?)?;
        let line = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
        let name = line.split_whitespace().next()?.trim_matches('"');
        let rest = path.strip_prefix(name)?;
        let rest = if rest.is_empty() { rest } else { rest.strip_prefix('/')? };
        paths::join(module, rest)
    };
    let own = paths::ancestors(file).find_map(|directory| below(&directory));
    own.or_else(|| cx.index().projects().iter().find_map(below))
}
