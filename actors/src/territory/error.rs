//! What can be wrong with the territory, with the path and what to do about it.

use std::io;
use std::path::PathBuf;

use thiserror::Error as Derive;

/// Every failure of this room. [`Error::hint`] is the line that a person is shown below it.
#[derive(Debug, Derive)]
pub enum Error {
    #[error("HOME is not set, so there is no place for Heimdall's own files")]
    NoHome,
    #[error("{} belongs to user {owner}, not to us", path.display())]
    Foreign { path: PathBuf, owner: u32 },
    #[error("{} is open to others (mode {mode:04o})", path.display())]
    Open { path: PathBuf, mode: u32 },
    #[error("{} is not a directory", path.display())]
    NotDirectory { path: PathBuf },
    #[error("cannot {operation} {}: {source}", path.display())]
    Io { path: PathBuf, operation: &'static str, source: io::Error },
    #[error("{}:{line}:{column}: {message}", path.display())]
    Config { path: PathBuf, line: usize, column: usize, message: String },
    #[error("{} cannot be a root: {reason}", path.display())]
    Root { path: PathBuf, reason: &'static str },
    #[error("{} is no root", path.display())]
    NotRoot { path: PathBuf },
    #[error("the hook's input is {size} bytes long, over the limit of {limit}")]
    HookTooLong { size: usize, limit: usize },
}

impl Error {
    pub(crate) fn io(path: impl Into<PathBuf>, operation: &'static str, source: io::Error) -> Self {
        Self::Io { path: path.into(), operation, source }
    }

    /// What a person can do about it; empty when there is nothing to say.
    pub fn hint(&self) -> String {
        match self {
            Error::NoHome => "set HOME, or HEIMDALL_HOME to an absolute path".into(),
            Error::Foreign { .. } => "set HEIMDALL_HOME to a directory of your own".into(),
            Error::Open { path, .. } => {
                format!("close it to others with: chmod 700 {}", path.display())
            }
            Error::NotDirectory { .. } => "move it away, or set HEIMDALL_HOME elsewhere".into(),
            Error::Config { .. } => {
                "correct the file; a running daemon keeps the last good one".into()
            }
            Error::Root { .. } => {
                "name a directory below it, one a line: heimdall roots add PATH".into()
            }
            Error::NotRoot { .. } => "see them with: heimdall roots list".into(),
            Error::Io { .. } | Error::HookTooLong { .. } => String::new(),
        }
    }
}
