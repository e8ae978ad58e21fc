//! What `status` says, for a person.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use heimdall_schema::wire::Status;

use super::audit::audit_line;
use crate::cli::look::{Look, Style, age, bytes, count};

/// The state of the index, one fact a line.
pub fn status(status: &Status, now_ms: u64, look: &Look) -> String {
    let mut rows = Rows { out: String::new() };
    rows.row("index", &freshness(status, look));
    rows.row("daemon", &daemon(status));
    rows.row("home", &look.path(&status.home));
    for root in &status.roots {
        let size = count(root.files, "file", "files");
        let projects = count(root.projects, "project", "projects");
        let gone = if root.available { "" } else { ", not there now" };
        rows.row("root", &format!("{} — {size}, {projects}{gone}", look.path(&root.path)));
    }
    if status.roots.is_empty() {
        rows.row("root", "none; add one with: heimdall roots add PATH");
    }
    rows.row(
        "holds",
        &format!(
            "{}, {}, {} of text; store {}, lexical index {}",
            count(status.files, "file", "files"),
            count(status.nodes, "node", "nodes"),
            bytes(status.text_bytes),
            bytes(status.store_bytes),
            bytes(status.lexical_bytes),
        ),
    );
    if !status.skipped.is_empty() {
        rows.row("skipped", &look.line(&tally(&status.skipped), 11));
    }
    rows.row("watching", &watching(status, look));
    for path in status.watch.unwatched.iter().take(5) {
        rows.row("", &format!("polled: {}", look.wire_path(path)));
    }
    let audit = status.audit.as_ref().map(|a| audit_line(a, now_ms));
    rows.row("audit", audit.as_deref().unwrap_or("none yet"));
    workers(status, look, &mut rows);
    for (path, reason) in status.problems.iter().take(10) {
        let path = look.wire_path(path);
        rows.row("problem", &format!("{path}: {}", look.line(reason, 0)));
    }
    if status.problems.len() > 10 {
        rows.row("", &format!("… and {} more, see --json", status.problems.len() - 10));
    }
    for note in &status.notes {
        rows.row("note", &look.line(note, 0));
    }
    rows.out
}

struct Rows {
    out: String,
}

impl Rows {
    fn row(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.out, "{name:<9}  {text}");
    }
}

fn freshness(status: &Status, look: &Look) -> String {
    let queued = count(status.queued, "path", "paths");
    match status.caught_up {
        Some(true) => look.paint(Style::Good, "caught up"),
        Some(false) => {
            let scanning = if status.scanning { ", a scan is under way" } else { "" };
            look.paint(Style::Doubtful, &format!("{queued} queued{scanning}"))
        }
        None if status.pid.is_some() => look
            .paint(Style::Doubtful, &format!("not known yet, the daemon starts; {queued} queued")),
        None => {
            let text = format!("unknown, because nothing watches; {queued} queued when last asked");
            look.paint(Style::Doubtful, &text)
        }
    }
}

fn daemon(status: &Status) -> String {
    match (status.pid, status.uptime_s) {
        (Some(pid), uptime) => format!(
            "heimdall {}, pid {pid}, up {}, {}",
            status.version,
            age(uptime.unwrap_or(0)),
            count(status.commits, "commit", "commits"),
        ),
        (None, _) => "none runs; start one with: heimdall daemon --background".to_owned(),
    }
}

fn watching(status: &Status, look: &Look) -> String {
    let watch = &status.watch;
    let mut text = format!("{} by {}", count(watch.watched, "directory", "directories"), {
        if watch.backend.is_empty() { "nothing" } else { &watch.backend }
    });
    if watch.unwatched_count > 0 {
        let _ = write!(text, ", {} polled", watch.unwatched_count);
    }
    if !watch.reason.is_empty() {
        let _ = write!(text, " ({})", watch.reason);
    }
    look.line(&text, 11)
}

fn workers(status: &Status, look: &Look, rows: &mut Rows) {
    let workers = &status.workers;
    let mut text = format!("{} of {} alive", workers.alive, workers.limit);
    if workers.restarts > 0 {
        let _ = write!(text, ", {}", count(workers.restarts, "restart", "restarts"));
    }
    if workers.quarantined > 0 {
        let _ = write!(text, ", {} quarantined", count(workers.quarantined, "file", "files"));
    }
    if !workers.last_failure.is_empty() {
        let _ = write!(text, "; last failure: {}", workers.last_failure);
    }
    rows.row("workers", &look.line(&text, 11));
    for (mechanism, state) in &workers.sandbox.mechanisms {
        rows.row("sandbox", &look.line(&format!("{mechanism}: {state}"), 11));
    }
}

/// `3 binary, 1 secret`.
pub(super) fn tally(counts: &BTreeMap<String, u64>) -> String {
    let parts: Vec<_> =
        counts.iter().map(|(reason, number)| format!("{number} {reason}")).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use heimdall_schema::wire::{AuditReport, RootStatus, WatchStatus, WirePath};

    #[test]
    fn a_running_daemon_says_all_it_knows() {
        let state = Status {
            version: "0.1.0".into(),
            pid: Some(7),
            uptime_s: Some(300),
            caught_up: Some(true),
            home: "/h/.heimdall".into(),
            roots: vec![RootStatus { path: "/h/w".into(), files: 3, available: true, projects: 1 }],
            files: 3,
            nodes: 9,
            text_bytes: 2048,
            commits: 1,
            skipped: [("binary".to_owned(), 2)].into(),
            problems: vec![(WirePath(b"/h/w/x".to_vec()), "permission denied\x1b".into())],
            watch: WatchStatus { backend: "inotify".into(), watched: 4, ..Default::default() },
            audit: Some(AuditReport { at_ms: 1_000, files: 3, ..Default::default() }),
            ..Default::default()
        };
        let look = Look { home: Some("/h".into()), ..Look::default() };
        insta::assert_snapshot!(status(&state, 61_000, &look), @r"
        index      caught up
        daemon     heimdall 0.1.0, pid 7, up 5 min, 1 commit
        home       ~/.heimdall
        root       ~/w — 3 files, 1 project
        holds      3 files, 9 nodes, 2.0 KiB of text; store 0 B, lexical index 0 B
        skipped    2 binary
        watching   4 directories by inotify
        audit      60 s ago, by stat, 3 files: no drift
        workers    0 of 0 alive
        problem    ~/w/x: permission denied\u{1b}
        ");
    }

    #[test]
    fn without_a_daemon_freshness_is_unknown() {
        let text = status(&Status { queued: 3, ..Status::default() }, 0, &Look::default());
        assert!(text.starts_with("index      unknown"), "{text}");
        assert!(text.contains("3 paths queued"), "{text}");
        assert!(text.contains("heimdall daemon --background"), "{text}");
    }
}
