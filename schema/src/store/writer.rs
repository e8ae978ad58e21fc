//! The write half. Only the Reconciler holds one (a test reads the sources for its name).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use redb::{Database, Durability, ReadableTable as _, StorageBackend, Table, WriteTransaction};
use rkyv::rancor::Error as Rancor;

use super::batch::{Batch, Change, Replacement, Stale};
use super::error::StoreError;
use super::layout::{self, FORMAT};
use super::open;
use super::reader::Reader;
use super::snapshot::access_file;
use crate::id::{FileKey, RootKey, hex};
use crate::record::header::{self, BadRecord};
use crate::record::{ArchivedExtraction, Event, FileRecord, HistoryRecord, QueueRecord};

/// Days that history is kept, in milliseconds.
const HISTORY_MS: u64 = 30 * 24 * 3600 * 1000;
/// Rows of history at most; the oldest go first.
const HISTORY_ROWS: u64 = 20_000;
/// Titles kept of a file that went.
const HISTORY_TITLES: usize = 32;

type Rows<'t> = Table<'t, &'static [u8], &'static [u8]>;

/// The only way to change the store.
pub struct Writer {
    database: Arc<Database>,
    path: PathBuf,
    commits: u64,
}

/// Packs a text for [`Replacement::text`]: its length and a zstd frame.
///
/// # Errors
/// When zstd cannot get its memory.
pub fn compress(text: &str) -> std::io::Result<Vec<u8>> {
    let mut packed = (text.len() as u32).to_le_bytes().to_vec();
    packed.extend_from_slice(&zstd::bulk::compress(text.as_bytes(), 1)?);
    Ok(packed)
}

impl Writer {
    /// Opens the store at `path` for writing; makes or migrates it as needed.
    ///
    /// # Errors
    /// [`StoreError::Held`] when another process writes, `Newer` when a later Heimdall wrote it,
    /// `Damaged` when the file is no store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let database = Arc::new(open::writable(path)?);
        Ok(Self { database, path: path.into(), commits: 0 })
    }

    /// Opens a store on a storage backend of the caller's.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn open_on(backend: impl StorageBackend, path: &Path) -> Result<Self, StoreError> {
        let database = Arc::new(open::writable_on(backend, path)?);
        Ok(Self { database, path: path.into(), commits: 0 })
    }

    /// A read half that shares this one's cache.
    pub fn reader(&self) -> Reader {
        Reader::shared(self.database.clone(), self.path.clone())
    }

    /// Transactions committed through this handle.
    pub fn commits(&self) -> u64 {
        self.commits
    }

    /// Applies `batch` as one durable transaction. Changes whose path was dirtied after they were
    /// made are left out and returned; their rows stay queued.
    ///
    /// # Errors
    /// Nothing was changed. See [`StoreError::needs_reopen`].
    pub fn commit(&mut self, batch: &Batch) -> Result<Vec<Stale>, StoreError> {
        let mut txn = self.database.begin_write().map_err(StoreError::redb("begin"))?;
        txn.set_durability(Durability::Immediate).map_err(StoreError::redb("begin"))?;
        let stale = {
            let mut tables = Tables::open(&txn)?;
            tables.apply(batch)?
        };
        txn.commit().map_err(StoreError::redb("commit"))?;
        self.commits += 1;
        Ok(stale)
    }

    /// Runs redb's own check of the whole file; `false` when it had to repair something.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it cannot be repaired. Fails as `Held` while readers share the
    /// handle.
    pub fn check_integrity(&mut self) -> Result<bool, StoreError> {
        let path = self.path.clone();
        let Some(database) = Arc::get_mut(&mut self.database) else {
            return Err(StoreError::Held { path });
        };
        database.check_integrity().map_err(|e| StoreError::Damaged { path, detail: e.to_string() })
    }

    /// Gives unused space back to the file system; does nothing while readers share the handle.
    ///
    /// # Errors
    /// What redb says.
    pub fn compact(&mut self) -> Result<bool, StoreError> {
        match Arc::get_mut(&mut self.database) {
            Some(database) => database.compact().map_err(|e| StoreError::Damaged {
                path: self.path.clone(),
                detail: e.to_string(),
            }),
            None => Ok(false),
        }
    }
}

