//! Opening the file, for writing and for reading.

use std::path::Path;

use redb::{
    Builder, ConcurrencyMode, Database, DatabaseError, ReadOnlyDatabase, ReadableTable as _,
    StorageBackend,
};

use super::error::StoreError;
use super::layout::{FORMAT, KEY_SCHEMA, META, SCHEMA_VERSION, TABLES};
use super::migrate;
use crate::record::header;

/// Page cache of the writing process, in bytes.
pub const CACHE_BYTES: usize = 24 << 20;
/// Page cache of a process that only reads, in bytes.
pub const READER_CACHE_BYTES: usize = 16 << 20;

/// Both sides must name the same mode, or redb refuses.
fn builder(cache: usize) -> Builder {
    let mut builder = Builder::new();
    builder.set_concurrency_mode(ConcurrencyMode::SingleWriter);
    builder.set_cache_size(cache);
    builder
}

/// Opens the store for writing; makes it when there is none, migrates an older one. With `check`
/// the whole file is verified first.
pub(super) fn writable(path: &Path, check: bool) -> Result<Database, StoreError> {
    if path.is_dir() {
        return Err(StoreError::Damaged { path: path.into(), detail: "it is a directory".into() });
    }
    let mut builder = builder(CACHE_BYTES);
    builder.set_check_integrity_on_open(check);
    let database = builder.create(path).map_err(|e| explain(path, e))?;
    prepare(path, &database).map_err(|e| e.at(path))?;
    Ok(database)
}

/// Opens the store on a backend of the caller's; for tests that make storage fail.
pub(super) fn writable_on(
    backend: impl StorageBackend,
    path: &Path,
) -> Result<Database, StoreError> {
    let database =
        builder(CACHE_BYTES).create_with_backend(backend).map_err(|e| explain(path, e))?;
    prepare(path, &database).map_err(|e| e.at(path))?;
    Ok(database)
}

/// A store that nothing is written to.
pub(super) fn in_memory() -> Result<Database, StoreError> {
    let database = Builder::new()
        .create_with_backend(redb::backends::InMemoryBackend::new())
        .map_err(|e| explain(Path::new("memory"), e))?;
    prepare(Path::new("memory"), &database)?;
    Ok(database)
}

/// Opens the store for reading, while another process may write.
pub(super) fn read_only(path: &Path) -> Result<ReadOnlyDatabase, StoreError> {
    match std::fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() && meta.len() > 0 => {}
        Ok(meta) if meta.is_file() => return Err(StoreError::Absent { path: path.into() }),
        Ok(_) => {
            return Err(StoreError::Damaged {
                path: path.into(),
                detail: "it is not a file".into(),
            });
        }
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return Err(StoreError::Absent { path: path.into() });
        }
        Err(source) => {
            return Err(StoreError::Io { operation: "open", path: path.into(), source });
        }
    }
    let mut opened = builder(READER_CACHE_BYTES).open_read_only(path);
    // A writer that was killed leaves its last words to whoever opens the file next, and only a
    // writer can take them down. Should there be one meanwhile, its file can be read beside it.
    if let Err(DatabaseError::RepairAborted) = opened {
        match builder(READER_CACHE_BYTES).open(path) {
            Ok(repaired) => drop(repaired),
            Err(DatabaseError::DatabaseAlreadyOpen) => {}
            Err(error) => return Err(explain(path, error)),
        }
        opened = builder(READER_CACHE_BYTES).open_read_only(path);
    }
    opened.map_err(|e| explain(path, e))
}

fn explain(path: &Path, error: DatabaseError) -> StoreError {
    let path = path.to_path_buf();
    match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::Held { path },
        DatabaseError::Storage(redb::StorageError::Io(source)) => match source.kind() {
            std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => {
                StoreError::Damaged { path, detail: source.to_string() }
            }
            _ => StoreError::Io { operation: "open", path, source },
        },
        DatabaseError::Storage(redb::StorageError::Corrupted(detail)) => {
            StoreError::Damaged { path, detail }
        }
        DatabaseError::UpgradeRequired(version) => StoreError::Damaged {
            path,
            detail: format!("file format {version} of the storage engine"),
        },
        DatabaseError::RepairAborted => {
            StoreError::Damaged { path, detail: "its repair did not end".into() }
        }
        other => StoreError::Redb { operation: "open", source: Box::new(other.into()) },
    }
}

/// Makes the tables of a new store, checks or migrates those of an old one.
fn prepare(path: &Path, database: &Database) -> Result<(), StoreError> {
    let txn = database.begin_write().map_err(StoreError::redb("begin"))?;
    let found = {
        let meta = txn.open_table(META).map_err(StoreError::redb("open a table"))?;
        let row = meta.get(KEY_SCHEMA).map_err(StoreError::redb("read"))?;
        row.map(|value| schema_number(value.value())).transpose()?
    };
    match found {
        Some(SCHEMA_VERSION) => return txn.abort().map_err(StoreError::redb("abort")),
        Some(found) if found > SCHEMA_VERSION => {
            return Err(StoreError::Newer { path: path.into(), found, known: SCHEMA_VERSION });
        }
        Some(found) => migrate::run(&txn, found)?,
        None => {
            for table in TABLES {
                txn.open_table(table).map_err(StoreError::redb("open a table"))?;
            }
        }
    }
    {
        let mut meta = txn.open_table(META).map_err(StoreError::redb("open a table"))?;
        let value = header::seal(FORMAT, KEY_SCHEMA, &SCHEMA_VERSION.to_le_bytes());
        meta.insert(KEY_SCHEMA, value.as_slice()).map_err(StoreError::redb("write"))?;
    }
    txn.commit().map_err(StoreError::redb("commit"))
}

/// The schema version that a value of [`KEY_SCHEMA`] holds.
pub(super) fn schema_number(value: &[u8]) -> Result<u32, StoreError> {
    let bad = |source| StoreError::Record { table: "meta", key: "schema".into(), source };
    let payload = header::open(FORMAT, KEY_SCHEMA, value).map_err(bad)?;
    let number = payload.try_into().map_err(|_| bad(header::BadRecord::Layout))?;
    Ok(u32::from_le_bytes(number))
}
