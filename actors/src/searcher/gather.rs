//! Reads the postings of a query's terms: which files and chunks hold them, and how often.

use std::io;

use tantivy::index::InvertedIndexReader;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;

use super::layout::{CHUNK_FIELDS, FILE_FIELDS, Fields, NAME_FIELDS};
use super::query::Term;
use super::scope::Admitted;
use super::segment::Segment;
use super::weights;

/// Shortest word that prefixes stand for, and how much longer the other may be, in bytes.
const PREFIX_LEAST: usize = 4;
const PREFIX_MOST: usize = 5;

/// File fields in which longer and shorter forms are looked for.
const STRETCHED: usize = 4;

/// Occurrences of a term in a file, by field; other forms count less.
#[derive(Clone, Copy, Debug)]
pub struct FileHit {
    pub file: u32,
    pub counts: [f32; FILE_FIELDS],
    /// Whether the term itself occurs.
    pub own: bool,
}

/// Occurrences of a term in a chunk, by field.
#[derive(Clone, Copy, Debug)]
pub struct ChunkHit {
    pub doc: u32,
    pub counts: [u16; CHUNK_FIELDS],
}

/// What one segment holds of one term, each list in the order of documents.
#[derive(Clone, Debug, Default)]
pub struct TermHits {
    pub files: Vec<FileHit>,
    pub chunks: Vec<ChunkHit>,
    /// Files that have the term as a part of their name.
    pub stems: Vec<u32>,
}

/// In how many files and chunks of the scope a term occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frequency {
    /// Files, in any field, by the term itself.
    pub files: u64,
    /// Files by field, in any form.
    pub fields: [u64; FILE_FIELDS],
    pub chunks: u64,
}

impl Frequency {
    pub fn add(&mut self, hits: &TermHits) {
        self.chunks += hits.chunks.len() as u64;
        for hit in &hits.files {
            self.files += u64::from(hit.own);
            for (sum, count) in self.fields.iter_mut().zip(hit.counts) {
                *sum += u64::from(count > 0.0);
            }
        }
    }
}

/// Work space of one segment, used for one term after the other.
pub struct Gatherer<'a> {
    segment: &'a Segment,
    fields: &'a Fields,
    admitted: &'a Admitted,
    counts: Vec<[f32; FILE_FIELDS]>,
    own: Vec<bool>,
    touched: Vec<u32>,
    /// Postings of one term in each chunk field.
    postings: [Vec<(u32, u32)>; CHUNK_FIELDS],
}

/// Calls `each` with every document of a term and how often it occurs there.
pub(super) fn read(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    mut each: impl FnMut(u32, u32),
) -> io::Result<()> {
    let option = IndexRecordOption::WithFreqs;
    let mut block = inverted.read_block_postings_from_terminfo(info, option)?;
    while block.block_len() > 0 {
        // A field that counts no occurrences has no block of counts.
        let counts = block.freqs().iter().copied().chain(std::iter::repeat(1));
        for (&doc, count) in block.docs().iter().zip(counts) {
            each(doc, count);
        }
        block.advance();
    }
    Ok(())
}

impl<'a> Gatherer<'a> {
    pub fn new(segment: &'a Segment, fields: &'a Fields, admitted: &'a Admitted) -> Self {
        let files = segment.files() as usize;
        Self {
            segment,
            fields,
            admitted,
            counts: vec![[0.0; FILE_FIELDS]; files],
            own: vec![false; files],
            touched: Vec::new(),
            postings: Default::default(),
        }
    }

