//! Reads the text of a query file into trees. Knows nothing of any grammar.
//!
//! The notation is the part of tree-sitter's query language that `queries/README.md` lists, so
//! that its own compiler can check our files in a test. Alternatives are multiplied out here:
//! one written pattern may yield several [`Shape`]s.

/// What a node must be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// `(_)`: any named node.
    Named,
    /// `_`: any node.
    Any,
    /// One of these names; `true` marks a named node, `false` a literal token.
    Of(Vec<(String, bool)>),
}

/// One node of a pattern with what hangs below it.
#[derive(Clone, Debug)]
pub struct Shape {
    pub kinds: Kinds,
    pub field: Option<String>,
    /// No named node may stand between it and its sibling before (or its parent's start).
    pub anchored: bool,
    /// No named node may follow it.
    pub last: bool,
    pub optional: bool,
    pub captures: Vec<String>,
    /// Fields that the node must not have.
    pub absent: Vec<String>,
    pub children: Vec<Shape>,
}

/// `(#eq? @capture "word")` and its kin: the text of the capture is (not) one of the words, or
/// (does not) begin with one.
#[derive(Clone, Debug)]
pub struct Condition {
    pub capture: String,
    pub negated: bool,
    pub prefix: bool,
    pub words: Vec<String>,
}

/// A whole pattern as written, alternatives multiplied out.
#[derive(Clone, Debug)]
pub struct Written {
    pub shapes: Vec<Shape>,
    pub conditions: Vec<Condition>,
}

/// Where and why a query file cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("query line {line}: {problem}")]
pub struct SyntaxError {
    pub line: usize,
    pub problem: String,
}

/// Reads all patterns of a file.
pub fn read(text: &str) -> Result<Vec<Written>, SyntaxError> {
    let mut reader = Reader { text, at: 0, conditions: Vec::new() };
    let mut patterns = Vec::new();
    while reader.peek().is_some() {
        reader.conditions.clear();
        let shapes = reader.pattern()?;
        patterns.push(Written { shapes, conditions: std::mem::take(&mut reader.conditions) });
    }
    Ok(patterns)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    conditions: Vec<Condition>,
}

impl Reader<'_> {
    /// The next significant character; comments and blanks are passed over.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text[self.at..];
            let c = rest.chars().next()?;
            if c == ';' {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else {
                return Some(c);
            }
        }
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn fail<T>(&self, problem: impl Into<String>) -> Result<T, SyntaxError> {
        let line = self.text[..self.at].matches('\n').count() + 1;
        Err(SyntaxError { line, problem: problem.into() })
    }

    fn word(&mut self) -> Result<String, SyntaxError> {
        self.peek();
        let rest = &self.text[self.at..];
        let len =
            rest.find(|c: char| !(c.is_alphanumeric() || "_-.?".contains(c))).unwrap_or(rest.len());
        if len == 0 {
            return self.fail("a name is expected");
        }
        self.at += len;
        Ok(rest[..len].to_owned())
    }

    fn literal(&mut self) -> Result<String, SyntaxError> {
        self.eat('"');
        let mut found = String::new();
        let mut escaped = false;
        for (offset, c) in self.text[self.at..].char_indices() {
            match c {
                _ if escaped => {
                    found.push(if c == 'n' { '\n' } else { c });
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.at += offset + 1;
                    return Ok(found);
                }
                _ => found.push(c),
            }
        }
        self.fail("a literal is not closed")
    }

    /// One node with its captures and its quantifier.
    fn pattern(&mut self) -> Result<Vec<Shape>, SyntaxError> {
        let mut shapes = match self.peek() {
            Some('(') => self.parenthesis()?,
            Some('[') => self.alternatives()?,
            Some('"') => {
                let token = self.literal()?;
                vec![shape(Kinds::Of(vec![(token, false)]))]
            }
            Some('_') => {
                self.at += 1;
                vec![shape(Kinds::Any)]
            }
            _ => return self.fail("a node is expected"),
        };
        loop {
            if self.eat('@') {
                let capture = self.word()?;
                shapes.iter_mut().for_each(|s| s.captures.push(capture.clone()));
            } else if self.eat('?') {
                shapes.iter_mut().for_each(|s| s.optional = true);
            } else {
                return Ok(shapes);
            }
        }
    }

    fn alternatives(&mut self) -> Result<Vec<Shape>, SyntaxError> {
        self.eat('[');
        let mut shapes: Vec<Shape> = Vec::new();
        while !self.eat(']') {
            for found in self.pattern()? {
                // Bare kinds side by side are one shape: cheaper than one each.
                match (shapes.last_mut(), &found.kinds) {
                    (Some(before), Kinds::Of(more)) if is_bare(before) && is_bare(&found) => {
                        if let Kinds::Of(list) = &mut before.kinds {
                            list.extend(more.iter().cloned());
                        }
                    }
                    _ => shapes.push(found),
                }
            }
        }
        Ok(shapes)
    }

    /// `(kind ...)`, or a group `((kind ...) (#condition ...))`.
    fn parenthesis(&mut self) -> Result<Vec<Shape>, SyntaxError> {
        self.eat('(');
        if matches!(self.peek(), Some('(' | '[')) {
            let shapes = self.pattern()?;
            while !self.eat(')') {
                self.condition()?;
            }
            return Ok(shapes);
        }
        let kinds = match self.word()?.as_str() {
            "_" => Kinds::Named,
            kind => Kinds::Of(vec![(kind.to_owned(), true)]),
        };
        let mut shapes = vec![shape(kinds)];
        let mut anchored = false;
        while !self.eat(')') {
            match self.peek() {
                Some('.') => {
                    self.at += 1;
                    anchored = true;
                }
                Some('!') => {
                    self.at += 1;
                    let field = self.word()?;
                    shapes.iter_mut().for_each(|s| s.absent.push(field.clone()));
                }
                Some('(') if self.text[self.at + 1..].trim_start().starts_with('#') => {
                    self.condition()?;
                }
                Some(_) => {
                    let mut children = self.child()?;
                    children.iter_mut().for_each(|c| c.anchored = anchored);
                    anchored = false;
                    shapes = multiply(&shapes, &children);
                }
                None => return self.fail("a parenthesis is not closed"),
            }
        }
        if anchored {
            let last = shapes.iter_mut().filter_map(|s| s.children.last_mut());
            last.for_each(|c| c.last = true);
        }
        Ok(shapes)
    }

    /// `field: pattern`, or a pattern.
    fn child(&mut self) -> Result<Vec<Shape>, SyntaxError> {
        if !self.peek().is_some_and(|c| c.is_alphabetic()) {
            return self.pattern();
        }
        let field = self.word()?;
        if !self.eat(':') {
            return self.fail(format!("`:` is expected after the field {field}"));
        }
        let mut shapes = self.pattern()?;
        shapes.iter_mut().for_each(|s| s.field = Some(field.clone()));
        Ok(shapes)
    }

    fn condition(&mut self) -> Result<(), SyntaxError> {
        if !(self.eat('(') && self.eat('#')) {
            return self.fail("a condition is expected");
        }
        let (negated, prefix) = match self.word()?.as_str() {
            "eq?" | "any-of?" => (false, false),
            "not-eq?" | "not-any-of?" => (true, false),
            "match?" => (false, true),
            "not-match?" => (true, true),
            other => return self.fail(format!("no condition is called {other}")),
        };
        if !self.eat('@') {
            return self.fail("a condition starts with a capture");
        }
        let capture = self.word()?;
        let mut words = Vec::new();
        while !self.eat(')') {
            if self.peek() != Some('"') {
                return self.fail("a condition compares with literals");
            }
            let word = self.literal()?;
            match prefix {
                true => match plain_prefix(&word) {
                    Some(start) => words.push(start),
                    None => return self.fail("only `^` and plain characters can be matched"),
                },
                false => words.push(word),
            }
        }
        self.conditions.push(Condition { capture, negated, prefix, words });
        Ok(())
    }
}

