//! Making the index agree with the disk, and finding where it does not.

use std::time::Duration;

use actix::Addr;
use heimdall_actors::auditor::{Expanded, Scope, everything, expand, report};
use heimdall_actors::deliver::deliver;
use heimdall_actors::reconciler::{Doubt, Drain, Reconciler, Tally, Touched};
use heimdall_actors::territory::Ground;
use heimdall_schema::exit;
use heimdall_schema::id::FileKey;
use heimdall_schema::store::{Snapshot, StoreError};
use heimdall_schema::wire::{AuditReport, Drift, Failure, Frame, Reconciled, Reply, WirePath};

use super::Send;
use crate::daemon::engine::{Shared, store_failure};
use crate::daemon::now_ms;

/// Refused paths that an answer names.
const REFUSED_LIMIT: usize = 100;

/// An audit as the store keeps it: without the list of what differed, which is put right now.
fn brief(audit: AuditReport) -> Option<String> {
    let audit = AuditReport { drift: Vec::new(), ..audit };
    serde_json::to_string(&audit).ok()
}

/// What a client asked to be made true.
pub struct Wish<'a> {
    pub paths: &'a [WirePath],
    pub all: bool,
}

impl Shared {
    /// Answer to [`Request::Reconcile`](heimdall_schema::wire::Request::Reconcile).
    pub fn reconcile(
        &self,
        reconciler: &Addr<Reconciler>,
        wish: &Wish<'_>,
        send: Send<'_>,
    ) -> Result<Reply, Failure> {
        let ground = self.ground();
        let mut reply = Reconciled::default();
        let mut keys = Vec::new();
        let mut portions = Vec::new();
        let places = match wish.paths {
            [] => everything(&ground).iter().map(Scope::key).collect(),
            paths => paths.iter().filter_map(|path| ground.locate(&path.0)).collect(),
        };
        Doubt::say(reconciler, &self.board, places);
        {
            let snapshot = self.snapshot()?;
            let parsers = self.pool.look_for_parsers();
            let scopes = self.scopes(&ground, &snapshot, wish, &mut reply, &mut keys)?;
            let audit =
                report((&ground, &parsers), &snapshot, &scopes, false, now_ms(), &mut |touched| {
                    portions.push(touched);
                })
                .map_err(|e| store_failure(&e))?;
            reply.looked_at = audit.files + keys.len() as u64;
            if wish.all || wish.paths.is_empty() {
                portions.push(Touched { audit: brief(audit), ..Touched::default() });
            }
        }
        let named = keys.iter().map(|key| (key.clone(), "cli".to_owned())).collect();
        portions.push(Touched { paths: named, urgent: true, ..Touched::default() });
        for portion in portions {
            keys.extend(portion.paths.iter().map(|(key, _)| key.clone()));
            deliver(reconciler, portion);
        }
        keys.sort();
        keys.dedup();
        let total = keys.len() as u64;
        let everything = wish.all || wish.paths.is_empty();
        let tally = self.drain(reconciler, (!everything).then_some(keys), total, send)?;
        reply.indexed = tally.indexed;
        reply.updated = tally.updated;
        reply.retracted = tally.retracted;
        reply.unchanged = reply.looked_at.saturating_sub(tally.indexed + tally.updated);
        let counts = self.snapshot()?.counts().map_err(|e| store_failure(&e))?;
        (reply.files, reply.nodes) = (counts.files, counts.nodes);
        Ok(Reply::Reconciled(reply))
    }

    /// What [`reconcile`](Self::reconcile) would look at; changes nothing.
    pub fn would_reconcile(&self, paths: &[WirePath], all: bool) -> Result<Reply, Failure> {
        let ground = self.ground();
        let mut reply = Reconciled::default();
        let mut keys = Vec::new();
        let snapshot = self.snapshot()?;
        let parsers = self.pool.look_for_parsers();
        let wish = Wish { paths, all };
        let scopes = self.scopes(&ground, &snapshot, &wish, &mut reply, &mut keys)?;
        let audit = report((&ground, &parsers), &snapshot, &scopes, false, now_ms(), &mut |_| {})
            .map_err(|e| store_failure(&e))?;
        reply.looked_at = audit.files + keys.len() as u64;
        reply.drift = audit.drift;
        reply.drift.extend(
            keys.iter()
                .map(|key| Drift { path: WirePath(ground.absolute(key)), why: "named".into() }),
        );
        let counts = snapshot.counts().map_err(|e| store_failure(&e))?;
        (reply.files, reply.nodes) = (counts.files, counts.nodes);
        Ok(Reply::Reconciled(reply))
    }

