//! Receivers and values as they are written, read back into what they are made of.
//!
//! The extractor has left out arguments, so that what is read here is short: `a.b().c`,
//! `new A().b`, `(await f()).x`, `((T)x).y`, `A::b`, `*p`.

/// An expression, as far as types can be followed through it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    Name(String),
    /// Of something, what is called so.
    Member(Box<Expression>, String),
    /// The same by a path (`a::b`).
    Path(Box<Expression>, String),
    Call(Box<Expression>),
    /// An element, by index or key.
    Index(Box<Expression>),
    /// An object made by naming its type (`new A()`, `A{}`, `&A{}`).
    New(String),
    Await(Box<Expression>),
    /// Something whose absence or failure is handled (`x?`, `x!`).
    Unwrap(Box<Expression>),
    /// Something seen as what a type says.
    Cast(String),
    /// A module that is loaded by its name (`import("./a")`).
    Module(String),
    /// A literal, by what begins it: `"`, `0`, `[`, `{`.
    Literal(char),
    /// One of two: the second where the first says nothing.
    Either(Box<Expression>, Box<Expression>),
    /// A list, by its first element.
    List(Box<Expression>),
    /// Values side by side.
    Tuple(Vec<Expression>),
    /// Nothing that can be followed.
    Other,
}

/// Most parts of a tuple.
const MOST_PARTS: usize = 16;

impl Expression {
    /// A path of names as it was written, `a::b`.
    pub fn path(&self) -> Option<String> {
        match self {
            Expression::Name(name) => Some(name.clone()),
            Expression::Path(of, name) => Some(format!("{}::{name}", of.path()?)),
            _ => None,
        }
    }
}

/// How deep expressions are followed.
const DEEPEST: u32 = 32;

