//! How much there is in the scope that is searched: what frequencies and lengths are compared to.

use super::layout::{CHUNK_FIELDS, FILE_FIELDS, NAME_FIELDS};
use super::scope::Admitted;
use super::segment::Segment;

/// Sums over the files of a scope. All are whole numbers, so that the order of files is of no
/// consequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub files: u64,
    pub chunks: u64,
    /// Words in each field of names.
    names: [u64; NAME_FIELDS],
    /// Words in each field of chunks.
    words: [u64; CHUNK_FIELDS],
    /// Lines of the longest file.
    pub longest: u32,
}

impl Totals {
    /// Adds the admitted files of a segment.
    pub fn add(&mut self, segment: &Segment, admitted: &Admitted) {
        for file in admitted.files(segment) {
            self.files += 1;
            for (sum, length) in self.names.iter_mut().zip(segment.name_lengths(file)) {
                *sum += u64::from(length);
            }
            let chunks = segment.chunks(file);
            self.chunks += u64::from(chunks.end - chunks.start);
            for (sum, words) in self.words.iter_mut().zip(segment.words(file)) {
                *sum += u64::from(words);
            }
            self.longest = self.longest.max(segment.lines(file));
        }
    }

    /// Mean length of each field of a file.
    pub fn file_means(&self) -> [f32; FILE_FIELDS] {
        let files = self.files.max(1) as f64;
        let mut means = [0.0; FILE_FIELDS];
        let sums = self.names.iter().chain(&self.words[1..]);
        for (mean, &sum) in means.iter_mut().zip(sums) {
            *mean = (sum as f64 / files).max(1e-9) as f32;
        }
        means
    }

    /// Mean length of each field of a chunk.
    pub fn chunk_means(&self) -> [f32; CHUNK_FIELDS] {
        let chunks = self.chunks.max(1) as f64;
        self.words.map(|sum| (sum as f64 / chunks).max(1e-9) as f32)
    }
}
