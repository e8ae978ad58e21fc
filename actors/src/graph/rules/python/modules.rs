//! Where dotted paths lead.

use heimdall_schema::id::FileKey;

use crate::graph::model::{FileId, Module};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// A module by its dotted path, as seen from a file.
pub fn module(cx: &Resolver<'_>, file: FileId, path: &str) -> Option<Module> {
    let key = cx.key(file);
    let dots = path.bytes().take_while(|b| *b == b'.').count();
    let parts: Vec<&str> = path[dots..].split('.').filter(|part| !part.is_empty()).collect();
    if dots > 0 {
        let directory = paths::ancestors(&key).nth(dots - 1)?;
        return below(cx, &directory, &parts);
    }
    let is_package = |directory: &FileKey| {
        paths::join(directory, "__init__.py").is_some_and(|init| cx.index().has(&init))
    };
    for directory in paths::ancestors(&key).filter(|directory| !is_package(directory)) {
        let found = below(cx, &directory, &parts)
            .or_else(|| below(cx, &paths::join(&directory, "src")?, &parts));
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A module by its path below a directory.
pub fn below(cx: &Resolver<'_>, directory: &FileKey, parts: &[&str]) -> Option<Module> {
    let path = parts.join("/");
    for name in ["__init__.py", "__init__.pyi"] {
        let init = paths::join(directory, &format!("{path}/{name}"))?;
        if let Some(file) = cx.existing(&init) {
            return Some(Module::File(file));
        }
    }
    if parts.is_empty() {
        return Some(Module::Directory(directory.clone()));
    }
    for extension in ["py", "pyi"] {
        let file = paths::join(directory, &format!("{path}.{extension}"))?;
        if let Some(file) = cx.existing(&file) {
            return Some(Module::File(file));
        }
    }
    let directory = paths::join(directory, &path)?;
    let holds =
        cx.index().directory(&directory).iter().any(|key| paths::file_name(key).ends_with(".py"));
    holds.then_some(Module::Directory(directory))
}
