//! Bytes to text. Line ends stay as they are, a lone CR too.

/// More than this share of bytes that are no text makes a file binary, in percent.
const INVALID_PERCENT: usize = 30;

/// Decodes a file, or its head when `cut`: by its Unicode mark (which is dropped), else as UTF-8,
/// with U+FFFD for what is not. `None` when too much is not.
pub fn decode(bytes: Vec<u8>, cut: bool) -> Option<String> {
    match bytes.as_slice() {
        [0xff, 0xfe, 0, 0, rest @ ..] => utf32(rest, u32::from_le_bytes),
        [0, 0, 0xfe, 0xff, rest @ ..] => utf32(rest, u32::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, cut, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, cut, u16::from_be_bytes),
        _ => utf8(bytes, cut),
    }
}

/// Whether the bytes begin with the mark of UTF-16 or UTF-32.
pub fn has_wide_mark(bytes: &[u8]) -> bool {
    [&[0xff, 0xfe][..], &[0xfe, 0xff], &[0, 0, 0xfe, 0xff]].iter().any(|m| bytes.starts_with(m))
}

fn utf8(mut bytes: Vec<u8>, cut: bool) -> Option<String> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    let failed = match String::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(e) => e,
    };
    let whole = failed.utf8_error().valid_up_to();
    let torn = failed.utf8_error().error_len().is_none();
    let mut bytes = failed.into_bytes();
    if cut && torn {
        // The head ends inside a character.
        bytes.truncate(whole);
        return String::from_utf8(bytes).ok();
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut invalid = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            invalid += chunk.invalid().len();
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    (invalid * 100 <= bytes.len() * INVALID_PERCENT).then_some(text)
}

fn utf16(bytes: &[u8], cut: bool, unit: fn([u8; 2]) -> u16) -> Option<String> {
    let mut units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    if cut && units.last().is_some_and(|last| (0xd800..0xdc00).contains(last)) {
        units.pop();
    }
    let odd = !cut && bytes.len() % 2 == 1;
    collect(char::decode_utf16(units.iter().copied()).map(Result::ok), odd)
}

fn utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Option<String> {
    collect(bytes.chunks_exact(4).map(|b| char::from_u32(unit([b[0], b[1], b[2], b[3]]))), false)
}

fn collect(units: impl Iterator<Item = Option<char>>, odd: bool) -> Option<String> {
    let (mut text, mut count, mut invalid) = (String::new(), 0, 0);
    for unit in units {
        count += 1;
        invalid += usize::from(unit.is_none());
        text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if odd {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (invalid * 100 <= count * INVALID_PERCENT).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_followed_and_dropped() {
        let of = |bytes: &[u8]| decode(bytes.to_vec(), false);
        assert_eq!(of(b"\xef\xbb\xbfa\rb").as_deref(), Some("a\rb"));
        assert_eq!(of(b"\xff\xfea\0\xe9\0").as_deref(), Some("aé"));
        assert_eq!(of(b"\xfe\xff\0a\0\xe9").as_deref(), Some("aé"));
        assert_eq!(of(b"\xff\xfe\0\0a\0\0\0").as_deref(), Some("a"));
        assert_eq!(of(b"\xff\xfea\0b").as_deref(), Some("a\u{fffd}"));
        assert_eq!(of(b"caf\xe9 au lait").as_deref(), Some("caf\u{fffd} au lait"));
        assert_eq!(of(&[0x80; 100]), None);
        assert_eq!(of(b"").as_deref(), Some(""));
    }

    #[test]
    fn an_emoji_cut_at_every_byte_is_no_harm() {
        let text = "ab🦀é";
        for encoded in [
            text.as_bytes().to_vec(),
            [&b"\xff\xfe"[..], &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()]
                .concat(),
        ] {
            for end in 0..=encoded.len() {
                for cut in [false, true] {
                    let decoded = decode(encoded[..end].to_vec(), cut).unwrap_or_default();
                    assert!(
                        !cut || text.starts_with(decoded.trim_start_matches('\u{feff}')) || end < 3
                    );
                }
            }
        }
    }
}
