//! Appending to hints.jsonl: the one thing any process may write, at any time, without asking.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

use super::Place;

/// Appends one line a path.
///
/// Each line is one write to a file opened for appending, so lines of processes that write at
/// the same time never mix.
///
/// # Errors
/// What the file system says; lines before it are written.
pub fn append(place: &Place, paths: &[PathBuf], reason: &str, at_ms: u64) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.append(true).create(true).mode(0o600);
    let refused = |e: io::Error| {
        let message = format!("hint not recorded: {}: {e}", place.hints().display());
        Failure::new(exit::REFUSED, message, "the next audit finds the change")
    };
    let mut file = match options.open(place.hints()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            place.create()?;
            options.open(place.hints()).map_err(refused)?
        }
        other => other.map_err(refused)?,
    };
    paths.iter().try_for_each(|path| file.write_all(&line(path, reason, at_ms))).map_err(refused)
}

/// A JSON object; or the bare path, when its bytes are not UTF-8 and JSON cannot hold them.
fn line(path: &Path, reason: &str, at_ms: u64) -> Vec<u8> {
    let mut line = match path.to_str() {
        Some(path) => serde_json::json!({"path": path, "reason": reason, "at": at_ms})
            .to_string()
            .into_bytes(),
        None => path.as_os_str().as_bytes().to_vec(),
    };
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_line_is_an_object_or_a_bare_path() {
        assert_eq!(
            String::from_utf8(line(Path::new("/a\n\"b"), "cli", 7)).unwrap(),
            "{\"path\":\"/a\\n\\\"b\",\"reason\":\"cli\",\"at\":7}\n"
        );
        assert_eq!(line(Path::new(OsStr::from_bytes(b"/a\xff")), "cli", 7), b"/a\xff\n");
    }

    #[test]
    fn directory_and_file_are_closed_to_others() {
        let parent = tempfile::tempdir().unwrap();
        let home = parent.path().join("deep/home");
        let place = Place::find(Some(&home)).unwrap();
        append(&place, &["/a".into()], "cli", 1).unwrap();
        append(&place, &["/b".into(), "/c".into()], "cli", 2).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&home), mode(&place.hints())), (0o700, 0o600));
        assert_eq!(std::fs::read_to_string(place.hints()).unwrap().lines().count(), 3);
    }
}
