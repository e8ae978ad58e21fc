//! Tokens of C and C++, as far as passing over them needs.

/// Whether the byte belongs to a word: a name, a keyword, a number.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The end of the word at `at`. Of C++ a raw string that it begins and the separators of digits
/// belong to it.
pub fn word(bytes: &[u8], at: usize, is_cpp: bool) -> usize {
    let mut end = at + bytes[at..].iter().take_while(|b| is_word(**b)).count();
    if !is_cpp {
        return end;
    }
    // `1'000`
    while bytes[at].is_ascii_digit()
        && bytes.get(end) == Some(&b'\'')
        && bytes.get(end + 1).is_some_and(u8::is_ascii_hexdigit)
    {
        end += 1;
        end += bytes[end..].iter().take_while(|b| is_word(**b)).count();
    }
    let is_raw = bytes.get(end) == Some(&b'"') && bytes[at..end].last() == Some(&b'R');
    if is_raw { raw_string(bytes, end) } else { end }
}

/// The end of the raw string whose quote stands at `at`.
fn raw_string(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at + 1..];
    let Some(open) = rest.iter().take(17).position(|&b| b == b'(') else { return at };
    let close = [b")", &rest[..open], b"\""].concat();
    find(bytes, at + 1 + open, &close).map_or(bytes.len(), |end| end + close.len())
}

/// The end of the comment at `at`; `None` when there is none. A line comment leaves its line end.
pub fn comment(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return Some(end_of_line(bytes, at));
    }
    rest.starts_with(b"/*").then(|| find(bytes, at + 2, b"*/").map_or(bytes.len(), |end| end + 2))
}

/// The end of the literal whose quote stands at `at`; one that is not closed ends with its line.
pub fn quoted(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut at = at + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The end of the line at `at`, past lines that continue it and past comments that begin in it.
pub fn end_of_line(bytes: &[u8], at: usize) -> usize {
    let is_comment = bytes[at..].starts_with(b"//");
    let mut at = at;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\n' {
            let before = bytes[..at].strip_suffix(b"\r").unwrap_or(&bytes[..at]);
            if before.last() != Some(&b'\\') {
                return at;
            }
        } else if byte == b'/' && !is_comment && bytes[at..].starts_with(b"/*") {
            at = find(bytes, at + 2, b"*/").map_or(bytes.len(), |end| end + 1);
        }
        at += 1;
    }
    bytes.len()
}

/// The first byte at or behind `at` that is neither blank nor in a comment.
pub fn next(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    loop {
        at += bytes[at.min(bytes.len())..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        match bytes.get(at).and_then(|_| comment(bytes, at)) {
            Some(end) => at = end,
            None => return at,
        }
    }
}

/// The byte behind the bracket that closes the one at `at`; `None` when it is far or missing.
pub fn closed(bytes: &[u8], at: usize, is_cpp: bool) -> Option<usize> {
    /// Longest text in brackets that is looked through, in bytes.
    const LONGEST: usize = 4096;
    let mut open = 0_u32;
    let mut place = at;
    while place < bytes.len().min(at + LONGEST) {
        match bytes[place] {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => {
                open -= 1;
                if open == 0 {
                    return Some(place + 1);
                }
            }
            b'"' | b'\'' => {
                place = quoted(bytes, place);
                continue;
            }
            b if is_word(b) => {
                place = word(bytes, place, is_cpp);
                continue;
            }
            _ => {
                if let Some(end) = comment(bytes, place) {
                    place = end;
                    continue;
                }
            }
        }
        place += 1;
    }
    None
}

fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    memchr::memmem::find(rest, wanted).map(|at| from + at)
}
