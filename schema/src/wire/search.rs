//! What a search asks and what it answers.

use serde::{Deserialize, Serialize};

use super::status::Skipped;

/// A search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchRequest {
    pub query: String,
    pub limit: u32,
    /// An absolute directory or the name of a project.
    pub scope: Option<String>,
    pub language: Option<String>,
    pub kind: Option<String>,
    /// `file` or `symbol`.
    pub level: Option<String>,
    pub explore: bool,
    pub explain: bool,
}

/// The hits of a search, and how far they can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchReply {
    pub query: String,
    pub took_ms: u64,
    /// None when nobody knows, because no daemon watches.
    pub caught_up: Option<bool>,
    /// Why the answer is not whole; none when it is.
    pub partial: Option<String>,
    pub queued: u64,
    pub skipped: Skipped,
    pub hits: Vec<Hit>,
    pub related: Vec<Related>,
}

/// One hit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hit {
    pub rank: u32,
    /// `STRONG`, `WEAK`, `REBUILT`, `STALE`, `REMOVED`.
    pub verdict: String,
    pub reason: String,
    /// Share of the query's parts that the indexed text covers, 0 to 1.
    pub coverage: f64,
    pub score: f64,
    pub path: String,
    pub root: String,
    pub project: String,
    pub language: String,
    pub title: String,
    pub kind: String,
    pub line: u32,
    pub end_line: u32,
    pub signature: String,
    pub symbols: Vec<HitSymbol>,
    pub snippet: String,
    pub also: Vec<Place>,
    /// Parts of the score, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<std::collections::BTreeMap<String, f64>>,
}

/// A definition within a hit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HitSymbol {
    pub name: String,
    pub kind: String,
    pub line: u32,
    pub end_line: u32,
    pub signature: String,
}

/// Another place of the same content, not verified.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    pub path: String,
    pub line: u32,
}

/// Something near the hits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Related {
    pub title: String,
    pub path: String,
    pub line: u32,
    pub why: String,
}
