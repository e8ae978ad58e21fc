//! Members of types: fields, variants, what implementations add, what traits give.

use heimdall_schema::record::{Binding, NO_INDEX, NodeKind};

use super::names::{self, Space};
use super::{generics, is_type, modules, scopes, standard, types};
use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Place, Reason, Type};
use crate::graph::resolver::Resolver;

/// How often a receiver is dereferenced.
const MOST_STEPS: usize = 8;

/// Most traits above a trait that are looked through.
const MOST_TRAITS: usize = 16;

/// A method of a value, and what it was dereferenced to for it.
pub fn member(cx: &Resolver<'_>, of: &Type, name: &str, place: Place) -> Option<(Found, Type)> {
    let mut current = of.clone();
    for _ in 0..MOST_STEPS {
        if let Some(found) = own(cx, &current, name, Space::Value, place) {
            return Some((found, current));
        }
        if let Type::Named(outside, arguments) = &current
            && standard::result(outside, arguments, name).is_some()
        {
            return Some((Found::external()?, current));
        }
        match dereferenced(cx, &current) {
            Some(next) => current = next,
            None => break,
        }
    }
    Some((by_visible_trait(cx, of, name, place)?, of.clone()))
}

/// What a call on a value means to the compiler: of a trait that is not in the index, a method of
/// that trait, whatever implements it here.
pub fn as_called(cx: &Resolver<'_>, found: Found) -> Found {
    let Entity::Definition(method) = found.entities[0] else { return found };
    let facts = cx.facts(method.file);
    let is_of_trait = implementation(&facts, method.node).is_some_and(|b| b.text != NO_INDEX);
    let external = if is_of_trait { Found::external() } else { None };
    external.unwrap_or(found)
}

/// What a type has by a path: `Type::new`, `Enum::Variant`, `Trait::method`, `T::Item`.
pub fn associated(
    cx: &Resolver<'_>,
    of: &Type,
    name: &str,
    space: Space,
    place: Place,
) -> Option<Found> {
    own(cx, of, name, space, place).or_else(|| match of {
        Type::Unknown => None,
        _ if space == Space::Value => by_visible_trait(cx, of, name, place),
        _ => None,
    })
}

/// What a value points to.
pub fn dereferenced(cx: &Resolver<'_>, of: &Type) -> Option<Type> {
    match of {
        Type::Named(name, arguments) => standard::pointee(name, arguments),
        Type::Object(definition, _) if cx.kind(*definition) != Some(NodeKind::Trait) => {
            let target = implemented_type(cx, of, "Target")?;
            (target != *of).then_some(target)
        }
        _ => None,
    }
}

/// An associated type that an implementation for a type gives.
pub fn implemented_type(cx: &Resolver<'_>, of: &Type, name: &str) -> Option<Type> {
    let definition = of.definition()?;
    let found = members_of(cx, definition, name, Space::Type);
    let found = found.first()?;
    let meant = types::of_definition(cx, found.definition);
    Some(generics::on_receiver(cx, found.definition, &meant, of))
}

fn own(cx: &Resolver<'_>, of: &Type, name: &str, space: Space, place: Place) -> Option<Found> {
    match of {
        Type::Object(definition, _) | Type::Itself(definition) => {
            of_definition(cx, *definition, name, space)
        }
        Type::Variable(file, number) => {
            let bounds = generics::bounds(cx, *file, *number);
            let here = generics::bounds_here(cx, *file, *number, place);
            bounds.into_iter().chain(here).find_map(|bound| match bound {
                Type::Variable(..) => None,
                bound => own(cx, &bound, name, space, place),
            })
        }
        Type::Named(..) => None,
        Type::Function(_) | Type::Module(_) | Type::Unknown => None,
    }
}

fn of_definition(cx: &Resolver<'_>, of: Definition, name: &str, space: Space) -> Option<Found> {
    if cx.kind(of) == Some(NodeKind::Trait) {
        return of_trait(cx, of, name, space, Reason::Receiver);
    }
    let mut all = members_of(cx, of, name, space);
    if all.len() > 1 {
        all.sort_by_key(|member| unlikeliness(cx, member.definition));
    }
    let inherent = all.iter().filter(|m| !m.is_of_trait).map(|m| m.definition);
    if let Some(found) = Found::definitions(inherent.collect(), Reason::Receiver) {
        return Some(found);
    }
    let mut entities = Vec::new();
    for member in &all {
        // A call of a trait's method means the trait's: what is run is told by the receiver.
        let declared = member.of.and_then(|of| of_trait(cx, of, name, space, Reason::Receiver));
        let declared = declared.map(|found| found.entities).unwrap_or_default();
        for entity in declared.into_iter().chain([Entity::Definition(member.definition)]) {
            if !entities.contains(&entity) {
                entities.push(entity);
            }
        }
    }
    // What traits declare comes before what implements it.
    entities.sort_by_key(|entity| match entity {
        Entity::Definition(d) => all.iter().any(|m| m.definition == *d),
        _ => true,
    });
    if !entities.is_empty() {
        return Some(Found { entities, reason: Reason::Receiver });
    }
    // What a trait that is implemented in the file of the type gives all the same.
    let facts = cx.facts(of.file);
    let own_name = facts.name(of.node);
    let traits = facts.implements().filter(|b| is_named(facts.text(b.name), own_name));
    traits.filter(|b| !facts.text(b.text).is_empty()).find_map(|b| {
        let place = Place { file: of.file, from: b.from, line: b.line, bound: u32::MAX };
        match cx.object_from_text(place, facts.text(b.text)) {
            Type::Object(of, _) => of_trait(cx, of, name, space, Reason::Inherited),
            _ => None,
        }
    })
}

