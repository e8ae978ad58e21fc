//! `tsconfig.json`: which paths stand for others.

use heimdall_schema::id::FileKey;
use serde_json::Value;

use super::{modules, packages};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// Names of configurations, in the order in which they are asked.
const NAMES: [&str; 3] = ["tsconfig.json", "jsconfig.json", "tsconfig.base.json"];

/// How many configurations may extend each other.
const DEEPEST: u32 = 8;

/// The file that the configurations around a directory map a specifier to.
pub fn mapped(cx: &Resolver<'_>, directory: &FileKey, specifier: &str) -> Option<FileKey> {
    let around = std::iter::successors(Some(directory.clone()), |directory| {
        (!directory.relative().is_empty()).then(|| paths::parent(directory))
    });
    for directory in around {
        for name in NAMES {
            let Some(key) = paths::join(&directory, name) else { continue };
            if let Some(found) = by(cx, &key, specifier, 0) {
                return Some(found);
            }
        }
    }
    None
}

/// What one configuration says, with those that it extends or is split into.
fn by(cx: &Resolver<'_>, key: &FileKey, specifier: &str, depth: u32) -> Option<FileKey> {
    let document = cx.document(key).filter(|_| depth < DEEPEST)?;
    let directory = paths::parent(key);
    let options = &document["compilerOptions"];
    let base = options["baseUrl"].as_str().and_then(|base| paths::join(&directory, base));
    if let Some(mapping) = options["paths"].as_object() {
        let from = base.as_ref().unwrap_or(&directory);
        for (target, rest) in targets(mapping, specifier) {
            let found = paths::join(from, &target.replacen('*', rest, 1));
            if let Some(found) = found.and_then(|path| modules::at(cx, &path)) {
                return Some(found);
            }
        }
    }
    if let Some(found) = base.and_then(|base| modules::at(cx, &paths::join(&base, specifier)?)) {
        return Some(found);
    }
    let extended = match &document["extends"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(all) => all.iter().rev().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let parts = document["references"].as_array().into_iter().flatten();
    let parts = parts.filter_map(|part| part["path"].as_str());
    // The references of a solution are other programs, which may lie beside it.
    let parts = parts.filter(|_| document["files"].as_array().is_some_and(Vec::is_empty));
    extended.into_iter().chain(parts).find_map(|other| {
        let key = other_configuration(cx, &directory, other)?;
        by(cx, &key, specifier, depth + 1)
    })
}

/// The targets of the pattern that fits best, with what stands for its star.
fn targets<'m, 's>(
    mapping: &'m serde_json::Map<String, Value>,
    specifier: &'s str,
) -> Vec<(&'m str, &'s str)> {
    let fits = mapping.iter().filter_map(|(pattern, targets)| {
        let (prefix, suffix) = match pattern.split_once('*') {
            Some(parts) => parts,
            None if pattern == specifier => return Some((usize::MAX, "", targets)),
            None => return None,
        };
        let rest = specifier.strip_prefix(prefix)?.strip_suffix(suffix)?;
        Some((prefix.len(), rest, targets))
    });
    let best = fits.max_by_key(|(length, ..)| *length);
    let list = best.into_iter().flat_map(|(_, rest, targets)| {
        let targets = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
        targets.map(move |target| (target, rest))
    });
    list.collect()
}

/// The configuration that another one names.
fn other_configuration(cx: &Resolver<'_>, directory: &FileKey, name: &str) -> Option<FileKey> {
    if !name.starts_with('.') && !name.starts_with('/') {
        return packages::file_of(cx, directory, name);
    }
    let there = |path: &str| {
        let key = paths::join(directory, path)?;
        cx.index().has(&key).then_some(key)
    };
    there(name)
        .or_else(|| there(&format!("{name}.json")))
        .or_else(|| there(&format!("{name}/tsconfig.json")))
}
