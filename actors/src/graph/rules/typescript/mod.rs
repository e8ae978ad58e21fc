//! TypeScript and JavaScript: a module is a file; what it does not export nobody else sees.

mod configuration;
mod exports;
mod library;
mod modules;
mod packages;

use std::borrow::Cow;

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind, Reference, ReferenceKind};

use super::Rules;
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason, Type};
use crate::graph::paths;
use crate::graph::resolver::Resolver;
use crate::graph::written;

/// In how many files a name may be defined that is looked for without an import.
const MOST_DEFINING: usize = 8;

pub struct TypeScript;

impl Rules for TypeScript {
    fn languages(&self) -> &'static [&'static str] {
        &["typescript", "tsx", "javascript"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &["this"]
    }

    fn super_words(&self) -> &'static [&'static str] {
        &["super"]
    }

    /// Members are never seen without a receiver; what a constructor takes as a field is its
    /// parameter, too.
    fn is_seen_bare(&self, facts: &Facts, node: u32) -> bool {
        use NodeKind::{Constant, Constructor, Field, Method, Property, Variable};
        match facts.kind(node) {
            Some(Field) => {
                let parent = facts.node(node).map_or(NO_INDEX, |n| n.parent);
                facts.kind(parent) == Some(Constructor)
            }
            Some(Method | Constructor | Property) => false,
            // `const fs = require("fs")` is what it imports.
            Some(Constant | Variable) => {
                let line = facts.node(node).map_or(0, |n| n.name_line);
                let name = facts.name(node);
                let mut imports = facts.imports().filter(|import| import.line == line);
                !imports.any(|import| self.local_name(facts, import) == name)
            }
            _ => true,
        }
    }

    fn wildcards_only_reexport(&self) -> bool {
        true
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        let facts = cx.facts(file);
        let (name, from) = (facts.text(import.name), facts.text(import.qualifier));
        let module = modules::resolve(cx, file, if from.is_empty() { name } else { from })?;
        let whole = || Found::one(Entity::Module(Module::File(module)), Reason::Import);
        // `import` stands for what `await import()` gives.
        if from.is_empty() || matches!(name, "*" | "import") {
            return whole();
        }
        // A default import has its local name as name and as alias.
        if name == "default" || name == facts.text(import.alias) {
            // `const a = require("./b").a` looks the same.
            let member = || cx.module_member(&Module::File(module), name);
            return exports::default(cx, module).or_else(member).or_else(whole);
        }
        cx.module_member(&Module::File(module), name)
    }

    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let facts = cx.facts(file);
        let from = match facts.text(import.qualifier) {
            "" => facts.text(import.name),
            from => from,
        };
        modules::resolve(cx, file, from).into_iter().collect()
    }

    fn exported(&self, cx: &Resolver<'_>, file: FileId, name: &str) -> Option<Found> {
        exports::named(cx, file, name)
    }

    /// Fields that a constructor takes as parameters, and what is assigned to a prototype.
    fn outside_members(&self, cx: &Resolver<'_>, of: Definition, name: &str) -> Vec<Definition> {
        let facts = cx.facts(of.file);
        let own = facts.qualified(of.node);
        ["constructor", "prototype"]
            .iter()
            .flat_map(|inner| {
                let scope = format!("{own}.{inner}");
                let found = facts.within(&scope, name);
                found.map(|node| Definition { file: of.file, node }).collect::<Vec<_>>()
            })
            .collect()
    }

    /// `this` outside of a class: the object literal around, or what the function is assigned to.
    fn this(&self, cx: &Resolver<'_>, place: Place) -> Option<Type> {
        let facts = cx.facts(place.file);
        for node in facts.around(place.from) {
            let parent = facts.node(node)?.parent;
            let scope = facts.scope(node);
            let object = |node| Type::Object(Definition { file: place.file, node }, Vec::new());
            if scope != facts.qualified(parent) && !scope.is_empty() {
                let owner = scope.strip_suffix(".prototype").unwrap_or(scope);
                let owner = facts.named(owner.rsplit('.').next().unwrap_or(owner)).iter();
                let owner = owner.copied().find(|&n| facts.kind(n) != Some(NodeKind::Method));
                return owner.map(object);
            }
            if facts.kind(node) == Some(NodeKind::Method) && parent != NO_INDEX {
                return Some(object(parent));
            }
        }
        None
    }

    fn loaded(&self, cx: &Resolver<'_>, file: FileId, specifier: &str) -> Option<Module> {
        modules::resolve(cx, file, specifier).map(Module::File)
    }

    fn literal(&self, first: char, place: Place) -> Option<Type> {
        match first {
            // Its members are those that stand in what it is the value of.
            '{' if place.from != NO_INDEX => {
                let of = Definition { file: place.file, node: place.from };
                Some(Type::Object(of, Vec::new()))
            }
            '{' => Some(Type::Unknown),
            '[' => Some(Type::Named("[]".into(), Vec::new())),
            _ => None,
        }
    }

    fn functions_construct(&self) -> bool {
        true
    }

    fn parts_of_alias(&self, cx: &Resolver<'_>, alias: Definition) -> Vec<Definition> {
        let facts = cx.facts(alias.file);
        let own = |b: &heimdall_schema::record::Binding| {
            b.from == alias.node && b.kind == BindingKind::Declared as u8
        };
        let name = facts.name(alias.node);
        let Some((_, binding)) = facts.bound(name).find(|(_, b)| own(b)) else {
            return Vec::new();
        };
        let place =
            Place { file: alias.file, from: alias.node, line: binding.line, bound: u32::MAX };
        let text = facts.text(binding.text);
        let parts: Vec<&str> =
            written::split(text, '|').into_iter().flat_map(|p| written::split(p, '&')).collect();
        if parts.iter().filter(|part| !part.trim().is_empty()).count() < 2 {
            return Vec::new();
        }
        let object = |part: &&str| cx.inner(cx.object_from_text(place, part), place).definition();
        let mut found: Vec<Definition> = parts.iter().filter_map(object).collect();
        found.retain(|definition| *definition != alias);
        found.dedup();
        found
    }

    /// What a declaration file that is no module declares is seen everywhere, and what
    /// `declare global` holds.
    fn in_package(&self, cx: &Resolver<'_>, place: Place, name: &str) -> Option<Found> {
        if library::GLOBALS.contains(&name) {
            return None;
        }
        let keys = cx.index().defining(name);
        let few = keys.len() <= MOST_DEFINING;
        let own = cx.key(place.file);
        let mut found = Vec::new();
        for key in keys {
            let near = paths::parent(&key) == paths::parent(&own);
            if !few && !near && !paths::file_name(&key).ends_with(".d.ts") {
                continue;
            }
            let file = cx.file(&key);
            let facts = cx.facts(file);
            let declares = paths::file_name(&key).ends_with(".d.ts");
            let is_module = !declares || facts.imports().next().is_some();
            let is_global = |&node: &u32| match facts.scope(node) {
                "" => !is_module,
                scope => scope == "global",
            };
            let nodes = facts.named(name).iter().copied().filter(is_global);
            found.extend(nodes.map(|node| Definition { file, node }));
        }
        Found::definitions(cx.nearest(place.file, found), Reason::Package)
    }

    fn type_as_written<'t>(&self, text: &'t str) -> Cow<'t, str> {
        library::member_types(text)
    }

    fn is_builtin(&self, name: &str) -> bool {
        library::GLOBALS.contains(&name)
    }

    fn inner(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        library::inner(name, arguments)
    }

    fn iterated(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        library::element(name, arguments)
    }

    fn applied(&self, cx: &Resolver<'_>, name: &str, arguments: &[Type]) -> Option<Type> {
        library::applied(cx, name, arguments)
    }

    fn external_result(&self, of: &str, arguments: &[Type], member: &str) -> Option<Type> {
        library::result(of, arguments, member)
    }

    /// A method of whatever it is called on, when one type of the project has it and the name is
    /// none that the library or anybody's objects have.
    fn guess(&self, cx: &Resolver<'_>, place: Place, reference: &Reference) -> Option<Found> {
        let facts = cx.facts(place.file);
        let name = facts.text(reference.name);
        let is_call = reference.kind == ReferenceKind::Call as u8;
        if !is_call || reference.qualifier == NO_INDEX || library::is_common(name) {
            return None;
        }
        // Of files that define the name all are in the project of the file, and few.
        let project = cx.project(place.file);
        let keys = cx.index().defining(name);
        let own = keys.iter().filter(|key| cx.project(cx.file(key)) == project);
        if own.count() > MOST_DEFINING {
            return None;
        }
        let mut found = cx.everywhere(place.file, name);
        found.retain(|of| cx.project(of.file) == project);
        let callable = |of: &Definition| {
            let facts = cx.facts(of.file);
            let kind = facts.kind(of.node);
            let parent = facts.node(of.node).map_or(NO_INDEX, |n| n.parent);
            let is_member = facts.kind(parent).is_some_and(NodeKind::is_type);
            is_member && matches!(kind, Some(NodeKind::Method | NodeKind::Property))
        };
        found.retain(callable);
        let owner = |of: &Definition| (of.file, cx.facts(of.file).node(of.node).map(|n| n.parent));
        let first = owner(found.first()?);
        let is_one = found.iter().all(|other| owner(other) == first);
        if is_one { Found::definitions(found, Reason::Unique) } else { None }
    }

    /// A type cannot be called: what is meant is a value of the same name.
    fn called(&self, cx: &Resolver<'_>, reference: &Reference, found: Vec<Entity>) -> Vec<Entity> {
        debug_assert_eq!(reference.kind, ReferenceKind::Call as u8);
        let is_only_type = |entity: &Entity| match entity {
            Entity::Definition(of) => {
                matches!(cx.kind(*of), Some(NodeKind::Interface | NodeKind::Type))
            }
            _ => false,
        };
        found.into_iter().filter(|entity| !is_only_type(entity)).collect()
    }
}
