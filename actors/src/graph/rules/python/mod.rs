//! Python: a module is a file or a directory; imports name both by dotted paths.

mod library;
mod modules;
mod types;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{NO_INDEX, NodeKind, Reference, ReferenceKind};

use super::Rules;
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason, Type};
use crate::graph::paths;
use crate::graph::resolver::Resolver;
use crate::graph::written::Written;
use modules::{below, module};

pub struct Python;

impl Rules for Python {
    fn languages(&self) -> &'static [&'static str] {
        &["python"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &["self", "cls"]
    }

    fn means_type(&self, word: &str) -> bool {
        word == "cls"
    }

    fn binds_in_order(&self) -> bool {
        true
    }

    fn super_words(&self) -> &'static [&'static str] {
        &["super"]
    }

    fn calls_super(&self) -> bool {
        true
    }

    fn binds_self(&self) -> bool {
        true
    }

    fn best_first(&self, cx: &Resolver<'_>, found: &mut [Definition]) {
        if found.len() > 1 {
            // The last definition of a name is in force; overloads and setters say less.
            found.sort_by_key(|&definition| {
                (is_partial(cx, definition), std::cmp::Reverse(definition.node))
            });
        }
    }

    fn object(&self, cx: &Resolver<'_>, written: &Written, place: Place) -> Option<Type> {
        types::meant_by(cx, place, written)
    }

    fn iterated(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        types::element(name, arguments)
    }

    fn runs_over(&self) -> &'static [&'static str] {
        &["__aiter__", "__iter__", "__anext__", "__next__"]
    }

    fn seen_through(&self, _name: &str, _arguments: &[Type]) -> Option<Type> {
        None
    }

    fn inner(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        types::inner(name, arguments)
    }

    fn external_result(&self, of: &str, arguments: &[Type], member: &str) -> Option<Type> {
        types::result_of(of, arguments, member)
    }

    fn is_read(&self, cx: &Resolver<'_>, of: Definition) -> bool {
        decorators(cx, of)
            .any(|name| name.contains("property") || name == "reify" || name == "classproperty")
    }

    fn inherited(&self, cx: &Resolver<'_>, found: Vec<Entity>) -> Vec<Entity> {
        types::called(cx, found)
    }

    fn called(&self, cx: &Resolver<'_>, _reference: &Reference, found: Vec<Entity>) -> Vec<Entity> {
        types::called(cx, found)
    }

    fn is_open(&self, _file: &FileKey) -> bool {
        // A directory without `__init__` holds modules only.
        false
    }

    fn binds_for_whole(&self) -> bool {
        true
    }

    fn local_name<'f>(&self, facts: &'f Facts, import: &Reference) -> &'f str {
        match (facts.text(import.alias), facts.text(import.name)) {
            // `import a.b` gives the name `a`.
            ("", name) => name.split('.').next().unwrap_or(name),
            (alias, _) => alias,
        }
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        let facts = cx.facts(file);
        let (name, from) = (facts.text(import.name), facts.text(import.qualifier));
        if from.is_empty() {
            let path = if facts.text(import.alias).is_empty() {
                self.local_name(&facts, import)
            } else {
                name
            };
            return Found::one(Entity::Module(module(cx, file, path)?), Reason::Import);
        }
        let of = module(cx, file, from)?;
        if name == "*" {
            return Found::one(Entity::Module(of), Reason::Import);
        }
        if of == Module::File(file) {
            // `from . import a` in the package itself.
            return Found::one(Entity::Module(self.submodule(cx, &of, name)?), Reason::Import);
        }
        cx.module_member(&of, name)
    }

    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let facts = cx.facts(file);
        let (name, from) = (facts.text(import.name), facts.text(import.qualifier));
        let of = module(cx, file, if from.is_empty() { name } else { from });
        let below = of.as_ref().filter(|_| !from.is_empty());
        let below = below.and_then(|of| match cx.module_member(of, name) {
            Some(found) => match &found.entities[0] {
                Entity::Module(module) => Some(module.clone()),
                _ => None,
            },
            None => self.submodule(cx, of, name),
        });
        let files = below.or(of).map(|module| cx.files_of(&Entity::Module(module)));
        files.unwrap_or_default()
    }

    fn submodule(&self, cx: &Resolver<'_>, module: &Module, name: &str) -> Option<Module> {
        let directory = match module {
            Module::File(file) => {
                let key = cx.key(*file);
                if !paths::file_name(&key).starts_with("__init__.") {
                    return None;
                }
                paths::parent(&key)
            }
            Module::Directory(directory) => directory.clone(),
            _ => return None,
        };
        below(cx, &directory, &[name])
    }

    fn is_builtin(&self, name: &str) -> bool {
        types::BUILTINS.binary_search(&name).is_ok()
    }
}

/// The names of the decorators of a definition.
fn decorators(cx: &Resolver<'_>, of: Definition) -> impl Iterator<Item = String> {
    let facts = cx.facts(of.file);
    let lines = facts.node(of.node).map_or(0..0, |node| node.line..node.name_line);
    let names: Vec<String> = if lines.is_empty() {
        Vec::new()
    } else {
        let on_lines = facts.references_on(lines);
        let used = on_lines.filter(|r| {
            let is_use = r.kind == ReferenceKind::Use as u8 || r.kind == ReferenceKind::Call as u8;
            is_use && (r.from == of.node || r.from == NO_INDEX)
        });
        used.map(|r| facts.text(r.name).to_owned()).collect()
    };
    names.into_iter()
}

/// Whether a definition only adds to another of its name.
fn is_partial(cx: &Resolver<'_>, of: Definition) -> bool {
    cx.kind(of).is_some_and(NodeKind::is_callable)
        && decorators(cx, of).any(|n| ["overload", "setter", "deleter"].contains(&n.as_str()))
}
