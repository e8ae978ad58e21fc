//! What is particular to a language: where its imports lead, and what its names see.

mod c;
mod go;
mod python;
mod rust;
pub(super) mod typed;
mod typescript;

use std::borrow::Cow;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{Binding, BindingKind, Reference};

use super::expression::{self, Expression};
use super::facts::Facts;
use super::model::{Definition, Entity, FileId, Found, Module, Place, Type};
use super::resolver::Resolver;
use super::written::Written;

/// What a look-up has found, or that there is nothing to be found.
pub type Answered = Option<Found>;

/// The rules of one family of languages. What is not said here is the same for all.
pub trait Rules: Sync {
    /// The languages whose definitions these rules see, by name.
    fn languages(&self) -> &'static [&'static str];

    /// Words that mean the object that a method is called on.
    fn self_words(&self) -> &'static [&'static str] {
        &["self", "this"]
    }

    /// Whether such a word means the type of the object and not the object.
    fn means_type(&self, _word: &str) -> bool {
        false
    }

    /// Words that mean its supertypes.
    fn super_words(&self) -> &'static [&'static str] {
        &["super", "base"]
    }

    /// Whether members are seen without a receiver in what stands in their type.
    fn sees_members(&self) -> bool {
        false
    }

    /// Whether the name of a type means the type within it, whatever else is called so there.
    fn hides_constructors(&self) -> bool {
        false
    }

    /// Whether several definitions of one name in a file stand for different conditions of
    /// compilation. The last is what is left when none of them holds.
    fn last_is_default(&self) -> bool {
        false
    }

    /// Whether a definition is seen by its bare name from where it stands.
    fn is_seen_bare(&self, _facts: &Facts, _node: u32) -> bool {
        true
    }

    /// Whether a wildcard gives names to who imports the file, and none to the file itself.
    fn wildcards_only_reexport(&self) -> bool {
        false
    }

    /// Whether a function makes an object when it is called with `new`.
    fn functions_construct(&self) -> bool {
        false
    }

    /// What the object is that a method is called on, where no type stands around.
    fn this(&self, _cx: &Resolver<'_>, _place: Place) -> Option<Type> {
        None
    }

    /// A type in the notation that is read for all languages.
    fn type_as_written<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// The module that an expression loads by its name.
    fn loaded(&self, _cx: &Resolver<'_>, _file: FileId, _specifier: &str) -> Option<Module> {
        None
    }

    /// What a literal is, by what begins it.
    fn literal(&self, _first: char, _place: Place) -> Option<Type> {
        None
    }

    /// A name that a file exports, when it is said otherwise than by a definition of that name.
    fn exported(&self, cx: &Resolver<'_>, file: FileId, name: &str) -> Option<Found> {
        let facts = cx.facts(file);
        let (_, export) = facts.bound(name).find(|(_, b)| b.kind == BindingKind::Export as u8)?;
        let local = facts.text(export.text);
        match expression::read(local) {
            Expression::Name(read) if local != name => cx.lookup(cx.top(file), &read),
            _ => None,
        }
    }

    /// The types whose members an alias has, when it stands for several.
    fn parts_of_alias(&self, _cx: &Resolver<'_>, _alias: Definition) -> Vec<Definition> {
        Vec::new()
    }

    /// What runs over a collection that is not in the index.
    fn iterated(&self, _name: &str, arguments: &[Type]) -> Option<Type> {
        arguments.last().cloned()
    }

    /// What a type outside of the index means for its arguments, when it is none of its own.
    fn applied(&self, _cx: &Resolver<'_>, _name: &str, _arguments: &[Type]) -> Option<Type> {
        None
    }

    /// Whether names are told apart by the order in which they come into force, and not by lines
    /// alone.
    fn binds_in_order(&self) -> bool {
        false
    }

    /// Whether a name that is bound in a function is the function's own before that, too.
    fn binds_for_whole(&self) -> bool {
        false
    }

    /// Whether `super` in a call is a function of the language and not the constructor.
    fn calls_super(&self) -> bool {
        false
    }

    /// Whether the words for the object are names that a function binds like others.
    fn binds_self(&self) -> bool {
        false
    }

    /// Members of a type of the index that say what it runs over, by what they return.
    fn runs_over(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a method is read like a field: what it returns is its value.
    fn is_read(&self, _cx: &Resolver<'_>, _of: Definition) -> bool {
        false
    }

    /// Whether a type that is declared as another is not the same as that.
    fn names_new_types(&self) -> bool {
        false
    }

    /// Whether what stands at the top of a file is seen by who imports its directory.
    fn is_open(&self, _file: &FileKey) -> bool {
        true
    }

    /// Puts first what is meant of definitions of one name in the files of a directory.
    fn best_first(&self, _cx: &Resolver<'_>, _found: &mut [Definition]) {}

    /// Whether an import gives its file this name.
    fn brings(&self, _cx: &Resolver<'_>, facts: &Facts, import: &Reference, name: &str) -> bool {
        self.local_name(facts, import) == name
    }

    /// The name that an import gives its file; empty for one that gives none, `*` for all names.
    fn local_name<'f>(&self, facts: &'f Facts, import: &Reference) -> &'f str {
        match facts.text(import.alias) {
            "" => facts.text(import.name),
            alias => alias,
        }
    }

    /// What an import brings in: definitions or modules. `None` when nothing in the index is meant.
    /// For a wildcard it is the modules whose names are brought in.
    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found>;

    /// Whether an import of that path, which the index does not have, means something outside of
    /// it, and not something of the project that is missing.
    fn leads_outside(&self, path: &str) -> bool {
        !path.starts_with(['.', '/'])
    }

    /// The files that an import names, for edges between files.
    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let found = self.import(cx, file, import);
        let entities = found.map(|found| found.entities).unwrap_or_default();
        entities.iter().flat_map(|entity| cx.files_of(entity)).collect()
    }

    /// What a reference that is no import means, for languages in which it takes more than its name
    /// and its receiver to tell; `None` for the common way.
    fn reference(&self, _cx: &Resolver<'_>, _file: FileId, _of: &Reference) -> Option<Answered> {
        None
    }

    /// What a name without a receiver means; `None` for the common way.
    fn lookup(&self, _cx: &Resolver<'_>, _place: Place, _name: &str) -> Option<Answered> {
        None
    }

    /// What an expression is; `None` for the common way.
    fn type_of(&self, _cx: &Resolver<'_>, _of: &Expression, _place: Place) -> Option<Type> {
        None
    }

    /// What a binding says that its name is; `None` for the common way.
    fn bound(
        &self,
        _cx: &Resolver<'_>,
        _file: FileId,
        _binding: &Binding,
        _place: Place,
    ) -> Option<Type> {
        None
    }

    /// An object of a type as written; `None` for the common way.
    fn object(&self, _cx: &Resolver<'_>, _written: &Written, _place: Place) -> Option<Type> {
        None
    }

    /// What a name means to all files of the package, without an import.
    fn in_package(&self, _cx: &Resolver<'_>, _place: Place, _name: &str) -> Option<Found> {
        None
    }

    /// A module below a module, that is a file or directory of its own.
    fn submodule(&self, _cx: &Resolver<'_>, _module: &Module, _name: &str) -> Option<Module> {
        None
    }

    /// Another definition that a constant without a value has the type of.
    fn same_as(&self, _cx: &Resolver<'_>, _of: Definition) -> Option<Definition> {
        None
    }

    /// Members of a type that stand outside of its definition.
    fn outside_members(&self, _cx: &Resolver<'_>, _of: Definition, _name: &str) -> Vec<Definition> {
        Vec::new()
    }

    /// A name of a package that is spread over files, where files do not say as a whole to which
    /// package they belong.
    fn package_member(
        &self,
        _cx: &Resolver<'_>,
        _from: FileId,
        _package: &str,
        _name: &str,
    ) -> Option<Found> {
        None
    }

    /// Whether the file belongs to the package of that name.
    fn is_in_package(&self, _facts: &Facts, _package: &str) -> bool {
        false
    }

    /// Whether the language itself has the name, so that nothing in the index is meant unless it
    /// is found first.
    fn is_builtin(&self, _name: &str) -> bool {
        false
    }

    /// A member of a type that is no definition, where the index has it all the same.
    fn member_of_outside(
        &self,
        _cx: &Resolver<'_>,
        _place: Place,
        _of: &str,
        _name: &str,
    ) -> Option<Found> {
        None
    }

    /// What members of a type outside of the index are looked for in, when it has none of the name
    /// itself (`Box<T>`).
    fn seen_through(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        self.inner(name, arguments)
    }

    /// What waiting, unwrapping or dereferencing gives, for a type outside of the index.
    fn inner(&self, _name: &str, arguments: &[Type]) -> Option<Type> {
        arguments.first().cloned()
    }

    /// What a member of a type outside of the index gives when it is called, as far as the language
    /// itself fixes it (`Option::unwrap`).
    fn external_result(&self, _of: &str, _arguments: &[Type], _member: &str) -> Option<Type> {
        None
    }

    /// What a type as written is; `None` for the common way.
    fn written(&self, _cx: &Resolver<'_>, _text: &str, _place: Place) -> Option<Type> {
        None
    }

    /// What a parameter of a function without a name is, by what that function is passed to.
    fn passed(&self, _cx: &Resolver<'_>, _file: FileId, _binding: u32) -> Type {
        Type::Unknown
    }

    /// An element of a collection; `None` for the common way.
    fn element(&self, _cx: &Resolver<'_>, _of: &Type) -> Option<Type> {
        None
    }

    /// The last resort for a reference that nothing else could tell: what it means all the same.
    fn guess(&self, _cx: &Resolver<'_>, _place: Place, _reference: &Reference) -> Option<Found> {
        None
    }

    /// A change of the found definitions of a supertype: what a variable stands for.
    fn inherited(&self, _cx: &Resolver<'_>, found: Vec<Entity>) -> Vec<Entity> {
        found
    }

    /// A change of the found definitions of a call: the constructor for a class, the overload that
    /// fits.
    fn called(
        &self,
        _cx: &Resolver<'_>,
        _reference: &Reference,
        found: Vec<Entity>,
    ) -> Vec<Entity> {
        found
    }
}

/// The rules for files of a language; `None` for one whose references are not resolved.
pub fn of(language: &str) -> Option<&'static dyn Rules> {
    const ALL: [&dyn Rules; 7] = [
        &c::C,
        &go::Go,
        &python::Python,
        &rust::Rust,
        &typed::CSHARP,
        &typed::JVM,
        &typescript::TypeScript,
    ];
    ALL.into_iter().find(|rules| rules.languages().contains(&language))
}
