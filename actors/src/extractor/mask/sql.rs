//! SQL: the head of each statement that defines something, in words that every dialect shares.
//!
//! The grammar reads much of PostgreSQL and some of the others. So names are written plainly
//! first; and where it stumbles nevertheless, a statement is cut down to what it defines.

mod lexer;

use std::ops::Range;

use super::{Masked, blank};
use lexer::{Token, statements};

/// Words that may stand between CREATE and what is created.
const MODIFIERS: &[&str] = &[
    "or",
    "replace",
    "alter",
    "temp",
    "temporary",
    "global",
    "local",
    "unlogged",
    "materialized",
    "unique",
    "clustered",
    "nonclustered",
    "columnstore",
    "fulltext",
    "spatial",
    "bitmap",
    "virtual",
    "foreign",
    "external",
    "recursive",
    "force",
    "noforce",
    "constraint",
    "editionable",
    "noneditionable",
    "definer",
    "invoker",
    "sql",
    "security",
    "algorithm",
    "undefined",
    "merge",
    "temptable",
    "current_user",
    "transient",
    "dynamic",
    "secure",
    "private",
    "hybrid",
    "volatile",
];

/// What is created: the word for it, the head and the tail that stand for it.
const KINDS: &[(&str, &str, &str)] = &[
    ("table", "CREATE TABLE", "(a int )"),
    ("view", "CREATE VIEW", "AS SELECT 1"),
    ("index", "CREATE INDEX", "ON t(a )"),
    ("function", "CREATE FUNCTION", "() RETURNS int AS ''"),
    ("procedure", "CREATE FUNCTION", "() RETURNS int AS ''"),
    ("aggregate", "CREATE FUNCTION", "() RETURNS int AS ''"),
    ("trigger", "CREATE TRIGGER", "BEFORE INSERT ON t EXECUTE FUNCTION f( )"),
    ("type", "CREATE TYPE", "AS (a int )"),
    ("domain", "CREATE TYPE", "AS (a int )"),
    // There is no room for more.
    ("proc", "CREATE TYPE", "AS (a int )"),
    ("sequence", "CREATE SEQUENCE", "START 1"),
    ("schema", "CREATE SCHEMA", ""),
    ("package", "CREATE SCHEMA", ""),
];

/// A statement that defines something.
struct Definition {
    head: &'static str,
    tail: &'static str,
    /// The parts of the name, without quotes.
    name: Vec<Range<usize>>,
    /// Where the name ends, quotes included.
    name_end: usize,
}

/// Writes names plainly, and takes away what parts statements in the shells of some databases.
pub fn sql(text: &str) -> Masked<'_> {
    let mut bytes = text.as_bytes().to_vec();
    for statement in statements(text) {
        for token in &statement.tokens {
            match token {
                Token::Quoted(range) => write_plainly(text, &mut bytes, range),
                Token::Noise(range) => end_statement(&mut bytes, range),
                _ => {}
            }
        }
        if let Some(definition) = definition(text, &statement.tokens) {
            for part in &definition.name {
                hide_name(text, &mut bytes, part);
            }
        }
    }
    Masked { repair: Some(repair), ..Masked::by(text, bytes) }
}

/// Takes away what only a shell reads; it ends a statement.
fn end_statement(bytes: &mut [u8], range: &Range<usize>) {
    blank(&mut bytes[range.clone()]);
    let before = bytes[..range.start].iter().rev().find(|b| !b.is_ascii_whitespace());
    if before.is_some_and(|b| *b != b';') {
        bytes[range.start] = b';';
    }
}

/// Cuts the statements down in which the grammar found `errors`.
fn repair(text: &str, masked: &str, errors: &[Range<usize>]) -> Option<String> {
    let mut bytes = masked.as_bytes().to_vec();
    for statement in statements(text) {
        let range = statement.range.clone();
        // An error at a border may have come over from either side.
        if !errors.iter().any(|error| error.start <= range.end && range.start <= error.end) {
            continue;
        }
        let definition = definition(text, &statement.tokens);
        blank(&mut bytes[range.clone()]);
        let Some(Definition { head, tail, name, name_end }) = definition else { continue };
        let Some(first) = name.first() else { continue };
        if first.start <= range.start + head.len() {
            continue;
        }
        put(&mut bytes, range.start..first.start, head);
        let end = range.start + text[range.clone()].trim_end().len();
        put_tail(&mut bytes, name_end..end, tail);
        for part in &name {
            bytes[part.clone()].fill(b'_');
        }
        for parts in name.windows(2) {
            bytes[parts[1].start - 1] = b' ';
            bytes[parts[0].end] = b'.';
        }
    }
    String::from_utf8(bytes).ok()
}

