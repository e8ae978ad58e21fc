//! What the searcher's examples share: a memory in RAM filled from a directory.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use heimdall_actors::extractor::Extractor;
use heimdall_actors::searcher::{Disk as _, FileSystem, Memory, Seen};
use heimdall_schema::depth::Depth;
use heimdall_schema::id::{ContentHash, FileKey, RootKey};
use heimdall_schema::language::recognise;
use heimdall_schema::record::{Extraction, FileKind, FileRecord, HistoryRecord, Stat};
use heimdall_schema::store::StoreError;

/// Larger files are left out, in bytes.
const FILE_LIMIT: u64 = 1_000_000;

#[derive(Default)]
pub struct Ram {
    pub roots: BTreeMap<RootKey, Vec<u8>>,
    pub files: BTreeMap<FileKey, (FileRecord, Extraction, String)>,
    by_hash: BTreeMap<ContentHash, Vec<FileKey>>,
}

fn files_below(directory: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_symlink() || path.ends_with(".git") {
            continue;
        }
        if path.is_dir() {
            files_below(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Texts below a directory with their paths below it.
pub fn texts(directory: &Path) -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    files_below(directory, &mut paths);
    let small = paths.into_iter().filter(|p| p.metadata().is_ok_and(|m| m.len() <= FILE_LIMIT));
    small
        .filter_map(|path| {
            let text = String::from_utf8(std::fs::read(&path).ok()?).ok()?;
            (!text.contains('\0')).then(|| (path.clone(), text))
        })
        .collect()
}

impl Ram {
    /// Adds everything below `directory` as one root.
    pub fn add_root(&mut self, directory: &Path, extractor: &mut Extractor) {
        let root = RootKey::of(directory.as_os_str().as_bytes());
        self.roots.insert(root, directory.as_os_str().as_bytes().to_vec());
        for (path, text) in texts(directory) {
            let relative = path.strip_prefix(directory).unwrap_or(&path).as_os_str().as_bytes();
            let name = path.file_name().unwrap_or_default().as_bytes();
            let language = recognise(name, &text).map_or("", |l| l.name);
            let extraction = extractor.extract(language, Depth::MAX, &text);
            let stat = match FileSystem.lstat(path.as_os_str().as_bytes()) {
                Seen::File(stat) => stat,
                _ => Stat::default(),
            };
            let record = FileRecord {
                stat,
                since_ms: 0,
                hash: *blake3::hash(text.as_bytes()).as_bytes(),
                kind: FileKind::Text,
                depth: Depth::MAX,
                requested: Depth::MAX,
                reason: String::new(),
                language: language.to_owned(),
                description: extraction.description.clone(),
                lines: extraction.lines,
                nodes: extraction.nodes.len() as u32,
                masked: 0,
                extractor: 1,
            };
            let key = FileKey::new(root, relative);
            self.by_hash.entry(record.hash).or_default().push(key.clone());
            self.files.insert(key, (record, extraction, text));
        }
    }
}

impl Memory for Ram {
    fn file(&self, key: &FileKey) -> Result<Option<FileRecord>, StoreError> {
        Ok(self.files.get(key).map(|f| f.0.clone()))
    }

    fn extraction(&self, key: &FileKey) -> Result<Option<Extraction>, StoreError> {
        Ok(self.files.get(key).map(|f| f.1.clone()))
    }

    fn text(&self, key: &FileKey) -> Result<Option<String>, StoreError> {
        Ok(self.files.get(key).map(|f| f.2.clone()))
    }

    fn roots(&self) -> Result<BTreeMap<RootKey, Vec<u8>>, StoreError> {
        Ok(self.roots.clone())
    }

    fn projects(&self) -> Result<Vec<(RootKey, Vec<u8>)>, StoreError> {
        Ok(Vec::new())
    }

    fn places(&self, hash: &ContentHash) -> Result<Vec<FileKey>, StoreError> {
        Ok(self.by_hash.get(hash).cloned().unwrap_or_default())
    }

    fn history_since(&self, _: u64) -> Result<Vec<(FileKey, HistoryRecord)>, StoreError> {
        Ok(Vec::new())
    }
}
