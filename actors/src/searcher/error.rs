//! What can go wrong at the searcher's boundary.

use std::path::PathBuf;

use heimdall_schema::store::StoreError;

/// An error of the lexical index.
#[derive(Debug, thiserror::Error)]
pub enum LexicalError {
    /// There is none yet.
    #[error("there is no lexical index at {path}")]
    Absent { path: PathBuf },
    /// It was written by another version, or is damaged: it has to be built again from the store.
    #[error("the lexical index at {path} has to be rebuilt: {detail}")]
    Unusable { path: PathBuf, detail: String },
    /// Another process writes to it.
    #[error("another process writes to the lexical index at {path}")]
    Held { path: PathBuf },
    /// The file system refused.
    #[error("cannot {operation} {path}: {source}")]
    Io { operation: &'static str, path: PathBuf, source: std::io::Error },
    /// tantivy refused an operation.
    #[error("the lexical index at {path} failed to {operation}: {source}")]
    Index {
        operation: &'static str,
        path: PathBuf,
        #[source]
        source: Box<tantivy::TantivyError>,
    },
}

/// Why a search gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The query is over the limit.
    #[error("the query has {bytes} bytes; at most {limit} are read")]
    TooLong { bytes: usize, limit: usize },
    /// `--language` names none that is known.
    #[error("no language is called {name:?}; `heimdall languages` lists them")]
    UnknownLanguage { name: String },
    /// `--kind` names none that is known.
    #[error("no kind of definition is called {name:?}; known: {known}")]
    UnknownKind { name: String, known: String },
    /// Too many searches at a time.
    #[error("{waiting} searches wait already")]
    Busy { waiting: usize },
    /// The process ends.
    #[error("the searcher has ended")]
    Ended,
    /// The lexical index could not be read.
    #[error("cannot read the lexical index: {0}")]
    Index(#[source] Box<tantivy::TantivyError>),
    #[error(transparent)]
    Lexical(#[from] LexicalError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SearchError {
    pub(super) fn index(source: tantivy::TantivyError) -> Self {
        SearchError::Index(Box::new(source))
    }

    pub(super) fn reading(source: std::io::Error) -> Self {
        SearchError::Index(Box::new(source.into()))
    }
}

impl From<tantivy::TantivyError> for SearchError {
    fn from(source: tantivy::TantivyError) -> Self {
        SearchError::index(source)
    }
}

impl From<std::io::Error> for SearchError {
    fn from(source: std::io::Error) -> Self {
        SearchError::reading(source)
    }
}
