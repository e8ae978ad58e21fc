//! What went and what moved, told from content hashes as files come and go.

use redb::{ReadableTable as _, ReadableTableMetadata as _};
use rkyv::rancor::Error as Rancor;

use super::error::StoreError;
use super::layout::{self, FORMAT};
use super::pack::unpack;
use super::tables::{Tables, encode, put, take};
use crate::id::FileKey;
use crate::record::header;
use crate::record::{ArchivedOutline, Event, FileRecord, HistoryRecord};

/// Days that history is kept, in milliseconds.
const HISTORY_MS: u64 = 30 * 24 * 3600 * 1000;
/// Rows of history at most; the oldest go first.
const HISTORY_ROWS: u64 = 20_000;
/// Titles kept of a file that went.
const HISTORY_TITLES: usize = 32;
/// How much earlier than its departure a moved file may have been seen at its new place, in
/// milliseconds.
const ARRIVAL_MS: u64 = 10 * 60 * 1000;
/// How long a removal can still turn out to have been a move, in milliseconds.
const MOVE_MS: u64 = 7 * 24 * 3600 * 1000;

impl Tables<'_> {
    /// Names of the first definitions of a file.
    pub(super) fn titles(&self, key: &FileKey) -> Result<Vec<String>, StoreError> {
        let row = self.nodes.get(key.as_bytes()).map_err(StoreError::redb("read"))?;
        let Some(row) = row else { return Ok(Vec::new()) };
        let Ok(payload) = header::open(FORMAT, key.as_bytes(), row.value()) else {
            return Ok(Vec::new());
        };
        let bytes = unpack(payload).unwrap_or_default();
        let Ok(outline) = rkyv::access::<ArchivedOutline, Rancor>(&bytes) else {
            return Ok(Vec::new());
        };
        let names = outline.nodes.iter().filter_map(|n| outline.name(n.name.to_native()));
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
    pub(super) fn note_departure(
        &mut self,
        key: &FileKey,
        hash: [u8; 32],
        titles: Vec<String>,
        (now_ms, gone): (u64, bool),
    ) -> Result<(), StoreError> {
        let mut others = Vec::new();
        if gone && hash != [0; 32] {
            for other in self.others(&hash, key)? {
                // A copy that was made long before is no place to have moved to.
                let since = self.old(&other)?.map_or(0, |(_, since_ms)| since_ms);
                if since.saturating_add(ARRIVAL_MS) >= now_ms {
                    others.push(other);
                }
            }
        }
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
    pub(super) fn note_arrival(
        &mut self,
        key: &FileKey,
        record: &FileRecord,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        if !self.others(&record.hash, key)?.is_empty() {
            return Ok(());
        }
        let since = now_ms.saturating_sub(MOVE_MS).to_be_bytes();
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

    pub(super) fn prune_history(&mut self, now_ms: u64) -> Result<(), StoreError> {
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
