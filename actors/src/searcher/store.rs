//! The store as the searcher's memory, and the file system as its disk.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use heimdall_schema::id::{ContentHash, FileKey, RootKey};
use heimdall_schema::record::{Extraction, FileRecord, HistoryRecord, Stat};
use heimdall_schema::store::{Snapshot, StoreError};

use super::memory::{Disk, Memory, Seen};

/// A damaged record counts as absent: one file is missed, and the next audit puts it right.
fn forgive<T>(read: Result<Option<T>, StoreError>) -> Result<Option<T>, StoreError> {
    match read {
        Err(StoreError::Record { .. }) => Ok(None),
        other => other,
    }
}

impl Memory for Snapshot {
    fn file(&self, key: &FileKey) -> Result<Option<FileRecord>, StoreError> {
        forgive(Snapshot::file(self, key))
    }

    fn extraction(&self, key: &FileKey) -> Result<Option<Extraction>, StoreError> {
        Ok(forgive(Snapshot::outline(self, key))?.map(Extraction::from))
    }

    fn text(&self, key: &FileKey) -> Result<Option<String>, StoreError> {
        forgive(Snapshot::text(self, key))
    }

    fn roots(&self) -> Result<BTreeMap<RootKey, Vec<u8>>, StoreError> {
        Snapshot::roots(self)
    }

    fn projects(&self) -> Result<Vec<(RootKey, Vec<u8>)>, StoreError> {
        Snapshot::projects(self)
    }

    fn places(&self, hash: &ContentHash) -> Result<Vec<FileKey>, StoreError> {
        Snapshot::places(self, hash)
    }

    fn history_since(&self, at_ms: u64) -> Result<Vec<(FileKey, HistoryRecord)>, StoreError> {
        Snapshot::history_since(self, at_ms)
    }
}

/// The disk as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileSystem;

impl Disk for FileSystem {
    fn lstat(&self, path: &[u8]) -> Seen {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        match Path::new(OsStr::from_bytes(path)).symlink_metadata() {
            Ok(meta) if meta.is_file() => Seen::File(Stat {
                size: meta.size(),
                mtime_ns: nanoseconds(meta.mtime(), meta.mtime_nsec()),
                ctime_ns: nanoseconds(meta.ctime(), meta.ctime_nsec()),
                inode: meta.ino(),
            }),
            Ok(_) => Seen::Other,
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Seen::Missing,
            Err(_) => Seen::Denied,
        }
    }
}

fn nanoseconds(seconds: i64, rest: i64) -> i64 {
    seconds.saturating_mul(1_000_000_000).saturating_add(rest)
}
