//! Types around a place, above a type, and among what a name means.

use heimdall_schema::record::{BindingKind, NodeKind, Reference, ReferenceKind};

use super::model::{Definition, Entity, Found, Place, Reason, is_object_type};
use super::resolver::{Resolver, Supers};

impl Resolver<'_> {
    /// The one of the found entities that a type means.
    pub(super) fn standing<'f>(&self, found: &'f Found, place: Place) -> &'f Entity {
        let first = &found.entities[0];
        let Entity::Definition(of) = first else { return first };
        let is_default = self.kind(*of) == Some(NodeKind::Type)
            && self.rules(place.file).is_some_and(|rules| rules.last_is_default());
        if !is_default {
            return self.type_among(&found.entities);
        }
        let same = |entity: &&Entity| {
            matches!(entity, Entity::Definition(d) if d.file == of.file
                && self.kind(*d) == Some(NodeKind::Type))
        };
        found.entities.iter().filter(same).last().unwrap_or(first)
    }

    /// Of a type and a value of the same name the type.
    fn type_among<'e>(&self, entities: &'e [Entity]) -> &'e Entity {
        let is_type = |entity: &&Entity| match entity {
            Entity::Definition(of) => self.kind(*of).is_some_and(NodeKind::is_type),
            _ => false,
        };
        entities.iter().find(is_type).unwrap_or(&entities[0])
    }

    /// The supertypes of a type.
    pub fn supers(&self, of: Definition) -> Supers {
        self.once(&self.supers, of, Supers::default(), || {
            let facts = self.facts(of.file);
            let mut supers = Supers::default();
            let mut add = |found: Option<Found>| match found {
                Some(found) if !found.is_external() => {
                    for entity in found.entities {
                        match entity {
                            Entity::Definition(definition) if definition != of => {
                                supers.known.push(definition);
                            }
                            _ => {}
                        }
                    }
                }
                _ => supers.others = true,
            };
            let name = facts.name(of.node);
            let own = |r: &&Reference| r.kind == ReferenceKind::Inherit as u8 && r.from == of.node;
            for reference in facts.references().iter().filter(own) {
                add(self.reference(of.file, reference));
            }
            let implements = facts.bindings().iter().zip(0..).filter(|(b, _)| {
                b.kind == BindingKind::Implements as u8
                    && super::written::read(facts.text(b.name)).name == name
            });
            for (binding, bound) in implements {
                let (from, line) = (binding.from, binding.line);
                let place = Place { file: of.file, from, line, bound };
                let found = self.type_from_text(place, facts.text(binding.text)).definition();
                add(found.and_then(|d| Found::one(Entity::Definition(d), Reason::Scope)));
            }
            if facts.kind(of.node) == Some(NodeKind::Type) {
                supers.known.extend(self.parts_of_alias(of));
            }
            supers.known.dedup();
            supers
        })
    }

    /// The type whose member the place stands in.
    pub fn enclosing_type(&self, place: Place) -> Option<Definition> {
        let facts = self.facts(place.file);
        let around = facts.around(place.from).collect::<Vec<_>>();
        for &node in &around {
            let definition = Definition { file: place.file, node };
            if facts.kind(node).is_some_and(is_object_type) {
                return Some(definition);
            }
            if let Some(of) = self.type_by_scope(definition) {
                return Some(of);
            }
        }
        None
    }

    /// The type that a definition names as its scope without standing in it: a method with a
    /// receiver, an `impl`, `A::f`.
    pub fn type_by_scope(&self, definition: Definition) -> Option<Definition> {
        let facts = self.facts(definition.file);
        let node = facts.node(definition.node)?;
        let scope = facts.scope(definition.node);
        if scope.is_empty() || facts.qualified(node.parent) == scope {
            return None;
        }
        let place = self.place(definition.file, node.parent, node.line);
        let parts = scope.rsplit(["::", "."].iter().find(|s| scope.contains(**s)).unwrap_or(&"."));
        let last = parts.into_iter().next()?;
        let within =
            facts.named(last).iter().copied().find(|&n| {
                facts.qualified(n) == scope && facts.kind(n).is_some_and(is_object_type)
            });
        if let Some(node) = within {
            return Some(Definition { file: definition.file, node });
        }
        self.type_from_text(place, scope).definition()
    }
}
