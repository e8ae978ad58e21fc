//! The symbol table: which files define a name.

use std::collections::BTreeMap;

use rkyv::rancor::Error as Rancor;

use super::error::StoreError;
use super::layout;
use super::tables::{Rows, put, take};
use crate::id::{FileKey, hex};
use crate::record::ArchivedOutline;
use crate::record::header::BadRecord;

/// Rows of the symbol table that a batch takes out and puts in, written in the order of keys.
#[derive(Default)]
pub(super) struct SymbolChanges {
    rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
}

impl SymbolChanges {
    pub(super) fn remove(&mut self, file: &FileKey, outline: &[u8]) -> Result<(), StoreError> {
        for (key, _) in symbol_rows(file, outline)? {
            self.rows.insert(key, None);
        }
        Ok(())
    }

    pub(super) fn add(&mut self, file: &FileKey, outline: &[u8]) -> Result<(), StoreError> {
        for (key, nodes) in symbol_rows(file, outline)? {
            self.rows.insert(key, Some(nodes));
        }
        Ok(())
    }

    pub(super) fn write(self, table: &mut Rows<'_>) -> Result<(), StoreError> {
        for (key, nodes) in self.rows {
            match nodes {
                Some(nodes) => put(table, &key, &nodes)?,
                None => drop(take(table, &key)?),
            }
        }
        Ok(())
    }
}

fn symbol_rows(file: &FileKey, outline: &[u8]) -> Result<BTreeMap<Vec<u8>, Vec<u8>>, StoreError> {
    let outline = rkyv::access::<ArchivedOutline, Rancor>(outline).map_err(|_| {
        StoreError::Record { table: "nodes", key: hex(file.as_bytes()), source: BadRecord::Layout }
    })?;
    let mut rows: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
    for (index, node) in outline.nodes.iter().enumerate() {
        if let Some(name) = outline.name(node.name.to_native()) {
            let nodes = rows.entry(layout::symbol_key(name, file)).or_default();
            nodes.extend_from_slice(&(index as u32).to_le_bytes());
        }
    }
    Ok(rows)
}
