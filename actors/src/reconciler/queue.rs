//! The paths that may have changed: one row a path, a generation each, two lanes.
//!
//! Pure: no clock, no disk. The rows are kept in the store as well (`queue` table), written with
//! the next commit, so that a crash forgets none of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::store::Dirty;

/// Which paths go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// Somebody waits for it: an edit, a hint, a command.
    Urgent,
    /// Found by a scan or an audit.
    Bulk,
}

#[derive(Debug)]
struct Row {
    reason: String,
    at_ms: u64,
    generation: u64,
    lane: Lane,
    /// Handed to a looker, or looked at and not yet committed, for this generation.
    taken: Option<u64>,
    /// What the sink holds may differ from the store: look as if nothing were known.
    force: bool,
    /// Whether the store's row has this generation.
    persisted: bool,
}

/// A path to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    pub key: FileKey,
    pub generation: u64,
    pub force: bool,
}

/// The queue of the Reconciler.
#[derive(Debug, Default)]
pub struct Queue {
    rows: BTreeMap<FileKey, Row>,
    urgent: VecDeque<FileKey>,
    bulk: VecDeque<FileKey>,
    unpersisted: Vec<FileKey>,
    /// Generations never go back, even for a path that left the queue in between.
    last_generation: u64,
}

impl Queue {
    /// Paths that are queued, being looked at, or waiting for their commit.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn contains(&self, key: &FileKey) -> bool {
        self.rows.contains_key(key)
    }

    /// Says that the path may have changed. The first reason and time are kept.
    pub fn touch(&mut self, key: FileKey, reason: &str, at_ms: u64, lane: Lane) {
        self.last_generation += 1;
        let generation = self.last_generation;
        let row = self.rows.entry(key.clone()).or_insert_with(|| Row {
            reason: reason.to_owned(),
            at_ms,
            generation: 0,
            lane: Lane::Bulk,
            taken: None,
            force: false,
            persisted: true,
        });
        let fresh = row.generation == 0;
        row.generation = generation;
        if row.persisted {
            row.persisted = false;
            self.unpersisted.push(key.clone());
        }
        let promoted = !fresh && row.taken.is_none() && lane < row.lane;
        row.lane = row.lane.min(lane);
        if fresh || promoted {
            self.lane(lane).push_back(key);
        }
    }

    /// Has every path at or below one of `places` that was handed out looked at once more.
    pub fn doubt(&mut self, places: &BTreeSet<FileKey>) {
        let mut doubted = Vec::new();
        for (key, row) in &self.rows {
            if row.taken.is_some() && is_below_any(key, places) {
                doubted.push((key.clone(), row.reason.clone(), row.at_ms, row.lane));
            }
        }
        for (key, reason, at_ms, lane) in doubted {
            self.touch(key, &reason, at_ms, lane);
        }
    }

    /// Has a queued path looked at as if nothing were known of it.
    pub fn force(&mut self, key: &FileKey) {
        if let Some(row) = self.rows.get_mut(key) {
            row.force = true;
        }
    }

    /// Takes back what an earlier process left in the store's queue.
    pub fn restore(
        &mut self,
        key: FileKey,
        reason: &str,
        at_ms: u64,
        generation: u64,
        force: bool,
    ) {
        self.last_generation = self.last_generation.max(generation);
        self.rows.insert(
            key.clone(),
            Row {
                reason: reason.to_owned(),
                at_ms,
                generation,
                lane: Lane::Bulk,
                taken: None,
                force,
                persisted: true,
            },
        );
        self.bulk.push_back(key);
    }

    fn lane(&mut self, lane: Lane) -> &mut VecDeque<FileKey> {
        match lane {
            Lane::Urgent => &mut self.urgent,
            Lane::Bulk => &mut self.bulk,
        }
    }

    /// The next path to look at, urgent ones first.
    pub fn take(&mut self) -> Option<Taken> {
        loop {
            let key = self.urgent.pop_front().or_else(|| self.bulk.pop_front())?;
            // A promoted path stands in both lanes; the second time it is taken already.
            if let Some(row) = self.rows.get_mut(&key)
                && row.taken.is_none()
            {
                row.taken = Some(row.generation);
                return Some(Taken { key, generation: row.generation, force: row.force });
            }
        }
    }

    /// Whether what was found for `generation` still holds. If not, the path is queued again.
    pub fn still_holds(&mut self, key: &FileKey, generation: u64) -> bool {
        let Some(row) = self.rows.get(key) else { return false };
        if row.generation == generation {
            return true;
        }
        self.requeue(key, true);
        false
    }

    /// Queues a taken path again; `force` when the sink was already told about it.
    pub fn requeue(&mut self, key: &FileKey, force: bool) {
        let Some(row) = self.rows.get_mut(key) else { return };
        row.taken = None;
        row.force |= force;
        let lane = row.lane;
        self.lane(lane).push_back(key.clone());
    }

    /// The path was committed for `generation`: it leaves the queue, unless it was touched since.
    pub fn settle(&mut self, key: &FileKey, generation: u64) {
        let Some(row) = self.rows.get(key) else { return };
        if row.generation == generation {
            self.rows.remove(key);
        } else {
            self.requeue(key, true);
        }
    }

    /// Forgets every path of a root that is no longer ours.
    pub fn forget_root(&mut self, root: RootKey) {
        self.rows.retain(|key, _| key.root() != root);
    }

    /// Rows that the store does not hold yet; the caller commits them.
    pub fn unpersisted(&mut self) -> Vec<Dirty> {
        let keys = std::mem::take(&mut self.unpersisted);
        let mut dirty = Vec::with_capacity(keys.len());
        for key in keys {
            let Some(row) = self.rows.get_mut(&key) else { continue };
            row.persisted = true;
            dirty.push(Dirty {
                reason: row.reason.clone(),
                at_ms: row.at_ms,
                generation: row.generation,
                key,
            });
        }
        dirty
    }

    /// The commit of these rows failed: the store does not hold them after all.
    pub fn not_persisted(&mut self, dirty: Vec<Dirty>) {
        for Dirty { key, .. } in dirty {
            if let Some(row) = self.rows.get_mut(&key)
                && row.persisted
            {
                row.persisted = false;
                self.unpersisted.push(key);
            }
        }
    }

    /// Number of rows that the store does not hold yet.
    pub fn unpersisted_len(&self) -> usize {
        self.unpersisted.len()
    }
}

