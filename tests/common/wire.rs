//! A client of the daemon's socket that may misbehave.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection to a socket.
pub struct Wire {
    stream: BufReader<UnixStream>,
}

impl Wire {
    /// Connects and says nothing.
    pub fn silent(socket: &Path) -> Self {
        let stream = UnixStream::connect(socket).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    /// Connects and exchanges greetings.
    pub fn open(socket: &Path) -> Self {
        let mut wire = Self::silent(socket);
        let version = heimdall_schema::wire::WIRE_VERSION;
        wire.send(json!({"heimdall": version, "version": "0", "pid": 1}).to_string().as_bytes());
        assert_eq!(wire.receive().unwrap()["heimdall"], version);
        wire
    }

    /// Sends a line; that the other side has hung up is no failure here.
    pub fn send(&mut self, line: &[u8]) {
        let stream = self.stream.get_mut();
        let _ = stream.write_all(line).and_then(|()| stream.write_all(b"\n"));
    }

    /// The next line; `None` when the other side has hung up.
    pub fn receive(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.stream.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(serde_json::from_str(&line).unwrap()),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => None,
            Err(error) => panic!("no answer: {error}"),
        }
    }

    /// Sends a line and gives the next one.
    pub fn ask(&mut self, request: &Value) -> Value {
        self.send(request.to_string().as_bytes());
        self.receive().expect("an answer")
    }
}
