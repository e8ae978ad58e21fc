//! HintIngest: follows hints.jsonl and tells the Reconciler which paths to look at.
//!
//! A hint is never believed about what happened: it costs one stat, and a path outside the roots
//! costs not even that.

mod tail;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, ActorContext as _, Addr, AsyncContext as _, Context, Handler, Message};

pub use tail::{Position, Tail, Turn};

use crate::auditor::{Auditor, Expanded, Scan, expand};
use crate::board::{Board, ReaderSlot};
use crate::deliver::deliver;
use crate::fault;
use crate::reconciler::{Doubt, Reconciler, Touched};
use crate::territory::Ground;

/// How often the file is looked at when nobody says that it grew.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// hints.jsonl may have grown.
#[derive(Debug)]
pub struct Nudge;

impl Message for Nudge {
    type Result = ();
}

/// The set of roots changed.
pub struct Follow(pub Arc<Ground>);

impl Message for Follow {
    type Result = ();
}

/// End.
#[derive(Debug)]
pub struct Finish;

impl Message for Finish {
    type Result = ();
}

/// The actor.
pub struct HintIngest {
    tail: Tail,
    ground: Arc<Ground>,
    board: Arc<Board>,
    readers: Arc<ReaderSlot>,
    reconciler: Addr<Reconciler>,
    auditor: Addr<Auditor>,
    failing: bool,
}

impl HintIngest {
    /// Follows `path` from `start`, the position that the store keeps.
    pub fn new(
        path: PathBuf,
        start: Option<Position>,
        ground: Arc<Ground>,
        board: Arc<Board>,
        readers: Arc<ReaderSlot>,
        (reconciler, auditor): (Addr<Reconciler>, Addr<Auditor>),
    ) -> Self {
        let tail = Tail::new(path, start);
        Self { tail, ground, board, readers, reconciler, auditor, failing: false }
    }

    fn look(&mut self, ctx: &mut Context<Self>) {
        fault::point("hint-ingest");
        match self.tail.turn(Instant::now()) {
            Ok(turn) => {
                self.failing = false;
                let more = turn.more;
                self.pass_on(turn);
                if more {
                    ctx.notify(Nudge);
                }
            }
            Err(error) if !self.failing => {
                self.failing = true;
                tracing::warn!(%error, "hints.jsonl cannot be read");
                self.board.note(format!("hints.jsonl cannot be read: {error}"));
            }
            Err(_) => {}
        }
        self.board.set_backlog(self.tail.backlog());
    }

    fn pass_on(&mut self, turn: Turn) {
        if turn.dropped > 0 {
            tracing::info!(lines = turn.dropped, "lines of hints.jsonl were no hints");
        }
        let Some(position) = turn.position else { return };
        let mut touched = Touched { urgent: true, hints: Some(position), ..Touched::default() };
        let mut scopes = Vec::new();
        let mut outside = 0u32;
        let places = turn.hints.iter().filter_map(|(path, _)| self.ground.locate(path)).collect();
        Doubt::say(&self.reconciler, &self.board, places);
        match self.readers.snapshot() {
            Ok(snapshot) => {
                for (path, reason) in turn.hints {
                    match expand(&self.ground, &snapshot, &path, false) {
                        Ok(Expanded::Files(keys)) => {
                            touched.paths.extend(keys.into_iter().map(|k| (k, reason.clone())));
                        }
                        Ok(Expanded::Directory(scope)) => scopes.push(scope),
                        Ok(Expanded::Outside | Expanded::Ignored) => outside += 1,
                        Err(error) => tracing::error!(%error, "a hint could not be looked up"),
                    }
                }
            }
            Err(error) => tracing::error!(%error, "hints could not be looked up"),
        }
        if outside > 0 {
            tracing::debug!(outside, "hints outside the roots");
        }
        if !scopes.is_empty() {
            let hold = self.board.begin_scan();
            deliver(&self.auditor, Scan { scopes, reason: "hint", hold });
        }
        // The tail reads a bounded turn, and the next one only after this was taken.
        touched.hold = Some(self.board.begin_scan());
        deliver(&self.reconciler, touched);
    }
}

impl Actor for HintIngest {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.notify(Nudge);
        ctx.run_interval(LOOK_EVERY, |actor, ctx| actor.look(ctx));
    }
}

impl Handler<Nudge> for HintIngest {
    type Result = ();

    fn handle(&mut self, Nudge: Nudge, ctx: &mut Self::Context) {
        self.look(ctx);
    }
}

impl Handler<Follow> for HintIngest {
    type Result = ();

    fn handle(&mut self, Follow(ground): Follow, _: &mut Self::Context) {
        self.ground = ground;
    }
}

impl Handler<Finish> for HintIngest {
    type Result = ();

    fn handle(&mut self, Finish: Finish, ctx: &mut Self::Context) {
        ctx.stop();
    }
}
