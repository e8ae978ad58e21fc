//! Makefiles: conditions between a recipe and what follows it.

use super::{Masked, blank};

const CONDITIONS: &[&str] = &["ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"];

/// Takes the lines of conditions away: after a recipe the grammar reads all up to `endif` as part
/// of it. Both branches stay.
pub fn makefile(text: &str) -> Masked<'_> {
    let mut bytes: Option<Vec<u8>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_recipe = line.starts_with('\t');
        let word = line.trim_start();
        let end = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
        if !is_recipe && CONDITIONS.contains(&&word[..end]) && !word[end..].starts_with([':', '-'])
        {
            let bytes = bytes.get_or_insert_with(|| text.as_bytes().to_vec());
            blank(&mut bytes[at..at + line.len()]);
        }
        at += line.len();
    }
    bytes.map_or_else(|| Masked::nothing(text), |bytes| Masked::by(text, bytes))
}
