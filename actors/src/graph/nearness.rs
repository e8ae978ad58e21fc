//! Repositories, and how near files are to each other.

use std::cmp::Reverse;

use heimdall_schema::id::FileKey;

use super::model::{Definition, FileId};
use super::resolver::Resolver;

/// How far apart two files are: in another root, and how few directories they share.
pub fn distance(one: &FileKey, other: &FileKey) -> (bool, Reverse<usize>) {
    let shared = one.as_bytes().iter().zip(other.as_bytes()).take_while(|(a, b)| a == b);
    let shared = shared.filter(|(a, _)| **a == b'/').count();
    (one.root() != other.root(), Reverse(shared))
}

impl Resolver<'_> {
    /// Directories that hold a repository, and roots, in the order of keys.
    pub fn projects(&self) -> &[FileKey] {
        self.projects.get_or_init(|| self.index().projects())
    }

    /// The innermost repository or root that holds a file.
    pub fn project(&self, file: FileId) -> Option<FileKey> {
        let key = self.key(file);
        let holds = |project: &&FileKey| {
            let below = key.relative().strip_prefix(project.relative());
            let at_border = |rest: &[u8]| project.relative().is_empty() || rest.starts_with(b"/");
            project.root() == key.root() && below.is_some_and(at_border)
        };
        self.projects().iter().filter(holds).max_by_key(|project| project.relative().len()).cloned()
    }

    /// The definitions in order of how near they are: the same file, root, then the order of keys.
    pub fn nearest(&self, from: FileId, mut found: Vec<Definition>) -> Vec<Definition> {
        let own = self.key(from);
        found.sort_by_cached_key(|definition| {
            let key = self.key(definition.file);
            (key != own, distance(&own, &key), key, definition.node)
        });
        found
    }
}
