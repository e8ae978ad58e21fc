//! What the parser gets to see of C and C++ when conditional compilation tears a construct apart.
//!
//! A grammar reads `#if` where a declaration or a statement may stand, with whole ones in each
//! branch. Where a branch holds a part of one (`#ifdef A` / `if (x) {` / `#endif`), one branch is
//! kept and the directives around it are blanked out. Every byte keeps its place. Branches of whole
//! statements are left alone, so that the definitions of all platforms are found.

use std::ops::Range;

use super::lexer;

/// How deep conditions are followed; what is nested deeper is left as it is.
const DEEPEST: usize = 64;

/// What has to be blanked out.
pub fn torn(text: &str, is_cpp: bool) -> Vec<Range<usize>> {
    Scan { bytes: text.as_bytes(), at: 0, state: State::default(), is_cpp }.run()
}

/// What the tokens since some place have left open.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    braces: i32,
    /// Fewest braces open so far.
    lowest: i32,
    parens: i32,
    /// Braces of values that are open: no directive may stand in them.
    values: i32,
    /// The first byte of the first token; 0 when there is none.
    first: u8,
    /// The last byte of the last token: what a statement may end with, or not.
    last: u8,
    /// Whether the last word was one that needs something behind it.
    hangs: bool,
}

impl State {
    /// The state at the beginning of a branch behind this.
    fn begun(self) -> State {
        State { braces: 0, lowest: 0, first: 0, ..self }
    }

    /// Whether the place is within an expression.
    fn is_within(&self) -> bool {
        self.parens > 0 || self.values > 0
    }

    fn take(&mut self, token: u8) {
        if self.first == 0 {
            self.first = token;
        }
        self.last = token;
    }

    /// Whether the tokens are whole declarations or statements.
    fn is_whole(&self) -> bool {
        self.braces == 0
            && self.lowest == 0
            && self.parens == 0
            && !self.hangs
            && !b")&|=+-*/?<:".contains(&self.last)
            && !b":,=)|?.".contains(&self.first)
    }
}

/// One branch of a condition.
struct Branch {
    lines: Range<usize>,
    end: State,
    wanted: Wanted,
}

/// Whether a branch is the one to keep.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    Never,
    Rather,
    Any,
}

struct Group {
    /// What was open before it.
    before: State,
    directives: Vec<Range<usize>>,
    branches: Vec<Branch>,
    /// Start of the branch under way, and its condition.
    start: usize,
    wanted: Wanted,
}

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    state: State,
    is_cpp: bool,
}

