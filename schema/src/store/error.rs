//! What can go wrong with the store, each with the path it concerns.

use std::path::PathBuf;

use crate::record::header::BadRecord;

/// An error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process holds the write half.
    #[error("another Heimdall writes to {path}")]
    Held { path: PathBuf },
    /// There is no store yet.
    #[error("there is no index at {path}")]
    Absent { path: PathBuf },
    /// The file is not a store, or is damaged beyond what redb repairs.
    #[error("{path} is damaged: {detail}")]
    Damaged { path: PathBuf, detail: String },
    /// A later Heimdall wrote it.
    #[error("{path} was written by a later Heimdall (schema {found}, this one reads {known})")]
    Newer { path: PathBuf, found: u32, known: u32 },
    /// An earlier Heimdall wrote it, and this process may not write.
    #[error(
        "{path} was written by an earlier Heimdall (schema {found}); start the daemon once to bring it up to date"
    )]
    Older { path: PathBuf, found: u32 },
    /// The file system refused.
    #[error("cannot {operation} {path}: {source}")]
    Io { operation: &'static str, path: PathBuf, source: std::io::Error },
    /// redb refused an operation.
    #[error("the store failed to {operation}: {source}")]
    Redb {
        operation: &'static str,
        #[source]
        source: Box<redb::Error>,
    },
    /// One record does not hold what it should.
    #[error("record {key} of table {table}: {source}")]
    Record { table: &'static str, key: String, source: BadRecord },
}

impl StoreError {
    /// Makes a redb error of any of its types ours.
    pub(crate) fn redb<E: Into<redb::Error>>(operation: &'static str) -> impl FnOnce(E) -> Self {
        move |source| StoreError::Redb { operation, source: Box::new(source.into()) }
    }

    /// Names the file where the error says that it is damaged and not which one.
    pub(crate) fn at(self, path: &std::path::Path) -> Self {
        use std::io::ErrorKind::{InvalidData, UnexpectedEof};
        let detail = match &self {
            StoreError::Redb { source, .. } => match &**source {
                redb::Error::Corrupted(detail) => detail.clone(),
                redb::Error::Io(e) if matches!(e.kind(), InvalidData | UnexpectedEof) => {
                    e.to_string()
                }
                _ => return self,
            },
            _ => return self,
        };
        StoreError::Damaged { path: path.into(), detail }
    }

    /// Whether the store has to be opened again before it can be used: redb refuses everything
    /// after an I/O error until then.
    pub fn needs_reopen(&self) -> bool {
        match self {
            StoreError::Redb { source, .. } => {
                matches!(**source, redb::Error::Io(_) | redb::Error::PreviousIo)
            }
            StoreError::Io { .. } => true,
            _ => false,
        }
    }

    /// Whether the file should be moved aside and rebuilt from the disk. Never so for a lock or a
    /// permission.
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Damaged { .. } | StoreError::Record { .. } => true,
            StoreError::Redb { source, .. } => matches!(
                **source,
                redb::Error::Corrupted(_)
                    | redb::Error::UpgradeRequired(_)
                    | redb::Error::TableTypeMismatch { .. }
                    | redb::Error::TypeDefinitionChanged { .. }
            ),
            _ => false,
        }
    }
}
