//! What is true: the records Heimdall keeps, their ids, the store that holds them and the
//! messages that cross a process boundary.
//!
//! Nothing here reads a clock, the environment or a file tree, and nothing here decides what to
//! index: time, bytes and paths are handed in by the actors.

pub mod canonical;
pub mod config;
pub mod depth;
pub mod exit;
pub mod id;
pub mod language;
pub mod record;
pub mod store;
pub mod text;
pub mod wire;

/// Version of everything an extractor decides: queries, chunking, masking, descriptions.
///
/// A file whose record carries another version is extracted again even when its bytes are the
/// same. Raise it with every change that alters what some file yields.
pub const EXTRACTOR_VERSION: u32 = 2;
