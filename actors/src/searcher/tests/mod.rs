//! The engine over a memory and a disk in RAM, and a lexical index in a temporary directory.

mod answers;
mod layouts;
mod verdicts;

use std::collections::BTreeSet;

use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::language::recognise;
use heimdall_schema::record::{Event, FileKind, FileRecord, HistoryRecord, Stat};
use heimdall_schema::wire::{Freshness, SearchReply, SearchRequest};
use tempfile::TempDir;

use super::memory::ram::{RamDisk, RamMemory};
use super::{Engine, LexicalInput, LexicalWriter, Seen, World};
use crate::extractor::Extractor;

/// When the tests search, in milliseconds since 1970.
const NOW: u64 = 1_700_000_000_000;
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Files that are indexed, remembered and on disk, until a test says otherwise. Paths are absolute;
/// their first component is the root.
struct Bench {
    memory: RamMemory,
    disk: RamDisk,
    writer: LexicalWriter,
    extractor: Extractor,
    home: TempDir,
}

fn key(path: &str) -> FileKey {
    let cut = path[1..].find('/').expect("a root and a path below it") + 1;
    FileKey::new(RootKey::of(&path.as_bytes()[..cut]), &path.as_bytes()[cut + 1..])
}

impl Bench {
    fn empty() -> Self {
        let home = tempfile::tempdir().expect("a directory");
        let writer = LexicalWriter::open(home.path()).expect("an index");
        let (memory, disk) = (RamMemory::default(), RamDisk::default());
        Self { memory, disk, writer, extractor: Extractor::new(), home }
    }

    /// With `files` (path, text) in one commit.
    fn with(files: &[(&str, &str)]) -> Self {
        let mut bench = Self::empty();
        for (path, text) in files {
            bench.put(path, text);
        }
        bench.commit();
        bench
    }

    fn put(&mut self, path: &str, text: &str) {
        let key = key(path);
        let root = &path[..path.len() - key.relative().len() - 1];
        self.memory.roots.insert(key.root(), root.as_bytes().to_vec());
        let name = path.rsplit('/').next().unwrap_or(path).as_bytes();
        let language = recognise(name, text).map_or("", |l| l.name);
        let extraction = self.extractor.extract(language, Depth::MAX, text);
        let stat = Stat { size: text.len() as u64, mtime_ns: 5, ctime_ns: 6, inode: 7 };
        let record = FileRecord {
            stat,
            hash: *blake3::hash(text.as_bytes()).as_bytes(),
            kind: FileKind::Text,
            depth: Depth::MAX,
            requested: Depth::MAX,
            reason: String::new(),
            language: language.to_owned(),
            description: extraction.description.clone(),
            lines: extraction.lines,
            since_ms: 0,
            nodes: extraction.nodes.len() as u32,
            masked: 0,
            extractor: 1,
        };
        let input = LexicalInput { extraction: &extraction, text, language };
        self.writer.replace(&key, input).expect("indexed");
        self.disk.seen.insert(path.as_bytes().to_vec(), Seen::File(stat));
        self.memory.files.insert(key, (record, extraction, text.to_owned()));
    }

    fn remove(&mut self, path: &str) {
        self.writer.remove(&key(path));
        self.disk.seen.remove(path.as_bytes());
        self.memory.files.remove(&key(path));
    }

    fn commit(&mut self) {
        self.writer.commit(1).expect("committed");
    }

    /// Changes what the disk says of a path.
    fn on_disk(&mut self, path: &str, change: impl FnOnce(&mut Stat)) {
        if let Some(Seen::File(stat)) = self.disk.seen.get_mut(path.as_bytes()) {
            change(stat);
        }
    }

    fn happened(&mut self, path: &str, days_ago: u64, event: Event, titles: &[&str]) {
        let titles = titles.iter().map(|&t| t.to_owned()).collect();
        let at_ms = NOW - days_ago * DAY;
        self.memory
            .history
            .push((key(path), HistoryRecord { at_ms, event, hash: [1; 32], titles }));
    }

    fn ask(&self, query: &str) -> SearchReply {
        self.request(&SearchRequest::new(query))
    }

    fn request(&self, request: &SearchRequest) -> SearchReply {
        let engine = Engine::open(self.home.path()).expect("opened");
        self.disk.looks.set(0);
        let world = World { memory: &self.memory, disk: &self.disk, now_ms: NOW };
        let reply = engine.search(world, request, Freshness::default()).expect("answered");
        let places: BTreeSet<_> = reply.hits.iter().map(|hit| &hit.path).collect();
        assert!(self.disk.looks.get() <= 2 * places.len(), "two looks a hit: {reply:#?}");
        reply
    }

    fn paths(&self, query: &str) -> Vec<String> {
        self.ask(query).hits.iter().map(|hit| hit.path.to_string()).collect()
    }
}
