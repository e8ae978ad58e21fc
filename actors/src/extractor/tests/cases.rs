//! One file a language in `cases/`: a source, a line `=====`, and what is found in it.
//!
//! `HEIMDALL_UPDATE_CASES=1 cargo test -p heimdall-actors cases` rewrites what is found; read
//! the difference before you commit it.

use std::fmt::Write as _;
use std::path::PathBuf;

use heimdall_schema::depth::Depth;
use heimdall_schema::record::{BindingKind, Extraction, NO_INDEX, NodeKind, ReferenceKind};
use heimdall_schema::text;

use crate::extractor::Extractor;
use crate::extractor::grammar::GRAMMARS;

/// An extraction as a person reads it: definitions indented by what encloses them.
fn render(source: &str, found: &Extraction) -> String {
    let mut out = String::new();
    let name = |index: u32| found.name(index).unwrap_or("");
    writeln!(out, "description: {}", found.description).unwrap();
    for node in &found.nodes {
        let mut level = 0;
        let mut parent = node.parent;
        while parent != NO_INDEX {
            level += 1;
            parent = found.nodes[parent as usize].parent;
        }
        let kind = NodeKind::from_byte(node.kind).unwrap().name();
        let scope = if node.scope == NO_INDEX { "" } else { name(node.scope) };
        write!(out, "{}{kind} {}", "  ".repeat(level), name(node.name)).unwrap();
        write!(out, " [{}-{}]", node.line, node.end_line).unwrap();
        if !scope.is_empty() {
            write!(out, " in {scope}").unwrap();
        }
        write!(out, " | {}", text::signature(source, node.signature)).unwrap();
        let doc = text::doc(source, node.doc);
        if !doc.is_empty() {
            write!(out, " | {}", doc.replace('\n', " / ")).unwrap();
        }
        out.push('\n');
    }
    for reference in &found.references {
        let kind = ReferenceKind::from_byte(reference.kind).unwrap().name();
        write!(out, "{}: {kind} {}", reference.line, name(reference.name)).unwrap();
        let is_call = reference.kind == ReferenceKind::Call as u8;
        let alias = if is_call { "with" } else { "as" };
        for (word, index) in [("of", reference.qualifier), (alias, reference.alias)] {
            if index != NO_INDEX {
                write!(out, " {word} {}", name(index)).unwrap();
            }
        }
        if reference.from != NO_INDEX {
            let from = &found.nodes[reference.from as usize];
            write!(out, " from {}", name(from.name)).unwrap();
        }
        out.push('\n');
    }
    for binding in &found.bindings {
        let kind = BindingKind::from_byte(binding.kind).unwrap().name();
        write!(out, "{}-{}: {kind} {}", binding.line, binding.end_line, name(binding.name))
            .unwrap();
        if binding.text != NO_INDEX {
            write!(out, " = {}", name(binding.text)).unwrap();
        }
        if binding.from != NO_INDEX {
            let from = &found.nodes[binding.from as usize];
            write!(out, " in {}", name(from.name)).unwrap();
        }
        out.push('\n');
    }
    out
}

fn path_of(language: &str) -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.join("src/extractor/cases").join(format!("{language}.case"))
}

/// Checks one case file against what the extractor finds.
fn check(language: &str) {
    const BORDER: &str = "\n=====\n";
    let path = path_of(language);
    let case = std::fs::read_to_string(&path)
        .unwrap_or_else(|e| panic!("{language} has no case file {}: {e}", path.display()));
    let (source, expected) = case.split_once(BORDER).unwrap_or((case.trim_end(), ""));
    let source = format!("{source}\n");
    let found = Extractor::new().extract(language, Depth::Graph, &source);
    let rendered = render(&source, &found);
    if std::env::var_os("HEIMDALL_UPDATE_CASES").is_some() {
        std::fs::write(&path, format!("{}{BORDER}{rendered}", source.trim_end())).unwrap();
    } else {
        assert_eq!(rendered, expected, "{}", path.display());
    }
    let symbols = Extractor::new().extract(language, Depth::Symbol, &source);
    assert_eq!(symbols.nodes.len(), found.nodes.len(), "{language}: a level changes definitions");
    assert_eq!(symbols.references, [], "{language}: references below graph depth");
    assert_eq!(symbols.bindings, [], "{language}: bindings below graph depth");
}

#[test]
fn every_language_finds_what_its_case_says() {
    for grammar in &GRAMMARS {
        check(grammar.name);
    }
}

/// Our own compiler accepts less than tree-sitter's; the latter also knows what cannot match.
#[test]
fn every_query_is_one_that_tree_sitter_accepts() {
    for grammar in &GRAMMARS {
        let compiled = grammar.compiled();
        if let Err(error) = &compiled.query {
            panic!("{}: {error}", grammar.name);
        }
        if let Err(error) = tree_sitter::Query::new(&compiled.language, grammar.query) {
            panic!("{}: {error}", grammar.name);
        }
    }
}

#[test]
fn grammars_are_known_languages_in_order() {
    assert!(GRAMMARS.windows(2).all(|w| w[0].name < w[1].name));
    for grammar in &GRAMMARS {
        assert!(heimdall_schema::language::by_name(grammar.name).is_some(), "{}", grammar.name);
    }
}
