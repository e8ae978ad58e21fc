//! From a text to its [`Extraction`]: parse, walk, number, cut.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use tree_sitter::{Language, Parser, Tree};

use heimdall_schema::depth::Depth;
use heimdall_schema::record::{
    Binding, Extraction, NO_INDEX, Node, NodeKind, Reference, ReferenceKind, Span,
};

use super::grammar::{Compiled, Grammar};
use super::lines::Lines;
use super::mask::Masked;
use super::mend::{self, Mend};
use super::pack::Loaded;
use super::sys::ArenaParser;
use super::walk::{self, Definition, Found};
use super::{chunks, description, plain};

/// How often a mask is made better.
const REPAIRS: usize = 3;

/// Extracts one text after the other; holds the parser between them.
#[derive(Default)]
pub struct Extractor {
    parser: Option<Parser>,
    arena: Option<ArenaParser>,
    /// Languages whose parsers were found on disk.
    loaded: Arc<[Loaded]>,
}

impl Extractor {
    pub fn new() -> Self {
        Extractor::default()
    }

    /// An extractor that is faster, for a process that does nothing else: from now on the process
    /// must use tree-sitter through this value only, and must not have a tree from before.
    pub fn in_arena() -> Self {
        Extractor { arena: ArenaParser::install(), ..Extractor::default() }
    }

    /// Knows these languages, too.
    pub fn with_loaded(self, loaded: Vec<Loaded>) -> Self {
        Extractor { loaded: loaded.into(), ..self }
    }

    /// Extracts a text that is written in `language` (empty when unknown) down to `depth`.
    ///
    /// Never fails: a text that cannot be parsed yields what [`extract_plain`] yields, with
    /// `errors` set. Below `symbol` depth nothing is parsed.
    pub fn extract(&mut self, language: &str, depth: Depth, text: &str) -> Extraction {
        if depth < Depth::Symbol {
            return extract_plain(language, depth, text);
        }
        let loaded = self.loaded.clone();
        let walked = if let Some(of_file) = Grammar::by_name(language) {
            let mask = of_file.mask.map_or(Masked::nothing(text), |mask| mask(text));
            let grammar = mask.language.and_then(Grammar::by_name).unwrap_or(of_file);
            let compiled = grammar.compiled();
            let repaired = self.repaired(&compiled.language, text, &mask);
            let masked = repaired.as_deref().unwrap_or(&mask.text);
            let way = (compiled, grammar.separator, depth);
            self.mended(way, of_file.mends, (text, masked))
        } else if let Some(found) = loaded.iter().find(|l| l.name == language) {
            self.mended((&found.compiled, ".", depth), &[], (text, text))
        } else {
            return extract_plain(language, depth, text);
        };
        match walked {
            Some((found, errors)) => number(language, text, found, errors),
            None => Extraction { errors: true, ..extract_plain(language, depth, text) },
        }
    }

    /// A better mask, when there is a way to one and the grammar finds errors in this one.
    fn repaired(&mut self, language: &Language, text: &str, mask: &Masked<'_>) -> Option<String> {
        let repair = mask.repair?;
        let mut better: Option<String> = None;
        for round in 1..=REPAIRS {
            let masked = better.as_deref().unwrap_or(&mask.text);
            let mut errors = self.with_tree(language, masked, errors)?;
            if errors.is_empty() {
                break;
            }
            if round < REPAIRS {
                // What follows the place where a parser stumbles is often sound.
                errors.iter_mut().for_each(|range| range.end = range.start);
            }
            better = repair(text, masked, &errors).or(better);
        }
        better
    }

    /// What the query finds in a text, by the first or a better reading of it, and whether
    /// something could still not be read.
    fn mended(
        &mut self,
        way: (&Compiled, &str, Depth),
        mends: &[Mend],
        (text, masked): (&str, &str),
    ) -> Option<(Found, bool)> {
        let (mut found, mut errors) = self.walked(way, (text, masked), usize::MAX)?;
        let mends = if text.len() > mend::LONGEST_MENDED { &[] } else { mends };
        for mend in mends {
            if errors == 0 {
                break;
            }
            let Some(readable) = mend(masked) else { continue };
            if let Some((Some(better), fewer)) = self.walked(way, (text, &readable), errors) {
                (found, errors) = (Some(better), fewer);
            }
        }
        found.map(|found| (found, errors > 0))
    }

    /// What the query finds in a text when less than `limit` of it cannot be read, and how much
    /// cannot. What is parsed is the text under its mask, which is as long.
    fn walked(
        &mut self,
        (compiled, separator, depth): (&Compiled, &str, Depth),
        (text, masked): (&str, &str),
        limit: usize,
    ) -> Option<(Option<Found>, usize)> {
        let query = compiled.query.as_ref().ok()?;
        self.with_tree(&compiled.language, masked, |tree| {
            let unread = errors(tree).iter().map(|range| range.len().max(1)).sum();
            let references = depth >= Depth::Graph;
            let walk = || walk::walk(tree, (text, masked), query, separator, references);
            ((unread < limit).then(walk), unread)
        })
    }

    /// Parses a text and hands the tree to `user`, which must not keep it. `None` when the parser
    /// gives up.
    pub fn with_tree<R>(
        &mut self,
        language: &Language,
        text: &str,
        user: impl FnOnce(&Tree) -> R,
    ) -> Option<R> {
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

/// Where the parser stumbled.
fn errors(tree: &Tree) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            found.push(node.byte_range());
        } else if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
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

/// Languages of which is kept in which order names come into force.
const IN_ORDER: [&str; 2] = ["go", "python"];

/// Every binding is in force, as far as the order tells.
const EVERYTHING: u32 = u32::MAX;

/// Sorts and numbers what a walk has found.
fn number(language: &str, text: &str, found: Found, errors: bool) -> Extraction {
    let Found { names, definitions, mentions, bindings: mut bound, mut comments } = found;
    let in_order = IN_ORDER.contains(&language);
    if in_order {
        bound.sort_by_key(|binding| binding.start);
    } else {
        // The line of a name tells where it comes into force.
        bound.iter_mut().for_each(|binding| binding.row = binding.name_row);
        bound.sort_by_key(|binding| binding.row);
    }
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
        references: references(mentions, in_order.then_some(&bound[..]), &places, &definitions),
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

/// The references in the order of the record. In a definition a use is kept once a (name,
/// qualifier); outside, and by a mark like a macro's, once a line.
fn references(
    mentions: Vec<walk::Mention>,
    bound: Option<&[walk::Bound]>,
    places: &[u32],
    definitions: &[Definition],
) -> Vec<Reference> {
    let mut order: Vec<u32> = (0..mentions.len() as u32).collect();
    order.sort_by_key(|&index| (mentions[index as usize].row, index));
    let mut used = FxHashSet::default();
    let mut found = Vec::with_capacity(mentions.len());
    for index in order {
        let mention = &mentions[index as usize];
        let is_use = mention.kind == ReferenceKind::Use;
        let around = definitions.get(mention.from as usize).map(|d| d.kind);
        let is_outside = around.is_none_or(|kind| {
            matches!(kind, NodeKind::Module | NodeKind::Namespace | NodeKind::Package)
        });
        let row = if is_outside || mention.alias != NO_INDEX { mention.row } else { 0 };
        if is_use && !used.insert((mention.name, mention.qualifier, mention.from, row)) {
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
            bound: bound
                .map_or(EVERYTHING, |all| all.partition_point(|b| b.start <= mention.start) as u32),
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
