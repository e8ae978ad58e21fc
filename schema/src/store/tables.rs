//! One write transaction: how a batch is applied, table by table.

use redb::{ReadableTable as _, Table, WriteTransaction};
use rkyv::rancor::Error as Rancor;

use super::batch::{Batch, Change, Replacement, Stale};
use super::error::StoreError;
use super::layout::{self, FORMAT};
use super::snapshot::access_file;
use super::symbols::SymbolChanges;
use crate::id::{ContentHash, FileKey, RootKey, hex};
use crate::record::header::{self, BadRecord};
use crate::record::{Event, FileRecord, HistoryRecord, QueueRecord};

pub(super) type Rows<'t> = Table<'t, &'static [u8], &'static [u8]>;

/// All tables of one transaction.
pub(super) struct Tables<'t> {
    meta: Rows<'t>,
    roots: Rows<'t>,
    projects: Rows<'t>,
    files: Rows<'t>,
    pub(super) nodes: Rows<'t>,
    references: Rows<'t>,
    texts: Rows<'t>,
    symbols: Rows<'t>,
    tags: Rows<'t>,
    pub(super) hashes: Rows<'t>,
    queue: Rows<'t>,
    pub(super) history: Rows<'t>,
    quarantine: Rows<'t>,
}

pub(super) fn put(table: &mut Rows<'_>, key: &[u8], payload: &[u8]) -> Result<(), StoreError> {
    let value = header::seal(FORMAT, key, payload);
    table.insert(key, value.as_slice()).map_err(StoreError::redb("write"))?;
    Ok(())
}

pub(super) fn take(table: &mut Rows<'_>, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    let row = table.remove(key).map_err(StoreError::redb("write"))?;
    Ok(row.map(|value| value.value().to_vec()))
}

pub(super) fn encode<T>(record: &T, table: &'static str, key: &[u8]) -> Result<Vec<u8>, StoreError>
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
    pub(super) fn open(txn: &'t WriteTransaction) -> Result<Self, StoreError> {
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

    pub(super) fn apply(&mut self, batch: &Batch) -> Result<Vec<Stale>, StoreError> {
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
                Change::Retract { gone } => {
                    self.retract(key, Some((batch.now_ms, *gone)), &mut symbols)?;
                }
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
        if let Some((inode, offset)) = batch.hints {
            let payload = [inode.to_le_bytes(), offset.to_le_bytes()].concat();
            put(&mut self.meta, layout::KEY_HINTS, &payload)?;
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

    /// Hash of the file's present record, and since when it has it.
    pub(super) fn old(&self, key: &FileKey) -> Result<Option<(ContentHash, u64)>, StoreError> {
        let row = self.files.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(None) };
        // A damaged record must not stand in the way of its own replacement.
        let Ok(payload) = header::open(FORMAT, key.as_bytes(), row.value()) else {
            return Ok(None);
        };
        let record = access_file(key.as_bytes(), payload)?;
        Ok(Some((record.hash, record.since_ms.to_native())))
    }

    fn replace(
        &mut self,
        key: &FileKey,
        new: &Replacement,
        now_ms: u64,
        symbols: &mut SymbolChanges,
    ) -> Result<(), StoreError> {
        let bytes = key.as_bytes();
        let old = self.old(key)?;
        let same = old.filter(|(hash, _)| *hash == new.record.hash);
        let since_ms = same.map_or(now_ms, |(_, since_ms)| since_ms);
        let old = old.map(|(hash, _)| hash);
        if let Some(hash) = old
            && hash != new.record.hash
        {
            take(&mut self.hashes, &layout::hash_key(&hash, key))?;
        }
        // The same bytes once more: a repair, which trusts no row that is there.
        self.follow_symbols(key, new.outline.as_deref(), same.is_some(), symbols)?;
        put(&mut self.tags, &layout::tag_key(key), &[])?;
        let record = FileRecord { since_ms, ..new.record.clone() };
        put(&mut self.files, bytes, &encode(&record, "files", bytes)?)?;
        let hashed = new.record.hash != [0; 32];
        if hashed {
            if old != Some(new.record.hash) {
                self.note_arrival(key, &new.record, now_ms)?;
            }
            put(&mut self.hashes, &layout::hash_key(&new.record.hash, key), &[])?;
        }
        match &new.outline {
            Some(outline) => put(&mut self.nodes, bytes, outline)?,
            None => drop(take(&mut self.nodes, bytes)?),
        }
        match &new.mentions {
            Some(mentions) => put(&mut self.references, bytes, mentions)?,
            None => drop(take(&mut self.references, bytes)?),
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

    /// Has the symbol table follow the file to a new outline; before that outline is written.
    fn follow_symbols(
        &self,
        key: &FileKey,
        new: Option<&[u8]>,
        all: bool,
        symbols: &mut SymbolChanges,
    ) -> Result<(), StoreError> {
        let row = self.nodes.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let old = row.as_ref().and_then(|r| header::open(FORMAT, key.as_bytes(), r.value()).ok());
        symbols.change(key, old, new, all)
    }

    fn retract(
        &mut self,
        key: &FileKey,
        departed: Option<(u64, bool)>,
        symbols: &mut SymbolChanges,
    ) -> Result<(), StoreError> {
        let Some((old, _)) = self.old(key)? else {
            take(&mut self.files, key.as_bytes())?;
            return Ok(());
        };
        let titles = self.titles(key)?;
        self.follow_symbols(key, None, false, symbols)?;
        take(&mut self.tags, &layout::tag_key(key))?;
        take(&mut self.files, key.as_bytes())?;
        take(&mut self.nodes, key.as_bytes())?;
        take(&mut self.references, key.as_bytes())?;
        self.replace_text(key.as_bytes(), None)?;
        take(&mut self.hashes, &layout::hash_key(&old, key))?;
        if let Some((now_ms, gone)) = departed {
            self.note_departure(key, old, titles, (now_ms, gone))?;
        }
        Ok(())
    }
}

impl Tables<'_> {
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