/// All tables of one transaction.
struct Tables<'t> {
    meta: Rows<'t>,
    roots: Rows<'t>,
    projects: Rows<'t>,
    files: Rows<'t>,
    extractions: Rows<'t>,
    texts: Rows<'t>,
    symbols: Rows<'t>,
    hashes: Rows<'t>,
    queue: Rows<'t>,
    history: Rows<'t>,
    quarantine: Rows<'t>,
}

fn put(table: &mut Rows<'_>, key: &[u8], payload: &[u8]) -> Result<(), StoreError> {
    let value = header::seal(FORMAT, key, payload);
    table.insert(key, value.as_slice()).map_err(StoreError::redb("write"))?;
    Ok(())
}

fn take(table: &mut Rows<'_>, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    let row = table.remove(key).map_err(StoreError::redb("write"))?;
    Ok(row.map(|value| value.value().to_vec()))
}

fn encode<T>(record: &T, table: &'static str, key: &[u8]) -> Result<Vec<u8>, StoreError>
where
    T: for<'a> rkyv::Serialize<
            rkyv::api::high::HighSerializer<
                rkyv::util::AlignedVec,
                rkyv::ser::allocator::ArenaHandle<'a>,
                Rancor,
            >,
        >,
{
    rkyv::to_bytes::<Rancor>(record).map(|bytes| bytes.to_vec()).map_err(|_| StoreError::Record {
        table,
        key: hex(key),
        source: BadRecord::Layout,
    })
}

impl<'t> Tables<'t> {
    fn open(txn: &'t WriteTransaction) -> Result<Self, StoreError> {
        let table = |which| txn.open_table(which).map_err(StoreError::redb("open a table"));
        Ok(Self {
            meta: table(layout::META)?,
            roots: table(layout::ROOTS)?,
            projects: table(layout::PROJECTS)?,
            files: table(layout::FILES)?,
            extractions: table(layout::EXTRACTIONS)?,
            texts: table(layout::TEXTS)?,
            symbols: table(layout::SYMBOLS)?,
            hashes: table(layout::HASHES)?,
            queue: table(layout::QUEUE)?,
            history: table(layout::HISTORY)?,
            quarantine: table(layout::QUARANTINE)?,
        })
    }

    fn apply(&mut self, batch: &Batch) -> Result<Vec<Stale>, StoreError> {
        for (key, path) in &batch.roots {
            put(&mut self.roots, &key.0, path)?;
        }
        for root in &batch.purge {
            self.purge(*root)?;
        }
        for (root, directory, holds) in &batch.projects {
            let key = layout::project_key(*root, directory);
            if *holds {
                put(&mut self.projects, &key, &[])?
            } else {
                drop(take(&mut self.projects, &key)?)
            }
        }
        for dirty in &batch.dirty {
            let record = QueueRecord {
                reason: dirty.reason.clone(),
                at_ms: dirty.at_ms,
                generation: dirty.generation,
            };
            let key = dirty.key.as_bytes();
            put(&mut self.queue, key, &encode(&record, "queue", key)?)?;
        }
        for (hash, version, reason) in &batch.quarantine {
            let payload = [&version.to_le_bytes()[..], reason.as_bytes()].concat();
            put(&mut self.quarantine, hash, &payload)?;
        }
        let mut stale = Vec::new();
        let mut symbols = SymbolChanges::default();
        for (key, generation, change) in &batch.changes {
            if let Some(now) = self.generation(key)?
                && now != *generation
            {
                stale.push(Stale { key: key.clone(), generation: now });
                continue;
            }
            match change {
                Change::Replace(new) => self.replace(key, new, batch.now_ms, &mut symbols)?,
                Change::Touch(record) => {
                    put(
                        &mut self.files,
                        key.as_bytes(),
                        &encode(&**record, "files", key.as_bytes())?,
                    )?;
                }
                Change::Retract => self.retract(key, Some(batch.now_ms), &mut symbols)?,
                Change::Settle => {}
            }
            take(&mut self.queue, key.as_bytes())?;
        }
        symbols.write(&mut self.symbols)?;
        if !batch.changes.is_empty() {
            self.prune_history(batch.now_ms)?;
        }
        if let Some(epoch) = batch.epoch {
            put(&mut self.meta, layout::KEY_EPOCH, &epoch.to_le_bytes())?;
        }
        if let Some(audit) = &batch.audit {
            put(&mut self.meta, layout::KEY_AUDIT, audit.as_bytes())?;
        }
        Ok(stale)
    }

    fn generation(&self, key: &FileKey) -> Result<Option<u64>, StoreError> {
        let row = self.queue.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(None) };
        let bad = |source| StoreError::Record { table: "queue", key: hex(key.as_bytes()), source };
        let payload = header::open(FORMAT, key.as_bytes(), row.value()).map_err(bad)?;
        let record =
            rkyv::from_bytes::<QueueRecord, Rancor>(payload).map_err(|_| bad(BadRecord::Layout))?;
        Ok(Some(record.generation))
    }

    fn old_file(&self, key: &FileKey) -> Result<Option<(FileRecordBrief, ())>, StoreError> {
        let row = self.files.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(None) };
        // A damaged record must not stand in the way of its own replacement.
        let Ok(payload) = header::open(FORMAT, key.as_bytes(), row.value()) else {
            return Ok(None);
        };
        let record = access_file(key.as_bytes(), payload)?;
        Ok(Some((FileRecordBrief { hash: record.hash }, ())))
    }

    fn replace(
        &mut self,
        key: &FileKey,
        new: &Replacement,
        now_ms: u64,
        symbols: &mut SymbolChanges,
    ) -> Result<(), StoreError> {
        let bytes = key.as_bytes();
        let old = self.old_file(key)?.map(|(brief, ())| brief.hash);
        if let Some(hash) = old
            && hash != new.record.hash
        {
            take(&mut self.hashes, &layout::hash_key(&hash, key))?;
        }
        self.forget_symbols(key, symbols)?;
        put(&mut self.files, bytes, &encode(&new.record, "files", bytes)?)?;
        let hashed = new.record.hash != [0; 32];
        if hashed {
            if old != Some(new.record.hash) {
                self.note_arrival(key, &new.record, now_ms)?;
            }
            put(&mut self.hashes, &layout::hash_key(&new.record.hash, key), &[])?;
        }
        match &new.extraction {
            Some(extraction) => {
                symbols.add(key, extraction)?;
                put(&mut self.extractions, bytes, extraction)?;
            }
            None => drop(take(&mut self.extractions, bytes)?),
        }
        self.replace_text(bytes, new.text.as_deref())
    }

    fn replace_text(&mut self, key: &[u8], new: Option<&[u8]>) -> Result<(), StoreError> {
        let before = take(&mut self.texts, key)?.map_or(0, |v| text_len(v.get(header::LEN..)));
        if let Some(text) = new {
            put(&mut self.texts, key, text)?;
        }
        let after = text_len(new);
        if before != after {
            let row = self.meta.get(layout::KEY_TEXT_BYTES).map_err(StoreError::redb("read"))?;
            let total = row.and_then(|v| v.value().get(header::LEN..)?.try_into().ok());
            let total = total.map_or(0, u64::from_le_bytes);
            let total = (total + after).saturating_sub(before);
            put(&mut self.meta, layout::KEY_TEXT_BYTES, &total.to_le_bytes())?;
        }
        Ok(())
    }

    fn forget_symbols(
        &mut self,
        key: &FileKey,
        symbols: &mut SymbolChanges,
    ) -> Result<(), StoreError> {
        let row = self.extractions.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(()) };
        if let Ok(payload) = header::open(FORMAT, key.as_bytes(), row.value()) {
            symbols.remove(key, payload)?;
        }
        Ok(())
    }

    fn retract(
        &mut self,
        key: &FileKey,
        now_ms: Option<u64>,
        symbols: &mut SymbolChanges,
    ) -> Result<(), StoreError> {
        let Some((old, ())) = self.old_file(key)? else {
            take(&mut self.files, key.as_bytes())?;
            return Ok(());
        };
        let titles = self.titles(key)?;
        self.forget_symbols(key, symbols)?;
        take(&mut self.files, key.as_bytes())?;
        take(&mut self.extractions, key.as_bytes())?;
        self.replace_text(key.as_bytes(), None)?;
        take(&mut self.hashes, &layout::hash_key(&old.hash, key))?;
        if let Some(now_ms) = now_ms {
            self.note_departure(key, old.hash, titles, now_ms)?;
        }
        Ok(())
    }

    fn titles(&self, key: &FileKey) -> Result<Vec<String>, StoreError> {
        let row = self.extractions.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(Vec::new()) };
        let Ok(payload) = header::open(FORMAT, key.as_bytes(), row.value()) else {
            return Ok(Vec::new());
        };
        let Ok(extraction) = rkyv::access::<ArchivedExtraction, Rancor>(payload) else {
            return Ok(Vec::new());
        };
        let names = extraction.nodes.iter().filter_map(|n| extraction.name(n.name.to_native()));
        Ok(names.take(HISTORY_TITLES).map(str::to_owned).collect())
    }

    /// Other files that hold the same bytes.
    fn others(&self, hash: &[u8; 32], key: &FileKey) -> Result<Vec<FileKey>, StoreError> {
        let mut others = Vec::new();
        for row in self.hashes.range(&hash[..]..).map_err(StoreError::redb("read"))? {
            let (row_key, _) = row.map_err(StoreError::redb("read"))?;
            let Some(file) = row_key.value().strip_prefix(&hash[..]) else { break };
            if file != key.as_bytes() {
                others.extend(FileKey::from_bytes(file));
            }
        }
        Ok(others)
    }

    /// A file went: it moved if its bytes are at exactly one other place that would be preferred.
    fn note_departure(
        &mut self,
        key: &FileKey,
        hash: [u8; 32],
        titles: Vec<String>,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        let others = if hash == [0; 32] { Vec::new() } else { self.others(&hash, key)? };
        let event = match prefer(key, &others) {
            Some(to) => {
                let from = Event::MovedFrom { from: key.as_bytes().to_vec() };
                self.log(to, now_ms, from, hash, Vec::new())?;
                Event::MovedTo { to: to.as_bytes().to_vec() }
            }
            None => Event::Removed,
        };
        self.log(key, now_ms, event, hash, titles)
    }

    /// A file came: it moved here if the same bytes were removed elsewhere within the history.
    fn note_arrival(
        &mut self,
        key: &FileKey,
        record: &FileRecord,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        if !self.others(&record.hash, key)?.is_empty() {
            return Ok(());
        }
        let since = now_ms.saturating_sub(7 * 24 * 3600 * 1000).to_be_bytes();
        let mut found = None;
        for row in self.history.range(&since[..]..).map_err(StoreError::redb("read"))? {
            let (row_key, value) = row.map_err(StoreError::redb("read"))?;
            let Ok(payload) = header::open(FORMAT, row_key.value(), value.value()) else {
                continue;
            };
            let Ok(old) = rkyv::from_bytes::<HistoryRecord, Rancor>(payload) else { continue };
            let from = row_key.value().get(8..).and_then(FileKey::from_bytes);
            if let Some(from) = from
                && old.event == Event::Removed
                && old.hash == record.hash
                && from != *key
            {
                found = Some((row_key.value().to_vec(), from, old));
            }
        }
        let Some((row, from, mut old)) = found else { return Ok(()) };
        old.event = Event::MovedTo { to: key.as_bytes().to_vec() };
        put(&mut self.history, &row, &encode(&old, "history", &row)?)?;
        let event = Event::MovedFrom { from: from.as_bytes().to_vec() };
        self.log(key, now_ms, event, record.hash, Vec::new())
    }

    fn log(
        &mut self,
        key: &FileKey,
        at_ms: u64,
        event: Event,
        hash: [u8; 32],
        titles: Vec<String>,
    ) -> Result<(), StoreError> {
        let record = HistoryRecord { at_ms, event, hash, titles };
        let row = layout::history_key(at_ms, key);
        put(&mut self.history, &row, &encode(&record, "history", &row)?)
    }

    fn prune_history(&mut self, now_ms: u64) -> Result<(), StoreError> {
        use redb::ReadableTableMetadata as _;
        let rows = self.history.len().map_err(StoreError::redb("count"))?;
        let mut surplus = rows.saturating_sub(HISTORY_ROWS);
        let oldest = now_ms.saturating_sub(HISTORY_MS).to_be_bytes();
        loop {
            let first = self.history.first().map_err(StoreError::redb("read"))?;
            let Some(key) = first.map(|(key, _)| key.value().to_vec()) else { return Ok(()) };
            if surplus == 0 && key[..] >= oldest[..] {
                return Ok(());
            }
            surplus = surplus.saturating_sub(1);
            take(&mut self.history, &key)?;
        }
    }

    /// Removes everything that came from `root`, its history too.
    fn purge(&mut self, root: RootKey) -> Result<(), StoreError> {
        let mut symbols = SymbolChanges::default();
        for key in keys_with_prefix(&self.files, &root.0)? {
            if let Some(key) = FileKey::from_bytes(&key) {
                self.retract(&key, None, &mut symbols)?;
            }
        }
        symbols.write(&mut self.symbols)?;
        for table in [&mut self.projects, &mut self.queue] {
            for key in keys_with_prefix(table, &root.0)? {
                take(table, &key)?;
            }
        }
        let mut gone = Vec::new();
        for row in self.history.iter().map_err(StoreError::redb("read"))? {
            let (key, value) = row.map_err(StoreError::redb("read"))?;
            let of_root = key.value().get(8..16) == Some(&root.0[..]);
            let names_root = || {
                let payload = header::open(FORMAT, key.value(), value.value()).ok()?;
                let record = rkyv::from_bytes::<HistoryRecord, Rancor>(payload).ok()?;
                Some(match record.event {
                    Event::Removed => false,
                    Event::MovedFrom { from: other } | Event::MovedTo { to: other } => {
                        other.starts_with(&root.0)
                    }
                })
            };
            if of_root || names_root().unwrap_or(true) {
                gone.push(key.value().to_vec());
            }
        }
        for key in gone {
            take(&mut self.history, &key)?;
        }
        take(&mut self.roots, &root.0)?;
        Ok(())
    }
}

