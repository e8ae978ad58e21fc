//! From "something happened at this path" to the files that have to be looked at.

use heimdall_schema::id::FileKey;
use heimdall_schema::store::{Snapshot, StoreError};

use super::compare::Scope;
use crate::territory::{Ground, Observation};

/// What a path stands for.
#[derive(Debug, PartialEq, Eq)]
pub enum Expanded {
    /// These files; none when nothing about them differs.
    Files(Vec<FileKey>),
    /// A directory: everything below it.
    Directory(Scope),
    /// Not inside a root.
    Outside,
    /// Inside a root, and ignored.
    Ignored,
}

/// Expands an absolute path. With `force`, a file whose stat agrees with its record is named all
/// the same. Costs one `lstat`, and nothing is opened.
///
/// # Errors
/// The store cannot be read.
pub fn expand(
    ground: &Ground,
    snapshot: &Snapshot,
    path: &[u8],
    force: bool,
) -> Result<Expanded, StoreError> {
    let Some(key) = ground.locate(path) else { return Ok(Expanded::Outside) };
    match ground.observe(&key) {
        Observation::Directory => {
            let known = known_below(snapshot, &key)?;
            if key.relative().is_empty() || ground.takes(&key, true) {
                let scope = Scope { root: key.root(), below: key.relative().to_vec() };
                return Ok(Expanded::Directory(scope));
            }
            Ok(if known.is_empty() { Expanded::Ignored } else { Expanded::Files(known) })
        }
        Observation::Regular(stat) => {
            let known = snapshot.with_file(&key, |record| record.stat.get())?;
            if !ground.takes(&key, false) {
                let gone = known.map(|_| key);
                return Ok(gone.map_or(Expanded::Ignored, |key| Expanded::Files(vec![key])));
            }
            let same = !force && known == Some(stat);
            Ok(Expanded::Files(if same { Vec::new() } else { vec![key] }))
        }
        // A file whose root is away is not gone.
        _ if !ground.available(key.root()) => Ok(Expanded::Files(Vec::new())),
        _ => Ok(Expanded::Files(known_below(snapshot, &key)?)),
    }
}

/// Indexed files at the path or below it.
fn known_below(snapshot: &Snapshot, key: &FileKey) -> Result<Vec<FileKey>, StoreError> {
    let mut known = Vec::new();
    snapshot.each_file(key.as_bytes(), |file, _| {
        if file.is_under(key.root(), key.relative()) {
            known.push(file.clone());
        }
        true
    })?;
    Ok(known)
}
