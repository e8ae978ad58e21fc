//! One line of an ignore file, matched as git matches it (gitignore(5), and where that is silent,
//! what `git check-ignore` does).
//!
//! Written anew rather than taken from a glob library, since those differ from git in braces,
//! POSIX classes, invalid brackets, bytes that are no UTF-8 and `**` after a literal; a pattern
//! costs no compilation, and matching is linear in the text for each `**`.

/// One pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Began with `!`: takes back what an earlier line ignored.
    pub negated: bool,
    /// Ended with `/`: is about directories only.
    directories: bool,
    /// Holds a slash: is about the path below the ignore file, else about the last component.
    whole_path: bool,
    shape: Shape,
}

/// The common shapes are told apart, as they need no matcher.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Exact(Vec<u8>),
    /// `*` and then only literals; of a last component.
    Suffix(Vec<u8>),
    Wild(Vec<Token>),
    /// A bracket without an end, or a lone backslash at the end.
    Never,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Byte(u8),
    /// `?`: any byte but a slash.
    Any,
    /// `[...]`: one of these 256 bits; never a slash.
    Class(Box<[u64; 4]>),
    /// `*`: any run without a slash.
    Star,
    /// `**` at the end, or before an escaped slash: any run.
    Deep,
    /// `**/`: nothing, or any run up to and including a slash.
    Directories,
}

impl Pattern {
    /// Reads a line (without its line end); `None` for a blank one and for a comment.
    pub fn parse(line: &[u8]) -> Option<Self> {
        // git keeps lines as C strings.
        let line = line.split(|b| *b == 0).next().unwrap_or(line);
        if line.first() == Some(&b'#') {
            return None;
        }
        let mut text = without_trailing_spaces(line);
        if text.is_empty() {
            return None;
        }
        let negated = text[0] == b'!';
        if negated {
            text = &text[1..];
        }
        let directories = text.last() == Some(&b'/');
        if directories {
            text = &text[..text.len() - 1];
        }
        let whole_path = text.contains(&b'/');
        if whole_path && text[0] == b'/' {
            text = &text[1..];
        }
        Some(Self { negated, directories, whole_path, shape: Shape::of(text, whole_path) })
    }

    /// A pattern over whole paths that is never negated, as config.json's `roots` uses it.
    pub fn of_path(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"/").unwrap_or(text);
        Self { negated: false, directories: false, whole_path: true, shape: Shape::of(text, true) }
    }

    /// Whether this line speaks of `path`, which is relative to the directory of the ignore file.
    pub fn matches(&self, path: &[u8], is_directory: bool) -> bool {
        if self.directories && !is_directory {
            return false;
        }
        let text = if self.whole_path { path } else { super::beneath::split(path).1 };
        match &self.shape {
            Shape::Exact(exact) => text == exact,
            Shape::Suffix(suffix) => text.ends_with(suffix),
            Shape::Wild(tokens) => run(tokens, text),
            Shape::Never => false,
        }
    }
}

/// Unescaped spaces at the end do not count; other white space does.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let mut end = 0;
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b' ' => {}
            b'\\' => {
                // git leaves a line with a lone backslash at its end as it is.
                if at + 1 == line.len() {
                    return line;
                }
                at += 1;
                end = at + 1;
            }
            _ => end = at + 1,
        }
        at += 1;
    }
    &line[..end]
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

impl Shape {
    fn of(text: &[u8], whole_path: bool) -> Self {
        if !text.iter().copied().any(is_special) {
            return Shape::Exact(text.to_vec());
        }
        if !whole_path && text[0] == b'*' && !text[1..].iter().copied().any(is_special) {
            return Shape::Suffix(text[1..].to_vec());
        }
        tokens(text, whole_path).map_or(Shape::Never, Shape::Wild)
    }
}

/// `None` when the pattern can match nothing.
fn tokens(text: &[u8], whole_path: bool) -> Option<Vec<Token>> {
    // git compares the part before the first special character apart, and takes what follows for
    // the start of a pattern: so `a**/b` means `a` and then `**/b`.
    let literal = text.iter().position(|b| is_special(*b)).unwrap_or(text.len());
    let mut tokens = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'*' => {
                let start = at;
                while text.get(at) == Some(&b'*') {
                    at += 1;
                }
                let rest = &text[at..];
                let opens = start == literal || text[start - 1] == b'/';
                let closes = matches!(rest, [] | [b'/', ..] | [b'\\', b'/', ..]);
                if !whole_path || at - start == 1 || !opens || !closes {
                    tokens.push(Token::Star);
                } else if rest.first() == Some(&b'/') {
                    tokens.push(Token::Directories);
                    at += 1;
                } else {
                    tokens.push(Token::Deep);
                }
                continue;
            }
            b'?' => tokens.push(Token::Any),
            b'\\' => {
                at += 1;
                tokens.push(Token::Byte(*text.get(at)?));
            }
            b'[' => {
                let (class, end) = class(text, at + 1)?;
                tokens.push(Token::Class(Box::new(class)));
                at = end;
            }
            byte => tokens.push(Token::Byte(byte)),
        }
        at += 1;
    }
    Some(tokens)
}

