//! The one predicate of scan, watch, hints and command line: is this path ours to index?
//!
//! Asked from the strongest to the weakest: version control directories and Heimdall's own home
//! (never); `.heimdallignore` files, deepest first (which may take back what follows); the
//! built-in list; git's ignore files as `git check-ignore` reads them. What lies below an ignored
//! directory is ignored. A repository inside another starts afresh with git's files, and keeps the
//! `.heimdallignore` files above it.

use std::collections::BTreeMap;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use heimdall_schema::id;

use super::beneath::{Beneath, is_clean, split};
use super::builtin::Landmarks;
use super::global_excludes;
use super::home::{Environment, Home};
use super::ignore_level::Level;

/// Most directories that are remembered at once; beyond, all are forgotten and read again.
const REMEMBERED: usize = 16_384;

/// Who ignores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// Version control, tools, caches, build output.
    Builtin,
    /// A `.heimdallignore`.
    Heimdallignore,
    /// A `.gitignore`, `info/exclude` or git's global excludes.
    Git,
    /// Heimdall's own files.
    Ourselves,
    /// Not the path of anything below the root.
    Unclean,
}

impl By {
    pub fn name(self) -> &'static str {
        match self {
            By::Builtin => "built-in",
            By::Heimdallignore => ".heimdallignore",
            By::Git => "git",
            By::Ourselves => "heimdall's own",
            By::Unclean => "outside the root",
        }
    }
}

/// The answer for a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Take,
    Ignored { by: By },
}

impl Verdict {
    pub fn takes(self) -> bool {
        self == Verdict::Take
    }
}

/// The predicate for one root. Shared between threads; remembers the ignore files it has read.
pub struct Ignoring {
    root: PathBuf,
    ours: PathBuf,
    /// What lies above the root, down to its parent.
    above: Arc<Level>,
    levels: Mutex<BTreeMap<Vec<u8>, Arc<Level>>>,
}

impl Ignoring {
    /// For the root at `root` (canonical). Reads git's global excludes once; make a new one when
    /// they may have changed.
    pub fn new(root: &Path, home: &Home, environment: &Environment) -> Self {
        let ours = home.path().canonicalize().unwrap_or_else(|_| home.path().to_path_buf());
        let global = global_excludes::load(environment);
        let above = Level::above(root, environment.home.as_deref(), global);
        Self { root: root.to_path_buf(), ours, above, levels: Mutex::default() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether `relative` is taken. It need not exist; the root itself is.
    pub fn verdict(&self, relative: &[u8], is_directory: bool) -> Verdict {
        if !is_clean(relative) {
            return Verdict::Ignored { by: By::Unclean };
        }
        if relative.is_empty() {
            return Verdict::Take;
        }
        let mut beneath = None;
        let mut level = self.level(&mut beneath, b"", &self.above);
        for slash in memchr::memchr_iter(b'/', relative) {
            let directory = &relative[..slash];
            if let Verdict::Ignored { by } = self.judge(&level, directory, true) {
                return Verdict::Ignored { by };
            }
            level = self.level(&mut beneath, directory, &level);
            if let Some(by) = level.closed() {
                return Verdict::Ignored { by };
            }
        }
        match self.judge(&level, relative, is_directory) {
            Verdict::Take if is_directory => {
                let inside = self.level(&mut beneath, relative, &level);
                inside.closed().map_or(Verdict::Take, |by| Verdict::Ignored { by })
            }
            verdict => verdict,
        }
    }

    /// To be called for every path that may have changed. Where that can alter the verdict of other
    /// paths, forgets what was read and gives the directory (relative, empty for the root) below
    /// which everything is to be looked at again.
    pub fn touched(&self, relative: &[u8]) -> Option<Vec<u8>> {
        let (directory, name) = split(relative);
        let bit = Landmarks::of_name(name);
        if bit.is_empty() {
            return None;
        }
        // An ignore file counts by its content, a landmark by its being there: an edit of
        // Cargo.toml alters no verdict.
        if !is_ignore_file(relative) {
            let known = self.remembered().get(directory).map(|level| level.landmarks());
            let now = Beneath::open(&self.root).and_then(|root| root.directory(directory));
            let now = now.map(|d| Landmarks::look(d.as_fd())).unwrap_or_default();
            if known == Some(now) {
                return None;
            }
        }
        // A landmark speaks of its directory and of those beside it.
        self.forget(directory);
        Some(directory.to_vec())
    }

    /// Forgets what was read at and below `directory` (relative, empty for the root).
    pub fn forget(&self, directory: &[u8]) {
        if directory.is_empty() {
            self.remembered().clear();
        } else {
            self.remembered().retain(|path, _| !id::under(path, directory));
        }
    }

    /// The verdict for an entry of the directory of `level`; `relative` is its path below the root.
    pub(super) fn judge(&self, level: &Level, relative: &[u8], is_directory: bool) -> Verdict {
        let mut path = Vec::with_capacity(256);
        path.extend_from_slice(self.root.as_os_str().as_bytes());
        if !path.ends_with(b"/") {
            path.push(b'/');
        }
        path.extend_from_slice(relative);
        if is_directory && path == self.ours.as_os_str().as_bytes() {
            return Verdict::Ignored { by: By::Ourselves };
        }
        level.judge(&path, is_directory)
    }

    /// The level of the directory that holds `relative`, which is clean, taken and not the root.
    pub(super) fn parent_level(&self, relative: &[u8]) -> Arc<Level> {
        let mut beneath = None;
        let mut level = self.level(&mut beneath, b"", &self.above);
        for slash in memchr::memchr_iter(b'/', relative) {
            level = self.level(&mut beneath, &relative[..slash], &level);
        }
        level
    }

    /// The level of a directory that a walk has just listed; it replaces what was remembered.
    pub(super) fn enter(
        &self,
        directory: &[u8],
        fd: rustix::fd::BorrowedFd<'_>,
        landmarks: Landmarks,
        parent: Option<&Arc<Level>>,
    ) -> Arc<Level> {
        let parent = parent.unwrap_or(&self.above);
        let level = Arc::new(Level::read(&self.root, directory, fd, landmarks, parent));
        self.remember(directory, &level);
        level
    }

    /// As remembered, or read now.
    fn level(
        &self,
        beneath: &mut Option<Beneath>,
        directory: &[u8],
        parent: &Arc<Level>,
    ) -> Arc<Level> {
        if let Some(level) = self.remembered().get(directory) {
            return level.clone();
        }
        if beneath.is_none() {
            *beneath = Beneath::open(&self.root).ok();
        }
        match beneath.as_ref().and_then(|root| root.directory(directory).ok()) {
            Some(fd) => {
                let landmarks = Landmarks::look(fd.as_fd());
                self.enter(directory, fd.as_fd(), landmarks, Some(parent))
            }
            // Not remembered: it may be made later, with ignore files in it.
            None => Arc::new(Level::absent(&self.root, directory, parent)),
        }
    }

    fn remember(&self, directory: &[u8], level: &Arc<Level>) {
        let mut levels = self.remembered();
        if levels.len() >= REMEMBERED {
            levels.clear();
        }
        levels.insert(directory.to_vec(), level.clone());
    }

    fn remembered(&self) -> std::sync::MutexGuard<'_, BTreeMap<Vec<u8>, Arc<Level>>> {
        // Every change is one map operation, so a panic elsewhere leaves nothing half done.
        self.levels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether `relative` is a file whose content decides about others.
pub fn is_ignore_file(relative: &[u8]) -> bool {
    matches!(split(relative).1, b".gitignore" | b".heimdallignore" | b".git")
}

#[cfg(test)]
mod tests;
