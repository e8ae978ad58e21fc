//! Java: packages spread over files, types in types, overloads.

use heimdall_schema::record::Reference;

use super::Rules;
use super::typed::{self, Wanted, functions, generics, library, packages, values};
use crate::graph::expression::Expression;
use crate::graph::facts::Facts;
use crate::graph::model::{Entity, FileId, Found, Module, Place, Type};
use crate::graph::resolver::Resolver;

pub struct Java;

impl Rules for Java {
    fn languages(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &["this"]
    }

    fn super_words(&self) -> &'static [&'static str] {
        &["super"]
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        packages::imported(cx, file, import)
    }

    /// The definition that an import names tells the file, too; only of `T.*` the type is no edge.
    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let found = self.import(cx, file, import);
        match found.as_ref().map(|found| &found.entities[0]) {
            Some(Entity::Module(Module::Inside(of))) => vec![of.file],
            _ => Vec::new(),
        }
    }

    fn is_in_package(&self, facts: &Facts, package: &str) -> bool {
        facts.package() == package
    }

    fn meaning(
        &self,
        cx: &Resolver<'_>,
        file: FileId,
        reference: &Reference,
    ) -> Option<Option<Found>> {
        Some(typed::meaning(cx, file, reference))
    }

    fn value(&self, cx: &Resolver<'_>, of: &Expression, place: Place) -> Option<Type> {
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
