//! Starting a daemon that outlives whoever starts it.

use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use heimdall_actors::territory::Home;
use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

use crate::client;

/// How long a new daemon may take until it answers.
const PATIENCE: Duration = Duration::from_secs(10);

/// Starts `heimdall daemon` with `arguments` in the background. With `wait`, returns when it
/// answers.
///
/// # Errors
/// It could not be started, or ended before it answered.
pub fn spawn(home: &Home, arguments: &[String], wait: bool) -> Result<(), Failure> {
    let failed = |e: std::io::Error| {
        Failure::new(exit::UNAVAILABLE, format!("the daemon could not be started: {e}"), "")
    };
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(program);
    command.arg("--home").arg(home.path()).arg("daemon").args(arguments);
    command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A group of its own: a signal to the terminal's does not reach it.
    command.process_group(0);
    let mut child = command.spawn().map_err(failed)?;
    if !wait {
        return Ok(());
    }
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if client::running(home).is_some() {
            return Ok(());
        }
        if let Some(status) = child.try_wait().map_err(failed)? {
            let log = home.logs().join("heimdall.log");
            let code = status.code().unwrap_or(exit::INTERNAL);
            let message = format!("the daemon ended at once, with {code}");
            return Err(Failure::new(code, message, format!("see {}", log.display())));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err(Failure::new(exit::UNAVAILABLE, "the daemon does not answer", "see its log"))
}
