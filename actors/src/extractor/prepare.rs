//! Texts as their grammars can read them: what a grammar does not know is blanked before parsing.
//!
//! Bytes and lines keep their places, so whoever looks at the tree reads the text itself.

use std::borrow::Cow;

/// The text that the grammar of `language` is given.
pub fn readable<'t>(language: &str, text: &'t str) -> Cow<'t, str> {
    match language {
        "julia" => without_constant_fields(text),
        _ => Cow::Borrowed(text),
    }
}

/// Julia's fields may be `const` since 1.8. Its grammar takes them for statements, which go on
/// until the next `=`, far behind the end of the type.
fn without_constant_fields(text: &str) -> Cow<'_, str> {
    const WORD: &str = "const ";
    let mut found = Cow::Borrowed(text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        let indented = line.trim_start();
        if indented.len() < line.len() && indented.starts_with(WORD) && !code.contains('=') {
            let at = start + line.len() - indented.len();
            found.to_mut().replace_range(at..at + WORD.len(), "      ");
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn only_constant_fields_of_julia_are_blanked() {
        let text = "mutable struct A\n    const b::Int # = 1\n    c\nend\nconst D = 1\n";
        let wanted = "mutable struct A\n          b::Int # = 1\n    c\nend\nconst D = 1\n";
        assert_eq!(readable("julia", text), wanted);
        assert_eq!(readable("c", text), text);
    }
}
