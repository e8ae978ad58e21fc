//! Looking at one path: from (disk, record) to what has to change. The heart of the index:
//! `desired(path)` is a function of its bytes, its name, its depth and the extractor's version.
//!
//! Runs on a looker's thread; writes nothing.

use heimdall_schema::EXTRACTOR_VERSION;
use heimdall_schema::depth::Depth;
use heimdall_schema::id::{ContentHash, FileKey};
use heimdall_schema::language;
use heimdall_schema::record::{Extraction, FileKind, FileRecord};
use heimdall_schema::store::{Change, Replacement, Snapshot, compress};

use crate::extractor::{Parsers, Pool, Task};
use crate::territory::{Ground, Observation, Reading, Unread};

/// A path to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    pub key: FileKey,
    pub generation: u64,
    /// Believe nothing that the store says of it.
    pub force: bool,
}

/// What the lexical index has to be told.
#[derive(Debug)]
pub enum Lexical {
    Keep,
    Remove,
    Replace { language: String, extraction: Box<Extraction>, text: String },
}

/// What a look came to, as people call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Indexed,
    Updated,
    Unchanged,
    Retracted,
}

/// What was found.
#[derive(Debug)]
pub struct Outcome {
    pub key: FileKey,
    pub generation: u64,
    pub change: Change,
    pub lexical: Lexical,
    pub action: Action,
    /// Content that ended or outlasted its worker, the extractor's version, and how.
    pub quarantine: Option<(ContentHash, u32, String)>,
    /// Why the file could not be read.
    pub problem: Option<String>,
}

/// Looks at one path.
pub fn look(ground: &Ground, snapshot: &Snapshot, pool: &Pool, look: Look) -> Outcome {
    let Look { key, generation, force } = look;
    // A damaged record is no record: the file is indexed anew over it.
    let known = snapshot.file(&key).unwrap_or_else(|error| {
        tracing::warn!(%error, "a damaged record is replaced");
        None
    });
    let decide = |parsers: &Parsers| {
        let known = known.as_ref();
        Found { ground, snapshot, pool, parsers, key: &key, known, force }.decide()
    };
    let mut parsers = pool.parsers();
    let (change, lexical, action, quarantine, problem) = loop {
        let decision = decide(&parsers);
        let now = pool.parsers();
        // A worker may have had other parsers than those that the record speaks of.
        if std::sync::Arc::ptr_eq(&now, &parsers) {
            break decision;
        }
        parsers = now;
    };
    Outcome { key, generation, change, lexical, action, quarantine, problem }
}

type Decision = (Change, Lexical, Action, Option<(ContentHash, u32, String)>, Option<String>);

struct Found<'a> {
    ground: &'a Ground,
    snapshot: &'a Snapshot,
    pool: &'a Pool,
    parsers: &'a Parsers,
    key: &'a FileKey,
    known: Option<&'a FileRecord>,
    force: bool,
}

