//! What resolution asks of an index.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use heimdall_schema::id::FileKey;

use super::facts::Facts;
use super::paths;

/// One state of an index. Everything resolution answers is a function of it.
pub trait Index {
    /// What the file defines, mentions and binds; `None` when there is no such file.
    fn facts(&self, key: &FileKey) -> Option<Arc<Facts>>;

    /// The language of a file, by name; its facts are not read for it.
    fn language(&self, key: &FileKey) -> Option<String>;

    /// Whether the file is in the index.
    fn has(&self, key: &FileKey) -> bool;

    /// The files that define `name` exactly, in the order of keys.
    fn defining(&self, name: &str) -> Vec<FileKey>;

    /// The files that may mention `name`, in the order of keys: all that do, and others.
    fn mentioning(&self, name: &str) -> Vec<FileKey>;

    /// The files that stand directly in a directory (relative to its root), in the order of keys.
    fn directory(&self, directory: &FileKey) -> Vec<FileKey>;

    /// The files whose last component is `name`, in the order of keys. An index that cannot tell
    /// answers none.
    fn called(&self, _name: &str) -> Vec<FileKey> {
        Vec::new()
    }

    /// The text of a file that is searched, for manifests.
    fn text(&self, key: &FileKey) -> Option<String>;

    /// Directories that hold a repository, and roots, as keys.
    fn projects(&self) -> Vec<FileKey>;
}

/// An index in memory, for tests and for directories that are in no index.
#[derive(Default)]
pub struct Memory {
    files: BTreeMap<FileKey, (Arc<Facts>, String)>,
    names: BTreeMap<String, Vec<FileKey>>,
    /// Files by their last component.
    called: BTreeMap<String, BTreeSet<FileKey>>,
    projects: Vec<FileKey>,
}

impl Memory {
    pub fn new(projects: Vec<FileKey>) -> Self {
        Memory { projects, ..Memory::default() }
    }

    /// Adds a file with its text.
    pub fn insert(&mut self, facts: Facts, text: String) {
        let key = facts.key().clone();
        for name in facts.defined_names() {
            let files = self.names.entry(name.to_owned()).or_default();
            if let Err(place) = files.binary_search(&key) {
                files.insert(place, key.clone());
            }
        }
        self.called.entry(paths::file_name(&key)).or_default().insert(key.clone());
        self.files.insert(key, (Arc::new(facts), text));
    }

    /// The files, in the order of keys.
    pub fn keys(&self) -> impl Iterator<Item = &FileKey> {
        self.files.keys()
    }
}

impl Index for Memory {
    fn facts(&self, key: &FileKey) -> Option<Arc<Facts>> {
        self.files.get(key).map(|(facts, _)| facts.clone())
    }

    fn language(&self, key: &FileKey) -> Option<String> {
        self.files.get(key).map(|(facts, _)| facts.language().to_owned())
    }

    fn has(&self, key: &FileKey) -> bool {
        self.files.contains_key(key)
    }

    fn defining(&self, name: &str) -> Vec<FileKey> {
        self.names.get(name).cloned().unwrap_or_default()
    }

    fn mentioning(&self, name: &str) -> Vec<FileKey> {
        let files = self.files.iter().filter(|(_, (_, text))| text.contains(name));
        files.map(|(key, _)| key.clone()).collect()
    }

    fn directory(&self, directory: &FileKey) -> Vec<FileKey> {
        let mut prefix = directory.relative().to_vec();
        if !prefix.is_empty() {
            prefix.push(b'/');
        }
        let from = FileKey::new(directory.root(), &prefix);
        let below = self.files.range(from.clone()..).map(|(key, _)| key);
        below
            .take_while(|key| key.as_bytes().starts_with(from.as_bytes()))
            .filter(|key| !key.relative()[prefix.len()..].contains(&b'/'))
            .cloned()
            .collect()
    }

    fn called(&self, name: &str) -> Vec<FileKey> {
        self.called.get(name).into_iter().flatten().cloned().collect()
    }

    fn text(&self, key: &FileKey) -> Option<String> {
        self.files.get(key).map(|(_, text)| text.clone())
    }

    fn projects(&self) -> Vec<FileKey> {
        self.projects.clone()
    }
}
