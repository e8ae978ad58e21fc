//! Light stemming: one English suffix, so that `handlers`, `handling` and `handled` meet.
//!
//! The rules are those of the ranking study (recipe B, step 1). Heavier stemming cost accuracy
//! there. Words that are not ASCII are left alone.

/// Endings, the longest of each family first; at least [`LEFT`] letters stay.
const ENDINGS: [&[u8]; 8] = [b"ingly", b"ings", b"ing", b"edly", b"ed", b"es", b"s", b"e"];

/// Letters that stay when an ending goes.
const LEFT: usize = 3;

/// Number of leading bytes of `word` (lower-case) that its stem keeps, and whether a final `y`
/// becomes `i`.
fn cut(word: &[u8]) -> (usize, bool) {
    let mut end = word.len();
    for ending in ENDINGS {
        if word.ends_with(ending) && word.len() - ending.len() >= LEFT {
            let plural = ending == b"s";
            if plural && [&b"ss"[..], b"us", b"is"].iter().any(|keep| word.ends_with(keep)) {
                return (word.len(), false);
            }
            end -= ending.len();
            break;
        }
    }
    if end < word.len() && end > 3 && word[end - 1] == word[end - 2] {
        let doubled = word[end - 1];
        if !matches!(doubled, b'l' | b's' | b'z') {
            end -= 1;
        }
    }
    (end, end > 3 && word[end - 1] == b'y')
}

/// Stems the lower-case word that stands in `text` from `start` to its end.
pub fn stem_tail(text: &mut String, start: usize) {
    let word = &text.as_bytes()[start..];
    if word.len() <= LEFT || !word.is_ascii() {
        return;
    }
    let (end, soften) = cut(word);
    text.truncate(start + end);
    if soften {
        text.pop();
        text.push('i');
    }
}

/// The stem of a lower-case word.
pub fn stem(word: &str) -> String {
    let mut text = word.to_owned();
    stem_tail(&mut text, 0);
    text
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn forms_of_a_word_meet() {
        for (word, wanted) in [
            ("handlers", "handler"),
            ("handling", "handl"),
            ("handle", "handl"),
            ("running", "run"),
            ("falling", "fall"),
            ("class", "class"),
            ("status", "status"),
            ("axis", "axis"),
            ("queries", "queri"),
            ("query", "queri"),
            ("typed", "typ"),
            ("ed", "ed"),
            ("map", "map"),
            ("größe", "größe"),
        ] {
            assert_eq!(stem(word), wanted, "{word}");
        }
    }
}
