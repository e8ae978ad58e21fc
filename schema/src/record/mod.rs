//! The records of the index, as rkyv lays them out, and the header each stands behind.

pub mod extraction;
pub mod file;
pub mod header;
pub mod history;
pub mod queue;

pub use extraction::{
    ArchivedExtraction, ArchivedNode, ArchivedOutline, ArchivedReference, Binding, BindingKind,
    Chunk, Extraction, Mentions, NO_ARITY, NO_INDEX, Node, NodeKind, Outline, Reference,
    ReferenceKind, Span,
};
pub use file::{ArchivedFileRecord, FileKind, FileRecord, Stat};
pub use history::{Event, HistoryRecord};
pub use queue::QueueRecord;