/// How unlikely a member is to be compiled, by what is said of it and of its implementation.
fn unlikeliness(cx: &Resolver<'_>, of: Definition) -> u32 {
    let facts = cx.facts(of.file);
    let Some(node) = facts.node(of.node) else { return 0 };
    let around = implementation(&facts, of.node).map_or(node.line, |b| b.line);
    let own = scopes::unlikeliness(&facts, node.line, node.name_line);
    own.max(scopes::unlikeliness(&facts, around.saturating_sub(1), around))
}

/// A member of a trait or of those that it extends.
fn of_trait(
    cx: &Resolver<'_>,
    of: Definition,
    name: &str,
    space: Space,
    reason: Reason,
) -> Option<Found> {
    let mut seen = vec![of];
    let mut at = 0;
    while let Some(&of) = seen.get(at) {
        let facts = cx.facts(of.file);
        let own = facts
            .children(of.node, name)
            .filter(|&n| facts.kind(n).is_some_and(|kind| is_in_space(kind, space)));
        let own = own.map(|node| Definition { file: of.file, node });
        let reason = if at == 0 { reason } else { Reason::Inherited };
        if let Some(found) = Found::definitions(own.collect(), reason) {
            return Some(found);
        }
        for outer in cx.supers(of).known {
            if !seen.contains(&outer) && seen.len() < MOST_TRAITS {
                seen.push(outer);
            }
        }
        at += 1;
    }
    None
}

fn is_in_space(kind: NodeKind, space: Space) -> bool {
    match space {
        Space::Type => kind == NodeKind::Type,
        _ => kind.is_callable() || matches!(kind, NodeKind::Constant | NodeKind::Variant),
    }
}

/// A member of a type that stands in an implementation or in the type itself.
struct Member {
    definition: Definition,
    is_of_trait: bool,
    /// The trait, when it is in the index.
    of: Option<Definition>,
}

/// The members of a type, those of its own file before those of others.
fn members_of(cx: &Resolver<'_>, of: Definition, name: &str, space: Space) -> Vec<Member> {
    let facts = cx.facts(of.file);
    let inside = facts.children(of.node, name);
    let inside = inside.filter(|&n| facts.kind(n).is_some_and(|kind| is_in_space(kind, space)));
    let mut found: Vec<Member> = inside
        .map(|node| Member {
            definition: Definition { file: of.file, node },
            is_of_trait: false,
            of: None,
        })
        .collect();
    if !found.is_empty() {
        return found;
    }
    let in_file = |definitions: Vec<Definition>, found: &mut Vec<Member>| {
        for definition in definitions {
            found.extend(member_in_implementation(cx, of, definition, space));
        }
    };
    let own = facts.named(name).iter().map(|&node| Definition { file: of.file, node }).collect();
    in_file(own, &mut found);
    if found.iter().any(|member| !member.is_of_trait) {
        return found;
    }
    let others = names::near(cx, of.file, name);
    let others = others.into_iter().filter(|d| d.file != of.file).collect();
    in_file(cx.nearest(of.file, others), &mut found);
    found
}

/// The implementation that a definition stands in.
pub fn implementation(facts: &Facts, node: u32) -> Option<&Binding> {
    let of = facts.node(node)?;
    facts
        .implements()
        .rev()
        .find(|b| b.from == of.parent && b.line <= of.line && of.end_line <= b.end_line)
}

/// Whether a type as written may be the one of a name: `a::Name<T>`, `&Name`.
fn is_named(written: &str, name: &str) -> bool {
    let written = written.split('<').next().unwrap_or(written);
    written.rsplit([':', ' ', '&']).next() == Some(name)
}

fn member_in_implementation(
    cx: &Resolver<'_>,
    of: Definition,
    definition: Definition,
    space: Space,
) -> Option<Member> {
    let facts = cx.facts(definition.file);
    let node = facts.node(definition.node)?;
    if !facts.kind(definition.node).is_some_and(|kind| is_in_space(kind, space))
        || (node.parent != NO_INDEX && facts.kind(node.parent).is_some_and(is_type))
    {
        return None;
    }
    let implementation = implementation(&facts, definition.node)?;
    if !is_named(facts.text(implementation.name), cx.facts(of.file).name(of.node)) {
        return None;
    }
    let place = Place {
        file: definition.file,
        from: implementation.from,
        line: implementation.line,
        bound: u32::MAX,
    };
    if cx.object_from_text(place, facts.text(implementation.name)).definition() != Some(of) {
        return None;
    }
    let written = facts.text(implementation.text);
    let of = match written {
        "" => None,
        written => cx.object_from_text(place, written).definition(),
    };
    Some(Member { definition, is_of_trait: !written.is_empty(), of })
}

