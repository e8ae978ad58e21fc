//! What a path or an import means: packages, the types in them, and the types in those.

use heimdall_schema::record::{NodeKind, Reference, ReferenceKind};

use crate::graph::facts::Facts;
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason};
use crate::graph::resolver::Resolver;

use super::dialect::Dialect;
use super::{Wanted, members, names};

/// What is called `name` at the top of a package.
pub fn in_package(
    cx: &Resolver<'_>,
    file: FileId,
    package: &str,
    name: &str,
    wanted: Wanted,
) -> Option<Found> {
    let mut found = cx.in_package(file, package, name)?;
    found.entities.retain(|entity| match entity {
        Entity::Definition(of) => {
            cx.kind(*of).is_some_and(|kind| members::suits(kind, wanted))
                && own(&cx.facts(of.file), of.node) == package
        }
        _ => false,
    });
    (!found.entities.is_empty()).then_some(found)
}

fn is_namespace(facts: &Facts, node: u32) -> bool {
    use NodeKind::{Module, Namespace, Package};
    matches!(facts.kind(node), Some(Namespace | Package | Module))
}

/// The package that a definition stands in: what the file says, and the namespaces around it.
pub fn own(facts: &Facts, node: u32) -> String {
    let mut around: Vec<&str> = facts
        .around(node)
        .skip(1)
        .filter(|&node| is_namespace(facts, node))
        .map(|node| facts.name(node))
        .collect();
    around.reverse();
    let file = facts.package();
    if file.is_empty() || around.contains(&file) {
        return around.join(".");
    }
    if around.is_empty() {
        return file.to_owned();
    }
    format!("{file}.{}", around.join("."))
}

/// Whether a file has something in a package.
pub fn says(facts: &Facts, package: &str) -> bool {
    if facts.package() == package {
        return true;
    }
    let last = package.rsplit('.').next().unwrap_or(package);
    let all = facts.nodes().iter().zip(0..).map(|(_, node)| node);
    let namespaces = all.filter(|&node| is_namespace(facts, node));
    let mut ending = namespaces.filter(|&node| facts.name(node).ends_with(last));
    ending.any(|node| {
        let (outer, name) = (own(facts, node), facts.name(node));
        package == name && outer.is_empty()
            || package.strip_prefix(&outer).and_then(|rest| rest.strip_prefix('.')) == Some(name)
    })
}

/// The packages whose names are seen at a place, innermost first.
pub fn visible(facts: &Facts, place: Place) -> Vec<String> {
    // `own` skips the node itself, which is no namespace as a rule.
    let inside = facts.around(place.from).find(|&node| is_namespace(facts, node));
    let innermost = match inside {
        Some(node) => match own(facts, node).as_str() {
            "" => facts.name(node).to_owned(),
            outer if outer == facts.name(node) => outer.to_owned(),
            outer => format!("{outer}.{}", facts.name(node)),
        },
        None => facts.package().to_owned(),
    };
    let mut all = vec![innermost];
    if Dialect::of(facts).sees_outer_packages {
        while let Some((outer, _)) = all.last().and_then(|last| last.rsplit_once('.')) {
            let outer = outer.to_owned();
            all.push(outer);
        }
    } else {
        all.extend(facts.packages().map(str::to_owned));
        all.dedup();
    }
    all
}

/// The type that a dotted path names, its package first.
pub fn by_path(cx: &Resolver<'_>, file: FileId, path: &str) -> Option<Definition> {
    let dots = path.match_indices('.').map(|(at, _)| at);
    let splits = dots.map(|at| (&path[..at], &path[at + 1..])).chain([("", path)]);
    for (package, rest) in splits {
        let mut parts = rest.split('.');
        let first = parts.next()?;
        let Some(found) = in_package(cx, file, package, first, Wanted::Type) else { continue };
        let Some(Entity::Definition(mut of)) = found.entities.into_iter().next() else { continue };
        for part in parts {
            of = *members::all(cx, of, part, Wanted::Type).first()?;
        }
        return Some(of);
    }
    None
}

