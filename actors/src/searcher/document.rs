//! One file as documents of the lexical index. Borrowed from one shared copy of the text, so that
//! nothing is copied between the threads that read and index it.

use std::ops::Range;
use std::sync::Arc;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{Chunk, Extraction, NodeKind, Span};
use tantivy::schema::Field;
use tantivy::schema::document::{Document, ReferenceValue, ReferenceValueLeaf, Value};

use super::layout::Fields;
use super::place::Place;
use super::valve::Permit;

/// Lines of a chunk where the extraction gives none.
const CHUNK_LINES: usize = 100;

/// What the lexical index needs to know of one file.
#[derive(Clone, Copy, Debug)]
pub struct LexicalInput<'a> {
    /// Names, chunks and comment lines; its spans are of `text`. May be empty (`path` depth).
    pub extraction: &'a Extraction,
    /// The text that is searched; empty when only the path is.
    pub text: &'a str,
    /// Name from [`heimdall_schema::language::LANGUAGES`], or empty.
    pub language: &'a str,
}

/// The shared part of a file's documents.
#[derive(Debug)]
struct Shared {
    text: Box<str>,
    /// Names and path words, one after the other.
    extra: String,
    /// Given back when the last document of the file is indexed.
    _permit: Permit,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(Range<usize>),
    Extra(Range<usize>),
    Bytes(Arc<[u8]>),
    Number(u64),
}

/// One document.
#[derive(Debug)]
pub struct LexicalDocument {
    shared: Arc<Shared>,
    /// In the order of fields.
    pieces: Vec<(Field, Piece)>,
}

/// A borrowed value of a document.
#[derive(Clone, Copy, Debug)]
pub enum Borrowed<'a> {
    Text(&'a str),
    Bytes(&'a [u8]),
    Number(u64),
}

impl<'a> Value<'a> for Borrowed<'a> {
    type ArrayIter = std::iter::Empty<Self>;
    type ObjectIter = std::iter::Empty<(&'a str, Self)>;

    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            Borrowed::Text(text) => ReferenceValueLeaf::Str(text),
            Borrowed::Bytes(bytes) => ReferenceValueLeaf::Bytes(bytes),
            Borrowed::Number(number) => ReferenceValueLeaf::U64(number),
        })
    }
}

/// The values of a document.
pub struct Values<'a> {
    shared: &'a Shared,
    pieces: std::slice::Iter<'a, (Field, Piece)>,
}

impl<'a> Iterator for Values<'a> {
    type Item = (Field, Borrowed<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (field, piece) = self.pieces.next()?;
        let value = match piece {
            Piece::Text(range) => Borrowed::Text(&self.shared.text[range.clone()]),
            Piece::Extra(range) => Borrowed::Text(&self.shared.extra[range.clone()]),
            Piece::Bytes(bytes) => Borrowed::Bytes(bytes),
            Piece::Number(number) => Borrowed::Number(*number),
        };
        Some((*field, value))
    }
}

impl Document for LexicalDocument {
    type Value<'a> = Borrowed<'a>;
    type FieldsValuesIter<'a> = Values<'a>;

    fn iter_fields_and_values(&self) -> Values<'_> {
        Values { shared: &self.shared, pieces: self.pieces.iter() }
    }
}

/// Byte offsets at which the lines of `text` start, and its length.
fn line_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
    if starts.last() != Some(&text.len()) {
        starts.push(text.len());
    }
    starts
}

/// The chunks of the extraction, or runs of lines where there are none.
pub fn chunks_of(extraction: &Extraction, text: &str) -> Vec<Chunk> {
    if !extraction.chunks.is_empty() || text.is_empty() {
        return extraction.chunks.clone();
    }
    let starts = line_starts(text);
    let lines = starts.len() - 1;
    (0..lines)
        .step_by(CHUNK_LINES)
        .map(|first| {
            let end = (first + CHUNK_LINES).min(lines);
            Chunk {
                line: first as u32 + 1,
                end_line: end as u32,
                span: Span {
                    start: starts[first] as u32,
                    len: (starts[end] - starts[first]) as u32,
                },
            }
        })
        .collect()
}

/// Distinct names of one sort of definition, each once, in the order of the source.
fn names_of(extraction: &Extraction, wanted: impl Fn(NodeKind) -> bool) -> Vec<&str> {
    let mut seen = vec![false; extraction.names.len()];
    extraction
        .nodes
        .iter()
        .filter(|node| NodeKind::from_byte(node.kind).is_some_and(&wanted))
        .filter(|node| {
            seen.get_mut(node.name as usize).is_some_and(|seen| !std::mem::replace(seen, true))
        })
        .filter_map(|node| extraction.name(node.name))
        .collect()
}

/// Whether a definition of this kind is what a query that names a type asks for.
pub fn defines_type(kind: NodeKind) -> bool {
    kind.is_type() && !matches!(kind, NodeKind::Namespace | NodeKind::Package)
}

