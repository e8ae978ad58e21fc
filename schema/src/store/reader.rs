//! The read half: opens snapshots, in the daemon and in any other process.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use redb::{Database, ReadOnlyDatabase, ReadableDatabase as _};

use super::error::StoreError;
use super::layout::{KEY_SCHEMA, META, SCHEMA_VERSION};
use super::open;
use super::snapshot::Snapshot;

#[derive(Clone)]
enum Source {
    /// The daemon's own: shares the database with the write half.
    Shared(Arc<Database>),
    /// Another process's.
    Foreign(Arc<ReadOnlyDatabase>),
}

/// Reads what was committed; holds no lock that could stop the writer.
#[derive(Clone)]
pub struct Reader {
    source: Source,
    path: PathBuf,
}

impl Reader {
    pub(super) fn shared(database: Arc<Database>, path: PathBuf) -> Self {
        Self { source: Source::Shared(database), path }
    }

    /// Opens the store at `path` for reading, while another process may be writing to it.
    ///
    /// # Errors
    /// [`StoreError::Absent`] when there is none; `Older` and `Newer` when this build cannot read
    /// it; `Damaged` when it is no store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let database = open::read_only(path)?;
        let reader = Self { source: Source::Foreign(Arc::new(database)), path: path.into() };
        match reader.schema().map_err(|e| e.at(path))? {
            None => Err(StoreError::Absent { path: path.into() }),
            Some(SCHEMA_VERSION) => Ok(reader),
            Some(found) if found > SCHEMA_VERSION => {
                Err(StoreError::Newer { path: path.into(), found, known: SCHEMA_VERSION })
            }
            Some(found) => Err(StoreError::Older { path: path.into(), found }),
        }
    }

    /// What a reader sees before anything is indexed.
    ///
    /// # Errors
    /// When redb cannot get its memory.
    pub fn of_nothing() -> Result<Self, StoreError> {
        let database = Arc::new(open::in_memory()?);
        Ok(Self::shared(database, PathBuf::new()))
    }

    fn schema(&self) -> Result<Option<u32>, StoreError> {
        let txn = self.begin()?;
        let meta = match txn.open_table(META) {
            Ok(table) => table,
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
            Err(e) => return Err(StoreError::redb("open a table")(e)),
        };
        let row = meta.get(KEY_SCHEMA).map_err(StoreError::redb("read"))?;
        row.map(|value| open::schema_number(value.value())).transpose()
    }

    fn begin(&self) -> Result<redb::ReadTransaction, StoreError> {
        match &self.source {
            Source::Shared(database) => database.begin_read(),
            Source::Foreign(database) => database.begin_read(),
        }
        .map_err(StoreError::redb("begin"))
    }

    /// The state as of the last commit; later commits do not show in it.
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        self.begin().and_then(Snapshot::open).map_err(|e| e.at(&self.path))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}
