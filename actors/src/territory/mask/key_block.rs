//! Private keys in PEM: the whole block.

use std::ops::Range;

/// Longest block that is looked at, in bytes; an RSA key of 16,384 bits has 13,000.
const MOST: usize = 32 << 10;

/// The block whose `-----BEGIN ` starts at `start`. Code that merely names the first line is not
/// one: a run of base64 must follow.
pub fn find(text: &[u8], start: usize) -> Option<Range<usize>> {
    let rest = &text[start..text.len().min(start + MOST)];
    let title = rest.get(11..)?;
    let title_end = memchr::memmem::find(&title[..title.len().min(80)], b"-----")?;
    memchr::memmem::find(&title[..title_end], b"PRIVATE KEY")?;
    let body = 11 + title_end + 5;
    let stop = memchr::memmem::find(&rest[body..], b"-----").map(|at| body + at);
    let body_end = stop.unwrap_or_else(|| body + key_like(&rest[body..]));
    let longest = rest[body..body_end]
        .split(|b| !is_base64(*b))
        .map(|run| if run.iter().all(|b| *b == b'=') { 0 } else { run.len() })
        .max()
        .unwrap_or(0);
    if longest < 24 {
        return None;
    }
    let end = match stop {
        // To the end of the closing line's own dashes.
        Some(at) if rest[at..].starts_with(b"-----END ") => {
            let title = &rest[at + 9..];
            memchr::memmem::find(&title[..title.len().min(80)], b"-----")
                .map_or(at, |end| at + 9 + end + 5)
        }
        Some(at) => at,
        None => body_end,
    };
    Some(start..start + end)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Of a block without its end: as far as lines are nothing but base64 in quotes or not.
fn key_like(text: &[u8]) -> usize {
    let mut length = 0;
    for line in text.split_inclusive(|b| *b == b'\n') {
        let bare = line.trim_ascii();
        let known = |b: &u8| is_base64(*b) || matches!(b, b'"' | b'\'' | b'\\' | b',' | b'#');
        if !bare.iter().all(known) {
            break;
        }
        length += line.len();
    }
    length
}
