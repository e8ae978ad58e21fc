//! Style sheets: what SCSS and Less add to CSS, in the words of CSS.

use super::{Masked, blank, is_word};

/// Whether the words after `@` are a variable of Less that is being set.
fn is_variable(rest: &[u8]) -> bool {
    let len = word(rest);
    len > 0 && rest[len..].trim_ascii_start().starts_with(b":")
}

/// How many bytes of a word the text begins with.
fn word(text: &[u8]) -> usize {
    text.iter().take_while(|b| is_word(**b) || **b == b'-').count()
}

/// Makes variables identifiers, placeholders classes, and interpolation a word; takes away what
/// is imported as a module, parameters of mixins and calls of them.
pub fn styles(text: &str) -> Masked<'_> {
    let source = text.as_bytes();
    if !source.iter().any(|b| matches!(b, b'$' | b'@' | b'%' | b'&' | b'#' | b'(')) {
        return Masked::nothing(text);
    }
    let mut bytes = source.to_vec();
    let mut at = 0;
    // Nothing but blanks stands between here and the start of a line or statement.
    let mut begins = true;
    while at < source.len() {
        let rest = &source[at..];
        let next = rest.get(1).copied().unwrap_or(0);
        let starts = next.is_ascii_alphabetic() || next == b'_';
        let before = at;
        match rest[0] {
            b'/' if next == b'*' => at += text[at..].find("*/").map_or(rest.len() - 1, |n| n + 1),
            b'/' if next == b'/' && !text[..at].ends_with(':') => {
                at += text[at..].find('\n').map_or(rest.len() - 1, |n| n - 1);
            }
            b'"' | b'\'' => {
                let close = rest[1..].iter().position(|b| *b == rest[0] || *b == b'\n');
                at += close.map_or(rest.len() - 1, |n| n + 1);
            }
            b'$' if starts => bytes[at] = b'-',
            b'@' if begins && (rest.starts_with(b"@use ") || rest.starts_with(b"@forward ")) => {
                let len = rest.iter().position(|b| *b == b';').map_or(rest.len(), |n| n + 1);
                blank(&mut bytes[at..at + len]);
                at += len - 1;
            }
            b'@' if starts && (!begins || is_variable(&rest[1..])) => bytes[at] = b'-',
            b'@' if rest.starts_with(b"@extend ") => {
                if matches!(rest.get(8), Some(b'.' | b'%')) {
                    bytes[at + 8] = b' ';
                    at += 8;
                }
            }
            b'%' if starts && begins => bytes[at] = b'.',
            b'.' | b'#' if starts && begins => at += mixin(&source[at..], &mut bytes[at..]),
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
        begins = match source[before] {
            b'\n' | b';' | b'{' | b'}' => true,
            byte => begins && byte.is_ascii_whitespace(),
        };
        at += 1;
    }
    Masked::by(text, bytes)
}

/// Blanks the parameters of a mixin of Less, and a whole call of one; answers how many bytes are
/// done with, but for one.
fn mixin(source: &[u8], bytes: &mut [u8]) -> usize {
    let name = 1 + word(&source[1..]);
    let mut end = name;
    if source.get(name) == Some(&b'(') {
        let Some(close) = source.iter().position(|b| matches!(b, b')' | b'\n' | b';')) else {
            return name - 1;
        };
        // Parameters may be parted by semicolons.
        let close = source[close..].iter().position(|b| *b == b')').map_or(close, |n| close + n);
        end = close + 1;
        blank(&mut bytes[name..end.min(source.len())]);
    }
    if source.get(end) == Some(&b';') {
        blank(&mut bytes[..=end]);
    }
    end.min(source.len()) - 1
}
