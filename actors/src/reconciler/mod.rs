//! The Reconciler: the one mailbox behind which the write half of the store lives.
//!
//! It is told that paths may have changed, has each looked at by the [`lookers`](looker), gives
//! what they found to the lexical index, and commits. It never reads a file itself and never
//! believes what anybody says about one.
//!
//! Invariants, as `DESIGN` numbers them:
//! 2. Nobody else holds a [`Writer`](heimdall_schema::store::Writer).
//! 6. A change made for an older generation is dropped and its path is looked at again.
//! 7. The queue rows of a commit are in the store before the lexical index hears of its files, and
//!    the lexical commit comes before the store's: a crash leaves the paths queued.

mod commit;
mod look;
mod looker;
mod message;
mod queue;
mod sink;
mod waiting;

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{
    Actor, ActorContext as _, AsyncContext as _, Context, Handler, ResponseFuture, SpawnHandle,
};
use heimdall_schema::id::RootKey;
use heimdall_schema::store::{Change, StoreError};

pub use look::{Action, Lexical, Look, Outcome};
pub use looker::Lookers;
pub use message::{Doubt, Drain, Finish, Follow, Looked, Tally, Touched};
pub use queue::{Lane, Queue};
pub use sink::{Opened, Sink, SinkError, Suspect};

use crate::board::{Board, ReaderSlot};
use crate::extractor::give_back_memory;
use crate::territory::Ground;
use commit::Ready;
use waiting::Waiters;

/// Files in one commit, at most.
const COMMIT_FILES: usize = 2_500;
/// Bytes of records in one commit, at most.
const COMMIT_BYTES: usize = 32 << 20;
/// Longest time that something found waits for its commit while more is being found.
const COMMIT_WAIT: Duration = Duration::from_secs(2);
/// The same while more than [`MANY`] paths are queued: fewer, larger commits get through sooner.
const COMMIT_WAIT_MANY: Duration = Duration::from_secs(8);
const MANY: usize = 500;
/// Time between tries when the store refuses to be written.
const RETRY_WAIT: Duration = Duration::from_secs(1);
/// Files after which an idle process gives memory back to the system.
const GROWN_FILES: usize = 200;
/// Messages that may wait in the mailbox.
pub const MAILBOX: usize = 1024;

/// What the Reconciler is made of.
pub struct Parts {
    pub sink: Sink,
    pub ground: Arc<Ground>,
    pub board: Arc<Board>,
    pub readers: Arc<ReaderSlot>,
    pub lookers: Lookers,
    /// Milliseconds since 1970; handed in, so that tests may hold time still.
    pub clock: fn() -> u64,
}

/// The actor.
pub struct Reconciler {
    sink: Sink,
    ground: Arc<Ground>,
    board: Arc<Board>,
    readers: Arc<ReaderSlot>,
    lookers: Lookers,
    clock: fn() -> u64,
    queue: Queue,
    ready: Ready,
    waiters: Waiters,
    in_flight: usize,
    commit_timer: Option<SpawnHandle>,
    refused_since: Option<Instant>,
    /// Files committed since memory was last given back.
    grown: usize,
}

