//! One worker process, seen from the pool.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use heimdall_schema::record::ArchivedExtraction;

use super::failure::{Failure, FailureKind};
use super::fault;
use super::frame::{self, Hello, Task};
use super::worker::cpu_budget;

/// How a worker is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The binary that understands `arguments`.
    pub program: PathBuf,
    /// By default `worker extract`.
    pub arguments: Vec<OsString>,
    /// The whole environment of the worker; empty by default, but for what a test arms.
    pub environment: Vec<(OsString, OsString)>,
    /// Wall time in which a worker must greet.
    pub greeting: Duration,
    /// A text may take that many times its CPU budget in wall time before its worker counts as
    /// stopped. A guard against hangs only: budgets are CPU time.
    pub wall_factor: u32,
}

impl Default for Launch {
    fn default() -> Self {
        Launch {
            program: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("heimdall")),
            arguments: vec!["worker".into(), "extract".into()],
            environment: fault::passed_on(),
            greeting: Duration::from_secs(30),
            wall_factor: 20,
        }
    }
}

impl Launch {
    /// The same for a worker that loads the parsers of `languages` from a directory.
    pub(super) fn with_parsers<'a>(
        mut self,
        directory: &Path,
        languages: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut languages = languages.into_iter().peekable();
        if languages.peek().is_some() {
            self.arguments.push("--parsers".into());
            self.arguments.push(directory.into());
            self.arguments.extend(languages.map(OsString::from));
        }
        self
    }
}

/// A running worker. Ends with this value.
pub struct Process {
    child: Child,
    stream: UnixStream,
    wall_factor: u32,
    pub hello: Hello,
}

impl Process {
    /// Starts a worker and hears its greeting. The thread that calls this must outlive the
    /// worker: on Linux a worker ends with the thread that started it.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        let (ours, theirs) = UnixStream::pair()?;
        let child = Command::new(&launch.program)
            .args(&launch.arguments)
            .env_clear()
            .envs(launch.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn()?;
        let hello = Hello::default();
        let wall_factor = launch.wall_factor;
        let mut process = Process { child, stream: ours, wall_factor, hello };
        let mut timed = Timed::new(&process.stream, launch.greeting);
        let bytes = match frame::read(&mut timed) {
            Ok(Some(bytes)) => bytes,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => return Err(error),
            Ok(None) | Err(_) => return Err(io::Error::other(process.end().reason)),
        };
        process.hello = serde_json::from_slice(&bytes)?;
        if process.hello.extractor_version != heimdall_schema::EXTRACTOR_VERSION {
            // The binary was replaced under a running daemon.
            return Err(io::Error::other("the worker is of another version"));
        }
        Ok(process)
    }

    /// Lets the worker extract a text. After a failure the process is over and must be dropped.
    pub fn extract(&mut self, task: &Task<'_>) -> Result<Vec<u8>, Failure> {
        let wall = cpu_budget(task.text.len()) * self.wall_factor;
        let mut timed = Timed::new(&self.stream, wall);
        let answer = frame::write_task(&mut timed, task).and_then(|()| frame::read(&mut timed));
        match answer {
            Ok(Some(bytes)) => check(bytes, task.text.len()),
            Ok(None) => Err(self.end()),
            Err(error) if matches!(error.kind(), io::ErrorKind::TimedOut) => {
                self.end();
                Err(Failure::new(FailureKind::CpuBudget, "the parser did not answer"))
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                self.end();
                Err(Failure::new(FailureKind::Protocol, error.to_string()))
            }
            Err(_) => Err(self.end()),
        }
    }

    fn end(&mut self) -> Failure {
        // A worker that is already gone cannot be killed; its own end is the status.
        let _ = self.child.kill();
        match self.child.wait() {
            Ok(status) => Failure::of_exit(status),
            Err(error) => Failure::new(FailureKind::Start, error.to_string()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Accepts an answer only if it is an extraction that can belong to a text of that size.
fn check(bytes: Vec<u8>, text_bytes: usize) -> Result<Vec<u8>, Failure> {
    let refused = |why: &str| Err(Failure::new(FailureKind::Protocol, why));
    let Ok(found) = rkyv::access::<ArchivedExtraction, rkyv::rancor::Error>(&bytes) else {
        return refused("the answer is no extraction");
    };
    let mut end = 0;
    for chunk in found.chunks.iter() {
        if chunk.span.start != end {
            return refused("the chunks do not touch");
        }
        end = chunk.span.start.to_native().saturating_add(chunk.span.len.to_native());
    }
    let covers = found.chunks.is_empty() || end as usize == text_bytes;
    if covers { Ok(bytes) } else { refused("the chunks do not cover the text") }
}

/// A stream that fails once an amount of wall time is over.
struct Timed<'a> {
    stream: &'a UnixStream,
    deadline: Instant,
}

impl<'a> Timed<'a> {
    fn new(stream: &'a UnixStream, limit: Duration) -> Self {
        Timed { stream, deadline: Instant::now() + limit }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

/// A timeout of the socket is `WouldBlock` to the system and `TimedOut` to us.
fn as_timeout(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer).map_err(as_timeout)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(buffer).map_err(as_timeout)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
