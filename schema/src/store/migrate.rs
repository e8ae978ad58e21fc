//! From an older schema to this one, within the transaction that opens the store.
//!
//! What cannot be carried over is rebuilt from the disk, which is always possible: the store
//! holds nothing that the files do not, except history.

use redb::{ReadableTable as _, WriteTransaction};

use super::error::StoreError;
use super::layout::{FILES, FORMAT, META, QUEUE, REFERENCES, TABLES};
use crate::record::QueueRecord;
use crate::record::header;

/// Brings the tables of schema `found` up to date.
///
/// Schema 1 (never released; kept as the proof that migration works) had no `quarantine` and no
/// `projects` table and its files were not linked from `hashes`. Schema 2 kept no bindings beside
/// the references, which therefore go. The files of both are queued, so that the Reconciler looks
/// at each once more.
pub(super) fn run(txn: &WriteTransaction, found: u32) -> Result<(), StoreError> {
    for table in TABLES {
        txn.open_table(table).map_err(StoreError::redb("open a table"))?;
    }
    if found < 3 {
        let mut references =
            txn.open_table(REFERENCES).map_err(StoreError::redb("open a table"))?;
        references.retain(|_, _| false).map_err(StoreError::redb("write"))?;
        let files = txn.open_table(FILES).map_err(StoreError::redb("open a table"))?;
        let mut queue = txn.open_table(QUEUE).map_err(StoreError::redb("open a table"))?;
        for row in files.iter().map_err(StoreError::redb("read"))? {
            let (key, _) = row.map_err(StoreError::redb("read"))?;
            let record = QueueRecord { reason: "migrate".into(), at_ms: 0, generation: 1 };
            let payload =
                rkyv::to_bytes::<rkyv::rancor::Error>(&record).map_err(|_| StoreError::Record {
                    table: "queue",
                    key: crate::id::hex(key.value()),
                    source: header::BadRecord::Layout,
                })?;
            let value = header::seal(FORMAT, key.value(), &payload);
            queue.insert(key.value(), value.as_slice()).map_err(StoreError::redb("write"))?;
        }
    }
    // The lexical index knows nothing of an old epoch: without this key it is rebuilt.
    let mut meta = txn.open_table(META).map_err(StoreError::redb("open a table"))?;
    meta.remove(super::layout::KEY_EPOCH).map_err(StoreError::redb("write"))?;
    Ok(())
}
