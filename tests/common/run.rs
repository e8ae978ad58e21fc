//! Running a command to its end, and what it said.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a process wrote and how it ended.
#[derive(Debug)]
pub struct Output {
    pub stdout: String,
    pub stderr: String,
    /// The exit code; 128+n when signal n ended it.
    pub code: i32,
}

impl Output {
    /// Runs `command` with `input` on its standard input.
    pub fn of(command: &mut Command, input: &[u8]) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that does not read its input has closed it.
        let _ = child.stdin.take().unwrap().write_all(input);
        Self::from(child.wait_with_output().unwrap())
    }

    /// Standard output as the one line of JSON that it must be.
    pub fn json(&self) -> serde_json::Value {
        assert_eq!(self.stdout.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap()
    }
}

impl From<std::process::Output> for Output {
    fn from(output: std::process::Output) -> Self {
        use std::os::unix::process::ExitStatusExt as _;
        let code = output.status.code().or(output.status.signal().map(|n| 128 + n)).unwrap();
        Self {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code,
        }
    }
}
