//! From a text to its [`Extraction`]: parse, walk, number, cut.

use rustc_hash::FxHashSet;
use tree_sitter::{Parser, Tree};

use heimdall_schema::depth::Depth;
use heimdall_schema::record::{
    Binding, Extraction, NO_INDEX, Node, NodeKind, Reference, ReferenceKind, Span,
};

use super::grammar::Grammar;
use super::lines::Lines;
use super::sys::ArenaParser;
use super::walk::{self, Definition, Found};
use super::{chunks, description, plain};

/// Extracts one text after the other; holds the parser between them.
#[derive(Default)]
pub struct Extractor {
    parser: Option<Parser>,
    arena: Option<ArenaParser>,
}

impl Extractor {
    pub fn new() -> Self {
        Extractor::default()
    }

    /// An extractor that is faster, for a process that does nothing else: from now on the process
    /// must use tree-sitter through this value only, and must not have a tree from before.
    pub fn in_arena() -> Self {
        Extractor { parser: None, arena: ArenaParser::install() }
    }

    /// Extracts a text that is written in `language` (empty when unknown) down to `depth`.
    ///
    /// Never fails: a text that cannot be parsed yields what [`extract_plain`] yields, with
    /// `errors` set. Below `symbol` depth nothing is parsed.
    pub fn extract(&mut self, language: &str, depth: Depth, text: &str) -> Extraction {
        let grammar = Grammar::by_name(language).filter(|_| depth >= Depth::Symbol);
        let Some(grammar) = grammar else { return extract_plain(language, depth, text) };
        let walked = match &grammar.compiled().query {
            Ok(query) => self.with_tree(grammar, text, |tree| {
                let references = depth >= Depth::Graph;
                let found = walk::walk(tree, text, query, grammar.separator, references);
                (found, tree.root_node().has_error())
            }),
            Err(_) => None,
        };
        match walked {
            Some((found, errors)) => number(language, text, found, errors),
            None => Extraction { errors: true, ..extract_plain(language, depth, text) },
        }
    }

    /// Parses a text and hands the tree to `user`, which must not keep it. `None` when the parser
    /// gives up.
    pub fn with_tree<R>(
        &mut self,
        grammar: &Grammar,
        text: &str,
        user: impl FnOnce(&Tree) -> R,
    ) -> Option<R> {
        let language = &grammar.compiled().language;
        if let Some(arena) = &mut self.arena {
            return arena.with_tree(language, text, user);
        }
        let parser = self.parser.get_or_insert_default();
        parser.set_language(language).ok()?;
        parser.parse(text, None).map(|tree| user(&tree))
    }

    /// Gives back what the parser holds on to.
    pub fn rest(&mut self) {
        self.parser = None;
    }
}

/// What a text yields without a parser: chunks, comments by simple marks, a description.
pub fn extract_plain(language: &str, depth: Depth, text: &str) -> Extraction {
    let lines = Lines::of(text);
    if depth < Depth::File {
        return Extraction { lines: lines.count(), ..Extraction::default() };
    }
    let comments = plain::comments(language, text);
    Extraction {
        chunks: chunks::cut(&lines, &[]),
        description: description::describe(language, &lines, &comments, u32::MAX),
        comments,
        lines: lines.count(),
        ..Extraction::default()
    }
}

/// Sorts and numbers what a walk has found.
fn number(language: &str, text: &str, found: Found, errors: bool) -> Extraction {
    let Found { names, definitions, mentions, bindings: mut bound, mut comments } = found;
    bound.sort_by_key(|binding| binding.start);
    let lines = Lines::of(text);
    comments.sort_unstable();
    let mut ranges = Vec::with_capacity(comments.len());
    for (first, last) in comments {
        plain::push_range(&mut ranges, first + 1, last + 1);
    }
    let first_head = definitions.iter().map(|d| d.row + 1).min().unwrap_or(u32::MAX);
    let (nodes, places) = nodes(&definitions);
    Extraction {
        names: names.into_list(),
        references: references(mentions, &bound, &places),
        bindings: bindings(bound, &lines, &places),
        chunks: chunks::cut(&lines, &cuts(&definitions)),
        description: description::describe(language, &lines, &ranges, first_head),
        comments: ranges,
        nodes,
        lines: lines.count(),
        errors,
    }
}

