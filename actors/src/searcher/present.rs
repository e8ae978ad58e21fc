//! A found file as a person reads it: verdict, title, definitions, the line that answers best.

use std::collections::HashMap;

use heimdall_schema::id::{FileKey, RootKey, under};
use heimdall_schema::record::Node;
use heimdall_schema::text::slice;
use heimdall_schema::wire::search::Explanation;
use heimdall_schema::wire::{Hit, SymbolLine, Verdict, WirePath};

use super::atlas::Atlas;
use super::error::SearchError;
use super::found::{Found, Shelf};
use super::memory::Disk;
use super::query::Query;
use super::removed::Removed;
use super::snippet::{Wanted, best_line};
use super::symbols::{self, Matcher};
use super::verdict::{self, Anchor, Answer};

/// Definitions named in a title.
const TITLE_SYMBOLS: usize = 3;

/// Other places listed with a hit.
const ALSO_LIMIT: usize = 20;

/// Everything that presenting a hit asks.
pub struct Presenter<'a> {
    pub shelf: &'a Shelf<'a>,
    pub disk: &'a dyn Disk,
    pub atlas: &'a Atlas,
    pub query: &'a Query,
    pub wanted: Wanted<'a>,
    pub matcher: &'a Matcher<'a>,
    /// Where content that moved within the last days was before.
    pub moves: HashMap<FileKey, FileKey>,
    /// Directories that the search is confined to.
    pub directories: Option<Vec<(RootKey, Vec<u8>)>>,
    pub explain: bool,
}

/// What looking at a file's anchor gave.
pub struct Looked {
    anchor: Anchor,
    /// The place that is shown: the anchor or what replaces it.
    pub key: FileKey,
    /// Where it was before, for people.
    moved_from: Option<String>,
    also: Vec<WirePath>,
    /// Whether the Reconciler should look at the place that was indexed.
    pub hint: bool,
}

