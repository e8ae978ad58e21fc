//! What the head of a file says the file is, in one line.

use heimdall_schema::record::Span;
use heimdall_schema::text;

use super::lines::Lines;

/// Longest description, in characters.
const LIMIT: usize = 200;

/// Lines of the head that are looked at.
const HEAD: u32 = 150;

/// The first comment before (or on) the first definition that speaks of the file; for prose its
/// first paragraph. `comments` are ranges of lines, `first_definition` is a line, all from 1.
pub fn describe(
    language: &str,
    lines: &Lines<'_>,
    comments: &[(u32, u32)],
    first_definition: u32,
) -> String {
    if matches!(language, "markdown" | "text" | "") {
        return prose(lines);
    }
    for &(first, last) in comments {
        if first > HEAD || first > first_definition.saturating_add(3) {
            break;
        }
        let raw: String = (first - 1..last.min(first + HEAD)).map(|row| lines.row(row)).collect();
        let raw = match raw.strip_prefix("#!") {
            Some(rest) => rest.split_once('\n').map_or("", |(_, rest)| rest),
            None => &raw,
        };
        // A docstring right under other comments is a block of its own.
        let quote = ["\"\"\"", "'''"].iter().filter_map(|q| raw.find(q)).min().unwrap_or(0);
        for raw in [&raw[..quote], &raw[quote..]] {
            let bare = text::doc(raw, Span { start: 0, len: raw.len() as u32 });
            let found = paragraphs(&bare).map(|p| line_of(&p)).find(|p| speaks(p));
            if let Some(found) = found {
                return found;
            }
        }
    }
    String::new()
}

/// The first paragraph of prose: no heading, no list, no markup.
fn prose(lines: &Lines<'_>) -> String {
    let head: String = (0..lines.count().min(HEAD)).map(|row| lines.row(row)).collect();
    let head = strip_front_matter(head.trim_start_matches('\u{feff}'));
    let is_prose = |paragraph: &Vec<&str>| {
        let first = paragraph[0];
        first.starts_with(char::is_alphanumeric) || first.starts_with(['*', '_', '`', '"'])
    };
    let readable = |p: &Vec<&str>| {
        is_prose(p)
            && !p.iter().any(|l| l.starts_with("===") || l.starts_with("---"))
            && !p[0].starts_with("* ")
            && !p[0].starts_with("```")
    };
    let found = paragraphs(head).filter(readable).map(|p| line_of(&p)).find(|p| speaks(p));
    found.unwrap_or_default()
}

/// A text without the block of metadata that some sites put at its top.
fn strip_front_matter(text: &str) -> &str {
    let body = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    body.map_or(text, |(_, body)| body)
}

/// Runs of lines without a blank one, each line trimmed.
fn paragraphs(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let mut lines = text.lines().map(str::trim).peekable();
    std::iter::from_fn(move || {
        while lines.next_if(|l| l.is_empty()).is_some() {}
        let mut found = Vec::new();
        while let Some(line) = lines.next_if(|l| !l.is_empty()) {
            found.push(line);
        }
        (!found.is_empty()).then_some(found)
    })
}

/// A paragraph in one line of at most [`LIMIT`] characters.
fn line_of(paragraph: &[&str]) -> String {
    let mut line = String::new();
    let words = paragraph.iter().flat_map(|l| l.split_whitespace());
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > 4 * LIMIT {
            break;
        }
    }
    let line = if line.starts_with('<') { without_tags(&line) } else { line };
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    let Some((end, _)) = line.char_indices().nth(LIMIT) else { return line };
    let end = line[..end].rfind(' ').filter(|&at| at > end / 2).unwrap_or(end - 1);
    format!("{}…", line[..line.floor_char_boundary(end)].trim_end())
}

/// A line of XML documentation without its tags.
fn without_tags(line: &str) -> String {
    let parts = line.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect::<String>().trim().to_owned()
}

/// Whether a paragraph says something of the file: no licence, no note to a tool.
fn speaks(line: &str) -> bool {
    const SILENT: &[&str] = &[
        "copyright",
        "(c) ",
        "©",
        "license",
        "licence",
        "spdx",
        "all rights reserved",
        "permission is hereby granted",
        "redistribution",
        "warranty",
        "eslint",
        "prettier",
        "pylint",
        "noqa",
        "flake8",
        "mypy:",
        "type: ignore",
        "-*-",
        "vim:",
        "clang-format",
        "shellcheck",
        "rubocop",
        "frozen_string_literal",
        "@ts-",
        "<reference",
        "istanbul",
        "region",
        "nolint",
        "go:build",
        "+build",
        "checkstyle",
        "swiftlint",
        "jshint",
        "#!",
        "!/",
        "@flow",
        "use strict",
        "encoding:",
        "coding:",
        "biome-ignore",
        "tslint",
    ];
    let lower = line.to_lowercase();
    let says = |c: &str| lower.contains(c);
    line.chars().filter(|c| c.is_alphabetic()).count() > 3 && !SILENT.iter().any(|s| says(s))
}

#[cfg(test)]
mod tests {
    use super::describe;
    use crate::extractor::extract_plain;
    use crate::extractor::lines::Lines;
    use heimdall_schema::depth::Depth;

    #[test]
    fn prose_is_described_by_its_first_paragraph() {
        for (text, wanted) in [
            ("# Title\n\n[![b](c)](d)\n\nDoes a\nthing.\n\nMore.\n", "Does a thing."),
            ("---\na: b\n---\n# T\n\nWords here.\n", "Words here."),
            ("Title\n=====\n\nBody of it.\n", "Body of it."),
            ("# Only a title\n", ""),
        ] {
            assert_eq!(describe("markdown", &Lines::of(text), &[], u32::MAX), wanted, "{text:?}");
        }
    }

    #[test]
    fn licences_and_notes_to_tools_say_nothing() {
        let of = |text: &str| extract_plain("python", Depth::File, text).description;
        assert_eq!(
            of("#!/usr/bin/env python\n# Copyright x\n\n# Counts rows.\nx = 1\n"),
            "Counts rows."
        );
        assert_eq!(of("# pylint: disable=all\nx = 1\n"), "");
        let long = of(&format!("# {}\n", "word ".repeat(100)));
        assert!(long.ends_with('…') && long.chars().count() <= 200, "{long}");
    }
}
