//! Holding events back until a path has been quiet. Pure: the clock is handed in.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Longest time a path that never gets quiet is held back, in multiples of the quiet time.
const PATIENCE: u32 = 6;

/// Paths with events, each with the time at which it is due.
#[derive(Debug)]
pub struct Debounce {
    quiet: Duration,
    pending: BTreeMap<Vec<u8>, (Instant, Instant)>,
}

impl Debounce {
    /// `quiet` is the time without events after which a path is handed on.
    pub fn new(quiet: Duration) -> Self {
        Self { quiet, pending: BTreeMap::new() }
    }

    pub fn set_quiet(&mut self, quiet: Duration) {
        self.quiet = quiet;
    }

    /// An event on `path`.
    pub fn event(&mut self, path: Vec<u8>, now: Instant) {
        let due = now + self.quiet;
        let latest = now + self.quiet * PATIENCE;
        self.pending
            .entry(path)
            .and_modify(|(at, last)| *at = due.min(*last))
            .or_insert((due, latest));
    }

    /// Paths that are due, in order.
    pub fn due(&mut self, now: Instant) -> Vec<Vec<u8>> {
        self.pending.extract_if(.., |_, (at, _)| *at <= now).map(|(path, _)| path).collect()
    }

    /// When the next path is due.
    pub fn next(&self) -> Option<Instant> {
        self.pending.values().map(|(at, _)| *at).min()
    }

    pub fn len(&self) -> usize {
        self.pending.len()
    }

    /// Forgets everything: a scan will look at all of it.
    pub fn clear(&mut self) {
        self.pending.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_handed_on_once_it_is_quiet_and_never_held_for_ever() {
        let quiet = Duration::from_millis(50);
        let start = Instant::now();
        let mut debounce = Debounce::new(quiet);
        debounce.event(b"/a".to_vec(), start);
        assert!(debounce.due(start + quiet / 2).is_empty());
        debounce.event(b"/a".to_vec(), start + quiet / 2);
        assert!(debounce.due(start + quiet).is_empty());
        assert_eq!(debounce.due(start + quiet * 3 / 2), [b"/a".to_vec()]);
        for step in 0..100 {
            debounce.event(b"/b".to_vec(), start + quiet * step / 2);
            if !debounce.due(start + quiet * step / 2).is_empty() {
                assert!(step <= PATIENCE * 2 + 1);
                return;
            }
        }
        panic!("held back for ever");
    }
}
