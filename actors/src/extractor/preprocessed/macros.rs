//! Macros where the grammar has no place for them: specifiers, attributes, annotations.
//!
//! Macros are told from types by convention (capitals) and by what stands around them: only what
//! cannot be a type in its place is blanked out. Code that is run is left alone.

use super::words::{BEGIN_DECLARATIONS, BEHIND_PARAMETERS, PRIMITIVES, SPECIFIERS};
use std::ops::Range;

use super::lexer;

/// What has to be blanked out.
pub fn noise(text: &str, is_cpp: bool) -> Vec<Range<usize>> {
    let mut scan = Scan {
        text,
        bytes: text.as_bytes(),
        is_cpp,
        at: 0,
        blanks: Vec::new(),
        open: Vec::new(),
        head: Head::default(),
        before: Before::Start,
        word: "",
    };
    scan.run();
    scan.blanks
}

/// What the last token was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// Nothing of a declaration yet, or only specifiers.
    Start,
    /// A keyword that a type's name follows.
    Tag,
    /// The parameters of a function, and what may stand behind them.
    Parameters,
    /// A type of the language, or the mark of a pointer.
    Type,
    Open,
    Name,
    /// What may be the end of a type's arguments.
    Closed,
    Other,
}

/// What a declaration has shown of itself so far.
#[derive(Clone, Copy, Debug, Default)]
struct Head<'t> {
    /// Whether it is a namespace, class or block of declarations.
    holds: bool,
    is_enum: bool,
    /// Whether it has parameters or a value.
    is_value: bool,
    /// The name of the class.
    name: &'t str,
    named: bool,
}

/// A brace that is open.
#[derive(Clone, Copy, Debug)]
struct Open<'t> {
    is_code: bool,
    /// The name of the class.
    name: &'t str,
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    is_cpp: bool,
    at: usize,
    blanks: Vec<Range<usize>>,
    open: Vec<Open<'t>>,
    head: Head<'t>,
    before: Before,
    /// The last word.
    word: &'t str,
}

