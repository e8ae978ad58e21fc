//! The write half of the lexical index. The Reconciler's one thread owns it.

use std::path::{Path, PathBuf};

use heimdall_schema::id::{FileKey, RootKey};
use tantivy::directory::MmapDirectory;
use tantivy::directory::error::LockError;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, UserOperation};
use tantivy::schema::Field;
use tantivy::store::Compressor;
use tantivy::{Index, IndexSettings, IndexWriter, TantivyError, Term};

use super::document::{LexicalDocument, LexicalInput, documents};
use super::error::LexicalError;
use super::layout::{Fields, register};
use super::valve::Valve;

/// Bytes of postings held before a segment is written.
const HEAP: usize = 48 << 20;

/// Bytes of text that may wait for the indexing thread.
const WAITING: usize = 16 << 20;

/// Writes what files hold into the lexical index; visible to readers after [`commit`](Self::commit).
///
/// Commits carry an epoch, a number that the caller also keeps in the store: where they differ, the
/// index was left behind by a crash or restored from elsewhere, and has to be caught up.
pub struct LexicalWriter {
    path: PathBuf,
    fields: Fields,
    writer: IndexWriter<LexicalDocument>,
    valve: Valve,
    /// Whether something was written since the last commit.
    dirty: bool,
}

impl LexicalWriter {
    /// Opens the index in directory `path`, or makes one where there is none.
    ///
    /// # Errors
    /// [`LexicalError::Unusable`] when it is of another version or damaged: the caller rebuilds it
    /// with [`recreate`](Self::recreate). [`LexicalError::Held`] when another process writes.
    pub fn open(path: &Path) -> Result<Self, LexicalError> {
        let make = |source| LexicalError::Io { operation: "make", path: path.into(), source };
        std::fs::create_dir_all(path).map_err(make)?;
        let (fields, schema) = Fields::new();
        let directory = MmapDirectory::open(path).map_err(|e| damaged(path, &e.into()))?;
        let exists = Index::exists(&directory).map_err(|e| damaged(path, &e.into()))?;
        let index = if exists {
            Index::open(directory).map_err(|e| damaged(path, &e))?
        } else {
            let settings = IndexSettings {
                docstore_compression: Compressor::None,
                docstore_compress_dedicated_thread: false,
                ..IndexSettings::default()
            };
            Index::create(directory, schema.clone(), settings)
                .map_err(|e| index_error(path, "make", e))?
        };
        if index.schema() != schema {
            let detail = "another version of Heimdall wrote it".to_owned();
            return Err(LexicalError::Unusable { path: path.into(), detail });
        }
        Self::on(index, path, fields)
    }

    /// Throws away what is in directory `path` and begins anew.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn recreate(path: &Path) -> Result<Self, LexicalError> {
        match std::fs::remove_dir_all(path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                Err(LexicalError::Io { operation: "remove", path: path.into(), source })
            }
            _ => Self::open(path),
        }
    }

    fn on(index: Index, path: &Path, fields: Fields) -> Result<Self, LexicalError> {
        register(&index);
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(HEAP)
            .build();
        let writer = index.writer_with_options(options).map_err(|e| match e {
            TantivyError::LockFailure(LockError::LockBusy, _) => {
                LexicalError::Held { path: path.into() }
            }
            other => index_error(path, "open", other),
        })?;
        let mut merging = LogMergePolicy::default();
        merging.set_del_docs_ratio_before_merge(0.4);
        merging.set_max_docs_before_merge(2_000_000);
        writer.set_merge_policy(Box::new(merging));
        Ok(Self { path: path.into(), fields, writer, valve: Valve::new(WAITING), dirty: false })
    }

    fn error(&self, operation: &'static str) -> impl FnOnce(TantivyError) -> LexicalError + use<> {
        let path = self.path.clone();
        move |source| index_error(&path, operation, source)
    }

    /// Replaces all that the index holds of one file. Waits while too much waits to be indexed.
    ///
    /// # Errors
    /// When the indexing thread failed; then [`rollback`](Self::rollback) and write again.
    pub fn replace(&mut self, key: &FileKey, input: LexicalInput<'_>) -> Result<(), LexicalError> {
        self.dirty = true;
        let permit = self.valve.enter(input.text.len());
        let delete = UserOperation::Delete(self.term(self.fields.owner, key.as_bytes()));
        let mut operations = vec![delete];
        operations.extend(
            documents(&self.fields, key, input, permit).into_iter().map(UserOperation::Add),
        );
        self.writer.run(operations).map(drop).map_err(self.error("index a file"))
    }

    /// Removes all that the index holds of one file.
    pub fn remove(&mut self, key: &FileKey) {
        self.dirty = true;
        self.writer.delete_term(self.term(self.fields.owner, key.as_bytes()));
    }

    /// Removes all files of a root.
    pub fn remove_root(&mut self, root: RootKey) {
        self.dirty = true;
        self.writer.delete_term(self.term(self.fields.root, &root.0));
    }

    fn term(&self, field: Field, bytes: &[u8]) -> Term {
        Term::from_field_bytes(field, bytes)
    }

    /// Makes everything written so far durable and visible, under `epoch`.
    ///
    /// # Errors
    /// When a file could not be written; nothing became visible then.
    pub fn commit(&mut self, epoch: u64) -> Result<(), LexicalError> {
        let path = self.path.clone();
        let failed = |e| index_error(&path, "commit", e);
        let mut prepared = self.writer.prepare_commit().map_err(failed)?;
        prepared.set_payload(&epoch.to_string());
        prepared.commit().map_err(failed)?;
        self.dirty = false;
        Ok(())
    }

    /// The epoch of the last commit; `None` before the first.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn epoch(&self) -> Result<Option<u64>, LexicalError> {
        let metas = self.writer.index().load_metas().map_err(self.error("read its state"))?;
        Ok(metas.payload.and_then(|text| text.parse().ok()))
    }

    /// Whether something waits for a commit.
    pub fn is_dirty(&self) -> bool {
        self.dirty
    }

    /// Forgets what was written since the last commit.
    ///
    /// # Errors
    /// When the index cannot be opened again.
    pub fn rollback(&mut self) -> Result<(), LexicalError> {
        self.writer.rollback().map_err(self.error("roll back"))?;
        self.dirty = false;
        Ok(())
    }

    /// Merges all segments into one, and waits for it.
    #[cfg(test)]
    pub(super) fn merge_all(&mut self) {
        let segments = self.writer.index().searchable_segment_ids().expect("segments");
        if segments.len() > 1 {
            // A merge of the policy's own may have taken some of them meanwhile.
            let _ = self.writer.merge(&segments).wait();
        }
    }

    /// Waits for merges under way, removes files that nothing needs, and ends the writer.
    ///
    /// # Errors
    /// When a merge failed; the last commit stands all the same.
    pub fn close(self) -> Result<(), LexicalError> {
        let failed = self.error("close");
        let collected = self.writer.garbage_collect_files().wait().map(drop);
        self.writer.wait_merging_threads().and(collected).map_err(failed)
    }
}

/// tantivy's errors of one operation on one index.
pub(super) fn index_error(
    path: &Path,
    operation: &'static str,
    source: TantivyError,
) -> LexicalError {
    LexicalError::Index { operation, path: path.into(), source: Box::new(source) }
}

/// An index that cannot be opened and should be built anew.
pub(super) fn damaged(path: &Path, source: &TantivyError) -> LexicalError {
    LexicalError::Unusable { path: path.into(), detail: source.to_string() }
}
