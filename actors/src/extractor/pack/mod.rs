//! Parsers that were found on disk: shared objects in `languages/` of Heimdall's own directory.
//!
//! Native code runs in workers only. So there are two sides:
//! - `load`: the worker's, which loads what it is told to before its sandbox closes;
//! - [`Parsers`]: everyone else's, who only ever reads the names in the directory and asks a
//!   worker what came of loading them;
//! - `generic`: the query of a parser that has none beside it.

mod generic;
mod load;
mod parsers;

pub use load::{Loaded, load};
pub use parsers::Parsers;
pub(super) use parsers::{Listing, probe};
