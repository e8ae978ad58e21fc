//! Black box: the built binary, in a sealed home. One crate, so that it is linked once; a new file
//! of tests is named here.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cli;
mod common;
mod content;
mod graph;
mod hints;
mod index;
mod invariants;
mod languages;
mod parsers;
mod process;
mod property;
mod roots;
mod search;
mod security;
mod service;
mod storage;
mod store_layout;
mod watching;
