//! Every command, flag and example, as clap reads and explains them.

mod command;
mod index;
mod related;
mod search;

pub use command::{Arguments, Command};
pub use index::{
    DaemonAction, DaemonArguments, DepthArguments, DumpArguments, HintArguments, HistoryArguments,
    LanguagesArguments, ReconcileArguments, RootsAction, RootsArguments, StatusArguments,
    VerifyArguments, WorkerArguments, WorkerKind,
};
pub use related::RelatedArguments;
pub use search::{SearchArguments, SearchLevel};
