//! What the one pass looks for, and which rule looks on from there.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::assignment::{self, Word};
use super::token::{self, Shape};
use super::{key_block, url};

enum Rule {
    /// A token that begins with the anchor, as written there.
    Token(&'static [u8], Shape),
    /// A name that is given a value.
    Word(Word),
    KeyBlock,
    Url,
}

use Rule::{KeyBlock, Token, Url};

/// Anchors are found in any case; rules that care look again.
const ANCHORS: &[(&str, Rule)] = &[
    ("akia", Token(b"AKIA", Shape::upper(16))),
    ("asia", Token(b"ASIA", Shape::upper(16))),
    ("ghp_", Token(b"ghp_", Shape::alphanumeric(30))),
    ("gho_", Token(b"gho_", Shape::alphanumeric(30))),
    ("ghu_", Token(b"ghu_", Shape::alphanumeric(30))),
    ("ghs_", Token(b"ghs_", Shape::alphanumeric(30))),
    ("ghr_", Token(b"ghr_", Shape::alphanumeric(30))),
    ("github_pat_", Token(b"github_pat_", Shape::word(22))),
    ("glpat-", Token(b"glpat-", Shape::word(16))),
    ("xoxa-", Token(b"xoxa-", Shape::mixed(10))),
    ("xoxb-", Token(b"xoxb-", Shape::mixed(10))),
    ("xoxe-", Token(b"xoxe-", Shape::mixed(10))),
    ("xoxp-", Token(b"xoxp-", Shape::mixed(10))),
    ("xoxr-", Token(b"xoxr-", Shape::mixed(10))),
    ("xoxs-", Token(b"xoxs-", Shape::mixed(10))),
    ("hooks.slack.com/services/", Token(b"hooks.slack.com/services/", Shape::path(20))),
    ("sk_live_", Token(b"sk_live_", Shape::alphanumeric(16))),
    ("rk_live_", Token(b"rk_live_", Shape::alphanumeric(16))),
    ("sk_test_", Token(b"sk_test_", Shape::alphanumeric(16))),
    ("whsec_", Token(b"whsec_", Shape::alphanumeric(24))),
    ("sk-", Token(b"sk-", Shape::segment(20))),
    ("aiza", Token(b"AIza", Shape::word(35))),
    ("npm_", Token(b"npm_", Shape::alphanumeric(36))),
    ("pypi-", Token(b"pypi-", Shape::word(40))),
    ("hf_", Token(b"hf_", Shape::alphanumeric(30))),
    ("dop_v1_", Token(b"dop_v1_", Shape::alphanumeric(40))),
    ("eyj", Token(b"eyJ", Shape::web_token())),
    ("bearer ", Token(b"", Shape::after(16))),
    ("basic ", Token(b"", Shape::after_authorization(16))),
    ("accountkey=", Token(b"", Shape::after(40))),
    ("accesskey=", Token(b"", Shape::after(40))),
    ("-----begin ", KeyBlock),
    ("://", Url),
    ("passw", Rule::Word(Word::Password)),
    ("passphrase", Rule::Word(Word::Password)),
    ("pwd", Rule::Word(Word::Password)),
    ("secret", Rule::Word(Word::Password)),
    ("token", Rule::Word(Word::Token)),
    ("api_key", Rule::Word(Word::Token)),
    ("apikey", Rule::Word(Word::Token)),
    ("api-key", Rule::Word(Word::Token)),
    ("access_key", Rule::Word(Word::Token)),
    ("private_key", Rule::Word(Word::Token)),
    ("auth_key", Rule::Word(Word::Token)),
];

static SEARCH: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostFirst)
        .kind(Some(AhoCorasickKind::DFA))
        .build(ANCHORS.iter().map(|(anchor, _)| anchor))
        .ok()
});

/// The spans to cover, in order, none overlapping another.
pub fn find(text: &[u8]) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    // Fixed patterns always build; a test holds that.
    let Some(search) = SEARCH.as_ref() else { return spans };
    for anchor in search.find_iter(text) {
        let covered = spans.last().map_or(0, |span| span.end);
        if anchor.start() < covered {
            continue;
        }
        let span = match &ANCHORS[anchor.pattern().as_usize()].1 {
            Token(prefix, shape) => token::find(text, anchor.range(), prefix, shape),
            Rule::Word(word) => assignment::find(text, anchor.range(), *word),
            KeyBlock => key_block::find(text, anchor.start()),
            Url => url::find(text, anchor.end()),
        };
        if let Some(span) = span
            && span.start >= covered
            && !span.is_empty()
        {
            spans.push(span);
        }
    }
    spans
}

#[cfg(test)]
#[test]
fn the_search_builds() {
    assert!(SEARCH.is_some());
}
