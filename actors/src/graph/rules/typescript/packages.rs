//! `package.json`: packages of the index by their name, and what they show to others.

use heimdall_schema::id::FileKey;
use serde_json::Value;

use super::modules;
use crate::graph::paths;
use crate::graph::resolver::Resolver;

/// Fields of a manifest that name the file of the package itself, the source before what is built.
const MAINS: [&str; 7] = ["source", "types", "typings", "module", "main", "browser", "svelte"];

/// Directories that hold what is built out of `src`.
const BUILT: [&str; 12] = [
    "dist",
    "lib",
    "build",
    "out",
    "output",
    "esm",
    "cjs",
    "es",
    "types",
    "commonjs",
    "module",
    "dist-types",
];

/// How deep conditions of exports may nest.
const DEEPEST: u32 = 8;

/// The file that a specifier of a package names.
pub fn named(cx: &Resolver<'_>, directory: &FileKey, specifier: &str) -> Option<FileKey> {
    let (name, rest) = split(specifier)?;
    let package = find(cx, directory, name)?;
    if rest.is_empty() { main(cx, &package) } else { below(cx, &package, rest) }
}

/// A file of a package by its path, for configurations that others extend.
pub fn file_of(cx: &Resolver<'_>, directory: &FileKey, specifier: &str) -> Option<FileKey> {
    let (name, rest) = split(specifier)?;
    let package = find(cx, directory, name)?;
    let path = if rest.is_empty() { "tsconfig.json" } else { rest };
    let there = |path: &str| {
        let key = paths::join(&package, path)?;
        cx.index().has(&key).then_some(key)
    };
    there(path).or_else(|| there(&format!("{path}.json")))
}

/// What `#name` means to the files of a package.
pub fn own_import(cx: &Resolver<'_>, directory: &FileKey, specifier: &str) -> Option<FileKey> {
    let (package, manifest) = around(directory).find_map(|directory| {
        let manifest = cx.document(&paths::join(&directory, "package.json")?)?;
        Some((directory, manifest))
    })?;
    mapped(cx, &package, manifest["imports"].as_object()?, specifier)
}

/// The file of a package itself.
pub fn main(cx: &Resolver<'_>, package: &FileKey) -> Option<FileKey> {
    let manifest = cx.document(&paths::join(package, "package.json")?)?;
    let exports = &manifest["exports"];
    let by_exports = match exports.as_object() {
        Some(map) if map.keys().any(|key| key.starts_with('.')) => mapped(cx, package, map, "."),
        _ => first(cx, package, &leaves(exports)),
    };
    by_exports
        .or_else(|| {
            let mains = MAINS.iter().filter_map(|field| manifest[*field].as_str());
            first(cx, package, &mains.collect::<Vec<_>>())
        })
        .or_else(|| {
            let mut usual = ["src/index", "index", "lib/index", "src/main"].iter();
            usual.find_map(|path| modules::file_at(cx, &paths::join(package, path)?))
        })
}

/// A file of a package below its name.
fn below(cx: &Resolver<'_>, package: &FileKey, rest: &str) -> Option<FileKey> {
    let manifest = cx.document(&paths::join(package, "package.json")?)?;
    manifest["exports"]
        .as_object()
        .and_then(|map| mapped(cx, package, map, &format!("./{rest}")))
        .or_else(|| modules::at(cx, &paths::join(package, rest)?))
        .or_else(|| first(cx, package, &[rest, &format!("dist/{rest}")]))
}