/// Writes a tail, its last word at the end of the range: the statement stays as long as it was.
fn put_tail(bytes: &mut [u8], range: Range<usize>, tail: &str) {
    let Some((words, last)) = tail.rsplit_once(' ') else { return };
    let touches = tail.starts_with('(');
    let start = range.start + usize::from(!touches);
    let end = range.end.saturating_sub(last.len());
    if start + words.len() < end {
        put(bytes, start..end, words);
        bytes[end..range.end].copy_from_slice(last.as_bytes());
    } else {
        put(bytes, start..range.end, tail);
    }
}

/// Writes words one by one into the blanks of a range; what does not fit is left out.
fn put(bytes: &mut [u8], range: Range<usize>, words: &str) {
    let mut at = range.start;
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        while at + word.len() <= range.end && bytes[at..at + word.len()].iter().any(|b| *b != b' ')
        {
            at += 1;
        }
        if at + word.len() > range.end {
            return;
        }
        bytes[at..at + word.len()].copy_from_slice(word.as_bytes());
        at += word.len() + 1;
    }
}

/// What a statement defines, if it begins with CREATE.
fn definition(text: &str, tokens: &[Token]) -> Option<Definition> {
    let word = |at: usize| match tokens.get(at) {
        Some(Token::Word(range)) => text[range.clone()].to_ascii_lowercase(),
        _ => String::new(),
    };
    if word(0) != "create" {
        return None;
    }
    let mut at = 1;
    let kind = loop {
        let found = word(at);
        if let Some(kind) = KINDS.iter().find(|kind| kind.0 == found) {
            break kind;
        }
        // `definer = someone@somewhere` is made of signs, names and quoted names.
        let passes =
            MODIFIERS.contains(&found.as_str()) || (at > 1 && text_is_definer(text, tokens, at));
        if !passes || at > 16 {
            return None;
        }
        at += 1;
    };
    at += 1;
    while ["concurrently", "if", "not", "exists", "body", "only"].contains(&word(at).as_str()) {
        at += 1;
    }
    if kind.0 == "index" && word(at) == "on" {
        return None;
    }
    let mut name = Vec::new();
    let mut name_end;
    loop {
        let token = tokens.get(at)?;
        name_end = token.range().end;
        name.push(match token {
            Token::Word(range) => range.clone(),
            Token::Quoted(range) => range.start + 1..range.end - 1,
            _ => return None,
        });
        match tokens.get(at + 1) {
            Some(Token::Sign(range)) if &text[range.clone()] == "." => at += 2,
            _ => break,
        }
    }
    if kind.0 == "trigger" || kind.0 == "index" {
        // Their names stand alone for the grammar.
        name.drain(..name.len() - 1);
    }
    Some(Definition { head: kind.1, tail: kind.2, name, name_end })
}

/// Whether the token belongs to a `definer = ...` before it.
fn text_is_definer(text: &str, tokens: &[Token], at: usize) -> bool {
    let is = |token: &Token, word: &str| text[token.range().clone()].eq_ignore_ascii_case(word);
    let near = tokens[..at].iter().rev().take(4);
    let mut near = near.take_while(|token| !is(token, "create"));
    let after = near.any(|token| is(token, "definer") || is(token, "algorithm"));
    after && tokens.get(at).is_some()
}

/// A quoted name of plain letters loses its quotes; brackets and backticks become quotes else.
fn write_plainly(text: &str, bytes: &mut [u8], range: &Range<usize>) {
    let inside = range.start + 1..range.end - 1;
    let plain = text[inside.clone()].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let starts = text[inside].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let quote = if plain && starts { b' ' } else { b'"' };
    bytes[range.start] = quote;
    bytes[range.end - 1] = quote;
}

/// Makes sure that a name that is being defined is no keyword: names are read from the text.
fn hide_name(text: &str, bytes: &mut [u8], part: &Range<usize>) {
    if text[part.clone()].bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        bytes[part.clone()].fill(b'_');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_no_keywords() {
        let masked = |text| sql(text).text.into_owned();
        assert_eq!(masked("CREATE TABLE `order` (x int);"), "CREATE TABLE  _____  (x int);");
        assert_eq!(masked("create view [dbo].[a b] as"), "create view  ___ .\"a b\" as");
        assert_eq!(masked("SELECT 'CREATE TABLE x'; -- [y]"), "SELECT 'CREATE TABLE x'; -- [y]");
        assert_eq!(masked("DELIMITER //\nx //\nGO\n"), "            \nx ; \n  \n");
    }

    #[test]
    fn a_statement_that_cannot_be_read_is_cut_down() {
        let text = "CREATE PROCEDURE a.run(x int) BEGIN SELECT 1; SELECT 2; END;\nSELECT 1;";
        let repaired = repair(text, &sql(text).text, std::slice::from_ref(&(20..25))).unwrap();
        assert_eq!(repaired.len(), text.len());
        let start = "CREATE FUNCTION  _.___() RETURNS int AS ";
        assert!(repaired.starts_with(start), "{repaired}");
        assert!(repaired.ends_with(" '';\nSELECT 1;"), "{repaired}");
    }
}
