//! What is ready to be committed, and the batches made of it.

use std::collections::BTreeMap;

use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::store::{Batch, Change};

use super::look::{Action, Lexical, Outcome};
use super::queue::Queue;
use crate::territory::Ground;

/// Outcomes whose sink was told and that the store does not hold yet, and rows beside them.
#[derive(Default)]
pub struct Ready {
    changes: BTreeMap<FileKey, (u64, Change)>,
    /// What each change is called; kept until its commit is through.
    actions: BTreeMap<FileKey, Action>,
    bytes: usize,
    lexical: bool,
    rows: Batch,
}

/// Bytes that a change keeps in memory, about.
fn weight(change: &Change) -> usize {
    match change {
        Change::Replace(new) => {
            let parts = [&new.outline, &new.mentions, &new.text];
            512 + parts.iter().filter_map(|p| p.as_ref()).map(Vec::len).sum::<usize>()
        }
        _ => 128,
    }
}

impl Ready {
    pub fn files(&self) -> usize {
        self.changes.len()
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.rows.is_empty() && !self.lexical
    }

    /// Whether the lexical index was told something that it has not committed.
    pub fn touches_lexical(&self) -> bool {
        self.lexical
    }

    /// Takes an outcome in; the sink has been told.
    pub fn add(&mut self, outcome: Outcome) {
        self.lexical |= !matches!(outcome.lexical, Lexical::Keep);
        self.bytes += weight(&outcome.change);
        if let Some(quarantine) = outcome.quarantine {
            self.rows.quarantine.push(quarantine);
        }
        self.actions.insert(outcome.key.clone(), outcome.action);
        self.changes.insert(outcome.key, (outcome.generation, outcome.change));
    }

    /// Facts to keep with the next commit.
    pub fn note(
        &mut self,
        hints: Option<(u64, u64)>,
        projects: Vec<(RootKey, Vec<u8>, bool)>,
        audit: Option<String>,
    ) {
        self.rows.hints = hints.or(self.rows.hints);
        self.rows.projects.extend(projects);
        self.rows.audit = audit.or(self.rows.audit.take());
    }

    /// Notes which roots come and go; gives those that go.
    pub fn follow(&mut self, known: &BTreeMap<RootKey, Vec<u8>>, ground: &Ground) -> Vec<RootKey> {
        for (key, path) in ground.roots() {
            if !known.contains_key(&key) {
                self.rows.roots.push((key, path));
            }
        }
        let gone: Vec<_> =
            known.keys().filter(|key| ground.root(**key).is_none()).copied().collect();
        self.rows.purge.extend(&gone);
        gone
    }

    /// Drops what is ready of a root that goes.
    pub fn forget_root(&mut self, root: RootKey) {
        self.lexical = true;
        self.changes.retain(|key, _| key.root() != root);
        self.rows.projects.retain(|(of, _, _)| *of != root);
    }

    /// Queue rows and facts that have to be in the store before the sink is committed.
    pub fn rows(&mut self, queue: &mut Queue, now_ms: u64) -> Batch {
        let mut rows = std::mem::take(&mut self.rows);
        rows.now_ms = now_ms;
        rows.dirty = queue.unpersisted();
        rows
    }

    /// Takes back what [`rows`](Self::rows) gave, since it was not committed.
    pub fn take_back(&mut self, mut rows: Batch, queue: &mut Queue) {
        queue.not_persisted(std::mem::take(&mut rows.dirty));
        self.rows = rows;
    }

    /// The changes that still hold, as one batch; `None` when there are none.
    pub fn changes(&mut self, queue: &mut Queue, now_ms: u64) -> Option<Batch> {
        let mut changes = Vec::with_capacity(self.changes.len());
        for (key, (generation, change)) in std::mem::take(&mut self.changes) {
            if queue.still_holds(&key, generation) {
                changes.push((key, generation, change));
            } else {
                self.actions.remove(&key);
            }
        }
        if changes.is_empty() && !self.lexical {
            return None;
        }
        Some(Batch { now_ms, changes, ..Batch::default() })
    }

    /// What the change of a path is called.
    pub fn action(&self, key: &FileKey) -> Action {
        self.actions.get(key).copied().unwrap_or(Action::Unchanged)
    }

    /// All of it was committed.
    pub fn clear(&mut self) {
        *self = Self { rows: std::mem::take(&mut self.rows), ..Self::default() };
    }

    /// Gives everything up: the paths to look at again.
    pub fn abandon(&mut self) -> Vec<FileKey> {
        let keys = std::mem::take(&mut self.actions).into_keys().collect();
        self.clear();
        keys
    }
}
