//! How a command gets its answer: from the daemon when one runs, else from the store itself.
//!
//! Nothing here prints, and nothing here knows how an answer is shown.

mod place;

use std::ops::ControlFlow;
use std::time::Duration;

use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, Reply, Request};

pub use place::Place;

/// What arrives before the answer.
#[expect(dead_code, reason = "nothing answers yet")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// How far a long request is; `total` is 0 while nobody knows.
    Progress { done: u64, total: u64, what: String },
    /// One line of a long answer.
    Line(String),
    /// Something the person should read, beside the answer.
    Note(String),
}

/// How `heimdall daemon` was asked to run. `None` is what config.json says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// End when the queue is empty.
    pub once: bool,
    /// Walk every root at the start, also when the index is not empty.
    pub scan: bool,
    /// Say what would be done and change nothing.
    pub dry_run: bool,
    /// Quiet time after an event before a path is looked at.
    pub interval: Option<Duration>,
    pub audit_every: Option<Duration>,
    /// Leave the terminal and return when requests are answered.
    pub background: bool,
    /// End after so long without a request or a change.
    pub idle: Option<Duration>,
}

/// Asks `request` of the daemon at `place`, or of the store there when no daemon runs.
///
/// `on_event` sees progress and lines as they come; when it breaks, the request is given up and
/// the answer is [`Reply::Ok`].
///
/// # Errors
/// Why there is no answer, with the exit code that it means.
pub fn ask(
    place: &Place,
    request: Request,
    on_event: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<Reply, Failure> {
    let _ = (place, request, on_event);
    Err(Failure::new(exit::UNAVAILABLE, "this build has no daemon", ""))
}

/// Runs the daemon of `place` until it is told to end; gives its exit code.
///
/// # Errors
/// Why it could not run, with the exit code that it means.
pub fn serve(place: &Place, service: &Service) -> Result<i32, Failure> {
    let _ = (place, service);
    Err(Failure::new(exit::UNAVAILABLE, "this build has no daemon", ""))
}

/// Runs this process as an extractor's worker on its standard input and output.
///
/// # Errors
/// Why it could not run, with the exit code that it means.
pub fn extract() -> Result<i32, Failure> {
    Err(Failure::new(exit::UNAVAILABLE, "this build has no extractor", ""))
}
