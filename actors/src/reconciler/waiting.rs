//! Those who wait for paths to be settled.

use std::collections::HashSet;
use std::sync::Arc;

use actix::ResponseFuture;
use heimdall_schema::id::FileKey;
use heimdall_schema::store::StoreError;
use tokio::sync::oneshot;

use super::look::Action;
use super::message::{Drain, Tally};
use super::queue::Queue;
use super::sink::SinkError;

struct Waiter {
    /// Paths still waited for; `None` for all there are.
    keys: Option<HashSet<FileKey>>,
    tally: Tally,
    progress: Option<crossbeam_channel::Sender<u64>>,
    answer: oneshot::Sender<Result<Tally, Arc<StoreError>>>,
}

/// Open waits.
#[derive(Default)]
pub struct Waiters {
    open: Vec<Waiter>,
}

impl Waiters {
    /// Starts to wait. Paths that are not queued count as settled already.
    pub fn wait(
        &mut self,
        drain: Drain,
        queue: &Queue,
    ) -> ResponseFuture<Result<Tally, Arc<StoreError>>> {
        let (answer, wait) = oneshot::channel();
        let mut tally = Tally::default();
        let keys = drain.keys.map(|keys| {
            let (queued, settled): (HashSet<_>, HashSet<_>) =
                keys.into_iter().partition(|key| queue.contains(key));
            tally.unchanged += settled.len() as u64;
            queued
        });
        self.open.push(Waiter { keys, tally, progress: drain.progress, answer });
        Box::pin(async move {
            wait.await.unwrap_or_else(|_| Err(Arc::new(StoreError::Absent { path: "".into() })))
        })
    }

    /// A path was committed.
    pub fn settled(&mut self, key: &FileKey, action: Action) {
        for waiter in &mut self.open {
            let waited_for = waiter.keys.as_mut().is_none_or(|keys| keys.remove(key));
            if !waited_for {
                continue;
            }
            match action {
                Action::Indexed => waiter.tally.indexed += 1,
                Action::Updated => waiter.tally.updated += 1,
                Action::Unchanged => waiter.tally.unchanged += 1,
                Action::Retracted => waiter.tally.retracted += 1,
            }
            if let Some(progress) = &waiter.progress {
                // A slow listener misses a step, never the end.
                let _ = progress.try_send(waiter.tally.total());
            }
        }
    }

    /// Answers those whose paths are all settled.
    pub fn release(&mut self, queue: &Queue) {
        let done = |waiter: &mut Waiter| match &mut waiter.keys {
            Some(keys) => {
                keys.retain(|key| queue.contains(key));
                keys.is_empty()
            }
            None => queue.is_empty(),
        };
        for waiter in self.open.extract_if(.., done) {
            let _ = waiter.answer.send(Ok(waiter.tally));
        }
    }

    /// Nothing can be committed: whoever waits is told why.
    pub fn fail(&mut self, error: &SinkError) {
        if self.open.is_empty() {
            return;
        }
        let error = Arc::new(StoreError::Io {
            operation: "write",
            path: "the index".into(),
            source: std::io::Error::other(error.to_string()),
        });
        for waiter in self.open.drain(..) {
            let _ = waiter.answer.send(Err(error.clone()));
        }
    }
}
