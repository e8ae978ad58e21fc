//! Back-pressure: how many bytes of text may wait to be indexed.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

#[derive(Debug, Default)]
struct State {
    held: Mutex<usize>,
    freed: Condvar,
}

/// Lets through up to `limit` bytes at once; a text over the limit goes alone.
#[derive(Clone, Debug)]
pub struct Valve {
    state: Arc<State>,
    limit: usize,
}

/// Bytes that were let through; given back when dropped.
#[derive(Debug)]
pub struct Permit {
    state: Arc<State>,
    bytes: usize,
}

impl Valve {
    pub fn new(limit: usize) -> Self {
        Self { state: Arc::default(), limit }
    }

    /// Waits until `bytes` fit. Gives up waiting after 10 s, when whoever should free them is
    /// gone and the next step will say so.
    pub fn enter(&self, bytes: usize) -> Permit {
        let held = self.state.held.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |held: &mut usize| *held > 0 && *held + bytes > self.limit;
        let (mut held, _) = self
            .state
            .freed
            .wait_timeout_while(held, Duration::from_secs(10), full)
            .unwrap_or_else(PoisonError::into_inner);
        *held += bytes;
        Permit { state: Arc::clone(&self.state), bytes }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut held = self.state.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held -= self.bytes;
        self.state.freed.notify_all();
    }
}
