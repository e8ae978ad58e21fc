//! The client: asks the daemon when one runs, and otherwise answers from the store itself.
//!
//! Commands know only [`ask`]; whether a daemon, this process or a daemon started on the way
//! answered shows in the reply, never in what a command has to do.

mod connection;

use std::time::Duration;

pub use connection::{Connection, Refused};

use heimdall_actors::territory::Home;
use heimdall_schema::wire::{Failure, Frame, Reply, Request};

use crate::daemon;

/// How long a connection may take to be answered, when a daemon should be there.
const GREETING: Duration = Duration::from_secs(5);

/// Whether a daemon answers in `home`, and which.
pub fn running(home: &Home) -> Option<u32> {
    Connection::open(home, GREETING).ok().map(|connection| connection.peer().pid)
}

/// Asks `request`; `on_frame` sees [`Frame::Progress`] and [`Frame::Line`] as they come, and ends
/// the request by returning `false`.
///
/// # Errors
/// What went wrong, with its exit code and a hint.
pub fn ask(
    home: &Home,
    request: &Request,
    on_frame: &mut dyn FnMut(Frame) -> bool,
) -> Result<Reply, Failure> {
    match Connection::open(home, GREETING) {
        Ok(mut connection) => connection.ask(request, on_frame),
        Err(Refused::Version { theirs, pid }) => {
            tracing::warn!(theirs, pid, "the daemon speaks another version; reading the store itself");
            on_frame(Frame::Note(format!(
                "the daemon (pid {pid}) speaks version {theirs}: it was not asked; restart it"
            )));
            daemon::local::answer(home, request, on_frame)
        }
        Err(Refused::Absent | Refused::Io(_)) => daemon::local::answer(home, request, on_frame),
    }
}
