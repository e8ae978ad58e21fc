//! Votes: the first hits name types; a type that one file of the scope alone defines is a vote for
//! that file. The same names tell which other files are worth a look.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::gather::admitted_files;
use super::reader::LexicalSnapshot;
use super::scope::Admitted;
use super::sieve::name_hash;
use super::word;

/// Shortest name that counts, in bytes.
const LEAST: usize = 3;

/// Bytes of a text that are looked through for names.
const LOOKED: usize = 64 << 10;

/// A file by segment and number.
pub type FileAt = (u32, u32);

/// Looks up which file alone defines a type; remembers what it looked up.
pub struct Definers<'a> {
    snapshot: &'a LexicalSnapshot,
    admitted: &'a [Admitted],
    /// By hash of the name.
    known: FxHashMap<u64, Option<FileAt>>,
}

impl<'a> Definers<'a> {
    pub fn new(snapshot: &'a LexicalSnapshot, admitted: &'a [Admitted]) -> Self {
        Self { snapshot, admitted, known: FxHashMap::default() }
    }

    /// The one file of the scope that defines a type of this name.
    ///
    /// # Errors
    /// When the index cannot be read.
    fn of(&mut self, name: &str, hash: u64) -> tantivy::Result<Option<FileAt>> {
        if let Some(known) = self.known.get(&hash) {
            return Ok(*known);
        }
        let fields = &self.snapshot.fields;
        let (mut found, mut several) = (None, false);
        for ((segment, admitted), at) in self.snapshot.segments.iter().zip(self.admitted).zip(0..) {
            if several || !segment.may_define(hash, fields)? {
                continue;
            }
            let inverted = segment.inverted(fields.defines)?;
            for file in admitted_files(segment, admitted, inverted, name.as_bytes())? {
                several |= found.is_some();
                found = Some((at, file));
            }
        }
        let found = found.filter(|_| !several);
        self.known.insert(hash, found);
        Ok(found)
    }

    /// The files whose types a text mentions, each with the names, in their order.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn mentioned(&mut self, text: &str) -> tantivy::Result<BTreeMap<FileAt, Vec<String>>> {
        let mut seen = FxHashSet::default();
        let mut found: BTreeMap<FileAt, Vec<String>> = BTreeMap::new();
        for name in word::words(head(text)) {
            if !(LEAST..=word::WORD_LIMIT).contains(&name.len()) {
                continue;
            }
            let hash = name_hash(name.as_bytes());
            if seen.insert(hash)
                && let Some(file) = self.of(name, hash)?
            {
                found.entry(file).or_default().push(name.to_owned());
            }
        }
        Ok(found)
    }
}

fn head(text: &str) -> &str {
    if text.len() <= LOOKED {
        return text;
    }
    let end = (0..=LOOKED).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end]
}
