//! The index of the store, as resolution asks it.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::ArchivedFileRecord;
use heimdall_schema::store::{Snapshot, StoreError};

use super::facts::Facts;
use super::index::Index;

/// Which files may mention a name: the lexical index knows.
pub type Mentioning<'s> = &'s dyn Fn(&str) -> Vec<FileKey>;

/// One state of the store. A record that cannot be read counts as absent; the first such error is
/// kept.
pub struct Stored<'s> {
    snapshot: &'s Snapshot,
    mentioning: Mentioning<'s>,
    /// Files by their names, once somebody asked.
    names: OnceCell<BTreeMap<Vec<u8>, Vec<FileKey>>>,
    error: RefCell<Option<StoreError>>,
}

impl<'s> Stored<'s> {
    pub fn new(snapshot: &'s Snapshot, mentioning: Mentioning<'s>) -> Self {
        Stored { snapshot, mentioning, names: OnceCell::new(), error: RefCell::default() }
    }

    /// What went wrong while it was read.
    pub fn error(&self) -> Option<StoreError> {
        self.error.take()
    }

    fn or_absent<T: Default>(&self, result: Result<T, StoreError>) -> T {
        result.unwrap_or_else(|error| {
            self.error.borrow_mut().get_or_insert(error);
            T::default()
        })
    }
}

impl Index for Stored<'_> {
    fn facts(&self, key: &FileKey) -> Option<Arc<Facts>> {
        let language = self.language(key)?;
        let outline = self.or_absent(self.snapshot.outline(key))?;
        let mentions = self.or_absent(self.snapshot.mentions(key));
        Some(Arc::new(Facts::new(key.clone(), &language, outline, mentions)))
    }

    fn language(&self, key: &FileKey) -> Option<String> {
        let language = |record: &ArchivedFileRecord| record.language.as_str().to_owned();
        self.or_absent(self.snapshot.with_file(key, language))
    }

    fn has(&self, key: &FileKey) -> bool {
        self.or_absent(self.snapshot.has(key))
    }

    fn defining(&self, name: &str) -> Vec<FileKey> {
        self.or_absent(self.snapshot.symbol_files(name))
    }

    fn mentioning(&self, name: &str) -> Vec<FileKey> {
        (self.mentioning)(name)
    }

    fn directory(&self, directory: &FileKey) -> Vec<FileKey> {
        self.or_absent(self.snapshot.directory(directory))
    }

    fn called(&self, file_name: &str) -> Vec<FileKey> {
        let names = self.names.get_or_init(|| {
            let mut names: BTreeMap<Vec<u8>, Vec<FileKey>> = BTreeMap::new();
            self.or_absent(self.snapshot.each_file(&[], |key, _| {
                let name = key.relative().rsplit(|b| *b == b'/').next().unwrap_or_default();
                names.entry(name.to_vec()).or_default().push(key.clone());
                true
            }));
            names
        });
        names.get(file_name.as_bytes()).cloned().unwrap_or_default()
    }

    fn text(&self, key: &FileKey) -> Option<String> {
        self.or_absent(self.snapshot.text(key))
    }

    fn projects(&self) -> Vec<FileKey> {
        let roots = self.or_absent(self.snapshot.roots());
        let projects = self.or_absent(self.snapshot.projects());
        let roots = roots.into_keys().map(|root| FileKey::new(root, b""));
        let mut all: Vec<_> =
            roots.chain(projects.iter().map(|(root, path)| FileKey::new(*root, path))).collect();
        all.sort();
        all.dedup();
        all
    }
}
