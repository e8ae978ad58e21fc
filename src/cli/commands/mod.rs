//! One function a command: build the request, ask, show the answer, give the exit code.

mod about;
mod ask;
mod daemon;
mod hint;
mod maintain;
mod related;
mod roots;
mod search;
mod show;

pub use about::{completions, version};
pub use daemon::{daemon, worker};
pub use hint::hint;
pub use maintain::{reconcile, verify};
pub use related::related;
pub use roots::roots;
pub use search::search;
pub use show::{depth, dump, history, languages, status};
