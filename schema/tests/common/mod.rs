//! A store in a directory of its own, and records to put in it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(dead_code, reason = "each test file uses its part")]

use heimdall_schema::EXTRACTOR_VERSION;
use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::record::{
    Binding, BindingKind, Extraction, FileKind, FileRecord, NO_INDEX, Node, NodeKind, Reference,
    ReferenceKind, Span, Stat,
};
use heimdall_schema::store::{Batch, Change, Replacement, Snapshot, Writer, compress};

pub fn file(root: u8, name: &str) -> FileKey {
    FileKey::new(RootKey([root; 8]), name.as_bytes())
}

pub fn key(name: &str) -> FileKey {
    file(1, name)
}

/// An extraction that defines functions of these names.
pub fn extraction(names: &[&str]) -> Extraction {
    let node = |index: usize| Node {
        kind: NodeKind::Function as u8,
        name: index as u32,
        scope: NO_INDEX,
        parent: NO_INDEX,
        line: index as u32 + 1,
        end_line: index as u32 + 1,
        name_line: index as u32 + 1,
        signature: Span::default(),
        doc: Span::default(),
    };
    Extraction {
        names: names.iter().chain(&["called"]).map(|n| (*n).to_owned()).collect(),
        nodes: (0..names.len()).map(node).collect(),
        bindings: vec![Binding {
            kind: BindingKind::Parameter as u8,
            name: names.len() as u32,
            text: 0,
            line: 1,
            end_line: 1,
            from: 0,
        }],
        references: vec![Reference {
            kind: ReferenceKind::Call as u8,
            name: names.len() as u32,
            qualifier: 0,
            alias: NO_INDEX,
            line: 1,
            from: 0,
            arity: 1,
            bound: 1,
        }],
        lines: names.len() as u32,
        ..Extraction::default()
    }
}

pub fn record(text: &str) -> FileRecord {
    FileRecord {
        stat: Stat { size: text.len() as u64, mtime_ns: 1, ctime_ns: 2, inode: 3 },
        hash: *blake3::hash(text.as_bytes()).as_bytes(),
        kind: FileKind::Text,
        depth: Depth::Graph,
        requested: Depth::Graph,
        reason: String::new(),
        language: "rust".into(),
        description: String::new(),
        lines: 1,
        since_ms: 0,
        nodes: 1,
        masked: 0,
        extractor: EXTRACTOR_VERSION,
    }
}

/// The change that indexes a file of these names.
pub fn replace(names: &[&str]) -> Change {
    let text = names.join(" ");
    let (outline, mentions) = extraction(names).split();
    let outline = rkyv::to_bytes::<rkyv::rancor::Error>(&outline).unwrap();
    let mentions = rkyv::to_bytes::<rkyv::rancor::Error>(&mentions).unwrap();
    Change::Replace(Box::new(Replacement {
        record: record(&text),
        outline: Some(compress(&outline).unwrap()),
        mentions: Some(compress(&mentions).unwrap()),
        text: Some(compress(text.as_bytes()).unwrap()),
    }))
}

pub struct Home {
    pub dir: tempfile::TempDir,
    pub writer: Writer,
    pub now_ms: u64,
}

impl Home {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let writer = Writer::open(&dir.path().join("heimdall.redb")).unwrap();
        Self { dir, writer, now_ms: 1_800_000_000_000 }
    }

    pub fn path(&self) -> std::path::PathBuf {
        self.dir.path().join("heimdall.redb")
    }

    pub fn commit(&mut self, mut batch: Batch) {
        self.now_ms += 1;
        batch.now_ms = self.now_ms;
        assert!(self.writer.commit(&batch).unwrap().is_empty());
    }

    pub fn change(&mut self, name: &str, change: Change) {
        self.commit(Batch { changes: vec![(key(name), 0, change)], ..Batch::default() });
    }

    pub fn put(&mut self, name: &str, names: &[&str]) {
        self.change(name, replace(names));
    }

    pub fn snapshot(&self) -> Snapshot {
        self.writer.reader().snapshot().unwrap()
    }
}
