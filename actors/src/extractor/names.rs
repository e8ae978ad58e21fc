//! The strings of one file, each kept once in the order of first use.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use heimdall_schema::record::NO_INDEX;

/// Longest string kept, in bytes; what is longer is cut.
pub const LONGEST: usize = 512;

/// Gives equal strings the same number.
#[derive(Default)]
pub struct Names {
    numbers: HashTable<u32>,
    list: Vec<String>,
}

impl Names {
    /// The number of a string; [`NO_INDEX`] for the empty one.
    pub fn number(&mut self, text: &str) -> u32 {
        let text = cut(text, LONGEST);
        if text.is_empty() {
            return NO_INDEX;
        }
        let list = &mut self.list;
        let hash = FxBuildHasher.hash_one(text);
        if let Some(&number) = self.numbers.find(hash, |&n| list[n as usize] == text) {
            return number;
        }
        let number = list.len() as u32;
        list.push(text.to_owned());
        self.numbers.insert_unique(hash, number, |&n| FxBuildHasher.hash_one(&list[n as usize]));
        number
    }

    /// The string of a number, empty for [`NO_INDEX`].
    pub fn text(&self, number: u32) -> &str {
        self.list.get(number as usize).map_or("", String::as_str)
    }

    pub fn into_list(self) -> Vec<String> {
        self.list
    }
}

/// The start of a text, at most `limit` bytes, cut between characters.
pub fn cut(text: &str, limit: usize) -> &str {
    if text.len() <= limit { text } else { &text[..text.floor_char_boundary(limit)] }
}

/// A path as written, split at its last separator outside brackets: (before, last part).
pub fn split_path<'t>(path: &'t str, separator: &str) -> (&'t str, &'t str) {
    let mut depth = 0_u32;
    let mut last = None;
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ if depth == 0 && path.as_bytes()[at..].starts_with(separator.as_bytes()) => {
                last = Some(at);
            }
            _ => {}
        }
    }
    match last {
        Some(at) => (&path[..at], path[at + separator.len()..].trim_start()),
        None => ("", path),
    }
}

/// Longest receiver that is looked through, in bytes; a longer one is only `…`.
const LONGEST_RECEIVER: usize = 2048;

/// A receiver or path on one line: blanks dropped, what stands in brackets left out
/// (`a.b(x).c` is `a.b().c`, `Vec<T>` is `Vec`), but not what parentheses only group
/// (`(await f(x)).y` is `(await f()).y`).
pub fn compact(text: &str) -> Cow<'_, str> {
    let is_plain = |b: u8| !b" \t\r\n([{<>}])".contains(&b);
    if text.len() < 128 && text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    if text.len() > LONGEST_RECEIVER {
        // Of a long literal the type before it is enough.
        let head = text.split('{').next().filter(|head| text.ends_with('}') && head.len() < 128);
        return head
            .map_or(Cow::Borrowed("…"), |head| Cow::Owned(format!("{}{{}}", compact(head))));
    }
    let mut found = String::with_capacity(text.len());
    // Brackets that are open: what closes each, and whether what stands in it is kept.
    let mut open: Vec<(char, bool)> = Vec::new();
    let mut word_ended = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let kept = open.last().is_none_or(|(_, kept)| *kept);
        let closes = match c {
            '(' => Some(')'),
            '[' => Some(']'),
            '{' => Some('}'),
            // Go receives by `<-`.
            '<' if chars.peek() != Some(&'-') => Some('>'),
            _ => None,
        };
        if let Some(closing) = closes {
            // What stands in parentheses of its own is the receiver; behind a name it is arguments.
            // `new(T)` is its argument.
            let makes = found.strip_suffix("new").is_some_and(|before| {
                !before.ends_with(|b: char| b.is_alphanumeric() || "_.$".contains(b))
            });
            let follows = found.ends_with(|b: char| b.is_alphanumeric() || "_)]}>".contains(b));
            let groups = c == '(' && (makes || !follows);
            if kept && closing != '>' {
                found.push(c);
            }
            open.push((closing, kept && groups));
            word_ended = false;
        } else if open.last().is_some_and(|(closing, _)| *closing == c) {
            open.pop();
            if open.last().is_none_or(|(_, kept)| *kept) && c != '>' {
                found.push(c);
            }
        } else if kept {
            if c.is_whitespace() {
                word_ended = true;
                continue;
            }
            let joins = found.chars().next_back().is_some_and(char::is_alphanumeric);
            if word_ended && joins && c.is_alphanumeric() {
                found.push(' ');
            }
            word_ended = false;
            found.push(c);
        }
    }
    Cow::Owned(found)
}

/// A type or path on one line: runs of white space are one blank, and none next to brackets.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if !text.contains(['\n', '\t', '\r']) && !text.contains("  ") {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// An expression as [`compact`] gives it, with what stands in quotes left out.
pub fn expression(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if text.starts_with("func(") && text.ends_with('}') {
        return Cow::Owned(function_type(text));
    }
    let quotes = ['"', '\'', '`'];
    if text.starts_with(quotes) && !text.trim_start_matches(quotes).contains(['.', '(']) {
        return Cow::Borrowed("\"\"");
    }
    let compacted = compact(text);
    if !compacted.contains(quotes) {
        return compacted;
    }
    let mut found = String::with_capacity(compacted.len());
    let mut open = None;
    for c in compacted.chars() {
        match open {
            Some(quote) if c == quote => open = None,
            Some(_) => continue,
            None if quotes.contains(&c) => open = Some(c),
            None => {}
        }
        found.push(c);
    }
    Cow::Owned(found)
}

/// What stands before the body of a function without a name.
fn function_type(text: &str) -> String {
    let mut open = 0_u32;
    let body = text.char_indices().find(|(_, c)| {
        match c {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        *c == '{' && open == 0
    });
    one_line(&text[..body.map_or(text.len(), |(at, _)| at)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_split_outside_brackets() {
        assert_eq!(split_path("a.b.c", "."), ("a.b", "c"));
        assert_eq!(split_path("A<x::y>::f", "::"), ("A<x::y>", "f"));
        assert_eq!(split_path("f", "::"), ("", "f"));
        assert_eq!(split_path("A::operator<", "::"), ("A", "operator<"));
    }

    #[test]
    fn receivers_are_compact() {
        assert_eq!(compact("a\n  .b(x, (y))\n  .c"), "a.b().c");
        assert_eq!(compact("Vec<Option<T>>"), "Vec");
        assert_eq!(compact("new Foo(a)"), "new Foo()");
        assert_eq!(compact("new(Foo).x(new(Bar))"), "new(Foo).x()");
        assert_eq!(compact("x.(*Foo).y(z)"), "x.(*Foo).y()");
        assert_eq!(compact("((Foo) x(1)).y(2)"), "((Foo)x()).y()");
        assert_eq!(compact(&"x".repeat(5000)), "…");
        assert_eq!(compact(&format!("[]Foo{{{}}}", "x".repeat(5000))), "[]Foo{}");
    }

    #[test]
    fn expressions_lose_what_is_quoted() {
        assert_eq!(expression("\"a b\""), "\"\"");
        assert_eq!(expression("'a.b'.join(x)"), "''.join()");
        assert_eq!(expression("f(\"x\").g"), "f().g");
        assert_eq!(expression("<-a.b(c)"), "<-a.b()");
        assert_eq!(
            expression("func(a struct{}) (*B, error) { return }"),
            "func(a struct{}) (*B, error)"
        );
    }
}
