//! Where Heimdall keeps its files.

use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

/// The directory that holds the index, the settings and the hints of one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    home: PathBuf,
}

impl Place {
    /// `--home`, else `HEIMDALL_HOME`, else `~/.heimdall`; made absolute, not made on disk.
    ///
    /// # Errors
    /// When none of the three is there.
    pub fn find(flag: Option<&Path>) -> Result<Self, Failure> {
        let named = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let home = flag
            .map(Path::to_path_buf)
            .or_else(|| named("HEIMDALL_HOME"))
            .or_else(|| named("HOME").map(|home| home.join(".heimdall")))
            .ok_or_else(|| {
                Failure::new(
                    exit::USAGE,
                    "no directory to keep the index in: HOME is not set",
                    "pass --home DIR or set HEIMDALL_HOME",
                )
            })?;
        let home = std::path::absolute(&home).map_err(|e| {
            Failure::new(exit::USAGE, format!("{e}: {}", home.display()), "name another --home")
        })?;
        Ok(Self { home })
    }

    /// What a person may set.
    pub fn config(&self) -> PathBuf {
        self.home.join("config.json")
    }

    /// Where any process may append what may have changed.
    pub fn hints(&self) -> PathBuf {
        self.home.join("hints.jsonl")
    }

    /// Makes the directory, closed to others, when it is not there.
    ///
    /// # Errors
    /// What the file system says.
    pub fn create(&self) -> io::Result<()> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.home)
    }
}
