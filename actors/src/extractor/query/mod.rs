//! The language of the files in `queries/`: read, compiled against a grammar, matched at a node.

mod matcher;
mod pattern;
mod syntax;

pub use matcher::Matcher;
pub use pattern::{Pattern, Query, QueryError, Role};
