//! Words of code and prose, and the parts that identifiers are made of.
//!
//! A word is a letter or underscore followed by letters, digits and underscores of any script, or
//! a run of digits. Its parts are split by case and digit and lower-cased; a compound also yields
//! its parts joined. Runs of Han, Kana and Hangul yield pairs of characters, since no spaces tell
//! their words apart. Nothing here knows of an index.

use super::stem::stem_tail;

/// Words longer than this (bytes) are data, not names: they are not searched.
pub const WORD_LIMIT: usize = 128;

/// Joined compounds longer than this (bytes) are left out; their parts stay.
const JOINED_LIMIT: usize = 64;

/// Longer runs of digits (bytes) are data.
const NUMBER_LIMIT: usize = 9;

/// What stands at a place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// A word, by its bytes.
    Word { start: usize, end: usize },
    /// A run of characters without spaces between words.
    Ideographs { start: usize, end: usize },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Letter,
    Digit,
    Wide,
}

const ASCII: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = if b.is_ascii_alphabetic() || b == b'_' {
            Class::Letter
        } else if b.is_ascii_digit() {
            Class::Digit
        } else if b >= 0x80 {
            Class::Wide
        } else {
            Class::Other
        };
        byte += 1;
    }
    table
};

/// Whether words of this character's script stand without spaces between them.
pub fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x11ff | 0x2e80..=0x2fdf | 0x3005..=0x3007 | 0x3040..=0x30ff | 0x3100..=0x312f
        | 0x3130..=0x318f | 0x31f0..=0x31ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff
        | 0xa960..=0xa97f | 0xac00..=0xd7ff | 0xf900..=0xfaff | 0xff66..=0xff9f
        | 0x1b000..=0x1b16f | 0x20000..=0x3134f)
}

/// Marks that combine with the letter before them.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x610..=0x61a
        | 0x64b..=0x65f | 0x900..=0x903 | 0x93a..=0x94f | 0xe31..=0xe4e | 0x200c..=0x200d)
}

fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// The first run at or after byte `at`, or `None` at the end.
pub fn next_run(text: &str, mut at: usize) -> Option<Run> {
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match ASCII[bytes[at] as usize] {
            Class::Other => at += 1,
            Class::Letter => return Some(Run::Word { start: at, end: word_end(text, at + 1) }),
            Class::Digit => {
                let start = at;
                while at < bytes.len() && bytes[at].is_ascii_digit() {
                    at += 1;
                }
                return Some(Run::Word { start, end: at });
            }
            Class::Wide => {
                let c = char_at(text, at)?;
                let next = at + c.len_utf8();
                if is_ideograph(c) {
                    return Some(Run::Ideographs { start: at, end: ideographs_end(text, next) });
                }
                if c.is_alphanumeric() {
                    return Some(Run::Word { start: at, end: word_end(text, next) });
                }
                at = next;
            }
        }
    }
    None
}

fn word_end(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match ASCII[bytes[at] as usize] {
            Class::Letter | Class::Digit => at += 1,
            Class::Other => break,
            Class::Wide => match char_at(text, at) {
                Some(c) if (c.is_alphanumeric() && !is_ideograph(c)) || is_mark(c) => {
                    at += c.len_utf8();
                }
                _ => break,
            },
        }
    }
    at
}

fn ideographs_end(text: &str, mut at: usize) -> usize {
    while let Some(c) = char_at(text, at) {
        if !is_ideograph(c) {
            break;
        }
        at += c.len_utf8();
    }
    at
}

/// The words of `text` in order, ideograph runs left out.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    runs(text).filter_map(|run| match run {
        Run::Word { start, end } => text.get(start..end),
        Run::Ideographs { .. } => None,
    })
}

/// All runs of `text` in order.
pub fn runs(text: &str) -> impl Iterator<Item = Run> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let run = next_run(text, at)?;
        at = match run {
            Run::Word { end, .. } | Run::Ideographs { end, .. } => end,
        };
        Some(run)
    })
}

/// The pairs of neighbours in an ideograph run; the single character of a run of one.
pub fn pairs(run: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    let count = starts.len().saturating_sub(2).max(usize::from(!run.is_empty()));
    (0..count).filter_map(move |i| run.get(starts[i]..*starts.get(i + 2).unwrap_or(&run.len())))
}