impl<'t> Scan<'t> {
    fn run(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte.is_ascii_whitespace() {
                self.at += 1;
            } else if let Some(end) = lexer::comment(self.bytes, self.at) {
                self.at = end;
            } else if byte == b'#' {
                self.at = lexer::end_of_line(self.bytes, self.at);
            } else if byte == b'"' || byte == b'\'' {
                self.at = lexer::quoted(self.bytes, self.at);
                self.before = Before::Other;
            } else if lexer::is_word(byte) {
                self.take_word();
            } else {
                self.mark(byte);
            }
        }
    }

    fn is_code(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_code)
    }

    fn mark(&mut self, byte: u8) {
        self.at += 1;
        self.before = match byte {
            b'{' => {
                let head = std::mem::take(&mut self.head);
                let holds = head.holds && !head.is_enum && !head.is_value;
                self.open.push(Open { is_code: !holds, name: head.name });
                Before::Start
            }
            b'}' => {
                self.open.pop();
                self.head = Head::default();
                Before::Start
            }
            b';' => {
                self.head = Head::default();
                Before::Start
            }
            b':' if matches!(self.word, "public" | "private" | "protected") => {
                self.head = Head::default();
                Before::Start
            }
            b'(' => {
                let is_control = matches!(self.word, "if" | "while" | "for" | "switch");
                if self.is_code() || is_control {
                    self.head.is_value = true;
                    Before::Open
                } else {
                    self.blank_convention();
                    self.head.is_value = true;
                    match lexer::closed(self.bytes, self.at - 1, self.is_cpp) {
                        Some(end) => {
                            self.conventions(end);
                            self.at = end;
                            Before::Parameters
                        }
                        None => Before::Open,
                    }
                }
            }
            b'=' => {
                self.head.is_value = true;
                Before::Other
            }
            b'*' | b'&' if self.before == Before::Parameters => Before::Parameters,
            b'*' | b'&' => Before::Type,
            b'<' | b':' => {
                self.head.named = true;
                Before::Other
            }
            b'>' => Before::Closed,
            _ => Before::Other,
        };
    }

    /// Blanks calling conventions out of all pointers to functions up to `end`.
    fn conventions(&mut self, end: usize) {
        let from = self.at;
        for at in from..end {
            if self.bytes[at] == b'(' {
                self.at = at + 1;
                self.blank_convention();
            }
        }
        self.at = from;
    }

    /// `(CALLBACK *name)(`, just behind the first bracket.
    fn blank_convention(&mut self) {
        let start = lexer::next(self.bytes, self.at);
        let Some(end) = self.macro_at(start) else { return };
        let mut at = lexer::next(self.bytes, end);
        if self.bytes.get(at) != Some(&b'*') {
            return;
        }
        while self.bytes.get(at) == Some(&b'*') {
            at = lexer::next(self.bytes, at + 1);
        }
        let Some(name) = self.word_at(at) else { return };
        let close = lexer::next(self.bytes, at + name.len());
        let open = lexer::next(self.bytes, close + 1);
        if self.bytes.get(close) == Some(&b')') && self.bytes.get(open) == Some(&b'(') {
            self.blanks.push(start..end);
        }
    }

    /// The word at a place.
    fn word_at(&self, at: usize) -> Option<&'t str> {
        let first = *self.bytes.get(at)?;
        if !lexer::is_word(first) {
            return None;
        }
        self.text.get(at..lexer::word(self.bytes, at, self.is_cpp))
    }

    /// The end of a word at a place that may be a macro.
    fn macro_at(&self, at: usize) -> Option<usize> {
        let word = self.word_at(at)?;
        is_macro(word).then(|| at + word.len())
    }

    fn take_word(&mut self) {
        let start = self.at;
        let end = lexer::word(self.bytes, start, self.is_cpp);
        let word = self.text.get(start..end).unwrap_or("");
        self.at = end;
        if !self.is_code() && is_macro(word) && self.unwrap_function(start, end) {
            return;
        }
        let noise = match word {
            "__attribute__" | "__attribute" | "__declspec" => {
                let open = lexer::next(self.bytes, end);
                lexer::closed(self.bytes, open, self.is_cpp)
            }
            _ if !is_macro(word) => None,
            _ if self.is_code() => self.noise_in_code(end),
            _ => self.noise_at(start, end),
        };
        if let Some(end) = noise {
            self.blanks.push(start..end);
            self.at = end;
            return;
        }
        self.word = word;
        self.before = match word {
            "template" => {
                self.template();
                Before::Start
            }
            "class" | "struct" | "union" | "enum" | "namespace" => {
                self.head.is_enum |= word == "enum";
                self.head.holds = true;
                self.head.named = false;
                Before::Tag
            }
            "extern" => {
                // `extern "C" {`
                let next = lexer::next(self.bytes, end);
                self.head.holds |= self.bytes.get(next) == Some(&b'"');
                Before::Start
            }
            _ if SPECIFIERS.contains(&word) && self.before == Before::Start => Before::Start,
            _ if BEHIND_PARAMETERS.contains(&word) && self.before == Before::Parameters => {
                Before::Parameters
            }
            _ if PRIMITIVES.contains(&word) => Before::Type,
            _ => {
                if self.head.holds && !self.head.named {
                    self.head.name = word;
                }
                Before::Name
            }
        };
    }

    /// Passes over the parameters of a template.
    fn template(&mut self) {
        let mut at = lexer::next(self.bytes, self.at);
        if self.bytes.get(at) != Some(&b'<') {
            return;
        }
        let mut open = 0_u32;
        while let Some(&byte) = self.bytes.get(at) {
            at = match byte {
                b'(' | b'{' | b'[' => match lexer::closed(self.bytes, at, self.is_cpp) {
                    Some(end) => end,
                    None => return,
                },
                b';' => return,
                b'<' => {
                    open += 1;
                    at + 1
                }
                b'>' => {
                    open -= 1;
                    at + 1
                }
                b'"' | b'\'' => lexer::quoted(self.bytes, at),
                b',' => self.blank_parameter(at),
                _ => lexer::comment(self.bytes, at).unwrap_or(at + 1),
            };
            if open == 0 {
                self.at = at;
                return;
            }
        }
    }

    /// `MACRO(static void name(int x)) {`: the head of a function within a macro's arguments.
    fn unwrap_function(&mut self, start: usize, end: usize) -> bool {
        let open = lexer::next(self.bytes, end);
        if self.bytes.get(open) != Some(&b'(') {
            return false;
        }
        let Some(whole) = lexer::closed(self.bytes, open, self.is_cpp) else { return false };
        let inside = self.text.get(open + 1..whole - 1).unwrap_or("").trim();
        let behind = self.bytes.get(lexer::next(self.bytes, whole));
        let first = inside.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or("");
        let rest = inside[first.len()..].trim_start();
        let is_head = inside.ends_with(')')
            && !first.is_empty()
            && rest.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '*');
        if !is_head || !matches!(behind, Some(b'{' | b';')) {
            return false;
        }
        self.blanks.push(start..open + 1);
        self.blanks.push(whole - 1..whole);
        self.at = open + 1;
        true
    }

    /// `if MACRO (...)`, `MACRO {`, `MACRO(...) {` with these very dots.
    fn noise_in_code(&self, end: usize) -> Option<usize> {
        let behind = lexer::next(self.bytes, end);
        let rest = self.bytes.get(behind..).unwrap_or_default();
        if self.word == "if" && self.before == Before::Name {
            return rest.starts_with(b"(").then_some(end);
        }
        if self.before != Before::Start {
            return None;
        }
        let whole = if rest.starts_with(b"(...)") { behind + "(...)".len() } else { end };
        let body = lexer::next(self.bytes, whole);
        (self.is_cpp && self.bytes.get(body) == Some(&b'{')).then_some(whole)
    }

    /// `, MACRO(...)` among the parameters of a template; answers what follows.
    fn blank_parameter(&mut self, comma: usize) -> usize {
        let start = lexer::next(self.bytes, comma + 1);
        let open = self.macro_at(start).map(|end| lexer::next(self.bytes, end));
        let open = open.filter(|open| self.bytes.get(*open) == Some(&b'('));
        match open.and_then(|open| lexer::closed(self.bytes, open, self.is_cpp)) {
            Some(end) => {
                self.blanks.push(comma..end);
                end
            }
            None => comma + 1,
        }
    }

    /// The end of a macro with its arguments, when it only gets in the way.
    fn noise_at(&self, start: usize, end: usize) -> Option<usize> {
        let bytes = self.bytes;
        let mut behind = lexer::next(bytes, end);
        if self.word == "if" {
            // `if MACRO (...)`
            return (self.before == Before::Name && bytes.get(behind) == Some(&b'('))
                .then_some(end);
        }
        let mut whole = end;
        let has_arguments = bytes.get(behind) == Some(&b'(');
        if has_arguments {
            whole = lexer::closed(bytes, behind, self.is_cpp)?;
            behind = lexer::next(bytes, whole);
        }
        let is_noise = match self.before {
            Before::Tag => self.is_attribute_of_type(behind),
            Before::Start => {
                self.is_specifier(behind, has_arguments)
                    || (self.bytes[whole..behind].contains(&b'\n')
                        && self.macro_at(behind).is_some())
            }
            Before::Parameters => {
                let begins_line = start == 0 || bytes[start - 1] == b'\n';
                !begins_line && self.is_behind_parameters(behind)
            }
            Before::Name | Before::Type | Before::Closed if !has_arguments => {
                self.is_before_name(behind) || self.is_before_body(behind)
            }
            Before::Name => {
                let name = &self.text[start..end];
                let annotates = ["GUARDED_BY", "_BEFORE", "_AFTER"];
                annotates.iter().any(|end| name.ends_with(end)) || self.is_before_body(behind)
            }
            Before::Type | Before::Closed => false,
            Before::Open | Before::Other => false,
        };
        is_noise.then_some(whole)
    }

    /// `class MACRO Name {`
    fn is_attribute_of_type(&self, behind: usize) -> bool {
        let bytes = self.bytes;
        let Some(name) = self.word_at(behind) else { return false };
        let mut at = lexer::next(bytes, behind + name.len());
        while bytes[at.min(bytes.len())..].starts_with(b"::") {
            at = lexer::next(bytes, at + 2);
            at = lexer::next(bytes, at + self.word_at(at).map_or(0, str::len));
        }
        match bytes.get(at) {
            Some(b'{') => true,
            Some(b':' | b'<') => self.is_cpp,
            Some(b';') => self.is_cpp && name != "final",
            _ => self.is_cpp && self.word_at(at) == Some("final"),
        }
    }

    /// A macro at the beginning of a declaration that cannot be its type.
    fn is_specifier(&self, behind: usize, has_arguments: bool) -> bool {
        let bytes = self.bytes;
        let Some(next) = self.word_at(behind) else {
            return match bytes.get(behind) {
                None | Some(b'}') => !has_arguments,
                Some(b'#') => !has_arguments,
                Some(b'~') => true,
                Some(b'[') => bytes.get(behind + 1) == Some(&b'['),
                _ => false,
            };
        };
        if BEGIN_DECLARATIONS.contains(&next) {
            return true;
        }
        let after = lexer::next(bytes, behind + next.len());
        if let Some(word) = self.word_at(after) {
            return !matches!(word, "const" | "noexcept");
        }
        match bytes.get(after) {
            Some(b'*' | b'&' | b'<') => true,
            Some(b':') => bytes.get(after + 1) == Some(&b':'),
            Some(b'(') => {
                let class = self.open.last().map_or("", |open| open.name);
                next == class || self.has_initialisers(after)
            }
            _ => false,
        }
    }

    /// `(...) : member(value)`
    fn has_initialisers(&self, parameters: usize) -> bool {
        let Some(end) = lexer::closed(self.bytes, parameters, self.is_cpp) else { return false };
        let mut at = lexer::next(self.bytes, end);
        if self.word_at(at) == Some("noexcept") {
            at = lexer::next(self.bytes, at + "noexcept".len());
        }
        self.is_cpp && self.bytes.get(at) == Some(&b':')
    }

    /// `Type MACRO name(`, `Type MACRO Class::name(`
    fn is_before_name(&self, behind: usize) -> bool {
        let Some(name) = self.word_at(behind) else { return false };
        let after = lexer::next(self.bytes, behind + name.len());
        let rest = self.bytes.get(after..).unwrap_or_default();
        rest.starts_with(b"(") || rest.starts_with(b"::")
    }

    /// `class Name MACRO {`
    fn is_before_body(&self, behind: usize) -> bool {
        let is_head = self.head.holds && !self.head.is_value;
        is_head && matches!(self.bytes.get(behind), Some(b'{' | b':'))
    }

    fn is_behind_parameters(&self, behind: usize) -> bool {
        match self.word_at(behind) {
            Some(word) => is_macro(word) || BEHIND_PARAMETERS.contains(&word),
            None => matches!(self.bytes.get(behind), Some(b';' | b'{' | b'=' | b':')),
        }
    }
}

/// Whether a word is written as macros are.
fn is_macro(word: &str) -> bool {
    word.len() > 2
        && !word.as_bytes()[0].is_ascii_digit()
        && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        && word.bytes().filter(u8::is_ascii_uppercase).count() > 1
}
