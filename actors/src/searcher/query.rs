//! What a person asks: words, "words in order", `path:` and `lang:`. Pure function of the text.

use super::abbreviation::short_forms;
use super::error::SearchError;
use super::weights::{self, STOP};
use super::word::{self, Run};

/// Longest query that is read, in bytes.
pub const QUERY_LIMIT: usize = 4096;

/// Most terms that are searched for; a term is a bit of a mask.
pub const TERM_LIMIT: usize = 64;

/// Where a term comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A part of a word.
    Part,
    /// A compound word, joined.
    Whole,
    /// Two neighbouring words, joined.
    Join,
}

/// One thing to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub text: String,
    pub kind: TermKind,
    /// Stemmed short forms of the word it was.
    pub short: Vec<String>,
    /// Whether longer and shorter forms are looked for too.
    pub stretches: bool,
}

impl Term {
    pub fn weight(&self) -> f32 {
        match self.kind {
            TermKind::Part => weights::PART,
            TermKind::Whole => weights::WHOLE,
            TermKind::Join => weights::JOIN,
        }
    }
}

/// A name that the query may mean as a type's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedType {
    /// As written, when it is written as an identifier.
    pub exact: Option<String>,
    /// Lower case.
    pub folded: String,
}

/// A query, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    pub terms: Vec<Term>,
    /// Each quoted run as its parts in order, lower-case, unstemmed.
    pub phrases: Vec<Vec<String>>,
    pub types: Vec<AskedType>,
    pub paths: Vec<String>,
    pub languages: Vec<String>,
    /// Whether tests are asked for.
    pub asks_tests: bool,
    /// Terms that were left out because there were too many.
    pub left_out: usize,
}

fn is_stop(word: &str) -> bool {
    STOP.binary_search(&word.to_lowercase().as_str()).is_ok()
}

/// Whether a word is written as identifiers are, and not as prose.
fn is_identifier(word: &str) -> bool {
    let bytes = word.as_bytes();
    word.contains('_')
        || bytes.windows(2).any(|w| !w[0].is_ascii_uppercase() && w[1].is_ascii_uppercase())
}

/// Whether the whole query is one name, as `Foo::bar` or `foo.bar`.
fn is_one_name(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '#'))
}

/// Lower-case unstemmed parts of a text in order; what phrases are compared by.
pub fn plain_parts(text: &str, mut each: impl FnMut(&str)) {
    let mut part = String::new();
    for run in word::runs(text) {
        match run {
            Run::Word { start, end } => {
                let word = &text[start..end];
                for (start, end) in word::parts(word) {
                    part.clear();
                    word::push_lower(&mut part, &word[start..end]);
                    each(&part);
                }
            }
            Run::Ideographs { start, end } => word::pairs(&text[start..end]).for_each(&mut each),
        }
    }
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// [`SearchError::TooLong`] over [`QUERY_LIMIT`]; [`SearchError::UnknownLanguage`] for a
    /// `lang:` that names none.
    pub fn parse(text: &str) -> Result<Self, SearchError> {
        if text.len() > QUERY_LIMIT {
            return Err(SearchError::TooLong { bytes: text.len(), limit: QUERY_LIMIT });
        }
        let mut query = Self::default();
        let mut words = String::new();
        for (at, piece) in text.split('"').enumerate() {
            let closed = at + 1 < text.split('"').count();
            if at % 2 == 1 && closed {
                let mut phrase = Vec::new();
                plain_parts(piece, |part| phrase.push(part.to_owned()));
                if phrase.len() > 1 {
                    query.phrases.push(phrase);
                }
                words.push_str(piece);
                words.push(' ');
                continue;
            }
            for token in piece.split_whitespace() {
                if let Some(path) = token.strip_prefix("path:") {
                    query.paths.push(path.to_owned());
                } else if let Some(name) =
                    token.strip_prefix("lang:").or_else(|| token.strip_prefix("language:"))
                {
                    query.languages.push(language(name)?);
                } else {
                    words.push_str(token);
                    words.push(' ');
                }
            }
        }
        query.read_words(&words);
        Ok(query)
    }

    /// Number of parts; what coverage is a share of.
    pub fn parts(&self) -> usize {
        self.terms.iter().filter(|t| t.kind == TermKind::Part).count()
    }

    /// The terms that are parts, as a mask of their indices.
    pub fn part_mask(&self) -> u64 {
        let parts = self.terms.iter().enumerate().filter(|(_, t)| t.kind == TermKind::Part);
        parts.fold(0, |mask, (at, _)| mask | 1 << at)
    }

    fn add(&mut self, text: String, kind: TermKind, source: &str, stretches: bool) {
        if self.terms.iter().any(|t| t.text == text) || text.is_empty() {
            return;
        }
        if self.terms.len() == TERM_LIMIT {
            self.left_out += 1;
            return;
        }
        let short = short_forms(source)
            .map(|form| word::terms(form).0.swap_remove(0))
            .filter(|form| *form != text)
            .collect();
        self.terms.push(Term { text, kind, short, stretches });
    }

    fn read_words(&mut self, text: &str) {
        let all: Vec<&str> = word::words(text).collect();
        // A query of nothing but such words asks for them after all.
        let only_stops = all.iter().all(|w| is_stop(w));
        let keeps = |word: &str| only_stops || !is_stop(word);
        for run in word::runs(text) {
            match run {
                Run::Word { start, end } if keeps(&text[start..end]) => {
                    self.add_word(&text[start..end]);
                }
                Run::Word { .. } => {}
                Run::Ideographs { start, end } => {
                    for pair in word::pairs(&text[start..end]) {
                        self.add(pair.to_owned(), TermKind::Part, "", false);
                    }
                }
            }
        }
        for pair in all.windows(2) {
            let long = |w: &str| w.chars().nth(1).is_some();
            if pair.iter().all(|w| keeps(w) && long(w)) {
                let joined = pair.concat().to_lowercase().replace('_', "");
                self.add(super::stem::stem(&joined), TermKind::Join, "", false);
            }
        }
        self.asks_tests = all.iter().any(|w| w.to_lowercase().starts_with("test"));
        self.read_types(&all, is_one_name(text), keeps);
    }

    fn add_word(&mut self, word: &str) {
        let (terms, parts) = word::terms(word);
        let sources = word::parts(word);
        for (at, term) in terms.into_iter().enumerate() {
            if at < parts {
                let (start, end) = sources[at];
                self.add(term, TermKind::Part, &word[start..end].to_lowercase(), true);
            } else {
                self.add(term, TermKind::Whole, "", false);
            }
        }
    }

    fn read_types(&mut self, words: &[&str], one_name: bool, keeps: impl Fn(&str) -> bool) {
        for (at, word) in words.iter().enumerate().filter(|(_, w)| keeps(w)) {
            let capital = at > 0 && word.starts_with(char::is_uppercase);
            let exact = one_name || capital || is_identifier(word);
            self.types.push(AskedType {
                exact: exact.then(|| (*word).to_owned()),
                folded: word.to_lowercase(),
            });
        }
        for pair in words.windows(2) {
            for between in ["", "_"] {
                let folded = pair.join(between).to_lowercase();
                self.types.push(AskedType { exact: None, folded });
            }
        }
        self.types.truncate(4 * TERM_LIMIT);
    }
}