/// Reads an expression.
pub fn read(text: &str) -> Expression {
    Reader { text, at: 0 }.whole(0)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let ends = |c: char| !(c.is_alphanumeric() || "_$@#".contains(c));
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// A whole expression, to the end or to what closes it.
    fn whole(&mut self, depth: u32) -> Expression {
        let found = self.operand(depth);
        self.blanks();
        let rest = self.rest();
        if rest.is_empty() || rest.starts_with([')', ']']) {
            return found;
        }
        // What is assigned to a name is what the name is.
        if rest.starts_with('=') && !rest.starts_with("==") {
            self.skip_to_close();
            return found;
        }
        if rest.starts_with(',') {
            return self.tuple(found, depth);
        }
        if let Some(other) = self.alternative(depth) {
            let found = Expression::Either(Box::new(found), Box::new(other));
            return if self.rest().starts_with(',') { self.tuple(found, depth) } else { found };
        }
        let rest = self.rest();
        if let Some(seen_as) = rest.strip_prefix("as ").or_else(|| rest.strip_prefix("as? ")) {
            let end = seen_as.find(')').unwrap_or(seen_as.len());
            let seen = seen_as[..end].trim().to_owned();
            self.skip_to_close();
            return if seen == "const" { found } else { Expression::Cast(seen) };
        }
        if rest.starts_with("satisfies ") {
            self.skip_to_close();
            return found;
        }
        self.skip_part();
        if self.rest().starts_with(',') {
            return self.tuple(Expression::Other, depth);
        }
        Expression::Other
    }

    /// What a value may be instead: behind an operator, or behind `else` of a condition.
    fn alternative(&mut self, depth: u32) -> Option<Expression> {
        let rest = self.rest();
        let is_word = |word: &str| {
            let after = rest.strip_prefix(word).and_then(|after| after.chars().next());
            after.is_some_and(|c| !c.is_alphanumeric() && c != '_')
        };
        let operator = ["||", "??", "?:"].into_iter().find(|or| rest.starts_with(or));
        let operator = operator.or_else(|| is_word("or").then_some("or"));
        if let Some(operator) = operator {
            self.at += operator.len();
        } else if is_word("if") {
            let end = rest.find("else").map_or(rest.len(), |at| at + "else".len());
            self.at += end;
        } else {
            return None;
        }
        let found = self.operand(depth + 1);
        self.blanks();
        if depth < DEEPEST
            && let Some(other) = self.alternative(depth + 1)
        {
            return Some(Expression::Either(Box::new(found), Box::new(other)));
        }
        Some(if self.skip_part() { Expression::Other } else { found })
    }

    fn tuple(&mut self, first: Expression, depth: u32) -> Expression {
        let mut parts = vec![first];
        while self.eat(",") && parts.len() < MOST_PARTS && depth < DEEPEST {
            let rest = self.rest();
            if rest.is_empty() || rest.starts_with(')') {
                break;
            }
            parts.push(self.part(depth + 1));
        }
        self.skip_to_close();
        Expression::Tuple(parts)
    }

    /// One of the values that stand side by side.
    fn part(&mut self, depth: u32) -> Expression {
        let found = self.operand(depth);
        if self.skip_part() { Expression::Other } else { found }
    }

    /// Skips to a comma or to what closes; answers whether there was anything before it.
    fn skip_part(&mut self) -> bool {
        let rest = self.rest();
        if rest.is_empty() || rest.starts_with([',', ')']) {
            return false;
        }
        let mut open = 0_u32;
        let end = rest.char_indices().find(|(_, c)| {
            match c {
                '(' | '[' | '{' => open += 1,
                ')' | ']' | '}' if open > 0 => open -= 1,
                ')' | ',' if open == 0 => return true,
                _ => {}
            }
            false
        });
        self.at += end.map_or(rest.len(), |(at, _)| at);
        true
    }

    fn skip_to_close(&mut self) {
        let mut open = 0_u32;
        for (at, c) in self.rest().char_indices() {
            match c {
                '(' => open += 1,
                ')' if open == 0 => {
                    self.at += at;
                    return;
                }
                ')' => open -= 1,
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    fn skip_to_bracket(&mut self) {
        let end = self.rest().find(']').map_or(self.rest().len(), |at| at + 1);
        self.at += end;
    }

    fn operand(&mut self, depth: u32) -> Expression {
        self.blanks();
        if depth > DEEPEST {
            self.at = self.text.len();
            return Expression::Other;
        }
        for prefix in ["&mut ", "&&", "&", "*", "...", ".."] {
            if self.eat(prefix) {
                return self.operand(depth + 1);
            }
        }
        if self.eat("await ") {
            return Expression::Await(Box::new(self.operand(depth + 1)));
        }
        if let Some(written) = self.function_type() {
            return Expression::Cast(written.to_owned());
        }
        if self.eat("<-") {
            return Expression::Index(Box::new(self.operand(depth + 1)));
        }
        if let Some(written) = self.literal_type() {
            let mut made = Expression::Cast(written.to_owned());
            self.followed(&mut made);
            return made;
        }
        if self.eat("new(") {
            let mut made = Expression::New(self.path());
            self.skip_to_close();
            self.eat(")");
            self.followed(&mut made);
            return made;
        }
        if self.eat("new ") {
            let mut path = self.path();
            if self.rest().starts_with('<') {
                let arguments = super::written::halves(&self.rest()[1..], '>').0;
                self.at += arguments.len() + 2;
                path = format!("{path}<{arguments}>");
            }
            let mut made = Expression::New(path);
            if self.eat("(") {
                self.skip_to_close();
                self.eat(")");
            }
            self.eat("{}");
            self.followed(&mut made);
            return made;
        }
        let mut found = if self.eat("(") {
            let inside_from = self.at;
            let inside = self.whole(depth + 1);
            let written = &self.text[inside_from..self.at];
            self.eat(")");
            let next = self.rest().chars().next();
            if next.is_some_and(|c| c.is_alphanumeric() || "_(\"'".contains(c))
                && !written.is_empty()
            {
                let seen = Expression::Cast(written.to_owned());
                let _ = self.operand(depth + 1);
                return seen;
            }
            inside
        } else {
            self.start()
        };
        self.followed(&mut found);
        found
    }

    /// A function without a name, by its type: `func(a) *B`.
    fn function_type(&mut self) -> Option<&'t str> {
        let from = self.at;
        if self.eat("func(") {
            self.skip_to_close();
            if self.eat(") ") {
                let written = &self.text[from..];
                self.at = self.text.len();
                return Some(written);
            }
            self.at = from;
        }
        None
    }

    /// The type of a list or map whose elements follow: `[]*a.B{}`, `map[]B{}`.
    fn literal_type(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let brackets = rest.strip_prefix("map").unwrap_or(rest);
        let path = brackets.trim_start_matches("[]").trim_start_matches('*');
        let name = |c: char| c.is_alphanumeric() || "_.[]*".contains(c);
        let end = path.find(|c| !name(c)).unwrap_or(path.len());
        let is_type = brackets.starts_with("[]")
            && path.starts_with(char::is_alphabetic)
            && path[end..].starts_with(['{', '(']);
        if !is_type {
            return None;
        }
        let written = &rest[..rest.len() - path.len() + end];
        self.at += written.len();
        if self.eat("(") {
            self.skip_to_close();
            self.eat(")");
        } else {
            while self.eat("{}") {}
        }
        Some(written)
    }

    /// The dotted or coloned path of a type.
    fn path(&mut self) -> String {
        let from = self.at;
        loop {
            self.word();
            if !(self.eat("::") || self.eat(".") || self.eat("\\")) {
                break;
            }
        }
        self.text[from..self.at].to_owned()
    }

    fn start(&mut self) -> Expression {
        let Some(first) = self.rest().chars().next() else { return Expression::Other };
        match first {
            '"' | '\'' | '`' => {
                self.at += 1;
                if let Some(end) = self.rest().find(first) {
                    self.at += end + 1;
                }
                Expression::Literal('"')
            }
            '0'..='9' => {
                self.word();
                Expression::Literal('0')
            }
            '[' if !self.rest().starts_with("[]") => {
                self.at += 1;
                let element = self.whole(1);
                self.skip_to_bracket();
                Expression::List(Box::new(element))
            }
            '[' | '{' => {
                self.at += 1;
                self.eat(if first == '[' { "]" } else { "}" });
                Expression::Literal(first)
            }
            ':' | '\\' => {
                self.at += 1;
                self.eat(":");
                self.start()
            }
            _ => match self.word() {
                "" => Expression::Other,
                "import" if self.rest().starts_with("('") || self.rest().starts_with("(\"") => {
                    let specifier = self.rest()[2..].split(['\'', '"']).next().unwrap_or("");
                    self.eat("(");
                    self.skip_to_close();
                    self.eat(")");
                    Expression::Module(specifier.to_owned())
                }
                word => Expression::Name(word.to_owned()),
            },
        }
    }

    /// Behind a dot, what a value is said to be: `x.(T)`.
    fn assertion(&mut self, of: Expression) -> Expression {
        self.eat("(");
        let from = self.at;
        self.skip_to_close();
        let written = self.text[from..self.at].trim();
        self.eat(")");
        if written == "type" { of } else { Expression::Cast(written.to_owned()) }
    }

    /// Whether a mark follows that handles absence or failure, and is no operator.
    fn is_unwrapped(&self) -> bool {
        let rest = self.rest();
        let starts = |token: &str| rest.starts_with(token);
        (starts("?") && !starts("??") && !starts("?:")) || (starts("!") && !starts("!="))
    }

    /// What follows an operand: members, calls, indices.
    fn followed(&mut self, found: &mut Expression) {
        loop {
            let before = std::mem::replace(found, Expression::Other);
            let before = Box::new(before);
            *found = if self.eat("::") {
                match self.word() {
                    "" => *before,
                    member => Expression::Path(before, member.to_owned()),
                }
            } else if ["?.", "!.", "?->", "->", ".", "&."].iter().any(|dot| self.eat(dot)) {
                // A macro's `!` and raw identifiers' `r#` say nothing here.
                match self.word() {
                    "" if self.rest().starts_with('(') => self.assertion(*before),
                    "" => *before,
                    "await" => Expression::Await(before),
                    member => Expression::Member(before, member.to_owned()),
                }
            } else if self.eat("(") {
                self.skip_to_close();
                self.eat(")");
                Expression::Call(before)
            } else if self.eat("[") {
                self.eat("]");
                Expression::Index(before)
            } else if self.rest().starts_with("{}") {
                self.at += 2;
                match *before {
                    Expression::Name(name) => Expression::New(name),
                    // `T[int]{}`
                    Expression::Index(of) => match *of {
                        Expression::Name(name) => Expression::New(name),
                        _ => Expression::Other,
                    },
                    Expression::Member(of, name) => match *of {
                        Expression::Name(module) => Expression::New(format!("{module}.{name}")),
                        _ => Expression::Other,
                    },
                    path @ Expression::Path(..) => {
                        path.path().map_or(Expression::Other, Expression::New)
                    }
                    _ => Expression::Other,
                }
            } else if self.is_unwrapped() {
                self.at += 1;
                Expression::Unwrap(before)
            } else {
                *found = *before;
                return;
            };
        }
    }
}

#[cfg(test)]
mod tests;
