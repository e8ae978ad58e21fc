//! What is at a path right now, from one look that follows no link.

use std::io;
use std::path::Path;

use heimdall_schema::record::Stat;
use rustix::fs::FileType;
use rustix::io::Errno;

use super::beneath::Beneath;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    Regular(Stat),
    Directory,
    Symlink,
    /// What it is, in a word: `fifo`, `socket`, `device`.
    Special(&'static str),
    /// Nothing, or a file stands where a directory of the path was.
    Gone,
    /// We may not look.
    Denied,
    /// A directory on the way is a symbolic link, or the path is not one below a root.
    OutsideRoot,
    /// The root itself cannot be opened: say nothing about what is in it.
    Unavailable,
}

/// Looks at `relative` below the root at `root`.
pub fn observe(root: &Path, relative: &[u8]) -> Observation {
    match Beneath::open(root) {
        Ok(beneath) => observe_in(&beneath, relative),
        Err(_) => Observation::Unavailable,
    }
}

/// As [`observe`], with the root already open.
pub fn observe_in(beneath: &Beneath, relative: &[u8]) -> Observation {
    match beneath.lstat(relative) {
        Ok(stat) => match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Observation::Regular(stat_of(&stat)),
            FileType::Directory => Observation::Directory,
            FileType::Symlink => Observation::Symlink,
            kind => Observation::Special(special_name(kind)),
        },
        Err(e) if e.kind() == io::ErrorKind::InvalidInput => Observation::OutsideRoot,
        Err(e) => match Errno::from_io_error(&e) {
            Some(Errno::LOOP | Errno::XDEV) => Observation::OutsideRoot,
            Some(Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG) => Observation::Gone,
            _ => Observation::Denied,
        },
    }
}

/// The word for what is neither a file, a directory nor a link.
pub(super) fn special_name(kind: FileType) -> &'static str {
    match kind {
        FileType::Fifo => "fifo",
        FileType::Socket => "socket",
        FileType::CharacterDevice | FileType::BlockDevice => "device",
        _ => "unknown",
    }
}

/// The part of a `stat` that is kept. Times before 1677 or after 2262 are held at the ends.
#[expect(clippy::unnecessary_cast, reason = "the fields' widths differ between systems")]
pub(super) fn stat_of(stat: &rustix::fs::Stat) -> Stat {
    let nanoseconds =
        |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    Stat {
        size: stat.st_size as u64,
        mtime_ns: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
        ctime_ns: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        inode: stat.st_ino as u64,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn each_sort_of_thing_is_told_apart() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        fs::create_dir(root.join("d")).unwrap();
        fs::write(root.join("d/f"), "abc").unwrap();
        symlink("d", root.join("l")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        let _socket = UnixListener::bind(root.join("s")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, root.join("p"), 0o600.into()).unwrap();
        let of = |relative: &str| observe(&root, relative.as_bytes());
        let metadata = fs::metadata(root.join("d/f")).unwrap();
        let Observation::Regular(stat) = of("d/f") else { panic!("{:?}", of("d/f")) };
        assert_eq!((stat.size, stat.inode), (3, metadata.ino()));
        assert_eq!(stat.mtime_ns, metadata.mtime() * 1_000_000_000 + metadata.mtime_nsec());
        assert_eq!(of(""), Observation::Directory);
        assert_eq!(of("d"), Observation::Directory);
        assert_eq!(of("l"), Observation::Symlink);
        assert_eq!(of("loop"), Observation::Symlink);
        assert_eq!(of("l/f"), Observation::OutsideRoot);
        assert_eq!(of("loop/f"), Observation::OutsideRoot);
        assert_eq!(of("../x"), Observation::OutsideRoot);
        assert_eq!(of("p"), Observation::Special("fifo"));
        assert_eq!(of("s"), Observation::Special("socket"));
        assert_eq!(of("none"), Observation::Gone);
        assert_eq!(of("none/none"), Observation::Gone);
        assert_eq!(of("d/f/g"), Observation::Gone);
        assert_eq!(observe(&root.join("gone"), b"f"), Observation::Unavailable);
    }
}