fn is_below_any(key: &FileKey, places: &BTreeSet<FileKey>) -> bool {
    let relative = key.relative();
    let ends = (0..relative.len()).filter(|at| relative[*at] == b'/');
    let mut ends = std::iter::once(0).chain(ends).chain([relative.len()]);
    ends.any(|end| places.contains(&FileKey::new(key.root(), &relative[..end])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> FileKey {
        FileKey::new(RootKey([7; 8]), name.as_bytes())
    }

    #[test]
    fn many_hints_are_one_row_and_the_last_generation_counts() {
        let mut queue = Queue::default();
        for _ in 0..250 {
            queue.touch(key("a"), "hint", 1, Lane::Urgent);
        }
        assert_eq!(queue.len(), 1);
        let taken = queue.take().unwrap();
        assert_eq!(queue.take(), None);
        assert!(queue.still_holds(&taken.key, taken.generation));
        queue.touch(key("a"), "hint", 2, Lane::Urgent);
        assert!(!queue.still_holds(&taken.key, taken.generation), "dirtied while it was looked at");
        let again = queue.take().unwrap();
        assert!(again.force && again.generation > taken.generation);
        queue.settle(&again.key, again.generation);
        assert!(queue.is_empty());
    }

    #[test]
    fn urgent_paths_go_first_and_a_promoted_one_is_taken_once() {
        let mut queue = Queue::default();
        queue.touch(key("a"), "scan", 0, Lane::Bulk);
        queue.touch(key("b"), "scan", 0, Lane::Bulk);
        queue.touch(key("b"), "hint", 0, Lane::Urgent);
        let order: Vec<_> = std::iter::from_fn(|| queue.take()).map(|t| t.key).collect();
        assert_eq!(order, [key("b"), key("a")]);
    }

    #[test]
    fn what_is_in_doubt_is_looked_at_again_if_it_was_handed_out() {
        let mut queue = Queue::default();
        for name in ["a/b", "a/c/d", "ab", "e"] {
            queue.touch(key(name), "x", 0, Lane::Bulk);
        }
        let taken: Vec<_> = (0..3).filter_map(|_| queue.take()).collect();
        queue.doubt(&[key("a"), key("e")].into());
        let holds: Vec<_> = taken.iter().map(|t| queue.still_holds(&t.key, t.generation)).collect();
        assert_eq!(holds, [false, false, true]);
        queue.doubt(&[key("")].into());
        assert!(!queue.still_holds(&taken[2].key, taken[2].generation), "a root is above all");
    }

    #[test]
    fn a_row_is_persisted_once_a_generation() {
        let mut queue = Queue::default();
        queue.touch(key("a"), "x", 5, Lane::Bulk);
        queue.touch(key("a"), "y", 6, Lane::Bulk);
        let dirty = queue.unpersisted();
        assert_eq!(dirty.len(), 1);
        assert_eq!((dirty[0].reason.as_str(), dirty[0].at_ms, dirty[0].generation), ("x", 5, 2));
        assert!(queue.unpersisted().is_empty());
        queue.touch(key("a"), "z", 7, Lane::Bulk);
        assert_eq!(queue.unpersisted().len(), 1);
    }

    #[test]
    fn a_row_whose_commit_failed_is_handed_out_again() {
        let mut queue = Queue::default();
        queue.touch(key("a"), "x", 5, Lane::Bulk);
        queue.touch(key("b"), "x", 5, Lane::Bulk);
        let dirty = queue.unpersisted();
        // Touched in between, it waits to be persisted already.
        queue.touch(key("b"), "x", 6, Lane::Bulk);
        queue.not_persisted(dirty.clone());
        let again: BTreeSet<_> = queue.unpersisted().into_iter().map(|d| d.key).collect();
        assert_eq!(again, [key("a"), key("b")].into());
        assert_eq!(queue.unpersisted_len(), 0);
    }

    #[test]
    fn touched_after_its_look_it_is_not_settled() {
        let mut queue = Queue::default();
        queue.touch(key("a"), "x", 0, Lane::Bulk);
        let taken = queue.take().unwrap();
        queue.touch(key("a"), "x", 0, Lane::Bulk);
        queue.settle(&taken.key, taken.generation);
        assert_eq!(queue.len(), 1);
        assert!(queue.take().is_some());
    }
}
