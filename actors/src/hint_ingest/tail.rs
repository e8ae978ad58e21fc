//! Reading hints.jsonl while others append to it.
//!
//! Invariants:
//! 1. A line counts when its end has been written; a torn last line waits.
//! 2. The position that is handed out lies behind whole lines only, and is kept by the store
//!    together with the rows that those lines made: nothing appended is lost in a crash.
//! 3. At [`ROTATE_BYTES`] the file is renamed and read on until nobody has written to it for
//!    [`QUIET`]: an appender may still hold it open.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Size at which the file is renamed, in bytes.
pub const ROTATE_BYTES: u64 = 16 << 20;
/// How long a renamed file must have been quiet before it is deleted.
pub const QUIET: Duration = Duration::from_secs(60);
/// Bytes read in one turn.
const TURN_BYTES: usize = 1 << 20;
/// Longest line; longer ones are dropped.
const LINE_BYTES: usize = 64 << 10;

/// Inode of a file and how far it was read, in bytes.
pub type Position = (u64, u64);

/// What one turn read.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Absolute paths with their reasons, each path once.
    pub hints: Vec<(Vec<u8>, String)>,
    /// Lines that were no hints.
    pub dropped: u64,
    /// Position to keep with what the hints made.
    pub position: Option<Position>,
    /// Whether there is more to read at once.
    pub more: bool,
}

struct Open {
    file: File,
    inode: u64,
    offset: u64,
}

/// Follows hints.jsonl and, for a while, the file it was before.
pub struct Tail {
    path: PathBuf,
    old: Option<(Open, Instant)>,
    current: Option<Open>,
    start: Option<Position>,
}

fn open(path: &Path) -> io::Result<Option<Open>> {
    let mut options = File::options();
    options.read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_CLOEXEC);
    let file = match options.open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    let meta = file.metadata()?;
    if !meta.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    Ok(Some(Open { inode: meta.ino(), file, offset: 0 }))
}

impl Tail {
    /// Follows `path` from `start`, the position that was kept last.
    pub fn new(path: PathBuf, start: Option<Position>) -> Self {
        Self { path, old: None, current: None, start }
    }

