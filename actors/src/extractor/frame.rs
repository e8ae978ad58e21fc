//! What passes between the pool and a worker: frames of a length (u32, little-endian) and bytes.
//!
//! Both sides use one socket, which is the worker's standard input, so that nothing that native
//! code prints can be taken for an answer. The worker speaks first: a [`Hello`] as JSON. After
//! that each [`Task`] is answered by the rkyv bytes of an extraction.

use std::io::{self, Read, Write};

use heimdall_schema::depth::Depth;
use serde::{Deserialize, Serialize};

/// Most bytes of a frame in either direction.
pub const LARGEST: usize = 256 << 20;

/// Parts up to this many bytes are copied together before they are written.
const SMALL: usize = 64 << 10;

/// A text to extract.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Lower-case name of the language; empty when none was recognised.
    pub language: &'a str,
    pub depth: Depth,
    pub text: &'a str,
}

/// What a worker says of itself before its first task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub extractor_version: u32,
    pub sandbox: SandboxReport,
    /// The parsers that it was told to load, in that order.
    pub parsers: Vec<ParserReport>,
}

/// What came of loading a parser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParserReport {
    pub language: String,
    /// How deep it looks; `file` when it cannot be used.
    pub depth: Depth,
    /// Why it does not look more deeply; empty when it could not.
    pub reason: String,
}

/// What keeps a worker in its place; each part says `enforced ...` or why it is not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxReport {
    /// Files: Landlock.
    pub files: String,
    /// System calls: seccomp.
    pub calls: String,
    /// Cap of the address space, in bytes; 0 for none.
    pub memory_bytes: u64,
    /// Whether it ends with the daemon.
    pub dies_with_parent: bool,
}

/// Reads a frame; `None` at a clean end of the stream.
pub fn read(stream: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; 4];
    let mut got = 0;
    while got < head.len() {
        match stream.read(&mut head[got..]) {
            Ok(0) if got == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => got += count,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let len = u32::from_le_bytes(head) as usize;
    if len > LARGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is too large"));
    }
    let mut bytes = vec![0; len];
    stream.read_exact(&mut bytes)?;
    Ok(Some(bytes))
}

/// Writes a frame that consists of `parts`.
pub fn write(stream: &mut impl Write, parts: &[&[u8]]) -> io::Result<()> {
    let len: usize = parts.iter().map(|p| p.len()).sum();
    if len > LARGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a frame is too large"));
    }
    // Small frames go out in one call.
    let mut bytes = (len as u32).to_le_bytes().to_vec();
    for part in parts {
        if part.len() <= SMALL {
            bytes.extend_from_slice(part);
        } else {
            stream.write_all(&bytes)?;
            bytes.clear();
            stream.write_all(part)?;
        }
    }
    stream.write_all(&bytes)?;
    stream.flush()
}

/// Sends a task.
pub fn write_task(stream: &mut impl Write, task: &Task<'_>) -> io::Result<()> {
    let language = task.language.as_bytes();
    let head = [task.depth as u8, language.len() as u8];
    write(stream, &[&head, language, task.text.as_bytes()])
}

/// Reads the bytes of a task back.
pub fn parse_task(bytes: &[u8]) -> Option<Task<'_>> {
    let (&[depth, len], rest) = bytes.split_first_chunk::<2>()?;
    let (language, text) = rest.split_at_checked(len as usize)?;
    let levels = [Depth::Path, Depth::File, Depth::Symbol, Depth::Graph];
    Some(Task {
        language: std::str::from_utf8(language).ok()?,
        depth: levels.into_iter().find(|d| *d as u8 == depth)?,
        text: std::str::from_utf8(text).ok()?,
    })
}