struct FileRecordBrief {
    hash: [u8; 32],
}

fn text_len(packed: Option<&[u8]>) -> u64 {
    packed.and_then(|p| p.get(..4)?.try_into().ok()).map_or(0, |n| u64::from(u32::from_le_bytes(n)))
}

fn keys_with_prefix(table: &Rows<'_>, prefix: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut keys = Vec::new();
    for row in table.range(prefix..).map_err(StoreError::redb("read"))? {
        let (key, _) = row.map_err(StoreError::redb("read"))?;
        if !key.value().starts_with(prefix) {
            break;
        }
        keys.push(key.value().to_vec());
    }
    Ok(keys)
}

/// The one place that a departed file went to: the only one, or the only one with its name in its
/// root.
fn prefer<'a>(gone: &FileKey, others: &'a [FileKey]) -> Option<&'a FileKey> {
    if let [only] = others {
        return Some(only);
    }
    let name = |key: &FileKey| key.relative().rsplit(|b| *b == b'/').next().map(<[u8]>::to_vec);
    let mut same = others.iter().filter(|o| o.root() == gone.root() && name(o) == name(gone));
    same.next().filter(|_| same.next().is_none())
}

/// Rows of the symbol table that a batch takes out and puts in, written in the order of keys.
#[derive(Default)]
struct SymbolChanges {
    rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
}

