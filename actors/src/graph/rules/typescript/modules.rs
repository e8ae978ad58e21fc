//! Which file a module specifier names.

use heimdall_schema::id::FileKey;

use super::{configuration, packages};
use crate::graph::model::FileId;
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// What may stand behind the name of a module, in the order in which it is tried.
const EXTENSIONS: [&str; 14] = [
    ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs",
    ".json", ".vue", ".svelte",
];

/// What an extension of a written specifier may stand for: the source of what is built.
const SOURCES: [(&str, &[&str]); 8] = [
    (".d.ts", &[".ts", ".tsx"]),
    (".d.mts", &[".mts", ".ts"]),
    (".d.cts", &[".cts", ".ts"]),
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx", ".d.ts"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
    (".vue", &[".vue.d.ts"]),
];

/// The file that a specifier names, seen from a file of the index.
pub fn resolve(cx: &Resolver<'_>, file: FileId, specifier: &str) -> Option<FileId> {
    // A bundler's query (`./worker?url`) changes nothing of where it leads.
    let specifier = specifier.split(['?', '!']).next().unwrap_or(specifier);
    if specifier.is_empty() || specifier.contains(':') {
        return None;
    }
    let directory = paths::parent(&cx.key(file));
    let found = cx.specifier(&directory, specifier, || {
        if specifier.starts_with('.') {
            return at(cx, &paths::join(&directory, specifier)?);
        }
        if specifier.starts_with('#')
            && let Some(found) = packages::own_import(cx, &directory, specifier)
        {
            return Some(found);
        }
        configuration::mapped(cx, &directory, specifier)
            .or_else(|| packages::named(cx, &directory, specifier))
    })?;
    Some(cx.file(&found))
}

/// The file at a path without its extension, with that of what is built from it, or that of a
/// directory.
pub fn at(cx: &Resolver<'_>, path: &FileKey) -> Option<FileKey> {
    file_at(cx, path).or_else(|| {
        let manifest = paths::join(path, "package.json")?;
        let main = cx.document(&manifest).and_then(|_| packages::main(cx, path));
        main.or_else(|| file_at(cx, &paths::join(path, "index")?))
    })
}

/// The file at a path without its extension, or with that of what is built from it.
pub fn file_at(cx: &Resolver<'_>, path: &FileKey) -> Option<FileKey> {
    let name = paths::file_name(path);
    if name.is_empty() {
        return None;
    }
    let directory = paths::parent(path);
    let there = |name: &str| {
        let key = paths::join(&directory, name)?;
        cx.index().has(&key).then_some(key)
    };
    for (built, sources) in SOURCES {
        if let Some(stem) = name.strip_suffix(built).filter(|stem| !stem.is_empty())
            && let Some(found) = sources.iter().find_map(|source| there(&format!("{stem}{source}")))
        {
            return Some(found);
        }
    }
    if name.contains('.')
        && let Some(found) = there(&name)
    {
        return Some(found);
    }
    EXTENSIONS.iter().find_map(|extension| there(&format!("{name}{extension}")))
}
