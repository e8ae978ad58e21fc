//! Opening what lies below a root, and only that.
//!
//! 1. No component of a path below the root may be a symbolic link, `..`, `.` or empty.
//! 2. Nothing but a directory or a regular file is opened: a FIFO would block, a device may act.
//! 3. The root is opened anew for each use, so that a root that was moved away, mounted or replaced
//!    is seen as it is now.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

/// Opens a directory only to start from; macOS has no such mode and reads it.
#[cfg(target_os = "linux")]
const HANDLE: OFlags = OFlags::PATH.union(OFlags::DIRECTORY);
#[cfg(not(target_os = "linux"))]
const HANDLE: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY);

const ALWAYS: OFlags = OFlags::CLOEXEC.union(OFlags::NOFOLLOW);
/// A FIFO that took a file's place just now does not hold us up. `openat2` refuses this on handles.
const READ: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK);

/// A root's directory, open.
pub struct Beneath {
    root: OwnedFd,
}

impl Beneath {
    /// Opens the root at `path`, which is canonical: a link anywhere in it is refused.
    ///
    /// # Errors
    /// The system's; `ELOOP` for a link.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = path.as_os_str().as_bytes();
        Ok(Self { root: without_links(CWD, path, HANDLE, false)? })
    }

    /// The directory at `relative` (empty: the root), to be listed.
    ///
    /// # Errors
    /// The system's; `InvalidInput` when `relative` is not clean.
    pub fn directory(&self, relative: &[u8]) -> io::Result<OwnedFd> {
        self.at(relative, READ | OFlags::DIRECTORY)
    }

    /// What `lstat` says of `relative`.
    ///
    /// # Errors
    /// As [`Beneath::directory`].
    pub fn lstat(&self, relative: &[u8]) -> io::Result<Stat> {
        if relative.is_empty() {
            return Ok(rustix::fs::fstat(&self.root)?);
        }
        require_clean(relative)?;
        let (parent, name) = split(relative);
        if parent.is_empty() {
            return lstat_at(self.root.as_fd(), name);
        }
        lstat_at(self.at(parent, HANDLE)?.as_fd(), name)
    }

    /// The regular file at `relative`, opened to be read, with its `fstat`; `None` when something
    /// else is there.
    ///
    /// # Errors
    /// As [`Beneath::directory`].
    pub fn file(&self, relative: &[u8]) -> io::Result<Option<(OwnedFd, Stat)>> {
        // Looked at before it is opened: even opening a device may do something.
        if !is_regular(&self.lstat(relative)?) {
            return Ok(None);
        }
        let file = self.at(relative, READ)?;
        let stat = rustix::fs::fstat(&file)?;
        Ok(is_regular(&stat).then_some((file, stat)))
    }

    fn at(&self, relative: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
        if relative.is_empty() {
            return Ok(rustix::fs::openat(&self.root, ".", flags | ALWAYS, Mode::empty())?);
        }
        require_clean(relative)?;
        without_links(self.root.as_fd(), relative, flags, true)
    }
}

/// Reads the regular file `name` in `directory`, up to `limit` bytes. `None` when it is absent,
/// not regular, unreadable or longer.
pub fn read_small(directory: BorrowedFd<'_>, name: &[u8], limit: usize) -> Option<Vec<u8>> {
    if !is_regular(&lstat_at(directory, name).ok()?) {
        return None;
    }
    let flags = READ | ALWAYS;
    let file = rustix::fs::openat(directory, OsStr::from_bytes(name), flags, Mode::empty()).ok()?;
    let stat = rustix::fs::fstat(&file).ok()?;
    if !is_regular(&stat) || stat.st_size as u64 > limit as u64 {
        return None;
    }
    let mut bytes = Vec::with_capacity(stat.st_size as usize + 1);
    let mut reader = io::Read::take(std::fs::File::from(file), limit as u64 + 1);
    io::Read::read_to_end(&mut reader, &mut bytes).ok()?;
    (bytes.len() <= limit).then_some(bytes)
}

/// `lstat` of `name` in `directory`.
pub fn lstat_at(directory: BorrowedFd<'_>, name: &[u8]) -> io::Result<Stat> {
    Ok(rustix::fs::statat(directory, OsStr::from_bytes(name), AtFlags::SYMLINK_NOFOLLOW)?)
}

pub fn is_regular(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
}

/// Whether `relative` may name something below a root: no empty, `.` or `..` component, no NUL.
/// The empty path, the root itself, is clean.
pub fn is_clean(relative: &[u8]) -> bool {
    relative.is_empty()
        || relative
            .split(|b| *b == b'/')
            .all(|part| !matches!(part, b"" | b"." | b"..") && !part.contains(&0))
}

