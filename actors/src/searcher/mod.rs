//! The Searcher: a query in, ranked and verified hits out.
//!
//! The actor is a mailbox before a few threads that search, so that no number of clients can take
//! more than those; a client without a daemon calls the same [`Engine`] itself.

mod abbreviation;
mod actor;
mod atlas;
pub mod document;
pub mod engine;
pub mod error;
mod found;
mod gather;
mod layout;
mod matching;
pub mod memory;
mod mentioning;
mod place;
mod present;
mod query;
mod rank;
pub mod reader;
mod removed;
mod scope;
mod score;
mod segment;
mod sieve;
mod snippet;
mod stem;
mod store;
mod stream;
mod symbols;
#[cfg(test)]
mod tests;
mod totals;
mod valve;
mod verdict;
mod vote;
mod weights;
pub mod word;
pub mod writer;

pub use actor::{Answer, Finish, Search, Searcher};
pub use document::LexicalInput;
pub use engine::{Engine, World};
pub use error::{LexicalError, SearchError};
pub use memory::{Disk, Memory, Seen};
pub use reader::LexicalReader;
pub use store::FileSystem;
pub use writer::LexicalWriter;
