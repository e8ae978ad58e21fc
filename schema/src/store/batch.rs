//! What one transaction of the Reconciler changes.

use crate::id::{ContentHash, FileKey, RootKey};
use crate::record::FileRecord;

/// A path that may have changed: one queue row, however often it is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dirty {
    pub key: FileKey,
    pub reason: String,
    /// Milliseconds since 1970.
    pub at_ms: u64,
    /// The row's generation after this hint.
    pub generation: u64,
}

/// All that a path owns from now on.
#[derive(Clone, Debug)]
pub struct Replacement {
    pub record: FileRecord,
    /// An [`Outline`](crate::record::Outline) as rkyv bytes that [`compress`](super::compress)
    /// packed; `None` at `path` depth.
    pub outline: Option<Vec<u8>>,
    /// [`Mentions`](crate::record::Mentions) as rkyv bytes that [`compress`](super::compress)
    /// packed; `None` when there are none.
    pub mentions: Option<Vec<u8>>,
    /// The masked text as [`compress`](super::compress) packs it; `None` when none is searched.
    pub text: Option<Vec<u8>>,
}

/// What becomes of one path.
#[derive(Clone, Debug)]
pub enum Change {
    /// Everything the path owns is replaced, and nothing else.
    Replace(Box<Replacement>),
    /// The content is the same; only the record (its stat) is.
    Touch(Box<FileRecord>),
    /// All that the path owns goes: its file is gone, or (`false`) is there and no longer ours.
    Retract { gone: bool },
    /// Nothing changed; the path is clean.
    Settle,
}

/// One transaction.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Now, in milliseconds since 1970; dates the history.
    pub now_ms: u64,
    /// Written first, so that a change made for an older generation is seen to be stale.
    pub dirty: Vec<Dirty>,
    /// Path, generation it was made for, change. A path stands here at most once.
    pub changes: Vec<(FileKey, u64, Change)>,
    /// Roots that exist from now on, with their paths.
    pub roots: Vec<(RootKey, Vec<u8>)>,
    /// Roots that go, with all that came from them.
    pub purge: Vec<RootKey>,
    /// Directories that hold (`true`) or no longer hold (`false`) a `.git`.
    pub projects: Vec<(RootKey, Vec<u8>, bool)>,
    /// Content that ended or outlasted its worker: hash, extractor version, reason.
    pub quarantine: Vec<(ContentHash, u32, String)>,
    /// The lexical commit that holds all of `changes`.
    pub epoch: Option<u64>,
    /// The last audit, JSON.
    pub audit: Option<String>,
    /// How far hints.jsonl was read: inode of the file, offset in bytes.
    pub hints: Option<(u64, u64)>,
}

impl Batch {
    /// Whether committing it would change nothing.
    pub fn is_empty(&self) -> bool {
        self.dirty.is_empty()
            && self.changes.is_empty()
            && self.roots.is_empty()
            && self.purge.is_empty()
            && self.projects.is_empty()
            && self.quarantine.is_empty()
            && self.epoch.is_none()
            && self.audit.is_none()
            && self.hints.is_none()
    }
}

/// A change that was dropped because its path was dirtied after the change was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    pub key: FileKey,
    /// Generation of the queue row as it stands.
    pub generation: u64,
}
