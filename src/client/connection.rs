//! One connection to the daemon's socket.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use heimdall_actors::territory::Home;
use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, Frame, Hello, LINE_LIMIT, Reply, Request, WIRE_VERSION};

/// Why there is no connection.
#[derive(Debug)]
pub enum Refused {
    /// No daemon listens.
    Absent,
    /// One listens, and speaks another version of the wire.
    Version { theirs: u32, pid: u32 },
    /// It could not be reached, or did not speak as a daemon does.
    Broken,
}

/// A connection on which both sides have said hello.
#[derive(Debug)]
pub struct Connection {
    stream: BufReader<UnixStream>,
    peer: Hello,
}

impl Connection {
    /// Connects to the daemon of `home`.
    ///
    /// # Errors
    /// [`Refused`]; a socket that nobody answers within `patience` counts as absent.
    pub fn open(home: &Home, patience: Duration) -> Result<Self, Refused> {
        let socket = home.socket();
        let stream = UnixStream::connect(socket).map_err(|e| match e.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => Refused::Absent,
            _ => Refused::Broken,
        })?;
        stream.set_read_timeout(Some(patience)).map_err(|_| Refused::Broken)?;
        let mut connection = Self {
            stream: BufReader::new(stream),
            peer: Hello { heimdall: 0, version: String::new(), pid: 0 },
        };
        let hello = Hello {
            heimdall: WIRE_VERSION,
            version: env!("CARGO_PKG_VERSION").into(),
            pid: std::process::id(),
        };
        connection.send(&hello).map_err(|_| Refused::Broken)?;
        let line = connection.line().map_err(|e| match e.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Refused::Absent,
            _ => Refused::Broken,
        })?;
        let peer: Hello = serde_json::from_str(&line).map_err(|_| Refused::Broken)?;
        if peer.heimdall != WIRE_VERSION {
            return Err(Refused::Version { theirs: peer.heimdall, pid: peer.pid });
        }
        connection.peer = peer;
        connection.stream.get_ref().set_read_timeout(None).map_err(|_| Refused::Broken)?;
        Ok(connection)
    }

    /// The daemon at the other end.
    pub fn peer(&self) -> &Hello {
        &self.peer
    }

    fn send(&mut self, message: &impl serde::Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.stream.get_mut().write_all(&line)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        let read = (&mut self.stream).take(LINE_LIMIT as u64).read_line(&mut line)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if !line.ends_with('\n') {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line without an end"));
        }
        Ok(line)
    }

    /// Sends one request and reads its frames.
    ///
    /// # Errors
    /// The daemon's own [`Failure`], or one that says that the connection broke.
    pub fn ask(
        &mut self,
        request: &Request,
        on_frame: &mut dyn FnMut(Frame) -> bool,
    ) -> Result<Reply, Failure> {
        let broken = |e: io::Error| {
            Failure::new(
                exit::UNAVAILABLE,
                format!("the daemon ended before it answered: {e}"),
                "its log says why; `heimdall daemon` starts it again",
            )
        };
        self.send(request).map_err(broken)?;
        loop {
            let line = self.line().map_err(broken)?;
            let frame = serde_json::from_str(&line).map_err(|e| broken(e.into()))?;
            match frame {
                Frame::Done(reply) => return Ok(*reply),
                Frame::Failed(failure) => return Err(failure),
                other => {
                    if !on_frame(other) {
                        return Ok(Reply::Ok);
                    }
                }
            }
        }
    }
}
