//! The write half. Only the Reconciler holds one (a test reads the sources for its name).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use redb::{Database, Durability, StorageBackend};

use super::batch::{Batch, Stale};
use super::error::StoreError;
use super::open;
use super::reader::Reader;
use super::tables::Tables;

/// The only way to change the store.
pub struct Writer {
    database: Arc<Database>,
    path: PathBuf,
    commits: u64,
}

impl Writer {
    /// Opens the store at `path` for writing; makes or migrates it as needed.
    ///
    /// # Errors
    /// [`StoreError::Held`] when another process writes, `Newer` when a later Heimdall wrote it,
    /// `Damaged` when the file is no store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let database = Arc::new(open::writable(path, false)?);
        Ok(Self { database, path: path.into(), commits: 0 })
    }

    /// As [`open`](Self::open), and verifies every page first; slow on a large store. For a store
    /// whose last user ended in a panic: redb does not check what it reads otherwise.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_checked(path: &Path) -> Result<Self, StoreError> {
        let database = Arc::new(open::writable(path, true)?);
        Ok(Self { database, path: path.into(), commits: 0 })
    }

    /// Opens a store on a storage backend of the caller's.
    ///
    /// # Errors
    /// As [`Writer::open`].
    pub fn open_on(backend: impl StorageBackend, path: &Path) -> Result<Self, StoreError> {
        let database = Arc::new(open::writable_on(backend, path)?);
        Ok(Self { database, path: path.into(), commits: 0 })
    }

    /// A read half that shares this one's cache.
    pub fn reader(&self) -> Reader {
        Reader::shared(self.database.clone(), self.path.clone())
    }

    /// Transactions committed through this handle.
    pub fn commits(&self) -> u64 {
        self.commits
    }

    /// Applies `batch` as one durable transaction. Changes whose path was dirtied after they were
    /// made are left out and returned; their rows stay queued.
    ///
    /// # Errors
    /// Nothing was changed. See [`StoreError::needs_reopen`].
    pub fn commit(&mut self, batch: &Batch) -> Result<Vec<Stale>, StoreError> {
        let mut txn = self.database.begin_write().map_err(StoreError::redb("begin"))?;
        txn.set_durability(Durability::Immediate).map_err(StoreError::redb("begin"))?;
        let stale = {
            let mut tables = Tables::open(&txn)?;
            tables.apply(batch)?
        };
        txn.commit().map_err(StoreError::redb("commit"))?;
        self.commits += 1;
        Ok(stale)
    }

    /// Runs redb's own check of the whole file; `false` when it had to repair something.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it cannot be repaired. Fails as `Held` while readers share the
    /// handle.
    pub fn check_integrity(&mut self) -> Result<bool, StoreError> {
        let path = self.path.clone();
        let Some(database) = Arc::get_mut(&mut self.database) else {
            return Err(StoreError::Held { path });
        };
        database.check_integrity().map_err(|e| StoreError::Damaged { path, detail: e.to_string() })
    }

    /// Gives unused space back to the file system; does nothing while readers share the handle.
    ///
    /// # Errors
    /// What redb says.
    pub fn compact(&mut self) -> Result<bool, StoreError> {
        match Arc::get_mut(&mut self.database) {
            Some(database) => database.compact().map_err(|e| StoreError::Damaged {
                path: self.path.clone(),
                detail: e.to_string(),
            }),
            None => Ok(false),
        }
    }
}
