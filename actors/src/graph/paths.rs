//! Paths below a root, put together and taken apart.

use heimdall_schema::id::FileKey;

/// The directory that a file or directory stands in; the root's own is the root.
pub fn parent(key: &FileKey) -> FileKey {
    let relative = key.relative();
    let end = relative.iter().rposition(|b| *b == b'/').unwrap_or(0);
    FileKey::new(key.root(), &relative[..end])
}

/// The directories around a file, innermost first, the root last.
pub fn ancestors(key: &FileKey) -> impl Iterator<Item = FileKey> {
    let first = parent(key);
    std::iter::successors(Some(first), |directory| {
        (!directory.relative().is_empty()).then(|| parent(directory))
    })
}

/// A path as written, seen from a directory: `.` and `..` are taken away. `None` when it leaves
/// the root.
pub fn join(directory: &FileKey, path: &str) -> Option<FileKey> {
    let mut parts: Vec<&[u8]> =
        directory.relative().split(|b| *b == b'/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part.as_bytes()),
        }
    }
    Some(FileKey::new(directory.root(), &parts.join(&b'/')))
}

/// The last component, without its extension.
pub fn stem(key: &FileKey) -> String {
    let name = file_name(key);
    name.split_once('.').map_or(name.clone(), |(stem, _)| stem.to_owned())
}

/// The last component.
pub fn file_name(key: &FileKey) -> String {
    let relative = key.relative();
    let start = relative.iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
    String::from_utf8_lossy(&relative[start..]).into_owned()
}