/// The name of a language by its name or one of its extensions.
///
/// # Errors
/// [`SearchError::UnknownLanguage`] when there is none.
pub fn language(name: &str) -> Result<String, SearchError> {
    use heimdall_schema::language::{LANGUAGES, by_name};
    let lower = name.to_lowercase();
    let alias = match lower.as_str() {
        "c++" => "cpp",
        "c#" => "csharp",
        "shell" => "bash",
        "objective-c" => "objc",
        "golang" => "go",
        other => other,
    };
    by_name(alias)
        .or_else(|| LANGUAGES.iter().find(|l| l.extensions.contains(&alias)))
        .map(|l| l.name.to_owned())
        .ok_or_else(|| SearchError::UnknownLanguage { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        Query::parse(text).expect("short").terms.into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP.is_sorted());
    }

    #[test]
    fn words_give_parts_wholes_and_joins() {
        assert_eq!(
            terms("how FromRequest extractors work"),
            [
                "from",
                "request",
                "fromrequest",
                "extractor",
                "work",
                "fromrequestextractor",
                "extractorswork"
            ]
        );
        assert_eq!(
            terms("what is this"),
            ["what", "i", "thi", "whati", "isthi"].map(|s| match s {
                "i" => "is",
                "thi" => "this",
                "whati" => "whatis",
                "isthi" => "isthis",
                s => s,
            })
        );
        assert_eq!(terms("漢字仮名"), ["漢字", "字仮", "仮名"]);
    }

    #[test]
    fn filters_and_phrases_are_read_apart() {
        let query =
            Query::parse(r#"retry "open the Store" path:src/db lang:rs "open"#).expect("ok");
        assert_eq!(query.phrases, [["open", "the", "store"]]);
        assert_eq!((query.paths, query.languages), (vec!["src/db".into()], vec!["rust".into()]));
        assert!(Query::parse("lang:klingon x").is_err());
    }

    #[test]
    fn limits_hold() {
        assert!(Query::parse(&"x".repeat(QUERY_LIMIT + 1)).is_err());
        let many: String = (0..900).map(|i| format!("w{} ", i)).collect();
        let query = Query::parse(&many[..QUERY_LIMIT]).expect("at the limit");
        assert_eq!(query.terms.len(), TERM_LIMIT);
        assert!(query.left_out > 0);
    }

    #[test]
    fn an_identifier_asks_for_a_type_by_its_name() {
        let exact = |text: &str| -> Vec<String> {
            Query::parse(text).expect("ok").types.into_iter().filter_map(|t| t.exact).collect()
        };
        assert_eq!(exact("Router"), ["Router"]);
        assert_eq!(exact("Router for paths"), [""; 0]);
        assert_eq!(exact("the Router of uv_loop_t"), ["Router", "uv_loop_t"]);
    }
}
