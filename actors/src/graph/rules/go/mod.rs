//! Go: a package is a directory; imports name directories by the path of their module.

mod build;
mod modules;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind, Reference};

use super::Rules;
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason, Type};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// How far a constant without a value is from the one that it repeats, at most.
const MOST_CONSTANTS: usize = 1000;

pub struct Go;

impl Rules for Go {
    fn languages(&self) -> &'static [&'static str] {
        &["go"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn binds_in_order(&self) -> bool {
        true
    }

    fn super_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn names_new_types(&self) -> bool {
        true
    }

    fn is_open(&self, file: &FileKey) -> bool {
        !is_test(file)
    }

    fn best_first(&self, cx: &Resolver<'_>, found: &mut [Definition]) {
        build::sort(cx, found);
    }

    fn local_name<'f>(&self, facts: &'f Facts, import: &Reference) -> &'f str {
        match facts.text(import.alias) {
            "" => facts.text(import.name),
            "." => "*",
            "_" => "",
            alias => alias,
        }
    }

    fn brings(&self, cx: &Resolver<'_>, facts: &Facts, import: &Reference, name: &str) -> bool {
        if !facts.text(import.alias).is_empty() {
            return self.local_name(facts, import) == name;
        }
        let path = facts.text(import.name);
        match modules::directory(cx, facts.key(), path) {
            Some(directory) => cx.package_of_directory(&directory).as_deref() == Some(name),
            None => may_be_called(path, name),
        }
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        let facts = cx.facts(file);
        let directory = modules::directory(cx, facts.key(), facts.text(import.name))?;
        Found::one(Entity::Module(Module::Directory(directory)), Reason::Import)
    }

    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let facts = cx.facts(file);
        let Some(directory) = modules::directory(cx, facts.key(), facts.text(import.name)) else {
            return Vec::new();
        };
        let mut files = package_files(cx, &directory, false);
        // One that is built everywhere stands for the package.
        if let Some(at) = files.iter().position(|&file| build::is_built(cx, file)) {
            files[..=at].rotate_right(1);
        }
        files
    }

    fn in_package(&self, cx: &Resolver<'_>, place: Place, name: &str) -> Option<Found> {
        let facts = cx.facts(place.file);
        let directory = paths::parent(facts.key());
        cx.in_go_package(&directory, package_of_file(&facts), name)
    }

    fn outside_members(&self, cx: &Resolver<'_>, of: Definition, name: &str) -> Vec<Definition> {
        let facts = cx.facts(of.file);
        let (of_type, package) = (facts.name(of.node), package_of_file(&facts));
        let mut found = Vec::new();
        for file in package_files(cx, &paths::parent(facts.key()), true) {
            if file == of.file {
                continue;
            }
            let facts = cx.facts(file);
            if package_of_file(&facts) == package {
                let methods = facts.within(of_type, name);
                found.extend(methods.map(|node| Definition { file, node }));
            }
        }
        if found.is_empty() && facts.kind(of.node) != Some(NodeKind::Type) {
            // What is embedded is a field of its own name.
            let embedded = cx.supers(of).known.into_iter();
            found.extend(embedded.filter(|d| cx.facts(d.file).name(d.node) == name));
        }
        build::sort(cx, &mut found);
        found
    }

    fn same_as(&self, cx: &Resolver<'_>, of: Definition) -> Option<Definition> {
        // In a list of constants, one without a value repeats what the last one said.
        let facts = cx.facts(of.file);
        let says = |node: u32| facts.bound(facts.name(node)).any(|(_, b)| b.from == node);
        if facts.kind(of.node) != Some(NodeKind::Constant) || says(of.node) {
            return None;
        }
        let before = (0..of.node).rev().take(MOST_CONSTANTS);
        let mut before = before.filter(|&node| facts.kind(node) == Some(NodeKind::Constant));
        let node = before.find(|&node| says(node))?;
        Some(Definition { node, ..of })
    }

    fn is_builtin(&self, name: &str) -> bool {
        const NAMES: &[&str] = &[
            "append",
            "cap",
            "clear",
            "close",
            "complex",
            "copy",
            "delete",
            "imag",
            "len",
            "make",
            "max",
            "min",
            "new",
            "panic",
            "print",
            "println",
            "real",
            "recover",
            "string",
            "int",
            "int8",
            "int16",
            "int32",
            "int64",
            "uint",
            "uint8",
            "uint16",
            "uint32",
            "uint64",
            "uintptr",
            "byte",
            "rune",
            "bool",
            "float32",
            "float64",
            "complex64",
            "complex128",
            "error",
            "any",
        ];
        NAMES.contains(&name)
    }

    fn member_of_outside(
        &self,
        cx: &Resolver<'_>,
        place: Place,
        of: &str,
        name: &str,
    ) -> Option<Found> {
        let kind = match of {
            "struct" => NodeKind::Field,
            "interface" => NodeKind::Method,
            _ => return None,
        };
        // One without a name, as tables of tests are made of: the last such member before.
        let facts = cx.facts(place.file);
        let is_field = |&node: &u32| {
            let of = facts.node(node).and_then(|n| facts.kind(n.parent));
            let is_kind = facts.kind(node).is_some_and(|own| {
                own == kind || kind == NodeKind::Method && own == NodeKind::Function
            });
            is_kind
                && of.is_some_and(|of| !of.is_type())
                && facts.node(node).is_some_and(|n| n.line <= place.line)
        };
        let node = facts.named(name).iter().copied().rfind(is_field)?;
        Found::one(Entity::Definition(Definition { file: place.file, node }), Reason::Receiver)
    }

    fn seen_through(&self, _name: &str, _arguments: &[Type]) -> Option<Type> {
        None
    }

    fn inner(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        // The first of two variables that run over a map is its key.
        match name {
            "{}" => arguments.first().cloned(),
            "<-" => arguments.last().cloned(),
            _ if name.starts_with("iter.Seq") => arguments.first().cloned(),
            _ => None,
        }
    }
}

