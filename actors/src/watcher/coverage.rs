//! Which directories are watched. On Linux each directory that is ours has a watch of its own, so
//! that ignored trees cost none; elsewhere a root is watched as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use heimdall_schema::id::{FileKey, under};
use heimdall_schema::wire::{WatchStatus, WirePath};
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::auditor::Scope;
use crate::territory::{Found, Ground};

/// Unwatched directories that `status` names.
const NAMED: usize = 100;

/// Walks of one directory until it counts as covered.
const WALKS: usize = 8;

/// Whether a root is watched as one.
const WHOLE_ROOTS: bool = !cfg!(target_os = "linux");

fn path_of(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

/// The watches there are.
pub struct Coverage {
    /// None when the system offers no watching at all.
    system: Option<RecommendedWatcher>,
    watched: BTreeSet<PathBuf>,
    /// Directories without a watch, and why.
    unwatched: BTreeMap<PathBuf, String>,
    reason: String,
}

impl Coverage {
    pub fn new(system: notify::Result<RecommendedWatcher>) -> Self {
        let (system, reason) = match system {
            Ok(system) => (Some(system), String::new()),
            Err(error) => (None, error.to_string()),
        };
        Self { system, watched: BTreeSet::new(), unwatched: BTreeMap::new(), reason }
    }

    /// Watches one directory, and nothing below it.
    pub fn add(&mut self, path: &Path) -> bool {
        if self.watched.contains(path) {
            return true;
        }
        let mode = if WHOLE_ROOTS { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        let Some(system) = &mut self.system else {
            self.unwatched.insert(path.into(), self.reason.clone());
            return false;
        };
        match system.watch(path, mode) {
            Ok(()) => {
                self.watched.insert(path.into());
                self.unwatched.remove(path);
                true
            }
            Err(error) if matches!(error.kind, ErrorKind::PathNotFound) => false,
            Err(error) => {
                let reason = match error.kind {
                    ErrorKind::MaxFilesWatch => {
                        "the limit of inotify watches is reached".to_owned()
                    }
                    _ => error.to_string(),
                };
                self.reason.clone_from(&reason);
                self.unwatched.insert(path.into(), reason);
                false
            }
        }
    }

    /// Watches a directory of a root and everything of ours below it.
    pub fn cover(&mut self, ground: &Ground, scope: &Scope) {
        let key = FileKey::new(scope.root, &scope.below);
        let top = ground.absolute(&key);
        if WHOLE_ROOTS {
            if scope.below.is_empty() {
                self.add(path_of(&top));
            }
            return;
        }
        let mut kept = BTreeSet::new();
        // A directory made after its parent was listed and before that was watched is heard by
        // nobody: so it is walked until a walk finds nothing that is new.
        for _ in 0..WALKS {
            let before = self.watched.len();
            self.watch_below(ground, scope, &mut kept);
            if self.watched.len() == before {
                break;
            }
        }
        self.drop_below(&top, &kept);
    }

    fn watch_below(&mut self, ground: &Ground, scope: &Scope, kept: &mut BTreeSet<PathBuf>) {
        ground.walk(scope.root, &scope.below, &mut |found| {
            if let Found::Directory { relative } = found {
                let path = ground.absolute(&FileKey::new(scope.root, relative));
                let path = path_of(&path).to_path_buf();
                self.add(&path);
                kept.insert(path);
            }
        });
    }

    /// Stops watching a directory that went or moved, and everything below it.
    pub fn forget(&mut self, path: &[u8]) {
        self.drop_below(path, &BTreeSet::new());
    }

    /// Whether a directory of that path is, or should be, watched.
    pub fn knows(&self, path: &[u8]) -> bool {
        let path = path_of(path);
        self.watched.contains(path) || self.unwatched.contains_key(path)
    }

    fn drop_below(&mut self, top: &[u8], kept: &BTreeSet<PathBuf>) {
        let below =
            |path: &PathBuf| under(path.as_os_str().as_bytes(), top) && !kept.contains(path);
        let gone: Vec<_> = self.watched.extract_if(.., |path| below(path)).collect();
        if let Some(system) = &mut self.system {
            for path in gone {
                // The kernel has dropped the watch of a deleted directory already.
                let _ = system.unwatch(&path);
            }
        }
        self.unwatched.retain(|path, _| !below(path));
    }

    /// Directories that have to be polled.
    pub fn polled(&self, ground: &Ground) -> Vec<Scope> {
        let keys = self.unwatched.keys().filter_map(|p| ground.locate(p.as_os_str().as_bytes()));
        let mut scopes: Vec<Scope> = Vec::new();
        for key in keys {
            let inside = scopes
                .iter()
                .any(|scope| scope.root == key.root() && under(key.relative(), &scope.below));
            if !inside {
                scopes.push(Scope { root: key.root(), below: key.relative().to_vec() });
            }
        }
        scopes
    }

    /// What `status` shows.
    pub fn status(&self) -> WatchStatus {
        let backend = match (&self.system, cfg!(target_os = "linux")) {
            (None, _) => "poll",
            (Some(_), true) => "inotify",
            (Some(_), false) => "fsevents",
        };
        let name = |path: &PathBuf| WirePath(path.as_os_str().as_bytes().to_vec());
        WatchStatus {
            backend: backend.into(),
            watched: self.watched.len() as u64,
            unwatched: self.unwatched.keys().take(NAMED).map(name).collect(),
            unwatched_count: self.unwatched.len() as u64,
            reason: if self.unwatched.is_empty() { String::new() } else { self.reason.clone() },
        }
    }
}