impl Scan<'_> {
    fn run(&mut self) -> Vec<Range<usize>> {
        let mut groups: Vec<Group> = Vec::new();
        let mut blanks = Vec::new();
        let mut line_began = true;
        while let Some(&byte) = self.bytes.get(self.at) {
            if byte == b'#' && line_began {
                self.directive(&mut groups, &mut blanks);
                continue;
            }
            line_began = byte == b'\n' || (line_began && byte.is_ascii_whitespace());
            self.token(byte);
        }
        blanks
    }

    /// Reads the directive at the place, with the lines that continue it.
    fn directive(&mut self, groups: &mut Vec<Group>, blanks: &mut Vec<Range<usize>>) {
        let start = self.at;
        self.at = lexer::end_of_line(self.bytes, start);
        let line = &self.bytes[start + 1..self.at];
        let line = String::from_utf8_lossy(line);
        let line = line.trim_start();
        let word = line.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        let lines = start..self.at;
        match word {
            "if" | "ifdef" | "ifndef" if groups.len() < DEEPEST => {
                let wanted = self.wanted(word, line[word.len()..].trim());
                let before = self.state;
                let start = self.at;
                let (directives, branches) = (vec![lines], Vec::new());
                groups.push(Group { before, directives, branches, start, wanted });
                self.state = before.begun();
            }
            "elif" | "else" | "elifdef" | "elifndef" => {
                let Some(group) = groups.last_mut() else { return };
                let wanted = match word {
                    // What is left when one branch is never taken.
                    "else" => Wanted::Any,
                    _ => self.wanted("if", line[word.len()..].trim()),
                };
                group.close(start, self.state);
                (group.start, group.wanted) = (self.at, wanted);
                group.directives.push(lines);
                self.state = group.before.begun();
            }
            "endif" => {
                let Some(mut group) = groups.pop() else { return };
                group.close(start, self.state);
                group.directives.push(lines);
                self.state = group.settle(blanks);
            }
            "define" | "undef" | "pragma" | "error" if self.state.is_within() => blanks.push(lines),
            "define" => self.comments(lines, blanks),
            _ => {}
        }
    }

    /// A macro of many lines ends for the grammar where a comment begins.
    fn comments(&self, lines: Range<usize>, blanks: &mut Vec<Range<usize>>) {
        let bytes = &self.bytes[..lines.end];
        let mut at = lines.start;
        if !bytes[at..].contains(&b'\n') {
            return;
        }
        while let Some(&byte) = bytes.get(at) {
            match lexer::comment(bytes, at) {
                Some(end) => {
                    let mut start = at;
                    for line in bytes[at..end].split_inclusive(|b| *b == b'\n') {
                        let kept = line.trim_ascii_end();
                        let kept = kept.strip_suffix(b"\\").unwrap_or(kept);
                        blanks.push(start..start + kept.len());
                        start += line.len();
                    }
                    at = end;
                }
                None if byte == b'"' || byte == b'\'' => at = lexer::quoted(bytes, at),
                None => at += 1,
            }
        }
    }

    fn wanted(&self, word: &str, condition: &str) -> Wanted {
        let negated = word == "ifndef" || condition.starts_with('!');
        let names = |name: &str| condition.contains(name);
        if word == "if" && condition.split_whitespace().next() == Some("0") {
            return Wanted::Never;
        }
        if names("__cplusplus") && !names("&&") && !names("||") {
            return if self.is_cpp == negated { Wanted::Never } else { Wanted::Any };
        }
        let is_foreign = ["WIN32", "_WIN64", "_MSC_VER", "__MVS__"].iter().any(|name| names(name));
        if is_foreign && !negated { Wanted::Rather } else { Wanted::Any }
    }

    /// Takes one token or byte of the source.
    fn token(&mut self, byte: u8) {
        if let Some(end) = lexer::comment(self.bytes, self.at) {
            self.at = end;
            return;
        }
        match byte {
            b'"' | b'\'' => {
                self.at = lexer::quoted(self.bytes, self.at);
                self.state.take(byte);
                self.state.hangs = false;
                return;
            }
            b'{' => {
                self.state.braces += 1;
                let is_value = self.state.values > 0 || b"=(,".contains(&self.state.last);
                self.state.values += i32::from(is_value);
                self.state.parens = 0;
            }
            b'}' => {
                self.state.braces -= 1;
                self.state.lowest = self.state.lowest.min(self.state.braces);
                self.state.values = (self.state.values - 1).max(0);
                self.state.parens = 0;
            }
            b'(' => self.state.parens += 1,
            b')' => self.state.parens = (self.state.parens - 1).max(0),
            _ if byte.is_ascii_whitespace() => {
                self.at += 1;
                return;
            }
            _ if lexer::is_word(byte) => {
                let end = lexer::word(self.bytes, self.at, self.is_cpp);
                let word = &self.bytes[self.at..end];
                self.state.hangs = word == b"else" || word == b"do";
                self.state.take(b'a');
                self.at = end;
                return;
            }
            _ => {}
        }
        self.state.take(byte);
        self.state.hangs = false;
        self.at += 1;
    }
}

impl Group {
    fn close(&mut self, end: usize, state: State) {
        let wanted = self.wanted;
        self.branches.push(Branch { lines: self.start..end, end: state, wanted });
    }

    /// Blanks out what has to be; answers what is open behind the condition.
    fn settle(self, blanks: &mut Vec<Range<usize>>) -> State {
        let before = self.before;
        let is_within = before.is_within();
        let is_torn = |branch: &Branch| branch.end.first != 0 && !branch.end.is_whole();
        let torn = is_within || self.branches.iter().any(is_torn);
        let wanted: Vec<_> = self.branches.iter().map(|b| b.wanted).collect();
        let best = wanted.iter().max().filter(|best| **best > Wanted::Never);
        let kept = best.and_then(|best| wanted.iter().position(|w| w == best));
        if torn {
            blanks.extend(self.directives.iter().cloned());
        }
        for (number, branch) in self.branches.iter().enumerate() {
            let is_dead = branch.wanted == Wanted::Never && (torn || self.branches.len() > 1);
            if is_dead || (torn && Some(number) != kept) {
                blanks.push(branch.lines.clone());
            }
        }
        let Some(kept) = kept.map(|at| self.branches[at].end) else { return before };
        State {
            braces: before.braces + kept.braces,
            lowest: before.lowest.min(before.braces + kept.lowest),
            ..if torn { kept } else { State { parens: before.parens, ..kept } }
        }
    }
}
