//! What a path or an import means: packages, the types in them, and the types in those.

use heimdall_schema::record::{Reference, ReferenceKind};

use crate::graph::model::{Definition, Entity, FileId, Found, Module, Place, Reason};
use crate::graph::resolver::Resolver;

use super::{Wanted, members, names};

/// The type called `name` at the top of a package.
pub fn in_package(
    cx: &Resolver<'_>,
    file: FileId,
    package: &str,
    name: &str,
    wanted: Wanted,
) -> Option<Found> {
    let mut found = cx.in_package(file, package, name)?;
    found.entities.retain(|entity| match entity {
        Entity::Definition(of) => cx.kind(*of).is_some_and(|kind| members::suits(kind, wanted)),
        _ => false,
    });
    (!found.entities.is_empty()).then_some(found)
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
    if name == "*" {
        let module = match by_path(cx, file, from) {
            Some(of) => Entity::Module(Module::Inside(of)),
            None => Entity::Module(Module::Package(file, from.to_owned())),
        };
        return Found::one(module, Reason::Wildcard);
    }
    if let Some(found) = in_package(cx, file, from, name, Wanted::Type) {
        return Some(found.because(Reason::Import));
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