/// The parts of a word as ranges of its bytes, in order, case kept.
///
/// `HTTPServer2` gives `HTTP`, `Server`, `2`.
pub fn parts(word: &str) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Case {
        Upper,
        Lower,
        Digit,
        Break,
    }
    let case = |c: char| match c {
        '_' => Case::Break,
        c if c.is_ascii_digit() => Case::Digit,
        c if c.is_uppercase() => Case::Upper,
        _ => Case::Lower,
    };
    let mut found = Vec::new();
    // Where the part under way began, its case, and where its last capital stands.
    let mut open: Option<(usize, Case, usize)> = None;
    for (at, c) in word.char_indices() {
        let now = case(c);
        open = match (open, now) {
            (None, Case::Break) => None,
            (None, _) => Some((at, now, at)),
            (Some((start, _, _)), Case::Break) => {
                found.push((start, at));
                None
            }
            (Some((start, Case::Upper, _)), Case::Upper) => Some((start, Case::Upper, at)),
            (Some((start, Case::Upper, last)), Case::Lower) => {
                if last > start {
                    found.push((start, last));
                }
                Some((last, Case::Lower, last))
            }
            (Some((start, before, last)), _) if before == now => Some((start, before, last)),
            (Some((start, _, _)), _) => {
                found.push((start, at));
                Some((at, now, at))
            }
        };
    }
    if let Some((start, _, _)) = open {
        found.push((start, word.len()));
    }
    found
}

/// Appends `text` in lower case.
pub fn push_lower(to: &mut String, text: &str) {
    if text.is_ascii() {
        let start = to.len();
        to.push_str(text);
        to[start..].make_ascii_lowercase();
    } else {
        to.extend(text.chars().flat_map(char::to_lowercase));
    }
}

/// The terms that a word is searched by, appended to `text`, their ends to `ends`: its parts in
/// order, then the joined whole if there are several. Gives the number of parts.
pub fn push_terms(word: &str, text: &mut String, ends: &mut Vec<usize>) -> usize {
    if word.len() > WORD_LIMIT
        || (word.len() > NUMBER_LIMIT && word.bytes().all(|b| b.is_ascii_digit()))
    {
        return 0;
    }
    let parts = parts(word);
    for &(start, end) in &parts {
        let from = text.len();
        push_lower(text, &word[start..end]);
        stem_tail(text, from);
        ends.push(text.len());
    }
    if parts.len() > 1 && word.len() <= JOINED_LIMIT {
        let from = text.len();
        for &(start, end) in &parts {
            push_lower(text, &word[start..end]);
        }
        stem_tail(text, from);
        ends.push(text.len());
    }
    parts.len()
}

/// The terms of a word as strings, and how many of them, the first ones, are its parts.
pub fn terms(word: &str) -> (Vec<String>, usize) {
    let (mut text, mut ends) = (String::new(), Vec::new());
    let parts = push_terms(word, &mut text, &mut ends);
    let mut start = 0;
    let terms = ends
        .into_iter()
        .map(|end| {
            let term = text[start..end].to_owned();
            start = end;
            term
        })
        .collect();
    (terms, parts)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(word: &str) -> Vec<&str> {
        parts(word).into_iter().map(|(a, b)| &word[a..b]).collect()
    }

    #[test]
    fn identifiers_split_by_case_and_digit() {
        for (word, wanted) in [
            ("HTTPServer", vec!["HTTP", "Server"]),
            ("HTTPServer2x", vec!["HTTP", "Server", "2", "x"]),
            ("snake_case_name", vec!["snake", "case", "name"]),
            ("__init__", vec!["init"]),
            ("IDs", vec!["I", "Ds"]),
            ("ID", vec!["ID"]),
            ("A1b", vec!["A", "1", "b"]),
            ("ÜberGröße", vec!["Über", "Größe"]),
            ("ПриветМир", vec!["Привет", "Мир"]),
            ("_", vec![]),
        ] {
            assert_eq!(split(word), wanted, "{word}");
        }
    }

    #[test]
    fn a_compound_also_gives_its_whole() {
        assert_eq!(terms("FromRequestParts").0, ["from", "request", "part", "fromrequestpart"]);
        assert_eq!(terms("parsing"), (vec!["pars".to_owned()], 1));
        assert_eq!(terms("1234567890").1, 0);
    }

    #[test]
    fn runs_keep_scripts_apart() {
        let text = "größe x2 漢字仮 한 3d";
        let found: Vec<&str> = runs(text)
            .map(|run| match run {
                Run::Word { start, end } | Run::Ideographs { start, end } => &text[start..end],
            })
            .collect();
        assert_eq!(found, ["größe", "x2", "漢字仮", "한", "3", "d"]);
        assert_eq!(pairs("漢字仮").collect::<Vec<_>>(), ["漢字", "字仮"]);
        assert_eq!(pairs("한").collect::<Vec<_>>(), ["한"]);
        assert_eq!(pairs("").count(), 0);
    }

    proptest! {
        #[test]
        fn parts_cover_all_but_underscores(word in "[A-Za-z0-9_äÖж]{0,24}") {
            let joined: String = split(&word).concat();
            prop_assert_eq!(joined, word.replace('_', ""));
        }

        #[test]
        fn any_text_is_read_to_its_end(text in any::<String>()) {
            let mut last = 0;
            for run in runs(&text) {
                let (Run::Word { start, end } | Run::Ideographs { start, end }) = run;
                prop_assert!(start >= last && end > start && text.get(start..end).is_some());
                last = end;
            }
        }
    }
}
