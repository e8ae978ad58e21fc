//! Token-shaped strings are replaced before anything is stored.
//!
//! Each byte of a secret becomes `*`, line ends stay, so that every offset and line number still
//! holds. One pass of a multi-pattern search finds *anchors* (a token's prefix, the word before an
//! assignment); a rule then looks around each. Text without a secret is neither copied nor
//! allocated for.
//!
//! Not masked, as no anchor leads to them: commit hashes, UUIDs, checksums, integrity hashes,
//! images in base64.

mod anchors;
mod assignment;
mod key_block;
mod token;
mod url;

use std::ops::Range;

/// Masking may lay bare what stood beside it; so it is repeated, but not for ever.
const ROUNDS: usize = 8;

/// Replaces what looks like a secret; returns how many there were. Masking twice is masking once.
pub fn mask(text: &mut String) -> u32 {
    let mut masked = 0;
    for _ in 0..ROUNDS {
        let spans = anchors::find(text.as_bytes());
        if spans.is_empty() {
            break;
        }
        masked += spans.len() as u32;
        *text = covered(std::mem::take(text), &spans);
    }
    masked
}

fn covered(text: String, spans: &[Range<usize>]) -> String {
    let mut bytes = text.into_bytes();
    for span in spans {
        for byte in &mut bytes[span.clone()] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b'*';
            }
        }
    }
    // Spans end beside ASCII, so no character is cut. Were one to be, its rest is replaced.
    String::from_utf8(bytes).unwrap_or_else(|e| {
        let mut bytes = e.into_bytes();
        bytes.iter_mut().filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b'*');
        String::from_utf8(bytes).unwrap_or_default()
    })
}

/// The end of the run of bytes from `at` that `takes` takes, at most `most` long.
fn run(text: &[u8], at: usize, most: usize, takes: impl Fn(u8) -> bool) -> usize {
    let rest = &text[at..text.len().min(at.saturating_add(most))];
    at + rest.iter().position(|byte| !takes(*byte)).unwrap_or(rest.len())
}

fn has_digit_and_letter(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit) && text.iter().any(u8::is_ascii_alphabetic)
}

/// How often letters and digits take turns; names have few turns, random strings many.
fn turns(text: &[u8]) -> usize {
    let mut kinds = text.iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::is_ascii_digit);
    let Some(mut last) = kinds.next() else { return 0 };
    kinds.filter(|kind| std::mem::replace(&mut last, *kind) != *kind).count()
}

#[cfg(test)]
mod tests;
