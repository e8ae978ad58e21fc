//! A daemon for the length of a test.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::{Output, TestEnvironment};

/// How long anything may take before the test gives up: a guard against hanging, no measure.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running daemon; it is killed on drop.
pub struct Daemon {
    child: Option<Child>,
}

impl Daemon {
    /// Starts `heimdall daemon` with `arguments` and waits until it answers.
    pub fn start(environment: &TestEnvironment, arguments: &[&str]) -> Self {
        let log = std::fs::File::create(environment.home().join("daemon.log")).unwrap();
        let child = environment
            .command()
            .arg("daemon")
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let pid = child.id();
        let mut daemon = Self { child: Some(child) };
        wait_until("the daemon answers", || {
            if let Some(status) = daemon.child.as_mut().unwrap().try_wait().unwrap() {
                let log = std::fs::read_to_string(environment.home().join("daemon.log")).unwrap();
                panic!("the daemon ended with {status}:\n{log}");
            }
            let status = environment.run(&["status", "--json"]);
            status.code == 0 && status.json()["pid"] == pid
        });
        daemon
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// Waits until the index agrees with everything that was said to have changed.
    pub fn wait_caught_up(&self, environment: &TestEnvironment) {
        wait_until("the index is caught up", || {
            let status = environment.run(&["status", "--json"]);
            status.code == 0 && status.json()["caught_up"] == true
        });
    }

    /// Waits for the daemon to end by itself.
    pub fn wait(mut self) -> Output {
        let mut child = self.child.take().unwrap();
        wait_until("the daemon ends", || child.try_wait().unwrap().is_some());
        Output::from(child.wait_with_output().unwrap())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Asks until it is so; what is waited for happens in another process.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