/// Reads a bracket whose content starts at `at`; also gives the place of its `]`.
fn class(text: &[u8], mut at: usize) -> Option<([u64; 4], usize)> {
    let mut set = [0u64; 4];
    let negated = matches!(text.get(at), Some(b'!' | b'^'));
    at += usize::from(negated);
    let mut previous = None;
    // A `]` in the first place is one of the set.
    let mut first = true;
    loop {
        let byte = *text.get(at)?;
        match byte {
            b']' if !first => break,
            b'\\' => {
                at += 1;
                let byte = *text.get(at)?;
                insert(&mut set, byte, byte);
                previous = Some(byte);
            }
            b'-' if previous.is_some() && !matches!(text.get(at + 1), None | Some(b']')) => {
                at += 1;
                let mut last = text[at];
                if last == b'\\' {
                    at += 1;
                    last = *text.get(at)?;
                }
                insert(&mut set, previous.unwrap_or(last), last);
                previous = None;
            }
            b'[' if text.get(at + 1) == Some(&b':') => {
                let start = at + 2;
                let end = start + text.get(start..)?.iter().position(|b| *b == b']')?;
                if end > start && text[end - 1] == b':' {
                    let inside = posix(&text[start..end - 1])?;
                    (0..=127u8).filter(inside).for_each(|b| insert(&mut set, b, b));
                    at = end;
                    previous = None;
                } else {
                    insert(&mut set, b'[', b'[');
                    previous = Some(b'[');
                }
            }
            byte => {
                insert(&mut set, byte, byte);
                previous = Some(byte);
            }
        }
        first = false;
        at += 1;
    }
    if negated {
        set.iter_mut().for_each(|word| *word = !*word);
    }
    set[usize::from(b'/' >> 6)] &= !(1 << (b'/' & 63));
    Some((set, at))
}

fn insert(set: &mut [u64; 4], from: u8, to: u8) {
    for byte in from..=to {
        set[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
}

fn posix(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |b| matches!(b, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |b| matches!(b, b' '..=b'~'),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |b| matches!(b, b' ' | b'\t'..=b'\r'),
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}

/// Matches without recursion: on a mismatch the latest star takes one byte more, and when it
/// would have to take a slash, the latest deep star does. Earlier ones need no second try, as
/// whatever they could take over, the later ones can too.
fn run(tokens: &[Token], text: &[u8]) -> bool {
    let (mut token, mut at) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    let mut deep: Option<(usize, usize, bool)> = None;
    loop {
        match tokens.get(token) {
            Some(Token::Star) => {
                token += 1;
                star = Some((token, at));
                continue;
            }
            Some(kind @ (Token::Deep | Token::Directories)) => {
                token += 1;
                deep = Some((token, at, *kind == Token::Directories));
                star = None;
                continue;
            }
            Some(one) if text.get(at).is_some_and(|byte| one.takes(*byte)) => {
                token += 1;
                at += 1;
                continue;
            }
            None if at == text.len() => return true,
            _ => {}
        }
        if let Some((after, from)) = &mut star
            && text.get(*from).is_some_and(|byte| *byte != b'/')
        {
            *from += 1;
            (token, at) = (*after, *from);
            continue;
        }
        star = None;
        let Some((after, from, whole)) = &mut deep else { return false };
        let step = if *whole {
            text.get(*from..).and_then(|rest| memchr::memchr(b'/', rest))
        } else {
            (*from < text.len()).then_some(0)
        };
        let Some(step) = step else { return false };
        *from += step + 1;
        (token, at) = (*after, *from);
    }
}

impl Token {
    fn takes(&self, byte: u8) -> bool {
        match self {
            Token::Byte(wanted) => *wanted == byte,
            Token::Any => byte != b'/',
            Token::Class(set) => set[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1,
            Token::Star | Token::Deep | Token::Directories => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, taken: &[&str], left: &[&str]) {
        let pattern = Pattern::parse(line.as_bytes()).unwrap();
        for path in taken {
            assert!(pattern.matches(path.as_bytes(), true), "{line:?} should match {path:?}");
        }
        for path in left {
            assert!(!pattern.matches(path.as_bytes(), true), "{line:?} should not match {path:?}");
        }
    }

    #[test]
    fn patterns_match_as_gitignore_says() {
        check("*.o", &["a.o", "x/y/.o"], &["a.oo", "o"]);
        check("/a", &["a"], &["x/a"]);
        check("a/b", &["a/b"], &["x/a/b", "a/b/c"]);
        check("**/a/b", &["a/b", "x/y/a/b"], &["xa/b"]);
        check("a/**", &["a/b", "a/b/c"], &["a", "ab"]);
        check("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["a/xb", "ab"]);
        check("a/*/b*c", &["a/x/bc", "a/x/b1c"], &["a/b", "a/x/y/bc", "a/x/b/c"]);
        check("[a-c]?[!x]", &["bzz", "a]y"], &["dzz", "bzx", "bz"]);
        check("[[:digit:]-]x", &["1x", "-x"], &["ax"]);
        check("[]a]", &["]", "a"], &["b"]);
        check("\\!a\\ ", &["!a "], &["!a", "a "]);
        check("a**/b", &["ab", "a/b", "ax/b", "a/x/b"], &["a/xb"]);
        check("x[", &[], &["x[", "x"]);
        check("{a,b}", &["{a,b}"], &["a"]);
        check("**/x/**/y*z", &["x/yz", "a/x/b/y1z", "x/x/y/yz"], &["x/y/z"]);
    }

    #[test]
    fn comments_blanks_and_spaces() {
        for line in ["", "   ", "# a", "#"] {
            assert_eq!(Pattern::parse(line.as_bytes()), None, "{line:?}");
        }
        check("a  ", &["a"], &["a  "]);
        check("a\\  ", &["a "], &["a"]);
        check("a\t", &["a\t"], &["a"]);
        assert!(!Pattern::parse(b"a/").unwrap().matches(b"a", false));
        assert!(Pattern::parse(b"!a").unwrap().negated);
    }

    #[test]
    fn many_stars_take_no_time() {
        let line = "*a".repeat(40) + "/**/" + &"*b".repeat(40) + "/c";
        let text = "a".repeat(2000) + "/" + &"b".repeat(2000);
        assert!(!Pattern::parse(line.as_bytes()).unwrap().matches(text.as_bytes(), true));
    }
}
