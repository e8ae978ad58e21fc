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
    let title = look.paint(Style::Title, &look.line(&hit.title, 24));
    let _ = write!(out, "{}. [{verdict}] cov{}% {title}", hit.rank, percent(hit.coverage));
    // What was removed is nowhere: a path would only lead astray.
    if hit.verdict != Verdict::Removed {
        let _ = write!(out, " — {}", place(&hit.path, hit.line, look));
    }
    out.push('\n');
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
    if !hit.symbols.is_empty() {
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
    format!("{}: {}", count(hit.symbols.len() as u64, "symbol", "symbols"), named.join(", "))
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
fn freshness(reply: &SearchReply, look: &Look) -> String {
    let mut parts = vec![match (reply.caught_up, reply.queued) {
        (Some(true), _) => "index is caught up".to_owned(),
        (Some(false), 0) => "a scan is under way".to_owned(),
        (Some(false), queued) => format!("{} queued", count(queued, "path", "paths")),
        (None, 0) => "no daemon: freshness unknown".to_owned(),
        (None, queued) => {
            format!("no daemon: freshness unknown, {} queued", count(queued, "path", "paths"))
        }
    }];
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
mod tests {
    use super::*;
    use heimdall_schema::wire::search::SymbolLine;

    fn wire(path: &str) -> WirePath {
        WirePath(path.as_bytes().to_vec())
    }

    fn symbol(name: &str) -> SymbolLine {
        SymbolLine {
            name: name.into(),
            kind: "function".into(),
            line: 41,
            end_line: 44,
            signature: String::new(),
        }
    }

    fn hit(rank: u32, verdict: Verdict, title: &str, reason: &str) -> Hit {
        Hit {
            rank,
            verdict,
            reason: reason.into(),
            coverage: 0.996,
            score: 1.5,
            path: wire("/h/work/app/src/config.rs"),
            root: wire("/h/work"),
            project: "app".into(),
            language: "rust".into(),
            title: title.into(),
            kind: "function".into(),
            line: 41,
            end_line: 44,
            signature: String::new(),
            symbols: Vec::new(),
            snippet: "\n\tfn parse(text: &str) -> Config {\n".into(),
            also: Vec::new(),
            explain: None,
        }
    }

    fn reply(query: &str, hits: Vec<Hit>) -> SearchReply {
        SearchReply {
            query: query.into(),
            took_ms: 4.2,
            caught_up: None,
            partial: false,
            queued: 0,
            skipped: Default::default(),
            hits,
            related: Vec::new(),
            notes: Vec::new(),
            stale: Vec::new(),
        }
    }

    fn look() -> Look {
        Look { home: Some("/h".into()), ..Look::default() }
    }

    #[test]
    fn each_verdict_has_its_shape() {
        let hits = vec![
            Hit {
                coverage: 1.0,
                symbols: vec![symbol("parse"), symbol("Config")],
                also: vec![wire("/h/old/config.rs")],
                ..hit(1, Verdict::Strong, "parse", "")
            },
            hit(2, Verdict::Weak, "Config", "changed since it was indexed"),
            hit(3, Verdict::Rebuilt, "load", "moved here from ~/work/app/old.rs"),
            hit(4, Verdict::Removed, "save", ""),
        ];
        let related = Related {
            title: "settings".into(),
            path: wire("/h/work/app/src/settings.rs"),
            project: "app".into(),
            reason: "defines Settings".into(),
        };
        let reply = SearchReply {
            caught_up: Some(true),
            skipped: [("binary".to_owned(), 2)].into(),
            related: vec![related],
            ..reply("parse config", hits)
        };
        insta::assert_snapshot!(search(&reply, &look()), @r"
        1. [STRONG] cov100% parse — ~/work/app/src/config.rs:41
             fn parse(text: &str) -> Config {
             2 symbols: parse:41, Config:41
             also, not verified: ~/old/config.rs
        2. [WEAK] cov99% Config — ~/work/app/src/config.rs:41
             changed since it was indexed
        3. [REBUILT] cov99% load — ~/work/app/src/config.rs:41
             moved here from ~/work/app/old.rs
        4. [REMOVED] cov99% save

        related work:
           - settings — ~/work/app/src/settings.rs (defines Settings)

        index is caught up · skipped: 2 binary · 4 ms
        ");
    }

    #[test]
    fn an_empty_answer_says_how_fresh_it_is_and_why_it_is_empty() {
        let reply = SearchReply {
            queued: 3,
            partial: true,
            notes: vec!["no project is called x".into()],
            ..reply("x\x1b", Vec::new())
        };
        assert_eq!(
            search(&reply, &look()),
            "no hit for: x\\u{1b}\n\nnote: no project is called x\n\nno daemon: freshness unknown, \
             3 paths queued · partial: a limit was met · 4 ms\n"
        );
    }

    #[test]
    fn nothing_that_a_terminal_obeys_comes_from_a_hit() {
        let evil = "a\x1b[2J\u{202e}b\u{200b}";
        let explanation = Explanation {
            fields: 0.1,
            chunks: 0.2,
            coverage: 0.3,
            stem: 0.4,
            definition: 0.5,
            size: 0.6,
            place: 1.0,
            vote: 0.0,
            terms: vec![evil.into()],
        };
        let one = Hit {
            path: wire(evil),
            signature: evil.into(),
            symbols: vec![symbol(evil)],
            also: vec![wire(evil)],
            explain: Some(explanation),
            ..hit(1, Verdict::Weak, evil, evil)
        };
        let two = Hit { snippet: evil.into(), ..hit(2, Verdict::Strong, evil, "") };
        let related = Related {
            title: evil.into(),
            path: wire(evil),
            project: evil.into(),
            reason: evil.into(),
        };
        let reply = SearchReply {
            skipped: [(evil.to_owned(), 1)].into(),
            related: vec![related],
            notes: vec![evil.into()],
            ..reply(evil, vec![one, two])
        };
        let text = search(&reply, &look());
        assert!(!text.contains(['\x1b', '\u{202e}', '\u{200b}']), "{text:?}");
        assert!(text.contains("fields 0.100 + chunks 0.200"), "{text}");
    }
}
