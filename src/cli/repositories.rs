//! Git repositories near at hand, to tell a person who has no root yet what could be one.

use std::fs;
use std::path::{Path, PathBuf};

/// How far below the start is looked.
const DEPTH: usize = 4;
/// How many are named.
pub const NAMED: usize = 20;
/// How many directories are read before it is enough.
const READ: usize = 20_000;

/// The repositories at most four levels below `start`, in order, at most [`NAMED`].
///
/// Hidden directories and those that only tools fill are passed over, links are not followed,
/// and a repository is not looked into.
pub fn below(start: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut read = 0;
    let mut level = vec![start.to_path_buf()];
    for depth in 0..=DEPTH {
        let mut next = Vec::new();
        for directory in level {
            if depth > 0 && fs::symlink_metadata(directory.join(".git")).is_ok() {
                found.push(directory);
                continue;
            }
            read += 1;
            if depth < DEPTH && read <= READ {
                next.extend(children(&directory));
            }
        }
        level = next;
    }
    found.sort();
    found.truncate(NAMED);
    found
}

fn children(directory: &Path) -> Vec<PathBuf> {
    // What cannot be read is not offered.
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut children: Vec<_> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            !name.starts_with('.') && name != "node_modules" && name != "Library"
        })
        .map(|entry| entry.path())
        .collect();
    children.sort();
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repositories_are_found_four_levels_down_and_not_within_each_other() {
        let home = tempfile::tempdir().unwrap();
        for repository in
            ["b", "w/x/y/z", "w/x/y/z2/too_deep", ".cache/no", "node_modules/no", "b/in"]
        {
            fs::create_dir_all(home.path().join(repository).join(".git")).unwrap();
        }
        // A worktree has a file of that name.
        fs::create_dir(home.path().join("a")).unwrap();
        fs::write(home.path().join("a/.git"), "gitdir: elsewhere\n").unwrap();
        std::os::unix::fs::symlink(home.path(), home.path().join("loop")).unwrap();
        let found = below(home.path());
        let names: Vec<_> =
            found.iter().map(|p| p.strip_prefix(home.path()).unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["a", "b", "w/x/y/z"]);
    }
}
