//! The records of the index, as rkyv lays them out, and the header each stands behind.

pub mod extraction;
pub mod file;
pub mod header;
pub mod history;
pub mod queue;

pub use extraction::{
    ArchivedExtraction, ArchivedNode, ArchivedReference, Chunk, Extraction, NO_INDEX, Node,
    NodeKind, Reference, ReferenceKind, Span,
};
pub use file::{ArchivedFileRecord, FileKind, FileRecord, Stat};
pub use history::{Event, HistoryRecord};
pub use queue::QueueRecord;
