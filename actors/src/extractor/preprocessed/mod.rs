//! What the parser gets to see of C and C++.
//!
//! These languages are read by a parser that has not run the preprocessor, so that macros and
//! conditions stand where its grammar has no place for them. What only gets in the way is blanked
//! out; every byte keeps its place, so that all that is found stands where the source has it.

mod conditionals;
mod lexer;
mod macros;
mod words;

use std::borrow::Cow;
use std::ops::Range;

/// The text as the parser gets to see it; borrowed when nothing is in the way.
pub fn settled(text: &str, is_cpp: bool) -> Cow<'_, str> {
    let text = blanked(Cow::Borrowed(text), &conditionals::torn(text, is_cpp));
    let macros = macros::noise(&text, is_cpp);
    blanked(text, &macros)
}

fn blanked<'t>(text: Cow<'t, str>, ranges: &[Range<usize>]) -> Cow<'t, str> {
    if ranges.is_empty() {
        return text;
    }
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        let range = &mut bytes[range.clone()];
        range.iter_mut().filter(|b| !matches!(**b, b'\n' | b'\r')).for_each(|b| *b = b' ');
    }
    String::from_utf8(bytes).map_or(text, Cow::Owned)
}

#[cfg(test)]
mod tests;
