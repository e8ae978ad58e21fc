//! Who acts: one folder an actor. `mod.rs` of a folder is the actor and its messages, its
//! siblings are the pure work it does.
//!
//! `territory` (which paths are ours), `board` (what all may know), `deliver` and `fault` are no
//! actors; they serve all of them.

pub mod auditor;
pub mod board;
pub mod deliver;
pub mod embedder;
pub mod extractor;
pub mod fault;
pub mod graph;
pub mod hint_ingest;
pub mod reconciler;
pub mod searcher;
pub mod territory;
pub mod watcher;
