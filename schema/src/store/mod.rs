//! The store: one redb file that one process writes and any number of processes read.
//!
//! The write half ([`Writer`]) belongs to the Reconciler alone; the store's own lock keeps other
//! writers out. Everyone else holds a [`Reader`] and looks at a [`Snapshot`].
//!
//! `docs/store.md` describes every table byte by byte.

mod batch;
mod dump;
mod error;
mod history;
mod layout;
mod listing;
mod migrate;
mod open;
mod pack;
mod reader;
mod snapshot;
mod symbols;
mod tables;
mod writer;

pub use batch::{Batch, Change, Dirty, Replacement, Stale};
pub use dump::{Derived, DumpOptions, Labels, dump};
pub use error::StoreError;
pub use layout::SCHEMA_VERSION;
pub use open::{CACHE_BYTES, READER_CACHE_BYTES};
pub use pack::compress;
pub use reader::Reader;
pub use snapshot::{Checked, Counts, Snapshot};
pub use writer::Writer;
