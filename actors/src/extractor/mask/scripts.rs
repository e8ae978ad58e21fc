//! Components: markup with scripts in it, of which the scripts are read.

use super::{Masked, blank};

/// Leaves what stands in the `<script>` elements of a component (Vue, Svelte).
pub fn scripts(text: &str) -> Masked<'_> {
    let mut bytes = text.as_bytes().to_vec();
    let mut language = "javascript";
    let mut at = 0;
    while let Some(script) = next_script(text, at) {
        language = match script.language {
            "ts" | "typescript" if language != "tsx" => "typescript",
            "tsx" => "tsx",
            _ => language,
        };
        blank(&mut bytes[at..script.start]);
        at = script.end;
    }
    blank(&mut bytes[at..]);
    Masked { language: Some(language), ..Masked::by(text, bytes) }
}

struct Script<'a> {
    language: &'a str,
    start: usize,
    end: usize,
}

/// The next script that begins at or after `at`; one that is not closed goes to the end.
fn next_script(text: &str, mut at: usize) -> Option<Script<'_>> {
    loop {
        at += text[at..].find('<')?;
        let rest = &text[at..];
        if rest.starts_with("<!--") {
            at += rest.find("-->")? + 3;
            continue;
        }
        at += 1;
        let Some(attributes) = after_name(rest.strip_prefix('<')?, "script") else { continue };
        let from = text.len() - attributes.len();
        let end = tag_end(attributes)?;
        let start = from + end + 1;
        let attributes = &attributes[..end];
        if attributes.ends_with('/') {
            continue;
        }
        let closing = text[start..].match_indices("</");
        let close = closing
            .map(|(at, _)| at)
            .find(|&at| after_name(&text[start + at + 2..], "script").is_some());
        let end = close.map_or(text.len(), |close| start + close);
        return Some(Script { language: attribute(attributes, "lang"), start, end });
    }
}

/// What follows the name of a tag, if that is it.
fn after_name<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let head = text.get(..name.len())?;
    let rest = &text[name.len()..];
    let ends = rest.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/');
    (head.eq_ignore_ascii_case(name) && ends).then_some(rest)
}

/// Where the `>` of a tag is; those in quotes do not count.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    text.bytes().position(|byte| match (quote, byte) {
        (None, b'"' | b'\'') => {
            quote = Some(byte);
            false
        }
        (None, byte) => byte == b'>',
        (Some(open), byte) => {
            if open == byte {
                quote = None;
            }
            false
        }
    })
}

/// The value of an attribute, or nothing.
fn attribute<'a>(attributes: &'a str, name: &str) -> &'a str {
    let words = attributes.split_whitespace();
    let value = words.filter_map(|word| word.split_once('=')).find(|(n, _)| *n == name);
    value.map_or("", |(_, value)| value.trim_matches(['"', '\'', '/']))
}
