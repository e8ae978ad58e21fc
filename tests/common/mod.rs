//! What every black-box test stands on: the built binary in a sealed home.
#![expect(dead_code, unused_imports, reason = "no daemon answers yet")]

mod daemon;
mod environment;
mod run;

pub use daemon::{Daemon, wait_until};
pub use environment::TestEnvironment;
pub use run::Output;
