//! Edges as text: what was asked about, then each direction with its places, nearest first.

use std::fmt::Write as _;

use heimdall_schema::wire::{RelatedReply, RelationLine, SubjectLine, WirePath};

use super::search::standing;
use crate::cli::look::{Look, Style, count};

/// Headings by direction, in the order in which they are shown.
const DIRECTIONS: [(&str, &str); 4] = [
    ("caller", "called or used by"),
    ("callee", "calls and uses"),
    ("importer", "imported by"),
    ("subclass", "extended by"),
];

/// The answer to `related`.
pub fn related(reply: &RelatedReply, look: &Look) -> String {
    let mut out = String::new();
    for subject in &reply.subjects {
        let _ = writeln!(out, "{}", look.paint(Style::Title, &named(subject, look)));
    }
    for (direction, heading) in DIRECTIONS {
        let lines: Vec<_> =
            reply.relations.iter().filter(|line| line.direction == direction).collect();
        if lines.is_empty() {
            continue;
        }
        let _ = writeln!(out, "\n{heading} ({})", count(lines.len() as u64, "edge", "edges"));
        for line in lines {
            relation(&mut out, line, look);
        }
    }
    if reply.relations.is_empty() {
        out.push_str("\nno edges: nothing in the index refers to it that way\n");
    }
    if reply.more {
        out.push_str("\nmore than is shown; -n raises the limit\n");
    }
    let standing = standing(reply.freshness.caught_up, reply.freshness.queued);
    let _ = writeln!(out, "\n{}", look.paint(Style::Faint, &standing));
    out
}

/// A definition with its place; a file is its place.
fn named(end: &SubjectLine, look: &Look) -> String {
    if end.name.is_empty() {
        return look.wire_path(&end.path);
    }
    let kind = look.line(&end.kind, 0);
    format!("{kind} {} — {}", look.line(&end.name, 24), place(&end.path, end.line, look))
}

fn place(path: &WirePath, line: u32, look: &Look) -> String {
    format!("{}:{line}", look.wire_path(path))
}

fn relation(out: &mut String, line: &RelationLine, look: &Look) {
    let indent = "  ".repeat(line.hop.min(8) as usize);
    let end = match line.end.name.as_str() {
        "" => String::new(),
        name => format!("{} ", look.line(name, 24)),
    };
    // For what it calls, the place of interest is the definition; for all else, the reference.
    let at = match line.direction.as_str() {
        "callee" => place(&line.end.path, line.end.line, look),
        _ => place(&line.path, line.line, look),
    };
    let doubt = if line.best { "" } else { ", one of several" };
    let through = match line.hop {
        1 => String::new(),
        _ => format!(" through {}", look.line(&line.from.name, 24)),
    };
    let reason =
        format!("{}, {}{doubt}{through}", look.line(&line.relation, 0), look.line(&line.reason, 0));
    let _ = writeln!(out, "{indent}{end}{at}  {}", look.paint(Style::Faint, &reason));
}
