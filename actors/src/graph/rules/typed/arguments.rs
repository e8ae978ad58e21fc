//! What the arguments of a call are, as far as the extractor has kept them.

use crate::graph::expression;
use crate::graph::model::{FileId, Place, Type};
use crate::graph::resolver::Resolver;

use super::conversions::rank;
use super::{Wanted, generics};

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Type(Type),
    /// A function without a name, with its number of parameters when that is known.
    Function(Option<u8>),
    Null,
    Unknown,
}

/// Reads the arguments of a call as the extractor has kept them.
pub fn read(cx: &Resolver<'_>, place: Place, text: &str) -> Vec<Argument> {
    if text.is_empty() {
        return Vec::new();
    }
    text.split(", ").map(|text| one(cx, place, text)).collect()
}

fn one(cx: &Resolver<'_>, place: Place, text: &str) -> Argument {
    if let Some(count) = text.strip_prefix("->") {
        return Argument::Function(count.parse().ok());
    }
    if text == "null" {
        return Argument::Null;
    }
    if text.contains("::") && !text.starts_with('"') {
        return Argument::Function(None);
    }
    match typed(cx, place, text, 0) {
        Type::Unknown | Type::Module(_) | Type::Function(_) | Type::Itself(_) => Argument::Unknown,
        Type::Named(name, _) if name.is_empty() => Argument::Unknown,
        // A type parameter of what was called, which nothing has told.
        Type::Variable(file, number) if !is_in_force(cx, place, file, number) => Argument::Unknown,
        found => Argument::Type(found),
    }
}

/// Whether a type parameter means something at a place.
fn is_in_force(cx: &Resolver<'_>, place: Place, file: FileId, number: u32) -> bool {
    let facts = cx.facts(file);
    let from = facts.bindings().get(number as usize).map(|binding| binding.from);
    file == place.file && facts.around(place.from).any(|around| Some(around) == from)
}

fn plain(name: &str) -> Type {
    Type::Named(name.to_owned(), Vec::new())
}

/// How deep alternatives and operands are read.
const DEEPEST: u32 = 4;

fn typed(cx: &Resolver<'_>, place: Place, text: &str, depth: u32) -> Type {
    let text = text.trim();
    if depth > DEEPEST || text.is_empty() || text == "?" {
        return Type::Unknown;
    }
    if let Some(inside) = grouped(text) {
        return typed(cx, place, inside, depth + 1);
    }
    match text {
        "\"\"" => return plain("String"),
        "''" => return plain("char"),
        "true" | "false" => return plain("boolean"),
        _ if text.starts_with('!') => return plain("boolean"),
        _ => {}
    }
    if let Some(number) = number(text) {
        return plain(number);
    }
    if let Some(rest) = text.strip_prefix("new ")
        && let Some((element, dimensions)) = rest.split_once('[')
        && !element.contains('(')
    {
        let element = generics::read(cx, place, element, Wanted::Type);
        let count = dimensions.matches('[').count() + 1;
        let array = |of, _| Type::Named("[]".to_owned(), vec![of]);
        return (0..count).fold(element, array);
    }
    if let Some((first, second)) = alternatives(text) {
        let first = typed(cx, place, first, depth + 1);
        return if first.is_unknown() { typed(cx, place, second, depth + 1) } else { first };
    }
    let operands = operands(text);
    if operands.len() > 1 {
        let types: Vec<_> =
            operands.iter().map(|operand| typed(cx, place, operand, depth + 1)).collect();
        // What is added may be strings; everything else is done with numbers.
        return combined(&types, text.contains(['+', '&', '|', '^']));
    }
    let text = text.trim_start_matches(['-', '+', '~']).trim_end_matches(['-', '+']);
    cx.type_of(&expression::read(text), place)
}

/// What stands in parentheses around the whole text.
fn grouped(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut open = 0_i32;
    for c in inside.chars() {
        match c {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return None;
        }
    }
    Some(inside)
}

