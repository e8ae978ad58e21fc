//! What the index and the configuration say, shown.

use heimdall_actors::graph::Stored;
use heimdall_schema::depth::Depth;
use heimdall_schema::id::FileKey;
use heimdall_schema::language::{self, LANGUAGES};
use heimdall_schema::record::Event;
use heimdall_schema::store::{DumpOptions, Labels, StoreError, dump};
use heimdall_schema::wire::{
    DepthReply, Failure, Frame, HistoryLine, LanguageLine, Reply, WirePath,
};

use super::graph::Resolvers;
use super::{Send, located};
use crate::daemon::engine::{Shared, store_failure};

/// Entries of history in one answer.
const HISTORY_LIMIT: usize = 1_000;

impl Shared {
    /// Answer to [`Request::Dump`](heimdall_schema::wire::Request::Dump).
    pub fn dump(&self, paths: &[WirePath], all: bool, send: Send<'_>) -> Result<Reply, Failure> {
        let snapshot = self.snapshot()?;
        let ground = self.ground();
        let mut options = DumpOptions { below: None, all };
        if !paths.is_empty() {
            let keys = paths.iter().map(|path| located(&ground, path));
            let keys = keys.collect::<Result<Vec<_>, _>>()?;
            options.below =
                Some(keys.into_iter().map(|k| (k.root(), k.relative().to_vec())).collect());
        }
        let mentioning = |_: &str| Vec::new();
        let stored = Stored::new(&snapshot, &mentioning);
        let mut resolvers = Resolvers::new(&stored);
        let mut edges = |key: &FileKey, labels: &Labels| resolvers.dumped(key, labels);
        let lines = dump(&snapshot, &options, &mut edges, |line| {
            if send(Frame::Line(line.to_owned())) { Ok(()) } else { Err(Ended::Left) }
        });
        match lines {
            Ok(()) | Err(Ended::Left) => match stored.error() {
                Some(error) => Err(store_failure(&error)),
                None => Ok(Reply::Ok),
            },
            Err(Ended::Store(error)) => Err(store_failure(&error)),
        }
    }

    /// Answer to [`Request::History`](heimdall_schema::wire::Request::History).
    pub fn history(&self, path: &WirePath) -> Result<Reply, Failure> {
        let ground = self.ground();
        let below = located(&ground, path)?;
        let snapshot = self.snapshot()?;
        let rows = snapshot.history_since(0).map_err(|e| store_failure(&e))?;
        let mut lines = Vec::new();
        for (key, record) in rows.into_iter().rev() {
            if !key.is_under(below.root(), below.relative()) || lines.len() == HISTORY_LIMIT {
                continue;
            }
            let place = |bytes: &[u8]| {
                FileKey::from_bytes(bytes).map(|key| WirePath(ground.absolute(&key)))
            };
            let (event, other) = match &record.event {
                Event::Removed => ("removed", None),
                Event::MovedFrom { from } => ("moved-from", place(from)),
                Event::MovedTo { to } => ("moved-to", place(to)),
            };
            lines.push(HistoryLine {
                at_ms: record.at_ms,
                path: WirePath(ground.absolute(&key)),
                event: event.into(),
                other,
                titles: record.titles,
            });
        }
        Ok(Reply::History(lines))
    }

    /// Answer to [`Request::Depth`](heimdall_schema::wire::Request::Depth).
    pub fn depth(&self, path: Option<WirePath>) -> Result<Reply, Failure> {
        let mut reply = DepthReply {
            capability: Depth::MAX.name().into(),
            path: path.clone(),
            requested: None,
            effective: None,
            indexed: None,
            reason: String::new(),
        };
        let ground = self.ground();
        let Some(path) = path else { return Ok(Reply::Depth(reply)) };
        let Some(key) = ground.locate(&path.0) else {
            reply.reason = "it lies outside the roots".into();
            return Ok(Reply::Depth(reply));
        };
        let requested = ground.depth(&key);
        reply.requested = Some(requested.name().into());
        let name = path.0.rsplit(|b| *b == b'/').next().unwrap_or_default();
        let language = language::recognise(name, "").map_or("", |l| l.name);
        let parsers = self.pool.look_for_parsers();
        let effective = requested.min(parsers.depth_of(language));
        reply.effective = Some(effective.name().into());
        if effective < requested {
            reply.reason = match language {
                "" => "its language is not known by its name".into(),
                language => parsers.reason(language),
            };
        }
        // Without an index there is nothing more to say, which is no error here.
        if let Ok(snapshot) = self.snapshot()
            && let Some(record) = snapshot.file(&key).map_err(|e| store_failure(&e))?
        {
            reply.effective = Some(record.requested.min(record.depth).name().into());
            reply.indexed = Some(record.depth.name().into());
            reply.reason = record.reason;
        }
        Ok(Reply::Depth(reply))
    }

    /// Answer to [`Request::Languages`](heimdall_schema::wire::Request::Languages).
    pub fn languages(&self, send: Send<'_>) -> Reply {
        let parsers = self.pool.look_for_parsers();
        for language in LANGUAGES {
            let line = LanguageLine {
                name: language.name.into(),
                parser: parsers.source_of(language.name).into(),
                depth: parsers.depth_of(language.name).name().into(),
                reason: parsers.fault(language.name).into(),
                extensions: language.extensions.iter().map(|e| (*e).to_owned()).collect(),
            };
            let Ok(json) = serde_json::to_string(&line) else { continue };
            if !send(Frame::Line(json)) {
                break;
            }
        }
        Reply::Ok
    }
}

enum Ended {
    Left,
    Store(StoreError),
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Ended::Store(error)
    }
}
