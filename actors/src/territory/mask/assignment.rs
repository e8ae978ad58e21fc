//! A name that ends in `password`, `secret`, `token`, `api_key`… and is given a literal.
//!
//! Code that computes the value (`token = next_token()`) has no literal and stays, as do stand-ins
//! such as `changeme`, `${TOKEN}` and `<your key>`.

use std::ops::Range;

use super::{has_digit_and_letter, run, turns};

/// How much the word tells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// A literal given to this is a secret.
    Password,
    /// Parsers have tokens too: a literal must mix digits and letters.
    Token,
}

/// Longest value that is looked at, in bytes.
const MOST: usize = 512;
const LEAST: usize = 8;

/// What may follow the word in the name, in lower case.
const ENDINGS: [&[u8]; 14] = [
    b"",
    b"ord",
    b"d",
    b"s",
    b"key",
    b"_key",
    b"-key",
    b"_key_base",
    b"_value",
    b"_access_key",
    b"accesskey",
    b"access_key",
    b"_base64",
    b"_b64",
];

const STAND_INS: [&[u8]; 11] = [
    b"example",
    b"changeme",
    b"change_me",
    b"change-me",
    b"placeholder",
    b"xxxx",
    b"redacted",
    b"your_",
    b"your-",
    b"dummy",
    b"****",
];

/// The value given to the name that holds `word`.
pub fn find(text: &[u8], word: Range<usize>, kind: Word) -> Option<Range<usize>> {
    let is_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let start = text[..word.start].iter().rposition(|b| !is_name(*b)).map_or(0, |at| at + 1);
    let end = run(text, word.end, 64, is_name);
    let ending = text[word.end..end].to_ascii_lowercase();
    let ending = ending.strip_suffix(b"_").unwrap_or(&ending);
    let numbered = ending.iter().all(u8::is_ascii_digit);
    if !numbered && !ENDINGS.contains(&ending) {
        return None;
    }
    let name = text[start..end].to_ascii_lowercase();
    let is_aws = name.ends_with(b"secret_access_key") || name.starts_with(b"aws_secret");
    if text.get(end) == Some(&b'>') {
        return element(text, end + 1, kind);
    }
    let (value, spaced) = given(text, end)?;
    if let Some(span) = quoted(text, value) {
        let literal = &text[span.clone()];
        let secret = is_secret(literal, kind) || (is_aws && is_aws_secret(literal));
        return secret.then_some(span);
    }
    bare(text, start, value, spaced, kind, is_aws)
}

/// Where the value starts, after the name's closing quote, a type, `=`, `:`, `:=` or `=>`; and
/// whether a space stands before it.
fn given(text: &[u8], mut at: usize) -> Option<(usize, bool)> {
    at = run(text, at, 3, |b| matches!(b, b'"' | b'\'' | b'`' | b']' | b'\\' | b')'));
    at = run(text, at, 40, |b| matches!(b, b' ' | b'\t'));
    match text.get(at..)? {
        [b':', b'=', ..] | [b'=', b'>', ..] => at += 2,
        [b'=', b'=', ..] => return None,
        [b'=', ..] => at += 1,
        [b':', b':', ..] => return None,
        [b':', ..] => {
            at += 1;
            // A type: `password: &'static str = "..."`.
            let is_type = |b: u8| b.is_ascii_alphanumeric() || b" &_<>[]?|:'\t".contains(&b);
            let equals = run(text, at, 48, is_type);
            if text.get(equals) == Some(&b'=') && text.get(equals + 1) != Some(&b'=') {
                at = equals + 1;
            }
        }
        _ => return None,
    }
    let value = run(text, at, 40, |b| matches!(b, b' ' | b'\t'));
    Some((value, value > at))
}

/// The inside of a string literal at `at`, with a prefix such as `b` or `r` or without.
fn quoted(text: &[u8], mut at: usize) -> Option<Range<usize>> {
    if text.get(at).is_some_and(u8::is_ascii_alphabetic) {
        let quote = run(text, at, 2, |b| b"bBrRuUfFL".contains(&b));
        if !matches!(text.get(quote), Some(b'"' | b'\'')) {
            return None;
        }
        at = quote;
    }
    let escaped = text.get(at) == Some(&b'\\');
    at += usize::from(escaped);
    let quote = *text.get(at).filter(|b| matches!(b, b'"' | b'\'' | b'`'))?;
    let start = run(text, at, 3, |b| b == quote);
    // Two quotes are an empty literal.
    if start - at == 2 {
        return None;
    }
    let limit = text.len().min(start + MOST + 1);
    let mut end = start;
    while end < limit {
        match text[end] {
            b'\n' => return None,
            b'\\' if escaped && text.get(end + 1) == Some(&quote) => return Some(start..end),
            b'\\' => end += 1,
            byte if byte == quote => return Some(start..end),
            _ => {}
        }
        end += 1;
    }
    None
}

/// `<password>this</password>`.
fn element(text: &[u8], start: usize, kind: Word) -> Option<Range<usize>> {
    let end = run(text, start, MOST, |b| !matches!(b, b'<' | b'\n'));
    let closed = text.get(end..)?.starts_with(b"</");
    (closed && is_secret(&text[start..end], kind)).then_some(start..end)
}

/// A value without quotes, as in an env file, YAML or a shell: the name begins its line, the value
/// ends it, and it is no identifier.
fn bare(
    text: &[u8],
    name: usize,
    start: usize,
    spaced: bool,
    kind: Word,
    is_aws: bool,
) -> Option<Range<usize>> {
    let end =
        run(text, start, MOST, |b| b.is_ascii_graphic() && !b"()[]{};,\"'`<>|\\$".contains(&b));
    let value = &text[start..end];
    if is_aws && is_aws_secret(value) {
        return Some(start..end);
    }
    let line = text[..name].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let before = text[line..name].trim_ascii();
    let opens = matches!(before, b"" | b"export" | b"set" | b"ENV" | b"ARG" | b"-" | b"#" | b"//")
        || before.ends_with(b" ") && !spaced
        || before.ends_with(b"--");
    let closes = matches!(text.get(end), None | Some(b'\n' | b'\r' | b' ' | b'\t'));
    let random = turns(value) >= 3 || value.iter().any(|b| b"!@#%^&+=".contains(b));
    let secret = opens && closes && random && has_digit_and_letter(value) && is_secret(value, kind);
    secret.then_some(start..end)
}

fn is_secret(value: &[u8], kind: Word) -> bool {
    if !(LEAST..=MOST).contains(&value.len()) {
        return false;
    }
    if value.iter().any(|b| b.is_ascii_whitespace() || b"{}<>".contains(b)) {
        return false;
    }
    if matches!(value[0], b'$' | b'%') || memchr::memmem::find(value, b"://").is_some() {
        return false;
    }
    if value.iter().all(|b| *b == value[0]) {
        return false;
    }
    let lower = value.to_ascii_lowercase();
    if STAND_INS.iter().any(|word| memchr::memmem::find(&lower, word).is_some()) {
        return false;
    }
    kind == Word::Password || is_mixed(value)
}

/// Digits and letters as a name does not mix them: `utf_16` and `string_token1` are names.
fn is_mixed(value: &[u8]) -> bool {
    let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
    has_digit_and_letter(value) && (turns(value) >= 2 || digits >= 4)
}

/// Forty characters of base64.
fn is_aws_secret(value: &[u8]) -> bool {
    value.len() == 40 && value.iter().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b))
}
