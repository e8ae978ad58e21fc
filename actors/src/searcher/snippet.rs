//! The line that answers best.

use std::collections::HashSet;

use super::query::{Query, TermKind, plain_parts};
use super::stem::stem;

/// Longest snippet, in characters.
const LIMIT: usize = 200;

/// Bytes of a chunk that are looked through.
const LOOKED: usize = 256 << 10;

/// The parts of a query, to be looked for in stored text.
pub struct Wanted<'a> {
    parts: HashSet<&'a str>,
}

impl<'a> Wanted<'a> {
    pub fn of(query: &'a Query) -> Self {
        let parts = query.terms.iter().filter(|t| t.kind == TermKind::Part);
        Self { parts: parts.map(|t| t.text.as_str()).collect() }
    }

    /// The distinct parts that occur in a text.
    pub fn held_by(&self, text: &str) -> HashSet<String> {
        let mut held = HashSet::new();
        plain_parts(text, |part| {
            let stemmed = stem(part);
            if self.parts.contains(stemmed.as_str()) {
                held.insert(stemmed);
            }
        });
        held
    }

    /// Share of the parts that occur in a text.
    pub fn coverage(&self, text: &str) -> f32 {
        self.held_by(text).len() as f32 / self.parts.len().max(1) as f32
    }
}

/// The line of `text` with most distinct parts of the query, trimmed, and its number from
/// `first_line`; the first of equals. `None` when no line has any.
pub fn best_line(wanted: &Wanted<'_>, text: &str, first_line: u32) -> Option<(u32, String)> {
    let mut best: Option<(usize, u32, &str)> = None;
    let mut read = 0;
    for (line, number) in text.lines().zip(first_line..) {
        read += line.len() + 1;
        if read > LOOKED && best.is_some() {
            break;
        }
        let held = wanted.held_by(line).len();
        if held > best.map_or(0, |(most, _, _)| most) {
            best = Some((held, number, line));
        }
    }
    best.map(|(_, number, line)| (number, shorten(wanted, line.trim())))
}

/// Cuts a long line to a window that shows the query's words.
fn shorten(wanted: &Wanted<'_>, line: &str) -> String {
    if line.chars().nth(LIMIT).is_none() {
        return line.to_owned();
    }
    let chars: Vec<char> = line.chars().take(LOOKED).collect();
    let window = |start: usize| -> String {
        chars[start..(start + LIMIT).min(chars.len())].iter().collect()
    };
    let start = (0..chars.len())
        .step_by(LIMIT / 2)
        .take(64)
        .max_by_key(|&start| (wanted.held_by(&window(start)).len(), usize::MAX - start))
        .unwrap_or(0);
    let mut text = window(start);
    if start > 0 {
        text.insert(0, '…');
    }
    if start + LIMIT < line.chars().count() {
        text.push('…');
    }
    text
}

/// Whether a phrase stands in a text, its parts in a row.
pub fn holds_phrase(text: &str, phrase: &[String]) -> bool {
    let mut found = false;
    // Lengths of the beginnings of the phrase that end at the part just read.
    let mut open: Vec<usize> = Vec::new();
    plain_parts(text, |part| {
        if found {
            return;
        }
        open.push(0);
        open.retain_mut(|done| {
            let fits = phrase[*done] == part;
            *done += 1;
            fits
        });
        if open.contains(&phrase.len()) {
            found = true;
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_with_most_words_wins() {
        let query = Query::parse("retry with backoff").expect("ok");
        let wanted = Wanted::of(&query);
        let text = "fn a() {\n    retry();\n    retry_with_backoff();\n}";
        assert_eq!(best_line(&wanted, text, 10), Some((12, "retry_with_backoff();".into())));
        assert_eq!(best_line(&wanted, "nothing", 1), None);
        assert!(wanted.coverage(text) > 0.9);
    }

    #[test]
    fn a_long_line_is_cut_around_the_words() {
        let query = Query::parse("needle").expect("ok");
        let line = format!("{} needle {}", "hay ".repeat(400), "hay ".repeat(400));
        let (_, text) = best_line(&Wanted::of(&query), &line, 1).expect("a line");
        assert!(text.contains("needle") && text.chars().count() <= LIMIT + 2);
    }

    #[test]
    fn phrases_match_in_a_row() {
        let phrase = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(holds_phrase("let x = open_the(Store);", &phrase("open the store")));
        assert!(holds_phrase("a a b", &phrase("a b")));
        assert!(!holds_phrase("the open store", &phrase("open the store")));
    }
}
