//! The symbol table: which files define a name.

use std::collections::{BTreeMap, BTreeSet};

use rkyv::rancor::Error as Rancor;

use super::error::StoreError;
use super::layout::{self, SymbolKey};
use super::pack::unpack;
use super::tables::{Rows, put, take};
use crate::id::{FileKey, hex};
use crate::record::ArchivedOutline;
use crate::record::header::BadRecord;

/// Rows of the symbol table that a batch takes out (`false`) and puts in, written in the order of
/// keys.
#[derive(Default)]
pub(super) struct SymbolChanges {
    rows: BTreeMap<SymbolKey, bool>,
}

impl SymbolChanges {
    /// The file goes from the names of one outline to those of another. Names that stay cost
    /// nothing, unless `all` says to write their rows anew. An old outline that is damaged counts
    /// as none.
    pub(super) fn change(
        &mut self,
        file: &FileKey,
        old: Option<&[u8]>,
        new: Option<&[u8]>,
        all: bool,
    ) -> Result<(), StoreError> {
        let old = old.and_then(|outline| rows(file, outline).ok()).unwrap_or_default();
        let new = new.map(|outline| rows(file, outline)).transpose()?.unwrap_or_default();
        self.rows.extend(old.difference(&new).map(|key| (*key, false)));
        self.rows.extend(new.iter().filter(|k| all || !old.contains(*k)).map(|key| (*key, true)));
        Ok(())
    }

    pub(super) fn write(self, table: &mut Rows<'_>) -> Result<(), StoreError> {
        for (key, holds) in self.rows {
            if holds {
                put(table, &key, &[])?;
            } else {
                drop(take(table, &key)?);
            }
        }
        Ok(())
    }
}

fn rows(file: &FileKey, outline: &[u8]) -> Result<BTreeSet<SymbolKey>, StoreError> {
    let damaged = || StoreError::Record {
        table: "nodes",
        key: hex(file.as_bytes()),
        source: BadRecord::Layout,
    };
    let bytes = unpack(outline).ok_or_else(damaged)?;
    let outline = rkyv::access::<ArchivedOutline, Rancor>(&bytes).map_err(|_| damaged())?;
    let tag = layout::file_tag(file);
    let mut names: Vec<u32> = outline.nodes.iter().map(|node| node.name.to_native()).collect();
    names.sort_unstable();
    names.dedup();
    let named = names.into_iter().filter_map(|name| outline.name(name));
    Ok(named.map(|name| layout::symbol_key(name, tag)).collect())
}
