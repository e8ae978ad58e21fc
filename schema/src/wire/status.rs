//! What `status` and `verify` say.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::WirePath;

/// Things inside a root that are not indexed, counted by reason.
pub type Skipped = BTreeMap<String, u64>;

/// Answer to [`Request::Status`](super::Request::Status).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Status {
    pub version: String,
    /// The daemon's; none when no daemon runs and the store was read instead.
    pub pid: Option<u32>,
    pub uptime_s: Option<u64>,
    /// Whether the index agrees with everything that was said to have changed; none when nobody
    /// knows, because no daemon watches.
    pub caught_up: Option<bool>,
    /// Paths that wait to be looked at.
    pub queued: u64,
    /// A scan of some root is under way.
    pub scanning: bool,
    pub home: String,
    pub roots: Vec<RootStatus>,
    pub files: u64,
    pub nodes: u64,
    /// Bytes of text that is searched.
    pub text_bytes: u64,
    /// Bytes of the store on disk.
    pub store_bytes: u64,
    /// Bytes of the lexical index on disk.
    pub lexical_bytes: u64,
    /// Store commits since the daemon started.
    pub commits: u64,
    pub skipped: Skipped,
    /// Unreadable paths, quarantined files and the like, at most 100, each with its reason.
    pub problems: Vec<(WirePath, String)>,
    pub watch: WatchStatus,
    pub audit: Option<AuditReport>,
    pub workers: WorkerStatus,
    pub notes: Vec<String>,
}

/// One root.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RootStatus {
    pub path: String,
    pub files: u64,
    /// Whether the directory is there now.
    pub available: bool,
    /// Directories with a `.git` in it.
    pub projects: u64,
}

/// What is watched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WatchStatus {
    /// `inotify`, `fsevents`, `kqueue`, `poll`, or `none`.
    pub backend: String,
    pub watched: u64,
    /// Directories that could not be watched and are polled, at most 100 named.
    pub unwatched: Vec<WirePath>,
    pub unwatched_count: u64,
    pub reason: String,
}

/// One difference between the index and the disk.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Drift {
    pub path: WirePath,
    /// `missing`, `new`, `stat`, `hash`, `depth a -> b`, `extractor`, `ignored`, `kind`, `queued`.
    pub why: String,
}

/// What an audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditReport {
    pub at_ms: u64,
    pub took_ms: u64,
    pub deep: bool,
    /// Files compared.
    pub files: u64,
    pub nodes: u64,
    pub queued: u64,
    pub drift: Vec<Drift>,
    /// Number of differences; `drift` names at most 10,000.
    pub drift_count: u64,
    pub skipped: Skipped,
    /// Files that could not be read, and why, at most 100.
    pub problems: Vec<(WirePath, String)>,
    /// Whether what was found was repaired.
    pub rebuilt: bool,
}

/// The extractor's workers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    pub alive: u32,
    pub limit: u32,
    pub restarts: u64,
    /// Files at `file` depth because they ended or outlasted a worker.
    pub quarantined: u64,
    pub last_failure: String,
    pub sandbox: SandboxReport,
}

/// What the sandbox of a worker enforces on this machine, mechanism by mechanism.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SandboxReport {
    /// mechanism -> `enforced`, or why not.
    pub mechanisms: BTreeMap<String, String>,
}
