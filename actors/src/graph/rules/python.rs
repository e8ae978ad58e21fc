//! Python: a module is a file or a directory; imports name both by dotted paths.

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{NodeKind, Reference};

use super::Rules;
use crate::graph::facts::Facts;
use crate::graph::model::{Entity, FileId, Found, Module, Reason, Type};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

pub struct Python;

impl Rules for Python {
    fn languages(&self) -> &'static [&'static str] {
        &["python"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &["self", "cls"]
    }

    fn calls_super(&self) -> bool {
        true
    }

    /// Of a variable that is called, what it stands for.
    fn called(&self, cx: &Resolver<'_>, _reference: &Reference, found: Vec<Entity>) -> Vec<Entity> {
        let meant = |entity: Entity| match entity {
            Entity::Definition(of)
                if matches!(
                    cx.kind(of),
                    Some(NodeKind::Variable | NodeKind::Constant | NodeKind::Field)
                ) =>
            {
                match cx.type_of_definition(of) {
                    Type::Function(of) | Type::Itself(of) => Some(Entity::Definition(of)),
                    // Something from outside.
                    Type::Named(..) => None,
                    _ => Some(entity),
                }
            }
            other => Some(other),
        };
        found.into_iter().filter_map(meant).collect()
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
        const NAMES: &[&str] = &[
            "print",
            "len",
            "range",
            "str",
            "int",
            "float",
            "bool",
            "bytes",
            "list",
            "dict",
            "set",
            "tuple",
            "type",
            "isinstance",
            "issubclass",
            "getattr",
            "setattr",
            "hasattr",
            "super",
            "open",
            "iter",
            "next",
            "map",
            "filter",
            "zip",
            "sorted",
            "min",
            "max",
            "sum",
            "any",
            "all",
            "abs",
            "repr",
            "hash",
            "id",
            "vars",
            "dir",
            "callable",
            "object",
            "Exception",
        ];
        NAMES.contains(&name)
    }
}

/// A module by its dotted path, as seen from a file.
fn module(cx: &Resolver<'_>, file: FileId, path: &str) -> Option<Module> {
    let key = cx.key(file);
    let dots = path.bytes().take_while(|b| *b == b'.').count();
    let parts: Vec<&str> = path[dots..].split('.').filter(|part| !part.is_empty()).collect();
    if dots > 0 {
        let directory = paths::ancestors(&key).nth(dots - 1)?;
        return below(cx, &directory, &parts);
    }
    let is_package = |directory: &FileKey| {
        paths::join(directory, "__init__.py").is_some_and(|init| cx.index().has(&init))
    };
    for directory in paths::ancestors(&key).filter(|directory| !is_package(directory)) {
        let found = below(cx, &directory, &parts)
            .or_else(|| below(cx, &paths::join(&directory, "src")?, &parts));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A module by its path below a directory.
fn below(cx: &Resolver<'_>, directory: &FileKey, parts: &[&str]) -> Option<Module> {
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
