//! What may be said to the Reconciler.

use std::sync::Arc;

use actix::{Addr, Message};
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::store::StoreError;

use super::Reconciler;
use super::look::Outcome;
use super::queue::Lane;
use crate::board::{Board, ScanGuard};
use crate::deliver::deliver;
use crate::territory::Ground;

/// These paths may have changed.
#[derive(Debug, Default)]
pub struct Touched {
    /// Files, each with the reason that `status` and the queue show.
    pub paths: Vec<(FileKey, String)>,
    pub urgent: bool,
    /// Believe nothing that the store says of them.
    pub force: bool,
    /// How far hints.jsonl was read; kept together with `paths`.
    pub hints: Option<(u64, u64)>,
    /// Directories that hold (`true`) or no longer hold (`false`) a `.git`.
    pub projects: Vec<(RootKey, Vec<u8>, bool)>,
    /// The report of the audit that found them, JSON.
    pub audit: Option<String>,
    /// Keeps the index from seeming caught up until the message is taken.
    pub hold: Option<ScanGuard>,
}

impl Touched {
    pub(super) fn lane(&self) -> Lane {
        if self.urgent { Lane::Urgent } else { Lane::Bulk }
    }
}

impl Message for Touched {
    type Result = ();
}

/// Whatever is being looked at, or was and waits for its commit, at or below one of these places is
/// looked at again. Whoever is about to compare the store with the disk there says this first, and
/// waits until it was heard: what was found before is in the store by then, or is found anew.
#[derive(Debug)]
pub struct Doubt {
    pub below: Vec<FileKey>,
    pub heard: crossbeam_channel::Sender<()>,
}

impl Message for Doubt {
    type Result = ();
}

impl Doubt {
    /// Says it, and returns when it was heard; at once while nothing is under way.
    pub fn say(reconciler: &Addr<Reconciler>, board: &Board, below: Vec<FileKey>) {
        if below.is_empty() || board.queued() == 0 {
            return;
        }
        let (heard, answer) = crossbeam_channel::bounded(1);
        if deliver(reconciler, Doubt { below, heard }) {
            // A Reconciler that is gone has nothing under way.
            let _ = answer.recv();
        }
    }
}

/// A path was looked at.
#[derive(Debug)]
pub struct Looked(pub Box<Outcome>);

impl Message for Looked {
    type Result = ();
}

/// What became of paths that were waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub indexed: u64,
    pub updated: u64,
    pub unchanged: u64,
    pub retracted: u64,
}

impl Tally {
    pub fn total(&self) -> u64 {
        self.indexed + self.updated + self.unchanged + self.retracted
    }
}

/// Answer when these paths (all paths, when `None`) have been looked at and committed.
#[derive(Debug)]
pub struct Drain {
    pub keys: Option<Vec<FileKey>>,
    /// Told of each path that settles.
    pub progress: Option<crossbeam_channel::Sender<u64>>,
}

impl Message for Drain {
    type Result = Result<Tally, Arc<StoreError>>;
}

/// The configuration or the set of roots changed.
pub struct Follow(pub Arc<Ground>);

impl Message for Follow {
    type Result = ();
}

/// Commit what is ready and give the write half back; nothing is done afterwards.
#[derive(Debug)]
pub struct Finish;

impl Message for Finish {
    type Result = ();
}
