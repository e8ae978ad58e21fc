//! Paths as a person types them, made absolute.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Component, Path, PathBuf};

use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, WirePath};

/// `path` from the working directory, without `.` and `..`; a leading `~/` is the home directory.
/// Links are left as they are, and nothing need exist.
///
/// # Errors
/// When there is no working directory.
pub fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    let base = std::env::current_dir();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    if path.is_relative() && base.is_err() && !path.starts_with("~") {
        let message = format!("no working directory: {}", path.display());
        return Err(Failure::new(exit::USAGE, message, "give an absolute path"));
    }
    Ok(resolve(&base.unwrap_or_default(), home.as_deref(), path))
}

/// [`absolute`], as it goes over the wire.
///
/// # Errors
/// As [`absolute`].
pub fn wire(path: &Path) -> Result<WirePath, Failure> {
    Ok(WirePath(absolute(path)?.into_os_string().into_vec()))
}

/// [`wire`] of each path.
///
/// # Errors
/// As [`absolute`].
pub fn wires(paths: &[PathBuf]) -> Result<Vec<WirePath>, Failure> {
    paths.iter().map(|path| wire(path)).collect()
}

/// A scope: made absolute when it can only be a path, else left, since it may name a project.
///
/// # Errors
/// As [`absolute`].
pub fn scope(word: &str) -> Result<String, Failure> {
    let is_path = word.starts_with(['/', '.', '~'])
        || (word.contains('/') && std::fs::symlink_metadata(word).is_ok());
    if !is_path {
        return Ok(word.to_owned());
    }
    Ok(wire(Path::new(word))?.to_string())
}

fn resolve(base: &Path, home: Option<&Path>, path: &Path) -> PathBuf {
    let tilde = OsStr::from_bytes(b"~");
    let whole = match (home, path.strip_prefix(tilde)) {
        (Some(home), Ok(rest)) => home.join(rest),
        _ => base.join(path),
    };
    let mut out = PathBuf::new();
    for component in whole.components() {
        match component {
            Component::CurDir => {}
            // `pop` leaves the root alone, as the kernel does.
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_absolute_without_looking_at_the_disk() {
        let of = |path: &str| resolve(Path::new("/w/app"), Some(Path::new("/h")), Path::new(path));
        for (typed, meant) in [
            ("a.rs", "/w/app/a.rs"),
            ("./a/../b", "/w/app/b"),
            ("../../../..", "/"),
            ("~/x", "/h/x"),
            ("~", "/h"),
            ("~ada/x", "/w/app/~ada/x"),
            ("/etc/../tmp/", "/tmp"),
            (".", "/w/app"),
        ] {
            assert_eq!(of(typed), Path::new(meant), "{typed}");
        }
    }
}
