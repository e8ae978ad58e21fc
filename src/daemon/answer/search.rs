//! Searching.

use std::os::unix::ffi::OsStrExt as _;
use std::time::Instant;

use actix::Addr;
use heimdall_actors::deliver::deliver;
use heimdall_actors::reconciler::{Reconciler, Touched};
use heimdall_actors::searcher::{FileSystem, LexicalError, SearchError, World};
use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, Freshness, Reply, SearchReply, SearchRequest, WirePath};

use crate::daemon::engine::{Shared, store_failure};
use crate::daemon::now_ms;

impl Shared {
    /// Answer to [`Request::Search`](heimdall_schema::wire::Request::Search). Anchors that are gone
    /// are hinted, to the Reconciler when it is here and else by hints.jsonl.
    pub fn search(
        &self,
        request: &SearchRequest,
        reconciler: Option<&Addr<Reconciler>>,
    ) -> Result<Reply, Failure> {
        let start = Instant::now();
        let snapshot = self.snapshot()?;
        let engine = self.searcher().map_err(search_failure)?;
        let world = World { memory: &snapshot, disk: &FileSystem, now_ms: now_ms() };
        let freshness = self.freshness(&snapshot).map_err(|e| store_failure(&e))?;
        let mut reply = engine.search(world, request, freshness).map_err(search_failure)?;
        self.hint_stale(&reply, reconciler);
        reply.took_ms = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        Ok(Reply::Search(Box::new(reply)))
    }

    fn freshness(
        &self,
        snapshot: &heimdall_schema::store::Snapshot,
    ) -> Result<Freshness, heimdall_schema::store::StoreError> {
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

fn search_failure(error: SearchError) -> Failure {
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
        SearchError::Store(error) => store_failure(error),
        _ => Failure::new(
            exit::INTERNAL,
            error.to_string(),
            "`heimdall reconcile` builds the lexical index again from the store",
        ),
    }
}
