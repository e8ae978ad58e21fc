//! What `verify` and `reconcile` found and did.

use std::fmt::Write as _;

use heimdall_schema::wire::{AuditReport, Drift, Reconciled};

use crate::cli::look::{Look, Style, age, count};

/// `DRIFT why<TAB>path` rows and a count with the repair, or one `ok:` line.
pub fn verified(report: &AuditReport, look: &Look) -> String {
    let mut out = drift_rows(&report.drift, look);
    let unnamed = report.drift_count.saturating_sub(report.drift.len() as u64);
    if unnamed > 0 {
        let _ = writeln!(out, "… and {unnamed} more");
    }
    for (path, reason) in &report.problems {
        let _ = writeln!(out, "UNREADABLE {}\t{}", look.line(reason, 12), look.wire_path(path));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let looked = format!(
        "{}, {}, {} queued, in {} ms",
        count(report.files, "file", "files"),
        count(report.nodes, "node", "nodes"),
        report.queued,
        report.took_ms,
    );
    if report.drift_count == 0 {
        let how = if report.deep { "by content" } else { "by size and times" };
        let _ = writeln!(out, "{} {looked} ({how})", look.paint(Style::Good, "ok:"));
        return out;
    }
    let differ = count(report.drift_count, "difference", "differences");
    if report.rebuilt {
        let _ = writeln!(out, "{} {differ} repaired; {looked}", look.paint(Style::Good, "ok:"));
    } else {
        let _ = writeln!(
            out,
            "{} — {looked}\nrepair: heimdall verify --rebuild, or heimdall reconcile --all",
            look.paint(Style::Bad, &differ),
        );
    }
    out
}

/// What a reconcile did, in one line; with `dry_run`, what it would do, path by path.
pub fn reconciled(reply: &Reconciled, dry_run: bool, look: &Look) -> String {
    let mut out = drift_rows(&reply.drift, look);
    if dry_run {
        let paths = count(reply.drift.len() as u64, "path", "paths");
        let looked = count(reply.looked_at, "path", "paths");
        let _ = writeln!(out, "would reconcile {paths} of {looked}; nothing was changed");
        return out;
    }
    let _ = writeln!(
        out,
        "reconciled {}: {} indexed, {} updated, {} unchanged, {} retracted — {}, {} in the index",
        count(reply.looked_at, "path", "paths"),
        reply.indexed,
        reply.updated,
        reply.unchanged,
        reply.retracted,
        count(reply.files, "file", "files"),
        count(reply.nodes, "node", "nodes"),
    );
    out
}

fn drift_rows(drift: &[Drift], look: &Look) -> String {
    let mut out = String::new();
    for Drift { path, why } in drift {
        let label = look.paint(Style::Doubtful, "DRIFT");
        let _ = writeln!(out, "{label} {}\t{}", look.line(why, 6), look.wire_path(path));
    }
    out
}

/// When an audit was, as `status` says it.
pub(super) fn audit_line(report: &AuditReport, now_ms: u64) -> String {
    let ago = age(now_ms.saturating_sub(report.at_ms) / 1000);
    let how = if report.deep { "deep" } else { "by stat" };
    let found = match report.drift_count {
        0 => "no drift".to_owned(),
        number => count(number, "difference", "differences"),
    };
    let outcome = if report.rebuilt && report.drift_count > 0 { ", repaired" } else { "" };
    format!("{ago} ago, {how}, {}: {found}{outcome}", count(report.files, "file", "files"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heimdall_schema::wire::WirePath;

    fn drift(why: &str, path: &[u8]) -> Drift {
        Drift { path: WirePath(path.to_vec()), why: why.into() }
    }

    #[test]
    fn no_drift_is_one_line() {
        let report = AuditReport { files: 2, nodes: 1, took_ms: 3, ..AuditReport::default() };
        assert_eq!(
            verified(&report, &Look::default()),
            "ok: 2 files, 1 node, 0 queued, in 3 ms (by size and times)\n"
        );
    }

    #[test]
    fn drift_names_reason_path_and_repair() {
        let report = AuditReport {
            drift: vec![drift("stat", b"/w/a.rs"), drift("new", b"/w/b\x1b\xff")],
            drift_count: 5,
            ..AuditReport::default()
        };
        let text = verified(&report, &Look::default());
        assert_eq!(
            text,
            "DRIFT stat\t/w/a.rs\nDRIFT new\t/w/b\\u{1b}\\xff\n… and 3 more\n\n\
             5 differences — 0 files, 0 nodes, 0 queued, in 0 ms\n\
             repair: heimdall verify --rebuild, or heimdall reconcile --all\n"
        );
    }

    #[test]
    fn a_reconcile_closes_with_what_it_did() {
        let reply = Reconciled {
            looked_at: 1204,
            indexed: 4,
            updated: 1,
            unchanged: 1199,
            files: 1203,
            nodes: 9000,
            ..Reconciled::default()
        };
        assert_eq!(
            reconciled(&reply, false, &Look::default()),
            "reconciled 1,204 paths: 4 indexed, 1 updated, 1199 unchanged, 0 retracted — \
             1,203 files, 9,000 nodes in the index\n"
        );
        let dry = Reconciled { looked_at: 2, drift: vec![drift("new", b"/a")], ..reply };
        assert_eq!(
            reconciled(&dry, true, &Look::default()),
            "DRIFT new\t/a\nwould reconcile 1 path of 2 paths; nothing was changed\n"
        );
    }
}
