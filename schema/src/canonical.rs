//! Canonical JSON: one text for one value.
//!
//! Keys are sorted by their UTF-8 bytes, there is no white space, numbers are integers or the
//! shortest decimal that reads back, strings escape only what JSON demands. Bytes that are not
//! UTF-8 are shown as `\xNN`, and then a backslash as `\\`, so that no two names look alike.

use std::fmt::Write as _;

use serde_json::Value;

/// The canonical text of `value`, without a line end.
pub fn to_string(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value);
    out
}

fn write(out: &mut String, value: &Value) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
            out.push('{');
            for (i, (key, value)) in entries.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                let _ = write!(out, "{}", Value::from(key.as_str()));
                out.push(':');
                write(out, value);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(out, item);
            }
            out.push(']');
        }
        scalar => {
            let _ = write!(out, "{scalar}");
        }
    }
}

/// A path as text, without loss: UTF-8 stays as it is unless it holds a backslash; every byte
/// that is not part of UTF-8 becomes `\xNN`, and every backslash `\\`.
pub fn path_text(path: &[u8]) -> String {
    let mut out = String::with_capacity(path.len());
    for chunk in path.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == '\\' {
                out.push('\\');
            }
            out.push(c);
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// The bytes that [`path_text`] wrote as `text`; `None` when it wrote no such text.
pub fn parse_path_text(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = match (first, tail) {
            (b'\\', [b'\\', tail @ ..]) => {
                out.push(b'\\');
                tail
            }
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let digits = [*high, *low];
                out.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
                tail
            }
            (b'\\', _) => return None,
            (byte, tail) => {
                out.push(byte);
                tail
            }
        };
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys_are_sorted_at_every_level() {
        let value: Value = serde_json::from_str(r#"{"b":[{"z":1,"a":"é\n"}],"a":null}"#).unwrap();
        assert_eq!(to_string(&value), r#"{"a":null,"b":[{"a":"é\n","z":1}]}"#);
    }

    proptest! {
        #[test]
        fn a_path_comes_back_from_its_text(bytes: Vec<u8>) {
            prop_assert_eq!(parse_path_text(&path_text(&bytes)), Some(bytes));
        }

        #[test]
        fn no_two_paths_look_alike(a: Vec<u8>, b: Vec<u8>) {
            prop_assert_eq!(a == b, path_text(&a) == path_text(&b));
        }
    }
}