    fn scopes(
        &self,
        ground: &Ground,
        snapshot: &Snapshot,
        wish: &Wish<'_>,
        reply: &mut Reconciled,
        keys: &mut Vec<FileKey>,
    ) -> Result<Vec<Scope>, Failure> {
        if wish.all || wish.paths.is_empty() {
            return Ok(everything(ground));
        }
        let mut scopes = Vec::new();
        for path in wish.paths {
            let expanded =
                expand(ground, snapshot, &path.0, true).map_err(|e| store_failure(&e))?;
            let refused = match expanded {
                Expanded::Files(files) => {
                    keys.extend(files);
                    continue;
                }
                Expanded::Directory(scope) => {
                    scopes.push(scope);
                    continue;
                }
                Expanded::Outside => "outside the roots",
                Expanded::Ignored => "ignored",
            };
            if reply.refused.len() < REFUSED_LIMIT {
                reply.refused.push((path.clone(), refused.into()));
            }
        }
        Ok(scopes)
    }

    /// Waits until the paths (all of them, when `None`) are settled.
    pub fn drain(
        &self,
        reconciler: &Addr<Reconciler>,
        keys: Option<Vec<FileKey>>,
        total: u64,
        send: Send<'_>,
    ) -> Result<Tally, Failure> {
        let (progress, steps) = crossbeam_channel::bounded(256);
        let mut answer = Box::pin(reconciler.send(Drain { keys, progress: Some(progress) }));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let runtime = runtime.map_err(|e| Failure::new(exit::INTERNAL, e.to_string(), ""))?;
        loop {
            let step = runtime.block_on(async {
                tokio::time::timeout(Duration::from_millis(100), &mut answer).await
            });
            if let Some(done) = steps.try_iter().last() {
                let what = "indexing".to_owned();
                if !send(Frame::Progress { done, total: total.max(done), what }) {
                    return Ok(Tally::default());
                }
            }
            match step {
                Err(_) => {}
                Ok(Ok(Ok(tally))) => return Ok(tally),
                Ok(Ok(Err(error))) => return Err(store_failure(&error)),
                Ok(Err(_)) => {
                    let message = "the Reconciler ended before it was done";
                    return Err(Failure::new(exit::INTERNAL, message, "its log says why"));
                }
            }
        }
    }

    /// Answer to [`Request::Verify`](heimdall_schema::wire::Request::Verify). What differs is
    /// repaired when a `reconciler` is given; else nothing changes.
    pub fn verify(
        &self,
        reconciler: Option<&Addr<Reconciler>>,
        deep: bool,
        send: Send<'_>,
    ) -> Result<Reply, Failure> {
        let ground = self.ground();
        let failed = |e: StoreError| store_failure(&e);
        let scopes = everything(&ground);
        if let Some(reconciler) = reconciler {
            let places = scopes.iter().map(Scope::key).collect();
            Doubt::say(reconciler, &self.board, places);
        }
        let snapshot = self.snapshot()?;
        let parsers = self.pool.look_for_parsers();
        let places = (&*ground, &*parsers);
        let mut portions = Vec::new();
        let (audit, checked) = std::thread::scope(|scope| {
            let checking = deep.then(|| scope.spawn(|| snapshot.check()));
            let audit = report(places, &snapshot, &scopes, deep, now_ms(), &mut |touched| {
                portions.push(touched);
            });
            // A panic of the thread is a panic of ours.
            (audit, checking.map(|thread| thread.join().expect("checking does not panic")))
        });
        let mut audit = audit.map_err(failed)?;
        if let Some(checked) = checked {
            let damaged = checked.map_err(failed)?.files();
            audit.drift_count += damaged.len() as u64;
            for key in &damaged {
                let path = WirePath(ground.absolute(key));
                audit.drift.push(Drift { path, why: "damaged".into() });
            }
            let paths = damaged.into_iter().map(|key| (key, "damaged".to_owned())).collect();
            portions.push(Touched { paths, force: true, ..Touched::default() });
        }
        audit.nodes = snapshot.counts().map_err(failed)?.nodes;
        drop(snapshot);
        if let Some(reconciler) = reconciler {
            let keys = portions.iter().flat_map(|p| p.paths.iter().map(|(key, _)| key.clone()));
            let keys: Vec<_> = keys.collect();
            for portion in portions {
                deliver(reconciler, portion);
            }
            let total = keys.len() as u64;
            self.drain(reconciler, Some(keys), total, send)?;
            audit.rebuilt = true;
        }
        Ok(Reply::Verified(audit))
    }
}
