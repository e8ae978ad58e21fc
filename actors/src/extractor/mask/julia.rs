//! Julia: constant fields.

use std::borrow::Cow;

use super::Masked;

/// Julia's fields may be `const` since 1.8. Its grammar takes them for statements, which go on
/// until the next `=`, far behind the end of the type.
pub fn julia(text: &str) -> Masked<'_> {
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
    Masked { text: found, ..Masked::nothing(text) }
}
