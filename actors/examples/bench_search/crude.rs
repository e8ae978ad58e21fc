//! Definitions by the looks of lines, for languages that the extractor does not parse yet.

use std::sync::LazyLock;

use heimdall_actors::extractor::languages;
use heimdall_schema::depth::Depth;
use heimdall_schema::record::{Chunk, Extraction, NO_INDEX, Node, NodeKind, Span};
use regex::Regex;

static KEYWORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(\s*)(?:(?:@\w+(?:\([^)]*\))?|export|default|declare|abstract|async|const|public|open|private|internal|fileprivate|final|static|sealed|implicit|lazy|override|case|protected(?:\[\w+\])?|private\[\w+\]|inline|indirect|mutating|convenience|nonisolated|readonly|partial|unsafe|extern|data|suspend|operator|infix|virtual)\s+)*(class|trait|object|struct|enum|protocol|extension|actor|typealias|interface|record|namespace|module|type|defmodule|defprotocol|defimpl|defmacro|defp|def|func|fun|function|val|var|let|const|union|typedef struct)\s+(?:<[^>]*>\s*)?(?:\([^)]*\)\s*)?([A-Za-z_$][\w.$]*)",
    )
    .expect("a fixed pattern")
});

static CALLABLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^(?:\s+(?:(?:public|private|protected|internal|static|final|synchronized|abstract|virtual|override|async|unsafe|readonly|inline|constexpr|template<[^>]*>)\s+)+|[A-Za-z_]|\s{2,4}[A-Za-z_])[\w<>\[\],.?&*: ]*?\b([A-Za-z_~]\w*)\s*\([^;]*\)?[^;]*[{,(]?\s*$",
    )
    .expect("a fixed pattern")
});

static DEFINE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^#\s*define\s+(\w+)").expect("a fixed pattern"));

fn kind_of(keyword: &str) -> NodeKind {
    match keyword {
        "class" | "object" | "actor" | "record" | "extension" => NodeKind::Class,
        "struct" | "typedef struct" => NodeKind::Struct,
        "enum" => NodeKind::Enum,
        "trait" | "protocol" | "defprotocol" => NodeKind::Trait,
        "interface" => NodeKind::Interface,
        "union" => NodeKind::Union,
        "type" | "typealias" => NodeKind::Type,
        "namespace" => NodeKind::Namespace,
        "module" | "defmodule" | "defimpl" => NodeKind::Module,
        "def" | "defp" | "func" | "fun" | "function" | "defmacro" => NodeKind::Function,
        _ => NodeKind::Variable,
    }
}

/// Adds definitions and chunks where the extractor gave none.
pub fn fill(language: &str, text: &str, extraction: &mut Extraction) {
    let parsed = languages().any(|(name, depth)| name == language && depth > Depth::File);
    if parsed || matches!(language, "" | "text" | "json" | "yaml" | "toml" | "markdown" | "xml") {
        return;
    }
    let mut starts: Vec<u32> = Vec::new();
    let mut at = 0;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut offsets = vec![0usize];
    for line in &lines {
        at += line.len();
        offsets.push(at);
    }
    let comment = |row: usize| {
        let number = row as u32 + 1;
        extraction.comments.iter().any(|(a, b)| (*a..=*b).contains(&number))
    };
    let mut found: Vec<(usize, NodeKind, String)> = Vec::new();
    for (row, line) in lines.iter().enumerate().filter(|(row, _)| !comment(*row)) {
        let line = line.trim_end();
        let (kind, name) = if let Some(m) = KEYWORD.captures(line) {
            let kind = kind_of(&m[2]);
            if kind == NodeKind::Variable && m[1].len() > 2 {
                continue;
            }
            (kind, m[3].to_owned())
        } else if let Some(m) = DEFINE.captures(line) {
            (NodeKind::Macro, m[1].to_owned())
        } else if let Some(m) = CALLABLE.captures(line)
            && !matches!(
                &m[1],
                "if" | "for"
                    | "while"
                    | "switch"
                    | "catch"
                    | "return"
                    | "else"
                    | "sizeof"
                    | "do"
                    | "new"
                    | "throw"
            )
            && matches!(
                language,
                "c" | "cpp" | "java" | "csharp" | "typescript" | "tsx" | "javascript"
            )
            && !line.trim_start().starts_with("return")
            && !line.trim_start().starts_with("else")
            && !line.contains(" = ")
        {
            (NodeKind::Function, m[1].to_owned())
        } else {
            continue;
        };
        found.push((row, kind, name));
    }
    for (row, kind, name) in found {
        let index = extraction.names.iter().position(|n| *n == name).unwrap_or_else(|| {
            extraction.names.push(name);
            extraction.names.len() - 1
        });
        let indent = lines[row].len() - lines[row].trim_start().len();
        let end = lines[row + 1..]
            .iter()
            .position(|l| !l.trim().is_empty() && l.len() - l.trim_start().len() <= indent)
            .map_or(lines.len(), |n| row + 1 + n);
        let number = row as u32 + 1;
        extraction.nodes.push(Node {
            kind: kind as u8,
            name: index as u32,
            scope: NO_INDEX,
            parent: NO_INDEX,
            line: number,
            end_line: (end as u32).max(number),
            name_line: number,
            signature: Span { start: offsets[row] as u32, len: lines[row].len() as u32 },
            doc: Span::default(),
        });
        if kind.is_type() || kind.is_callable() {
            let mut top = row;
            while top > 0 {
                let above = lines[top - 1].trim_start();
                if comment(top - 1) || above.starts_with(['@', '[']) {
                    top -= 1;
                } else {
                    break;
                }
            }
            starts.push(top as u32);
        }
    }
    starts.push(0);
    starts.push(lines.len() as u32);
    starts.sort_unstable();
    starts.dedup();
    extraction.chunks.clear();
    for pair in starts.windows(2) {
        let mut from = pair[0] as usize;
        while from < pair[1] as usize {
            let to = (from + 100).min(pair[1] as usize);
            extraction.chunks.push(Chunk {
                line: from as u32 + 1,
                end_line: to as u32,
                span: Span {
                    start: offsets[from] as u32,
                    len: (offsets[to] - offsets[from]) as u32,
                },
            });
            from = to;
        }
    }
}
