//! Tokens that say by their prefix whose they are.

use std::ops::Range;

use super::{has_digit_and_letter, run, turns};

/// What follows a prefix.
pub struct Shape {
    kind: Kind,
    /// Fewest bytes after the prefix.
    least: usize,
}

enum Kind {
    Upper,
    Alphanumeric,
    /// With `_` and `-`.
    Word,
    /// As `Word`, and both digits and letters.
    Mixed,
    /// As `Word`, with a run of 16 letters and digits mixed; else it may be a CSS class.
    Segment,
    /// As `Word`, and slashes.
    Path,
    /// Three parts with dots, all base64url.
    WebToken,
    /// The token comes after the anchor, which stays.
    After {
        authorization: bool,
    },
}

impl Shape {
    pub const fn upper(least: usize) -> Self {
        Self { kind: Kind::Upper, least }
    }

    pub const fn alphanumeric(least: usize) -> Self {
        Self { kind: Kind::Alphanumeric, least }
    }

    pub const fn word(least: usize) -> Self {
        Self { kind: Kind::Word, least }
    }

    pub const fn mixed(least: usize) -> Self {
        Self { kind: Kind::Mixed, least }
    }

    pub const fn segment(least: usize) -> Self {
        Self { kind: Kind::Segment, least }
    }

    pub const fn path(least: usize) -> Self {
        Self { kind: Kind::Path, least }
    }

    pub const fn web_token() -> Self {
        Self { kind: Kind::WebToken, least: 10 }
    }

    pub const fn after(least: usize) -> Self {
        Self { kind: Kind::After { authorization: false }, least }
    }

    /// The same, where `authorization` stands shortly before.
    pub const fn after_authorization(least: usize) -> Self {
        Self { kind: Kind::After { authorization: true }, least }
    }
}

/// Longest token that is looked at, in bytes.
const MOST: usize = 4096;

/// The token at `anchor`, which must be written as `prefix` is and not go on a word.
pub fn find(
    text: &[u8],
    anchor: Range<usize>,
    prefix: &[u8],
    shape: &Shape,
) -> Option<Range<usize>> {
    let start = anchor.start;
    if !text[start..].starts_with(prefix) {
        return None;
    }
    if start > 0 && text[start - 1].is_ascii_alphanumeric() {
        return None;
    }
    let body = anchor.end;
    let end = match shape.kind {
        Kind::Upper => run(text, body, MOST, |b| b.is_ascii_uppercase() || b.is_ascii_digit()),
        Kind::Alphanumeric => run(text, body, MOST, |b| b.is_ascii_alphanumeric()),
        Kind::Word | Kind::Mixed | Kind::Segment => run(text, body, MOST, is_word),
        Kind::Path => run(text, body, MOST, |b| is_word(b) || b == b'/'),
        Kind::WebToken => return web_token(text, start, shape.least),
        Kind::After { authorization } => {
            return after(text, &anchor, shape.least, authorization);
        }
    };
    let found = &text[body..end];
    let fits = match shape.kind {
        // Exactly so long: longer runs of capitals are something else.
        Kind::Upper => {
            found.len() == shape.least
                && !text.get(end).is_some_and(u8::is_ascii_alphanumeric)
                && found.iter().any(|b| b.is_ascii_uppercase())
        }
        Kind::Mixed => has_digit_and_letter(found),
        Kind::Segment => found
            .split(|b| !b.is_ascii_alphanumeric())
            .any(|part| part.len() >= 16 && has_digit_and_letter(part)),
        _ => true,
    };
    (fits && found.len() >= shape.least).then_some(start..end)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn web_token(text: &[u8], start: usize, least: usize) -> Option<Range<usize>> {
    let mut at = start;
    for part in 0..3 {
        let end = run(text, at, MOST, is_word);
        if end - at < least {
            return None;
        }
        if part == 2 {
            return Some(start..end);
        }
        if text.get(end) != Some(&b'.') {
            return None;
        }
        at = end + 1;
    }
    None
}

/// `Bearer <this>`; a word of prose has no digits between its letters.
fn after(
    text: &[u8],
    anchor: &Range<usize>,
    least: usize,
    authorization: bool,
) -> Option<Range<usize>> {
    if authorization {
        let before = text[anchor.start.saturating_sub(24)..anchor.start].to_ascii_lowercase();
        memchr::memmem::find(&before, b"authorization")?;
    }
    let end = run(text, anchor.end, MOST, |b| {
        is_word(b) || matches!(b, b'.' | b'~' | b'+' | b'/' | b'=')
    });
    let found = &text[anchor.end..end];
    (found.len() >= least && has_digit_and_letter(found) && turns(found) >= 2)
        .then_some(anchor.end..end)
}
