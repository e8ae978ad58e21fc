//! The constants of the ranking: recipe B of the ranking study, in one place.
//!
//! They were fitted on 15 public repositories in ten languages and are not to be fitted to any one
//! of them. A semantic leg adds its own part beside these (see [`Parts`](super::rank::Parts)).

use super::layout::{CHUNK_FIELDS, FILE_FIELDS};

/// Weight of each file field: stem, directories, types, functions, other names, comments, code.
pub const FIELD: [f32; FILE_FIELDS] = [4.0, 1.5, 3.0, 2.0, 1.0, 1.0, 1.0];

/// BM25 over files: saturation and length normalisation.
pub const K1: f32 = 1.2;
pub const B: f32 = 0.75;

/// Share of the frequency over all fields in a field's inverse frequency.
pub const GLOBAL_IDF: f32 = 0.5;

/// What a part, a joined whole and two joined neighbours of the query count.
pub const PART: f32 = 1.0;
pub const WHOLE: f32 = 1.0;
pub const JOIN: f32 = 0.7;

/// What an occurrence of a term's prefix or extension counts, in the first four fields.
pub const PREFIX: f32 = 0.35;

/// What an occurrence of a term's short form counts.
pub const SHORT_FORM: f32 = 0.3;

/// Weight and length normalisation of each chunk field: names, comments, code.
pub const CHUNK: [f32; CHUNK_FIELDS] = [3.0, 1.2, 1.0];
pub const CHUNK_B: [f32; CHUNK_FIELDS] = [0.4, 0.2, 0.9];

/// A file takes its best chunks, each at this share of the one before.
pub const BEST_CHUNKS: usize = 5;
pub const CHUNK_DECAY: f32 = 0.5;

/// What each part of the score counts beside the first (the file fields).
pub const CHUNKS: f32 = 0.9;
pub const COVERAGE: f32 = 0.2;
pub const STEM: f32 = 0.8;
pub const DEFINES: f32 = 0.5;
pub const DEFINES_FOLDED: f32 = 0.2;
pub const SIZE: f32 = 0.35;
pub const VOTE: f32 = 0.3;

/// Penalties, multiplied.
pub const TEST: f32 = 0.5;
pub const ASIDE: f32 = 0.7;
pub const OLD: f32 = 0.7;
pub const HEADER: f32 = 0.7;

/// Hits that vote for the files whose types they mention.
pub const VOTERS: usize = 10;

/// Words of a query that ask for nothing.
pub const STOP: &[&str] = &[
    "a", "across", "an", "and", "are", "as", "at", "be", "between", "by", "can", "do", "does",
    "each", "for", "from", "has", "have", "how", "if", "in", "into", "is", "it", "its", "not",
    "of", "on", "or", "that", "the", "their", "this", "to", "use", "used", "uses", "using", "via",
    "was", "what", "when", "where", "which", "who", "why", "with",
];
