//! C and C++: a file sees what it includes, the linker sees every definition.
//!
//! Both are one family, since their headers are shared. `includes` finds files, `linkage` chooses
//! among definitions, `scopes` knows namespaces and classes, `overloads` counts arguments.

mod includes;
mod linkage;
mod overloads;
mod scopes;
mod standard;

use heimdall_schema::record::{NO_INDEX, NodeKind, Reference, ReferenceKind};

use super::Rules;
use crate::graph::facts::Facts;
use crate::graph::model::is_object_type;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason, Type};
use crate::graph::resolver::Resolver;

pub struct C;

impl Rules for C {
    fn languages(&self) -> &'static [&'static str] {
        &["c", "cpp"]
    }

    fn self_words(&self) -> &'static [&'static str] {
        &["this"]
    }

    fn super_words(&self) -> &'static [&'static str] {
        &[]
    }

    fn sees_members(&self) -> bool {
        true
    }

    fn hides_constructors(&self) -> bool {
        true
    }

    fn last_is_default(&self) -> bool {
        true
    }

    fn local_name<'f>(&self, facts: &'f Facts, import: &Reference) -> &'f str {
        match (facts.text(import.alias), facts.text(import.qualifier)) {
            ("namespace", _) => "*",
            // An include gives no name, nor does a `using` of a class outside of the class.
            ("", "") => "",
            ("", _) if facts.kind(import.from).is_some_and(is_object_type) => "",
            ("", _) => facts.text(import.name),
            (alias, _) => alias,
        }
    }

    fn import(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
        let facts = cx.facts(file);
        let name = facts.text(import.name);
        let place = Place { file, from: import.from, line: import.line, bound: u32::MAX };
        match (facts.text(import.alias), facts.text(import.qualifier)) {
            ("", "") => {
                let found = includes::named(cx, file, name)?;
                Found::one(Entity::Module(Module::File(found)), Reason::Import)
            }
            ("", qualifier) => {
                let found = cx.member(&cx.receiver(place, qualifier), name, place)?;
                (!found.is_external()).then_some(found)
            }
            (_, _) => match cx.receiver(place, name) {
                Type::Module(module) => Found::one(Entity::Module(module), Reason::Import),
                Type::Itself(of) => Found::one(Entity::Definition(of), Reason::Import),
                _ => None,
            },
        }
    }

    fn leads_outside(&self, path: &str) -> bool {
        path.starts_with('<')
    }

    fn imported_files(&self, cx: &Resolver<'_>, file: FileId, import: &Reference) -> Vec<FileId> {
        let facts = cx.facts(file);
        let is_include = import.alias == NO_INDEX && import.qualifier == NO_INDEX;
        let found = is_include.then(|| includes::named(cx, file, facts.text(import.name)));
        found.flatten().into_iter().collect()
    }

    fn in_package(&self, cx: &Resolver<'_>, place: Place, name: &str) -> Option<Found> {
        let facts = cx.facts(place.file);
        if let Some(found) = scopes::at_large(cx, place, name) {
            return Some(found);
        }
        // A namespace that is only opened together with one in it.
        (facts.language() == "cpp")
            .then(|| Entity::Module(Module::Package(place.file, name.to_owned())))
            .and_then(|module| Found::one(module, Reason::Package))
    }

    fn package_member(
        &self,
        cx: &Resolver<'_>,
        from: FileId,
        package: &str,
        name: &str,
    ) -> Option<Found> {
        Found::definitions(scopes::members(cx, from, package, name), Reason::Package)
    }

    fn outside_members(&self, cx: &Resolver<'_>, of: Definition, name: &str) -> Vec<Definition> {
        let facts = cx.facts(of.file);
        if facts.language() != "cpp" {
            return Vec::new();
        }
        let scope = facts.qualified(of.node);
        let mut found = scopes::members(cx, of.file, &scope, name);
        found.retain(|d| d.file != of.file || facts.scope(d.node) != scope);
        found
    }

    fn inner(&self, name: &str, arguments: &[Type]) -> Option<Type> {
        scopes::pointee(name, arguments)
    }

    fn element(&self, cx: &Resolver<'_>, of: &Type) -> Option<Type> {
        scopes::element(cx, of)
    }

    fn external_result(&self, of: &str, arguments: &[Type], member: &str) -> Option<Type> {
        scopes::result_outside(of, arguments, member)
    }

    fn called(&self, cx: &Resolver<'_>, reference: &Reference, found: Vec<Entity>) -> Vec<Entity> {
        let mut called = Vec::new();
        for entity in found {
            match entity {
                Entity::Definition(definition) => match cx.kind(definition) {
                    Some(kind) if kind.is_callable() => called.push(definition),
                    // A tag or a typedef of C is no function.
                    Some(_) if cx.facts(definition.file).language() == "c" => {}
                    Some(NodeKind::Type) => {
                        let of = cx.type_of_alias(definition).definition();
                        called.extend(scopes::constructors(cx, of.unwrap_or(definition)));
                    }
                    Some(kind) if is_object_type(kind) => {
                        called.extend(scopes::constructors(cx, definition));
                    }
                    // A value that is called may be any function.
                    _ => {}
                },
                Entity::Local(..) | Entity::External => return vec![entity],
                Entity::Module(_) => {}
            }
        }
        let called = linkage::completed(cx, called);
        let called = overloads::fitting(cx, called, reference.arity);
        called.into_iter().map(Entity::Definition).collect()
    }

    fn guess(&self, cx: &Resolver<'_>, place: Place, reference: &Reference) -> Option<Found> {
        let is_call = reference.kind == ReferenceKind::Call as u8;
        is_call.then(|| scopes::guessed(cx, place, reference)).flatten()
    }
}
