//! What is known of a file as a whole.

use rkyv::{Archive, Deserialize, Serialize};

use crate::depth::Depth;
use crate::id::ContentHash;

/// What `lstat` says, as far as it can tell that a file was touched.
#[derive(Archive, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[rkyv(derive(Clone, Copy, Debug))]
pub struct Stat {
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since 1970; may be before.
    pub mtime_ns: i64,
    /// Nanoseconds since 1970; 0 where the file system has none to trust.
    pub ctime_ns: i64,
    pub inode: u64,
}

impl ArchivedFileKind {
    pub fn get(&self) -> FileKind {
        match self {
            ArchivedFileKind::Text => FileKind::Text,
            ArchivedFileKind::Binary => FileKind::Binary,
            ArchivedFileKind::Secret => FileKind::Secret,
            ArchivedFileKind::Huge => FileKind::Huge,
            ArchivedFileKind::Large => FileKind::Large,
            ArchivedFileKind::Generated => FileKind::Generated,
            ArchivedFileKind::Quarantined => FileKind::Quarantined,
            ArchivedFileKind::Unreadable => FileKind::Unreadable,
        }
    }
}

impl ArchivedStat {
    pub fn get(&self) -> Stat {
        Stat {
            size: self.size.to_native(),
            mtime_ns: self.mtime_ns.to_native(),
            ctime_ns: self.ctime_ns.to_native(),
            inode: self.inode.to_native(),
        }
    }
}

/// Why a file stands where it stands on the depth ladder, apart from what was asked for.
#[derive(
    Archive,
    Serialize,
    Deserialize,
    serde::Serialize,
    serde::Deserialize,
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[rkyv(derive(Clone, Copy, Debug, PartialEq, Eq))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum FileKind {
    /// Text, taken as it is.
    Text = 0,
    /// A NUL byte in its head and no Unicode mark: `path` depth.
    Binary = 1,
    /// Secret by its name: `path` depth, never opened.
    Secret = 2,
    /// Over the size that is read: `path` depth.
    Huge = 3,
    /// Over the size that is parsed: `file` depth, its head searched.
    Large = 4,
    /// A lock file or minified: `file` depth.
    Generated = 5,
    /// Ended or outlasted its worker: `file` depth.
    Quarantined = 6,
    /// Could not be opened or read: `path` depth.
    Unreadable = 7,
}

impl FileKind {
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Text => "text",
            FileKind::Binary => "binary",
            FileKind::Secret => "secret",
            FileKind::Huge => "huge",
            FileKind::Large => "large",
            FileKind::Generated => "generated",
            FileKind::Quarantined => "quarantined",
            FileKind::Unreadable => "unreadable",
        }
    }
}

/// One regular file inside a root.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct FileRecord {
    pub stat: Stat,
    /// Of the bytes on disk; all zero when they were not read (`path` depth).
    pub hash: ContentHash,
    pub kind: FileKind,
    /// What was reached.
    pub depth: Depth,
    /// What the configuration asked for.
    pub requested: Depth,
    /// Why `depth` is less than `requested`; empty when it is not.
    pub reason: String,
    /// Name from [`crate::language::LANGUAGES`], or empty.
    pub language: String,
    /// Of the extraction; see [`Extraction::description`](super::Extraction::description).
    pub description: String,
    pub lines: u32,
    /// When this content was first seen at this path, in milliseconds since 1970. Set by the store;
    /// never shown in a dump.
    pub since_ms: u64,
    /// Number of nodes, so that a listing need not look at them.
    pub nodes: u32,
    /// Number of token-shaped strings that were masked.
    pub masked: u32,
    /// [`crate::EXTRACTOR_VERSION`] that made it. The upper half is 0, or a mark of the parser if
    /// that was found on disk.
    pub extractor: u32,
}
