//! The program as a whole and its commands.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use super::{
    DaemonArguments, DepthArguments, DumpArguments, HintArguments, HistoryArguments,
    LanguagesArguments, ReconcileArguments, RelatedArguments, RootsArguments, SearchArguments,
    StatusArguments, VerifyArguments, WorkerArguments,
};

/// Search everything you have ever worked on, and know which hits to trust.
#[derive(Debug, Parser)]
#[command(
    name = "heimdall",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  heimdall roots add ~/work            say where your repositories are
  heimdall reconcile                   index them, once
  heimdall daemon --background         keep the index true from now on
  heimdall search retry with backoff   ask

Exit codes:
  0 done  1 a finding (drift)  2 usage  69 the daemon is needed  70 a fault of Heimdall's
  75 another Heimdall holds the index  77 refused  128+n ended by signal n"
)]
pub struct Arguments {
    /// Directory of the index and the settings [default: $HEIMDALL_HOME, or ~/.heimdall]
    #[arg(long, global = true, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub home: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What can be asked for.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find code and notes in every indexed repository; each hit carries a verdict
    Search(SearchArguments),
    /// Show who calls, imports or extends a definition, and what it uses
    Related(RelatedArguments),
    /// Say which directories are indexed
    Roots(RootsArguments),
    /// Make the index agree with the disk, now
    Reconcile(ReconcileArguments),
    /// Keep the index true: watch, reconcile, audit
    Daemon(DaemonArguments),
    /// Compare the index with the disk; exit 1 when they differ
    Verify(VerifyArguments),
    /// Say whether the index is caught up, and what it holds
    Status(StatusArguments),
    /// Say that paths may have changed; never fails
    Hint(HintArguments),
    /// Show how deeply a path is indexed, and why not deeper
    Depth(DepthArguments),
    /// Show what was removed from or moved at a path
    History(HistoryArguments),
    /// Print the index as canonical JSON lines
    Dump(DumpArguments),
    /// List the languages and how deeply each is read
    Languages(LanguagesArguments),
    /// Print a completion script for a shell
    #[command(after_help = "\
Examples:
  heimdall completions bash > ~/.local/share/bash-completion/completions/heimdall
  heimdall completions zsh > \"${fpath[1]}/_heimdall\"
  heimdall completions fish > ~/.config/fish/completions/heimdall.fish")]
    Completions {
        /// bash, elvish, fish, powershell or zsh
        shell: Shell,
    },
    /// Print the version
    #[command(after_help = "Example:\n  heimdall version")]
    Version,
    /// Work for a daemon on standard input and output
    #[command(hide = true)]
    Worker(WorkerArguments),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_definitions_hold_together() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Arguments::command().get_subcommands().filter(|c| !c.is_hide_set()) {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains("Example"), "{} has none", command.get_name());
        }
    }
}
