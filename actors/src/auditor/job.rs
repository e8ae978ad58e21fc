//! One comparison, from beginning to end, on the audit thread or on a client's.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;

use actix::Addr;
use crossbeam_channel::Receiver;
use heimdall_schema::store::{Snapshot, StoreError};
use heimdall_schema::wire::{AuditReport, Drift, WirePath};

use super::compare::{Scope, Seen, compare};
use crate::board::{Board, ReaderSlot, ScanGuard};
use crate::deliver::deliver;
use crate::extractor::{Parsers, Pool};
use crate::fault;
use crate::reconciler::{Doubt, Reconciler, Touched};
use crate::territory::Ground;

/// Differences that a report names.
pub const DRIFT_LIMIT: usize = 10_000;
/// Problems that a report names.
const PROBLEM_LIMIT: usize = 100;
/// Full audits between two checks of every record: twice a day.
const CHECK_EVERY: u32 = 48;
/// Paths in one message to the Reconciler.
const PORTION: usize = 1_000;

/// Every root of the ground, whole.
pub fn everything(ground: &Ground) -> Vec<Scope> {
    ground.roots().map(|(root, _)| Scope { root, below: Vec::new() }).collect()
}

/// Compares `scopes` and says what was found; `touch` hears of what the Reconciler should look at.
///
/// # Errors
/// The store cannot be read.
pub fn report(
    (ground, parsers): (&Ground, &Parsers),
    snapshot: &Snapshot,
    scopes: &[Scope],
    deep: bool,
    now_ms: u64,
    touch: &mut dyn FnMut(Touched),
) -> Result<AuditReport, StoreError> {
    let start = Instant::now();
    let mut report = AuditReport { at_ms: now_ms, deep, ..AuditReport::default() };
    for scope in scopes {
        let mut portion = Vec::new();
        let seen = compare((ground, parsers), snapshot, scope, deep, &mut |key, why| {
            report.drift_count += 1;
            if report.drift.len() < DRIFT_LIMIT {
                let path = WirePath(ground.absolute(&key));
                report.drift.push(Drift { path, why: why.clone() });
            }
            portion.push((key, why));
            if portion.len() == PORTION {
                touch(Touched { paths: std::mem::take(&mut portion), ..Touched::default() });
            }
        })?;
        note(ground, &mut report, &seen);
        if !portion.is_empty() || !seen.projects.is_empty() {
            touch(Touched { paths: portion, projects: seen.projects, ..Touched::default() });
        }
    }
    let (_, queued) = snapshot.sizes()?;
    report.queued = queued;
    report.took_ms = start.elapsed().as_millis() as u64;
    Ok(report)
}

fn note(ground: &Ground, report: &mut AuditReport, seen: &Seen) {
    report.files += seen.files;
    for (reason, count) in &seen.skipped {
        *report.skipped.entry(reason.clone()).or_insert(0) += count;
    }
    for (root, path, why) in &seen.unreadable {
        if report.problems.len() < PROBLEM_LIMIT {
            let path = ground.absolute(&heimdall_schema::id::FileKey::new(*root, path));
            report.problems.push((WirePath(path), why.clone()));
        }
    }
}

/// A comparison to be made.
pub(super) struct Job {
    pub ground: Arc<Ground>,
    pub scopes: Vec<Scope>,
    pub reason: &'static str,
    /// All roots, so that the report is kept.
    pub full: bool,
    /// Held until the Reconciler has been told everything.
    pub scan: ScanGuard,
}

/// The audit thread.
pub(super) struct Worker {
    /// Full audits since the records were checked against their hashes.
    pub unchecked: Cell<u32>,
    pub readers: Arc<ReaderSlot>,
    pub pool: Arc<Pool>,
    pub board: Arc<Board>,
    pub reconciler: Addr<Reconciler>,
    pub clock: fn() -> u64,
}

impl Worker {
    /// Works until the actor is gone.
    pub fn run(&self, jobs: &Receiver<Job>) {
        for job in jobs {
            fault::point("auditor");
            if let Err(error) = self.work(&job) {
                tracing::error!(%error, reason = job.reason, "an audit failed");
                self.board.note(format!("the last audit failed: {error}"));
            }
            drop(job.scan);
        }
    }

    fn work(&self, job: &Job) -> Result<(), StoreError> {
        let places = job.scopes.iter().map(Scope::key).collect();
        Doubt::say(&self.reconciler, &self.board, places);
        let snapshot = self.readers.snapshot()?;
        let now_ms = (self.clock)();
        let parsers = if job.full { self.pool.look_for_parsers() } else { self.pool.parsers() };
        let places = (&*job.ground, &*parsers);
        let report = report(places, &snapshot, &job.scopes, false, now_ms, &mut |mut touched| {
            for (_, why) in &mut touched.paths {
                *why = format!("{}:{why}", job.reason);
            }
            touched.hold = Some(self.board.begin_scan());
            deliver(&self.reconciler, touched);
        })?;
        if report.drift_count > 0 || job.full {
            tracing::info!(
                reason = job.reason,
                files = report.files,
                drift = report.drift_count,
                took_ms = report.took_ms,
                "compared"
            );
        }
        if job.full {
            self.keep(report);
            self.check(&snapshot)?;
        }
        Ok(())
    }

    /// Now and then checks every record against its hash; what is damaged is looked at again.
    fn check(&self, snapshot: &Snapshot) -> Result<(), StoreError> {
        let unchecked = self.unchecked.get() + 1;
        self.unchecked.set(unchecked % CHECK_EVERY);
        if unchecked < CHECK_EVERY {
            return Ok(());
        }
        let files = snapshot.check()?.files();
        if !files.is_empty() {
            tracing::warn!(files = files.len(), "damaged records are replaced");
            let paths = files.into_iter().map(|key| (key, "damaged".to_owned())).collect();
            deliver(&self.reconciler, Touched { paths, force: true, ..Touched::default() });
        }
        Ok(())
    }

    /// Keeps the report on the board, and in the store when it found something new to say.
    fn keep(&self, mut report: AuditReport) {
        report.drift.truncate(PROBLEM_LIMIT);
        let before = self.board.audit();
        let same = before.is_some_and(|b| {
            report.drift_count == 0
                && (b.files, &b.skipped, &b.problems)
                    == (report.files, &report.skipped, &report.problems)
        });
        if !same && let Ok(json) = serde_json::to_string(&report) {
            deliver(&self.reconciler, Touched { audit: Some(json), ..Touched::default() });
        }
        self.board.set_audit(report);
    }
}