struct Pieces {
    extra: String,
    held: Vec<(Field, Piece)>,
}

impl Pieces {
    fn words<'a>(&mut self, field: Field, words: impl IntoIterator<Item = &'a str>) {
        let start = self.extra.len();
        for word in words {
            self.extra.push_str(word);
            self.extra.push('\n');
        }
        if self.extra.len() > start {
            self.held.push((field, Piece::Extra(start..self.extra.len())));
        }
    }

    fn bytes(&mut self, field: Field, bytes: &[u8]) {
        self.held.push((field, Piece::Bytes(bytes.into())));
    }
}

/// The documents of one file: its chunks in order, then the file itself.
pub fn documents(
    fields: &Fields,
    key: &FileKey,
    input: LexicalInput<'_>,
    permit: Permit,
) -> Vec<LexicalDocument> {
    let LexicalInput { extraction, text, language } = input;
    let place = Place::of(key.relative());
    let owner: Arc<[u8]> = key.as_bytes().into();
    let root: Arc<[u8]> = key.root().0.as_slice().into();
    let mut all = Pieces { extra: String::new(), held: Vec::new() };

    all.words(fields.stem, [place.stem.as_str()]);
    all.words(fields.directories, [place.directories.as_str()]);
    all.words(fields.types, names_of(extraction, NodeKind::is_type));
    all.words(fields.functions, names_of(extraction, NodeKind::is_callable));
    all.words(fields.others, names_of(extraction, |k| !k.is_type() && !k.is_callable()));
    for part in &place.stem_parts {
        all.bytes(fields.stem_parts, part.as_bytes());
    }
    for name in names_of(extraction, defines_type) {
        all.bytes(fields.defines, name.as_bytes());
        all.bytes(fields.defines_folded, name.to_lowercase().as_bytes());
    }
    all.bytes(fields.language, language.as_bytes());
    all.bytes(fields.key, key.as_bytes());
    let lines = extraction.lines.max(1);
    all.held.push((fields.lines, Piece::Number(u64::from(lines))));
    all.held.push((fields.marks, Piece::Number(place.marks.to_number())));
    let file = std::mem::take(&mut all.held);

    let mut groups: Vec<Vec<(Field, Piece)>> = Vec::new();
    let starts = line_starts(text);
    let mut nodes = extraction.nodes.iter().collect::<Vec<_>>();
    nodes.sort_by_key(|node| node.name_line);
    let (mut node, mut comment) = (0, 0);
    for chunk in chunks_of(extraction, text) {
        while node < nodes.len() && nodes[node].name_line < chunk.line {
            node += 1;
        }
        let first = node;
        while node < nodes.len() && nodes[node].name_line <= chunk.end_line {
            node += 1;
        }
        all.words(fields.names, nodes[first..node].iter().filter_map(|n| extraction.name(n.name)));
        comment = push_lines(&mut all.held, fields, extraction, &starts, &chunk, comment);
        groups.push(std::mem::take(&mut all.held));
    }
    groups.push(file);

    let shared = Arc::new(Shared { text: text.into(), extra: all.extra, _permit: permit });
    groups
        .into_iter()
        .map(|mut pieces| {
            pieces.push((fields.owner, Piece::Bytes(Arc::clone(&owner))));
            pieces.push((fields.root, Piece::Bytes(Arc::clone(&root))));
            LexicalDocument { shared: Arc::clone(&shared), pieces }
        })
        .collect()
}

/// Adds the lines of a chunk as runs of comments and of code. `comment` is the first range of
/// comment lines that may reach into the chunk; gives the one for the next chunk.
fn push_lines(
    held: &mut Vec<(Field, Piece)>,
    fields: &Fields,
    extraction: &Extraction,
    starts: &[usize],
    chunk: &Chunk,
    mut comment: usize,
) -> usize {
    let last_line = starts.len().saturating_sub(1) as u32;
    let at = |line: u32| starts[(line.clamp(1, last_line + 1) - 1) as usize];
    // A long line is several chunks: each holds its own piece of it, not the whole line again.
    let span = chunk.span.start as usize..(chunk.span.start + chunk.span.len) as usize;
    let mut push = |field: Field, first: u32, end: u32| {
        let (start, end) = (at(first).max(span.start), at(end).min(span.end));
        if start < end {
            held.push((field, Piece::Text(start..end)));
        }
    };
    let mut line = chunk.line;
    let end = chunk.end_line + 1;
    while line < end {
        match extraction.comments.get(comment) {
            Some(&(_, last)) if last < line => comment += 1,
            Some(&(first, last)) if first < end => {
                push(fields.code, line, first.max(line));
                let stop = (last + 1).min(end);
                push(fields.comments, first.max(line), stop);
                line = stop;
            }
            _ => {
                push(fields.code, line, end);
                line = end;
            }
        }
    }
    comment
}
