//! Searching.

use std::os::unix::ffi::OsStrExt as _;
use std::time::Instant;

use actix::Addr;
use heimdall_actors::deliver::deliver;
use heimdall_actors::reconciler::{Reconciler, Touched};
use heimdall_actors::searcher::{FileSystem, LexicalError, Search, SearchError, World};
use heimdall_schema::exit;
use heimdall_schema::store::{Snapshot, StoreError};
use heimdall_schema::wire::{Failure, Freshness, Reply, SearchReply, SearchRequest, WirePath};

use crate::daemon::engine::{Shared, store_failure};
use crate::daemon::{Desk, block_on, now_ms};

impl Shared {
    /// Answer to [`Request::Search`](heimdall_schema::wire::Request::Search). Anchors that are gone
    /// are hinted, to the Reconciler when it is here and else by hints.jsonl.
    pub fn search(&self, request: &SearchRequest, desk: Option<&Desk>) -> Result<Reply, Failure> {
        let reply = match desk {
            Some(desk) => block_on(desk.searcher.send(Search(request.clone())))?
                .unwrap_or(Err(SearchError::Ended)),
            None => self.look_for(request),
        };
        let reply = reply.map_err(search_failure)?;
        self.hint_stale(&reply, desk.map(|desk| &desk.reconciler));
        Ok(Reply::Search(Box::new(reply)))
    }

    /// Searches on this thread.
    ///
    /// # Errors
    /// As [`Engine::search`](heimdall_actors::searcher::Engine::search).
    pub fn look_for(&self, request: &SearchRequest) -> Result<SearchReply, SearchError> {
        let start = Instant::now();
        let snapshot = self.readers.snapshot()?;
        let engine = self.searcher()?;
        let world = World { memory: &snapshot, disk: &FileSystem, now_ms: now_ms() };
        let mut reply = engine.search(world, request, self.freshness(&snapshot)?)?;
        if request.explore {
            self.explore(&snapshot, &engine, &mut reply);
        }
        reply.took_ms = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        Ok(reply)
    }

    /// How fresh an answer from this state of the store is.
    pub(super) fn freshness(&self, snapshot: &Snapshot) -> Result<Freshness, StoreError> {
        let (_, queued) = snapshot.sizes()?;
        let audit = self.board.audit();
        let audit = match audit {
            Some(audit) => Some(audit),
            None => snapshot.audit()?.and_then(|json| serde_json::from_str(&json).ok()),
        };
        Ok(Freshness {
            caught_up: self.board.caught_up(),
            queued: self.board.queued().max(queued),
            skipped: audit.map(|audit| audit.skipped).unwrap_or_default(),
        })
    }

    fn hint_stale(&self, reply: &SearchReply, reconciler: Option<&Addr<Reconciler>>) {
        if reply.stale.is_empty() {
            return;
        }
        let ground = self.ground();
        if let Some(reconciler) = reconciler {
            let located = reply.stale.iter().filter_map(|path: &WirePath| ground.locate(&path.0));
            let paths = located.map(|key| (key, "stale".to_owned())).collect();
            deliver(reconciler, Touched { paths, urgent: true, ..Touched::default() });
            return;
        }
        let paths: Vec<_> = reply
            .stale
            .iter()
            .map(|path| std::path::PathBuf::from(std::ffi::OsStr::from_bytes(&path.0)))
            .collect();
        // A hint that cannot be written costs nothing but time: the next audit finds it.
        let _ = crate::client::hints::append(&self.place, &paths, "stale", now_ms());
    }
}

pub(super) fn search_failure(error: SearchError) -> Failure {
    let hint = "correct the query; `heimdall search --help` shows what it may hold";
    match &error {
        SearchError::TooLong { .. }
        | SearchError::UnknownLanguage { .. }
        | SearchError::UnknownKind { .. } => Failure::new(exit::USAGE, error.to_string(), hint),
        SearchError::Lexical(LexicalError::Absent { .. }) => Failure::new(
            exit::UNAVAILABLE,
            "nothing is indexed yet",
            "index your roots with: heimdall reconcile",
        ),
        SearchError::Busy { .. } => Failure::new(exit::UNAVAILABLE, error.to_string(), "try again"),
        SearchError::Ended => Failure::new(exit::UNAVAILABLE, error.to_string(), ""),
        SearchError::Store(error) => store_failure(error),
        _ => Failure::new(
            exit::INTERNAL,
            error.to_string(),
            "`heimdall reconcile` builds the lexical index again from the store",
        ),
    }
}
