//! The extractor: bytes in, symbols out. A pure function of (text, language, depth), run in
//! worker processes because the parsers are native code.
//!
//! - [`Grammar`]: the languages of this build; `queries/` and `cases/` hold a file for each
//! - [`Parsers`]: those and the ones found on disk (`pack`)
//! - `query`: the notation of those files
//! - `mend`: texts that a grammar cannot read, made readable
//! - `mask`: what some texts need before their grammar can read them
//! - `preprocessed`: what a parser sees of C and C++, without macros and conditions in its way
//! - `walk`: the pass over a tree that collects what a query names
//! - [`Extractor`]: text to [`heimdall_schema::record::Extraction`]
//! - `chunks`, `description`, `plain`, `lines`, `names`: the parts that need no tree
//!
//! - [`Pool`]: the workers seen from the daemon (`process`, `failure`)
//! - [`worker`]: the worker itself (`sandbox`, `sys`); `frame` is what passes between the two
//!
//! It never reads a source file: the caller hands in texts.

mod chunks;

mod description;
mod extract;
mod failure;
mod fault;
mod frame;
mod grammar;
mod lines;
mod mask;
mod mend;
mod names;
mod pack;
mod plain;
mod pool;
mod preprocessed;
mod process;
mod query;
mod sandbox;
mod sys;
mod walk;
pub mod worker;

#[cfg(test)]
mod tests;

pub use extract::{Extractor, extract_plain};
pub use failure::{Failure, FailureKind};
pub use frame::{SandboxReport, Task};
pub use grammar::Grammar;
pub use pack::Parsers;
pub use pool::{Health, Pool, Settings};
pub use process::Launch;
pub use sys::give_back_memory;
