//! One segment of the lexical index as the searcher reads it: which documents make up which file,
//! and the columns of a file. Immutable; opened once and kept while the index still holds it.

use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use heimdall_schema::id::FileKey;
use tantivy::columnar::{BytesColumn, ColumnIndex, ColumnValues};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::InvertedIndexReader;
use tantivy::schema::Field;
use tantivy::{DocId, SegmentReader};

use super::layout::{CHUNK_FIELDS, Fields, NAME_FIELDS};
use super::place::Marks;
use super::sieve::{Sieve, name_hash};

/// A segment. Files are numbered from 0 in the order of their documents.
pub struct Segment {
    reader: SegmentReader,
    /// Document of each file; its chunks are the documents since the file before.
    ends: Vec<DocId>,
    keys: Option<BytesColumn>,
    lines: Arc<dyn ColumnValues<u64>>,
    marks: Arc<dyn ColumnValues<u64>>,
    name_lengths: Vec<Option<FieldNormReader>>,
    chunk_lengths: Vec<Option<FieldNormReader>>,
    /// Terms and postings of each field, opened on first use.
    inverted: Vec<OnceLock<Arc<InvertedIndexReader>>>,
    defined: OnceLock<Sieve>,
    /// Words of each file in each field of its chunks.
    words: OnceLock<Vec<[u32; CHUNK_FIELDS]>>,
}

/// Length of a field in words, roughly, as the index keeps it (a byte); 0 where there is none.
fn length(norms: Option<&FieldNormReader>, doc: DocId) -> u32 {
    norms.map_or(0, |n| n.fieldnorm(doc))
}

impl Segment {
    pub(super) fn open(reader: SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let columns = reader.fast_fields();
        let keys = columns.bytes("key")?;
        let ends = match keys.as_ref().map(|k| &k.ords().index) {
            None | Some(ColumnIndex::Empty { .. }) => Vec::new(),
            Some(ColumnIndex::Full) => (0..reader.max_doc()).collect(),
            Some(ColumnIndex::Optional(index)) => index.iter_non_null_docs().collect(),
            Some(ColumnIndex::Multivalued(_)) => {
                return Err(tantivy::TantivyError::SchemaError("a file with two keys".into()));
            }
        };
        let norms = |field: Field| reader.fieldnorms_readers().get_field(field);
        let all = |fields: &[Field]| -> tantivy::Result<Vec<_>> {
            fields.iter().map(|f| norms(*f)).collect()
        };
        let (name_lengths, chunk_lengths) = (all(&fields.of_file())?, all(&fields.of_chunk())?);
        let (lines, marks) = (columns.u64("lines")?.values, columns.u64("marks")?.values);
        let inverted = vec![OnceLock::new(); reader.schema().num_fields()];
        let (defined, words) = (OnceLock::new(), OnceLock::new());
        Ok(Self {
            ends,
            keys,
            lines,
            marks,
            name_lengths,
            chunk_lengths,
            inverted,
            defined,
            words,
            reader,
        })
    }

    /// Identity of what was read: the segment and the deletes it carries.
    pub(super) fn identity(&self) -> (tantivy::index::SegmentId, Option<u64>) {
        (self.reader.segment_id(), self.reader.delete_opstamp())
    }