/// The type of a number by how it is written.
fn number(text: &str) -> Option<&'static str> {
    let digits = text.trim_start_matches(['-', '+']);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        || digits.starts_with('.') && digits.len() > 1;
    let plain = |c: char| c.is_ascii_alphanumeric() || "._".contains(c);
    let in_exponent = digits.contains(['e', 'E']) && digits.chars().all(|c| plain(c) || c == '-');
    if !is_number || !(digits.chars().all(plain) || in_exponent) {
        return None;
    }
    let lower = digits.to_ascii_lowercase();
    let is_hex = lower.starts_with("0x") || lower.starts_with("0b");
    Some(match lower.as_bytes().last() {
        Some(b'l') => "long",
        Some(b'f') if !is_hex => "float",
        Some(b'd') if !is_hex => "double",
        _ if !is_hex && lower.contains(['.', 'e']) => "double",
        _ => "int",
    })
}

/// Both results of a condition.
fn alternatives(text: &str) -> Option<(&str, &str)> {
    let mut open = 0_i32;
    let mut from = None;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            '?' if open == 0 && from.is_none() => {
                let next = text[at + 1..].chars().next();
                if next.is_none_or(|c| "?.:[".contains(c)) {
                    return None;
                }
                from = Some(at + 1);
            }
            ':' if open == 0 && from.is_some() => {
                return Some((&text[from?..at], &text[at + 1..]));
            }
            _ => {}
        }
    }
    None
}

/// The operands of an operator of numbers or strings, or the whole when there is none.
fn operands(text: &str) -> Vec<&str> {
    let mut open = 0_i32;
    let mut start = 0;
    let mut found = Vec::new();
    let mut before = '(';
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' if open == 0 => {
                let is_sign = "(+-*/%&|^".contains(before);
                let is_step = text[at + 1..].starts_with(c) && "+-".contains(c);
                // `(int)-x`: a sign behind a cast is read as an operator, whose result is the same.
                if !is_sign && !is_step && at > start {
                    found.push(&text[start..at]);
                    start = at + 1;
                }
            }
            _ => {}
        }
        before = c;
    }
    if start < text.len() {
        found.push(&text[start..]);
    }
    found
}

/// What an operator gives, by its operands.
fn combined(types: &[Type], adds: bool) -> Type {
    let name = |of: &Type| match of {
        Type::Named(name, _) => name.clone(),
        _ => String::new(),
    };
    let names: Vec<String> = types.iter().map(name).collect();
    if adds && names.iter().any(|name| name == "String") {
        return plain("String");
    }
    if names.iter().all(|name| name == "boolean") {
        return plain("boolean");
    }
    let ranks: Option<Vec<u8>> = match adds {
        true => names.iter().map(|name| rank(name)).collect(),
        false => Some(names.iter().filter_map(|name| rank(name)).collect()),
    };
    match ranks.map(|ranks| ranks.into_iter().max().unwrap_or_default()) {
        Some(6) => plain("double"),
        Some(5) => plain("float"),
        Some(4) => plain("long"),
        Some(_) => plain("int"),
        None => Type::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_their_type() {
        let all = [
            ("1", Some("int")),
            ("-1L", Some("long")),
            ("0x1F", Some("int")),
            ("1.5f", Some("float")),
            ("1e-3", Some("double")),
            ("x1", None),
            ("1+2", None),
        ];
        for (text, wanted) in all {
            assert_eq!(number(text), wanted, "{text}");
        }
    }

    #[test]
    fn operands_and_alternatives_are_told_apart() {
        assert_eq!(operands("a.b(c+d)+1"), ["a.b(c+d)", "1"]);
        assert_eq!(operands("-x"), ["-x"]);
        assert_eq!(operands("i++"), ["i++"]);
        assert_eq!(alternatives("a?b:c"), Some(("b", "c")));
        assert_eq!(alternatives("a?.b"), None);
        assert_eq!(grouped("(a)+(b)"), None);
    }
}
