//! Where everyone but the Reconciler gets the store from: it can be taken away for a moment, when
//! redb has to be opened again after an I/O error.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use heimdall_schema::store::{Reader, Snapshot, StoreError};

/// How long a reader waits for a store that is being opened again.
const PATIENCE: Duration = Duration::from_secs(2);

/// The process's one read half.
#[derive(Default)]
pub struct ReaderSlot {
    path: PathBuf,
    reader: Mutex<Option<Reader>>,
    filled: Condvar,
}

impl ReaderSlot {
    pub fn new(path: &Path) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    /// Puts a read half in, or takes it away.
    pub fn set(&self, reader: Option<Reader>) {
        *self.reader.lock().unwrap_or_else(PoisonError::into_inner) = reader;
        self.filled.notify_all();
    }

    /// The state as of the last commit.
    ///
    /// # Errors
    /// What the store says; [`StoreError::Absent`] when it has been away for too long.
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        let slot = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.filled.wait_timeout_while(slot, PATIENCE, |r| r.is_none());
        let (slot, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let reader = slot.clone();
        drop(slot);
        match reader {
            Some(reader) => reader.snapshot(),
            None => Err(StoreError::Absent { path: self.path.clone() }),
        }
    }
}
