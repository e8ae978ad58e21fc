//! The daemon: the actors wired together, and the answers they give.
//!
//! [`run`] is the process that watches; [`local`] answers the same requests within the client when
//! no daemon runs, reading the store beside whoever writes it. Nothing here decides what is true:
//! that is the actors' work.

mod answer;
mod background;
mod desk;
mod engine;
pub mod local;
mod log;
mod run;
mod socket;

pub use background::spawn;
pub use desk::Desk;
pub use run::{Options, run};

use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| d.as_millis() as u64)
}

/// Waits on this thread for what an actor answers.
fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(|e| Failure::new(exit::INTERNAL, e.to_string(), ""))?;
    Ok(runtime.block_on(future))
}