impl Presenter<'_> {
    fn wire_path(&self, key: &FileKey) -> WirePath {
        WirePath(self.atlas.path(key).unwrap_or_else(|| key.relative().to_vec()))
    }

    fn in_scope(&self, key: &FileKey) -> bool {
        self.directories.as_ref().is_none_or(|directories| {
            let inside = |(root, directory): &(RootKey, Vec<u8>)| {
                key.root() == *root && under(key.relative(), directory)
            };
            directories.iter().any(inside)
        })
    }

    /// Looks at the anchor of a found file; at most two looks at the disk.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn look(&self, found: &Found) -> Result<Looked, SearchError> {
        let mut others = Vec::new();
        if found.record.hash != [0; 32] && found.record.stat.size > 0 {
            others = self.shelf.memory.places(&found.record.hash)?;
            others.retain(|key| *key != found.key && self.in_scope(key));
        }
        let card = |key: &FileKey| self.shelf.memory.file(key).ok().flatten();
        let path_of = |key: &FileKey| self.atlas.path(key);
        let anchor = verdict::look(self.disk, &found.key, &found.record, &others, path_of, card);
        let (key, moved_from) = match &anchor {
            Anchor::Moved(next) => (next.clone(), Some(&found.key)),
            _ => (found.key.clone(), self.moves.get(&found.key)),
        };
        others.retain(|other| *other != key);
        others.truncate(ALSO_LIMIT);
        Ok(Looked {
            moved_from: moved_from.map(|old| self.wire_path(old).to_string()),
            also: others.iter().map(|other| self.wire_path(other)).collect(),
            hint: anchor != Anchor::Intact,
            anchor,
            key,
        })
    }

    /// A file as one hit.
    pub fn file(&self, found: &Found, looked: &Looked, answer: Answer) -> Hit {
        let extraction = &found.extraction;
        let matched = self.matcher.find(extraction, found.chunk.as_ref());
        let line = self.line_of_chunk(found);
        let mut nodes: Vec<&Node> = matched.iter().map(|m| m.node).collect();
        if nodes.is_empty()
            && let Some((number, _)) = &line
        {
            nodes.extend(symbols::around(extraction, *number));
        }
        let total = nodes.len();
        nodes.truncate(symbols::LISTED);
        let shown: Vec<SymbolLine> =
            nodes.iter().map(|node| symbols::show(extraction, &found.text, node)).collect();
        let place = self.atlas.in_project(&looked.key);
        let title = match shown.len() {
            0 if extraction.description.is_empty() => place,
            0 => format!("{place} — {}", extraction.description),
            1 => format!("{place} — {}:{}", shown[0].name, shown[0].line),
            _ => {
                let named: Vec<String> = shown
                    .iter()
                    .take(TITLE_SYMBOLS)
                    .map(|symbol| format!("{}:{}", symbol.name, symbol.line))
                    .collect();
                format!("{place} — {total} symbols: {}", named.join(", "))
            }
        };
        self.hit(found, looked, answer, title, shown, line)
    }

    /// A definition as one hit.
    pub fn symbol(&self, found: &Found, looked: &Looked, node: &Node, answer: Answer) -> Hit {
        let shown = symbols::show(&found.extraction, &found.text, node);
        let title =
            format!("{} — {} {}", self.atlas.in_project(&looked.key), shown.kind, shown.name);
        let line = best_line(&self.wanted, lines(&found.text, node.line, node.end_line), node.line);
        self.hit(found, looked, answer, title, vec![shown], line)
    }

    fn hit(
        &self,
        found: &Found,
        looked: &Looked,
        answer: Answer,
        title: String,
        shown: Vec<SymbolLine>,
        line: Option<(u32, String)>,
    ) -> Hit {
        let (verdict, reason) =
            verdict::decide(&looked.anchor, answer.judge(), looked.moved_from.as_deref());
        let first = shown.first().cloned();
        let (number, snippet) = line.unwrap_or((0, String::new()));
        let chunk_line = if number > 0 { number } else { 1 };
        let chunk_end = found.chunk.as_ref().map_or(chunk_line, |c| c.end_line.max(chunk_line));
        Hit {
            rank: answer.position as u32 + 1,
            verdict,
            reason,
            coverage: answer.coverage,
            score: found.ranked.score,
            path: self.wire_path(&looked.key),
            root: WirePath(self.atlas.root(looked.key.root()).unwrap_or_default().to_vec()),
            project: self.atlas.project(&looked.key).0,
            language: found.record.language.clone(),
            title,
            kind: first.as_ref().map_or_else(|| "file".to_owned(), |s| s.kind.clone()),
            line: first.as_ref().map_or(chunk_line, |s| s.line),
            end_line: first.as_ref().map_or(chunk_end, |s| s.end_line),
            signature: first.map(|s| s.signature).unwrap_or_default(),
            symbols: shown,
            snippet,
            also: looked.also.clone(),
            explain: self.explain.then(|| self.explanation(found)),
        }
    }

    fn line_of_chunk(&self, found: &Found) -> Option<(u32, String)> {
        let chunk = found.chunk.as_ref()?;
        best_line(&self.wanted, slice(&found.text, chunk.span), chunk.line)
    }

    /// Share of the query's parts in a definition.
    pub fn coverage(&self, found: &Found, node: &Node) -> f32 {
        self.wanted.coverage(lines(&found.text, node.line, node.end_line))
    }

    fn explanation(&self, found: &Found) -> Explanation {
        let parts = found.ranked.parts;
        let held = self.query.terms.iter().enumerate();
        let held = held.filter(|(at, _)| found.ranked.candidate.terms >> at & 1 != 0);
        Explanation {
            fields: parts.fields,
            chunks: parts.chunks,
            coverage: parts.coverage,
            stem: parts.stem,
            definition: parts.definition,
            size: parts.size,
            place: parts.place,
            vote: parts.vote,
            terms: held.map(|(_, term)| term.text.clone()).collect(),
        }
    }

    /// A retracted file: its title, nothing to open.
    pub fn removed(&self, removed: &Removed, position: usize) -> Hit {
        let names =
            removed.titles.iter().take(TITLE_SYMBOLS).cloned().collect::<Vec<_>>().join(", ");
        let place = self.atlas.in_project(&removed.key);
        Hit {
            rank: position as u32 + 1,
            verdict: Verdict::Removed,
            reason: "its file is gone and was retracted".to_owned(),
            coverage: removed.coverage,
            score: 0.0,
            path: self.wire_path(&removed.key),
            root: WirePath(self.atlas.root(removed.key.root()).unwrap_or_default().to_vec()),
            project: self.atlas.project(&removed.key).0,
            language: String::new(),
            title: if names.is_empty() { place } else { format!("{place} — {names}") },
            kind: "file".to_owned(),
            line: 1,
            end_line: 1,
            signature: String::new(),
            symbols: Vec::new(),
            snippet: String::new(),
            also: Vec::new(),
            explain: None,
        }
    }

    /// Whether a retracted file may be told of.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn tells_removed(&self, removed: &Removed) -> Result<bool, SearchError> {
        Ok(self.in_scope(&removed.key)
            && self.atlas.root(removed.key.root()).is_some()
            && self.shelf.memory.file(&removed.key)?.is_none())
    }
}

/// Lines `first` to `last` (from 1, both included) of a text.
fn lines(text: &str, first: u32, last: u32) -> &str {
    let ends = |count: u32| {
        let nth = (count as usize).checked_sub(1);
        nth.map_or(Some(0), |n| memchr::memchr_iter(b'\n', text.as_bytes()).nth(n).map(|at| at + 1))
    };
    let start = ends(first.saturating_sub(1)).unwrap_or(text.len());
    let end = ends(last).unwrap_or(text.len());
    text.get(start..end.max(start)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_are_cut_whole() {
        let text = "a\nb\nc";
        assert_eq!(lines(text, 1, 1), "a\n");
        assert_eq!(lines(text, 2, 3), "b\nc");
        assert_eq!(lines(text, 3, 9), "c");
        assert_eq!(lines(text, 7, 9), "");
    }
}
