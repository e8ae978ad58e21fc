//! The definitions of a file that a query means, best first.

use std::collections::{HashMap, HashSet};

use heimdall_schema::record::{Chunk, Extraction, NO_INDEX, Node, NodeKind};
use heimdall_schema::text::signature;
use heimdall_schema::wire::SymbolLine;

use super::query::{Query, TermKind};
use super::word;

/// Most definitions listed with a hit.
pub const LISTED: usize = 8;

/// What a definition that names no type and cannot be called counts.
const MINOR: f32 = 0.7;

/// What standing in the chunk that answers best adds.
const IN_CHUNK: f32 = 0.15;

/// What bearing the very name that the query writes adds.
const SAME_NAME: f32 = 1.0;

/// A definition with how well its name fits.
#[derive(Clone, Copy, Debug)]
pub struct Matched<'a> {
    pub node: &'a Node,
    /// From above 0; comparable within one query.
    pub score: f32,
}

/// What names are compared with.
pub struct Matcher<'a> {
    /// Each part of the query with its inverse frequency over their sum.
    parts: HashMap<&'a str, f32>,
    /// Names as the query writes them, lower-case.
    names: HashSet<&'a str>,
    pub kind: Option<NodeKind>,
}

impl<'a> Matcher<'a> {
    /// `idfs` holds one number a term of the query.
    pub fn new(query: &'a Query, idfs: &[f32], kind: Option<NodeKind>) -> Self {
        let parts: Vec<(&str, f32)> = query
            .terms
            .iter()
            .zip(idfs)
            .filter(|(term, _)| term.kind == TermKind::Part)
            .map(|(term, idf)| (term.text.as_str(), idf.max(1e-3)))
            .collect();
        let sum: f32 = parts.iter().map(|(_, idf)| idf).sum();
        Self {
            parts: parts.into_iter().map(|(part, idf)| (part, idf / sum.max(1e-9))).collect(),
            names: query.types.iter().map(|t| t.folded.as_str()).collect(),
            kind,
        }
    }

    /// The definitions of a file whose names fit, best first. Those of a kind that was asked for
    /// need not fit when they stand in `chunk`.
    pub fn find<'n>(&self, extraction: &'n Extraction, chunk: Option<&Chunk>) -> Vec<Matched<'n>> {
        let mut scores: HashMap<u32, f32> = HashMap::new();
        let mut found: Vec<Matched<'n>> = Vec::new();
        for node in &extraction.nodes {
            let Some(kind) = NodeKind::from_byte(node.kind) else { continue };
            if self.kind.is_some_and(|wanted| wanted != kind) {
                continue;
            }
            let of_name = *scores
                .entry(node.name)
                .or_insert_with(|| extraction.name(node.name).map_or(0.0, |name| self.fits(name)));
            let inside = chunk.is_some_and(|c| (c.line..=c.end_line).contains(&node.name_line));
            if of_name == 0.0 && !(self.kind.is_some() && inside) {
                continue;
            }
            let weight = if kind.is_type() || kind.is_callable() { 1.0 } else { MINOR };
            let score = of_name * weight + if inside { IN_CHUNK } else { 0.0 };
            found.push(Matched { node, score });
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.node.line.cmp(&b.node.line)));
        found
    }

    /// How well a name fits: the harmonic mean of how much of the query it has and how much of it
    /// the query has; more when the query writes it.
    fn fits(&self, name: &str) -> f32 {
        let (mut own, mut shared, mut of_query) = (0usize, 0usize, 0.0f32);
        let mut seen = HashSet::new();
        for word in word::words(name) {
            let (terms, parts) = word::terms(word);
            for term in terms.into_iter().take(parts) {
                if seen.contains(&term) {
                    continue;
                }
                own += 1;
                if let Some(idf) = self.parts.get(term.as_str()) {
                    shared += 1;
                    of_query += idf;
                }
                seen.insert(term);
            }
        }
        if shared == 0 {
            return 0.0;
        }
        let of_name = shared as f32 / own as f32;
        let both = 2.0 * of_name * of_query / (of_name + of_query);
        let named = self.names.contains(name.to_lowercase().as_str());
        both + if named { SAME_NAME } else { 0.0 }
    }
}

/// The innermost definition around a line.
pub fn around(extraction: &Extraction, line: u32) -> Option<&Node> {
    let holding = extraction.nodes.iter().filter(|n| (n.line..=n.end_line).contains(&line));
    holding.max_by_key(|n| (n.line, std::cmp::Reverse(n.end_line)))
}

/// A definition as it is shown.
pub fn show(extraction: &Extraction, text: &str, node: &Node) -> SymbolLine {
    let name = extraction.name(node.name).unwrap_or("");
    let name = match extraction.name(node.scope) {
        Some(scope) if node.scope != NO_INDEX && !scope.is_empty() => format!("{scope}.{name}"),
        _ => name.to_owned(),
    };
    SymbolLine {
        name,
        kind: NodeKind::from_byte(node.kind).map_or("", NodeKind::name).to_owned(),
        line: node.line,
        end_line: node.end_line,
        signature: signature(text, node.signature),
    }
}
