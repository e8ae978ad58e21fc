//! SQL cut into statements and tokens, whatever the dialect.

use std::ops::Range;

use crate::extractor::mask::is_word;

/// A piece of a statement. Comments and strings are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Word(Range<usize>),
    /// A name in double quotes, backticks or brackets.
    Quoted(Range<usize>),
    Sign(Range<usize>),
    /// What a shell reads and no database: DELIMITER, GO.
    Noise(Range<usize>),
}

impl Token {
    pub fn range(&self) -> &Range<usize> {
        let (Token::Word(range) | Token::Quoted(range) | Token::Sign(range) | Token::Noise(range)) =
            self;
        range
    }
}

/// A statement, without the semicolon at its end.
#[derive(Debug, Default)]
pub struct Statement {
    pub tokens: Vec<Token>,
    pub range: Range<usize>,
}

/// All statements of a text.
pub fn statements(text: &str) -> Vec<Statement> {
    let mut reader = Reader {
        text,
        at: 0,
        delimiter: None,
        done: Vec::new(),
        open: Vec::new(),
        blocks: 0,
        declares: false,
    };
    while reader.step() {}
    reader.close(text.len());
    reader.done
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// What ends a statement beside the semicolon.
    delimiter: Option<&'a str>,
    done: Vec<Statement>,
    open: Vec<Token>,
    /// How many BEGINs and CASEs of a routine are open.
    blocks: usize,
    /// An IS was read whose BEGIN is still to come, after declarations.
    declares: bool,
}