impl Found<'_> {
    fn decide(&self) -> Decision {
        if !self.ground.takes(self.key, false) {
            let gone = matches!(self.ground.observe(self.key), Observation::Gone);
            return self.retract(gone);
        }
        let stat = match self.ground.observe(self.key) {
            Observation::Regular(stat) => stat,
            // A disk that is away, or a door that is shut, takes no record with it.
            Observation::Unavailable | Observation::Denied => return settle(),
            _ => return self.retract(true),
        };
        let requested = self.ground.depth(self.key);
        let as_wanted = |known: &FileRecord| {
            !self.force
                && known.requested == requested
                && self.is_of_now(known)
                && !self.deeper_now(known)
        };
        if self.known.is_some_and(|known| known.stat == stat && as_wanted(known)) {
            return settle();
        }
        if requested == Depth::Path {
            return self.replace(FileRecord { stat, ..self.bare(requested) }, None, None);
        }
        let reading = match self.ground.read(self.key) {
            Ok(reading) => reading,
            Err(Unread::Not(Observation::Unavailable | Observation::Denied)) => return settle(),
            Err(Unread::Not(_)) => return self.retract(true),
            Err(Unread::Changing) => {
                let decision = settle();
                return (
                    decision.0,
                    decision.1,
                    decision.2,
                    None,
                    Some("it is written to all the time".into()),
                );
            }
        };
        if let Some(known) = self.known
            && as_wanted(known)
            && known.hash == reading.hash
            && reading.hash != [0; 32]
        {
            let record = FileRecord { stat: reading.stat, ..known.clone() };
            return (Change::Touch(Box::new(record)), Lexical::Keep, Action::Unchanged, None, None);
        }
        self.index(reading, requested)
    }

    /// Whether the extractor would say the same today, as deep as the record goes.
    fn is_of_now(&self, known: &FileRecord) -> bool {
        self.parsers.accepts(&known.language, known.depth, known.kind, known.extractor)
    }

    /// Whether we reach further into the file now than when the record was made.
    fn deeper_now(&self, known: &FileRecord) -> bool {
        known.kind == FileKind::Text
            && known.depth >= Depth::File
            && known.depth < known.requested.min(self.parsers.depth_of(&known.language))
    }

    fn retract(&self, gone: bool) -> Decision {
        if self.known.is_none() && !self.force {
            return settle();
        }
        (Change::Retract { gone }, Lexical::Remove, Action::Retracted, None, None)
    }

    /// The record of a file of which nothing is known but its name.
    fn bare(&self, requested: Depth) -> FileRecord {
        FileRecord {
            stat: Default::default(),
            hash: [0; 32],
            kind: FileKind::Text,
            depth: Depth::Path,
            requested,
            reason: String::new(),
            language: language::recognise(file_name(self.key), "")
                .map_or(String::new(), |l| l.name.to_owned()),
            description: String::new(),
            lines: 0,
            since_ms: 0,
            nodes: 0,
            masked: 0,
            extractor: EXTRACTOR_VERSION,
        }
    }

    fn index(&self, reading: Reading, requested: Depth) -> Decision {
        let mut record =
            FileRecord { stat: reading.stat, hash: reading.hash, ..self.bare(requested) };
        let content = reading.into_content();
        let standing = content.standing;
        record.kind = standing.kind;
        record.masked = content.masked;
        let Some(text) = content.text else {
            let problem = (standing.kind == FileKind::Unreadable).then(|| standing.reason.clone());
            record.reason = standing.reason;
            return self.replace(record, None, problem);
        };
        let head = &text[..text.floor_char_boundary(64 << 10)];
        let language =
            language::recognise(file_name(self.key), head).map_or("", |language| language.name);
        record.language = language.to_owned();
        let (mut depth, mut reason) = (requested.min(standing.limit), standing.reason);
        let capability = self.parsers.depth_of(language);
        if depth > capability {
            depth = capability;
            reason = self.parsers.reason(language);
        }
        let version = self.parsers.version(language, depth);
        record.extractor = version;
        let mut quarantine = None;
        if depth > Depth::File
            && let Ok(Some(why)) = self.snapshot.quarantined(&record.hash, version)
        {
            (depth, reason, record.kind) = (Depth::File, why, FileKind::Quarantined);
        }
        let extracted = match self.pool.extract(&Task { language, depth, text: &text }) {
            Ok(extracted) => Some(extracted),
            Err(failure) if !failure.blames_text() => {
                // Not the text's fault: an extractor of version 0 is always out of date.
                record.extractor = 0;
                return self.replace(record, None, Some(failure.reason));
            }
            Err(failure) => {
                tracing::warn!(path = ?self.key, reason = %failure.reason, "quarantined");
                quarantine = Some((record.hash, version, failure.reason.clone()));
                (depth, reason, record.kind) = (Depth::File, failure.reason, FileKind::Quarantined);
                self.pool.extract(&Task { language, depth, text: &text }).ok()
            }
        };
        record.depth = depth;
        record.reason = if depth < requested { reason } else { String::new() };
        let found = extracted.map(|bytes| (bytes, text));
        let mut decision = self.replace(record, found, None);
        decision.3 = quarantine;
        decision
    }

    /// The decision to replace all that the path owns: its record, and what was extracted from
    /// which text.
    fn replace(
        &self,
        mut record: FileRecord,
        found: Option<(Vec<u8>, String)>,
        problem: Option<String>,
    ) -> Decision {
        let action = if self.known.is_some() { Action::Updated } else { Action::Indexed };
        let (bytes, text) = found.unzip();
        let extraction = bytes.as_deref().and_then(extraction);
        let parts = extraction.as_ref().map(Extraction::split);
        let extraction = Box::new(extraction.unwrap_or_default());
        record.nodes = extraction.nodes.len() as u32;
        record.lines = extraction.lines;
        record.description.clone_from(&extraction.description);
        let (outline, mentions) = parts.unzip();
        let new = Replacement {
            outline: outline.as_ref().and_then(packed),
            mentions: mentions
                .filter(|mentions| {
                    !(mentions.references.is_empty() && mentions.bindings.is_empty())
                })
                .as_ref()
                .and_then(packed),
            text: text.as_deref().and_then(|text| compress(text.as_bytes()).ok()),
            record,
        };
        let lexical = Lexical::Replace {
            language: new.record.language.clone(),
            extraction,
            text: text.unwrap_or_default(),
        };
        (Change::Replace(Box::new(new)), lexical, action, None, problem)
    }
}

/// A record as the store keeps it.
fn packed<T>(record: &T) -> Option<Vec<u8>>
where
    T: for<'a> rkyv::Serialize<
            rkyv::api::high::HighSerializer<
                rkyv::util::AlignedVec,
                rkyv::ser::allocator::ArenaHandle<'a>,
                rkyv::rancor::Error,
            >,
        >,
{
    let bytes = rkyv::to_bytes::<rkyv::rancor::Error>(record).ok()?;
    compress(&bytes).ok()
}

/// What the worker's bytes hold; the pool has checked them.
fn extraction(bytes: &[u8]) -> Option<Extraction> {
    rkyv::from_bytes::<Extraction, rkyv::rancor::Error>(bytes).ok()
}

fn settle() -> Decision {
    (Change::Settle, Lexical::Keep, Action::Unchanged, None, None)
}

/// The last component of the path.
fn file_name(key: &FileKey) -> &[u8] {
    key.relative().rsplit(|b| *b == b'/').next().unwrap_or(key.relative())
}