/// The files of the package in a directory, in the order of keys; tests of it if asked for.
fn package_files(cx: &Resolver<'_>, directory: &FileKey, tests: bool) -> Vec<FileId> {
    let is_part = |&file: &FileId| {
        let key = cx.key(file);
        key.relative().ends_with(b".go") && (tests || !is_test(&key))
    };
    cx.directory(directory).iter().copied().filter(is_part).collect()
}

fn is_test(file: &FileKey) -> bool {
    file.relative().ends_with(b"_test.go")
}

/// The package that a file says it belongs to.
fn package_of_file(facts: &Facts) -> &str {
    let clause = facts.bound("package").find(|(_, b)| b.kind == BindingKind::Declared as u8);
    clause.map_or("", |(_, binding)| facts.text(binding.text))
}

/// Whether a package outside of the index may be called so, by its path: its last part without
/// version, or what that has between marks of the language (`go-redis`, `yaml.v3`).
fn may_be_called(path: &str, name: &str) -> bool {
    let is_version = |part: &str| {
        let digits = part.strip_prefix('v').unwrap_or("");
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let last = if is_version(last) { parts.next().unwrap_or(last) } else { last };
    if last == name {
        return true;
    }
    let words: Vec<&str> = last.split(['-', '.', '_']).filter(|w| !is_version(w)).collect();
    words.contains(&name) || words.concat() == name
}

impl Resolver<'_> {
    /// The name of the package that a directory holds, apart from its tests.
    fn package_of_directory(&self, directory: &FileKey) -> Option<String> {
        let files = self.directory(directory);
        let file = files.iter().copied().find(|&file| {
            let key = self.key(file);
            key.relative().ends_with(b".go") && !is_test(&key)
        })?;
        Some(package_of_file(&self.facts(file)).to_owned())
    }

    /// What stands at the top of the files of one package of a directory.
    fn in_go_package(&self, directory: &FileKey, package: &str, name: &str) -> Option<Found> {
        let files = package_files(self, directory, true);
        let first = files.iter().copied().find(|&f| package_of_file(&self.facts(f)) == package)?;
        let module = Module::Package(first, package.to_owned());
        self.once(&self.names, (module, name.to_owned()), None, || {
            let mut found = Vec::new();
            for file in files {
                let facts = self.facts(file);
                if package_of_file(&facts) == package {
                    let top = facts.children(NO_INDEX, name);
                    let top = top.filter(|&node| facts.scope(node).is_empty());
                    found.extend(top.map(|node| Definition { file, node }));
                }
            }
            build::sort(self, &mut found);
            Found::definitions(found, Reason::Package)
        })
    }
}