impl Reader<'_> {
    /// Reads one token; answers whether there was one.
    fn step(&mut self) -> bool {
        let (text, at) = (self.text, self.at);
        let rest = &text[at..];
        let Some(first) = rest.bytes().next() else { return false };
        let line_starts = at == 0 || text.as_bytes()[at - 1] == b'\n';
        if line_starts && self.shell_line(rest) {
            return true;
        }
        if let Some(delimiter) = self.delimiter.filter(|d| rest.starts_with(*d)) {
            self.noise(at..at + delimiter.len());
            self.close(at);
            self.at += delimiter.len();
            return true;
        }
        if let Some(len) = comment_or_string(rest) {
            self.at += len;
            return true;
        }
        match first {
            b'"' | b'`' | b'[' => self.quoted(rest, first),
            b';' => {
                self.at += 1;
                if self.blocks == 0 && !self.declares {
                    self.close(at);
                }
            }
            _ if is_word(first) => self.word(rest, line_starts),
            _ if first.is_ascii_whitespace() => self.at += 1,
            _ => {
                self.at += rest.chars().next().map_or(1, char::len_utf8);
                self.open.push(Token::Sign(at..self.at));
            }
        }
        true
    }

    /// A line for the shell of a database: `GO`, `/`, `DELIMITER //`.
    fn shell_line(&mut self, rest: &str) -> bool {
        let line = rest.lines().next().unwrap_or_default();
        let bare = line.trim();
        let mut words = bare.split_whitespace();
        let word = words.next().unwrap_or_default();
        if word.eq_ignore_ascii_case("delimiter") {
            let start = line.len() - line.trim_start().len() + word.len();
            let found = line[start..].trim();
            let offset = self.at + start + (line[start..].len() - line[start..].trim_start().len());
            self.delimiter = (found != ";" && !found.is_empty())
                .then(|| &self.text[offset..offset + found.len()]);
        } else if !(bare.eq_ignore_ascii_case("go") || bare == "/") {
            return false;
        }
        let at = self.at;
        self.close(at);
        self.noise(at..at + line.len());
        self.close(at + line.len());
        self.at += line.len();
        true
    }

    fn noise(&mut self, range: Range<usize>) {
        self.open.push(Token::Noise(range));
    }

    fn quoted(&mut self, rest: &str, first: u8) {
        let close = if first == b'[' { b']' } else { first };
        let end = rest.bytes().skip(1).position(|b| b == close || b == b'\n');
        // `a[1]` is an array.
        let is_index =
            first == b'[' && rest[1..].starts_with(|c: char| !c.is_alphabetic() && c != '_');
        match end {
            Some(len) if rest.as_bytes()[len + 1] == close && len > 0 && !is_index => {
                self.open.push(Token::Quoted(self.at..self.at + len + 2));
                self.at += len + 2;
            }
            _ => {
                self.open.push(Token::Sign(self.at..self.at + 1));
                self.at += 1;
            }
        }
    }

    fn word(&mut self, rest: &str, line_starts: bool) {
        let at = self.at;
        let len = rest.bytes().take_while(|b| is_word(*b) || *b == b'$').count();
        let word = &rest[..len];
        let is = |other: &str| word.eq_ignore_ascii_case(other);
        // No routine defines something at the start of a line; a block that is not closed does.
        if line_starts && is("create") && !self.open.is_empty() {
            self.close(at);
        }
        self.at += len;
        self.open.push(Token::Word(at..self.at));
        if self.is_routine() {
            let next = self.text[self.at..].trim_start();
            let next = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let follows = |words: &[&str]| words.iter().any(|w| next.eq_ignore_ascii_case(w));
            let opened = self.open.len() > 1 && self.is_end_before();
            self.declares |= is("is") && self.blocks == 0 && !follows(&["not", "null"]);
            self.declares &= !is("begin");
            if (is("begin") || is("case")) && !opened {
                self.blocks += 1;
            } else if is("end") && !follows(&["if", "loop", "while", "repeat", "for"]) {
                self.blocks = self.blocks.saturating_sub(1);
            }
        }
    }

    /// Whether the word before the last is END: `END CASE` closes one block.
    fn is_end_before(&self) -> bool {
        let before = self.open.iter().rev().nth(1);
        before.is_some_and(|token| self.text[token.range().clone()].eq_ignore_ascii_case("end"))
    }

    /// Whether the open statement makes something that has a body of statements.
    fn is_routine(&self) -> bool {
        const ROUTINES: &[&str] = &["function", "procedure", "proc", "trigger", "event", "package"];
        let is = |token: &Token, word: &&str| {
            self.text[token.range().clone()].eq_ignore_ascii_case(word)
        };
        let mut head = self.open.iter().take(14);
        head.next().is_some_and(|first| is(first, &"create"))
            && head.any(|token| ROUTINES.iter().any(|word| is(token, word)))
    }

    /// Ends the open statement at `end`.
    fn close(&mut self, end: usize) {
        self.blocks = 0;
        self.declares = false;
        let tokens = std::mem::take(&mut self.open);
        let Some(start) = tokens.first().map(|token| token.range().start) else { return };
        self.done.push(Statement { tokens, range: start..end.max(start) });
    }
}

/// How long the comment or string is that a text begins with.
fn comment_or_string(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let until = |mark: &str, from: usize| {
        rest[from..].find(mark).map_or(rest.len(), |n| from + n + mark.len())
    };
    match bytes[0] {
        b'-' if rest.starts_with("--") => Some(rest.find('\n').unwrap_or(rest.len())),
        b'#' if rest.starts_with("# ") => Some(rest.find('\n').unwrap_or(rest.len())),
        b'/' if rest.starts_with("/*") => Some(until("*/", 2)),
        b'\'' => Some(string(bytes)),
        b'$' => {
            let tag = 1 + bytes[1..].iter().take_while(|b| is_word(**b)).count();
            let ends = bytes.get(tag) == Some(&b'$');
            let starts = !bytes[1].is_ascii_digit();
            (ends && starts).then(|| until(&rest[..=tag], tag + 1))
        }
        _ => None,
    }
}

/// The length of a string. A backslash escapes its end, unless what follows shows that it does not.
fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\'' if bytes.get(at + 1) == Some(&b'\'') => at += 2,
            b'\'' => return at + 1,
            b'\\' if bytes.get(at + 1) == Some(&b'\'') => {
                let after = bytes.get(at + 2).copied().unwrap_or(b';');
                if matches!(after, b',' | b')' | b';' | b' ' | b'\n' | b'\r') {
                    return at + 2;
                }
                at += 2;
            }
            _ => at += 1,
        }
    }
    bytes.len()
}
