//! How a command gets its answer: from the daemon when one runs, else from the store itself.
//!
//! Whether a daemon or this process answered shows in the reply, never in what a command has to
//! do. Nothing here prints, and nothing here knows how an answer is shown.

mod connection;
pub mod hints;
mod place;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use heimdall_actors::extractor;
use heimdall_actors::territory::{Home, settings};
use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, Frame, Reply, Request};

pub use connection::{Connection, Refused};
pub use place::{Place, territory_failure};

use crate::daemon;

/// How long a daemon may take to say hello.
const GREETING: Duration = Duration::from_secs(5);
/// How long a daemon that a client started goes on without work.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// What arrives before the answer.
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
    /// Quiet time after an event before a path is looked at.
    pub interval: Option<Duration>,
    pub audit_every: Option<Duration>,
    /// Leave the terminal and return when requests are answered.
    pub background: bool,
    /// End after so long without a request or a change.
    pub idle: Option<Duration>,
}

/// The daemon that answers in `home`, by its process id.
pub fn running(home: &Home) -> Option<u32> {
    Connection::open(home, GREETING).ok().map(|connection| connection.peer().pid)
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
    let home = place.home();
    let mut send = |frame: Frame| {
        let event = match frame {
            Frame::Progress { done, total, what } => Event::Progress { done, total, what },
            Frame::Line(line) => Event::Line(line),
            Frame::Note(note) => Event::Note(note),
            Frame::Done(_) | Frame::Failed(_) => return true,
        };
        on_event(event).is_continue()
    };
    match Connection::open(home, GREETING) {
        Ok(mut connection) => connection.ask(&request, &mut send),
        Err(Refused::Version { theirs, pid }) => {
            send(Frame::Note(format!(
                "the daemon (pid {pid}) speaks version {theirs} of the wire and was not asked: restart it"
            )));
            daemon::local::answer(place, request, &mut send)
        }
        Err(Refused::Absent | Refused::Broken) => {
            let wanted = matches!(request, Request::Search(_));
            let reply = daemon::local::answer(place, request, &mut send);
            if wanted && reply.is_ok() {
                autostart(place);
            }
            reply
        }
    }
}

/// Starts a daemon for the searches to come, unless config.json says not to. This answer does not
/// wait for it, and a daemon that cannot start shows in its log.
fn autostart(place: &Place) {
    let config = settings::load(&place.config());
    if config.is_ok_and(|config| config.autostart && !config.watch_roots.is_empty()) {
        let idle = IDLE.as_secs().to_string();
        let _ = daemon::spawn(place.home(), &["--idle".into(), idle], false);
    }
}

/// Runs the daemon of `place` until it is told to end; gives its exit code.
///
/// # Errors
/// Why it could not run, with the exit code that it means.
pub fn serve(place: &Place, service: &Service) -> Result<i32, Failure> {
    place.create()?;
    let home = place.home();
    if service.background {
        if let Some(pid) = running(home) {
            let message = format!("a daemon runs already: pid {pid}");
            return Err(Failure::new(exit::HELD, message, "`heimdall daemon stop` ends it"));
        }
        daemon::spawn(home, &background_arguments(service), true)?;
        return Ok(exit::OK);
    }
    let options = daemon::Options {
        once: service.once,
        interval: service.interval,
        audit_every: service.audit_every,
        idle: service.idle,
    };
    daemon::run(place, &options)
}

fn background_arguments(service: &Service) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut option = |name: &str, value: Option<u128>| {
        if let Some(value) = value {
            arguments.extend([name.to_owned(), value.to_string()]);
        }
    };
    option("--interval", service.interval.map(|d| d.as_millis()));
    option("--audit-every", service.audit_every.map(|d| u128::from(d.as_secs())));
    option("--idle", service.idle.map(|d| u128::from(d.as_secs())));
    arguments
}

/// Runs this process as an extractor's worker on its standard input and output, with the parsers
/// of `languages` from `directory`.
///
/// # Errors
/// Why it could not run, with the exit code that it means.
pub fn extract(directory: Option<&Path>, languages: &[String]) -> Result<i32, Failure> {
    Ok(extractor::worker::main(directory, languages))
}