/// The definitions in the order of the record, and the place of each.
fn nodes(definitions: &[Definition]) -> (Vec<Node>, Vec<u32>) {
    let mut order: Vec<u32> = (0..definitions.len() as u32).collect();
    order.sort_by_key(|&index| {
        let definition = &definitions[index as usize];
        (definition.row, std::cmp::Reverse(definition.end_row), index)
    });
    let mut places = vec![NO_INDEX; definitions.len()];
    for (place, &index) in order.iter().enumerate() {
        places[index as usize] = place as u32;
    }
    let node = |(place, &index): (usize, &u32)| {
        let definition = &definitions[index as usize];
        // The nearest definition around it that stands before it; all of them do, as a rule.
        let mut around = definition.parent;
        while around != NO_INDEX && places[around as usize] >= place as u32 {
            around = definitions[around as usize].parent;
        }
        Node {
            kind: definition.kind as u8,
            name: definition.name,
            scope: definition.scope,
            parent: if around == NO_INDEX { NO_INDEX } else { places[around as usize] },
            line: definition.row + 1,
            end_line: definition.end_row.max(definition.row) + 1,
            name_line: definition.name_row + 1,
            signature: span(definition.signature),
            doc: span(definition.doc),
        }
    };
    (order.iter().enumerate().map(node).collect(), places)
}

/// The references in the order of the record; a use is kept once a (name, qualifier, definition).
fn references(
    mentions: Vec<walk::Mention>,
    bound: &[walk::Bound],
    places: &[u32],
) -> Vec<Reference> {
    let mut order: Vec<u32> = (0..mentions.len() as u32).collect();
    order.sort_by_key(|&index| (mentions[index as usize].row, index));
    let mut used = FxHashSet::default();
    let mut found = Vec::with_capacity(mentions.len());
    for index in order {
        let mention = &mentions[index as usize];
        let is_use = mention.kind == ReferenceKind::Use;
        if is_use && !used.insert((mention.name, mention.qualifier, mention.from)) {
            continue;
        }
        found.push(Reference {
            kind: mention.kind as u8,
            name: mention.name,
            qualifier: mention.qualifier,
            alias: mention.alias,
            line: mention.row + 1,
            from: places.get(mention.from as usize).copied().unwrap_or(NO_INDEX),
            arity: mention.arity,
            bound: bound.partition_point(|b| b.start <= mention.start) as u32,
        });
    }
    found
}

/// The bindings in the order of the record.
fn bindings(bound: Vec<walk::Bound>, lines: &Lines<'_>, places: &[u32]) -> Vec<Binding> {
    let binding = |bound: walk::Bound| Binding {
        kind: bound.kind as u8,
        name: bound.name,
        text: bound.text,
        line: bound.row + 1,
        end_line: lines.of_end(bound.end).max(bound.row + 1),
        from: places.get(bound.from as usize).copied().unwrap_or(NO_INDEX),
    };
    bound.into_iter().map(binding).collect()
}

/// The rows at which chunks begin: those of definitions that are more than a line of data.
fn cuts(definitions: &[Definition]) -> Vec<u32> {
    use NodeKind::*;
    let is_data = |d: &Definition| match d.kind {
        Field | Variable | Constant | Key | Variant => true,
        Property => d.end_row < d.row + 2,
        _ => false,
    };
    let mut rows: Vec<u32> =
        definitions.iter().filter(|d| !is_data(d)).map(|d| d.lead_row).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

fn span((start, end): (u32, u32)) -> Span {
    if end <= start { Span::default() } else { Span { start, len: end - start } }
}
