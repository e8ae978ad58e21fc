//! The parts of a file's score that come from words: its fields and its chunks. Sums run over the
//! query's terms in their order, so that neither the order nor the layout of files matters.

use super::gather::{Frequency, TermHits};
use super::layout::{CHUNK_FIELDS, FILE_FIELDS, NAME_FIELDS};
use super::query::{Query, TermKind};
use super::segment::Segment;
use super::totals::Totals;
use super::weights;

/// What one term counts in this scope.
#[derive(Clone, Debug)]
pub struct TermWeight {
    /// Inverse frequency over all fields, before the term's own weight.
    pub idf: f32,
    /// By file field, with the field's weight and the term's own.
    fields: [f32; FILE_FIELDS],
    /// In chunks, with the term's own weight.
    chunk: f32,
}

fn inverse(all: u64, with: u64) -> f32 {
    let (all, with) = (all as f64, with as f64);
    ((all - with + 0.5) / (with + 0.5)).max(0.0).ln_1p() as f32
}

impl TermWeight {
    pub fn of(frequency: &Frequency, totals: &Totals, own: f32) -> Self {
        let idf = inverse(totals.files, frequency.files);
        let share = weights::GLOBAL_IDF;
        Self {
            idf,
            fields: std::array::from_fn(|f| {
                let of_field = inverse(totals.files, frequency.fields[f]);
                let mixed = share * idf + (1.0 - share) * of_field;
                mixed * own * (weights::K1 + 1.0) * weights::FIELD[f]
            }),
            chunk: inverse(totals.chunks, frequency.chunks) * own * (weights::K1 + 1.0),
        }
    }
}

/// A file that matches, with all its score is made of, before anything is compared.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Index of its segment, and its number there.
    pub segment: u32,
    pub file: u32,
    /// Terms that occur in it, as bits.
    pub terms: u64,
    /// Words of the file's fields.
    pub fields: f32,
    /// Words of its best chunks.
    pub chunks: f32,
    /// Share of the query in its best covering chunk, rare parts counting more.
    pub covered: f32,
    /// Share of the query's parts in that chunk.
    pub coverage: f32,
    /// Document of the chunk that answers best, or `u32::MAX`.
    pub best_chunk: u32,
    /// Agreement of the file's name with the query.
    pub stem: f32,
    /// 1 when it defines a type that the query names, less when case or spelling differ.
    pub defines: f32,
}

/// Scores the files of one segment.
pub struct Scorer<'a> {
    pub query: &'a Query,
    pub weights: &'a [TermWeight],
    pub file_means: [f32; FILE_FIELDS],
    pub chunk_means: [f32; CHUNK_FIELDS],
}

