//! config.json: the keys a person may set, with their defaults.
//!
//! Unknown keys are kept when the file is written again and otherwise ignored; a key of the wrong
//! type is an error that names it, never a silent default.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::depth::Depth;

/// How much of a file is read, by size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sizes {
    /// To this size: everything. Default 2 MiB.
    pub parse: u64,
    /// To this size: hashed, the first `head` bytes searched. Default 16 MiB. Above: `path` depth.
    pub hash: u64,
    /// Default 1 MiB.
    pub head: u64,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { parse: 2 << 20, hash: 16 << 20, head: 1 << 20 }
    }
}

/// The settings, as read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    pub version: u32,
    /// Depth of what no pattern of `roots` names; `max` by default.
    #[serde(with = "depth_word")]
    pub depth: Depth,
    /// Glob (or literal prefix, `~/` allowed) to level. The longest matching pattern wins.
    pub roots: BTreeMap<String, String>,
    /// The directories that are indexed; absolute, or beginning `~/`.
    pub watch_roots: Vec<String>,
    /// Clients start a daemon when none runs.
    pub autostart: bool,
    /// Quiet time after an event before a path is looked at, in milliseconds.
    pub debounce_ms: u64,
    pub sizes: Sizes,
    /// Seconds between audits.
    pub audit_every: u64,
    pub facts: bool,
    pub receipts: bool,
    pub orient: bool,
    pub guard: String,
    pub backend: Option<String>,
    pub harness: Option<String>,
    /// Everything else, kept.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            version: 1,
            depth: Depth::MAX,
            roots: BTreeMap::new(),
            watch_roots: Vec::new(),
            autostart: true,
            debounce_ms: 50,
            sizes: Sizes::default(),
            audit_every: 900,
            facts: false,
            receipts: false,
            orient: true,
            guard: "warn".into(),
            backend: None,
            harness: None,
            other: Map::new(),
        }
    }
}

impl Config {
    /// Reads the text of config.json; empty text is all defaults.
    ///
    /// # Errors
    /// What JSON or a key's type is at fault, with line and column.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        if text.trim().is_empty() { Ok(Self::default()) } else { serde_json::from_str(text) }
    }
}

mod depth_word {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::depth::Depth;

    pub fn serialize<S: Serializer>(depth: &Depth, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(if *depth == Depth::MAX { "max" } else { depth.name() })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Depth, D::Error> {
        let word = String::deserialize(d)?;
        Depth::parse(&word).ok_or_else(|| {
            D::Error::custom(format!("depth `{word}` is none of path, file, symbol, graph, max"))
        })
    }
}
