//! Black box: the built binary, in a sealed home. One crate, so that it is linked once; a new file
//! of tests is named here.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cli;
mod common;
mod hints;
mod index;
mod invariants;
mod languages;
mod property;
mod roots;
mod search;
mod service;
mod store_layout;
