//! Which files hold an identifier: the graph's way from a definition to what refers to it.

use std::collections::BTreeSet;

use heimdall_schema::id::FileKey;

use super::error::SearchError;
use super::gather::read;
use super::reader::LexicalSnapshot;
use super::word::{self, Run};

impl LexicalSnapshot {
    /// The files in whose code `name` stands as a word, in the order of keys. Case and inflection
    /// are not told apart, so there may be others among them. A name without letters or digits is
    /// in none.
    pub(super) fn mentioning(&self, name: &str) -> Result<Vec<FileKey>, SearchError> {
        let Some(term) = telling_term(name) else { return Ok(Vec::new()) };
        let mut found = BTreeSet::new();
        for segment in &self.segments {
            let inverted = segment.inverted(self.fields.code)?;
            let Some(info) = inverted.terms().get(term.as_bytes())? else { continue };
            let mut files = BTreeSet::new();
            let mut from = 0;
            read(inverted, &info, |doc, _| {
                from = segment.file_of(doc, from);
                files.insert(from);
            })?;
            for file in files.into_iter().filter(|&file| segment.is_alive(file)) {
                found.insert(segment.key(file)?);
            }
        }
        Ok(found.into_iter().collect())
    }
}

/// The term that tells most of a name: its longest word as a whole, the longest part of one that
/// is not kept whole, or two neighbours where words are written without spaces.
fn telling_term(name: &str) -> Option<String> {
    let of_run = |run: Run| match run {
        Run::Word { start, end } => {
            let (mut terms, parts) = word::terms(name.get(start..end)?);
            match terms.len() > parts {
                true => terms.pop(),
                false => terms.into_iter().max_by_key(String::len),
            }
        }
        Run::Ideographs { start, end } => {
            word::pairs(name.get(start..end)?).next().map(str::to_owned)
        }
    };
    word::runs(name).filter_map(of_run).max_by_key(String::len)
}

#[cfg(test)]
mod tests {
    use super::telling_term;

    #[test]
    fn the_whole_of_a_name_tells_most() {
        let of = |name: &str| telling_term(name).unwrap_or_default();
        assert_eq!(of("parseUrl"), of("parse_url"));
        assert_ne!(of("parseUrl"), of("url"));
        assert_eq!(of("empty?"), of("empty"));
        assert_eq!(of("你好吗"), "你好");
        assert_eq!(telling_term("+"), None);
    }
}
