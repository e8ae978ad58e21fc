//! Heimdall: one index of everything a person works on, and answers that say how far to trust
//! them. See ARCHITECTURE.md for the map.

mod cli;
mod client;
mod daemon;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(std::env::args_os())
}