/// What a text begins with that a regular expression matches, if it says no more than that.
fn plain_prefix(expression: &str) -> Option<String> {
    let mut start = String::new();
    let mut characters = expression.strip_prefix('^')?.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => start.push(characters.next().filter(|c| c.is_ascii_punctuation())?),
            '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => {
                return None;
            }
            c => start.push(c),
        }
    }
    Some(start)
}

fn shape(kinds: Kinds) -> Shape {
    Shape {
        kinds,
        field: None,
        anchored: false,
        last: false,
        optional: false,
        captures: Vec::new(),
        absent: Vec::new(),
        children: Vec::new(),
    }
}

fn is_bare(shape: &Shape) -> bool {
    matches!(shape.kinds, Kinds::Of(_))
        && shape.captures.is_empty()
        && shape.children.is_empty()
        && shape.absent.is_empty()
}

/// Each parent with each of the alternatives as its next child.
fn multiply(parents: &[Shape], children: &[Shape]) -> Vec<Shape> {
    let with = |parent: &Shape, child: &Shape| {
        let mut parent = parent.clone();
        parent.children.push(child.clone());
        parent
    };
    parents.iter().flat_map(|p| children.iter().map(move |c| with(p, c))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_multiplied_out() {
        let patterns = read("(a x: [(b) @n (c (d) @n)] . e: [\"+\" \"-\"]) @m ; note\n").unwrap();
        let shapes = &patterns[0].shapes;
        assert_eq!(shapes.len(), 2);
        assert_eq!(shapes[0].children.len(), 2);
        assert!(shapes[0].children[1].anchored && !shapes[0].children[0].anchored);
        let tokens = vec![("+".to_owned(), false), ("-".to_owned(), false)];
        assert_eq!(shapes[1].children[1].kinds, Kinds::Of(tokens));
        assert_eq!(shapes[1].captures, ["m"]);
    }

    #[test]
    fn conditions_belong_to_their_pattern() {
        let patterns = read("((a) @n (#not-any-of? @n \"x\" \"y\"))\n(b)").unwrap();
        assert_eq!(patterns.len(), 2);
        assert_eq!(patterns[0].conditions[0].words, ["x", "y"]);
        assert!(patterns[0].conditions[0].negated && patterns[1].conditions.is_empty());
    }

    #[test]
    fn mistakes_name_their_line() {
        assert_eq!(read("(a)\n(b").unwrap_err().line, 2);
        assert!(read("((a) (#match? @x \"y\"))").is_err());
    }
}
