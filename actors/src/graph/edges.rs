//! What a file defines and refers to, as lines of `heimdall dump --graph`.

use heimdall_schema::canonical::{path_text, to_string};
use heimdall_schema::id::FileKey;
use heimdall_schema::record::{NodeKind, ReferenceKind};
use serde_json::json;

use super::model::{Answer, FileId, Reason};
use super::resolver::Resolver;

/// A reference whose target is in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub relation: ReferenceKind,
    /// Line of the reference.
    pub line: u32,
    /// What it names, as written: a definition, or for an edge between files a module.
    pub name: String,
    /// Index of the innermost definition around the reference, or `NO_INDEX`.
    pub from: u32,
    /// What it may mean, best first; never empty.
    pub targets: Vec<Target>,
}

/// What an edge leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub file: FileKey,
    /// Index of the definition; `None` for the file as a whole.
    pub node: Option<u32>,
    /// Line of its name, from 1.
    pub line: u32,
    pub reason: Reason,
}

/// The edges of a file, in the order of its references.
pub fn edges(cx: &Resolver<'_>, key: &FileKey) -> Vec<Edge> {
    let file = cx.file(key);
    let facts = cx.facts(file);
    let mut found: Vec<Edge> = Vec::new();
    let numbers = 0..facts.references().len() as u32;
    for number in numbers {
        for edge in edges_of(cx, file, number, &cx.answer(file, number)) {
            // An import of many names from one module is one edge to that module.
            let again = edge.targets[0].node.is_none()
                && found.iter().rev().take(64).any(|e| {
                    e.targets[0].node.is_none() && e.name == edge.name && e.targets == edge.targets
                });
            if !again {
                found.push(edge);
            }
        }
    }
    found
}

/// The edges of one reference: one to a definition, one to a file that an import names.
pub fn edges_of(cx: &Resolver<'_>, file: FileId, number: u32, answer: &Answer) -> Vec<Edge> {
    let facts = cx.facts(file);
    let Some(reference) = facts.references().get(number as usize) else { return Vec::new() };
    let Some(relation) = ReferenceKind::from_byte(reference.kind) else { return Vec::new() };
    let edge = |name: &str, targets: Vec<Target>| {
        let (line, from) = (reference.line, reference.from);
        (!targets.is_empty()).then(|| Edge { relation, line, name: name.to_owned(), from, targets })
    };
    let definitions = answer.candidates.iter().map(|candidate| {
        let of = cx.facts(cx.file(&candidate.file));
        let line = of.node(candidate.node).map_or(1, |node| node.name_line);
        let node = Some(candidate.node);
        Target { file: candidate.file.clone(), node, line, reason: candidate.reason }
    });
    let files = answer.files.iter().map(|file| Target {
        file: file.clone(),
        node: None,
        line: 1,
        reason: Reason::Import,
    });
    let name = facts.text(reference.name);
    let module = match facts.text(reference.qualifier) {
        "" => name,
        qualifier => qualifier,
    };
    [edge(name, definitions.collect()), edge(module, files.collect())]
        .into_iter()
        .flatten()
        .collect()
}

/// Prints the definitions of a file, a line of canonical JSON each.
pub fn definitions<E>(
    cx: &Resolver<'_>,
    key: &FileKey,
    path: &dyn Fn(&FileKey) -> String,
    line: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let facts = cx.facts(cx.file(key));
    for (index, node) in facts.nodes().iter().enumerate() {
        let index = index as u32;
        let kind = match facts.kind(index) {
            Some(NodeKind::Section | NodeKind::Key) | None => continue,
            Some(NodeKind::Variant) => "enum_variant",
            // What a build or a style sheet calls by name is no definition of a program.
            Some(_) if matches!(facts.language(), "make" | "css" | "dockerfile") => "label",
            Some(kind) => kind.name(),
        };
        line(&to_string(&json!({
            "type": "definition", "path": path(key), "line": node.line,
            "end_line": node.end_line, "kind": kind, "name": facts.name(index),
            "qualified": facts.qualified(index),
        })))?;
    }
    Ok(())
}

/// Prints the edges of a file, a line of canonical JSON each.
pub fn edge_lines<E>(
    cx: &Resolver<'_>,
    key: &FileKey,
    path: &dyn Fn(&FileKey) -> String,
    line: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    for edge in edges(cx, key) {
        let candidates: Vec<_> =
            edge.targets.iter().map(|target| json!([path(&target.file), target.line])).collect();
        let best = &edge.targets[0];
        line(&to_string(&json!({
            "type": "edge", "relation": edge.relation.name(), "src_path": path(key),
            "src_line": edge.line, "name": edge.name, "dst_path": path(&best.file),
            "dst_line": best.line, "candidates": candidates, "reason": best.reason.name(),
            "confidence": best.reason.confidence(),
        })))?;
    }
    Ok(())
}

/// The path below the root, as it is printed.
pub fn relative(key: &FileKey) -> String {
    path_text(key.relative())
}
