//! Walks ranked files and keeps those that become hits: quoted words in order, of the kind asked
//! for, each content once.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use heimdall_schema::id::{ContentHash, FileKey};
use heimdall_schema::record::{Chunk, Extraction, FileRecord};
use heimdall_schema::store::StoreError;

use super::atlas::Atlas;
use super::document::chunks_of;
use super::error::SearchError;
use super::memory::Memory;
use super::query::Query;
use super::rank::Ranked;
use super::reader::LexicalSnapshot;
use super::snippet::holds_phrase;
use super::symbols::Matcher;

/// Bytes of text that are read to find quoted words.
const PHRASE_BYTES: usize = 16 << 20;

/// Texts and extractions read during one search, each once.
pub struct Shelf<'a> {
    pub memory: &'a dyn Memory,
    texts: RefCell<HashMap<FileKey, Arc<str>>>,
}

impl<'a> Shelf<'a> {
    pub fn new(memory: &'a dyn Memory) -> Self {
        Self { memory, texts: RefCell::default() }
    }

    /// The stored text of a file; empty when there is none.
    pub fn text(&self, key: &FileKey) -> Result<Arc<str>, StoreError> {
        if let Some(text) = self.texts.borrow().get(key) {
            return Ok(Arc::clone(text));
        }
        let text: Arc<str> = self.memory.text(key)?.unwrap_or_default().into();
        self.texts.borrow_mut().insert(key.clone(), Arc::clone(&text));
        Ok(text)
    }

    /// What was extracted from a file; empty when nothing was.
    pub fn extraction(&self, key: &FileKey) -> Result<Extraction, StoreError> {
        Ok(self.memory.extraction(key)?.unwrap_or_default())
    }
}

/// A file that becomes a hit.
pub struct Found {
    pub ranked: Ranked,
    pub key: FileKey,
    pub record: FileRecord,
    pub extraction: Extraction,
    pub text: Arc<str>,
    /// The chunk that answers best.
    pub chunk: Option<Chunk>,
}

/// What the walk kept, and what kept it from more.
#[derive(Default)]
pub struct Walk {
    pub found: Vec<Found>,
    /// A limit was met; why.
    pub cut_short: Option<String>,
}

/// Walks `ranked` until `wanted` hits are found.
///
/// # Errors
/// When the index or the store cannot be read.
pub fn walk(
    snapshot: &LexicalSnapshot,
    atlas: &Atlas,
    shelf: &Shelf<'_>,
    query: &Query,
    matcher: &Matcher<'_>,
    ranked: &[Ranked],
    wanted: usize,
) -> Result<Walk, SearchError> {
    let mut walk = Walk::default();
    let mut contents: HashSet<ContentHash> = HashSet::new();
    let mut read = 0;
    for entry in ranked {
        if walk.found.len() == wanted {
            break;
        }
        let segment = &snapshot.segments[entry.candidate.segment as usize];
        let key = segment.key(entry.candidate.file).map_err(SearchError::reading)?;
        // What is left of a root that is not watched any more will be purged.
        if atlas.root(key.root()).is_none() {
            continue;
        }
        // The store is committed after the index: what only the index knows is not there yet.
        let Some(record) = shelf.memory.file(&key)? else { continue };
        let has_content = record.stat.size > 0 && record.hash != [0; 32];
        if has_content && contents.contains(&record.hash) {
            continue;
        }
        if !query.phrases.is_empty() {
            if read > PHRASE_BYTES {
                walk.cut_short = Some(format!(
                    "quoted words were looked for in {} MiB of text, best files first",
                    PHRASE_BYTES >> 20
                ));
                break;
            }
            let text = shelf.memory.text(&key)?.unwrap_or_default();
            read += text.len();
            if !query.phrases.iter().all(|phrase| holds_phrase(&text, phrase)) {
                continue;
            }
        }
        let extraction = shelf.extraction(&key)?;
        let text = shelf.text(&key)?;
        let chunks = segment.chunks(entry.candidate.file);
        let chunk = entry.candidate.best_chunk.checked_sub(chunks.start);
        let chunk = chunk.and_then(|at| chunks_of(&extraction, &text).get(at as usize).cloned());
        if matcher.kind.is_some() && matcher.find(&extraction, chunk.as_ref()).is_empty() {
            continue;
        }
        if has_content {
            contents.insert(record.hash);
        }
        walk.found.push(Found { ranked: *entry, key, record, extraction, text, chunk });
    }
    Ok(walk)
}
