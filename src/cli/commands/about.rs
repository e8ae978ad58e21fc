//! The program about itself.

use clap::CommandFactory as _;
use clap_complete::Shell;
use heimdall_schema::exit;

use crate::cli::arguments::Arguments;
use crate::cli::output::{self, Outcome};

/// `heimdall completions SHELL`
pub fn completions(shell: Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "heimdall", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(exit::OK)
}

/// `heimdall version`
pub fn version() -> Outcome {
    output::print(concat!("heimdall ", env!("CARGO_PKG_VERSION"), "\n"))?;
    Ok(exit::OK)
}
