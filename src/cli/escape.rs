//! Text that came from files, made harmless to the terminal it is shown on.
//!
//! A file may be named, or may hold, what a terminal obeys (escape sequences), what reorders a
//! line (bidirectional controls) or what cannot be seen (zero-width characters). All of it is
//! shown as `\u{…}`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character must not reach a terminal as it is.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            // Zero-width characters and direction marks, line and paragraph separators,
            // embeddings and overrides, invisible operators, isolates, deprecated controls.
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// `text` with nothing in it that a terminal obeys, that turns a line round or that hides; one
/// line, whatever it was before.
pub fn terminal(text: &str) -> Cow<'_, str> {
    replace(text, |out, c| {
        let _ = match c {
            '\n' => out.write_str("\\n"),
            '\r' => out.write_str("\\r"),
            '\t' => out.write_str("\\t"),
            c => write!(out, "\\u{{{:x}}}", c as u32),
        };
    })
}

/// JSON text with the same characters written as JSON escapes: the same value to any reader.
pub fn json(text: &str) -> Cow<'_, str> {
    replace(text, |out, c| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

fn replace(text: &str, mut put: impl FnMut(&mut String, char)) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) { put(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_a_terminal_obeys_is_shown_instead() {
        for (raw, shown) in [
            ("a\x1b[31mb", "a\\u{1b}[31mb"),
            ("a\u{9b}31m", "a\\u{9b}31m"),
            ("\u{202e}cba\u{2066}", "\\u{202e}cba\\u{2066}"),
            ("a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}"),
            ("one\ntwo\tthree\r\x7f", "one\\ntwo\\tthree\\r\\u{7f}"),
            ("\u{e0041}", "\\u{e0041}"),
        ] {
            assert_eq!(terminal(raw), shown);
        }
    }

    #[test]
    fn what_people_write_stays() {
        for text in ["naïve", "搜索", "été — ~/a b.rs:4", "🙂", "שלום", "C:\\x"] {
            assert!(matches!(terminal(text), Cow::Borrowed(same) if same == text));
        }
    }

    proptest! {
        #[test]
        fn nothing_unsafe_comes_through(text: String) {
            prop_assert!(!terminal(&text).chars().any(is_unsafe));
        }

        #[test]
        fn escaping_twice_is_escaping_once(text: String) {
            let once = terminal(&text).into_owned();
            prop_assert_eq!(&terminal(&once), &once);
        }

        #[test]
        fn json_keeps_its_value(text: String) {
            let line = serde_json::to_string(&text).unwrap();
            let safe = json(&line);
            prop_assert!(!safe.chars().any(is_unsafe));
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
        }
    }
}
