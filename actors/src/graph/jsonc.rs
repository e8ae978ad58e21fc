//! Manifests that are JSON but for comments and trailing commas.

use serde_json::Value;

/// Reads a manifest; `None` when it cannot be read.
pub fn read(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&strict(text))).ok()
}

/// The text without comments and without commas before a closing bracket.
fn strict(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('"', _) => {
                found.push(c);
                while let Some(c) = rest.next() {
                    found.push(c);
                    match c {
                        '\\' => found.extend(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            ('/', Some('/')) => while rest.next_if(|c| *c != '\n').is_some() {},
            ('/', Some('*')) => {
                let mut before = ' ';
                rest.next();
                for c in rest.by_ref() {
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            ('}' | ']', _) => {
                let end = found.trim_end().len();
                if found[..end].ends_with(',') {
                    found.truncate(end - 1);
                }
                found.push(c);
            }
            _ => found.push(c),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_read_over() {
        let text = "{ // a \"comment\"\n \"a\": [1, 2, /* , */ ], \"u\": \"http://x,\\\"]\", }";
        let value = read(text).unwrap();
        assert_eq!(value["a"].as_array().unwrap().len(), 2);
        assert_eq!(value["u"], "http://x,\"]");
        assert_eq!(read("{ no"), None);
    }
}
