//! One consistent state of the store, read without copying it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use redb::{ReadOnlyTable, ReadTransaction, ReadableTable as _, ReadableTableMetadata as _};
use rkyv::rancor::Error as Rancor;

use super::error::StoreError;
use super::layout::{self, FORMAT};
use super::pack::unpack;
use crate::id::{ContentHash, FileKey, RootKey, hex};
use crate::record::header::{self, BadRecord};
use crate::record::{
    ArchivedFileRecord, ArchivedOutline, FileRecord, HistoryRecord, Mentions, Outline, QueueRecord,
};

type Rows = ReadOnlyTable<&'static [u8], &'static [u8]>;

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    pub files: u64,
    pub nodes: u64,
    pub queued: u64,
    /// Bytes of text that is searched.
    pub text_bytes: u64,
}

/// The state as of one commit.
pub struct Snapshot {
    meta: Rows,
    roots: Rows,
    projects: Rows,
    pub(super) files: Rows,
    nodes: Rows,
    references: Rows,
    texts: Rows,
    pub(super) symbols: Rows,
    pub(super) tags: Rows,
    hashes: Rows,
    queue: Rows,
    history: Rows,
    quarantine: Rows,
}

fn table_error(table: &'static str, key: &[u8], source: BadRecord) -> StoreError {
    StoreError::Record { table, key: hex(key), source }
}

fn open_record<'a>(
    table: &'static str,
    key: &[u8],
    value: &'a [u8],
) -> Result<&'a [u8], StoreError> {
    header::open(FORMAT, key, value).map_err(|e| table_error(table, key, e))
}

impl Snapshot {
    pub(super) fn open(txn: ReadTransaction) -> Result<Self, StoreError> {
        let table = |which| txn.open_table(which).map_err(StoreError::redb("open a table"));
        Ok(Self {
            meta: table(layout::META)?,
            roots: table(layout::ROOTS)?,
            projects: table(layout::PROJECTS)?,
            files: table(layout::FILES)?,
            nodes: table(layout::NODES)?,
            references: table(layout::REFERENCES)?,
            texts: table(layout::TEXTS)?,
            symbols: table(layout::SYMBOLS)?,
            tags: table(layout::TAGS)?,
            hashes: table(layout::HASHES)?,
            queue: table(layout::QUEUE)?,
            history: table(layout::HISTORY)?,
            quarantine: table(layout::QUARANTINE)?,
        })
    }

    /// The file's record, in place: `look` sees it where the store keeps it.
    pub fn with_file<T>(
        &self,
        key: &FileKey,
        look: impl FnOnce(&ArchivedFileRecord) -> T,
    ) -> Result<Option<T>, StoreError> {
        let Some(row) = self.files.get(key.as_bytes()).map_err(StoreError::redb("read"))? else {
            return Ok(None);
        };
        let payload = open_record("files", key.as_bytes(), row.value())?;
        access_file(key.as_bytes(), payload).map(|record| Some(look(record)))
    }

    /// The file's record, copied out.
    pub fn file(&self, key: &FileKey) -> Result<Option<FileRecord>, StoreError> {
        self.with_file(key, own_file)
    }

