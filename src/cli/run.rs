//! From arguments to an exit code.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use heimdall_schema::exit;

use super::arguments::{Arguments, Command};
use super::commands;
use super::output::{self, Outcome, Stop};
use crate::client::Place;

/// Runs the command that `arguments` name and gives the exit code of the process.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // What is made here is for its owner alone.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    let code = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => match run(arguments) {
            Ok(code) => code,
            Err(Stop::Failed(failure)) => output::report(&failure),
            Err(Stop::Closed) => exit::OK,
        },
        Err(error) => {
            // Help goes to standard output, everything else to standard error; a closed one of
            // either is nobody's fault.
            let _ = error.print();
            error.exit_code()
        }
    };
    ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))
}

fn run(arguments: Arguments) -> Outcome {
    let Some(command) = arguments.command else {
        output::print(&Arguments::command().render_help().to_string())?;
        return Ok(exit::OK);
    };
    let place = || Place::find(arguments.home.as_deref());
    match command {
        Command::Search(search) => commands::search(&place()?, &search),
        Command::Related(related) => commands::related(&place()?, &related),
        Command::Roots(roots) => commands::roots(&place()?, &roots),
        Command::Reconcile(reconcile) => commands::reconcile(&place()?, &reconcile),
        Command::Daemon(daemon) => commands::daemon(&place()?, &daemon),
        Command::Verify(verify) => commands::verify(&place()?, &verify),
        Command::Status(status) => commands::status(&place()?, &status),
        Command::Hint(hint) => Ok(commands::hint(place(), &hint)),
        Command::Depth(depth) => commands::depth(&place()?, &depth),
        Command::History(history) => commands::history(&place()?, &history),
        Command::Dump(dump) => commands::dump(&place()?, &dump),
        Command::Languages(languages) => commands::languages(&place()?, &languages),
        Command::Completions { shell } => commands::completions(shell),
        Command::Version => commands::version(),
        Command::Worker(worker) => commands::worker(&worker),
    }
}
