//! These languages as [`Rules`].

use heimdall_schema::record::Reference;

use crate::graph::expression::Expression;
use crate::graph::facts::Facts;
use crate::graph::model::{Entity, FileId, Found, Module, Place, Type};
use crate::graph::resolver::Resolver;
use crate::graph::rules::Rules;

use super::dialect::Dialect;
use super::{Wanted, functions, generics, library, packages, references, values};

/// Languages that see each other's definitions.
pub struct Typed {
    languages: &'static [&'static str],
    super_words: &'static [&'static str],
}

pub static JVM: Typed = Typed { languages: &["java", "kotlin", "scala"], super_words: &["super"] };

pub static CSHARP: Typed = Typed { languages: &["csharp"], super_words: &["base"] };

impl Rules for Typed {
    fn languages(&self) -> &'static [&'static str] {
        self.languages
    }

    fn self_words(&self) -> &'static [&'static str] {
        &["this"]
    }

    fn super_words(&self) -> &'static [&'static str] {
        self.super_words
    }

    fn local_name<'f>(&self, facts: &'f Facts, import: &Reference) -> &'f str {
        match facts.text(import.alias) {
            "" if Dialect::of(facts).imports_all => "*",
            "" => facts.text(import.name),
            alias => alias,
        }
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        packages::imported(cx, file, import)
    }

    /// The definition that an import names tells the file, too; only of `T.*` the type is no edge.
    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let facts = cx.facts(file);
        if facts.text(import.name) != "*" {
            return Vec::new();
        }
        let found = self.import(cx, file, import);
        match found.as_ref().map(|found| &found.entities[0]) {
            Some(Entity::Module(Module::Inside(of))) => vec![of.file],
            _ => Vec::new(),
        }
    }

    fn is_in_package(&self, facts: &Facts, package: &str) -> bool {
        packages::says(facts, package)
    }

    fn reference(
        &self,
        cx: &Resolver<'_>,
        file: FileId,
        reference: &Reference,
    ) -> Option<Option<Found>> {
        Some(references::meaning(cx, file, reference))
    }

    fn type_of(&self, cx: &Resolver<'_>, of: &Expression, place: Place) -> Option<Type> {
        Some(values::value(cx, of, place))
    }

    fn written(&self, cx: &Resolver<'_>, text: &str, place: Place) -> Option<Type> {
        Some(generics::read(cx, place, text, Wanted::Type))
    }

    fn passed(&self, cx: &Resolver<'_>, file: FileId, binding: u32) -> Type {
        functions::parameter(cx, file, binding)
    }

    fn element(&self, cx: &Resolver<'_>, of: &Type) -> Option<Type> {
        Some(match of {
            Type::Named(name, given) => library::element(name, given),
            _ => values::iterated(cx, of),
        })
    }
}
