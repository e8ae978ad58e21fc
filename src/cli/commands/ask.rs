//! How a command asks, and what it needs besides.

use std::ops::ControlFlow;
use std::time::{SystemTime, UNIX_EPOCH};

use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, Reply, Request};

use crate::cli::output;
use crate::cli::progress::Progress;
use crate::client::{self, Event, Place};

/// Asks for an answer in one piece, with a progress bar.
///
/// # Errors
/// Why there is no answer.
pub fn ask(place: &Place, request: Request) -> Result<Reply, Failure> {
    ask_lines(place, request, &mut |_| ControlFlow::Continue(()))
}

/// Asks for an answer that comes in lines, until `on_line` breaks.
///
/// # Errors
/// Why there is no answer.
pub fn ask_lines(
    place: &Place,
    request: Request,
    on_line: &mut dyn FnMut(String) -> ControlFlow<()>,
) -> Result<Reply, Failure> {
    let progress = Progress::new();
    client::ask(place, request, &mut |event| {
        match event {
            Event::Progress { done, total, what } => progress.show(done, total, &what),
            Event::Note(note) => output::notice(&note),
            Event::Line(line) => return on_line(line),
        }
        ControlFlow::Continue(())
    })
}

/// The failure of an answer that does not belong to its request.
pub fn unexpected() -> Failure {
    let message = "the daemon answered something else than was asked";
    Failure::new(exit::INTERNAL, message, "heimdall daemon stop, then ask again")
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
