//! The graph: which definition each reference means.
//!
//! No actor. Everything here is a pure function of an [`Index`]: nothing is stored, so nothing can
//! be out of date. `rules/` says what is particular to a language.

mod collections;
pub mod edges;
pub mod expression;
pub mod facts;
pub mod index;
mod jsonc;
mod lookup;
mod members;
pub mod model;
mod modules;
mod nearness;
mod objects;
pub mod paths;
pub mod related;
pub mod resolver;
pub mod rules;
pub mod stored;
mod supertypes;
mod types;
pub mod written;

#[cfg(test)]
mod tests;

pub use edges::{Edge, definitions, edges};
pub use facts::Facts;
pub use index::{Index, Memory};
pub use model::{Answer, Candidate, Reason};
pub use related::{Asked, Direction, End, Relation, related};
pub use resolver::Resolver;
pub use stored::Stored;
