//! Hits as text: `N. [VERDICT] covNN% title — ~/path:line`, what stands behind each, related
//! work, and how fresh the answer is.

use std::fmt::Write as _;

use heimdall_schema::wire::search::{Hit, Related, SearchReply};

use super::status::tally;
use crate::cli::look::{Look, Style, count};

/// Other places of one content that are named before `and N more`.
const PLACES: usize = 3;
/// Matched definitions that are named before `and N more`.
const SYMBOLS: usize = 6;

/// The answer to a search. `explain` shows what each score is made of.
pub fn search(reply: &SearchReply, look: &Look) -> String {
    let mut out = String::new();
    for hit in &reply.hits {
        head(&mut out, hit, look);
        if hit.verdict != "REMOVED" {
            body(&mut out, hit, look);
        }
    }
    if reply.hits.is_empty() {
        let _ = writeln!(out, "no hit for: {}", look.line(&reply.query, 12));
    }
    related(&mut out, &reply.related, look);
    let _ = writeln!(out, "\n{}", look.paint(Style::Faint, &freshness(reply, look)));
    out
}

fn verdict_style(verdict: &str) -> Style {
    match verdict {
        "STRONG" | "REBUILT" => Style::Good,
        "WEAK" => Style::Doubtful,
        _ => Style::Bad,
    }
}

/// Coverage as a whole percentage; only what is whole is called 100.
fn percent(coverage: f64) -> u32 {
    let percent = (coverage * 100.0).clamp(0.0, 100.0);
    if percent < 100.0 { percent.round().min(99.0) as u32 } else { 100 }
}

fn head(out: &mut String, hit: &Hit, look: &Look) {
    let verdict = look.paint(verdict_style(&hit.verdict), &look.line(&hit.verdict, 0));
    let title = look.paint(Style::Title, &look.line(&hit.title, 24));
    let _ = write!(out, "{}. [{verdict}] cov{}% {title}", hit.rank, percent(hit.coverage));
    if !hit.path.is_empty() {
        let _ = write!(out, " — {}", place(&hit.path, hit.line, look));
    }
    out.push('\n');
}

/// `~/path:line`, the way terminals and editors follow it.
fn place(path: &str, line: u32, look: &Look) -> String {
    let path = look.path(path);
    if line == 0 { path } else { format!("{path}:{line}") }
}