    fn rotated(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".old");
        name.into()
    }

    /// Opens what is not open yet, and goes on where an earlier process stopped.
    fn resume(&mut self, now: Instant) -> io::Result<()> {
        if self.current.is_none() {
            self.current = open(&self.path)?;
            let start = self.start.take();
            if let (Some(current), Some((inode, offset))) = (&mut self.current, start)
                && current.inode == inode
            {
                current.offset = offset;
            } else if self.old.is_none()
                && let Some(mut old) = open(&self.rotated())?
            {
                if let Some((inode, offset)) = start
                    && inode == old.inode
                {
                    old.offset = offset;
                }
                self.old = Some((old, now));
            }
        }
        Ok(())
    }

    /// Bytes that were appended and not read yet.
    pub fn backlog(&self) -> u64 {
        let rest = |open: &Open| {
            open.file.metadata().map_or(0, |meta| meta.len().saturating_sub(open.offset))
        };
        let old = self.old.as_ref().map_or(0, |(open, _)| rest(open));
        match &self.current {
            Some(open) => old + rest(open),
            None => old + std::fs::symlink_metadata(&self.path).map_or(0, |meta| meta.len()),
        }
    }

    /// Reads whole lines, at most about a mebibyte of them.
    ///
    /// # Errors
    /// The file cannot be opened, read or renamed; what was read before stays read.
    pub fn turn(&mut self, now: Instant) -> io::Result<Turn> {
        self.resume(now)?;
        let mut turn = Turn::default();
        if let Some((old, quiet_since)) = &mut self.old {
            if read_lines(old, &mut turn)? {
                *quiet_since = now;
                turn.position = Some((old.inode, old.offset));
                turn.more = true;
                return Ok(turn);
            }
            if now.duration_since(*quiet_since) >= QUIET {
                self.old = None;
                remove_if_there(&self.rotated())?;
            }
        }
        let Some(current) = &mut self.current else { return Ok(turn) };
        let read = read_lines(current, &mut turn)?;
        if read && self.old.is_none() {
            turn.position = Some((current.inode, current.offset));
        }
        let meta = current.file.metadata()?;
        turn.more = read && meta.len() > current.offset;
        if current.offset >= ROTATE_BYTES && self.old.is_none() {
            std::fs::rename(&self.path, self.rotated())?;
            self.old = self.current.take().map(|open| (open, now));
        } else if meta.nlink() == 0 {
            // Somebody deleted or replaced it; the next turn opens what is there now.
            self.current = None;
        }
        Ok(turn)
    }
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Reads up to the last line end within the turn; `false` when there was no whole line.
fn read_lines(open: &mut Open, turn: &mut Turn) -> io::Result<bool> {
    let len = open.file.metadata()?.len();
    if len < open.offset {
        // Truncated by hand: begin again. A doubled hint costs one stat.
        open.offset = 0;
    }
    let mut buffer = vec![0; TURN_BYTES.min((len - open.offset) as usize)];
    let mut filled = 0;
    while filled < buffer.len() {
        match open.file.read_at(&mut buffer[filled..], open.offset + filled as u64) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let Some(end) = memchr::memrchr(b'\n', &buffer[..filled]) else {
        // A line longer than a whole turn can be no hint: it is skipped as it comes.
        if filled == TURN_BYTES {
            open.offset += filled as u64;
            turn.dropped += 1;
            return Ok(true);
        }
        return Ok(false);
    };
    for line in buffer[..end].split(|b| *b == b'\n') {
        match parse(line) {
            Parsed::Hint(path, reason) => {
                if !turn.hints.iter().any(|(known, _)| *known == path) {
                    turn.hints.push((path, reason));
                }
            }
            Parsed::Blank => {}
            Parsed::No => turn.dropped += 1,
        }
    }
    open.offset += end as u64 + 1;
    Ok(true)
}

enum Parsed {
    Hint(Vec<u8>, String),
    Blank,
    No,
}

fn parse(line: &[u8]) -> Parsed {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Parsed::Blank;
    }
    if line.len() > LINE_BYTES || line.contains(&0) {
        return Parsed::No;
    }
    if line[0] == b'/' {
        return Parsed::Hint(line.to_vec(), "hint".into());
    }
    let Ok(serde_json::Value::Object(object)) = serde_json::from_slice(line) else {
        return Parsed::No;
    };
    let Some(path) = object.get("path").and_then(|p| p.as_str()) else { return Parsed::No };
    if !path.starts_with('/') || path.contains('\0') {
        return Parsed::No;
    }
    let reason = object.get("reason").and_then(|r| r.as_str()).unwrap_or("hint");
    Parsed::Hint(path.as_bytes().to_vec(), reason.chars().take(64).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn append(path: &Path, text: &str) {
        let mut file = File::options().append(true).create(true).open(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }

    fn paths(turn: &Turn) -> Vec<String> {
        turn.hints.iter().map(|(p, _)| String::from_utf8_lossy(p).into_owned()).collect()
    }

    #[test]
    fn garbage_is_dropped_doubles_collapse_and_a_torn_line_waits() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hints.jsonl");
        let mut tail = Tail::new(path.clone(), None);
        assert_eq!(tail.turn(Instant::now()).unwrap(), Turn::default());
        append(
            &path,
            "{\"path\":\"/a\",\"reason\":\"cli\"}\n/a\nnoise\n{\"path\":\"b\"}\n{\"path\":7}\n\n/c",
        );
        let turn = tail.turn(Instant::now()).unwrap();
        assert_eq!((paths(&turn), turn.dropped), (vec!["/a".into()], 3));
        assert_eq!(tail.backlog(), 2);
        append(&path, "d\n");
        assert_eq!(paths(&tail.turn(Instant::now()).unwrap()), ["/cd"]);
    }

    #[test]
    fn a_new_process_goes_on_where_the_kept_position_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hints.jsonl");
        append(&path, "/a\n/b\n");
        let position = Tail::new(path.clone(), None).turn(Instant::now()).unwrap().position;
        append(&path, "/c\n");
        let mut tail = Tail::new(path.clone(), position);
        assert_eq!(paths(&tail.turn(Instant::now()).unwrap()), ["/c"]);
    }

    #[test]
    fn a_rotated_file_is_read_on_until_it_is_quiet() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("hints.jsonl");
        let line = format!("/{}\n", "x".repeat(60_000));
        let mut appender = File::options().append(true).create(true).open(&path).unwrap();
        for _ in 0..300 {
            appender.write_all(line.as_bytes()).unwrap();
        }
        let start = Instant::now();
        let mut tail = Tail::new(path.clone(), None);
        let mut position = None;
        while std::fs::symlink_metadata(&path).is_ok() {
            position = tail.turn(start).unwrap().position.or(position);
        }
        appender.write_all(b"/late\n").unwrap();
        append(&path, "/new\n");
        // A crash here: another process takes over from the kept position.
        let mut tail = Tail::new(path.clone(), position);
        let mut seen = Vec::new();
        for _ in 0..8 {
            seen.extend(paths(&tail.turn(start).unwrap()));
        }
        assert!(seen.contains(&"/late".into()) && seen.contains(&"/new".into()));
        tail.turn(start + QUIET).unwrap();
        assert!(std::fs::symlink_metadata(tail.rotated()).is_err());
    }
}
