//! The store and the lexical index, opened together and kept in step.
//!
//! Both carry the number of the last commit they share (the epoch). A lexical index that is behind,
//! missing or damaged is rebuilt from the store; one that is ahead means that a process died between
//! the two commits, and then the queued paths are looked at as if nothing were known of them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use heimdall_schema::id::RootKey;
use heimdall_schema::record::Extraction;
use heimdall_schema::store::{Batch, Reader, Snapshot, Stale, StoreError, Writer};

use super::look::{Lexical, Outcome};
use crate::board::Board;
use crate::fault;
use crate::searcher::{LexicalError, LexicalInput, LexicalWriter};

/// Tries to open a store that another process holds, before it counts as held.
const HELD_TRIES: u32 = 10;
/// Time between two of them.
const HELD_WAIT: Duration = Duration::from_millis(50);

/// What can go wrong with either.
#[derive(Debug, thiserror::Error)]
pub enum SinkError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Lexical(#[from] LexicalError),
    #[error("cannot move {path} aside: {source}")]
    Aside { path: PathBuf, source: std::io::Error },
    #[error("the index is closed")]
    Closed,
}

/// The write halves.
pub struct Sink {
    store_path: PathBuf,
    lexical_path: PathBuf,
    writer: Option<Writer>,
    lexical: Option<LexicalWriter>,
    epoch: u64,
    torn: bool,
}

/// A sink, and what a person should know of how it was opened.
pub struct Opened {
    pub sink: Sink,
    pub notes: Vec<String>,
}

impl Sink {
    /// Opens both. A damaged file is moved aside to `….corrupt-N` and made anew; a lock or a
    /// permission never leads to that.
    ///
    /// # Errors
    /// The store is held by another process, was written by a later Heimdall, or the file system
    /// refuses.
    pub fn open(store_path: &Path, lexical_path: &Path) -> Result<Opened, SinkError> {
        let mut notes = Vec::new();
        let suspect = Suspect::of(store_path);
        let writer = match suspect.open(store_path) {
            Ok(writer) => writer,
            Err(error) if error.is_damage() => {
                let aside = move_aside(store_path)?;
                let (was, now) = (store_path.display(), aside.display());
                notes.push(format!("{error}; moved to {now} and {was} is rebuilt from the disk"));
                remove_tree(lexical_path)?;
                Writer::open(store_path)?
            }
            Err(error) => return Err(error.into()),
        };
        suspect.clear();
        let snapshot = writer.reader().snapshot()?;
        let epoch = snapshot.epoch()?.unwrap_or(0);
        let mut sink = Self {
            store_path: store_path.into(),
            lexical_path: lexical_path.into(),
            writer: Some(writer),
            lexical: None,
            epoch,
            torn: false,
        };
        sink.open_lexical(&snapshot, &mut notes)?;
        Ok(Opened { sink, notes })
    }

    fn open_lexical(
        &mut self,
        snapshot: &Snapshot,
        notes: &mut Vec<String>,
    ) -> Result<(), SinkError> {
        if std::fs::symlink_metadata(&self.lexical_path).is_ok_and(|meta| !meta.is_dir()) {
            notes.push("something else stood where the lexical index belongs".into());
            std::fs::remove_file(&self.lexical_path)
                .map_err(|source| SinkError::Aside { path: self.lexical_path.clone(), source })?;
        }
        let (lexical, epoch) = match LexicalWriter::open(&self.lexical_path) {
            Ok(lexical) => {
                let epoch = lexical.epoch()?.unwrap_or(0);
                (Some(lexical), epoch)
            }
            Err(error @ LexicalError::Unusable { .. }) => {
                notes.push(format!("{error}; that was done from the store"));
                (None, 0)
            }
            Err(error) => return Err(error.into()),
        };
        let lexical = match lexical {
            Some(lexical) if epoch >= self.epoch => lexical,
            behind => {
                drop(behind);
                let mut lexical = LexicalWriter::recreate(&self.lexical_path)?;
                refill(snapshot, &mut lexical)?;
                lexical.commit(self.epoch)?;
                lexical
            }
        };
        self.torn = epoch > self.epoch;
        self.epoch = self.epoch.max(epoch);
        self.lexical = Some(lexical);
        Ok(())
    }

    /// Whether a process died between the lexical commit and the store's.
    pub fn torn(&self) -> bool {
        self.torn
    }

    /// A read half of the store.
    ///
    /// # Panics
    /// After [`close`](Self::close); the Reconciler has stopped then.
    pub fn reader(&self) -> Reader {
        self.try_reader().expect("the sink is open")
    }

    /// A read half of the store, when it is open.
    pub fn try_reader(&self) -> Option<Reader> {
        self.writer.as_ref().map(Writer::reader)
    }

