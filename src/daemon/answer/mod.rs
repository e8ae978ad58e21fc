//! Answers to requests, from what is shared; the same whether a daemon or a client gives them.

mod explore;
mod graph;
mod reconcile;
mod search;
mod show;
mod status;

pub use reconcile::Wish;

use heimdall_actors::territory::Ground;
use heimdall_schema::exit;
use heimdall_schema::id::FileKey;
use heimdall_schema::store::{Reader, Snapshot, StoreError};
use heimdall_schema::wire::{Failure, Frame, WirePath};

use super::engine::{Shared, store_failure};

/// Told of frames that come before the answer; `false` when the client is gone.
pub type Send<'a> = &'a mut dyn FnMut(Frame) -> bool;

impl Shared {
    /// Where there is no store yet, puts an empty one in memory in its place.
    ///
    /// # Errors
    /// Memory.
    pub fn imagine_store(&self) -> Result<(), Failure> {
        if let Err(StoreError::Absent { .. }) = self.readers.snapshot() {
            let nothing = Reader::of_nothing().map_err(|e| store_failure(&e))?;
            self.readers.set(Some(nothing));
        }
        Ok(())
    }

    /// The index as of the last commit.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot, Failure> {
        self.readers.snapshot().map_err(|e| store_failure(&e))
    }
}

/// The key of a path inside a root.
fn located(ground: &Ground, path: &WirePath) -> Result<FileKey, Failure> {
    ground.locate(&path.0).ok_or_else(|| {
        Failure::new(
            exit::REFUSED,
            format!("outside the roots: {path}"),
            "`heimdall roots list` shows them",
        )
    })
}