    /// Number of files, deleted ones included.
    pub fn files(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Number of documents, deleted ones included.
    pub fn docs(&self) -> u32 {
        self.reader.max_doc()
    }

    /// Whether nothing was deleted since it was written.
    pub fn is_whole(&self) -> bool {
        !self.reader.has_deletes()
    }

    pub fn is_alive(&self, file: u32) -> bool {
        !self.reader.is_deleted(self.ends[file as usize])
    }

    /// Document of a file.
    pub fn doc(&self, file: u32) -> DocId {
        self.ends[file as usize]
    }

    /// Documents of a file's chunks.
    pub fn chunks(&self, file: u32) -> Range<DocId> {
        let start = if file == 0 { 0 } else { self.ends[file as usize - 1] + 1 };
        start..self.ends[file as usize]
    }

    /// The file that a document belongs to, given that it is `from` or a later one.
    pub fn file_of(&self, doc: DocId, from: u32) -> u32 {
        let mut low = from as usize;
        let mut step = 1;
        while low + step < self.ends.len() && self.ends[low + step] < doc {
            low += step;
            step *= 2;
        }
        let high = (low + step + 1).min(self.ends.len());
        (low + self.ends[low..high].partition_point(|&end| end < doc)) as u32
    }

    /// Length in words of each field of names of a file.
    pub fn name_lengths(&self, file: u32) -> [u32; NAME_FIELDS] {
        let doc = self.doc(file);
        std::array::from_fn(|f| length(self.name_lengths[f].as_ref(), doc))
    }

    /// Length in words of each field of a chunk.
    pub fn chunk_lengths(&self, doc: DocId) -> [u32; CHUNK_FIELDS] {
        std::array::from_fn(|f| length(self.chunk_lengths[f].as_ref(), doc))
    }

    /// Words of a file in each field of its chunks, summed over them.
    pub fn words(&self, file: u32) -> [u32; CHUNK_FIELDS] {
        let words = self.words.get_or_init(|| {
            let sum = |file| {
                let mut sums = [0; CHUNK_FIELDS];
                for doc in self.chunks(file) {
                    for (sum, length) in sums.iter_mut().zip(self.chunk_lengths(doc)) {
                        *sum += length;
                    }
                }
                sums
            };
            (0..self.files()).map(sum).collect()
        });
        words[file as usize]
    }

    pub fn lines(&self, file: u32) -> u32 {
        self.lines.get_val(file) as u32
    }

    pub fn marks(&self, file: u32) -> Marks {
        Marks::from_number(self.marks.get_val(file))
    }

    /// Place of a file in the order of keys of this segment.
    pub fn key_order(&self, file: u32) -> u64 {
        self.keys.as_ref().map_or(0, |keys| keys.ords().values.get_val(file))
    }

    /// The key of a file.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn key(&self, file: u32) -> io::Result<FileKey> {
        let mut bytes = Vec::new();
        if let Some(keys) = &self.keys {
            keys.ord_to_bytes(self.key_order(file), &mut bytes)?;
        }
        FileKey::from_bytes(&bytes)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a file without a key"))
    }

    /// The range of [`key_order`](Self::key_order) that keys from `low` (included) to `high`
    /// (excluded) take.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn key_range(&self, low: &[u8], high: &[u8]) -> io::Result<Range<u64>> {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        let Some(keys) = &self.keys else { return Ok(0..0) };
        let (low, high) = keys.dictionary().term_bounds_to_ord(Included(low), Excluded(high))?;
        let start = match low {
            Included(ord) => ord,
            Excluded(ord) => ord + 1,
            Unbounded => 0,
        };
        let end = match high {
            Included(ord) => ord.saturating_add(1),
            Excluded(ord) => ord,
            Unbounded => u64::MAX,
        };
        Ok(start..end)
    }

    /// Calls `each` with every key, deleted ones included, in order.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn each_key(&self, mut each: impl FnMut(u64, &[u8])) -> io::Result<()> {
        if let Some(keys) = &self.keys {
            let mut stream = keys.dictionary().stream()?;
            let mut order = 0;
            while stream.advance() {
                each(order, stream.key());
                order += 1;
            }
        }
        Ok(())
    }

    /// Terms and postings of a field.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn inverted(&self, field: Field) -> tantivy::Result<&InvertedIndexReader> {
        let slot = &self.inverted[field.field_id() as usize];
        if let Some(opened) = slot.get() {
            return Ok(opened);
        }
        let opened = self.reader.inverted_index(field)?;
        Ok(slot.get_or_init(|| opened))
    }

    /// Whether a type of this name (by its hash) may be defined here.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn may_define(&self, hash: u64, fields: &Fields) -> tantivy::Result<bool> {
        if let Some(sieve) = self.defined.get() {
            return Ok(sieve.passes(hash));
        }
        let names = self.inverted(fields.defines)?.terms();
        let mut sieve = Sieve::with_room(names.num_terms());
        let mut stream = names.stream()?;
        while stream.advance() {
            sieve.put(name_hash(stream.key()));
        }
        Ok(self.defined.get_or_init(|| sieve).passes(hash))
    }
}
