//! Repositories of a few lines, and what their references mean.

mod c;
mod python;

use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::language;

use super::edges::{edges, relative};
use super::facts::Facts;
use super::index::Memory;
use super::resolver::Resolver;
use crate::extractor::Extractor;

/// Files written one after the other, each behind a line `--- path`.
pub fn index(files: &str) -> Memory {
    let root = RootKey::of(b"/root");
    let mut memory = Memory::new(vec![FileKey::new(root, b"")]);
    let mut extractor = Extractor::new();
    for file in files.split("--- ").skip(1) {
        let (path, text) = file.split_once('\n').expect("a path has a line of its own");
        let path = path.trim();
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
