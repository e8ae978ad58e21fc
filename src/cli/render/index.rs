//! What is known of one path: its depth and its history.

use std::fmt::Write as _;

use heimdall_schema::wire::{DepthReply, HistoryLine, WirePath};

use crate::cli::look::{Look, Style, age};

/// What was asked for, what this build can do, what was reached.
pub fn depth(reply: &DepthReply, look: &Look) -> String {
    let mut out = format!("capability: {}\n", look.line(&reply.capability, 12));
    let Some(path) = &reply.path else { return out };
    let level = |level: &Option<String>, none: &str| match level {
        Some(level) => look.line(level, 12),
        None => none.to_owned(),
    };
    let _ = writeln!(out, "path:       {}", look.wire_path(path));
    let _ = writeln!(out, "requested:  {}", level(&reply.requested, "none, outside the roots"));
    let clamped = reply.effective.is_some() && reply.effective != reply.requested;
    let _ = writeln!(
        out,
        "effective:  {}{}",
        level(&reply.effective, "none"),
        if clamped { look.paint(Style::Doubtful, " (clamped)") } else { String::new() },
    );
    let _ = writeln!(out, "indexed:    {}", level(&reply.indexed, "not indexed"));
    if !reply.reason.is_empty() {
        let _ = writeln!(out, "reason:     {}", look.line(&reply.reason, 12));
    }
    out
}

/// What was retracted or moved, newest first, with the titles that went.
pub fn history(lines: &[HistoryLine], path: &WirePath, now_ms: u64, look: &Look) -> String {
    if lines.is_empty() {
        return format!("nothing was removed from or moved at {}\n", look.wire_path(path));
    }
    let mut out = String::new();
    for line in lines {
        let ago = age(now_ms.saturating_sub(line.at_ms) / 1000);
        let event = match line.event.as_str() {
            "removed" => look.paint(Style::Bad, "removed"),
            other => look.line(other, 0),
        };
        let _ = write!(out, "{ago:>7} ago  {event}  {}", look.wire_path(&line.path));
        if let Some(other) = &line.other {
            let arrow = if line.event == "moved-from" { "←" } else { "→" };
            let _ = write!(out, " {arrow} {}", look.wire_path(other));
        }
        out.push('\n');
        if !line.titles.is_empty() {
            let titles = look.line(&line.titles.join(", "), 13);
            let _ = writeln!(out, "             {}", look.paint(Style::Faint, &titles));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(path: &str) -> WirePath {
        WirePath(path.as_bytes().to_vec())
    }

    #[test]
    fn a_clamped_depth_says_so_and_why() {
        let reply = DepthReply {
            capability: "graph".into(),
            path: Some(wire("/w/a.sql")),
            requested: Some("graph".into()),
            effective: Some("file".into()),
            indexed: Some("file".into()),
            reason: "no parser for sql".into(),
        };
        assert_eq!(
            depth(&reply, &Look::default()),
            "capability: graph\npath:       /w/a.sql\nrequested:  graph\n\
             effective:  file (clamped)\nindexed:    file\nreason:     no parser for sql\n"
        );
    }

    #[test]
    fn without_a_path_only_the_capability() {
        let reply = DepthReply {
            capability: "graph".into(),
            path: None,
            requested: None,
            effective: None,
            indexed: None,
            reason: String::new(),
        };
        assert_eq!(depth(&reply, &Look::default()), "capability: graph\n");
    }

    #[test]
    fn a_move_names_both_ends() {
        let line = HistoryLine {
            at_ms: 1_000,
            path: wire("/w/old.rs"),
            event: "moved-to".into(),
            other: Some(wire("/w/new.rs")),
            titles: vec!["parse".into(), "Config".into()],
        };
        assert_eq!(
            history(&[line], &wire("/w"), 42_000, &Look::default()),
            "   41 s ago  moved-to  /w/old.rs → /w/new.rs\n             parse, Config\n"
        );
        assert_eq!(
            history(&[], &wire("/w"), 0, &Look::default()),
            "nothing was removed from or moved at /w\n"
        );
    }
}
