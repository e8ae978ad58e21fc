//! The index against the disk: one walk, one pass over the records, side by side.
//!
//! The same comparison serves the first scan, a new directory, the timer's audit, `verify` and
//! `reconcile DIR`: whatever differs is a hint, and the Reconciler looks again itself.

use std::fmt::Write as _;

use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey, under};
use heimdall_schema::record::{ArchivedFileRecord, FileKind, Stat};
use heimdall_schema::store::{Snapshot, StoreError};
use heimdall_schema::wire::Skipped;

use crate::extractor::Parsers;
use crate::territory::{Found, Ground, Tally};

/// A directory of a root; the empty path is the root itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scope {
    pub root: RootKey,
    pub below: Vec<u8>,
}

impl Scope {
    pub fn key(&self) -> FileKey {
        FileKey::new(self.root, &self.below)
    }
}

/// What one comparison saw.
#[derive(Debug, Default)]
pub struct Seen {
    /// Files that are ours to index.
    pub files: u64,
    /// What was passed over, by reason.
    pub skipped: Skipped,
    /// Directories that could not be read (root, relative path) and why; what is known below them stays.
    pub unreadable: Vec<(RootKey, Vec<u8>, String)>,
    /// Directories that hold (`true`) or no longer hold (`false`) a `.git`, where the store says otherwise.
    pub projects: Vec<(RootKey, Vec<u8>, bool)>,
    /// Whether the root's directory is there at all.
    pub available: bool,
}

#[derive(Default)]
struct Walked {
    files: Vec<(Vec<u8>, Stat)>,
    projects: Vec<Vec<u8>>,
    unreadable: Vec<Vec<u8>>,
    tally: Tally,
}

impl Walked {
    /// `None` when the root itself cannot be opened.
    fn walk(ground: &Ground, scope: &Scope) -> Option<Self> {
        let (mut files, mut projects, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
        let walked = ground.walk(scope.root, &scope.below, &mut |found| match found {
            Found::File { relative, stat } => files.push((relative.to_vec(), stat)),
            Found::Repository { relative } => projects.push(relative.to_vec()),
            Found::Unreadable { relative } => unreadable.push(relative.to_vec()),
            Found::Directory { .. } => {}
        });
        let tally = walked?;
        files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Some(Self { files, projects, unreadable, tally })
    }

    /// Whether the path lies in a directory that could not be read.
    fn hides(&self, path: &[u8]) -> bool {
        self.unreadable.iter().any(|directory| under(path, directory))
    }

    fn skipped(&self) -> Skipped {
        let tally = &self.tally;
        let counts = [
            ("ignored", tally.ignored),
            ("symlink", tally.symlinks),
            ("special", tally.special),
            ("unreadable-directory", tally.unreadable),
        ];
        counts.into_iter().filter(|(_, n)| *n > 0).map(|(name, n)| (name.to_owned(), n)).collect()
    }
}

/// Compares one scope; `differs` hears of each difference, in the order of paths. With `deep`,
/// files whose stat agrees are hashed.
///
/// # Errors
/// The store cannot be read.
pub fn compare(
    (ground, parsers): (&Ground, &Parsers),
    snapshot: &Snapshot,
    scope: &Scope,
    deep: bool,
    differs: &mut dyn FnMut(FileKey, String),
) -> Result<Seen, StoreError> {
    let mut seen = Seen::default();
    let Some(walked) = Walked::walk(ground, scope) else { return Ok(seen) };
    seen.available = true;
    seen.files = walked.files.len() as u64;
    let (mut unsure, mut touched) = (Vec::new(), Vec::new());
    {
        let mut disk = walked.files.iter().peekable();
        let prefix = [&scope.root.0[..], &scope.below].concat();
        snapshot.each_file(&prefix, |key, record| {
            let relative = key.relative();
            if !under(relative, &scope.below) {
                return true;
            }
            while let Some((path, _)) = disk.next_if(|(path, _)| path.as_slice() < relative) {
                differs(FileKey::new(scope.root, path), "new".into());
            }
            match disk.next_if(|(path, _)| path.as_slice() == relative) {
                Some((_, stat)) => match difference((ground, parsers), key, record, *stat) {
                    // Whether only the times differ is for the hash to say.
                    Some(why) if deep && why == "stat" && record.hash != [0; 32] => {
                        touched.push(key.clone());
                        unsure.push((key.clone(), record.hash));
                    }
                    Some(why) => differs(key.clone(), why),
                    None if deep && record.hash != [0; 32] => {
                        unsure.push((key.clone(), record.hash))
                    }
                    None => {}
                },
                None if walked.hides(relative) => {}
                None => differs(key.clone(), "missing".into()),
            }
            true
        })?;
        for (path, _) in disk {
            differs(FileKey::new(scope.root, path), "new".into());
        }
    }
    let rewritten = ground.rehash(&unsure);
    touched.retain(|key| rewritten.binary_search(key).is_err());
    touched.into_iter().for_each(|key| differs(key, "stat".into()));
    rewritten.into_iter().for_each(|key| differs(key, "hash".into()));
    seen.projects = project_changes(snapshot, scope, &walked)?;
    seen.skipped = walked.skipped();
    let unreadable = walked.tally.unreadable_directories;
    seen.unreadable = unreadable.into_iter().map(|(path, why)| (scope.root, path, why)).collect();
    Ok(seen)
}

/// Why the record no longer says what the disk and the configuration do.
fn difference(
    (ground, parsers): (&Ground, &Parsers),
    key: &FileKey,
    record: &ArchivedFileRecord,
    stat: Stat,
) -> Option<String> {
    if record.stat.get() != stat {
        return Some("stat".into());
    }
    let (depth, requested) = (record.depth.get(), ground.depth(key));
    if record.requested.get() != requested {
        let mut why = String::new();
        let _ = write!(why, "depth {} -> {}", record.requested.get().name(), requested.name());
        return Some(why);
    }
    let (language, kind) = (record.language.as_str(), record.kind.get());
    if !parsers.accepts(language, depth, kind, record.extractor.to_native()) {
        return Some("extractor".into());
    }
    let reachable = requested.min(parsers.depth_of(language));
    if kind == FileKind::Text && depth >= Depth::File && depth < reachable {
        return Some(format!("depth {} -> {}", depth.name(), reachable.name()));
    }
    None
}

fn project_changes(
    snapshot: &Snapshot,
    scope: &Scope,
    walked: &Walked,
) -> Result<Vec<(RootKey, Vec<u8>, bool)>, StoreError> {
    let known: Vec<_> = snapshot
        .projects()?
        .into_iter()
        .filter(|(root, path)| *root == scope.root && under(path, &scope.below))
        .map(|(_, path)| path)
        .collect();
    let mut changes = Vec::new();
    for path in &walked.projects {
        if !known.contains(path) {
            changes.push((scope.root, path.clone(), true));
        }
    }
    for path in known {
        if !walked.hides(&path) && !walked.projects.contains(&path) {
            changes.push((scope.root, path, false));
        }
    }
    Ok(changes)
}
