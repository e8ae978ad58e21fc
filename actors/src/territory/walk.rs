//! The scan of a root, or of a directory of it.
//!
//! Directories are opened one at a time beneath the root, so neither a loop of links nor any depth
//! can hold more than one open. Nothing is sorted: whoever needs an order has the store's.

use std::io;
use std::ops::ControlFlow;
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;

use heimdall_schema::record::Stat;
use rustix::fs::{Dir, FileType};
use rustix::io::Errno;

use super::beneath::{Beneath, lstat_at};
use super::builtin::Landmarks;
use super::error::Error;
use super::ignore_level::Level;
use super::ignoring::{Ignoring, Verdict};
use super::observe::stat_of;

/// Most unreadable directories that are named; all are counted.
const NAMED: usize = 100;

/// What a walk meets; paths are relative to the root.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A regular file that is taken, with its `lstat`.
    File { relative: &'a [u8], stat: Stat },
    /// A directory that is entered: what a watcher watches. Comes before what is in it.
    Directory { relative: &'a [u8] },
    /// The top of a repository, a worktree or a submodule: a project of its own.
    Repository { relative: &'a [u8] },
    /// A directory that could not be listed (fully): nothing may be concluded about what is in it.
    Unreadable { relative: &'a [u8] },
}

/// What a walk passed by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub files: u64,
    pub directories: u64,
    /// Files, and directories with all that is in them, that the predicate left out.
    pub ignored: u64,
    pub symlinks: u64,
    /// FIFOs, sockets, devices.
    pub special: u64,
    /// Gone between being listed and being looked at.
    pub vanished: u64,
    pub unreadable: u64,
    /// The first hundred of those, with the system's reason.
    pub unreadable_directories: Vec<(Vec<u8>, String)>,
    /// The callback asked to stop.
    pub stopped: bool,
}

/// Walks `start` (empty: all of the root) below the root of `ignoring`.
///
/// A `start` that is ignored, gone or no directory yields nothing.
///
/// # Errors
/// [`Error::Io`] when the root itself cannot be opened: nothing may be concluded then about what
/// it held.
pub fn walk(
    ignoring: &Ignoring,
    start: &[u8],
    mut found: impl FnMut(Found<'_>) -> ControlFlow<()>,
) -> Result<Tally, Error> {
    let root: &Path = ignoring.root();
    let beneath = Beneath::open(root).map_err(|e| Error::io(root, "open", e))?;
    let mut walk = Walk {
        ignoring,
        beneath,
        tally: Tally::default(),
        ahead: Vec::new(),
        entries: Vec::new(),
        names: Vec::new(),
    };
    if ignoring.verdict(start, true).takes() {
        let parent = (!start.is_empty()).then(|| ignoring.parent_level(start));
        walk.ahead.push((start.to_vec(), parent));
    } else {
        walk.tally.ignored += 1;
    }
    while let Some((directory, parent)) = walk.ahead.pop() {
        if walk.enter(&directory, parent.as_ref(), &mut found).is_break() {
            walk.tally.stopped = true;
            break;
        }
    }
    Ok(walk.tally)
}

struct Walk<'a> {
    ignoring: &'a Ignoring,
    beneath: Beneath,
    tally: Tally,
    /// Directories still to enter, each with its parent's level.
    ahead: Vec<(Vec<u8>, Option<Arc<Level>>)>,
    /// Of the directory at hand: where each name lies in `names`, and its type.
    entries: Vec<(usize, usize, FileType)>,
    names: Vec<u8>,
}

impl Walk<'_> {
    fn enter(
        &mut self,
        directory: &[u8],
        parent: Option<&Arc<Level>>,
        found: &mut impl FnMut(Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let opened = self.beneath.directory(directory).and_then(|fd| Ok(Dir::new(fd)?));
        let mut listing = match opened {
            Ok(listing) => listing,
            Err(e) => {
                match Errno::from_io_error(&e) {
                    Some(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => self.tally.vanished += 1,
                    _ => self.unreadable(directory, &e, found)?,
                }
                return ControlFlow::Continue(());
            }
        };
        let (landmarks, failed) = self.list(&mut listing);
        if let Some(e) = failed {
            self.unreadable(directory, &e, found)?;
        }
        let Ok(fd) = listing.fd() else { return ControlFlow::Continue(()) };
        let level = self.ignoring.enter(directory, fd.as_fd(), landmarks, parent);
        if level.closed().is_some() {
            self.tally.ignored += 1;
            return ControlFlow::Continue(());
        }
        self.tally.directories += 1;
        found(Found::Directory { relative: directory })?;
        if level.is_repository() {
            found(Found::Repository { relative: directory })?;
        }
        let mut path = directory.to_vec();
        if !path.is_empty() {
            path.push(b'/');
        }
        let base = path.len();
        for &(start, end, kind) in &self.entries {
            let name = &self.names[start..end];
            path.truncate(base);
            path.extend_from_slice(name);
            let kind = match kind {
                // Some file systems do not say.
                FileType::Unknown => match lstat_at(fd.as_fd(), name) {
                    Ok(stat) => FileType::from_raw_mode(stat.st_mode),
                    Err(_) => {
                        self.tally.vanished += 1;
                        continue;
                    }
                },
                kind => kind,
            };
            match kind {
                FileType::Symlink => self.tally.symlinks += 1,
                FileType::Directory | FileType::RegularFile => {
                    let is_directory = kind == FileType::Directory;
                    if let Verdict::Ignored { .. } =
                        self.ignoring.judge(&level, &path, is_directory)
                    {
                        self.tally.ignored += 1;
                    } else if is_directory {
                        self.ahead.push((path.clone(), Some(level.clone())));
                    } else {
                        match lstat_at(fd.as_fd(), name) {
                            Ok(stat) if super::beneath::is_regular(&stat) => {
                                self.tally.files += 1;
                                found(Found::File { relative: &path, stat: stat_of(&stat) })?;
                            }
                            _ => self.tally.vanished += 1,
                        }
                    }
                }
                _ => self.tally.special += 1,
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads all entries of a directory, what they decide, and what ended the reading early.
    fn list(&mut self, listing: &mut Dir) -> (Landmarks, Option<io::Error>) {
        self.entries.clear();
        self.names.clear();
        let mut landmarks = Landmarks::default();
        while let Some(entry) = listing.read() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) => return (landmarks, Some(e.into())),
            };
            let name = entry.file_name().to_bytes();
            if matches!(name, b"." | b"..") {
                continue;
            }
            landmarks.add(Landmarks::of_name(name));
            let start = self.names.len();
            self.names.extend_from_slice(name);
            self.entries.push((start, self.names.len(), entry.file_type()));
        }
        (landmarks, None)
    }

    fn unreadable(
        &mut self,
        directory: &[u8],
        e: &io::Error,
        found: &mut impl FnMut(Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tally.unreadable += 1;
        if self.tally.unreadable_directories.len() < NAMED {
            self.tally.unreadable_directories.push((directory.to_vec(), e.to_string()));
        }
        found(Found::Unreadable { relative: directory })
    }
}

#[cfg(test)]
mod tests;