impl Reconciler {
    /// Takes over what an earlier process left queued.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn new(parts: Parts) -> Result<Self, StoreError> {
        let Parts { mut sink, ground, board, readers, lookers, clock } = parts;
        let mut queue = Queue::default();
        readers.set(Some(sink.reader()));
        let snapshot = readers.snapshot()?;
        let torn = sink.torn();
        for (key, row) in snapshot.queue()? {
            queue.restore(key, &row.reason, row.at_ms, row.generation, torn);
        }
        let mut ready = Ready::default();
        for root in ready.follow(&snapshot.roots()?, &ground) {
            queue.forget_root(root);
            if let Err(error) = sink.remove_root(root) {
                tracing::error!(%error, "the lexical index could not forget a root");
            }
            ready.forget_root(root);
        }
        board.set_queued(queue.len());
        Ok(Self {
            sink,
            ground,
            board,
            readers,
            lookers,
            clock,
            queue,
            ready,
            waiters: Waiters::default(),
            in_flight: 0,
            commit_timer: None,
            refused_since: None,
            grown: 0,
        })
    }

    /// Hands out paths while lookers are free.
    fn hand_out(&mut self) {
        while self.in_flight < self.lookers.limit() {
            let Some(taken) = self.queue.take() else { break };
            let look = Look { key: taken.key, generation: taken.generation, force: taken.force };
            if let Err(look) = self.lookers.hand_out(look, &self.ground) {
                self.queue.requeue(&look.key, look.force);
                break;
            }
            self.in_flight += 1;
        }
    }

    /// Hands out what is queued, and commits when it is time.
    fn advance(&mut self, ctx: &mut Context<Self>) {
        self.hand_out();
        let full = self.ready.files() >= COMMIT_FILES || self.ready.bytes() >= COMMIT_BYTES;
        let nothing_more = self.in_flight == 0;
        if self.refused_since.is_none() && (full || nothing_more) && self.has_work() {
            self.commit(ctx);
            // Nobody else asks again for what was dirtied before its commit, or whose commit failed.
            self.hand_out();
        } else if self.has_work() && self.commit_timer.is_none() {
            let wait = match self.refused_since {
                Some(_) => RETRY_WAIT,
                None if self.queue.len() > MANY => COMMIT_WAIT_MANY,
                None => COMMIT_WAIT,
            };
            self.commit_timer = Some(ctx.run_later(wait, |actor, ctx| {
                actor.commit_timer = None;
                actor.refused_since = None;
                actor.commit(ctx);
                actor.advance(ctx);
            }));
        }
        self.board.set_queued(self.queue.len());
        self.waiters.release(&self.queue);
        if self.queue.is_empty() && self.grown >= GROWN_FILES {
            self.grown = 0;
            give_back_memory();
        }
    }

    fn has_work(&self) -> bool {
        self.queue.unpersisted_len() > 0 || !self.ready.is_empty()
    }

    /// Rows, then the lexical index, then the changes.
    fn commit(&mut self, ctx: &mut Context<Self>) {
        if let Some(timer) = self.commit_timer.take() {
            ctx.cancel_future(timer);
        }
        if let Err(error) = self.try_commit() {
            tracing::error!(%error, "a commit failed; its paths are looked at again");
            self.board.note(format!("the store could not be written: {error}"));
            self.refused_since = Some(Instant::now());
            self.waiters.fail(&error);
            self.recover();
        }
    }

    fn try_commit(&mut self) -> Result<(), SinkError> {
        let now_ms = (self.clock)();
        let rows = self.ready.rows(&mut self.queue, now_ms);
        if !rows.is_empty()
            && let Err(error) = self.sink.store(&rows, &self.board)
        {
            self.ready.take_back(rows, &mut self.queue);
            return Err(error);
        }
        let Some(mut batch) = self.ready.changes(&mut self.queue, now_ms) else { return Ok(()) };
        if self.ready.touches_lexical() {
            batch.epoch = Some(self.sink.commit_lexical()?);
        }
        let stale = self.sink.store(&batch, &self.board)?;
        for (key, generation, _) in &batch.changes {
            if stale.iter().any(|s| s.key == *key) {
                self.queue.requeue(key, true);
                continue;
            }
            self.grown += 1;
            self.queue.settle(key, *generation);
            self.waiters.settled(key, self.ready.action(key));
        }
        self.ready.clear();
        Ok(())
    }

    /// After a failed commit nothing that was ready is believed: all of it is looked at again.
    fn recover(&mut self) {
        for key in self.ready.abandon() {
            self.queue.requeue(&key, true);
        }
        self.readers.set(None);
        match self.sink.reopen() {
            Ok(()) => self.readers.set(Some(self.sink.reader())),
            Err(error) => {
                tracing::error!(%error, "the store could not be opened again");
                self.readers.set(self.sink.try_reader());
            }
        }
    }
}

