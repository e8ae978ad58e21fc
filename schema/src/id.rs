//! Ids and keys. All are functions of content or place, never of a counter or a clock.

use std::fmt;

use rkyv::{Archive, Deserialize, Serialize};

/// BLAKE3 of a file's bytes as they are on disk.
pub type ContentHash = [u8; 32];

/// Names a root: the first eight bytes of the BLAKE3 of its canonical absolute path.
///
/// Stable as long as the root keeps its place; masked in snapshots.
#[derive(
    Archive,
    Serialize,
    Deserialize,
    serde::Serialize,
    serde::Deserialize,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
pub struct RootKey(pub [u8; 8]);

impl RootKey {
    /// The key of the root at `path` (canonical, absolute, no trailing slash).
    pub fn of(path: &[u8]) -> Self {
        let mut key = [0; 8];
        key.copy_from_slice(&blake3::hash(path).as_bytes()[..8]);
        Self(key)
    }

    /// Sixteen lower-case hex digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }
}

impl fmt::Debug for RootKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RootKey({})", self.hex())
    }
}

/// Names a file: its root's key followed by the path below that root, as raw bytes.
///
/// Paths need not be UTF-8. Components are joined by one `/`; there is no leading slash, and no
/// component is empty, `.` or `..`. Byte order is the order of the store, so that all files below
/// a directory are one range.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileKey(Vec<u8>);

impl FileKey {
    pub fn new(root: RootKey, relative: &[u8]) -> Self {
        let mut bytes = Vec::with_capacity(8 + relative.len());
        bytes.extend_from_slice(&root.0);
        bytes.extend_from_slice(relative);
        Self(bytes)
    }

    /// Reads a key back from its bytes; `None` when they are too short to hold a root.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        (bytes.len() >= 8).then(|| Self(bytes.to_vec()))
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn root(&self) -> RootKey {
        let mut key = [0; 8];
        key.copy_from_slice(&self.0[..8]);
        RootKey(key)
    }

    /// The path below the root.
    pub fn relative(&self) -> &[u8] {
        &self.0[8..]
    }

    /// Whether this file is `directory` itself or lies below it (`directory` relative, empty for the root).
    pub fn is_under(&self, root: RootKey, directory: &[u8]) -> bool {
        self.root() == root && under(self.relative(), directory)
    }
}

/// Whether `path` is `directory` or lies below it, by whole components.
pub fn under(path: &[u8], directory: &[u8]) -> bool {
    directory.is_empty()
        || path == directory
        || (path.len() > directory.len()
            && path.starts_with(directory)
            && path[directory.len()] == b'/')
}

impl fmt::Debug for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.root().hex(), String::from_utf8_lossy(self.relative()))
    }
}

/// Names a node: root key, path, qualified name, kind and the ordinal among equals, hashed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub [u8; 16]);

impl NodeId {
    /// `ordinal` counts the nodes of one file that agree in qualified name and kind, in source
    /// order, from 0.
    pub fn of(file: &FileKey, qualified: &str, kind: &str, ordinal: u32) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(file.as_bytes());
        hasher.update(&[0]);
        hasher.update(qualified.as_bytes());
        hasher.update(&[0]);
        hasher.update(kind.as_bytes());
        hasher.update(&[0]);
        hasher.update(&ordinal.to_le_bytes());
        let mut id = [0; 16];
        id.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(id)
    }

    pub fn hex(&self) -> String {
        hex(&self.0)
    }
}

/// Lower-case hex of `bytes`.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|b| [DIGITS[(b >> 4) as usize] as char, DIGITS[(b & 15) as usize] as char])
        .collect()
}
