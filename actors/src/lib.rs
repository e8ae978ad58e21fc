//! Who acts: one folder an actor. `mod.rs` of a folder is the actor and its messages, its
//! siblings are the pure work it does.

pub mod extractor;
pub mod searcher;
pub mod territory;