fn body(out: &mut String, hit: &Hit, look: &Look) {
    let best = hit.snippet.lines().map(str::trim).find(|line| !line.is_empty());
    let below = match (hit.reason.is_empty(), best) {
        (false, _) => look.paint(verdict_style(&hit.verdict), &look.line(&hit.reason, 5)),
        (true, Some(line)) => look.line(&line.replace('\t', " "), 5),
        (true, None) => look.line(&hit.signature, 5),
    };
    indented(out, &below);
    if !hit.symbols.is_empty() {
        indented(out, &look.paint(Style::Faint, &look.line(&symbols(hit), 5)));
    }
    if !hit.also.is_empty() {
        let mut places: Vec<_> =
            hit.also.iter().take(PLACES).map(|p| place(&p.path, p.line, look)).collect();
        if hit.also.len() > PLACES {
            places.push(format!("and {} more", hit.also.len() - PLACES));
        }
        let text = format!("also, not verified: {}", places.join(", "));
        indented(out, &look.paint(Style::Faint, &text));
    }
    if let Some(parts) = &hit.explain {
        let parts: Vec<_> =
            parts.iter().map(|(part, value)| format!("{part} {value:.3}")).collect();
        indented(out, &look.line(&format!("score {:.3} = {}", hit.score, parts.join(" + ")), 5));
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
        let _ = write!(out, "   - {title} — {}", place(&one.path, one.line, look));
        if !one.why.is_empty() {
            let _ = write!(out, " ({})", look.line(&one.why, 8));
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
    if let Some(why) = &reply.partial {
        parts.push(format!("partial: {}", look.line(why, 0)));
    }
    if !reply.skipped.is_empty() {
        parts.push(format!("skipped: {}", look.line(&tally(&reply.skipped), 0)));
    }
    parts.push(format!("{} ms", reply.took_ms));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use heimdall_schema::wire::search::{HitSymbol, Place};

    fn hit(rank: u32, verdict: &str, title: &str, reason: &str) -> Hit {
        Hit {
            rank,
            verdict: verdict.into(),
            reason: reason.into(),
            coverage: 0.996,
            path: "/h/work/app/src/config.rs".into(),
            title: title.into(),
            line: 41,
            snippet: "\n\tfn parse(text: &str) -> Config {\n".into(),
            ..Hit::default()
        }
    }

    fn look() -> Look {
        Look { home: Some("/h".into()), ..Look::default() }
    }

    #[test]
    fn each_verdict_has_its_shape() {
        let symbol = HitSymbol { name: "parse".into(), line: 41, ..HitSymbol::default() };
        let reply = SearchReply {
            query: "parse config".into(),
            took_ms: 4,
            caught_up: Some(true),
            skipped: [("binary".to_owned(), 2)].into(),
            hits: vec![
                Hit {
                    coverage: 1.0,
                    symbols: vec![symbol.clone(), symbol],
                    also: vec![Place { path: "/h/old/config.rs".into(), line: 40 }],
                    ..hit(1, "STRONG", "parse", "")
                },
                hit(2, "WEAK", "Config", "changed since it was indexed"),
                hit(3, "REBUILT", "load", "moved here from ~/work/app/old.rs"),
                Hit { path: String::new(), ..hit(4, "REMOVED", "save", "") },
            ],
            related: vec![Related {
                title: "settings".into(),
                path: "/h/work/app/src/settings.rs".into(),
                line: 3,
                why: "same project".into(),
            }],
            ..SearchReply::default()
        };
        insta::assert_snapshot!(search(&reply, &look()), @r"
        1. [STRONG] cov100% parse — ~/work/app/src/config.rs:41
             fn parse(text: &str) -> Config {
             2 symbols: parse:41, parse:41
             also, not verified: ~/old/config.rs:40
        2. [WEAK] cov99% Config — ~/work/app/src/config.rs:41
             changed since it was indexed
        3. [REBUILT] cov99% load — ~/work/app/src/config.rs:41
             moved here from ~/work/app/old.rs
        4. [REMOVED] cov99% save

        related work:
           - settings — ~/work/app/src/settings.rs:3 (same project)

        index is caught up · skipped: 2 binary · 4 ms
        ");
    }

    #[test]
    fn an_empty_answer_says_how_fresh_it_is() {
        let reply = SearchReply {
            query: "x\x1b".into(),
            queued: 3,
            partial: Some("the index is being rebuilt".into()),
            ..SearchReply::default()
        };
        assert_eq!(
            search(&reply, &look()),
            "no hit for: x\\u{1b}\n\nno daemon: freshness unknown, 3 paths queued · \
             partial: the index is being rebuilt · 0 ms\n"
        );
    }

    #[test]
    fn nothing_that_a_terminal_obeys_comes_from_a_hit() {
        let evil = "a\x1b[2J\u{202e}b\u{200b}".to_owned();
        let one = Hit {
            verdict: evil.clone(),
            path: evil.clone(),
            signature: evil.clone(),
            symbols: vec![HitSymbol { name: evil.clone(), ..HitSymbol::default() }],
            also: vec![Place { path: evil.clone(), line: 1 }],
            explain: Some([(evil.clone(), 1.0)].into()),
            ..hit(1, "WEAK", &evil, &evil)
        };
        let two = Hit { snippet: evil.clone(), ..hit(2, "STRONG", &evil, "") };
        let related =
            Related { title: evil.clone(), path: evil.clone(), line: 1, why: evil.clone() };
        let reply = SearchReply {
            query: evil.clone(),
            partial: Some(evil),
            hits: vec![one, two],
            related: vec![related],
            ..SearchReply::default()
        };
        let text = search(&reply, &look());
        assert!(!text.contains(['\x1b', '\u{202e}', '\u{200b}']), "{text:?}");
    }
}