    /// The file's definitions and chunks, in the buffer that they are unpacked into: no record is
    /// made of them.
    pub fn with_outline<T>(
        &self,
        key: &FileKey,
        look: impl FnOnce(&ArchivedOutline) -> T,
    ) -> Result<Option<T>, StoreError> {
        let row = self.nodes.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(None) };
        let payload = open_record("nodes", key.as_bytes(), row.value())?;
        let damaged = || table_error("nodes", key.as_bytes(), BadRecord::Layout);
        let bytes = unpack(payload).ok_or_else(damaged)?;
        let outline = rkyv::access::<ArchivedOutline, Rancor>(&bytes).map_err(|_| damaged())?;
        Ok(Some(look(outline)))
    }

    /// The file's definitions and chunks, copied out.
    pub fn outline(&self, key: &FileKey) -> Result<Option<Outline>, StoreError> {
        let own = |outline: &ArchivedOutline| rkyv::deserialize::<Outline, Rancor>(outline);
        let owned = self.with_outline(key, own)?.transpose();
        owned.map_err(|_| table_error("nodes", key.as_bytes(), BadRecord::Layout))
    }

    /// What the file refers to; empty when nothing, or below `graph` depth.
    pub fn mentions(&self, key: &FileKey) -> Result<Mentions, StoreError> {
        let row = self.references.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(Mentions::default()) };
        let payload = open_record("references", key.as_bytes(), row.value())?;
        unpack(payload)
            .and_then(|bytes| rkyv::from_bytes::<Mentions, Rancor>(&bytes).ok())
            .ok_or_else(|| table_error("references", key.as_bytes(), BadRecord::Layout))
    }

    /// The masked text that is searched.
    pub fn text(&self, key: &FileKey) -> Result<Option<String>, StoreError> {
        let row = self.texts.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(None) };
        let payload = open_record("texts", key.as_bytes(), row.value())?;
        unpack(payload)
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .map(Some)
            .ok_or_else(|| table_error("texts", key.as_bytes(), BadRecord::Layout))
    }

    /// Looks at every file below `prefix` (root key and relative directory; empty for all), in the
    /// order of keys, until `look` says `false`. A damaged record counts as absent, so that a
    /// comparison with the disk finds its file to be new and replaces it.
    pub fn each_file(
        &self,
        prefix: &[u8],
        mut look: impl FnMut(&FileKey, &ArchivedFileRecord) -> bool,
    ) -> Result<(), StoreError> {
        for row in self.files.range(prefix..).map_err(StoreError::redb("read"))? {
            let (key, value) = row.map_err(StoreError::redb("read"))?;
            if !key.value().starts_with(prefix) {
                break;
            }
            let record = header::open(FORMAT, key.value(), value.value())
                .ok()
                .and_then(|payload| access_file(key.value(), payload).ok());
            let Some((record, file)) = record.zip(FileKey::from_bytes(key.value())) else {
                continue;
            };
            if !look(&file, record) {
                break;
            }
        }
        Ok(())
    }

    /// Roots by key, with their paths.
    pub fn roots(&self) -> Result<BTreeMap<RootKey, Vec<u8>>, StoreError> {
        let mut roots = BTreeMap::new();
        for row in self.roots.iter().map_err(StoreError::redb("read"))? {
            let (key, value) = row.map_err(StoreError::redb("read"))?;
            let payload = open_record("roots", key.value(), value.value())?;
            let bytes = key.value().try_into();
            let bytes = bytes.map_err(|_| table_error("roots", key.value(), BadRecord::Short))?;
            roots.insert(RootKey(bytes), payload.to_vec());
        }
        Ok(roots)
    }

    /// Directories that hold a `.git`: root and relative path, in order.
    pub fn projects(&self) -> Result<Vec<(RootKey, Vec<u8>)>, StoreError> {
        let mut projects = Vec::new();
        for row in self.projects.iter().map_err(StoreError::redb("read"))? {
            let (key, value) = row.map_err(StoreError::redb("read"))?;
            open_record("projects", key.value(), value.value())?;
            if let Some(key) = FileKey::from_bytes(key.value()) {
                projects.push((key.root(), key.relative().to_vec()));
            }
        }
        Ok(projects)
    }

    /// Every file whose bytes have this hash, in the order of keys.
    pub fn places(&self, hash: &ContentHash) -> Result<Vec<FileKey>, StoreError> {
        keys_behind(&self.hashes, hash)
    }

    /// Every file that defines `name` (exactly), with the indices of the nodes, in the order of
    /// keys.
    pub fn symbols(&self, name: &str) -> Result<Vec<(FileKey, Vec<u32>)>, StoreError> {
        let prefix = layout::symbol_prefix(name);
        let mut found = Vec::new();
        for row in self.symbols.range(&prefix[..]..).map_err(StoreError::redb("read"))? {
            let (key, _) = row.map_err(StoreError::redb("read"))?;
            let Some(tag) = key.value().strip_prefix(&prefix[..]) else { break };
            for file in keys_behind(&self.tags, tag)? {
                let nodes = self.with_outline(&file, |outline| named(outline, name))?;
                found.extend(nodes.filter(|nodes| !nodes.is_empty()).map(|nodes| (file, nodes)));
            }
        }
        found.sort();
        Ok(found)
    }

    /// The queue, in the order of keys.
    pub fn queue(&self) -> Result<Vec<(FileKey, QueueRecord)>, StoreError> {
        let mut rows = Vec::new();
        for row in self.queue.iter().map_err(StoreError::redb("read"))? {
            let (key, value) = row.map_err(StoreError::redb("read"))?;
            let payload = open_record("queue", key.value(), value.value())?;
            let record = rkyv::from_bytes::<QueueRecord, Rancor>(payload)
                .map_err(|_| table_error("queue", key.value(), BadRecord::Layout))?;
            if let Some(file) = FileKey::from_bytes(key.value()) {
                rows.push((file, record));
            }
        }
        Ok(rows)
    }

    /// History since `since_ms`, oldest first.
    pub fn history_since(
        &self,
        since_ms: u64,
    ) -> Result<Vec<(FileKey, HistoryRecord)>, StoreError> {
        let mut rows = Vec::new();
        let start = since_ms.to_be_bytes();
        for row in self.history.range(&start[..]..).map_err(StoreError::redb("read"))? {
            let (key, value) = row.map_err(StoreError::redb("read"))?;
            let payload = open_record("history", key.value(), value.value())?;
            let record = rkyv::from_bytes::<HistoryRecord, Rancor>(payload)
                .map_err(|_| table_error("history", key.value(), BadRecord::Layout))?;
            if let Some(file) = key.value().get(8..).and_then(FileKey::from_bytes) {
                rows.push((file, record));
            }
        }
        Ok(rows)
    }

    /// Why this content is not to be parsed by extractor `version`, if it is not.
    pub fn quarantined(
        &self,
        hash: &ContentHash,
        version: u32,
    ) -> Result<Option<String>, StoreError> {
        let Some(row) = self.quarantine.get(&hash[..]).map_err(StoreError::redb("read"))? else {
            return Ok(None);
        };
        let payload = open_record("quarantine", hash, row.value())?;
        let Some((stored, reason)) = payload.split_at_checked(4) else {
            return Err(table_error("quarantine", hash, BadRecord::Short));
        };
        let same = stored == version.to_le_bytes();
        Ok(same.then(|| String::from_utf8_lossy(reason).into_owned()))
    }

    /// The lexical commit that this state goes with; `None` when the lexical index must be rebuilt.
    pub fn epoch(&self) -> Result<Option<u64>, StoreError> {
        let value = self.meta_value(layout::KEY_EPOCH)?;
        Ok(value.and_then(|v| v.try_into().ok()).map(u64::from_le_bytes))
    }

    /// The last audit, JSON.
    pub fn audit(&self) -> Result<Option<String>, StoreError> {
        Ok(self.meta_value(layout::KEY_AUDIT)?.and_then(|v| String::from_utf8(v).ok()))
    }

    /// How far hints.jsonl was read: inode of the file, offset in bytes.
    pub fn hints(&self) -> Result<Option<(u64, u64)>, StoreError> {
        let Some(value) = self.meta_value(layout::KEY_HINTS)? else { return Ok(None) };
        let number = |at: usize| value.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
        Ok(number(0).zip(number(8)))
    }

    /// How much there is. Counting nodes looks at every file.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let mut counts = Counts {
            files: self.files.len().map_err(StoreError::redb("count"))?,
            queued: self.queue.len().map_err(StoreError::redb("count"))?,
            ..Counts::default()
        };
        let value = self.meta_value(layout::KEY_TEXT_BYTES)?;
        counts.text_bytes =
            value.and_then(|v| v.try_into().ok()).map(u64::from_le_bytes).unwrap_or(0);
        self.each_file(&[], |_, record| {
            counts.nodes += u64::from(record.nodes.to_native());
            true
        })?;
        Ok(counts)
    }

    /// Number of files and of queued paths; looks at no record.
    pub fn sizes(&self) -> Result<(u64, u64), StoreError> {
        let files = self.files.len().map_err(StoreError::redb("count"))?;
        Ok((files, self.queue.len().map_err(StoreError::redb("count"))?))
    }

    fn meta_value(&self, key: &'static [u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(row) = self.meta.get(key).map_err(StoreError::redb("read"))? else {
            return Ok(None);
        };
        Ok(Some(open_record("meta", key, row.value())?.to_vec()))
    }

    /// Every table with its name.
    fn tables(&self) -> [(&'static str, &Rows); 13] {
        [
            ("meta", &self.meta),
            ("roots", &self.roots),
            ("projects", &self.projects),
            ("files", &self.files),
            ("nodes", &self.nodes),
            ("references", &self.references),
            ("texts", &self.texts),
            ("symbols", &self.symbols),
            ("tags", &self.tags),
            ("hashes", &self.hashes),
            ("queue", &self.queue),
            ("history", &self.history),
            ("quarantine", &self.quarantine),
        ]
    }

    /// What each table takes: its name, rows, bytes of keys and values, and all bytes of its pages.
    pub fn table_sizes(&self) -> Result<Vec<(&'static str, u64, u64, u64)>, StoreError> {
        let mut sizes = Vec::new();
        for (name, table) in self.tables() {
            let rows = table.len().map_err(StoreError::redb("count"))?;
            let stats = table.stats().map_err(StoreError::redb("count"))?;
            let pages = stats.stored_bytes() + stats.metadata_bytes() + stats.fragmented_bytes();
            sizes.push((name, rows, stats.stored_bytes(), pages));
        }
        Ok(sizes)
    }

    /// Checks every record of every table against its hash.
    ///
    /// # Errors
    /// What redb says; damaged records are no error but listed.
    pub fn check(&self) -> Result<Checked, StoreError> {
        let next = AtomicUsize::new(0);
        let mut tables = self.tables();
        // The large ones first, so that neither thread is left with one at the end.
        tables.sort_by_key(|(name, _)| {
            !matches!(*name, "texts" | "symbols" | "nodes" | "references")
        });
        let work = || {
            let mut checked = Checked::default();
            while let Some((name, table)) = tables.get(next.fetch_add(1, Ordering::Relaxed)) {
                checked.table(name, table)?;
            }
            Ok(checked)
        };
        let parts = std::thread::scope(|scope| {
            let other = scope.spawn(work);
            // A panic of the thread is a panic of ours.
            [work(), other.join().expect("checking does not panic")]
        });
        let mut checked = Checked::default();
        for part in parts {
            let Checked { records, damaged, of_symbols: _ } = part?;
            checked.records += records;
            checked.damaged.extend(damaged);
        }
        checked.damaged.sort();
        for (_, key) in checked.damaged.iter().filter(|(table, _)| *table == "symbols") {
            checked.of_symbols.extend(keys_behind(&self.tags, key.get(6..).unwrap_or_default())?);
        }
        Ok(checked)
    }
}

