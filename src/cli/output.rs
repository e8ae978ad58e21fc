//! Standard output and standard error, and how a command ends.

use std::io::{self, IsTerminal as _, Write};

use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

use super::escape;

/// Why a command ends before its answer is out.
#[derive(Debug)]
pub enum Stop {
    /// It failed; the person is told.
    Failed(Failure),
    /// Nobody reads standard output any more, which is no failure.
    Closed,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Stop::Failed(failure)
    }
}

/// An error of writing standard output.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Stop::Closed;
        }
        let message = format!("cannot write the answer: standard output: {error}");
        Stop::Failed(Failure::new(exit::INTERNAL, message, ""))
    }
}

/// The exit code of a command, or why it stopped.
pub type Outcome = Result<i32, Stop>;

/// Writes `text` to standard output, all of it.
///
/// # Errors
/// [`Stop::Closed`] when nobody reads it.
pub fn print(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes `value` as one line of JSON, with nothing in it that a terminal obeys.
///
/// # Errors
/// [`Stop::Closed`] when nobody reads it.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Stop> {
    let text = serde_json::to_string(value)
        .map_err(|e| Failure::new(exit::INTERNAL, format!("cannot write the answer: {e}"), ""))?;
    print(&(escape::json(&text).into_owned() + "\n"))
}

/// Whether standard output is a terminal.
pub fn on_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Tells the person something beside the answer, in one line on standard error.
pub fn notice(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr().lock(), "heimdall: {}", escape::terminal(text));
}

/// Tells the person of a failure and what to do about it; gives the exit code it means.
pub fn report(failure: &Failure) -> i32 {
    notice(&failure.message);
    if !failure.hint.is_empty() {
        let lines: Vec<_> = failure.hint.lines().map(escape::terminal).collect();
        let _ = writeln!(io::stderr().lock(), "hint: {}", lines.join("\n      "));
    }
    failure.code
}
