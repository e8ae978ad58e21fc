//! A path that may have changed and has not been looked at since.

use rkyv::{Archive, Deserialize, Serialize};

/// One row a path, however often it was hinted.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct QueueRecord {
    /// Who said so first: `watch`, `scan`, `audit:…`, or the hint's own reason.
    pub reason: String,
    /// Milliseconds since 1970 of the first hint.
    pub at_ms: u64,
    /// Grows with each hint; a commit made for an older one is dropped.
    pub generation: u64,
}
