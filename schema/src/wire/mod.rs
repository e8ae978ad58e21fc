//! The messages between a client and the daemon: JSON lines over a Unix socket.
//!
//! Each side first says [`Hello`]. Then the client sends one [`Request`] and reads [`Frame`]s until
//! one of them is [`Frame::Done`] or [`Frame::Failed`]; further requests may follow on the same
//! connection. A client that meets another [`WIRE_VERSION`] says so and reads the store itself.

pub mod path;
pub mod relation;
pub mod search;
pub mod status;

use serde::{Deserialize, Serialize};

pub use path::WirePath;
pub use relation::{RelatedReply, RelatedRequest, RelationLine, SubjectLine};
pub use search::{Freshness, Hit, Level, Related, SearchReply, SearchRequest, SymbolLine, Verdict};
pub use status::{
    AuditReport, Drift, RootStatus, SandboxReport, Skipped, Status, WatchStatus, WorkerStatus,
};

/// Raised with every change of what is said or how.
pub const WIRE_VERSION: u32 = 2;

/// Longest line either side accepts, in bytes.
pub const LINE_LIMIT: usize = 16 << 20;

/// The first line each side sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`WIRE_VERSION`] of the sender.
    pub heimdall: u32,
    /// Version of the program.
    pub version: String,
    pub pid: u32,
}

/// What a client may ask.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Are you there?
    Ping,
    Status,
    /// Look at these paths (files or directories), at everything (`all`), and answer when the
    /// index agrees with the disk. `dry_run` only says what would be done.
    Reconcile {
        paths: Vec<WirePath>,
        all: bool,
        dry_run: bool,
    },
    /// Compare the index with the disk. `deep` hashes every file; `rebuild` repairs what differs.
    Verify {
        deep: bool,
        rebuild: bool,
    },
    /// Find what answers a query.
    Search(SearchRequest),
    /// What is known of a path and what the configuration asks for it.
    Depth {
        path: Option<WirePath>,
    },
    /// What was retracted or moved at or below a path, newest first.
    History {
        path: WirePath,
    },
    /// The index as canonical JSON lines, one a [`Frame::Line`].
    Dump {
        paths: Vec<WirePath>,
        all: bool,
    },
    /// Definitions and edges at or below a directory, with paths seen from it, one a
    /// [`Frame::Line`].
    Graph {
        root: WirePath,
    },
    /// What calls, imports or extends something, and what it uses.
    Related(RelatedRequest),
    /// The languages known, one a [`Frame::Line`] of [`LanguageLine`] JSON.
    Languages,
    /// config.json changed: read it and follow.
    Reload,
    /// End, after what is under way is done or rolled back.
    Stop,
}

/// What comes back.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// How far a long request is.
    Progress { done: u64, total: u64, what: String },
    /// One line of a long answer.
    Line(String),
    /// Something the person should read, beside the answer.
    Note(String),
    /// The answer; the request is over.
    Done(Box<Reply>),
    /// It could not be answered; the request is over.
    Failed(Failure),
}

/// The answer to each [`Request`], by its name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Done, nothing more to say.
    Ok,
    Pong,
    Status(Box<Status>),
    Reconciled(Reconciled),
    Verified(AuditReport),
    Search(Box<SearchReply>),
    Depth(DepthReply),
    History(Vec<HistoryLine>),
    Related(Box<RelatedReply>),
}

/// Why a request failed: one line, a hint, the exit code that it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// From [`crate::exit`].
    pub code: i32,
    /// What and where.
    pub message: String,
    /// What the person may do; may be empty.
    #[serde(default)]
    pub hint: String,
}

impl Failure {
    pub fn new(code: i32, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: hint.into() }
    }
}

/// What a reconcile did, by action; also what it would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reconciled {
    /// Paths that were looked at.
    pub looked_at: u64,
    pub indexed: u64,
    pub updated: u64,
    pub unchanged: u64,
    pub retracted: u64,
    /// Paths that were not ours to look at, with the reason (at most 100).
    pub refused: Vec<(WirePath, String)>,
    /// With `dry_run`: what differs.
    pub drift: Vec<Drift>,
    pub files: u64,
    pub nodes: u64,
}

/// Answer to [`Request::Depth`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthReply {
    /// The deepest level this build reaches for some language.
    pub capability: String,
    pub path: Option<WirePath>,
    /// What the configuration asks for this path; none outside the roots.
    pub requested: Option<String>,
    /// What this build would reach for the path's language.
    pub effective: Option<String>,
    /// What the index holds; none when the path is not indexed.
    pub indexed: Option<String>,
    /// Why `effective` or `indexed` is less than `requested`.
    pub reason: String,
}

/// One entry of [`Request::History`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryLine {
    /// Milliseconds since 1970.
    pub at_ms: u64,
    pub path: WirePath,
    /// `removed`, `moved-from`, `moved-to`.
    pub event: String,
    /// The other end of a move.
    pub other: Option<WirePath>,
    pub titles: Vec<String>,
}

/// One language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageLine {
    pub name: String,
    /// `bundled`, `pack` (found on disk), or `known` without a parser that works.
    pub parser: String,
    /// Depth it reaches.
    pub depth: String,
    /// What keeps a parser on disk from reaching deeper; empty when nothing does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    pub extensions: Vec<String>,
}
