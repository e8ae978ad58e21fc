//! The repositories below HOME, to be offered as roots to someone who has none yet.

use std::fs;
use std::path::{Path, PathBuf};

/// Directory names that are not entered (dot-directories are not either).
const PASSED: [&str; 13] = [
    "node_modules",
    "vendor",
    "target",
    "venv",
    "env",
    "build",
    "dist",
    "Library",
    "Caches",
    "snap",
    "Applications",
    "__pycache__",
    "site-packages",
];

/// Most directories that are listed before the search ends.
const LISTED: usize = 20_000;

/// The repositories that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// Sorted.
    pub repositories: Vec<PathBuf>,
    /// There may be more: a limit was met.
    pub partial: bool,
}

/// Looks for directories that hold `.git`, at most `depth` levels below `home`, nearest first, at
/// most `limit` of them. Does not look inside a repository, and follows no link.
pub fn discover(home: &Path, depth: usize, limit: usize) -> Discovery {
    let mut found = Discovery::default();
    let mut level = vec![home.to_path_buf()];
    let mut listed = 0;
    for at in 0..=depth {
        let mut below = Vec::new();
        for directory in level {
            // HOME itself cannot be a root; a repository of dotfiles there is passed over.
            if at > 0 && directory.join(".git").symlink_metadata().is_ok() {
                if found.repositories.len() == limit {
                    found.partial = true;
                } else {
                    found.repositories.push(directory);
                }
                continue;
            }
            if at == depth {
                continue;
            }
            if listed == LISTED {
                found.partial = true;
                break;
            }
            listed += 1;
            below.extend(entered(&directory));
        }
        below.sort();
        level = below;
    }
    found.repositories.sort();
    found
}

fn entered(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            !name.starts_with('.') && !PASSED.contains(&name.as_ref())
        })
        .map(|entry| entry.path())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repositories_are_found_to_the_depth_and_the_limit() {
        let place = tempfile::tempdir().unwrap();
        for repository in
            ["a", "b/c", "1/2/3/4", "1/2/3/4x/5", "node_modules/x", ".hidden/x", "a/inner"]
        {
            fs::create_dir_all(place.path().join(repository).join(".git")).unwrap();
        }
        fs::create_dir(place.path().join(".git")).unwrap();
        fs::create_dir(place.path().join("worktree")).unwrap();
        fs::write(place.path().join("worktree/.git"), "gitdir: /x").unwrap();
        let found = discover(place.path(), 4, 200);
        let names: Vec<_> = found
            .repositories
            .iter()
            .map(|path| path.strip_prefix(place.path()).unwrap().to_str().unwrap())
            .collect();
        assert_eq!(names, ["1/2/3/4", "a", "b/c", "worktree"]);
        assert!(!found.partial);
        let few = discover(place.path(), 4, 2);
        assert!(few.partial && few.repositories.len() == 2);
    }
}
