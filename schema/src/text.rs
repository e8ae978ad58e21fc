//! From spans of the stored text to what a person reads. Pure functions of (text, span).

use crate::record::Span;

/// Longest signature shown, in characters.
pub const SIGNATURE_LIMIT: usize = 240;

/// The bytes of a span, or the empty string when the span does not fit the text.
pub fn slice(text: &str, span: Span) -> &str {
    let start = span.start as usize;
    text.get(start..start + span.len as usize).unwrap_or("")
}

/// A signature in one line: white space folded to single spaces, cut at [`SIGNATURE_LIMIT`].
pub fn signature(text: &str, span: Span) -> String {
    let mut line = String::new();
    for word in slice(text, span).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if let Some((cut, _)) = line.char_indices().nth(SIGNATURE_LIMIT) {
        line.truncate(cut);
        line.push('…');
    }
    line
}

/// What joins the parts of a qualified name in a language.
pub fn separator(language: &str) -> &'static str {
    match language {
        "rust" | "cpp" | "ruby" | "php" => "::",
        "markdown" => " > ",
        _ => ".",
    }
}

/// The qualified name of `name` within `scope`, as `language` writes it.
pub fn qualified(language: &str, scope: Option<&str>, name: &str) -> String {
    match scope {
        Some(scope) => format!("{scope}{}{name}", separator(language)),
        None => name.to_owned(),
    }
}

/// A comment or docstring without its markers, its lines trimmed and kept apart by `\n`.
pub fn doc(text: &str, span: Span) -> String {
    let raw = slice(text, span).trim();
    let raw = ["\"\"\"", "'''"]
        .iter()
        .find_map(|quote| {
            let body = raw.trim_start_matches(['r', 'R', 'b', 'B', 'u', 'U', 'f', 'F']);
            Some(body.strip_prefix(quote)?.trim_end_matches(quote))
        })
        .or_else(|| ['"', '\''].iter().find_map(|q| raw.strip_prefix(*q)?.strip_suffix(*q)))
        .or_else(|| raw.strip_prefix("--[[")?.strip_suffix("]]"))
        .unwrap_or(raw);
    let mut lines: Vec<&str> = raw.lines().map(bare_line).collect();
    while lines.first().is_some_and(|l| l.is_empty()) {
        lines.remove(0);
    }
    while lines.last().is_some_and(|l| l.is_empty()) {
        lines.pop();
    }
    lines.join("\n")
}

/// What a line of a comment may begin with; of two that fit, the longer stands first.
const MARKS: [&str; 23] = [
    "///", "//!", "//", "/**", "/*!", "/*", "(**", "(*", "{-|", "{- |", "{-", "#!", "#'", "#=",
    "##", "#", "-- |", "-- ^", "-- *", "---", "--", ";;", "*",
];

/// One line without the marks that make it a comment.
fn bare_line(line: &str) -> &str {
    let line = line.trim();
    let ends = ["*/", "*)", "-}", "=#"];
    let line = ends.iter().find_map(|e| line.strip_suffix(e)).unwrap_or(line).trim_end();
    for mark in MARKS {
        if let Some(rest) = line.strip_prefix(mark) {
            return rest.strip_prefix(' ').unwrap_or(rest).trim_end();
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Span {
        Span { start: 0, len: text.len() as u32 }
    }

    #[test]
    fn comments_lose_their_marks() {
        for (raw, wanted) in [
            ("/// One.\n/// Two.", "One.\nTwo."),
            ("/**\n * One.\n *\n * Two.\n */", "One.\n\nTwo."),
            ("\"\"\"One.\n\n    Two.\n    \"\"\"", "One.\n\nTwo."),
            ("'One.'", "One."),
            ("# One", "One"),
            ("//! x", "x"),
            ("--- One.\n-- Two.", "One.\nTwo."),
            ("--[[ One.\n  Two.\n]]", "One.\nTwo."),
            ("(** One.\n    Two. *)", "One.\nTwo."),
            ("{- | One.\n-}\n-- | Two.", "One.\n\nTwo."),
            ("#' One.", "One."),
        ] {
            assert_eq!(doc(raw, whole(raw)), wanted, "{raw:?}");
        }
    }

    #[test]
    fn a_signature_is_one_line() {
        let text = "fn a(\n    b: u8,\n) -> u8";
        assert_eq!(signature(text, whole(text)), "fn a( b: u8, ) -> u8");
        assert_eq!(slice("é", Span { start: 1, len: 1 }), "");
    }
}
