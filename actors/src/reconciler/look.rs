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

use crate::extractor::{self, Extracted, Pool, Task};
use crate::territory::{Ground, Observation, Reading};

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
    Replace { language: String, extraction: Extraction, text: String },
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
    /// Content that ended or outlasted its worker, and how.
    pub quarantine: Option<(ContentHash, String)>,
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
    let found = Found { ground, snapshot, pool, key: &key, known: known.as_ref(), force };
    let (change, lexical, action, quarantine, problem) = found.decide();
    Outcome { key, generation, change, lexical, action, quarantine, problem }
}

type Decision = (Change, Lexical, Action, Option<(ContentHash, String)>, Option<String>);

struct Found<'a> {
    ground: &'a Ground,
    snapshot: &'a Snapshot,
    pool: &'a Pool,
    key: &'a FileKey,
    known: Option<&'a FileRecord>,
    force: bool,
}

impl Found<'_> {
    fn decide(&self) -> Decision {
        if !self.ground.takes(self.key, false) {
            return self.retract();
        }
        let stat = match self.ground.observe(self.key) {
            Observation::Regular(stat) => stat,
            // A disk that is away takes no record with it.
            _ if !self.ground.available(self.key.root()) => return settle(),
            _ => return self.retract(),
        };
        let requested = self.ground.depth(self.key);
        let as_wanted = |known: &FileRecord| {
            !self.force
                && known.requested == requested
                && known.extractor == EXTRACTOR_VERSION
                && !deeper_now(known)
        };
        if self.known.is_some_and(|known| known.stat == stat && as_wanted(known)) {
            return settle();
        }
        let reading = match self.ground.read(self.key, requested) {
            Ok(reading) => reading,
            Err(_) if !matches!(self.ground.observe(self.key), Observation::Regular(_)) => {
                return self.retract();
            }
            Err(error) => {
                let reason = error.to_string();
                let record = FileRecord { stat, ..self.bare(FileKind::Unreadable, requested, &reason) };
                return self.replace(record, None, None, Some(reason));
            }
        };
        if let Some(known) = self.known
            && as_wanted(known)
            && known.hash == reading.hash
            && known.kind != FileKind::Unreadable
            && reading.hash != [0; 32]
        {
            let record = FileRecord { stat: reading.stat, ..known.clone() };
            return (Change::Touch(Box::new(record)), Lexical::Keep, Action::Unchanged, None, None);
        }
        self.index(reading, requested)
    }

    fn retract(&self) -> Decision {
        if self.known.is_none() && !self.force {
            return settle();
        }
        (Change::Retract, Lexical::Remove, Action::Retracted, None, None)
    }

    /// A record of a file that was not read.
    fn bare(&self, kind: FileKind, requested: Depth, reason: &str) -> FileRecord {
        FileRecord {
            stat: Default::default(),
            hash: [0; 32],
            kind,
            depth: Depth::Path,
            requested,
            reason: if requested == Depth::Path { String::new() } else { reason.to_owned() },
            language: language::recognise(file_name(self.key), "")
                .map_or(String::new(), |l| l.name.to_owned()),
            description: String::new(),
            lines: 0,
            nodes: 0,
            masked: 0,
            extractor: EXTRACTOR_VERSION,
        }
    }

    fn index(&self, reading: Reading, requested: Depth) -> Decision {
        let mut record = FileRecord {
            stat: reading.stat,
            hash: reading.hash,
            ..self.bare(reading.kind, requested, &reading.reason)
        };
        let Some(content) = reading.content else {
            return self.replace(record, None, None, None);
        };
        let (text, masked) = content.into_text();
        record.masked = masked;
        let head = &text[..text.floor_char_boundary(64 << 10)];
        let language =
            language::recognise(file_name(self.key), head).map_or("", |language| language.name);
        record.language = language.to_owned();
        let (mut depth, mut reason) = match reading.kind {
            FileKind::Text => (requested, String::new()),
            _ => (requested.min(Depth::File), reading.reason),
        };
        let capability = extractor::depth_of(language);
        if depth > capability {
            depth = capability;
            reason = match language {
                "" => "its language is not known".into(),
                language => format!("no parser for {language}"),
            };
        }
        let mut quarantine = None;
        if depth > Depth::File
            && let Ok(Some(why)) = self.snapshot.quarantined(&record.hash, EXTRACTOR_VERSION)
        {
            (depth, reason, record.kind) = (Depth::File, why, FileKind::Quarantined);
        }
        let extracted = match self.pool.extract(&Task { language, depth, text: &text }) {
            Ok(extracted) => Some(extracted),
            Err(failure) => {
                tracing::warn!(path = ?self.key, reason = %failure.reason, "quarantined");
                quarantine = Some((record.hash, failure.reason.clone()));
                (depth, reason, record.kind) = (Depth::File, failure.reason, FileKind::Quarantined);
                self.pool.extract(&Task { language, depth, text: &text }).ok()
            }
        };
        (record.depth, record.reason) = (depth, if depth < requested { reason } else { String::new() });
        let mut decision = self.replace(record, extracted, Some(text), None);
        decision.3 = quarantine;
        decision
    }

    fn replace(
        &self,
        mut record: FileRecord,
        extracted: Option<Extracted>,
        text: Option<String>,
        problem: Option<String>,
    ) -> Decision {
        let action = if self.known.is_some() { Action::Updated } else { Action::Indexed };
        let (packed, extraction) = match extracted {
            Some(Extracted { bytes, extraction }) => (Some(bytes), extraction),
            None => (None, Extraction::default()),
        };
        record.nodes = extraction.nodes.len() as u32;
        record.lines = extraction.lines;
        record.description.clone_from(&extraction.description);
        let stored = text.as_deref().and_then(|text| compress(text).ok());
        let lexical = Lexical::Replace {
            language: record.language.clone(),
            extraction,
            text: text.unwrap_or_default(),
        };
        let new = Replacement { record, extraction: packed, text: stored };
        (Change::Replace(Box::new(new)), lexical, action, None, problem)
    }
}

fn settle() -> Decision {
    (Change::Settle, Lexical::Keep, Action::Unchanged, None, None)
}

/// Whether this build reaches further into the file than the one that made the record.
fn deeper_now(known: &FileRecord) -> bool {
    known.kind == FileKind::Text
        && known.depth >= Depth::File
        && known.depth < known.requested.min(extractor::depth_of(&known.language))
}

/// The last component of the path.
fn file_name(key: &FileKey) -> &[u8] {
    key.relative().rsplit(|b| *b == b'/').next().unwrap_or(key.relative())
}
