//! The Watcher: hears of events below the roots and passes them on once a path is quiet.
//!
//! An event is a hint; only the disk is true. So it subscribes first and then has everything
//! scanned, scans every new directory, and scans a whole root when the system says that events
//! were lost.

mod coverage;
mod debounce;
mod watching;

use std::path::PathBuf;
use std::sync::Arc;

use actix::{Actor, ActorContext as _, Addr, Context, Handler, Message, Recipient};
use crossbeam_channel::{Sender, bounded};

use crate::auditor::Auditor;
use crate::board::{Board, ReaderSlot};
use crate::hint_ingest::Nudge;
use crate::reconciler::Reconciler;
use crate::territory::Ground;
use watching::{Command, Watching};

/// Raw events that may wait; beyond that they are dropped and everything is scanned.
const EVENTS: usize = 32_768;
/// Commands that may wait.
const COMMANDS: usize = 64;

/// The configuration or the set of roots changed.
pub struct Follow(pub Arc<Ground>);

impl Message for Follow {
    type Result = ();
}

/// config.json changed on disk: sent to whoever reads it.
#[derive(Debug)]
pub struct ConfigChanged;

impl Message for ConfigChanged {
    type Result = ();
}

/// End.
#[derive(Debug)]
pub struct Finish;

impl Message for Finish {
    type Result = ();
}

/// Whom the Watcher tells.
pub struct Listeners {
    pub reconciler: Addr<Reconciler>,
    pub auditor: Addr<Auditor>,
    pub hints: Recipient<Nudge>,
    pub config: Recipient<ConfigChanged>,
}

/// The actor: a mailbox before the watching thread.
pub struct Watcher {
    commands: Sender<Command>,
}

impl Watcher {
    /// Starts to watch. `home` is Heimdall's own directory: of it only hints.jsonl and config.json
    /// matter, whatever root it may lie in.
    ///
    /// # Errors
    /// No thread could be made. A system that cannot watch is not an error: its directories are
    /// polled.
    pub fn new(
        home: PathBuf,
        ground: Arc<Ground>,
        board: Arc<Board>,
        readers: Arc<ReaderSlot>,
        listeners: Listeners,
    ) -> std::io::Result<Self> {
        let (commands, orders) = bounded(COMMANDS);
        let (events, heard) = bounded(EVENTS);
        let mut watching = Watching::new(home, ground, board, readers, listeners, events);
        std::thread::Builder::new()
            .name("watch".into())
            .spawn(move || watching.run(&orders, &heard))?;
        Ok(Self { commands })
    }

    fn command(&self, command: Command) {
        if self.commands.send(command).is_err() {
            tracing::error!("the watching thread is gone");
            std::process::exit(heimdall_schema::exit::INTERNAL);
        }
    }
}

impl Actor for Watcher {
    type Context = Context<Self>;
}

impl Handler<Follow> for Watcher {
    type Result = ();

    fn handle(&mut self, Follow(ground): Follow, _: &mut Self::Context) {
        self.command(Command::Follow(ground));
    }
}

impl Handler<Finish> for Watcher {
    type Result = ();

    fn handle(&mut self, Finish: Finish, ctx: &mut Self::Context) {
        self.command(Command::Finish);
        ctx.stop();
    }
}
