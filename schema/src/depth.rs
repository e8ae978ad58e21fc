//! The depth ladder: how much is known of a file.

use rkyv::{Archive, Deserialize, Serialize};

/// How much the index knows of a file; each level includes those before it.
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
#[rkyv(derive(Clone, Copy, PartialEq, Eq))]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Depth {
    /// The file exists.
    Path = 0,
    /// And its language, size, description and words.
    File = 1,
    /// And one node a definition.
    Symbol = 2,
    /// And its references to other definitions.
    Graph = 3,
}

impl Depth {
    /// The deepest level; what `max` asks for.
    pub const MAX: Depth = Depth::Graph;

    pub fn name(self) -> &'static str {
        match self {
            Depth::Path => "path",
            Depth::File => "file",
            Depth::Symbol => "symbol",
            Depth::Graph => "graph",
        }
    }

    /// Reads a level as config.json writes it; `max` is [`Depth::MAX`].
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "path" => Depth::Path,
            "file" => Depth::File,
            "symbol" => Depth::Symbol,
            "graph" | "max" => Depth::Graph,
            _ => return None,
        })
    }
}

impl ArchivedDepth {
    pub fn get(&self) -> Depth {
        match self {
            ArchivedDepth::Path => Depth::Path,
            ArchivedDepth::File => Depth::File,
            ArchivedDepth::Symbol => Depth::Symbol,
            ArchivedDepth::Graph => Depth::Graph,
        }
    }
}
