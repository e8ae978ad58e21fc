//! Kotlin: objects without a body.

use super::Masked;

/// Kotlin's grammar takes an object without a body for an expression, together with the class
/// below it. As a class it is what it should be.
pub fn kotlin(text: &str) -> Masked<'_> {
    const OBJECT: &str = "object ";
    let mut changed: Option<String> = None;
    for (at, _) in text.match_indices(OBJECT) {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let name = text[at + OBJECT.len()..end].trim();
        let is_whole = text[start..at]
            .split(' ')
            .all(|word| word.bytes().all(|b| b.is_ascii_lowercase()) && word != "companion");
        if is_whole && !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            let changed = changed.get_or_insert_with(|| text.to_owned());
            changed.replace_range(at..at + OBJECT.len(), "class  ");
        }
    }
    changed.map_or(Masked::nothing(text), |changed| Masked::by(text, changed.into_bytes()))
}
