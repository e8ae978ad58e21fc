//! The safe reading of one file.
//!
//! 1. Opened beneath its root, following no link, and only when it is a regular file.
//! 2. Its stat is equal before and after the read, or it is read again; hash and text come from the
//!    same bytes. Never mapped, so a file that shrinks meanwhile is no fault.
//! 3. Secrets by name, known binaries and what is too large are not opened at all.
//!
//! Two steps, so that a file whose hash is known already need not be decoded: [`read`], then
//! [`Reading::into_content`].

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use heimdall_schema::config::Sizes;
use heimdall_schema::id::ContentHash;
use heimdall_schema::record::{FileKind, Stat};

use super::beneath::Beneath;
use super::decode::decode;
use super::kind::{self, HEAD, Standing};
use super::mask::mask;
use super::observe::{Observation, observe_in, stat_of};

/// Reads of one file before it counts as changing without end.
const TRIES: u32 = 5;

/// Why there is nothing to index; what it is instead decides what becomes of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// No regular file is there.
    Not(Observation),
    /// It was written to during each of the tries; look again later.
    Changing,
}

/// The bytes of a file and what they and its name settle.
#[derive(Debug)]
pub struct Reading {
    pub stat: Stat,
    /// Of all bytes on disk; all zero when they were not all read (`path` depth).
    pub hash: ContentHash,
    /// As far as it is known before decoding.
    pub standing: Standing,
    relative: Vec<u8>,
    /// All of the file, or its head when it is [`FileKind::Large`].
    bytes: Option<Vec<u8>>,
}

/// The text that may be stored, with what was hidden in it.
#[derive(Debug)]
pub struct Content {
    pub standing: Standing,
    /// `None` at `path` depth.
    pub text: Option<String>,
    /// Token-shaped strings that were replaced.
    pub masked: u32,
}

impl Reading {
    /// Decodes, masks, and looks whether the text is minified.
    pub fn into_content(self) -> Content {
        let mut standing = self.standing;
        let Some(bytes) = self.bytes else { return Content { standing, text: None, masked: 0 } };
        let cut = standing.kind == FileKind::Large;
        let Some(mut text) = decode(bytes, cut) else {
            let standing = Standing::new(FileKind::Binary, "not text in any known encoding");
            return Content { standing, text: None, masked: 0 };
        };
        if standing.kind == FileKind::Text && kind::is_minified(&self.relative, &text) {
            standing = Standing::new(FileKind::Generated, "minified, by the length of its lines");
        }
        let masked = mask(&mut text);
        Content { standing, text: Some(text), masked }
    }
}

/// Reads `relative` below the root at `root`. What we may not open is a reading of kind
/// [`FileKind::Unreadable`].
///
/// # Errors
/// [`Unread`]; with [`Observation::Unavailable`] when the root itself cannot be opened.
pub fn read(root: &Path, relative: &[u8], sizes: &Sizes) -> Result<Reading, Unread> {
    let beneath = Beneath::open(root).map_err(|_| Unread::Not(Observation::Unavailable))?;
    for attempt in 0..TRIES {
        if attempt > 0 {
            std::thread::sleep(Duration::from_millis(1 << attempt));
        }
        let stat = match observe_in(&beneath, relative) {
            Observation::Regular(stat) => stat,
            other => return Err(Unread::Not(other)),
        };
        let unopened = |standing| Reading::unopened(stat, standing, relative);
        let named = kind::by_name(relative);
        if let Some(standing) = &named
            && matches!(standing.kind, FileKind::Secret | FileKind::Binary)
        {
            return Ok(unopened(standing.clone()));
        }
        let sized = kind::by_size(stat.size, sizes);
        if let Some(standing) = &sized
            && standing.kind == FileKind::Huge
        {
            return Ok(unopened(standing.clone()));
        }
        let standing = sized.or(named).unwrap_or_else(Standing::text);
        match read_once(&beneath, relative, standing, sizes) {
            Ok(Some(reading)) => return Ok(reading),
            Ok(None) => {}
            // Gone or replaced since it was looked at: look again, which says what is there now.
            Err(e)
                if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
            Err(e) => {
                return Ok(unopened(Standing::new(
                    FileKind::Unreadable,
                    format!("unreadable: {e}"),
                )));
            }
        }
    }
    Err(Unread::Changing)
}

/// One try; `None` when the file changed during it.
fn read_once(
    beneath: &Beneath,
    relative: &[u8],
    standing: Standing,
    sizes: &Sizes,
) -> io::Result<Option<Reading>> {
    let Some((file, before)) = beneath.file(relative)? else { return Ok(None) };
    let stat = stat_of(&before);
    let limit = if standing.kind == FileKind::Large { sizes.hash } else { sizes.parse };
    if stat.size > limit {
        return Ok(None);
    }
    let mut file = File::from(file);
    let mut hasher = blake3::Hasher::new();
    let keep = if standing.kind == FileKind::Large { sizes.head } else { limit };
    let mut bytes = Vec::with_capacity(stat.size.min(keep) as usize + 1);
    Read::by_ref(&mut file).take(keep.min(HEAD as u64)).read_to_end(&mut bytes)?;
    if kind::is_binary(&bytes) {
        if stat_of(&rustix::fs::fstat(&file)?) != stat {
            return Ok(None);
        }
        let standing = Standing::new(FileKind::Binary, "a NUL byte in its head");
        return Ok(Some(Reading::unopened(stat, standing, relative)));
    }
    let rest = keep.saturating_sub(bytes.len() as u64);
    // One more than expected, so that growth is seen.
    let rest = if keep >= stat.size { rest + 1 } else { rest };
    Read::by_ref(&mut file).take(rest).read_to_end(&mut bytes)?;
    hasher.update(&bytes);
    let mut length = bytes.len() as u64;
    let mut buffer = vec![0; if keep < stat.size { 128 << 10 } else { 0 }];
    while length < stat.size && !buffer.is_empty() {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        length += read as u64;
    }
    if length != stat.size || stat_of(&rustix::fs::fstat(&file)?) != stat {
        return Ok(None);
    }
    let hash = *hasher.finalize().as_bytes();
    Ok(Some(Reading { stat, hash, standing, relative: relative.to_vec(), bytes: Some(bytes) }))
}

impl Reading {
    /// A file at `path` depth.
    fn unopened(stat: Stat, standing: Standing, relative: &[u8]) -> Self {
        Self { stat, hash: [0; 32], standing, relative: relative.to_vec(), bytes: None }
    }
}

#[cfg(test)]
mod tests;
