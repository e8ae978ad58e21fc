//! What `related` asks and answers. docs/related.schema.json describes the answer.

use serde::{Deserialize, Serialize};

use super::{Freshness, WirePath};

/// Relations in each direction when a request does not say how many.
pub const DEFAULT_RELATIONS: u32 = 200;

/// Most relations in each direction.
pub const RELATION_LIMIT: u32 = 5_000;

/// Most edges that a walk goes from where it began.
pub const HOP_LIMIT: u32 = 16;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A definition by its name; with separators, by the end of its qualified name.
    Name(String),
    /// A file as a whole, or what a line of it stands in.
    Path { path: WirePath, line: Option<u32> },
}

/// A walk over edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelatedRequest {
    pub subject: Subject,
    /// Only names defined below this directory, when there are any.
    pub near: Option<WirePath>,
    pub callers: bool,
    pub callees: bool,
    pub importers: bool,
    pub subclasses: bool,
    /// From 1 to [`HOP_LIMIT`].
    pub hops: u32,
    /// In each direction; at most [`RELATION_LIMIT`].
    pub limit: u32,
}

/// A definition or file that the question means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectLine {
    pub path: WirePath,
    /// Line of the name; 1 for a file.
    pub line: u32,
    /// Kind of the definition by its name, or `file`.
    pub kind: String,
    /// Qualified name; empty for a file.
    pub name: String,
}

/// One edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelationLine {
    /// `caller`, `callee`, `importer` or `subclass`, seen from the subject.
    pub direction: String,
    /// `calls`, `uses`, `imports` or `inherits`.
    pub relation: String,
    /// Edges from the subject.
    pub hop: u32,
    /// What was reached.
    pub end: SubjectLine,
    /// From what: the nearer end.
    pub from: SubjectLine,
    /// Where the reference stands.
    pub path: WirePath,
    pub line: u32,
    /// Why it is one.
    pub reason: String,
    /// How far it is to be trusted, from 0 to 1.
    pub confidence: f32,
    /// Whether no other candidate of the reference is likelier.
    pub best: bool,
}

/// Answer to [`Request::Related`](super::Request::Related).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelatedReply {
    /// What the question means; several when the name is defined several times.
    pub subjects: Vec<SubjectLine>,
    pub relations: Vec<RelationLine>,
    /// Whether there are more than were asked for.
    pub more: bool,
    pub freshness: Freshness,
}
