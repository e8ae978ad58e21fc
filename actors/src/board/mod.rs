//! The board: what every actor may know of the others without asking. Counters and small lists,
//! written by their owners, read by searches and `status`. Decides nothing.

mod reader;

pub use reader::ReaderSlot;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heimdall_schema::wire::{AuditReport, WatchStatus};

/// Shared by all actors of one process.
#[derive(Debug, Default)]
pub struct Board {
    queued: AtomicU64,
    scans: AtomicU64,
    buffered: AtomicU64,
    backlog: AtomicU64,
    commits: AtomicU64,
    epoch: AtomicU64,
    watching: AtomicBool,
    lists: Mutex<Lists>,
}

#[derive(Debug, Default, Clone)]
struct Lists {
    watch: WatchStatus,
    audit: Option<AuditReport>,
    problems: BTreeMap<Vec<u8>, String>,
    notes: Vec<String>,
}

/// Problems that are kept, at most.
const PROBLEM_LIMIT: usize = 100;

impl Board {
    /// Paths that wait to be looked at or committed.
    pub fn queued(&self) -> u64 {
        self.queued.load(Ordering::Acquire)
    }

    pub fn set_queued(&self, count: usize) {
        self.queued.store(count as u64, Ordering::Release);
    }

    /// A scan or audit began; it ends when the guard is dropped.
    pub fn begin_scan(self: &std::sync::Arc<Self>) -> ScanGuard {
        self.scans.fetch_add(1, Ordering::AcqRel);
        ScanGuard(self.clone())
    }

    pub fn scanning(&self) -> bool {
        self.scans.load(Ordering::Acquire) > 0
    }

    /// Events that wait for their quiet time.
    pub fn set_buffered(&self, count: usize) {
        self.buffered.store(count as u64, Ordering::Release);
    }

    /// Bytes of hints.jsonl that are not read yet.
    pub fn set_backlog(&self, bytes: u64) {
        self.backlog.store(bytes, Ordering::Release);
    }

    /// Whether there are hints that nobody has read.
    pub fn has_backlog(&self) -> bool {
        self.backlog.load(Ordering::Acquire) > 0
    }

    pub fn set_watching(&self, on: bool) {
        self.watching.store(on, Ordering::Release);
    }

    /// Whether the index agrees with everything that was said to have changed; `None` while
    /// nobody watches.
    pub fn caught_up(&self) -> Option<bool> {
        let quiet = self.queued() == 0
            && !self.scanning()
            && self.buffered.load(Ordering::Acquire) == 0
            && self.backlog.load(Ordering::Acquire) == 0;
        self.watching.load(Ordering::Acquire).then_some(quiet)
    }

    /// Whether nothing is known to be left to do, watched or not.
    pub fn idle(&self) -> bool {
        self.queued() == 0
            && !self.scanning()
            && self.buffered.load(Ordering::Acquire) == 0
            && self.backlog.load(Ordering::Acquire) == 0
    }

    pub fn count_commit(&self, epoch: Option<u64>) {
        self.commits.fetch_add(1, Ordering::AcqRel);
        if let Some(epoch) = epoch {
            self.epoch.store(epoch, Ordering::Release);
        }
    }

    /// Store commits since the process began.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    /// Number of the last commit that the lexical index and the store share; a reader that saw
    /// another one reloads.
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    fn lists(&self) -> std::sync::MutexGuard<'_, Lists> {
        // A panic ends the process, so that a poisoned list is never looked at for long.
        self.lists.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub fn set_watch(&self, watch: WatchStatus) {
        self.lists().watch = watch;
    }

    pub fn watch(&self) -> WatchStatus {
        self.lists().watch.clone()
    }

    pub fn set_audit(&self, audit: AuditReport) {
        self.lists().audit = Some(audit);
    }

    pub fn audit(&self) -> Option<AuditReport> {
        self.lists().audit.clone()
    }

    /// Remembers that a path could not be read, and why; `None` forgets it.
    pub fn set_problem(&self, path: Vec<u8>, reason: Option<String>) {
        let mut lists = self.lists();
        match reason {
            Some(reason) if lists.problems.len() < PROBLEM_LIMIT => {
                lists.problems.insert(path, reason);
            }
            Some(_) => {}
            None => {
                lists.problems.remove(&path);
            }
        }
    }

    pub fn problems(&self) -> BTreeMap<Vec<u8>, String> {
        self.lists().problems.clone()
    }

    /// Something a person should read in `status`.
    pub fn note(&self, line: String) {
        let mut lists = self.lists();
        if !lists.notes.contains(&line) && lists.notes.len() < PROBLEM_LIMIT {
            lists.notes.push(line);
        }
    }

    pub fn notes(&self) -> Vec<String> {
        self.lists().notes.clone()
    }
}

/// A scan that is under way.
#[derive(Debug)]
pub struct ScanGuard(std::sync::Arc<Board>);

impl Drop for ScanGuard {
    fn drop(&mut self) {
        self.0.scans.fetch_sub(1, Ordering::AcqRel);
    }
}