/// The type that a name or path means in its place; a type parameter is a local.
pub fn typed(cx: &Resolver<'_>, place: Place, path: &str, wanted: Wanted) -> Option<Entity> {
    let mut parts = path.split('.');
    let first = parts.next()?;
    let found = names::lookup(cx, place, first, wanted);
    let Some(found) = found else {
        let is_package = path.contains('.') && first.starts_with(char::is_lowercase);
        return is_package.then(|| by_path(cx, place.file, path)).flatten().map(Entity::Definition);
    };
    let mut entity = found.entities.into_iter().next()?;
    for part in parts {
        let Entity::Definition(of) = entity else { return None };
        entity = Entity::Definition(*members::all(cx, of, part, Wanted::Type).first()?);
    }
    Some(entity)
}

/// What an import that names something brings in.
pub fn imported(cx: &Resolver<'_>, file: FileId, import: &Reference) -> Option<Found> {
    let facts = cx.facts(file);
    let (name, from) = (facts.text(import.name), facts.text(import.qualifier));
    let whole = match (from, name) {
        ("", name) => name.to_owned(),
        (from, "*") => from.to_owned(),
        (from, name) => format!("{from}.{name}"),
    };
    let is_alias = !facts.text(import.alias).is_empty();
    if name == "*" || Dialect::of(&facts).imports_all {
        return match by_path(cx, file, &whole) {
            Some(of) if is_alias => Found::one(Entity::Definition(of), Reason::Import),
            Some(of) => Found::one(Entity::Module(Module::Inside(of)), Reason::Wildcard),
            None => Found::one(Entity::Module(Module::Package(file, whole)), Reason::Wildcard),
        };
    }
    let mut found = Vec::new();
    for wanted in [Wanted::Type, Wanted::Value, Wanted::Called] {
        found.extend(in_package(cx, file, from, name, wanted).map_or(Vec::new(), |f| f.entities));
    }
    if !found.is_empty() {
        return Some(Found { entities: found, reason: Reason::Import });
    }
    let of = by_path(cx, file, from)?;
    let kinds = [Wanted::Type, Wanted::Value, Wanted::Called];
    let all = kinds.iter().flat_map(|&wanted| members::all(cx, of, name, wanted)).collect();
    Found::definitions(all, Reason::Import)
}

/// What the imports of a file that name something bring in under a name.
pub fn by_import(cx: &Resolver<'_>, file: FileId, name: &str, wanted: Wanted) -> Option<Found> {
    let facts = cx.facts(file);
    let rules = cx.rules(file)?;
    let mut all = Vec::new();
    let mut external = false;
    for (number, import) in facts.references().iter().enumerate() {
        if import.kind != ReferenceKind::Import as u8 || rules.local_name(&facts, import) != name {
            continue;
        }
        let Some(found) = cx.import(file, number as u32) else {
            // A name in capitals is a type's, or a constant's; another is called.
            external |= match wanted {
                Wanted::Type | Wanted::Head => name.starts_with(char::is_uppercase),
                Wanted::Value => true,
                Wanted::Called => true,
            };
            continue;
        };
        all.extend(found.entities.into_iter().filter(|entity| match entity {
            Entity::Definition(of) => cx.kind(*of).is_some_and(|k| members::suits(k, wanted)),
            _ => false,
        }));
    }
    if all.is_empty() {
        return if external { Found::external() } else { None };
    }
    Some(Found { entities: all, reason: Reason::Import })
}

/// What the wildcard imports of a file bring in under a name.
pub fn by_wildcard(cx: &Resolver<'_>, file: FileId, name: &str, wanted: Wanted) -> Option<Found> {
    let facts = cx.facts(file);
    let rules = cx.rules(file)?;
    for (number, import) in facts.references().iter().enumerate() {
        if import.kind != ReferenceKind::Import as u8 || rules.local_name(&facts, import) != "*" {
            continue;
        }
        let Some(found) = cx.import(file, number as u32) else { continue };
        for entity in found.entities {
            let found = match entity {
                Entity::Module(Module::Package(from, package)) => {
                    in_package(cx, from, &package, name, wanted)
                }
                Entity::Module(Module::Inside(of)) => {
                    Found::definitions(members::all(cx, of, name, wanted), Reason::Wildcard)
                }
                _ => None,
            };
            if let Some(found) = found {
                return Some(found.because(Reason::Wildcard));
            }
        }
    }
    None
}
