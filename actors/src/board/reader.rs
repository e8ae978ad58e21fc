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
    slot: Mutex<Slot>,
    changed: Condvar,
}

#[derive(Default)]
enum Slot {
    /// Somebody will fill it.
    #[default]
    Awaited,
    Filled(Reader),
    /// Nobody will.
    Absent,
}

impl ReaderSlot {
    pub fn new(path: &Path) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    /// Puts a read half in, or takes it away for a moment.
    pub fn set(&self, reader: Option<Reader>) {
        self.put(reader.map_or(Slot::Awaited, Slot::Filled));
    }

    /// Says that there is no store, so that nobody waits for one.
    pub fn give_up(&self) {
        self.put(Slot::Absent);
    }

    fn put(&self, new: Slot) {
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = new;
        self.changed.notify_all();
    }

    /// The state as of the last commit.
    ///
    /// # Errors
    /// What the store says; [`StoreError::Absent`] when there is none, or none for too long.
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        let slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        let awaited = |slot: &mut Slot| matches!(slot, Slot::Awaited);
        let waited = self.changed.wait_timeout_while(slot, PATIENCE, awaited);
        let (slot, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let reader = match &*slot {
            Slot::Filled(reader) => reader.clone(),
            Slot::Awaited | Slot::Absent => {
                return Err(StoreError::Absent { path: self.path.clone() });
            }
        };
        drop(slot);
        reader.snapshot()
    }
}
