//! The two worlds that the searcher asks and never changes: what is remembered, and the disk.

use std::collections::BTreeMap;

use heimdall_schema::id::{ContentHash, FileKey, RootKey};
use heimdall_schema::record::{Extraction, FileRecord, HistoryRecord, Stat};
use heimdall_schema::store::StoreError;

/// One consistent state of the store, as far as searching needs it.
pub trait Memory {
    /// # Errors
    /// Every method fails when the store cannot be read.
    fn file(&self, key: &FileKey) -> Result<Option<FileRecord>, StoreError>;
    fn extraction(&self, key: &FileKey) -> Result<Option<Extraction>, StoreError>;
    /// The text that is searched.
    fn text(&self, key: &FileKey) -> Result<Option<String>, StoreError>;
    /// Canonical absolute path of each root.
    fn roots(&self) -> Result<BTreeMap<RootKey, Vec<u8>>, StoreError>;
    /// Directories (root, path below it) that are projects of their own.
    fn projects(&self) -> Result<Vec<(RootKey, Vec<u8>)>, StoreError>;
    /// All files with that content.
    fn places(&self, hash: &ContentHash) -> Result<Vec<FileKey>, StoreError>;
    /// What happened since `at_ms` (milliseconds since 1970), oldest first.
    fn history_since(&self, at_ms: u64) -> Result<Vec<(FileKey, HistoryRecord)>, StoreError>;
}

/// What one `lstat` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nothing is there.
    Missing,
    /// A directory, a link or another thing that is no regular file.
    Other,
    /// Something is there, or may be, that may not be looked at.
    Denied,
    File(Stat),
}

/// The disk, as far as a verdict needs it: one look at a path, nothing opened.
pub trait Disk {
    /// Looks at an absolute path, not following a link in its last component.
    fn lstat(&self, path: &[u8]) -> Seen;
}

/// A disk and a memory in RAM, for tests.
#[cfg(test)]
pub mod ram {
    use std::cell::Cell;

    use super::*;

    #[derive(Default)]
    pub struct RamMemory {
        pub roots: BTreeMap<RootKey, Vec<u8>>,
        pub projects: Vec<(RootKey, Vec<u8>)>,
        pub files: BTreeMap<FileKey, (FileRecord, Extraction, String)>,
        pub history: Vec<(FileKey, HistoryRecord)>,
    }

    impl Memory for RamMemory {
        fn file(&self, key: &FileKey) -> Result<Option<FileRecord>, StoreError> {
            Ok(self.files.get(key).map(|f| f.0.clone()))
        }

        fn extraction(&self, key: &FileKey) -> Result<Option<Extraction>, StoreError> {
            Ok(self.files.get(key).map(|f| f.1.clone()))
        }

        fn text(&self, key: &FileKey) -> Result<Option<String>, StoreError> {
            Ok(self.files.get(key).map(|f| f.2.clone()))
        }

        fn roots(&self) -> Result<BTreeMap<RootKey, Vec<u8>>, StoreError> {
            Ok(self.roots.clone())
        }

        fn projects(&self) -> Result<Vec<(RootKey, Vec<u8>)>, StoreError> {
            Ok(self.projects.clone())
        }

        fn places(&self, hash: &ContentHash) -> Result<Vec<FileKey>, StoreError> {
            let same = self.files.iter().filter(|(_, f)| f.0.hash == *hash);
            Ok(same.map(|(key, _)| key.clone()).collect())
        }

        fn history_since(&self, at_ms: u64) -> Result<Vec<(FileKey, HistoryRecord)>, StoreError> {
            Ok(self.history.iter().filter(|(_, h)| h.at_ms >= at_ms).cloned().collect())
        }
    }

    /// Says what it was told to, and counts how often it was asked.
    #[derive(Default)]
    pub struct RamDisk {
        pub seen: BTreeMap<Vec<u8>, Seen>,
        pub looks: Cell<usize>,
    }

    impl Disk for RamDisk {
        fn lstat(&self, path: &[u8]) -> Seen {
            self.looks.set(self.looks.get() + 1);
            self.seen.get(path).copied().unwrap_or(Seen::Missing)
        }
    }
}
