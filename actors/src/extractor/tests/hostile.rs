//! Texts that no one wrote by hand.

use heimdall_schema::depth::Depth;
use heimdall_schema::record::{Extraction, NO_INDEX, Span};
use proptest::prelude::*;

use crate::extractor::Extractor;
use crate::extractor::grammar::GRAMMARS;

/// What holds of every extraction of every text.
fn check_sound(text: &str, found: &Extraction) {
    let fits = |span: Span| {
        let (start, end) = (span.start as usize, (span.start + span.len) as usize);
        end <= text.len() && text.is_char_boundary(start) && text.is_char_boundary(end)
    };
    let mut at = 0;
    let mut line = 0;
    for chunk in &found.chunks {
        assert_eq!(chunk.span.start, at, "chunks touch");
        assert!(fits(chunk.span) && chunk.span.len > 0);
        assert!(chunk.line >= line && chunk.end_line >= chunk.line);
        at += chunk.span.len;
        line = chunk.end_line;
    }
    assert_eq!(at as usize, text.len(), "chunks cover the text");
    for (index, node) in found.nodes.iter().enumerate() {
        assert!(node.parent == NO_INDEX || (node.parent as usize) < index);
        assert!(fits(node.signature) && fits(node.doc));
        assert!(1 <= node.line && node.line <= node.end_line);
        assert!(node.end_line <= found.lines.max(1));
        assert!(found.name(node.name).is_some_and(|n| !n.is_empty()));
    }
    for reference in &found.references {
        assert!(reference.from == NO_INDEX || (reference.from as usize) < found.nodes.len());
        assert!(found.name(reference.name).is_some());
        assert!(1 <= reference.line && reference.line <= found.lines.max(1));
    }
    assert!(found.comments.windows(2).all(|w| w[0].1 < w[1].0));
    assert!(found.description.chars().count() <= 200);
}

fn check_all(text: &str) {
    let mut extractor = Extractor::new();
    for grammar in &GRAMMARS {
        for depth in [Depth::File, Depth::Graph] {
            let first = extractor.extract(grammar.name, depth, text);
            check_sound(text, &first);
            assert_eq!(first, extractor.extract(grammar.name, depth, text), "{}", grammar.name);
        }
    }
}

#[test]
fn odd_texts_are_cut_and_covered() {
    for text in [
        "",
        "\n",
        "\r",
        "a\rb\rc",
        "\u{feff}x = 1\n",
        "a\u{2028}b\n",
        "\0\0\0",
        "def f(:\n\0",
        "\u{feff}# t\n\ndef f(): pass",
        "/*",
        "\"\"\"",
        "// \u{202e}x\nfn f() {}",
        "é\u{301}",
        "#",
        "###",
        "{{{{{{",
        "))))))",
        "'''\n\n\n",
        "<<EOF\n",
        "- - - -\n",
        "\t\t\t",
        "@",
        "@@@\n@",
    ] {
        check_all(text);
    }
    let garbage: String =
        (0..20_000_u32).filter_map(|n| char::from_u32(n * 7919 % 0x800)).collect();
    check_all(&garbage);
}

/// A walk that recurses aborts between 1,000 and 5,000 levels.
#[test]
fn a_nest_of_100_000_levels_does_not_abort() {
    let mut extractor = Extractor::new();
    for grammar in &GRAMMARS {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
            if grammar.name == "scala" {
                // Its parser needs time that grows with the square of the depth; workers have a
                // budget for that.
                continue;
            }
            // A parser in C may recurse too, so each is tried; the full depth where it is cheap.
            let main = ["rust", "python", "javascript", "json"].contains(&grammar.name);
            let levels = if main { 100_000 } else { 20_000 };
            let text = format!("x = {}1{}\n", open.repeat(levels), close.repeat(levels));
            check_sound(&text, &extractor.extract(grammar.name, Depth::Graph, &text));
        }
    }
    let text = "mod m { ".repeat(20_000) + &"}".repeat(20_000);
    let found = extractor.extract("rust", Depth::Graph, &text);
    check_sound(&text, &found);
    assert!(found.names.iter().all(|n| n.len() <= 512));
}

#[test]
fn a_long_line_becomes_several_chunks() {
    let text = "é1;".repeat(40_000);
    let found = Extractor::new().extract("javascript", Depth::File, &text);
    check_sound(&text, &found);
    assert!(found.chunks.len() > 5 && found.chunks.iter().all(|c| c.span.len <= 16 * 1024));
}

#[test]
fn a_receiver_of_any_length_costs_little() {
    let text = format!("def f():\n    return a{}\n", ".b(x)".repeat(20_000));
    let found = Extractor::new().extract("python", Depth::Graph, &text);
    check_sound(&text, &found);
    assert!(found.references.len() >= 20_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_bytes_are_extracted(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words_are_extracted(words in prop::collection::vec(prop::sample::select(WORDS), 0..120)) {
        check_all(&words.concat());
    }
}

const WORDS: &[&str] = &[
    "fn ",
    "def ",
    "class ",
    "struct ",
    "impl ",
    "enum ",
    "use ",
    "import ",
    "from ",
    "a",
    "B",
    "::",
    ".",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ";",
    ":",
    ",",
    "=",
    "\n",
    "\n    ",
    "\n\n",
    "# ",
    "// ",
    "/* ",
    " */",
    "\"",
    "'",
    "\"\"\"",
    "@x",
    "#[y]",
    "&",
    "*",
    "->",
    "=>",
    "return ",
    "let ",
    "var ",
    "const ",
    "function ",
    "interface ",
    "package ",
    "func ",
    "type ",
    "- ",
    "1",
    "end\n",
    "do\n",
    "if ",
    "else ",
    "template<",
    "namespace ",
    "export ",
    "é",
    "\u{1F600}",
    "\t",
];
