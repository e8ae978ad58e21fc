//! Roots and projects by path and by name: where a file belongs, and what a scope means.

use std::collections::BTreeMap;

use heimdall_schema::id::{FileKey, RootKey, under};
use heimdall_schema::store::StoreError;

use super::memory::Memory;

/// Names proposed when a scope is unknown.
const PROPOSED: usize = 3;

/// The roots and projects of one state of the store.
pub struct Atlas {
    roots: BTreeMap<RootKey, Vec<u8>>,
    /// Sorted, longest directories last within a root.
    projects: Vec<(RootKey, Vec<u8>)>,
}

/// What a scope turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// These directories (root, path below it).
    Directories(Vec<(RootKey, Vec<u8>)>),
    /// Nothing known; the nearest names.
    Unknown(Vec<String>),
}

fn name_of(path: &[u8]) -> String {
    let name = path.rsplit(|&b| b == b'/').find(|part| !part.is_empty()).unwrap_or(path);
    String::from_utf8_lossy(name).into_owned()
}

impl Atlas {
    /// # Errors
    /// When the store cannot be read.
    pub fn read(memory: &dyn Memory) -> Result<Self, StoreError> {
        let (roots, mut projects) = (memory.roots()?, memory.projects()?);
        projects.sort();
        Ok(Self { roots, projects })
    }

    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Absolute path of a root, if it is known.
    pub fn root(&self, root: RootKey) -> Option<&[u8]> {
        self.roots.get(&root).map(Vec::as_slice)
    }

    /// Absolute path of a directory below a root; of the root itself when `directory` is empty.
    fn absolute(&self, root: RootKey, directory: &[u8]) -> Option<Vec<u8>> {
        let mut path = self.root(root)?.to_vec();
        if !directory.is_empty() {
            if path.last() != Some(&b'/') {
                path.push(b'/');
            }
            path.extend_from_slice(directory);
        }
        Some(path)
    }

    /// Absolute path of a file; `None` when its root is not known.
    pub fn path(&self, key: &FileKey) -> Option<Vec<u8>> {
        self.absolute(key.root(), key.relative())
    }

    /// The project of a file: its name, and the length of its directory below the root.
    pub fn project(&self, key: &FileKey) -> (String, usize) {
        let longest = self
            .projects
            .iter()
            .filter(|(root, directory)| key.is_under(*root, directory))
            .max_by_key(|(_, directory)| directory.len());
        let directory = longest.map_or(&b""[..], |(_, directory)| directory);
        let path = self.absolute(key.root(), directory).unwrap_or_default();
        (name_of(&path), directory.len())
    }

    /// The path of a file below its project, for people.
    pub fn in_project(&self, key: &FileKey) -> String {
        let (name, skip) = self.project(key);
        let rest = key.relative().get(skip..).unwrap_or(&[]);
        let rest = rest.strip_prefix(b"/").unwrap_or(rest);
        format!("{name}/{}", String::from_utf8_lossy(rest))
    }

    /// Directories that have a name of their own: roots and projects, with their absolute paths.
    fn named(&self) -> Vec<(RootKey, &[u8], Vec<u8>)> {
        let roots = self.roots.keys().map(|root| (*root, &b""[..]));
        let projects = self.projects.iter().map(|(root, directory)| (*root, directory.as_slice()));
        roots
            .chain(projects)
            .filter_map(|(root, dir)| Some((root, dir, self.absolute(root, dir)?)))
            .collect()
    }

    /// What a scope means: an absolute path inside a root or above roots, or the last components
    /// of a root's or project's path, exact by component.
    pub fn scope(&self, scope: &str) -> Meaning {
        let wanted = scope.trim_end_matches('/').as_bytes();
        let mut found: Vec<(RootKey, Vec<u8>)> = Vec::new();
        if scope.starts_with('/') {
            for (root, path) in &self.roots {
                if under(wanted, path) {
                    let rest = wanted[path.len()..].strip_prefix(b"/").unwrap_or(b"");
                    found.push((*root, rest.to_vec()));
                } else if wanted.is_empty() || under(path, wanted) {
                    found.push((*root, Vec::new()));
                }
            }
        } else if !wanted.is_empty() {
            let tail = [b"/", wanted].concat();
            for (root, directory, path) in self.named() {
                if path.ends_with(&tail) {
                    found.push((root, directory.to_vec()));
                }
            }
        }
        found.sort();
        found.dedup();
        if found.is_empty() {
            Meaning::Unknown(self.nearest(scope))
        } else {
            Meaning::Directories(found)
        }
    }

    /// Names of roots and projects that look like `name`.
    fn nearest(&self, name: &str) -> Vec<String> {
        let wanted = name_of(name.as_bytes()).to_lowercase();
        let mut names: Vec<(usize, String)> = self
            .named()
            .iter()
            .map(|(_, _, path)| name_of(path))
            .map(|known| (distance(&wanted, &known.to_lowercase()), known))
            .filter(|(far, known)| *far <= known.len().max(wanted.len()) / 2)
            .collect();
        names.sort();
        names.dedup();
        names.into_iter().take(PROPOSED).map(|(_, known)| known).collect()
    }
}

/// Letters to insert, leave out or replace to make one of the other; 0 for a part of it.
fn distance(a: &str, b: &str) -> usize {
    if !a.is_empty() && b.contains(a) {
        return 0;
    }
    let a: Vec<char> = a.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=a.len()).collect();
    for (i, c) in b.chars().take(64).enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, d) in a.iter().enumerate() {
            let next = (before + usize::from(c != *d)).min(row[j] + 1).min(row[j + 1] + 1);
            before = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[a.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atlas() -> Atlas {
        let root = RootKey::of(b"/home/a/work");
        let roots = BTreeMap::from([(root, b"/home/a/work".to_vec())]);
        let projects = vec![(root, b"axum".to_vec()), (root, b"deep/axum-extra".to_vec())];
        Atlas { roots, projects }
    }

    #[test]
    fn a_scope_is_exact_by_component() {
        let (atlas, root) = (atlas(), RootKey::of(b"/home/a/work"));
        let only = |directory: &[u8]| Meaning::Directories(vec![(root, directory.to_vec())]);
        assert_eq!(atlas.scope("axum"), only(b"axum"));
        assert_eq!(atlas.scope("deep/axum-extra"), only(b"deep/axum-extra"));
        assert_eq!(atlas.scope("/home/a/work/axum/src/"), only(b"axum/src"));
        assert_eq!(atlas.scope("/home/a"), only(b""));
        assert_eq!(atlas.scope("/home/a/works"), Meaning::Unknown(vec!["work".into()]));
        assert_eq!(atlas.scope("axun"), Meaning::Unknown(vec!["axum".into()]));
    }

    #[test]
    fn a_file_belongs_to_the_innermost_project() {
        let (atlas, root) = (atlas(), RootKey::of(b"/home/a/work"));
        let of = |path: &[u8]| atlas.in_project(&FileKey::new(root, path));
        assert_eq!(of(b"axum/src/lib.rs"), "axum/src/lib.rs");
        assert_eq!(of(b"deep/axum-extra/a.rs"), "axum-extra/a.rs");
        assert_eq!(of(b"deep/b.rs"), "work/deep/b.rs");
    }
}
