//! The daemon's process, from its first line to its last.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use heimdall_actors::reconciler::Suspect;
use heimdall_actors::territory::Home;
use heimdall_schema::exit;
use heimdall_schema::wire::Failure;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use super::answer::Wish;
use super::desk::Desk;
use super::engine::{Engine, Mode, Shared};
use super::log;
use super::socket::Socket;
use crate::client::{self, Place};

/// How the daemon was asked to run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// End when everything has been looked at.
    pub once: bool,
    /// Quiet time before a path is looked at, when it is not config.json's.
    pub interval: Option<Duration>,
    pub audit_every: Option<Duration>,
    /// End after so long without a request or a change.
    pub idle: Option<Duration>,
}

/// How often it is seen whether there is still something to do.
const TICK: Duration = Duration::from_millis(50);
/// How often idleness is looked at.
const IDLE_TICK: Duration = Duration::from_secs(30);
/// How long the loser of two daemons waits to learn who won.
const WINNER: Duration = Duration::from_secs(2);

/// Runs until told to end; gives the exit code.
///
/// # Errors
/// Why it could not start: another Heimdall holds the store, the configuration is wrong.
pub fn run(place: &Place, options: &Options) -> Result<i32, Failure> {
    let home = place.home();
    log::start(&home.logs());
    crash_only(home);
    let shared = Shared::new(place)?.with_debounce(options.interval);
    let system = actix::System::new();
    system.block_on(serve(home, shared, options))
}

/// A panic ends the process: an actor that is gone must not be missed by the others.
pub fn crash_only(home: &Home) {
    let report = std::panic::take_hook();
    let suspect = Suspect::of(&home.store());
    std::panic::set_hook(Box::new(move |info| {
        suspect.mark();
        tracing::error!(panic = %info, "this is our fault; the process ends");
        report(info);
        #[expect(clippy::exit, reason = "crash-only: nobody is left to return to")]
        std::process::exit(exit::INTERNAL);
    }));
}

async fn serve(home: &Home, shared: Shared, options: &Options) -> Result<i32, Failure> {
    let every = options.audit_every.unwrap_or(shared.ground().audit_every());
    let mode = if options.once { Mode::OneShot } else { Mode::Daemon };
    let engine = match Engine::start(shared.clone(), mode, every) {
        Ok(engine) => engine,
        Err(failure) if failure.code == exit::HELD => return Err(name_winner(home, failure)),
        Err(failure) => return Err(failure),
    };
    let (stop, mut stopped) = mpsc::channel(1);
    let served = Arc::new(AtomicU64::new(0));
    let desk = Desk::new(&engine, stop, served.clone());
    let socket = Socket::bind(home.socket()).map_err(|e| {
        let place = home.socket();
        Failure::new(exit::REFUSED, format!("cannot listen at {}: {e}", place.display()), "")
    })?;
    socket
        .serve(Arc::new(desk.clone()))
        .map_err(|e| Failure::new(exit::INTERNAL, format!("no thread: {e}"), ""))?;
    tracing::info!(home = %home.path().display(), pid = std::process::id(), "ready");
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    let (Ok(mut term), Ok(mut int)) = signals else {
        return Err(Failure::new(exit::INTERNAL, "signals cannot be heard", ""));
    };
    let work = async {
        if options.once {
            once(&desk).await
        } else {
            idle(&shared, &served, options.idle).await;
            Ok(())
        }
    };
    let result = tokio::select! {
        _ = term.recv() => Ok(()),
        _ = int.recv() => Ok(()),
        _ = stopped.recv() => Ok(()),
        done = work => done,
    };
    tracing::info!("ending");
    drop(socket);
    engine.finish().await;
    result.map(|()| exit::OK)
}

/// Looks at everything once, on a thread that may block.
async fn once(desk: &Desk) -> Result<(), Failure> {
    let desk = desk.clone();
    let work = tokio::task::spawn_blocking(move || {
        let wish = Wish { paths: &[], all: true };
        desk.shared.reconcile(&desk.reconciler, &wish, &mut |_| true)
    });
    match work.await {
        Ok(Ok(reply)) => {
            tracing::info!(?reply, "done");
            Ok(())
        }
        Ok(Err(failure)) => Err(failure),
        Err(error) => Err(Failure::new(exit::INTERNAL, error.to_string(), "")),
    }
}

/// Returns after `limit` without a request or a commit; never without a limit.
async fn idle(shared: &Shared, served: &AtomicU64, limit: Option<Duration>) {
    let Some(limit) = limit else { return std::future::pending().await };
    let mut last = (0, 0);
    let mut since = Instant::now();
    loop {
        tokio::time::sleep(limit.min(IDLE_TICK)).await;
        let now = (served.load(Ordering::Acquire), shared.board.commits());
        if now != last {
            (last, since) = (now, Instant::now());
        } else if since.elapsed() >= limit && shared.board.idle() {
            tracing::info!("nobody asked for anything for a while");
            return;
        }
    }
}

/// The winner may not have bound its socket yet.
fn name_winner(home: &Home, failure: Failure) -> Failure {
    let deadline = Instant::now() + WINNER;
    loop {
        if let Some(pid) = client::running(home) {
            let socket = home.socket();
            let message = format!("{}: pid {pid}, socket {}", failure.message, socket.display());
            return Failure { message, hint: "`heimdall daemon stop` ends it".into(), ..failure };
        }
        if Instant::now() >= deadline {
            return failure;
        }
        std::thread::sleep(TICK);
    }
}
