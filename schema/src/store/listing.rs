//! Which files there are, without looking at what they hold.

use super::error::StoreError;
use super::layout;
use super::snapshot::{Snapshot, keys_behind};
use crate::id::FileKey;

impl Snapshot {
    /// The files that may define `name`, in the order of keys: all that do, and hardly another.
    pub fn symbol_files(&self, name: &str) -> Result<Vec<FileKey>, StoreError> {
        let prefix = layout::symbol_prefix(name);
        let mut found = Vec::new();
        for row in self.symbols.range(&prefix[..]..).map_err(StoreError::redb("read"))? {
            let (key, _) = row.map_err(StoreError::redb("read"))?;
            let Some(tag) = key.value().strip_prefix(&prefix[..]) else { break };
            found.extend(keys_behind(&self.tags, tag)?);
        }
        found.sort();
        Ok(found)
    }

    /// Whether the file is in the index; its record is not looked at.
    pub fn has(&self, key: &FileKey) -> Result<bool, StoreError> {
        Ok(self.files.get(key.as_bytes()).map_err(StoreError::redb("read"))?.is_some())
    }

    /// The files that stand directly in a directory (empty below the root key for the root
    /// itself), in the order of keys. What lies deeper is skipped, not read.
    pub fn directory(&self, directory: &FileKey) -> Result<Vec<FileKey>, StoreError> {
        let mut prefix = directory.as_bytes().to_vec();
        if !directory.relative().is_empty() {
            prefix.push(b'/');
        }
        let mut found = Vec::new();
        let mut from = prefix.clone();
        loop {
            let mut deeper = None;
            for row in self.files.range(&from[..]..).map_err(StoreError::redb("read"))? {
                let (key, _) = row.map_err(StoreError::redb("read"))?;
                let Some(rest) = key.value().strip_prefix(&prefix[..]) else { return Ok(found) };
                if let Some(end) = rest.iter().position(|b| *b == b'/') {
                    // Behind everything in that directory: `0` follows `/`.
                    deeper = Some([&prefix, &rest[..end], b"0"].concat());
                    break;
                }
                found.extend(FileKey::from_bytes(key.value()));
            }
            match deeper {
                Some(next) => from = next,
                None => return Ok(found),
            }
        }
    }
}