impl Scorer<'_> {
    /// The candidates of a segment in the order of files. `hits` holds one entry a term.
    pub fn score(&self, at: u32, segment: &Segment, hits: &[TermHits]) -> Vec<Candidate> {
        let (words, terms) = self.file_words(segment, hits);
        let stems = self.stems(segment, hits);
        let (chunk_words, chunk_terms) = self.chunk_words(segment, hits);
        let parts = self.query.part_mask();
        let idfs: Vec<(usize, f32)> = self.part_idfs().collect();
        let idf_sum = idfs.iter().map(|(_, idf)| idf).sum::<f32>().max(1e-9);
        let mut found = Vec::new();
        // Neighbouring chunks often hold the same terms.
        let mut last = (0, 0.0);
        for file in (0..segment.files()).filter(|&f| terms[f as usize] != 0) {
            let mut candidate = Candidate {
                segment: at,
                file,
                terms: terms[file as usize],
                fields: words[file as usize],
                chunks: 0.0,
                covered: 0.0,
                coverage: 0.0,
                best_chunk: u32::MAX,
                stem: stems[file as usize],
                defines: 0.0,
            };
            let mut best = [0.0f32; weights::BEST_CHUNKS];
            let mut leader = (0.0f32, 0.0f32, 0.0f32);
            for doc in segment.chunks(file) {
                let mask = chunk_terms[doc as usize];
                if mask == 0 {
                    continue;
                }
                let score = chunk_words[doc as usize];
                insert(&mut best, score);
                if last.0 != mask {
                    let held = idfs.iter().filter(|(term, _)| mask >> term & 1 != 0);
                    last = (mask, held.map(|(_, idf)| idf).sum());
                }
                let covered: f32 = last.1;
                let coverage = (mask & parts).count_ones() as f32;
                candidate.covered = candidate.covered.max(covered / idf_sum);
                if (coverage, covered, score) > leader {
                    leader = (coverage, covered, score);
                    candidate.best_chunk = doc;
                }
            }
            candidate.coverage = leader.0 / (parts.count_ones().max(1) as f32);
            candidate.chunks = best.iter().rev().fold(0.0, |s, c| s * weights::CHUNK_DECAY + c);
            found.push(candidate);
        }
        found
    }

    /// Index and inverse frequency of each part of the query.
    fn part_idfs(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let parts = self.query.terms.iter().enumerate().filter(|(_, t)| t.kind == TermKind::Part);
        parts.map(|(at, _)| (at, self.weights[at].idf))
    }

    /// BM25 of each file, summed by field, and the terms it holds.
    fn file_words(&self, segment: &Segment, hits: &[TermHits]) -> (Vec<f32>, Vec<u64>) {
        let files = segment.files() as usize;
        let (mut words, mut terms) = (vec![0.0f32; files], vec![0u64; files]);
        // A norm is never 0: that marks those not computed yet.
        let mut norms = vec![[0.0f32; FILE_FIELDS]; files];
        for (term, (hits, weight)) in hits.iter().zip(self.weights).enumerate() {
            for hit in &hits.files {
                let file = hit.file as usize;
                if norms[file][0] == 0.0 {
                    norms[file] = self.norms(segment, hit.file);
                }
                let fields = hit.counts.iter().zip(norms[file].iter()).zip(weight.fields);
                words[file] += fields
                    .filter(|((count, _), _)| **count > 0.0)
                    .map(|((count, norm), weight)| count / (count + norm) * weight)
                    .sum::<f32>();
                terms[file] |= 1 << term;
            }
        }
        (words, terms)
    }

    /// How much the length of each field of a file weighs against its words.
    fn norms(&self, segment: &Segment, file: u32) -> [f32; FILE_FIELDS] {
        let mut lengths = [0u32; FILE_FIELDS];
        lengths[..NAME_FIELDS].copy_from_slice(&segment.name_lengths(file));
        lengths[NAME_FIELDS..].copy_from_slice(&segment.words(file)[1..]);
        std::array::from_fn(|f| {
            let relative = lengths[f] as f32 / self.file_means[f];
            weights::K1 * (1.0 - weights::B + weights::B * relative)
        })
    }

    /// BM25F of each chunk, and the terms it holds.
    fn chunk_words(&self, segment: &Segment, hits: &[TermHits]) -> (Vec<f32>, Vec<u64>) {
        let docs = segment.docs() as usize;
        let (mut words, mut terms) = (vec![0.0f32; docs], vec![0u64; docs]);
        for (term, (hits, weight)) in hits.iter().zip(self.weights).enumerate() {
            for hit in &hits.chunks {
                let lengths = segment.chunk_lengths(hit.doc);
                let count: f32 = (0..CHUNK_FIELDS)
                    .filter(|&f| hit.counts[f] > 0)
                    .map(|f| {
                        let b = weights::CHUNK_B[f];
                        let relative = lengths[f] as f32 / self.chunk_means[f];
                        f32::from(hit.counts[f]) * weights::CHUNK[f] / (1.0 - b + b * relative)
                    })
                    .sum();
                words[hit.doc as usize] += count / (count + weights::K1) * weight.chunk;
                terms[hit.doc as usize] |= 1 << term;
            }
        }
        (words, terms)
    }

    /// How well each file's name agrees with the query: the share of the query in the name, times
    /// the share of the name in the query.
    fn stems(&self, segment: &Segment, hits: &[TermHits]) -> Vec<f32> {
        let idf_sum: f32 = self.part_idfs().map(|(_, idf)| idf).sum();
        let mut found = vec![(0.0f32, 0u32); segment.files() as usize];
        for (term, idf) in self.part_idfs() {
            for &file in &hits[term].stems {
                found[file as usize].0 += idf;
                found[file as usize].1 += 1;
            }
        }
        found
            .into_iter()
            .zip(0..)
            .map(|((idf, parts), file)| {
                if parts == 0 {
                    return 0.0;
                }
                let of_name = f32::from(segment.marks(file).stem_parts.max(1));
                idf / idf_sum.max(1e-9) * (parts as f32 / of_name).min(1.0)
            })
            .collect()
    }
}

/// Keeps the best scores in descending order.
fn insert(best: &mut [f32], score: f32) {
    let mut score = score;
    for held in best {
        if score > *held {
            std::mem::swap(&mut score, held);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarer_is_more() {
        assert!(inverse(100, 1) > inverse(100, 50));
        assert!(inverse(10, 10) >= 0.0);
    }

    #[test]
    fn the_best_stay_in_order() {
        let mut best = [0.0; 3];
        [1.0, 5.0, 2.0, 4.0].into_iter().for_each(|s| insert(&mut best, s));
        assert_eq!(best, [5.0, 4.0, 2.0]);
    }
}
