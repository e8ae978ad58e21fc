//! What `search` asks and answers. docs/search.schema.json describes the answer.

use serde::{Deserialize, Serialize};

use super::{Skipped, WirePath};

/// Hits when a request does not say how many.
pub const DEFAULT_HITS: u32 = 6;

/// Most hits of one answer.
pub const HIT_LIMIT: u32 = 100;

/// What hits are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A hit is a file, its definitions rolled up.
    #[default]
    File,
    /// A hit is a definition.
    Symbol,
}

/// A search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchRequest {
    pub query: String,
    /// Hits wanted; at most [`HIT_LIMIT`] are given.
    #[serde(default = "default_hits")]
    pub hits: u32,
    /// An absolute path, or the name of a project, exact by component.
    #[serde(default)]
    pub scope: Option<String>,
    #[serde(default)]
    pub language: Option<String>,
    /// A kind of definition, by its name in [`NodeKind`](crate::record::NodeKind).
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub level: Level,
    /// Whether to name other files that are connected with the first hits.
    #[serde(default = "yes")]
    pub explore: bool,
    /// Whether to say what each score is made of.
    #[serde(default)]
    pub explain: bool,
}

fn default_hits() -> u32 {
    DEFAULT_HITS
}

fn yes() -> bool {
    true
}

impl SearchRequest {
    /// A search with nothing but its words.
    pub fn new(query: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            hits: DEFAULT_HITS,
            scope: None,
            language: None,
            kind: None,
            level: Level::File,
            explore: true,
            explain: false,
        }
    }
}

/// How much of the index agrees with the disk, as whoever answers knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Freshness {
    /// None when nobody knows, because no daemon watches.
    pub caught_up: Option<bool>,
    /// Paths that wait to be looked at.
    pub queued: u64,
    /// What is in the roots and not searched, by reason.
    pub skipped: Skipped,
}

/// Whether a hit can be trusted now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// The file is as it was indexed, and what was indexed answers the query.
    Strong,
    /// Anything less; the reason says which part failed.
    Weak,
    /// Would be strong, and moved here; the reason names the old path.
    Rebuilt,
    /// The file is gone and nothing unambiguous replaces it.
    Stale,
    /// Retracted within the last days; a title, nothing more.
    Removed,
}

impl Verdict {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Strong => "STRONG",
            Verdict::Weak => "WEAK",
            Verdict::Rebuilt => "REBUILT",
            Verdict::Stale => "STALE",
            Verdict::Removed => "REMOVED",
        }
    }
}

/// A definition of a hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolLine {
    /// Qualified, as written.
    pub name: String,
    pub kind: String,
    /// From 1.
    pub line: u32,
    pub end_line: u32,
    /// One line.
    pub signature: String,
}

/// What a score is made of; each part already weighted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// (fields + chunks + coverage + stem + definition + size) x place + vote.
    pub fields: f32,
    pub chunks: f32,
    pub coverage: f32,
    pub stem: f32,
    pub definition: f32,
    pub size: f32,
    pub place: f32,
    pub vote: f32,
    /// The query's terms that occur in the file.
    pub terms: Vec<String>,
}

/// One hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// From 1.
    pub rank: u32,
    pub verdict: Verdict,
    /// Why not better; empty when strong.
    pub reason: String,
    /// Share of the query's parts in the text that answers best, 0 to 1; the path does not count.
    pub coverage: f32,
    /// Comparable within one answer only.
    pub score: f32,
    /// Absolute.
    pub path: WirePath,
    /// Root it lies in, absolute.
    pub root: WirePath,
    /// Project it belongs to, by the name of its directory.
    pub project: String,
    /// Empty when none is known.
    pub language: String,
    pub title: String,
    /// Of the definition that answers best; `file` when none does.
    pub kind: String,
    /// From 1.
    pub line: u32,
    pub end_line: u32,
    pub signature: String,
    /// Definitions that match, best first.
    pub symbols: Vec<SymbolLine>,
    /// The line that answers best.
    pub snippet: String,
    /// Other places of the same content, absolute and not verified.
    pub also: Vec<WirePath>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explain: Option<Explanation>,
}

/// A file that is connected with the hits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// Absolute.
    pub path: WirePath,
    pub project: String,
    pub title: String,
    /// How: `defines Router, Route`.
    pub reason: String,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchReply {
    pub query: String,
    /// Filled by whoever has a clock.
    pub took_ms: f64,
    pub caught_up: Option<bool>,
    /// Whether a limit kept something from being looked at; `notes` say which.
    pub partial: bool,
    pub queued: u64,
    pub skipped: Skipped,
    pub hits: Vec<Hit>,
    pub related: Vec<Related>,
    /// What a person should know of the answer as a whole.
    pub notes: Vec<String>,
    /// Hits that the disk no longer agrees with, to be hinted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<WirePath>,
}
