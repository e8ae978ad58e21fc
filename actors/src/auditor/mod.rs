//! The Auditor: compares the index with the disk, on a timer and when asked, and hints what
//! differs. It changes nothing itself.
//!
//! The comparing is done on one thread of its own, so that the actor stays answerable; what it
//! finds goes to the Reconciler in portions, and waits when the Reconciler is behind.

mod compare;
mod expand;
mod job;

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorContext as _, Addr, AsyncContext as _, Context, Handler, Message};
use crossbeam_channel::{Sender, TrySendError, bounded};

pub use compare::{Scope, Seen, compare};
pub use expand::{Expanded, expand};
pub use job::{DRIFT_LIMIT, everything, report};

use crate::board::{Board, ReaderSlot, ScanGuard};
use crate::extractor::Pool;
use crate::reconciler::Reconciler;
use crate::territory::Ground;
use job::{Job, Worker};

/// Jobs that may wait; beyond that a full audit takes their place.
const JOBS: usize = 64;
/// How often directories that cannot be watched are looked at.
const POLL_EVERY: Duration = Duration::from_secs(10);

/// Look at everything below these directories.
#[derive(Debug)]
pub struct Scan {
    /// None for everything.
    pub scopes: Vec<Scope>,
    pub reason: &'static str,
    /// Keeps the index from seeming caught up until the message is taken.
    pub hold: ScanGuard,
}

impl Message for Scan {
    type Result = ();
}

/// Directories that nobody watches; they are looked at every few seconds.
#[derive(Debug)]
pub struct Poll {
    pub scopes: Vec<Scope>,
}

impl Message for Poll {
    type Result = ();
}

/// The configuration or the set of roots changed; new roots are scanned.
pub struct Follow(pub Arc<Ground>);

impl Message for Follow {
    type Result = ();
}

/// End after the present portion.
#[derive(Debug)]
pub struct Finish;

impl Message for Finish {
    type Result = ();
}

/// The actor.
pub struct Auditor {
    ground: Arc<Ground>,
    board: Arc<Board>,
    every: Duration,
    jobs: Option<Sender<Job>>,
    polled: Vec<Scope>,
    /// A job did not fit: everything is owed.
    owed: bool,
}

impl Auditor {
    /// `every` is the time between audits of everything; zero for none.
    ///
    /// # Errors
    /// No thread could be made.
    pub fn new(
        ground: Arc<Ground>,
        board: Arc<Board>,
        (readers, pool): (Arc<ReaderSlot>, Arc<Pool>),
        reconciler: Addr<Reconciler>,
        clock: fn() -> u64,
        every: Duration,
    ) -> std::io::Result<Self> {
        let (jobs, waiting) = bounded(JOBS);
        let unchecked = Cell::new(0);
        let worker = Worker { unchecked, readers, pool, board: board.clone(), reconciler, clock };
        std::thread::Builder::new().name("audit".into()).spawn(move || worker.run(&waiting))?;
        Ok(Self { ground, board, every, jobs: Some(jobs), polled: Vec::new(), owed: false })
    }

    fn give(&mut self, scopes: Vec<Scope>, reason: &'static str, full: bool) {
        let Some(jobs) = &self.jobs else { return };
        let scan = self.board.begin_scan();
        let job = Job { ground: self.ground.clone(), scopes, reason, full, scan };
        match jobs.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => self.owed = true,
            Err(TrySendError::Disconnected(_)) => {
                tracing::error!("the audit thread is gone");
                std::process::exit(heimdall_schema::exit::INTERNAL);
            }
        }
    }

    fn give_everything(&mut self, reason: &'static str) {
        self.owed = false;
        let scopes = everything(&self.ground);
        self.give(scopes, reason, true);
    }
}

impl Actor for Auditor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        if !self.every.is_zero() {
            ctx.run_interval(self.every, |actor, _| actor.give_everything("audit"));
        }
        ctx.run_interval(POLL_EVERY, |actor, _| {
            if actor.owed {
                actor.give_everything("audit");
            } else if !actor.polled.is_empty() {
                let scopes = actor.polled.clone();
                actor.give(scopes, "poll", false);
            }
        });
    }
}

impl Handler<Scan> for Auditor {
    type Result = ();

    fn handle(&mut self, scan: Scan, _: &mut Self::Context) {
        if scan.scopes.is_empty() {
            self.give_everything(scan.reason);
        } else {
            self.give(scan.scopes, scan.reason, false);
        }
        drop(scan.hold);
    }
}

impl Handler<Poll> for Auditor {
    type Result = ();

    fn handle(&mut self, poll: Poll, _: &mut Self::Context) {
        self.polled = poll.scopes;
    }
}

impl Handler<Follow> for Auditor {
    type Result = ();

    fn handle(&mut self, Follow(ground): Follow, _: &mut Self::Context) {
        self.ground = ground;
        self.give_everything("config");
    }
}

impl Handler<Finish> for Auditor {
    type Result = ();

    fn handle(&mut self, Finish: Finish, ctx: &mut Self::Context) {
        self.jobs = None;
        ctx.stop();
    }
}