/// What [`Snapshot::check`] found.
#[derive(Debug, Default)]
pub struct Checked {
    pub records: u64,
    /// Table and key of each damaged record.
    pub damaged: Vec<(&'static str, Vec<u8>)>,
    /// Files whose row in `symbols` is damaged.
    of_symbols: Vec<FileKey>,
}

impl Checked {
    fn table(&mut self, name: &'static str, table: &Rows) -> Result<(), StoreError> {
        for row in table.iter().map_err(StoreError::redb("read"))? {
            let (key, value) = row.map_err(StoreError::redb("read"))?;
            self.records += 1;
            if header::open(FORMAT, key.value(), value.value()).is_err() {
                self.damaged.push((name, key.value().to_vec()));
            }
        }
        Ok(())
    }

    /// Files that own a damaged record, where the table says so.
    pub fn files(&self) -> Vec<FileKey> {
        let mut files: Vec<_> = self
            .damaged
            .iter()
            .filter_map(|(table, key)| match *table {
                "files" | "nodes" | "references" | "texts" | "queue" => FileKey::from_bytes(key),
                "tags" => key.get(8..).and_then(FileKey::from_bytes),
                "hashes" => key.get(32..).and_then(FileKey::from_bytes),
                _ => None,
            })
            .chain(self.of_symbols.iter().cloned())
            .collect();
        files.sort();
        files.dedup();
        files
    }
}

/// Indices of the nodes of that name.
fn named(outline: &ArchivedOutline, name: &str) -> Vec<u32> {
    let is = |index: u32| outline.name(index) == Some(name);
    let nodes = outline.nodes.iter().enumerate();
    nodes.filter(|(_, node)| is(node.name.to_native())).map(|(at, _)| at as u32).collect()
}

/// The rest of every key that begins with `prefix`, as file keys.
pub(super) fn keys_behind(table: &Rows, prefix: &[u8]) -> Result<Vec<FileKey>, StoreError> {
    let mut keys = Vec::new();
    for row in table.range(prefix..).map_err(StoreError::redb("read"))? {
        let (key, _) = row.map_err(StoreError::redb("read"))?;
        let Some(rest) = key.value().strip_prefix(prefix) else { break };
        keys.extend(FileKey::from_bytes(rest));
    }
    Ok(keys)
}

pub(super) fn access_file<'a>(
    key: &[u8],
    payload: &'a [u8],
) -> Result<&'a ArchivedFileRecord, StoreError> {
    rkyv::access::<ArchivedFileRecord, Rancor>(payload)
        .map_err(|_| table_error("files", key, BadRecord::Layout))
}

fn own_file(record: &ArchivedFileRecord) -> FileRecord {
    FileRecord {
        stat: record.stat.get(),
        hash: record.hash,
        kind: record.kind.get(),
        depth: record.depth.get(),
        requested: record.requested.get(),
        reason: record.reason.as_str().into(),
        language: record.language.as_str().into(),
        description: record.description.as_str().into(),
        lines: record.lines.to_native(),
        since_ms: record.since_ms.to_native(),
        nodes: record.nodes.to_native(),
        masked: record.masked.to_native(),
        extractor: record.extractor.to_native(),
    }
}