    /// Everything the segment holds of `term`.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn gather(&mut self, term: &Term) -> tantivy::Result<TermHits> {
        let mut hits = TermHits { chunks: self.chunks(term.text.as_bytes())?, ..<_>::default() };
        self.fold_chunks(&hits.chunks, 1.0, true);
        self.names(term)?;
        for short in &term.short {
            let chunks = self.chunks(short.as_bytes())?;
            self.fold_chunks(&chunks, weights::SHORT_FORM, false);
        }
        hits.files = self.take_files();
        hits.stems = self.stems(term.text.as_bytes())?;
        Ok(hits)
    }

    fn touch(&mut self, file: u32, field: usize, count: f32, own: bool) {
        let counts = &mut self.counts[file as usize];
        if counts.iter().all(|&c| c == 0.0) {
            self.touched.push(file);
        }
        counts[field] += count;
        self.own[file as usize] |= own;
    }

    /// The chunks that hold a word, in order.
    fn chunks(&mut self, word: &[u8]) -> tantivy::Result<Vec<ChunkHit>> {
        for (list, field) in self.postings.iter_mut().zip(self.fields.of_chunk()) {
            list.clear();
            let inverted = self.segment.inverted(field)?;
            if let Some(info) = inverted.terms().get(word)? {
                read(inverted, &info, |doc, count| list.push((doc, count)))?;
            }
        }
        let mut merged = Vec::with_capacity(self.postings.iter().map(Vec::len).max().unwrap_or(0));
        let mut at = [0; CHUNK_FIELDS];
        let mut file = 0;
        let next = |at: &[usize; CHUNK_FIELDS], field: usize| {
            self.postings[field].get(at[field]).map_or(u32::MAX, |&(doc, _)| doc)
        };
        loop {
            let doc = (0..CHUNK_FIELDS).map(|f| next(&at, f)).min().unwrap_or(u32::MAX);
            if doc == u32::MAX {
                return Ok(merged);
            }
            let mut counts = [0; CHUNK_FIELDS];
            for field in 0..CHUNK_FIELDS {
                if next(&at, field) == doc {
                    counts[field] = self.postings[field][at[field]].1.min(u16::MAX.into()) as u16;
                    at[field] += 1;
                }
            }
            file = self.segment.file_of(doc, file);
            if self.admitted.has(file) {
                merged.push(ChunkHit { doc, counts });
            }
        }
    }

    /// Sums chunks' words of comments and code to their files'.
    fn fold_chunks(&mut self, chunks: &[ChunkHit], factor: f32, own: bool) {
        let mut file = 0;
        for hit in chunks {
            file = self.segment.file_of(hit.doc, file);
            for (field, &count) in hit.counts[1..].iter().enumerate() {
                if count > 0 {
                    self.touch(file, NAME_FIELDS + field, f32::from(count) * factor, own);
                }
            }
        }
    }

    /// Adds the term and its other forms in the fields of names.
    fn names(&mut self, term: &Term) -> tantivy::Result<()> {
        let word = term.text.as_bytes();
        for (field, name) in self.fields.of_file().into_iter().enumerate() {
            let inverted = self.segment.inverted(name)?;
            self.add(inverted, field, word, 1.0, true)?;
            for short in &term.short {
                self.add(inverted, field, short.as_bytes(), weights::SHORT_FORM, false)?;
            }
            if field < STRETCHED && term.stretches {
                self.stretch(inverted, field, word)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        inverted: &InvertedIndexReader,
        at: usize,
        word: &[u8],
        factor: f32,
        own: bool,
    ) -> tantivy::Result<()> {
        if let Some(info) = inverted.terms().get(word)? {
            self.add_postings(inverted, &info, at, factor, own)?;
        }
        Ok(())
    }

    fn add_postings(
        &mut self,
        inverted: &InvertedIndexReader,
        info: &TermInfo,
        field: usize,
        factor: f32,
        own: bool,
    ) -> io::Result<()> {
        let (segment, admitted) = (self.segment, self.admitted);
        let mut file = 0;
        read(inverted, info, |doc, count| {
            file = segment.file_of(doc, file);
            if admitted.has(file) {
                self.touch(file, field, count as f32 * factor, own);
            }
        })
    }

    /// Adds words that begin with `word` and words that it begins with.
    fn stretch(
        &mut self,
        inverted: &InvertedIndexReader,
        field: usize,
        word: &[u8],
    ) -> tantivy::Result<()> {
        for len in PREFIX_LEAST.max(word.len().saturating_sub(PREFIX_MOST))..word.len() {
            if let Some(info) = inverted.terms().get(&word[..len])? {
                self.add_postings(inverted, &info, field, weights::PREFIX, false)?;
            }
        }
        if word.len() < PREFIX_LEAST {
            return Ok(());
        }
        let end = [word, &[0xff]].concat();
        let mut longer = inverted.terms().range().gt(word).lt(end).into_stream()?;
        while longer.advance() {
            if longer.key().len() <= word.len() + PREFIX_MOST {
                let info = longer.value().clone();
                self.add_postings(inverted, &info, field, weights::PREFIX, false)?;
            }
        }
        Ok(())
    }

    fn take_files(&mut self) -> Vec<FileHit> {
        self.touched.sort_unstable();
        let files = std::mem::take(&mut self.touched);
        files
            .into_iter()
            .map(|file| FileHit {
                file,
                counts: std::mem::take(&mut self.counts[file as usize]),
                own: std::mem::take(&mut self.own[file as usize]),
            })
            .collect()
    }

    fn stems(&self, word: &[u8]) -> tantivy::Result<Vec<u32>> {
        let inverted = self.segment.inverted(self.fields.stem_parts)?;
        admitted_files(self.segment, self.admitted, inverted, word)
    }
}

/// The admitted files whose document holds an exact word of a field.
///
/// # Errors
/// When the index cannot be read.
pub fn admitted_files(
    segment: &Segment,
    admitted: &Admitted,
    inverted: &InvertedIndexReader,
    word: &[u8],
) -> tantivy::Result<Vec<u32>> {
    let mut files = Vec::new();
    if let Some(info) = inverted.terms().get(word)? {
        let mut file = 0;
        read(inverted, &info, |doc, _| {
            file = segment.file_of(doc, file);
            if admitted.has(file) {
                files.push(file);
            }
        })?;
    }
    Ok(files)
}
