//! The comments and attributes that lead to a definition.

use tree_sitter::Node;

use super::Walker;

/// What an attribute says beside leading to a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    Plain,
    /// What follows is a test.
    Test,
    /// Its text is the signature of what follows.
    Signature,
}

/// The last unbroken run of whole-line comments and attributes that the walk met.
#[derive(Default)]
pub struct Lead {
    pub active: bool,
    pub first_row: u32,
    pub last_row: u32,
    /// Bytes of the comment with which the run begins.
    pub doc: (u32, u32),
    /// First attribute: (byte, row), and the end of the last one.
    pub attribute: Option<(u32, u32)>,
    pub attribute_end: u32,
    /// Whether nothing follows the run on its last line.
    ends_line: bool,
    /// How many references were known when the first attribute was met.
    pub mentions: usize,
    /// Whether an attribute makes a test of what follows.
    pub is_test: bool,
    /// Bytes of the last attribute that is a signature.
    pub signature: Option<(u32, u32)>,
}

impl Lead {
    /// Whether the run leads to a definition that begins on `row`.
    pub fn leads_to(&self, row: u32) -> bool {
        self.active
            && self.first_row <= row
            && (self.last_row == row || (self.last_row + 1 == row && self.ends_line))
    }

    /// Makes room for rows `first..=last`: joins the run, or begins a new one.
    fn extend(&mut self, first: u32, last: u32, ends_line: bool) {
        let touches = self.active && first <= self.last_row + 1 && first >= self.first_row;
        if !touches {
            *self = Lead { active: true, first_row: first, ..Lead::default() };
        }
        // A comment may stand inside the attribute that was met before it.
        if last >= self.last_row {
            self.last_row = last;
            self.ends_line = ends_line;
        }
    }
}

impl<'t> Walker<'t, '_> {
    /// Notes a comment; `leads` tells whether it may be the doc of what follows.
    pub(super) fn comment(&mut self, node: Node<'t>, leads: bool) {
        let start = node.start_byte();
        let bytes = self.text.as_bytes();
        if !blank_before(bytes, start) {
            return;
        }
        let source = self.source(node).trim_end();
        let end = start + source.len();
        if source.is_empty() || !blank_after(bytes, end) {
            return;
        }
        let first = node.start_position().row as u32;
        let last = last_row(node);
        self.found.comments.push((first, last));
        if leads {
            self.lead.extend(first, last, true);
            if self.lead.doc.1 == 0 && self.lead.attribute.is_none() {
                self.lead.doc.0 = start as u32;
            }
            if self.lead.attribute.is_none() {
                self.lead.doc.1 = end as u32;
            }
        } else if let Some(index) = self.frames.last_definition() {
            // A comment inside a definition that speaks of the definition.
            let doc = &mut self.found.definitions[index as usize].doc;
            let continues = doc.1 > 0 && bytes[doc.1 as usize..start].iter().all(is_blank);
            match doc.1 {
                0 => *doc = (start as u32, end as u32),
                _ if continues => doc.1 = end as u32,
                _ => {}
            }
        }
    }

    /// Notes what may stand between a definition and what leads to it, and is neither.
    pub(super) fn between(&mut self, node: Node<'t>) {
        let (first, last) = (node.start_position().row as u32, last_row(node));
        if self.lead.active && first == self.lead.last_row + 1 {
            let ends_line = blank_after(self.text.as_bytes(), node.end_byte());
            self.lead.extend(first, last, ends_line);
        }
    }

    /// Notes an attribute, decorator or annotation.
    pub(super) fn attribute(&mut self, node: Node<'t>, kind: AttributeKind) {
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        let bytes = self.text.as_bytes();
        if let Some(index) = self.frames.last_definition() {
            // Annotations that stand inside the definition are no part of its signature.
            let signature = &mut self.found.definitions[index as usize].signature;
            if self.frames.has_borders(start, end) {
                return;
            }
            if signature.0 == start && end < signature.1 {
                signature.0 = past_blanks(bytes, end as usize) as u32;
                return;
            }
        }
        let row = node.start_position().row as u32;
        let follows = self.lead.active
            && self.lead.last_row == row
            && bytes[self.lead.attribute_end.min(start) as usize..start as usize]
                .iter()
                .all(is_blank);
        if !follows && !blank_before(bytes, start as usize) {
            return;
        }
        let mentions = self.found.mentions.len();
        self.lead.extend(row, last_row(node), blank_after(bytes, end as usize));
        if self.lead.attribute.is_none() {
            self.lead.attribute = Some((start, row));
            self.lead.mentions = mentions;
        }
        self.lead.attribute_end = end;
        self.lead.is_test |= kind == AttributeKind::Test;
        if kind == AttributeKind::Signature {
            self.lead.signature = Some((start, end));
        }
    }

    /// Notes a string that documents the definition around it.
    pub(super) fn docstring(&mut self, node: Node<'t>) {
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        self.found.comments.push((node.start_position().row as u32, last_row(node)));
        let index = self.frames.definition_at(start) as usize;
        if let Some(definition) = self.found.definitions.get_mut(index) {
            definition.doc = (start, end);
        }
    }
}

/// The last row that a node has text on.
pub fn last_row(node: Node<'_>) -> u32 {
    let (start, end) = (node.start_position(), node.end_position());
    if end.column == 0 && end.row > start.row { end.row as u32 - 1 } else { end.row as u32 }
}

fn is_blank(byte: &u8) -> bool {
    byte.is_ascii_whitespace()
}

/// Whether only blanks stand between the start of the line and `at`.
fn blank_before(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
    matches!(before, None | Some(b'\n')) || bytes[..at] == *b"\xEF\xBB\xBF"
}

/// Whether only blanks stand between `at` and the end of the line.
fn blank_after(bytes: &[u8], at: usize) -> bool {
    let after = bytes[at..].iter().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
    matches!(after, None | Some(b'\n'))
}

/// The first byte at or after `at` that is not blank.
pub fn past_blanks(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|b| is_blank(b)).count()
}
