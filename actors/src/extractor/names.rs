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

/// A name without the quotes that let it hold any character: `` `a b` ``, Zig's `@"a b"`.
pub fn unquoted(name: &str) -> &str {
    let between = |open: &str, close: &str| name.strip_prefix(open)?.strip_suffix(close);
    let inside = between("`", "`").or_else(|| between("@\"", "\""));
    inside.filter(|inside| !inside.is_empty()).unwrap_or(name)
}

/// A path as written, split at its last separator outside brackets and quotes: (before, last part).
pub fn split_path<'t>(path: &'t str, separator: &str) -> (&'t str, &'t str) {
    let mut depth = 0_u32;
    let mut last = None;
    let mut quoted = false;
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
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

/// C++'s casts as those of C, which keep their type: `static_cast<T*>(x)` is `((T*)_)`.
fn casts(text: &str) -> Cow<'_, str> {
    let mut rest = text;
    let mut found = String::new();
    while let Some(at) = rest.find("_cast<") {
        let start = rest[..at].rfind(|c: char| !(c.is_alphanumeric() || "_:".contains(c)));
        let start = start.map_or(0, |place| place + 1);
        let from = at + "_cast<".len();
        let Some(close) = closing(&rest[from..], '<', '>') else { break };
        let behind = from + close + 1;
        let Some(open) = rest[behind..].strip_prefix('(') else { break };
        let Some(end) = closing(open, '(', ')') else { break };
        found.push_str(&rest[..start]);
        found.push_str("((");
        found.push_str(&rest[from..from + close]);
        found.push_str(")_)");
        rest = &open[end + 1..];
    }
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    found.push_str(rest);
    Cow::Owned(found)
}

/// Where the bracket closes that is open at the start of a text.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        }
    }
    None
}

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
    let text = &*casts(text);
    let mut found = String::with_capacity(text.len());
    if let Some(whole) = imported(text) {
        // `import("./x").y` says by its argument alone what it is.
        return Cow::Owned(format!("{}{}", &text[..whole], compact(&text[whole..])));
    }
    // Brackets that are open: what closes each, and whether what stands in it is kept.
    let mut open: Vec<(char, bool)> = Vec::new();
    let mut word_ended = false;
    // The last character, kept or not.
    let mut before = ' ';
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
            let follows = before == '>'
                || found.ends_with(|b: char| b.is_alphanumeric() || "_)]}>".contains(b));
            let groups = c == '(' && (makes || !follows);
            if kept && closing != '>' {
                found.push(c);
            }
            open.push((closing, kept && groups));
            word_ended = false;
            continue;
        }
        if ")]}".contains(c) {
            // What was taken for an opening angle bracket was an operator.
            while open.last().is_some_and(|(closing, _)| *closing == '>') {
                open.pop();
            }
        }
        if open.last().is_some_and(|(closing, _)| *closing == c) {
            open.pop();
            if open.last().is_none_or(|(_, kept)| *kept) && c != '>' {
                found.push(c);
            }
        } else if kept {
            if c.is_whitespace() {
                word_ended = true;
                before = c;
                continue;
            }
            let joins = found.chars().next_back().is_some_and(char::is_alphanumeric);
            if word_ended && joins && c.is_alphanumeric() {
                found.push(' ');
            }
            word_ended = false;
            found.push(c);
        }
        before = c;
    }
    Cow::Owned(found)
}

/// Where the call ends that loads a module by its name, when an expression begins with one.
fn imported(text: &str) -> Option<usize> {
    let open = text.find("import(")?;
    let before = text[..open].trim_end_matches("await ").trim_end_matches('(');
    let inside = text[open..].find(')')? + open;
    let plain = |c: char| !"(){}[]<>".contains(c) && !c.is_whitespace();
    let argument = &text[open + "import(".len()..inside];
    (before.is_empty() && argument.starts_with(['"', '\'']) && argument.chars().all(plain))
        .then_some(inside + 1)
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
    if let Some((made, rest)) = made_with_arguments(text) {
        // Behind a name, so that arguments are no group.
        let rest = format!("_{rest}");
        let rest = compact(&rest);
        return Cow::Owned(format!("{}{}", one_line(made), rest.strip_prefix('_').unwrap_or("()")));
    }
    let compacted = compact(text);
    if !compacted.contains(quotes) || imported(text).is_some() {
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

/// `new A<B>(c)` is split before its parentheses: what is in an object depends on its type
/// arguments.
fn made_with_arguments(text: &str) -> Option<(&str, &str)> {
    let path = text.strip_prefix("new ")?;
    let is_path = |c: char| c.is_alphanumeric() || "_$.:".contains(c);
    let open = text.len() - path.trim_start_matches(is_path).len();
    let mut depth = 0_u32;
    let mut before = ' ';
    for (at, c) in text[open..].char_indices() {
        match c {
            '<' => depth += 1,
            '>' if before != '=' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then(|| text.split_at(open + at + 1));
        }
        before = c;
    }
    None
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
        assert_eq!(split_path("a.\"b.c\"", "."), ("a", "\"b.c\""));
        assert_eq!(split_path("A::operator<", "::"), ("A", "operator<"));
    }

    #[test]
    fn quoted_names_are_bare() {
        for (quoted, bare) in [("`a b`", "a b"), ("@\"x y\"", "x y"), ("`", "`"), ("a", "a")] {
            assert_eq!(unquoted(quoted), bare);
        }
    }

    #[test]
    fn receivers_are_compact() {
        assert_eq!(compact("a\n  .b(x, (y))\n  .c"), "a.b().c");
        assert_eq!(compact("Vec<Option<T>>"), "Vec");
        assert_eq!(compact("new Foo(a)"), "new Foo()");
        assert_eq!(compact("a.f::<T>(x).b"), "a.f::().b");
        assert_eq!(compact("new Foo<T>(a) { f() { i < 2; } }.g()"), "new Foo(){}.g()");
        assert_eq!(compact("new(Foo).x(new(Bar))"), "new(Foo).x()");
        assert_eq!(compact("x.(*Foo).y(z)"), "x.(*Foo).y()");
        assert_eq!(compact("((Foo) x(1)).y(2)"), "((Foo)x()).y()");
        assert_eq!(compact("(await import('./a')).b(c)"), "(await import('./a')).b()");
        assert_eq!(compact(&"x".repeat(5000)), "…");
        assert_eq!(compact("static_cast<const Row<T>*>(f(x))->y"), "((const Row*)_)->y");
        assert_eq!(compact("a.b(std::any_cast<T>(x)).c"), "a.b().c");
        assert_eq!(compact(&format!("[]Foo{{{}}}", "x".repeat(5000))), "[]Foo{}");
    }

    #[test]
    fn expressions_lose_what_is_quoted() {
        assert_eq!(expression("\"a b\""), "\"\"");
        assert_eq!(expression("'a.b'.join(x)"), "''.join()");
        assert_eq!(expression("f(\"x\").g"), "f().g");
        assert_eq!(expression("new Map<K, () => V>(x).get(y)"), "new Map<K, () => V>().get()");
        assert_eq!(expression("new Map(a < b)"), "new Map()");
        let long = format!("new A<B>({})", "x".repeat(5000));
        assert_eq!(expression(&long), "new A<B>()");
        assert_eq!(expression("<-a.b(c)"), "<-a.b()");
        assert_eq!(
            expression("func(a struct{}) (*B, error) { return }"),
            "func(a struct{}) (*B, error)"
        );
    }
}
