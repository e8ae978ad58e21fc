//! The read half of the lexical index: opened by any process, also while another writes, without a
//! lock. What it holds is one commit, whole, until it is told to look again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::directory::MmapDirectory;
use tantivy::{Index, SegmentReader, TantivyError};

use super::error::LexicalError;
use super::layout::Fields;
use super::segment::Segment;
use super::totals::Totals;
use super::writer::{damaged, index_error};

/// How often opening is tried again when a merge took files away meanwhile.
const TRIES: usize = 5;

/// Scopes whose totals are remembered.
const REMEMBERED: usize = 8;

/// One commit of the index.
pub struct LexicalSnapshot {
    pub(super) fields: Fields,
    pub(super) segments: Vec<Arc<Segment>>,
    /// The epoch it was committed under.
    pub epoch: Option<u64>,
    totals: Mutex<Vec<(Vec<u8>, Arc<Totals>)>>,
}

/// Reads the lexical index.
pub struct LexicalReader {
    path: PathBuf,
    index: Index,
    fields: Fields,
    current: Mutex<Arc<LexicalSnapshot>>,
}

impl LexicalReader {
    /// Opens the index in directory `path`.
    ///
    /// # Errors
    /// [`LexicalError::Absent`] when there is none, [`LexicalError::Unusable`] when it is of
    /// another version or damaged.
    pub fn open(path: &Path) -> Result<Self, LexicalError> {
        if !path.join("meta.json").is_file() {
            return Err(LexicalError::Absent { path: path.into() });
        }
        let directory = MmapDirectory::open(path).map_err(|e| damaged(path, &e.into()))?;
        let index = Index::open(directory).map_err(|e| damaged(path, &e))?;
        let (fields, schema) = Fields::new();
        if index.schema() != schema {
            let detail = "another version of Heimdall wrote it".to_owned();
            return Err(LexicalError::Unusable { path: path.into(), detail });
        }
        let first = load(path, &index, fields, &[])?;
        Ok(Self { path: path.into(), index, fields, current: Mutex::new(Arc::new(first)) })
    }

    /// The commit it holds.
    pub fn snapshot(&self) -> Arc<LexicalSnapshot> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks for a later commit. Segments that are still in use are not opened again.
    ///
    /// # Errors
    /// When the index cannot be read; what was held before is still held.
    pub fn reload(&self) -> Result<(), LexicalError> {
        let known = self.snapshot();
        let next = load(&self.path, &self.index, self.fields, &known.segments)?;
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
        Ok(())
    }
}

fn load(
    path: &Path,
    index: &Index,
    fields: Fields,
    known: &[Arc<Segment>],
) -> Result<LexicalSnapshot, LexicalError> {
    let mut tries = 1;
    loop {
        match open_segments(index, &fields, known) {
            Ok((segments, payload)) => {
                return Ok(LexicalSnapshot {
                    fields,
                    segments,
                    epoch: payload.and_then(|text| text.parse().ok()),
                    totals: Mutex::default(),
                });
            }
            // Between reading which segments there are and opening them, a merge replaced one.
            Err(TantivyError::OpenReadError(_)) if tries < TRIES => tries += 1,
            Err(error) => return Err(index_error(path, "open", error)),
        }
    }
}

type Opened = (Vec<Arc<Segment>>, Option<String>);

fn open_segments(
    index: &Index,
    fields: &Fields,
    known: &[Arc<Segment>],
) -> tantivy::Result<Opened> {
    let metas = index.load_metas()?;
    let mut segments = Vec::with_capacity(metas.segments.len());
    for meta in metas.segments {
        let identity = (meta.id(), meta.delete_opstamp());
        if let Some(same) = known.iter().find(|s| s.identity() == identity) {
            segments.push(Arc::clone(same));
        } else {
            let reader = SegmentReader::open(&index.segment(meta))?;
            segments.push(Arc::new(Segment::open(reader, fields)?));
        }
    }
    Ok((segments, metas.payload))
}

impl LexicalSnapshot {
    /// Number of files, without deleted ones.
    pub fn files(&self) -> u64 {
        self.segments
            .iter()
            .map(|s| {
                if s.is_whole() {
                    u64::from(s.files())
                } else {
                    (0..s.files()).filter(|&file| s.is_alive(file)).count() as u64
                }
            })
            .sum()
    }

    /// The totals remembered under `scope`, or those that `count` makes.
    pub(super) fn totals_of(&self, scope: &[u8], count: impl FnOnce() -> Totals) -> Arc<Totals> {
        let lock = || self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, totals)) = lock().iter().find(|(known, _)| known == scope) {
            return Arc::clone(totals);
        }
        let totals = Arc::new(count());
        let mut known = lock();
        if known.len() == REMEMBERED {
            known.remove(0);
        }
        known.push((scope.to_vec(), Arc::clone(&totals)));
        totals
    }
}
