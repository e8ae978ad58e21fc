//! Where `#include` leads.

use std::collections::VecDeque;
use std::sync::Arc;

use heimdall_schema::id::FileKey;
use rustc_hash::FxHashSet;

use super::standard;
use crate::graph::model::FileId;
use crate::graph::paths;
use crate::graph::resolver::{Resolver, Unit};

/// Directories below which headers lie without the includes naming them.
const PLACES: [&str; 5] = ["", "include", "src", "inc", "lib"];

/// Most files that one file is followed into.
const MOST_FILES: usize = 400;

/// The file that an include names, as written with or without angle brackets.
pub fn named(cx: &Resolver<'_>, from: FileId, written: &str) -> Option<FileId> {
    let own = cx.key(from);
    let path = written.trim_start_matches('<').trim_end_matches('>').trim();
    let is_quoted = !written.starts_with('<');
    if path.is_empty() || (!is_quoted && standard::is_header(path)) {
        return None;
    }
    let directory = paths::parent(&own);
    let found = |directory: &FileKey, path: &str| cx.existing(&paths::join(directory, path)?);
    if is_quoted && let Some(found) = found(&directory, path) {
        return Some(found);
    }
    for around in paths::ancestors(&own) {
        for place in PLACES {
            let directory = paths::join(&around, place)?;
            if let Some(found) = found(&directory, path) {
                return Some(found);
            }
        }
    }
    by_suffix(cx, &own, path)
}

/// The nearest file of the project whose path ends as the include is written, else one that another
/// repository shows.
fn by_suffix(cx: &Resolver<'_>, own: &FileKey, path: &str) -> Option<FileId> {
    let path = path.trim_start_matches("./");
    let name = path.rsplit('/').next()?;
    let suffix = format!("/{}", path.trim_start_matches("../"));
    let project = cx.project(cx.file(own));
    let shared = |key: &FileKey| {
        let pairs = key.as_bytes().iter().zip(own.as_bytes());
        pairs.take_while(|(a, b)| a == b).filter(|(a, _)| **a == b'/').count()
    };
    let mut all = cx.index().called(name);
    all.retain(|key| *key != *own && [b"/", key.relative()].concat().ends_with(suffix.as_bytes()));
    let is_own = |key: &&FileKey| key.root() == own.root() && cx.project(cx.file(key)) == project;
    // What another repository shows to others lies below a directory for that.
    let shown = format!("/include{suffix}");
    let is_shown = |key: &&FileKey| {
        path.contains('/') && [b"/", key.relative()].concat().ends_with(shown.as_bytes())
    };
    let nearness =
        |key: &&FileKey| (std::cmp::Reverse(shared(key)), key.relative().len(), (*key).clone());
    let best = all.iter().filter(is_own).min_by_key(nearness);
    cx.existing(best.or_else(|| all.iter().filter(is_shown).min_by_key(nearness))?)
}

/// What a file sees of others.
pub fn unit(cx: &Resolver<'_>, file: FileId) -> Arc<Unit> {
    cx.once(&cx.units, file, Arc::default(), || {
        let mut files = FxHashSet::default();
        let mut queue = VecDeque::from([file]);
        while let Some(next) = queue.pop_front() {
            let facts = cx.facts(next);
            for import in facts.imports() {
                if files.len() >= MOST_FILES {
                    break;
                }
                let rules = cx.rules(next);
                let included = rules.map(|rules| rules.imported_files(cx, next, import));
                for included in included.into_iter().flatten() {
                    if included != file && files.insert(included) {
                        queue.push_back(included);
                    }
                }
            }
        }
        Arc::new(Unit { files, project: cx.project(file) })
    })
}
