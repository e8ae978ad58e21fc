//! From candidates to an order: parts of the score on one scale, penalties of place, votes.

use std::cmp::Ordering;
use std::io;

use heimdall_schema::id::FileKey;

use super::place::{Marks, sources_of};
use super::reader::LexicalSnapshot;
use super::scope::Admitted;
use super::score::Candidate;
use super::weights;

/// Candidates that are looked at closely, whatever number of hits is asked for.
pub const POOL: usize = 400;

/// What a score is made of, each part already weighted. A semantic leg adds its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Words of the file's fields, over the best file's.
    pub fields: f32,
    /// Words of its best chunks, over the best file's.
    pub chunks: f32,
    /// Share of the query in one chunk.
    pub coverage: f32,
    pub stem: f32,
    pub definition: f32,
    pub size: f32,
    /// Factor on the sum of the parts above.
    pub place: f32,
    /// Votes of the first hits, added last.
    pub vote: f32,
}

impl Parts {
    pub fn score(&self) -> f32 {
        let Self { fields, chunks, coverage, stem, definition, size, place, vote } = *self;
        (fields + chunks + coverage + stem + definition + size) * place + vote
    }
}

/// A candidate with its score.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    pub candidate: Candidate,
    pub parts: Parts,
    /// [`Parts::score`], kept for sorting.
    pub score: f32,
    /// Whether a header was already compared with its source.
    seen: bool,
}

/// Factor for the kind of place a file lies in.
fn place_factor(marks: Marks, asks_tests: bool) -> f32 {
    let mut factor = 1.0;
    for (applies, penalty) in [
        (marks.test && !asks_tests, weights::TEST),
        (marks.aside, weights::ASIDE),
        (marks.old, weights::OLD),
    ] {
        if applies {
            factor *= penalty;
        }
    }
    factor
}

/// Everything that ranking needs to know of the scope.
pub struct Ranking<'a> {
    pub snapshot: &'a LexicalSnapshot,
    pub admitted: &'a [Admitted],
    /// Lines of the longest file of the scope.
    pub longest: u32,
    pub asks_tests: bool,
}

impl Ranking<'_> {
    /// Puts the parts of all candidates on one scale.
    pub fn scale(&self, candidates: Vec<Candidate>) -> Vec<Ranked> {
        let most = |of: fn(&Candidate) -> f32| candidates.iter().map(of).fold(1e-9, f32::max);
        let (fields, chunks) = (most(|c| c.fields), most(|c| c.chunks));
        let longest = (self.longest as f32).ln_1p().max(1e-9);
        candidates
            .into_iter()
            .map(|candidate| {
                let segment = &self.snapshot.segments[candidate.segment as usize];
                let lines = segment.lines(candidate.file) as f32;
                let parts = Parts {
                    fields: candidate.fields / fields,
                    chunks: weights::CHUNKS * candidate.chunks / chunks,
                    coverage: weights::COVERAGE * candidate.covered,
                    stem: weights::STEM * candidate.stem,
                    definition: candidate.defines,
                    size: weights::SIZE * lines.ln_1p() / longest,
                    place: place_factor(segment.marks(candidate.file), self.asks_tests),
                    vote: 0.0,
                };
                Ranked { candidate, parts, score: parts.score(), seen: false }
            })
            .collect()
    }

    /// The key of a candidate.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn key(&self, candidate: &Candidate) -> io::Result<FileKey> {
        self.snapshot.segments[candidate.segment as usize].key(candidate.file)
    }

    /// Moves the best `count` to the front, in order: by score, equals by key. Headers with their
    /// source beside them are penalised on the way.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn sort_best(&self, ranked: &mut [Ranked], count: usize) -> io::Result<usize> {
        let mut best = self.cut(ranked, count)?;
        let mut changed = false;
        for entry in ranked[..best].iter_mut().filter(|entry| !entry.seen) {
            entry.seen = true;
            let segment = &self.snapshot.segments[entry.candidate.segment as usize];
            if segment.marks(entry.candidate.file).header
                && self.has_source(&self.key(&entry.candidate)?)?
            {
                entry.parts.place *= weights::HEADER;
                entry.score = entry.parts.score();
                changed = true;
            }
        }
        if changed {
            best = self.cut(&mut ranked[..best], count)?;
        }
        Ok(best)
    }

    fn cut(&self, ranked: &mut [Ranked], count: usize) -> io::Result<usize> {
        let by_score = |a: &Ranked, b: &Ranked| b.score.total_cmp(&a.score);
        let mut end = ranked.len();
        if end > count && count > 0 {
            ranked.select_nth_unstable_by(count - 1, by_score);
            // All that tie with the last are kept, so that their keys decide and not their places.
            let last = ranked[count - 1].score;
            let mut at = count;
            for i in count..ranked.len() {
                if ranked[i].score.total_cmp(&last) == Ordering::Equal {
                    ranked.swap(at, i);
                    at += 1;
                }
            }
            end = at;
        }
        let best = &mut ranked[..end];
        best.sort_unstable_by(by_score);
        let mut start = 0;
        while start < best.len() {
            let score = best[start].score;
            let same =
                best[start..].iter().take_while(|r| r.score.total_cmp(&score).is_eq()).count();
            if same > 1 {
                let equals = &mut best[start..start + same];
                let mut keyed = Vec::with_capacity(same);
                for entry in equals.iter() {
                    keyed.push((self.key(&entry.candidate)?, *entry));
                }
                keyed.sort_by(|a, b| a.0.cmp(&b.0));
                equals.iter_mut().zip(keyed).for_each(|(to, (_, from))| *to = from);
            }
            start += same;
        }
        Ok(end.min(count))
    }

    /// Whether the scope has a file that a header declares for.
    fn has_source(&self, header: &FileKey) -> io::Result<bool> {
        for source in sources_of(header.relative()) {
            if self.holds(&FileKey::new(header.root(), &source))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn holds(&self, key: &FileKey) -> io::Result<bool> {
        let owner = self.snapshot.fields.owner;
        for (segment, admitted) in self.snapshot.segments.iter().zip(self.admitted) {
            let inverted = segment.inverted(owner).map_err(io::Error::other)?;
            let files = super::gather::admitted_files(segment, admitted, inverted, key.as_bytes())
                .map_err(io::Error::other)?;
            if !files.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
