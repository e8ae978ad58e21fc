//! The extractor: bytes in, symbols out. A pure function of (text, language, depth), run in
//! worker processes because the parsers are native code.
//!
//! - [`grammar`]: the languages of this build; `queries/` and `cases/` hold a file for each
//! - `query`: the notation of those files
//! - `walk`: the pass over a tree that collects what a query names
//! - [`extract`]: text to [`heimdall_schema::record::Extraction`]
//! - `chunks`, `description`, `plain`, `lines`, `names`: the parts that need no tree
//!
//! It reads no file, no clock and no environment.

mod chunks;
mod description;
mod extract;
mod grammar;
mod lines;
mod names;
mod plain;
mod query;
mod walk;

#[cfg(test)]
mod tests;

pub use extract::{Extractor, extract_plain};
pub use grammar::{Grammar, depth_of, languages};
