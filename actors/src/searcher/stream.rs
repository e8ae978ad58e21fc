//! The words of a text as tantivy wants them: one reused token, each distinct word split once.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use xxhash_rust::xxh3::xxh3_64;

use super::word::{Run, next_run, pairs, push_terms};

/// Slots of the table of known words; a power of two.
const SLOTS: usize = 1 << 15;

/// When the table's text grows past this (bytes), it is emptied.
const ROOM: usize = 4 << 20;

#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    /// Where its terms begin in `ends`, and how many there are.
    first: u32,
    count: u32,
}

/// Splits words into terms and remembers those it has seen. Bounded by [`ROOM`].
#[derive(Clone, Default)]
pub struct Splitter {
    slots: Vec<Slot>,
    text: String,
    /// Start and end of each term in `text`.
    terms: Vec<(u32, u32)>,
    ends: Vec<usize>,
}

impl Splitter {
    fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(SLOTS, Slot::default());
        self.text.clear();
        self.terms.clear();
    }

    /// The terms of `word`, as a range of `self.terms`.
    fn split(&mut self, word: &str) -> (u32, u32) {
        if self.slots.is_empty() || self.text.len() > ROOM {
            self.clear();
        }
        // A hash of zero marks a free slot. Two words with one 64-bit hash would share their terms:
        // one pair in 10^9 distinct words.
        let hash = xxh3_64(word.as_bytes()) | 1;
        let slot = &mut self.slots[(hash >> 40) as usize & (SLOTS - 1)];
        if slot.hash == hash {
            return (slot.first, slot.first + slot.count);
        }
        let first = self.terms.len() as u32;
        let mut start = self.text.len() as u32;
        self.ends.clear();
        push_terms(word, &mut self.text, &mut self.ends);
        for &end in &self.ends {
            self.terms.push((start, end as u32));
            start = end as u32;
        }
        *slot = Slot { hash, first, count: self.terms.len() as u32 - first };
        (slot.first, slot.first + slot.count)
    }

    fn term(&self, index: u32) -> &str {
        let (start, end) = self.terms[index as usize];
        &self.text[start as usize..end as usize]
    }
}

/// The tokenizer of every field of words.
#[derive(Clone, Default)]
pub struct WordTokenizer {
    splitter: Splitter,
    token: Token,
}

/// The terms of one text, in order.
pub struct WordStream<'a> {
    tokenizer: &'a mut WordTokenizer,
    text: &'a str,
    at: usize,
    /// Terms of the word under way.
    pending: (u32, u32),
    /// Pairs of the ideograph run under way.
    pairs: std::vec::IntoIter<&'a str>,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        self.token.reset();
        self.token.position = 0;
        WordStream { tokenizer: self, text, at: 0, pending: (0, 0), pairs: Vec::new().into_iter() }
    }
}

impl WordStream<'_> {
    fn set(&mut self, index: u32) {
        let WordTokenizer { splitter, token } = &mut *self.tokenizer;
        token.text.clear();
        token.text.push_str(splitter.term(index));
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        loop {
            if self.pending.0 < self.pending.1 {
                self.set(self.pending.0);
                self.pending.0 += 1;
                return true;
            }
            if let Some(pair) = self.pairs.next() {
                self.tokenizer.token.text.clear();
                self.tokenizer.token.text.push_str(pair);
                return true;
            }
            match next_run(self.text, self.at) {
                None => return false,
                Some(Run::Word { start, end }) => {
                    self.at = end;
                    self.pending = self.tokenizer.splitter.split(&self.text[start..end]);
                }
                Some(Run::Ideographs { start, end }) => {
                    self.at = end;
                    self.pairs = pairs(&self.text[start..end]).collect::<Vec<_>>().into_iter();
                }
            }
        }
    }

    fn token(&self) -> &Token {
        &self.tokenizer.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.tokenizer.token
    }

    // Called through a `dyn TokenStream` once a text; from here on every call is direct.
    fn process(&mut self, sink: &mut dyn FnMut(&Token)) {
        while self.advance() {
            sink(&self.tokenizer.token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(tokenizer: &mut WordTokenizer, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        tokenizer.token_stream(text).process(&mut |token| found.push(token.text.clone()));
        found
    }

    #[test]
    fn known_words_split_as_new_ones() {
        let mut tokenizer = WordTokenizer::default();
        let wanted = ["pub", "fn", "read", "all", "readall", "self", "漢字", "字仮"];
        for _ in 0..2 {
            assert_eq!(tokens(&mut tokenizer, "pub fn read_all(&self) 漢字仮"), wanted);
        }
    }
}
