//! The whole index as canonical JSON lines, in an order that depends on content only.
//!
//! No stat times, no absolute paths, no ids: a root is called by its last component. What is
//! printed with `all` (queue, history, counts) is for people and is never compared.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::error::StoreError;
use super::snapshot::Snapshot;
use crate::canonical::{path_text, to_string};
use crate::id::{FileKey, RootKey, hex};
use crate::record::{Event, NodeKind, ReferenceKind, Span};
use crate::text;

/// What to print.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct DumpOptions {
    /// Only files at or below one of these (root, relative path).
    pub below: Option<Vec<(RootKey, Vec<u8>)>>,
    /// Also queue, history and counts.
    pub all: bool,
}

/// What the index holds is told apart from what follows from it: whoever knows that adds it, a file
/// at a time. Gets the labels of the roots.
pub type Derived<'d> = &'d mut dyn FnMut(&FileKey, &Labels) -> Vec<Value>;

/// Prints the index, a line a call of `line`, with what `derived` says of each file; stops when that
/// fails.
///
/// # Errors
/// A damaged record, or what `line` returned.
pub fn dump<E: From<StoreError>>(
    snapshot: &Snapshot,
    options: &DumpOptions,
    derived: Derived<'_>,
    mut line: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let labels = Labels::of(&snapshot.roots()?);
    let mut files = Vec::new();
    snapshot.each_file(&[], |key, _| {
        let wanted = options
            .below
            .as_ref()
            .is_none_or(|below| below.iter().any(|(root, path)| key.is_under(*root, path)));
        if wanted {
            files.push(key.clone());
        }
        true
    })?;
    let label = |root: &RootKey| labels.get(root);
    files.sort_by_cached_key(|key| (label(&key.root()), key.relative().to_vec()));
    for key in &files {
        file_lines(snapshot, key, &label(&key.root()), &mut line)?;
        derived(key, &labels).iter().try_for_each(|value| line(&to_string(value)))?;
    }
    if options.all {
        all_lines(snapshot, &label, &mut line)?;
    }
    Ok(())
}

/// What roots are called: the last component of the path, told apart by number in the order of
/// paths.
pub struct Labels(BTreeMap<RootKey, String>);

impl Labels {
    fn of(roots: &BTreeMap<RootKey, Vec<u8>>) -> Self {
        let mut by_path: Vec<_> = roots.iter().map(|(key, path)| (path, *key)).collect();
        by_path.sort();
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        let mut labels = BTreeMap::new();
        for (path, key) in by_path {
            let name = path_text(path.rsplit(|b| *b == b'/').next().unwrap_or(path));
            let count = seen.entry(name.clone()).or_insert(0);
            *count += 1;
            labels.insert(key, if *count == 1 { name } else { format!("{name}#{count}") });
        }
        Labels(labels)
    }

    /// The label of a root; its key for one that the store does not know.
    pub fn get(&self, root: &RootKey) -> String {
        self.0.get(root).cloned().unwrap_or_else(|| root.hex())
    }
}

fn file_lines<E: From<StoreError>>(
    snapshot: &Snapshot,
    key: &FileKey,
    root: &str,
    line: &mut impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let Some(record) = snapshot.file(key)? else { return Ok(()) };
    let path = path_text(key.relative());
    let hash = if record.hash == [0; 32] { String::new() } else { hex(&record.hash) };
    line(&to_string(&json!({
        "type": "file", "root": root, "path": path, "kind": record.kind.name(),
        "language": record.language, "depth": record.depth.name(),
        "requested": record.requested.name(), "reason": record.reason, "size": record.stat.size,
        "hash": hash, "lines": record.lines, "nodes": record.nodes, "masked": record.masked,
        "description": record.description, "extractor": record.extractor,
    })))?;
    let source = snapshot.text(key)?.unwrap_or_default();
    let names = snapshot.with_outline(key, |outline| {
        let language = record.language.as_str();
        let qualified = outline.nodes.iter().map(|node| {
            let scope = outline.name(node.scope.to_native());
            let name = outline.name(node.name.to_native()).unwrap_or_default();
            text::qualified(language, scope, name)
        });
        let qualified: Vec<_> = qualified.collect();
        let lines: Vec<_> = outline
            .nodes
            .iter()
            .zip(&qualified)
            .map(|(node, qualified)| {
                to_string(&json!({
                    "type": "node", "root": root, "path": path,
                    "kind": NodeKind::from_byte(node.kind).map_or("unknown", NodeKind::name),
                    "name": outline.name(node.name.to_native()), "qualified": qualified,
                    "line": node.line.to_native(), "end_line": node.end_line.to_native(),
                    "signature": text::signature(&source, span(&node.signature)),
                    "doc": text::doc(&source, span(&node.doc)),
                }))
            })
            .collect();
        (lines, qualified)
    })?;
    let (lines, qualified) = names.unwrap_or_default();
    lines.iter().try_for_each(|l| line(l))?;
    let mentions = snapshot.mentions(key)?;
    mentions.references.iter().try_for_each(|reference| {
        line(&to_string(&json!({
            "type": "reference", "root": root, "path": path,
            "kind": ReferenceKind::from_byte(reference.kind).map_or("unknown", ReferenceKind::name),
            "name": mentions.name(reference.name),
            "qualifier": mentions.name(reference.qualifier),
            "alias": mentions.name(reference.alias),
            "line": reference.line,
            "from": qualified.get(reference.from as usize),
        })))
    })
}

fn span(archived: &crate::record::extraction::ArchivedSpan) -> Span {
    Span { start: archived.start.to_native(), len: archived.len.to_native() }
}

fn all_lines<E: From<StoreError>>(
    snapshot: &Snapshot,
    label: &impl Fn(&RootKey) -> String,
    line: &mut impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let place = |key: &FileKey| (label(&key.root()), path_text(key.relative()));
    for (key, record) in snapshot.queue()? {
        let (root, path) = place(&key);
        line(&to_string(&json!({
            "type": "queued", "root": root, "path": path, "reason": record.reason,
            "at_ms": record.at_ms, "generation": record.generation,
        })))?;
    }
    for (key, record) in snapshot.history_since(0)? {
        let (root, path) = place(&key);
        let other = |bytes: &[u8]| -> Value {
            FileKey::from_bytes(bytes)
                .map(|k| place(&k))
                .map_or(Value::Null, |(root, path)| json!({"root": root, "path": path}))
        };
        let (event, other) = match &record.event {
            Event::Removed => ("removed", Value::Null),
            Event::MovedFrom { from } => ("moved-from", other(from)),
            Event::MovedTo { to } => ("moved-to", other(to)),
        };
        line(&to_string(&json!({
            "type": "history", "root": root, "path": path, "at_ms": record.at_ms, "event": event,
            "other": other, "titles": record.titles, "hash": hex(&record.hash),
        })))?;
    }
    for (name, rows, stored, pages) in snapshot.table_sizes()? {
        line(&to_string(&json!({
            "type": "table", "name": name, "rows": rows, "bytes": stored, "page_bytes": pages,
        })))?;
    }
    let counts = snapshot.counts()?;
    line(&to_string(&json!({
        "type": "counts", "files": counts.files, "nodes": counts.nodes, "queued": counts.queued,
        "text_bytes": counts.text_bytes, "epoch": snapshot.epoch()?,
    })))
}
