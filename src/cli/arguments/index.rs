//! The flags of the commands that keep and show the index.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  heimdall daemon --background    start it and return
  heimdall daemon                 run it here, log to the terminal
  heimdall daemon --once --scan   look at everything, then end
  heimdall daemon stop"
)]
pub struct DaemonArguments {
    #[command(subcommand)]
    pub action: Option<DaemonAction>,

    /// End when nothing is left to look at
    #[arg(long)]
    pub once: bool,

    /// Walk every root first, also when there is an index
    #[arg(long)]
    pub scan: bool,

    /// Say what would be done, change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Quiet time after a change before it is looked at, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub interval: Option<u64>,

    /// Time between audits, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=604_800))]
    pub audit_every: Option<u64>,

    /// End after so many seconds without a request or a change
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=604_800))]
    pub idle: Option<u64>,

    /// Leave the terminal and return once searches are answered
    #[arg(long, conflicts_with_all = ["once", "dry_run"])]
    pub background: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum DaemonAction {
    /// End the daemon that runs, after what it is doing
    #[command(after_help = "Example:\n  heimdall daemon stop")]
    Stop,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall reconcile                  what is queued, and whatever was never looked at
  heimdall reconcile src/ README.md   these files and directories
  heimdall reconcile --all            audit everything by content and repair it
  heimdall reconcile --all --dry-run  say what that would do")]
pub struct ReconcileArguments {
    /// Files or directories to look at
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Look at everything in every root
    #[arg(long, conflicts_with = "paths")]
    pub all: bool,

    /// Say what differs, change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall verify            compare size and times; exit 1 on drift
  heimdall verify --deep     hash every file
  heimdall verify --rebuild  repair what differs")]
pub struct VerifyArguments {
    /// Hash every file: finds what stat cannot see
    #[arg(long)]
    pub deep: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Repair what differs
    #[arg(long)]
    pub rebuild: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall hint src/main.rs
  git diff --name-only HEAD@{1} | xargs heimdall hint
  heimdall hint --stdin < hook.json   paths from the JSON that a coding agent's hook is given")]
pub struct HintArguments {
    /// Paths that may have changed
    #[arg(required_unless_present = "stdin", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Read the JSON of a coding agent's hook; only its path fields count
    #[arg(long)]
    pub stdin: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall depth               the deepest level of this build
  heimdall depth src/main.rs   asked for, possible, and reached")]
pub struct DepthArguments {
    /// A file; it need not exist
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub path: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall status
  heimdall status --json | jq .caught_up")]
pub struct StatusArguments {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall history src/old_name.rs
  heimdall history .               everything below this directory")]
pub struct HistoryArguments {
    /// A file or directory; it need not exist any more
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub path: PathBuf,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall dump > index.jsonl
  heimdall dump --path src | head -1
  heimdall dump --all              also queue, history and counts")]
pub struct DumpArguments {
    /// Only this file, or what is below this directory; may be given again
    #[arg(long = "path", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,

    /// Also what is never compared: queue, history, counts
    #[arg(long)]
    pub all: bool,

    /// Definitions and edges only, as lines that a checker of graphs reads
    #[arg(long, conflicts_with_all = ["paths", "all"])]
    pub graph: bool,

    /// With --graph: the directory to print, and from which paths are seen [default: .]
    #[arg(long, value_name = "DIR", requires = "graph", value_hint = ValueHint::DirPath)]
    pub root: Option<PathBuf>,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall roots add ~/work ~/notes
  heimdall roots add .
  heimdall roots list
  heimdall roots remove ~/notes   and everything that came from it")]
pub struct RootsArguments {
    #[command(subcommand)]
    pub action: RootsAction,
}

#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum RootsAction {
    /// Index these directories from now on
    #[command(after_help = "Example:\n  heimdall roots add ~/work ~/notes")]
    Add {
        #[arg(required = true, value_name = "PATH", value_hint = ValueHint::DirPath)]
        paths: Vec<PathBuf>,
    },
    /// Forget these directories and all that came from them
    #[command(after_help = "Example:\n  heimdall roots remove ~/notes")]
    Remove {
        #[arg(required = true, value_name = "PATH", value_hint = ValueHint::DirPath)]
        paths: Vec<PathBuf>,
    },
    /// Print them, one a line
    #[command(after_help = "Example:\n  heimdall roots list")]
    List,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall languages
  heimdall languages --json | jq -r .name")]
pub struct LanguagesArguments {
    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct WorkerArguments {
    #[arg(value_enum)]
    pub kind: WorkerKind,
    /// Directory of the parsers to load
    #[arg(long, value_name = "DIR", requires = "languages")]
    pub parsers: Option<std::path::PathBuf>,
    /// Languages whose parsers are loaded
    #[arg(value_name = "LANGUAGE", requires = "parsers")]
    pub languages: Vec<String>,
}

/// What a worker works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WorkerKind {
    /// Bytes in, definitions out.
    Extract,
}