    /// Commits a batch to the store.
    ///
    /// # Errors
    /// Nothing was changed.
    pub fn store(&mut self, batch: &Batch, board: &Board) -> Result<Vec<Stale>, SinkError> {
        fault::point("before-store");
        let writer = self.writer.as_mut().ok_or(SinkError::Closed)?;
        let stale = writer.commit(batch)?;
        board.count_commit(batch.epoch);
        fault::point("after-store");
        Ok(stale)
    }

    /// Tells the lexical index of a file; it shows with the next commit.
    ///
    /// # Errors
    /// What the lexical index says.
    pub fn tell_lexical(&mut self, outcome: &Outcome) -> Result<(), SinkError> {
        let lexical = self.lexical.as_mut().ok_or(SinkError::Closed)?;
        match &outcome.lexical {
            Lexical::Keep => {}
            Lexical::Remove => lexical.remove(&outcome.key),
            Lexical::Replace { language, extraction, text } => {
                lexical.replace(&outcome.key, LexicalInput { language, extraction, text })?;
            }
        }
        Ok(())
    }

    /// Commits the lexical index; gives the epoch that the store has to take up.
    ///
    /// # Errors
    /// What the lexical index says.
    pub fn commit_lexical(&mut self) -> Result<u64, SinkError> {
        fault::point("before-lexical");
        let epoch = self.epoch + 1;
        self.lexical.as_mut().ok_or(SinkError::Closed)?.commit(epoch)?;
        self.epoch = epoch;
        fault::point("after-lexical");
        Ok(epoch)
    }

    /// Takes everything of a root out of the lexical index.
    ///
    /// # Errors
    /// What the lexical index says.
    pub fn remove_root(&mut self, root: RootKey) -> Result<(), SinkError> {
        self.lexical.as_mut().ok_or(SinkError::Closed)?.remove_root(root);
        Ok(())
    }

    /// Opens both again after an error.
    ///
    /// # Errors
    /// As [`open`](Self::open); the sink is closed then, and may be reopened later.
    pub fn reopen(&mut self) -> Result<(), SinkError> {
        self.writer = None;
        self.lexical = None;
        let opened = Self::open(&self.store_path, &self.lexical_path)?;
        *self = opened.sink;
        Ok(())
    }

    /// Gives the write halves back.
    pub fn close(&mut self) {
        if let Some(lexical) = self.lexical.take()
            && let Err(error) = lexical.close()
        {
            tracing::warn!(%error, "the lexical index was not closed cleanly");
        }
        self.writer = None;
    }
}

/// A mark beside the store that the last process ended in a panic: redb does not verify what it
/// reads, and panics on some damaged pages, so that the next process checks them all.
pub struct Suspect {
    mark: PathBuf,
}

impl Suspect {
    pub fn of(store_path: &Path) -> Self {
        Self { mark: store_path.with_extension("suspect") }
    }

    /// Leaves the mark; for the last words of a process.
    pub fn mark(&self) {
        let _ = std::fs::write(&self.mark, b"");
    }

    /// A store that is held is tried again: a reader may be taking down what a killed writer left.
    fn open(&self, store_path: &Path) -> Result<Writer, StoreError> {
        let checked = std::fs::symlink_metadata(&self.mark).is_ok();
        let open =
            || if checked { Writer::open_checked(store_path) } else { Writer::open(store_path) };
        for _ in 0..HELD_TRIES {
            match open() {
                Err(StoreError::Held { .. }) => std::thread::sleep(HELD_WAIT),
                other => return other,
            }
        }
        open()
    }

    fn clear(&self) {
        let _ = std::fs::remove_file(&self.mark);
    }
}

/// Fills an empty lexical index from the store; no file is read.
fn refill(snapshot: &Snapshot, lexical: &mut LexicalWriter) -> Result<(), SinkError> {
    let mut keys = Vec::new();
    snapshot.each_file(&[], |key, _| {
        keys.push(key.clone());
        true
    })?;
    for key in keys {
        let Some(record) = snapshot.file(&key)? else { continue };
        let text = snapshot.text(&key)?.unwrap_or_default();
        let extraction = Extraction::from(snapshot.outline(&key)?.unwrap_or_default());
        let language = record.language.as_str();
        lexical.replace(&key, LexicalInput { language, extraction: &extraction, text: &text })?;
    }
    Ok(())
}

fn move_aside(path: &Path) -> Result<PathBuf, SinkError> {
    for n in 1.. {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".corrupt-{n}"));
        let aside = PathBuf::from(name);
        if std::fs::symlink_metadata(&aside).is_ok() {
            continue;
        }
        return match std::fs::rename(path, &aside) {
            Ok(()) => Ok(aside),
            Err(source) => Err(SinkError::Aside { path: path.into(), source }),
        };
    }
    unreachable!("there is always a free number")
}

fn remove_tree(path: &Path) -> Result<(), SinkError> {
    match std::fs::remove_dir_all(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(SinkError::Aside { path: path.into(), source: e })
        }
        _ => Ok(()),
    }
}
