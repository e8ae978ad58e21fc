//! Repositories of a few lines, and what their references mean.

mod c;
mod csharp;
mod go;
mod java;
mod order;
mod python;
mod rust;
mod scala;
mod typescript;

use std::path::PathBuf;

use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::language;

use super::edges::{edges, relative};
use super::facts::Facts;
use super::index::Memory;
use super::resolver::Resolver;
use super::rules;
use crate::extractor::Extractor;

/// Paths and texts of files written one after the other, each behind a line `--- path`.
pub fn files_of(files: &str) -> impl Iterator<Item = (&str, &str)> {
    files.split("--- ").skip(1).map(|file| {
        let (path, text) = file.split_once('\n').expect("a path has a line of its own");
        (path.trim(), text)
    })
}

/// The repositories in `repositories/`, of each language whose references are resolved: its name
/// and its files.
pub fn repositories() -> Vec<(String, String)> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/graph/repositories");
    let mut found: Vec<_> = std::fs::read_dir(here)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let language = path.file_stem().unwrap().to_string_lossy().into_owned();
            (language, std::fs::read_to_string(&path).unwrap())
        })
        .filter(|(language, _)| rules::of(language).is_some())
        .collect();
    found.sort();
    found
}

/// An index of such files.
pub fn index(files: &str) -> Memory {
    let root = RootKey::of(b"/root");
    let mut memory = Memory::new(vec![FileKey::new(root, b"")]);
    let mut extractor = Extractor::new();
    for (path, text) in files_of(files) {
        let name = path.rsplit('/').next().unwrap();
        let language = language::recognise(name.as_bytes(), text).map_or("", |l| l.name);
        let (outline, mentions) = extractor.extract(language, Depth::Graph, text).split();
        let key = FileKey::new(root, path.as_bytes());
        memory.insert(Facts::new(key, language, outline, mentions), text.to_owned());
    }
    memory
}

/// Every edge, as `path:line relation name -> path:line (reason)`.
pub fn resolved(files: &str) -> String {
    let memory = index(files);
    let cx = Resolver::new(&memory);
    let mut lines = Vec::new();
    for key in memory.keys() {
        for edge in edges(&cx, key) {
            let to = &edge.targets[0];
            lines.push(format!(
                "{}:{} {} {} -> {}:{} ({})",
                relative(key),
                edge.line,
                edge.relation.name(),
                edge.name,
                relative(&to.file),
                to.line,
                to.reason.name(),
            ));
        }
    }
    lines.join("\n")
}

/// The edges that are no uses, in the order of files and lines, but for files that begin with one
/// of `without`.
fn edges_without_uses(files: &str, without: &[&str]) -> String {
    let found = resolved(files);
    let kept = |line: &&str| {
        !line.contains(" uses ") && !without.iter().any(|start| line.starts_with(start))
    };
    let mut lines: Vec<_> = found.lines().filter(kept).collect();
    let place = |line: &str| {
        let (place, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (file, number) = place.rsplit_once(':').unwrap_or((place, "0"));
        (file.to_owned(), number.parse::<u32>().unwrap_or(0), rest.to_owned())
    };
    lines.sort_by_cached_key(|line| place(line));
    lines.join("\n")
}

/// The lines of a text in the order of their bytes.
pub fn sorted(text: &str) -> String {
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}
