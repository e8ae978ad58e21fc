//! From a query and a scope to ranked files: gathers, scores, compares, lets the first ones vote.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use super::gather::{Frequency, Gatherer, TermHits, admitted_files};
use super::query::Query;
use super::rank::{POOL, Ranked, Ranking};
use super::reader::LexicalSnapshot;
use super::scope::{Admitted, Scope};
use super::score::{Candidate, Scorer, TermWeight};
use super::totals::Totals;
use super::vote::{Definers, FileAt};
use super::weights;

/// Names kept of the types that a file is mentioned for.
const NAMES: usize = 64;

/// The admitted files of every segment, and how much they are.
pub struct Searched<'a> {
    pub snapshot: &'a LexicalSnapshot,
    pub admitted: Vec<Admitted>,
    pub totals: Arc<Totals>,
}

impl<'a> Searched<'a> {
    /// # Errors
    /// When the index cannot be read.
    pub fn new(snapshot: &'a LexicalSnapshot, scope: &Scope) -> tantivy::Result<Self> {
        let admit = |segment: &Arc<super::segment::Segment>| scope.admit(segment, &snapshot.fields);
        let admitted = snapshot.segments.iter().map(admit).collect::<tantivy::Result<Vec<_>>>()?;
        let totals = snapshot.totals_of(&scope.bytes(), || {
            let mut totals = Totals::default();
            for (segment, admitted) in snapshot.segments.iter().zip(&admitted) {
                totals.add(segment, admitted);
            }
            totals
        });
        Ok(Self { snapshot, admitted, totals })
    }

    /// The files that hold any term of the query, and what each term weighs.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn candidates(&self, query: &Query) -> tantivy::Result<(Vec<Candidate>, Vec<TermWeight>)> {
        let mut frequencies = vec![Frequency::default(); query.terms.len()];
        let mut hits: Vec<Vec<TermHits>> = Vec::with_capacity(self.snapshot.segments.len());
        for (segment, admitted) in self.snapshot.segments.iter().zip(&self.admitted) {
            let mut gatherer = Gatherer::new(segment, &self.snapshot.fields, admitted);
            let of_terms = query.terms.iter().map(|term| gatherer.gather(term));
            let of_terms = of_terms.collect::<tantivy::Result<Vec<_>>>()?;
            frequencies.iter_mut().zip(&of_terms).for_each(|(sum, hits)| sum.add(hits));
            hits.push(of_terms);
        }
        let weights: Vec<TermWeight> = query
            .terms
            .iter()
            .zip(&frequencies)
            .map(|(term, frequency)| TermWeight::of(frequency, &self.totals, term.weight()))
            .collect();
        let scorer = Scorer {
            query,
            weights: &weights,
            file_means: self.totals.file_means(),
            chunk_means: self.totals.chunk_means(),
        };
        let mut candidates = Vec::new();
        for ((segment, hits), at) in self.snapshot.segments.iter().zip(&hits).zip(0..) {
            candidates.extend(scorer.score(at, segment, hits));
        }
        self.mark_definitions(query, &mut candidates)?;
        Ok((candidates, weights))
    }

    /// Files that define the word, as written or in lower case.
    fn defining(&self, word: &str, folded: bool) -> tantivy::Result<Vec<FileAt>> {
        let fields = &self.snapshot.fields;
        let field = if folded { fields.defines_folded } else { fields.defines };
        let mut found = Vec::new();
        for ((segment, admitted), at) in self.snapshot.segments.iter().zip(&self.admitted).zip(0..)
        {
            let inverted = segment.inverted(field)?;
            let files = admitted_files(segment, admitted, inverted, word.as_bytes())?;
            found.extend(files.into_iter().map(|file| (at, file)));
        }
        Ok(found)
    }

    /// Adds what defining a type that the query names is worth. `candidates` are in order.
    fn mark_definitions(&self, query: &Query, candidates: &mut [Candidate]) -> tantivy::Result<()> {
        // Exact and folded agreement, each counted once a file.
        let mut found: BTreeMap<FileAt, (bool, bool)> = BTreeMap::new();
        for asked in &query.types {
            let exact = match &asked.exact {
                Some(word) => self.defining(word, false)?,
                None => Vec::new(),
            };
            for file in self.defining(&asked.folded, true)? {
                if !exact.contains(&file) {
                    found.entry(file).or_default().1 = true;
                }
            }
            for file in exact {
                found.entry(file).or_default().0 = true;
            }
        }
        for (file, (exact, folded)) in found {
            if let Ok(at) = candidates.binary_search_by_key(&file, |c| (c.segment, c.file)) {
                candidates[at].defines = if exact { weights::DEFINES } else { 0.0 }
                    + if folded { weights::DEFINES_FOLDED } else { 0.0 };
            }
        }
        Ok(())
    }

    /// Ranks candidates. `text_of` gives the stored text of a file, asked of the first few.
    ///
    /// # Errors
    /// When the index or a text cannot be read.
    pub fn rank<E: From<io::Error> + From<tantivy::TantivyError>>(
        &self,
        query: &Query,
        candidates: Vec<Candidate>,
        mut text_of: impl FnMut(&Candidate) -> Result<Option<Arc<str>>, E>,
    ) -> Result<Order, E> {
        let ranking = Ranking {
            snapshot: self.snapshot,
            admitted: &self.admitted,
            longest: self.totals.longest,
            asks_tests: query.asks_tests,
        };
        let mut ranked = ranking.scale(candidates);
        let first = ranking.sort_best(&mut ranked, POOL)?;
        let mut mentions: BTreeMap<FileAt, Mention> = BTreeMap::new();
        let mut definers = Definers::new(self.snapshot, &self.admitted);
        let best = ranked.first().map_or(1e-9, |r| r.score.max(1e-9));
        for voter in ranked[..first].iter().take(weights::VOTERS) {
            let at = (voter.candidate.segment, voter.candidate.file);
            if self.snapshot.segments[at.0 as usize].marks(at.1).test {
                continue;
            }
            let Some(text) = text_of(&voter.candidate)? else { continue };
            for (file, names) in definers.mentioned(&text)? {
                if file != at {
                    let mention = mentions.entry(file).or_default();
                    mention.votes += voter.score / best;
                    let room = NAMES.saturating_sub(mention.names.len());
                    mention.names.extend(names.into_iter().take(room));
                }
            }
        }
        let most = mentions.values().map(|m| m.votes).fold(1e-9, f32::max);
        for entry in &mut ranked {
            let at = (entry.candidate.segment, entry.candidate.file);
            if let Some(mention) = mentions.get(&at) {
                entry.parts.vote = weights::VOTE * mention.votes / most;
                entry.score = entry.parts.score();
            }
        }
        let count = ranking.sort_best(&mut ranked, POOL)?;
        ranked.truncate(count);
        Ok(Order { ranked, mentions })
    }
}

/// How the first hits mention a file.
#[derive(Clone, Debug, Default)]
pub struct Mention {
    pub votes: f32,
    /// Its types that they name.
    pub names: Vec<String>,
}

/// Ranked files, the best [`POOL`] of them.
pub struct Order {
    pub ranked: Vec<Ranked>,
    pub mentions: BTreeMap<FileAt, Mention>,
}
