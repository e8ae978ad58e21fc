//! What went and what moved: the bounded log behind REMOVED and REBUILT.

use rkyv::{Archive, Deserialize, Serialize};

use crate::id::ContentHash;

/// What happened to a path.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The file is gone and was retracted.
    Removed,
    /// Its content appeared here, having been at `from` (a file key) before.
    MovedFrom { from: Vec<u8> },
    /// Its content appeared at `to` (a file key).
    MovedTo { to: Vec<u8> },
}

/// One entry; keyed by file key and time.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct HistoryRecord {
    /// Milliseconds since 1970, as the Reconciler's clock said.
    pub at_ms: u64,
    pub event: Event,
    /// Content that was at the path before.
    pub hash: ContentHash,
    /// Names of its first definitions, at most 32: titles only.
    pub titles: Vec<String>,
}