/// The file that the best fitting key of exports or imports leads to.
fn mapped(
    cx: &Resolver<'_>,
    package: &FileKey,
    map: &serde_json::Map<String, Value>,
    key: &str,
) -> Option<FileKey> {
    if let Some(target) = map.get(key) {
        return first(cx, package, &leaves(target));
    }
    let fits = map.iter().filter_map(|(pattern, target)| {
        let (prefix, suffix) = pattern.split_once('*')?;
        let rest = key.strip_prefix(prefix)?.strip_suffix(suffix)?;
        Some((prefix.len(), rest, target))
    });
    let (_, rest, target) = fits.max_by_key(|(length, ..)| *length)?;
    let targets: Vec<String> =
        leaves(target).iter().map(|target| target.replace('*', rest)).collect();
    first(cx, package, &targets.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All paths that a target names under any condition, in the order in which they stand.
fn leaves(target: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![(target, 0)];
    while let Some((value, depth)) = open.pop() {
        match value {
            Value::String(path) => found.push(path.as_str()),
            Value::Array(all) => open.extend(all.iter().rev().map(|v| (v, depth + 1))),
            Value::Object(all) if depth < DEEPEST => {
                open.extend(all.values().rev().map(|v| (v, depth + 1)));
            }
            _ => {}
        }
    }
    found
}

/// The first of some paths that is in the index, as it stands or as the source of what is built.
fn first(cx: &Resolver<'_>, package: &FileKey, targets: &[&str]) -> Option<FileKey> {
    let written = targets.iter().find_map(|target| {
        let path = paths::join(package, target)?;
        modules::file_at(cx, &path).or_else(|| {
            let is_directory = !paths::file_name(&path).contains('.');
            modules::file_at(cx, &paths::join(&path, "index")?).filter(|_| is_directory)
        })
    });
    written.or_else(|| {
        targets.iter().find_map(|target| {
            let target = target.trim_start_matches("./");
            let mut parts: Vec<&str> = target.split('/').collect();
            let built = parts.iter().take_while(|part| BUILT.contains(part)).count();
            parts.drain(..built.min(parts.len().saturating_sub(1)));
            let rest = parts.join("/");
            let source = |path: String| modules::file_at(cx, &paths::join(package, &path)?);
            let stem = rest.split_once('.').map_or(rest.as_str(), |(stem, _)| stem);
            source(format!("src/{rest}"))
                .or_else(|| source(rest.clone()))
                .or_else(|| source(format!("src/{stem}")))
                .or_else(|| source(format!("src/{stem}/index")))
        })
    })
}

/// The name of a package, and the path below it.
fn split(specifier: &str) -> Option<(&str, &str)> {
    let mut ends = specifier.match_indices('/').map(|(at, _)| at);
    let end = if specifier.starts_with('@') { ends.nth(1) } else { ends.next() };
    let (name, rest) = match end {
        Some(end) => (&specifier[..end], &specifier[end + 1..]),
        None => (specifier, ""),
    };
    (!name.is_empty() && !name.starts_with('/')).then_some((name, rest))
}

/// The directory of the package of that name: one around, one of the workspaces around, one that
/// a dependency names by its path, or another repository of the index.
fn find(cx: &Resolver<'_>, directory: &FileKey, name: &str) -> Option<FileKey> {
    let is_it = |directory: &FileKey| {
        let manifest = cx.document(&paths::join(directory, "package.json")?)?;
        (manifest["name"].as_str() == Some(name)).then(|| directory.clone())
    };
    for outer in around(directory) {
        if let Some(found) = is_it(&outer) {
            return Some(found);
        }
        let manifest = paths::join(&outer, "package.json").and_then(|key| cx.document(&key));
        let by_path = manifest.as_ref().and_then(|manifest| {
            let fields = ["dependencies", "devDependencies", "peerDependencies"];
            let version = fields.iter().find_map(|field| manifest[*field][name].as_str())?;
            let kinds = ["file:", "link:", "portal:", "workspace:"];
            let path = kinds.iter().find_map(|kind| version.strip_prefix(kind))?;
            is_it(&paths::join(&outer, path)?)
        });
        if by_path.is_some() {
            return by_path;
        }
        let found = workspaces(cx, &outer)
            .iter()
            .find_map(|pattern| in_workspace(&outer, pattern, name).iter().find_map(&is_it));
        if found.is_some() {
            return found;
        }
    }
    cx.projects().iter().find_map(|project| {
        is_it(project).or_else(|| {
            let patterns = workspaces(cx, project);
            patterns
                .iter()
                .find_map(|pattern| in_workspace(project, pattern, name).iter().find_map(&is_it))
        })
    })
}

/// The directories around one, itself first.
fn around(directory: &FileKey) -> impl Iterator<Item = FileKey> {
    std::iter::successors(Some(directory.clone()), |directory| {
        (!directory.relative().is_empty()).then(|| paths::parent(directory))
    })
}

/// Where the manifest of a directory says that its packages are.
fn workspaces(cx: &Resolver<'_>, directory: &FileKey) -> Vec<String> {
    let document = |name: &str| cx.document(&paths::join(directory, name)?);
    let strings = |value: &Value| -> Vec<String> {
        let list = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        list.map(str::to_owned).collect()
    };
    let mut found = Vec::new();
    if let Some(manifest) = document("package.json") {
        found.extend(strings(&manifest["workspaces"]));
        found.extend(strings(&manifest["workspaces"]["packages"]));
    }
    if let Some(lerna) = document("lerna.json") {
        found.extend(strings(&lerna["packages"]));
    }
    let pnpm = paths::join(directory, "pnpm-workspace.yaml");
    if let Some(text) = pnpm.and_then(|key| cx.index().text(&key)) {
        // A list of strings below one key.
        let list = text.lines().skip_while(|line| !line.starts_with("packages:")).skip(1);
        let list = list.map_while(|line| match line.trim() {
            "" => Some(""),
            line if line.starts_with('#') => Some(""),
            line => line.strip_prefix('-'),
        });
        let list = list.map(|item| item.trim().trim_matches(['"', '\'']).to_owned());
        found.extend(list.filter(|item| !item.is_empty()));
    }
    found
}

/// The directories in which a package of that name may lie, by a pattern of its workspace: a
/// directory is called like the package or like its last part.
fn in_workspace(directory: &FileKey, pattern: &str, name: &str) -> Vec<FileKey> {
    let Some((before, _)) = pattern.split_once('*') else {
        return paths::join(directory, pattern).into_iter().collect();
    };
    let last = name.rsplit('/').next().unwrap_or(name);
    let whole = name.trim_start_matches('@').replace('/', "-");
    let short = last.rsplit('-').next().unwrap_or(last);
    let names = [last, whole.as_str(), short];
    names.iter().filter_map(|name| paths::join(directory, &format!("{before}{name}"))).collect()
}
