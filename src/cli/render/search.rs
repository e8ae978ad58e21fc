//! Hits as text: `N. [VERDICT] covNN% title — ~/path:line`, what stands behind each, related
//! work, and how fresh the answer is.

use std::fmt::Write as _;

use heimdall_schema::wire::WirePath;
use heimdall_schema::wire::search::{Explanation, Hit, Related, SearchReply, Verdict};

use super::status::tally;
use crate::cli::look::{Look, Style, count};

/// Other places of one content that are named before `and N more`.
const PLACES: usize = 3;
/// Matched definitions that are named before `and N more`.
const SYMBOLS: usize = 6;

/// The answer to a search.
pub fn search(reply: &SearchReply, look: &Look) -> String {
    let mut out = String::new();
    for hit in &reply.hits {
        head(&mut out, hit, look);
        if hit.verdict != Verdict::Removed {
            body(&mut out, hit, look);
        }
    }
    if reply.hits.is_empty() {
        let _ = writeln!(out, "no hit for: {}", look.line(&reply.query, 12));
    }
    related(&mut out, &reply.related, look);
    if !reply.notes.is_empty() {
        out.push('\n');
    }
    for note in &reply.notes {
        let _ = writeln!(out, "note: {}", look.line(note, 6));
    }
    let _ = writeln!(out, "\n{}", look.paint(Style::Faint, &freshness(reply, look)));
    out
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Strong | Verdict::Rebuilt => Style::Good,
        Verdict::Weak => Style::Doubtful,
        Verdict::Stale | Verdict::Removed => Style::Bad,
    }
}

/// Coverage as a whole percentage; only what is whole is called 100.
fn percent(coverage: f32) -> u32 {
    let percent = (coverage * 100.0).clamp(0.0, 100.0);
    if percent < 100.0 { percent.round().min(99.0) as u32 } else { 100 }
}

fn head(out: &mut String, hit: &Hit, look: &Look) {
    let verdict = look.paint(style(hit.verdict), hit.verdict.name());
    let title = look.paint(Style::Title, &look.line(title(hit), 24));
    let _ = write!(out, "{}. [{verdict}] cov{}% {title}", hit.rank, percent(hit.coverage));
    // What was removed is nowhere: a path would only lead astray.
    if hit.verdict != Verdict::Removed {
        let _ = write!(out, " — {}", place(&hit.path, hit.line, look));
    }
    out.push('\n');
}

/// What a person calls the hit: its best definition, since the path stands beside it.
fn title(hit: &Hit) -> &str {
    match hit.symbols.first() {
        Some(best) if hit.verdict != Verdict::Removed => &best.name,
        _ => &hit.title,
    }
}

/// `~/path:line`, the way terminals and editors follow it.
fn place(path: &WirePath, line: u32, look: &Look) -> String {
    let path = look.wire_path(path);
    if line == 0 { path } else { format!("{path}:{line}") }
}

fn body(out: &mut String, hit: &Hit, look: &Look) {
    let best = hit.snippet.lines().map(str::trim).find(|line| !line.is_empty());
    let below = match (hit.reason.is_empty(), best) {
        (false, _) => look.paint(style(hit.verdict), &look.line(&hit.reason, 5)),
        (true, Some(line)) => look.line(&line.replace('\t', " "), 5),
        (true, None) => look.line(&hit.signature, 5),
    };
    indented(out, &below);
    // A single one is named above already.
    if hit.symbols.len() > 1 {
        indented(out, &look.paint(Style::Faint, &look.line(&symbols(hit), 5)));
    }
    if !hit.also.is_empty() {
        let mut places: Vec<_> =
            hit.also.iter().take(PLACES).map(|path| look.wire_path(path)).collect();
        if hit.also.len() > PLACES {
            places.push(format!("and {} more", hit.also.len() - PLACES));
        }
        let text = format!("also, not verified: {}", places.join(", "));
        indented(out, &look.paint(Style::Faint, &text));
    }
    if let Some(explanation) = &hit.explain {
        indented(out, &look.line(&explained(hit.score, explanation), 5));
    }
}

fn symbols(hit: &Hit) -> String {
    let mut named: Vec<_> =
        hit.symbols.iter().take(SYMBOLS).map(|s| format!("{}:{}", s.name, s.line)).collect();
    if hit.symbols.len() > SYMBOLS {
        named.push(format!("and {} more", hit.symbols.len() - SYMBOLS));
    }
    format!("{} symbols: {}", hit.symbols.len(), named.join(", "))
}

/// A score as the sum that it is.
fn explained(score: f32, explanation: &Explanation) -> String {
    let Explanation { fields, chunks, coverage, stem, definition, size, place, vote, terms } =
        explanation;
    format!(
        "score {score:.3} = (fields {fields:.3} + chunks {chunks:.3} + coverage {coverage:.3} + \
         stem {stem:.3} + definition {definition:.3} + size {size:.3}) x place {place:.3} + \
         vote {vote:.3}; terms: {}",
        terms.join(" ")
    )
}

fn indented(out: &mut String, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "     {text}");
    }
}

fn related(out: &mut String, related: &[Related], look: &Look) {
    if related.is_empty() {
        return;
    }
    out.push_str("\nrelated work:\n");
    for one in related {
        let title = look.line(&one.title, 24);
        let _ = write!(out, "   - {title} — {}", look.wire_path(&one.path));
        if !one.reason.is_empty() {
            let _ = write!(out, " ({})", look.line(&one.reason, 8));
        }
        out.push('\n');
    }
}

/// How far the answer agrees with the disk, in one line.
/// Whether the index agrees with the disk, as far as anybody knows.
pub(super) fn standing(caught_up: Option<bool>, queued: u64) -> String {
    match (caught_up, queued) {
        (Some(true), _) => "index is caught up".to_owned(),
        (Some(false), 0) => "a scan is under way".to_owned(),
        (Some(false), queued) => format!("{} queued", count(queued, "path", "paths")),
        (None, 0) => "no daemon: freshness unknown".to_owned(),
        (None, queued) => {
            format!("no daemon: freshness unknown, {} queued", count(queued, "path", "paths"))
        }
    }
}

fn freshness(reply: &SearchReply, look: &Look) -> String {
    let mut parts = vec![standing(reply.caught_up, reply.queued)];
    if reply.partial {
        parts.push("partial: a limit was met".to_owned());
    }
    if !reply.skipped.is_empty() {
        parts.push(format!("skipped: {}", look.line(&tally(&reply.skipped), 0)));
    }
    parts.push(format!("{:.0} ms", reply.took_ms));
    parts.join(" · ")
}

#[cfg(test)]
mod tests;
