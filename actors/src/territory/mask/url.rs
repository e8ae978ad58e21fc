//! `scheme://user:password@host`: the password.

use std::ops::Range;

use super::run;

/// Longest part before the host that is looked at, in bytes.
const MOST: usize = 256;

/// What documentation writes in a password's place.
const STAND_INS: [&[u8]; 12] = [
    b"password",
    b"passwd",
    b"pass",
    b"pwd",
    b"pw",
    b"secret",
    b"xxx",
    b"xxxx",
    b"...",
    b"token",
    b"pass_word",
    b"PASSWORD",
];

/// The password of the URL whose `://` ends at `at`.
pub fn find(text: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run(text, at, MOST, |b| {
        b.is_ascii_graphic() && !matches!(b, b'/' | b'"' | b'\'' | b'<' | b'>' | b'`' | b'?' | b'#')
    });
    let host = at + memchr::memrchr(b'@', &text[at..end])?;
    let start = at + memchr::memchr(b':', &text[at..host])? + 1;
    let password = &text[start..host];
    let is_variable = matches!(password.first(), Some(b'$' | b'{' | b'%' | b'[' | b'(' | b':'));
    let is_masked = password.iter().all(|b| *b == b'*');
    (password.len() >= 3 && !is_variable && !is_masked && !STAND_INS.contains(&password))
        .then_some(start..host)
}
