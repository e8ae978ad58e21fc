//! Answers within the client, when no daemon runs.

use heimdall_schema::exit;
use heimdall_schema::store::{Reader, StoreError};
use heimdall_schema::wire::{Failure, Frame, Reply, Request};

use super::Desk;
use super::answer::Wish;
use crate::client::Place;

use super::engine::{Engine, Mode, Shared, store_failure};
use super::run::crash_only;

/// Answers a request without a daemon: from the store, or with actors that live as long as it.
///
/// # Errors
/// There is no index yet, it cannot be read, or another process holds the write half.
pub fn answer(
    place: &Place,
    request: Request,
    send: &mut dyn FnMut(Frame) -> bool,
) -> Result<Reply, Failure> {
    match request {
        Request::Ping | Request::Stop => {
            Err(Failure::new(exit::UNAVAILABLE, "no daemon runs", "start it with: heimdall daemon"))
        }
        Request::Reload => {
            let shared = Shared::new(place)?;
            forget_roots(&shared)
        }
        Request::Reconcile { ref paths, all, dry_run: true } => {
            let shared = reading(place)?;
            shared.imagine_store()?;
            shared.would_reconcile(paths, all)
        }
        Request::Reconcile { ref paths, all, dry_run: false } => {
            let shared = Shared::new(place)?;
            let wish = Wish { paths, all };
            with_actors(shared, |engine| engine.shared.reconcile(&engine.reconciler, &wish, send))
        }
        Request::Verify { deep, rebuild: true } => {
            let shared = Shared::new(place)?;
            with_actors(shared, |engine| engine.shared.verify(Some(&engine.reconciler), deep, send))
        }
        Request::Verify { deep, rebuild: false } => {
            let shared = reading(place)?;
            shared.snapshot()?;
            shared.verify(None, deep, send)
        }
        Request::Status => {
            let shared = reading(place)?;
            Ok(Reply::Status(Box::new(shared.status()?)))
        }
        other => look_up(&reading(place)?, other, None, send),
    }
}

/// What is shared, with a read half of the store where there is a store.
fn reading(place: &Place) -> Result<Shared, Failure> {
    let shared = Shared::new(place)?;
    match Reader::open(&place.home().store()) {
        Ok(reader) => shared.readers.set(Some(reader)),
        Err(StoreError::Absent { .. }) => shared.readers.give_up(),
        Err(error) => return Err(store_failure(&error)),
    }
    Ok(shared)
}

/// Requests that change nothing, from what is shared.
///
/// # Errors
/// The store cannot be read, or the request names what is not ours.
pub fn look_up(
    shared: &Shared,
    request: Request,
    desk: Option<&Desk>,
    send: &mut dyn FnMut(Frame) -> bool,
) -> Result<Reply, Failure> {
    match request {
        Request::Ping => Ok(Reply::Pong),
        Request::Search(search) => shared.search(&search, desk),
        Request::Depth { path } => shared.depth(path),
        Request::History { path } => shared.history(&path),
        Request::Dump { paths, all } => shared.dump(&paths, all, send),
        Request::Graph { root } => shared.graph(&root, send),
        Request::Related(asked) => shared.related(&asked),
        Request::Languages => Ok(shared.languages(send)),
        other => Err(Failure::new(exit::INTERNAL, format!("cannot be looked up: {other:?}"), "")),
    }
}

/// Purges what a root that was taken out left behind, when there is an index at all.
fn forget_roots(shared: &Shared) -> Result<Reply, Failure> {
    if std::fs::symlink_metadata(shared.home.store()).is_err() {
        return Ok(Reply::Ok);
    }
    // The Reconciler follows the roots as it starts; what goes is gone with its first commit.
    with_actors(shared.clone(), |_| Ok(Reply::Ok))
}

/// Starts the actors, has them work, and ends them.
fn with_actors(
    shared: Shared,
    work: impl FnOnce(&Engine) -> Result<Reply, Failure>,
) -> Result<Reply, Failure> {
    crash_only(&shared.home);
    let system = actix::System::new();
    let every = std::time::Duration::ZERO;
    let engine = system.block_on(async { Engine::start(shared, Mode::OneShot, every) })?;
    // The actors have arbiters of their own, so that this thread may wait for them.
    engine.take_up_hints(&system);
    let result = work(&engine).and_then(|reply| {
        // What was hinted or left queued is no less true than what was asked.
        engine.shared.drain(&engine.reconciler, None, 0, &mut |_| true).map(|_| reply)
    });
    system.block_on(engine.finish());
    result
}