impl Actor for Reconciler {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MAILBOX);
        self.lookers.start(ctx.address());
        self.advance(ctx);
    }
}

impl Handler<Touched> for Reconciler {
    type Result = ();

    fn handle(&mut self, touched: Touched, ctx: &mut Self::Context) {
        let now_ms = (self.clock)();
        let lane = touched.lane();
        for (key, reason) in touched.paths {
            // A root that has gone since is no longer ours to look at.
            if self.ground.root(key.root()).is_some() {
                self.queue.touch(key.clone(), &reason, now_ms, lane);
                if touched.force {
                    self.queue.force(&key);
                }
            }
        }
        self.ready.note(touched.hints, touched.projects, touched.audit);
        self.board.set_queued(self.queue.len());
        drop(touched.hold);
        self.advance(ctx);
    }
}

impl Handler<Doubt> for Reconciler {
    type Result = ();

    fn handle(&mut self, doubt: Doubt, ctx: &mut Self::Context) {
        self.queue.doubt(&doubt.below.into_iter().collect());
        // Whoever asked may have gone.
        let _ = doubt.heard.try_send(());
        self.advance(ctx);
    }
}

impl Handler<Looked> for Reconciler {
    type Result = ();

    fn handle(&mut self, Looked(outcome): Looked, ctx: &mut Self::Context) {
        self.in_flight -= 1;
        if self.queue.still_holds(&outcome.key, outcome.generation) {
            self.accept(*outcome, ctx);
        }
        self.advance(ctx);
    }
}

impl Reconciler {
    fn accept(&mut self, outcome: Outcome, ctx: &mut Context<Self>) {
        let path = self.ground.absolute(&outcome.key);
        self.board.set_problem(path, outcome.problem.clone());
        let quiet = matches!(outcome.change, Change::Settle);
        if let Err(error) = self.sink.tell_lexical(&outcome) {
            tracing::error!(%error, path = ?outcome.key, "the lexical index refused a file");
            self.queue.requeue(&outcome.key, true);
            self.refused_since = Some(Instant::now());
            self.recover();
            return;
        }
        self.ready.add(outcome);
        if !quiet && (self.ready.files() >= COMMIT_FILES || self.ready.bytes() >= COMMIT_BYTES) {
            self.commit(ctx);
        }
    }
}

impl Handler<Drain> for Reconciler {
    type Result = ResponseFuture<Result<Tally, Arc<StoreError>>>;

    fn handle(&mut self, drain: Drain, ctx: &mut Self::Context) -> Self::Result {
        let answer = self.waiters.wait(drain, &self.queue);
        self.advance(ctx);
        answer
    }
}

impl Handler<Follow> for Reconciler {
    type Result = ();

    fn handle(&mut self, Follow(ground): Follow, ctx: &mut Self::Context) {
        let roots = match self.readers.snapshot().and_then(|s| s.roots()) {
            Ok(roots) => roots,
            Err(error) => {
                tracing::error!(%error, "the roots could not be read");
                return;
            }
        };
        let gone: Vec<RootKey> = self.ready.follow(&roots, &ground);
        self.ground = ground;
        for root in gone {
            self.queue.forget_root(root);
            self.ready.forget_root(root);
            if let Err(error) = self.sink.remove_root(root) {
                tracing::error!(%error, "the lexical index could not forget a root");
            }
        }
        self.commit(ctx);
        self.advance(ctx);
    }
}

impl Handler<Finish> for Reconciler {
    type Result = ();

    fn handle(&mut self, Finish: Finish, ctx: &mut Self::Context) {
        self.lookers.stop();
        self.commit(ctx);
        self.readers.set(None);
        self.sink.close();
        ctx.stop();
    }
}
