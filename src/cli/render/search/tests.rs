//! What hits look like, and that nothing in one reaches a terminal raw.

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
    let related =
        Related { title: evil.into(), path: wire(evil), project: evil.into(), reason: evil.into() };
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