/// A field of a value, as its type.
pub fn field(cx: &Resolver<'_>, of: &Type, name: &str) -> Type {
    let mut current = of.clone();
    for _ in 0..MOST_STEPS {
        let found = match &current {
            Type::Object(definition, _) => own_field(cx, *definition, &current, name),
            Type::Named(tuple, arguments) if tuple == "()" => {
                name.parse::<usize>().ok().and_then(|at| arguments.get(at).cloned())
            }
            _ => None,
        };
        if let Some(found) = found {
            return found;
        }
        match dereferenced(cx, &current) {
            Some(next) => current = next,
            None => break,
        }
    }
    Type::Unknown
}

/// A field of a structure or of a variant, by name or by number.
pub fn own_field(cx: &Resolver<'_>, of: Definition, on: &Type, name: &str) -> Option<Type> {
    let facts = cx.facts(of.file);
    if let Ok(at) = name.parse::<usize>() {
        let written = facts.results(of.node).next().map(|b| facts.text(b.text))?;
        let inside = written.trim().strip_prefix('(')?.strip_suffix(')')?;
        let parts = crate::graph::written::split(inside, ',');
        let part = without_marks(parts.get(at)?);
        let field = cx.object_from_text(cx.inside(of), part);
        return Some(generics::of_structure(cx, of, &field, on));
    }
    let mut fields = facts.children(of.node, name);
    let node = fields.find(|&n| facts.kind(n) == Some(NodeKind::Field))?;
    let field = types::of_definition(cx, Definition { file: of.file, node });
    Some(generics::of_structure(cx, of, &field, on))
}

/// A field's type without attributes and visibility.
fn without_marks(field: &str) -> &str {
    let mut field = field.trim();
    while let Some(rest) = field.strip_prefix('#') {
        field = rest.split_once(']').map_or("", |(_, rest)| rest).trim();
    }
    let Some(rest) = field.strip_prefix("pub") else { return field };
    match rest.trim_start().strip_prefix('(') {
        Some(limited) => limited.split_once(')').map_or(rest, |(_, rest)| rest).trim(),
        None if rest.starts_with(' ') => rest.trim(),
        None => field,
    }
}

/// A method of a trait that is in scope: such a trait gives it, whatever the receiver is.
fn by_visible_trait(cx: &Resolver<'_>, of: &Type, name: &str, place: Place) -> Option<Found> {
    match of {
        Type::Unknown | Type::Function(_) | Type::Module(_) => return None,
        // A bound that is not in the index may have it.
        Type::Variable(file, number) => {
            let bounds = generics::bounds(cx, *file, *number);
            let others = bounds.iter().any(|bound| matches!(bound, Type::Named(..)));
            if others && standard::is_common(name) {
                return None;
            }
        }
        Type::Object(..) | Type::Itself(_) | Type::Named(..) => {}
    }
    Found::definitions(visible_trait_methods(cx, name, place), Reason::Inherited)
}

/// The methods of a name of all traits that are in scope.
pub fn visible_trait_methods(cx: &Resolver<'_>, name: &str, place: Place) -> Vec<Definition> {
    let all = names::near(cx, place.file, name).into_iter().filter(|&method| {
        let facts = cx.facts(method.file);
        let Some(node) = facts.node(method.node) else { return false };
        facts.kind(node.parent) == Some(NodeKind::Trait)
            && facts.kind(method.node).is_some_and(NodeKind::is_callable)
            && is_visible(cx, Definition { file: method.file, node: node.parent }, place)
    });
    cx.nearest(place.file, all.collect())
}

fn is_visible(cx: &Resolver<'_>, of: Definition, place: Place) -> bool {
    let facts = cx.facts(of.file);
    let name = facts.name(of.node);
    let is_it = |found: Option<Found>| {
        found.is_some_and(|found| found.entities.contains(&Entity::Definition(of)))
    };
    if is_it(names::name(cx, place, name, Space::Type, None)) {
        return true;
    }
    // `use a::Trait as _`
    let module = modules::top(&modules::around(cx, place));
    module.is_some_and(|at| imports_trait(cx, at.file, name, &is_it))
}

fn imports_trait(
    cx: &Resolver<'_>,
    file: FileId,
    name: &str,
    is_it: &dyn Fn(Option<Found>) -> bool,
) -> bool {
    let facts = cx.facts(file);
    facts
        .numbered_imports()
        .filter(|(_, import)| facts.text(import.name) == name && import.alias != NO_INDEX)
        .any(|(number, _)| is_it(scopes::import(cx, file, number, Space::Type)))
}
