//! How things stand.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use heimdall_actors::extractor::Health;
use heimdall_schema::canonical::path_text;
use heimdall_schema::id::RootKey;
use heimdall_schema::record::FileKind;
use heimdall_schema::store::{Snapshot, StoreError};
use heimdall_schema::wire::{Failure, RootStatus, SandboxReport, Status, WirePath, WorkerStatus};

use crate::daemon::engine::{Shared, cores, store_failure};

/// Problems that an answer names.
const PROBLEM_LIMIT: usize = 100;

impl Shared {
    /// Answer to [`Request::Status`](heimdall_schema::wire::Request::Status), but for what only a
    /// daemon knows of itself.
    pub fn status(&self) -> Result<Status, Failure> {
        let ground = self.ground();
        let board = &self.board;
        let mut status = Status {
            version: env!("CARGO_PKG_VERSION").into(),
            caught_up: board.caught_up(),
            queued: board.queued(),
            scanning: board.scanning(),
            home: self.home.path().display().to_string(),
            store_bytes: size_of(&self.home.store()),
            lexical_bytes: size_of(&self.home.lexical()),
            commits: board.commits(),
            watch: board.watch(),
            workers: workers(&self.pool.health()),
            notes: board.notes(),
            ..Status::default()
        };
        if status.watch.backend.is_empty() {
            status.watch.backend = "none".into();
        }
        for (path, reason) in board.problems() {
            status.problems.push((WirePath(path), reason));
        }
        for (path, reason) in self.pool.look_for_parsers().problems() {
            status.problems.push((WirePath(path.into_os_string().into_encoded_bytes()), reason));
        }
        let mut roots = BTreeMap::new();
        for (key, path) in ground.roots() {
            let available = ground.available(key);
            roots.insert(
                key,
                RootStatus { path: path_text(&path), available, ..Default::default() },
            );
        }
        match self.readers.snapshot() {
            Ok(snapshot) => {
                self.count(&snapshot, &mut status, &mut roots).map_err(|e| store_failure(&e))?
            }
            Err(StoreError::Absent { .. }) => status.notes.push("nothing is indexed yet".into()),
            Err(error) => return Err(store_failure(&error)),
        }
        status.audit = board.audit().or(status.audit);
        if let Some(audit) = &status.audit {
            status.skipped.extend(audit.skipped.clone());
            status.problems.extend(audit.problems.iter().cloned());
        }
        status.roots = roots.into_values().collect();
        status.roots.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(status)
    }

    fn count(
        &self,
        snapshot: &Snapshot,
        status: &mut Status,
        roots: &mut BTreeMap<RootKey, RootStatus>,
    ) -> Result<(), StoreError> {
        let ground = self.ground();
        snapshot.each_file(&[], |key, record| {
            status.files += 1;
            status.nodes += u64::from(record.nodes.to_native());
            if let Some(root) = roots.get_mut(&key.root()) {
                root.files += 1;
            }
            let kind = record.kind.get();
            if kind != FileKind::Text {
                *status.skipped.entry(kind.name().to_owned()).or_insert(0) += 1;
            }
            status.workers.quarantined += u64::from(kind == FileKind::Quarantined);
            // What a daemon could not read is on its board as well; without one only here.
            if matches!(kind, FileKind::Quarantined | FileKind::Unreadable) {
                let path = WirePath(ground.absolute(key));
                let known = status.problems.iter().any(|(known, _)| *known == path);
                if !known && status.problems.len() < PROBLEM_LIMIT {
                    status.problems.push((path, record.reason.as_str().to_owned()));
                }
            }
            true
        })?;
        for (root, _) in snapshot.projects()? {
            if let Some(root) = roots.get_mut(&root) {
                root.projects += 1;
            }
        }
        let counts = snapshot.counts()?;
        status.text_bytes = counts.text_bytes;
        status.queued = status.queued.max(counts.queued);
        status.audit = snapshot.audit()?.and_then(|json| serde_json::from_str(&json).ok());
        Ok(())
    }
}

fn workers(health: &Health) -> WorkerStatus {
    let mut mechanisms = BTreeMap::new();
    if let Some(report) = &health.sandbox {
        let parent = if report.dies_with_parent { "enforced" } else { "not enforced" };
        let memory = match report.memory_bytes {
            0 => "not enforced".to_owned(),
            bytes => format!("enforced ({} MiB)", bytes >> 20),
        };
        mechanisms.insert("files".to_owned(), report.files.clone());
        mechanisms.insert("system calls".to_owned(), report.calls.clone());
        mechanisms.insert("memory".to_owned(), memory);
        mechanisms.insert("ends with its parent".to_owned(), parent.to_owned());
    }
    WorkerStatus {
        alive: health.alive as u32,
        limit: cores() as u32,
        restarts: health.restarts,
        quarantined: 0,
        last_failure: health.failures.last().map_or(String::new(), |f| f.reason.clone()),
        sandbox: SandboxReport { mechanisms },
    }
}

/// Bytes that a file or a directory of files takes on disk; what cannot be read counts nothing.
fn size_of(path: &Path) -> u64 {
    let Ok(meta) = std::fs::symlink_metadata(path) else { return 0 };
    if !meta.is_dir() {
        return meta.blocks() * 512;
    }
    let Ok(entries) = std::fs::read_dir(path) else { return 0 };
    entries.flatten().map(|entry| size_of(&entry.path())).sum()
}
