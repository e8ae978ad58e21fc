//! Cuts a text into the runs of lines that are searched as one.
//!
//! Chunks touch and cover the text. A chunk is a run of whole lines, but for lines longer than
//! [`MAX_BYTES`], which are cut into several chunks of the same line number.

use heimdall_schema::record::{Chunk, Span};

use super::lines::Lines;

/// Most lines of a chunk.
pub const MAX_LINES: u32 = 100;
/// Most bytes of a chunk.
pub const MAX_BYTES: usize = 16 * 1024;

/// Cuts at each row of `cuts` (sorted, from 0), and where a limit is reached.
pub fn cut(lines: &Lines<'_>, cuts: &[u32]) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut cuts = cuts.iter().copied().peekable();
    let mut first = 0;
    for row in 0..lines.count() {
        let mut due = row - first >= MAX_LINES;
        while cuts.next_if(|&cut| cut <= row).is_some() {
            due = true;
        }
        let bytes = lines.start(row + 1) - lines.start(first);
        if row > first && (due || bytes as usize > MAX_BYTES) {
            push(lines, first, row, &mut chunks);
            first = row;
        }
    }
    if first < lines.count() {
        push(lines, first, lines.count(), &mut chunks);
    }
    chunks
}

/// Appends the rows `first..end`, which are several only if they fit into one chunk.
fn push(lines: &Lines<'_>, first: u32, end: u32, chunks: &mut Vec<Chunk>) {
    let start = lines.start(first);
    let len = lines.start(end) - start;
    if len as usize <= MAX_BYTES {
        let span = Span { start, len };
        chunks.push(Chunk { line: first + 1, end_line: end, span });
        return;
    }
    let mut rest = lines.row(first);
    let mut start = start;
    while !rest.is_empty() {
        let piece = piece(rest);
        let span = Span { start, len: piece as u32 };
        chunks.push(Chunk { line: first + 1, end_line: first + 1, span });
        start += piece as u32;
        rest = &rest[piece..];
    }
}

/// How much of a long line makes one chunk: words are not torn unless they are long themselves.
fn piece(line: &str) -> usize {
    if line.len() <= MAX_BYTES {
        return line.len();
    }
    let end = line.floor_char_boundary(MAX_BYTES);
    let tail = line.ceil_char_boundary(end - 256);
    let gap = line[tail..end].rfind(|c: char| !c.is_alphanumeric() && c != '_');
    gap.map_or(end, |at| line.ceil_char_boundary(tail + at + 1))
}
