//! The daemon's socket: who may connect, and one thread a connection.
//!
//! The store's lock is held before the socket is bound, so that whatever lies at its path then
//! belongs to a daemon that is gone. On the way out only our own socket is removed.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, Frame, Hello, LINE_LIMIT, Reply, Request, WIRE_VERSION};

/// Connections at a time; more are told to come back.
const CONNECTION_LIMIT: usize = 64;
/// How long a client may stay silent, and how long it may refuse to read.
const SILENCE: Duration = Duration::from_secs(600);

/// Answers requests. `send` gives `false` when the client is gone.
pub trait Answer: Send + Sync + 'static {
    fn answer(
        &self,
        request: Request,
        send: &mut dyn FnMut(Frame) -> bool,
    ) -> Result<Reply, Failure>;
}

/// A socket that is ours until it is dropped.
#[derive(Debug)]
pub struct Socket {
    listener: UnixListener,
    path: PathBuf,
    inode: u64,
}

impl Socket {
    /// Binds `path`, in place of what a daemon that is gone left there.
    ///
    /// # Errors
    /// What the file system says.
    pub fn bind(path: &Path) -> io::Result<Self> {
        match std::fs::remove_file(path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
        let inode = std::fs::symlink_metadata(path)?.ino();
        Ok(Self { listener, path: path.into(), inode })
    }

    /// Starts to serve; the thread lives as long as the process.
    ///
    /// # Errors
    /// No thread could be made.
    pub fn serve(&self, answer: Arc<dyn Answer>) -> io::Result<()> {
        let listener = self.listener.try_clone()?;
        let live = Arc::new(AtomicUsize::new(0));
        std::thread::Builder::new().name("socket".into()).spawn(move || {
            for stream in listener.incoming() {
                match stream {
                    Ok(stream) => admit(stream, &answer, &live),
                    Err(error) => {
                        tracing::warn!(%error, "a client could not be accepted");
                        std::thread::sleep(Duration::from_millis(50));
                    }
                }
            }
        })?;
        Ok(())
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let ours = std::fs::symlink_metadata(&self.path).is_ok_and(|m| m.ino() == self.inode);
        if ours && let Err(error) = std::fs::remove_file(&self.path) {
            tracing::warn!(%error, path = %self.path.display(), "the socket could not be removed");
        }
    }
}

fn admit(stream: UnixStream, answer: &Arc<dyn Answer>, live: &Arc<AtomicUsize>) {
    if !same_user(&stream) {
        tracing::warn!("a client of another user was turned away");
        return;
    }
    if live.fetch_add(1, Ordering::AcqRel) >= CONNECTION_LIMIT {
        live.fetch_sub(1, Ordering::AcqRel);
        let failure = Failure::new(exit::UNAVAILABLE, "too many clients at a time", "try again");
        let mut out = BufWriter::new(&stream);
        let _ = write_line(&mut out, &hello())
            .and_then(|()| write_line(&mut out, &Frame::Failed(failure)));
        return;
    }
    let (answer, live_in) = (answer.clone(), live.clone());
    let spawned = std::thread::Builder::new().name("client".into()).spawn(move || {
        let _count = Count(live_in);
        if let Err(error) = converse(&stream, answer.as_ref()) {
            tracing::debug!(%error, "a client left");
        }
    });
    if let Err(error) = spawned {
        live.fetch_sub(1, Ordering::AcqRel);
        tracing::warn!(%error, "no thread for a client");
    }
}

struct Count(Arc<AtomicUsize>);

impl Drop for Count {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(target_os = "linux")]
fn same_user(stream: &UnixStream) -> bool {
    let peer = rustix::net::sockopt::socket_peercred(stream);
    peer.is_ok_and(|peer| peer.uid == rustix::process::geteuid())
}

/// Elsewhere the directory (0700) and the socket (0600) keep others out.
#[cfg(not(target_os = "linux"))]
fn same_user(_: &UnixStream) -> bool {
    true
}

fn hello() -> Hello {
    Hello {
        heimdall: WIRE_VERSION,
        version: env!("CARGO_PKG_VERSION").into(),
        pid: std::process::id(),
    }
}

fn write_line(out: &mut impl io::Write, message: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, message)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Reads requests until the client leaves.
fn converse(stream: &UnixStream, answer: &dyn Answer) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))?;
    let mut input = BufReader::new(stream);
    let mut output = BufWriter::new(stream);
    let mut line = Vec::new();
    let mut greeted = false;
    loop {
        line.clear();
        let read = (&mut input).take(LINE_LIMIT as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') {
            let failure = Failure::new(exit::USAGE, "a request without an end, or too long", "");
            return write_line(&mut output, &Frame::Failed(failure));
        }
        if !greeted {
            write_line(&mut output, &hello())?;
            let theirs = serde_json::from_slice::<Hello>(&line);
            if !theirs.is_ok_and(|h| h.heimdall == WIRE_VERSION) {
                return Ok(());
            }
            greeted = true;
            continue;
        }
        let frame = match serde_json::from_slice::<Request>(&line) {
            Ok(request) => {
                let mut send = |frame: Frame| write_line(&mut output, &frame).is_ok();
                match answer.answer(request, &mut send) {
                    Ok(reply) => Frame::Done(Box::new(reply)),
                    Err(failure) => Frame::Failed(failure),
                }
            }
            Err(e) => Frame::Failed(Failure::new(exit::USAGE, format!("not a request: {e}"), "")),
        };
        write_line(&mut output, &frame)?;
    }
}
