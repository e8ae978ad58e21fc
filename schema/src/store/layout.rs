//! Tables and their keys. Every value stands behind a [`header`](crate::record::header).

use redb::TableDefinition;
use xxhash_rust::xxh3::xxh3_64;

use crate::id::{ContentHash, FileKey, RootKey};

/// Version of the store as a whole: which tables there are and how their keys are built.
pub const SCHEMA_VERSION: u32 = 3;

/// Format byte of the records of this schema version.
pub const FORMAT: u8 = 1;

type Rows = TableDefinition<'static, &'static [u8], &'static [u8]>;

/// name -> bytes; see the `KEY_*` constants.
pub const META: Rows = TableDefinition::new("meta");
/// root key -> canonical absolute path.
pub const ROOTS: Rows = TableDefinition::new("roots");
/// root key, relative directory -> nothing: directories that hold a `.git`.
pub const PROJECTS: Rows = TableDefinition::new("projects");
/// file key -> [`FileRecord`](crate::record::FileRecord).
pub const FILES: Rows = TableDefinition::new("files");
/// file key -> length (u32) and zstd frame of [`Outline`](crate::record::Outline): nodes and chunks.
pub const NODES: Rows = TableDefinition::new("nodes");
/// file key -> length (u32) and zstd frame of [`Mentions`](crate::record::Mentions).
pub const REFERENCES: Rows = TableDefinition::new("references");
/// file key -> length (u32) and zstd frame of the masked text.
pub const TEXTS: Rows = TableDefinition::new("texts");
/// [`SymbolKey`] -> nothing: the file may define the name. What it does define, its row of
/// [`NODES`] says.
pub const SYMBOLS: Rows = TableDefinition::new("symbols");
/// file tag, file key -> nothing: which files a tag stands for.
pub const TAGS: Rows = TableDefinition::new("tags");
/// content hash, file key -> nothing.
pub const HASHES: Rows = TableDefinition::new("hashes");
/// file key -> [`QueueRecord`](crate::record::QueueRecord).
pub const QUEUE: Rows = TableDefinition::new("queue");
/// time (u64, big-endian milliseconds), file key -> [`HistoryRecord`](crate::record::HistoryRecord).
pub const HISTORY: Rows = TableDefinition::new("history");
/// content hash -> extractor version (u32), reason.
pub const QUARANTINE: Rows = TableDefinition::new("quarantine");

/// All tables, in the order in which they are created.
pub const TABLES: [Rows; 13] = [
    META, ROOTS, PROJECTS, FILES, NODES, REFERENCES, TEXTS, SYMBOLS, TAGS, HASHES, QUEUE, HISTORY,
    QUARANTINE,
];

/// Schema version, u32.
pub const KEY_SCHEMA: &[u8] = b"schema";
/// Number of the last commit that both the lexical index and the store hold, u64.
pub const KEY_EPOCH: &[u8] = b"epoch";
/// The last audit, JSON.
pub const KEY_AUDIT: &[u8] = b"audit";
/// How far hints.jsonl was read: inode (u64) and offset (u64).
pub const KEY_HINTS: &[u8] = b"hints";
/// Count of bytes of indexed text, u64.
pub const KEY_TEXT_BYTES: &[u8] = b"text-bytes";

/// Stands for a file key where the key in full would take most of the store: its XXH3-64,
/// little-endian. Should two files ever share one, what it leads to tells them apart.
pub type FileTag = [u8; 8];

/// A row of [`SYMBOLS`]: the low 48 bits of the name's XXH3-64, little-endian, and a file tag.
pub type SymbolKey = [u8; 14];

/// The tag of a file.
pub fn file_tag(file: &FileKey) -> FileTag {
    xxh3_64(file.as_bytes()).to_le_bytes()
}

/// Key of a row of [`SYMBOLS`].
pub fn symbol_key(name: &str, file: FileTag) -> SymbolKey {
    let mut key = [0; 14];
    key[..6].copy_from_slice(&symbol_prefix(name));
    key[6..].copy_from_slice(&file);
    key
}

/// What all rows of one name in [`SYMBOLS`] begin with; other names may share it.
pub fn symbol_prefix(name: &str) -> [u8; 6] {
    let [a, b, c, d, e, f, ..] = xxh3_64(name.as_bytes()).to_le_bytes();
    [a, b, c, d, e, f]
}

/// Key of a row of [`TAGS`].
pub fn tag_key(file: &FileKey) -> Vec<u8> {
    [&file_tag(file)[..], file.as_bytes()].concat()
}

/// Key of a row of [`HASHES`].
pub fn hash_key(hash: &ContentHash, file: &FileKey) -> Vec<u8> {
    [&hash[..], file.as_bytes()].concat()
}

/// Key of a row of [`HISTORY`].
pub fn history_key(at_ms: u64, file: &FileKey) -> Vec<u8> {
    [&at_ms.to_be_bytes()[..], file.as_bytes()].concat()
}

/// Key of a row of [`PROJECTS`].
pub fn project_key(root: RootKey, directory: &[u8]) -> Vec<u8> {
    [&root.0[..], directory].concat()
}