impl SymbolChanges {
    fn remove(&mut self, file: &FileKey, extraction: &[u8]) -> Result<(), StoreError> {
        for (key, _) in symbol_rows(file, extraction)? {
            self.rows.insert(key, None);
        }
        Ok(())
    }

    fn add(&mut self, file: &FileKey, extraction: &[u8]) -> Result<(), StoreError> {
        for (key, nodes) in symbol_rows(file, extraction)? {
            self.rows.insert(key, Some(nodes));
        }
        Ok(())
    }

    fn write(self, table: &mut Rows<'_>) -> Result<(), StoreError> {
        for (key, nodes) in self.rows {
            match nodes {
                Some(nodes) => put(table, &key, &nodes)?,
                None => drop(take(table, &key)?),
            }
        }
        Ok(())
    }
}

fn symbol_rows(
    file: &FileKey,
    extraction: &[u8],
) -> Result<BTreeMap<Vec<u8>, Vec<u8>>, StoreError> {
    let extraction =
        rkyv::access::<ArchivedExtraction, Rancor>(extraction).map_err(|_| StoreError::Record {
            table: "extractions",
            key: hex(file.as_bytes()),
            source: BadRecord::Layout,
        })?;
    let mut rows: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
    for (index, node) in extraction.nodes.iter().enumerate() {
        if let Some(name) = extraction.name(node.name.to_native()) {
            let nodes = rows.entry(layout::symbol_key(name, file)).or_default();
            nodes.extend_from_slice(&(index as u32).to_le_bytes());
        }
    }
    Ok(rows)
}
