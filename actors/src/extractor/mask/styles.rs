//! Style sheets: what SCSS and Less add to CSS, in the words of CSS.

use super::{Masked, is_word};

/// Words after `@` that are never a variable of Less.
fn is_variable(rest: &[u8]) -> bool {
    let len = rest.iter().take_while(|b| is_word(**b) || **b == b'-').count();
    len > 0 && rest[len..].trim_ascii_start().starts_with(b":")
}

/// Makes variables identifiers, placeholders classes, and interpolation a word.
pub fn styles(text: &str) -> Masked<'_> {
    let source = text.as_bytes();
    if !source.iter().any(|b| matches!(b, b'$' | b'@' | b'%' | b'&' | b'#')) {
        return Masked::nothing(text);
    }
    let mut bytes = source.to_vec();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let next = rest.get(1).copied().unwrap_or(0);
        let starts = next.is_ascii_alphabetic() || next == b'_';
        let begins_line = || text[..at].trim_end_matches([' ', '\t']).ends_with(['\n', ';', '{', '}'])
            || text[..at].trim().is_empty();
        match rest[0] {
            b'/' if next == b'*' => at += text[at..].find("*/").unwrap_or(rest.len() - 1),
            b'/' if next == b'/' && !text[..at].ends_with(':') => {
                at += text[at..].find('\n').unwrap_or(rest.len() - 1);
            }
            b'"' | b'\'' => {
                let close = rest[1..].iter().position(|b| *b == rest[0] || *b == b'\n');
                at += close.map_or(rest.len() - 1, |n| n + 1);
            }
            b'$' if starts => bytes[at] = b'-',
            b'@' if starts && begins_line() && is_variable(&rest[1..]) => bytes[at] = b'-',
            b'@' if rest.starts_with(b"@extend ") => {
                if matches!(rest.get(8), Some(b'.' | b'%')) {
                    bytes[at + 8] = b' ';
                    at += 8;
                }
            }
            b'%' if starts && begins_line() => bytes[at] = b'.',
            b'&' if matches!(next, b'-' | b'_') => bytes[at] = b'.',
            b'#' if next == b'{' => {
                let close = rest.iter().position(|b| *b == b'}' || *b == b'\n');
                if let Some(len) = close.filter(|&n| rest[n] == b'}') {
                    bytes[at..=at + len].fill(b'x');
                    at += len;
                }
            }
            _ => {}
        }
        at += 1;
    }
    Masked::by(text, bytes)
}
