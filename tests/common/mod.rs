//! What every black-box test stands on: the built binary in a sealed home.

mod daemon;
mod environment;
mod run;

pub use daemon::{Daemon, wait_until};
pub use environment::TestEnvironment;
pub use run::Output;
