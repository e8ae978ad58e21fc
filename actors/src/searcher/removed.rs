//! What the history log adds to an answer: where content came from, and titles of what went.

use std::collections::HashMap;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{Event, HistoryRecord};

use super::snippet::Wanted;

/// How long what went or moved is told of, in milliseconds: seven days.
pub const REMEMBERED_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// Most recent entries that are looked at.
const LOOKED: usize = 5_000;

/// Least share of the query's parts that a retracted file's titles must have.
const LEAST: f32 = 0.5;

/// A retracted file that the query may have meant.
#[derive(Clone, Debug, PartialEq)]
pub struct Removed {
    pub key: FileKey,
    pub titles: Vec<String>,
    pub coverage: f32,
    /// Milliseconds since 1970.
    pub at_ms: u64,
}

/// The last days' history.
pub struct Log {
    rows: Vec<(FileKey, HistoryRecord)>,
}

impl Log {
    /// `rows` are oldest first.
    pub fn new(mut rows: Vec<(FileKey, HistoryRecord)>) -> Self {
        let skip = rows.len().saturating_sub(LOOKED);
        rows.drain(..skip);
        Self { rows }
    }

    /// Where each moved file's content was before.
    pub fn moves(&self) -> HashMap<FileKey, FileKey> {
        let moves = self.rows.iter().filter_map(|(key, record)| match &record.event {
            Event::MovedFrom { from } => Some((key.clone(), FileKey::from_bytes(from)?)),
            Event::Removed | Event::MovedTo { .. } => None,
        });
        moves.collect()
    }

    /// Files that were retracted and whose titles or name fit, the best and latest first.
    pub fn removed(&self, wanted: &Wanted<'_>) -> Vec<Removed> {
        let mut latest: HashMap<&FileKey, &HistoryRecord> = HashMap::new();
        for (key, record) in &self.rows {
            latest.insert(key, record);
        }
        let mut found: Vec<Removed> = latest
            .into_iter()
            .filter(|(_, record)| record.event == Event::Removed)
            .filter_map(|(key, record)| {
                let mut words = record.titles.join("\n");
                words.push('\n');
                words.push_str(&String::from_utf8_lossy(key.relative()));
                let coverage = wanted.coverage(&words);
                (coverage >= LEAST).then(|| Removed {
                    key: key.clone(),
                    titles: record.titles.clone(),
                    coverage,
                    at_ms: record.at_ms,
                })
            })
            .collect();
        found.sort_by(|a, b| {
            let by_coverage = b.coverage.total_cmp(&a.coverage);
            by_coverage.then(b.at_ms.cmp(&a.at_ms)).then(a.key.cmp(&b.key))
        });
        found
    }
}
