//! Votes: the first hits name types; a type that one file of the scope alone defines is a vote for
//! that file. The same names tell which other files are worth a look.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::gather::admitted_files;
use super::reader::LexicalSnapshot;
use super::scope::Admitted;
use super::word;

/// Shortest name that counts, in bytes.
const LEAST: usize = 3;

/// A file by segment and number.
pub type FileAt = (u32, u32);

/// Looks up which file alone defines a type; remembers what it looked up.
pub struct Definers<'a> {
    snapshot: &'a LexicalSnapshot,
    admitted: &'a [Admitted],
    known: HashMap<String, Option<FileAt>>,
}

impl<'a> Definers<'a> {
    pub fn new(snapshot: &'a LexicalSnapshot, admitted: &'a [Admitted]) -> Self {
        Self { snapshot, admitted, known: HashMap::new() }
    }

    /// The one file of the scope that defines a type of this name.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn of(&mut self, name: &str) -> tantivy::Result<Option<FileAt>> {
        if let Some(known) = self.known.get(name) {
            return Ok(*known);
        }
        let mut found = None;
        let mut several = false;
        for (at, (segment, admitted)) in
            self.snapshot.segments.iter().zip(self.admitted).enumerate()
        {
            let inverted = segment.inverted(self.snapshot.fields.defines)?;
            for file in admitted_files(segment, admitted, &inverted, name.as_bytes())? {
                several |= found.is_some();
                found = Some((at as u32, file));
            }
        }
        let found = found.filter(|_| !several);
        self.known.insert(name.to_owned(), found);
        Ok(found)
    }

    /// The files whose types a text mentions, each with the names, in their order.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn mentioned(&mut self, text: &str) -> tantivy::Result<BTreeMap<FileAt, Vec<String>>> {
        let mut seen = HashSet::new();
        let mut found: BTreeMap<FileAt, Vec<String>> = BTreeMap::new();
        for name in word::words(text) {
            if (LEAST..=word::WORD_LIMIT).contains(&name.len())
                && seen.insert(name)
                && let Some(file) = self.of(name)?
            {
                found.entry(file).or_default().push(name.to_owned());
            }
        }
        Ok(found)
    }
}