/// The directory part (without its slash) and the last component.
pub fn split(path: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memrchr(b'/', path) {
        Some(slash) => (&path[..slash], &path[slash + 1..]),
        None => (&[], path),
    }
}

fn require_clean(relative: &[u8]) -> io::Result<()> {
    if is_clean(relative) { Ok(()) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// Opens `path` with no link in any component; `beneath`: and never above `from`.
#[cfg(target_os = "linux")]
fn without_links(
    from: BorrowedFd<'_>,
    path: &[u8],
    flags: OFlags,
    beneath: bool,
) -> io::Result<OwnedFd> {
    use rustix::fs::ResolveFlags;

    let mut resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    resolve.set(ResolveFlags::BENEATH, beneath);
    // The kernel answers EAGAIN when a rename elsewhere raced with the resolution.
    for _ in 0..16 {
        let opened = rustix::fs::openat2(
            from,
            OsStr::from_bytes(path),
            flags | ALWAYS,
            Mode::empty(),
            resolve,
        );
        match opened {
            Err(Errno::AGAIN) => continue,
            // Older than Linux 5.6, or forbidden by a sandbox.
            Err(Errno::NOSYS | Errno::PERM) => return step_by_step(from, path, flags),
            // Perhaps a link where a directory is wanted; the slow way tells them apart.
            Err(Errno::NOTDIR) => return step_by_step(from, path, flags),
            other => return Ok(other?),
        }
    }
    step_by_step(from, path, flags)
}

#[cfg(not(target_os = "linux"))]
fn without_links(
    from: BorrowedFd<'_>,
    path: &[u8],
    flags: OFlags,
    _beneath: bool,
) -> io::Result<OwnedFd> {
    step_by_step(from, path, flags)
}

/// The same with one `openat` a component, each of which refuses a link.
fn step_by_step(from: BorrowedFd<'_>, path: &[u8], flags: OFlags) -> io::Result<OwnedFd> {
    let mut parts = path.split(|b| *b == b'/').filter(|part| !part.is_empty()).peekable();
    let start = if path.starts_with(b"/") { "/" } else { "." };
    let mut here = rustix::fs::openat(from, start, HANDLE | OFlags::CLOEXEC, Mode::empty())?;
    while let Some(part) = parts.next() {
        let flags = if parts.peek().is_some() { HANDLE } else { flags };
        let opened =
            rustix::fs::openat(&here, OsStr::from_bytes(part), flags | ALWAYS, Mode::empty());
        here = match opened {
            // A link in place of a directory is reported as "not a directory" by some systems.
            Err(Errno::NOTDIR) if is_link(here.as_fd(), part) => return Err(Errno::LOOP.into()),
            other => other?,
        };
    }
    Ok(here)
}

fn is_link(directory: BorrowedFd<'_>, name: &[u8]) -> bool {
    lstat_at(directory, name)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_and_dots_are_refused_on_either_way_of_opening() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap().join("root");
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/f"), "x").unwrap();
        fs::write(place.path().join("outside"), "secret").unwrap();
        symlink("..", root.join("up")).unwrap();
        symlink("../outside", root.join("link")).unwrap();
        let beneath = Beneath::open(&root).unwrap();
        assert!(beneath.file(b"a/b/f").unwrap().is_some());
        assert!(beneath.file(b"link").unwrap().is_none());
        assert!(beneath.file(b"a").unwrap().is_none());
        for path in ["up/outside", "up/root/a/b/f"] {
            let error = beneath.lstat(path.as_bytes()).unwrap_err();
            assert_eq!(Errno::from_io_error(&error), Some(Errno::LOOP), "{path}");
            let error = step_by_step(beneath.root.as_fd(), path.as_bytes(), OFlags::RDONLY);
            assert_eq!(Errno::from_io_error(&error.unwrap_err()), Some(Errno::LOOP), "{path}");
        }
        for path in ["../outside", "a/../a/b/f", "/etc/passwd", "a//b", "./a", "a/b/f/", "a\0"] {
            let error = beneath.lstat(path.as_bytes()).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput, "{path:?}");
        }
        assert!(step_by_step(beneath.root.as_fd(), b"a/b/f", OFlags::RDONLY).is_ok());
        symlink(&root, place.path().join("other")).unwrap();
        assert!(Beneath::open(&place.path().canonicalize().unwrap().join("other")).is_err());
    }
}
