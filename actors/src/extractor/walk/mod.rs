//! One pass over a syntax tree, in the order of the source, collecting what the query names.
//!
//! The pass never recurses over the tree: nesting of any depth costs memory on the heap only.

mod bind;
mod define;
mod embed;
mod frames;
mod join;
mod lead;
mod passed;
mod refer;

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use tree_sitter::{Node, Tree};

use heimdall_schema::record::{BindingKind, NodeKind, ReferenceKind};

use super::names::{Names, compact};
use super::query::{Matcher, Pattern, Query, Role};
use embed::Embedded;
use frames::{Frame, Frames, Holds};
use join::Joined;
use lead::{AttributeKind, Lead};

/// A definition before it is numbered. Rows count from 0, offsets are bytes of the text.
#[derive(Debug)]
pub struct Definition {
    pub kind: NodeKind,
    pub name: u32,
    pub scope: u32,
    /// Index among the definitions in the order in which they were met.
    pub parent: u32,
    pub row: u32,
    pub end_row: u32,
    pub name_row: u32,
    /// First row of the comments and attributes that lead to it.
    pub lead_row: u32,
    pub signature: (u32, u32),
    pub doc: (u32, u32),
}

/// A reference before it is numbered.
#[derive(Debug)]
pub struct Mention {
    pub kind: ReferenceKind,
    pub name: u32,
    pub qualifier: u32,
    pub alias: u32,
    pub row: u32,
    /// Byte at which it begins, its qualifier included.
    pub start: u32,
    /// Index among the definitions in the order in which they were met.
    pub from: u32,
    pub arity: u8,
}

/// A binding before it is numbered.
#[derive(Debug)]
pub struct Bound {
    pub kind: BindingKind,
    pub name: u32,
    pub text: u32,
    /// Row of its name.
    pub name_row: u32,
    /// Row and byte at which it comes into force.
    pub row: u32,
    pub start: u32,
    /// Byte at which it ends to be in force.
    pub end: u32,
    /// Index among the definitions in the order in which they were met.
    pub from: u32,
}

/// What a pass has found.
#[derive(Default)]
pub struct Found {
    pub names: Names,
    pub definitions: Vec<Definition>,
    pub mentions: Vec<Mention>,
    pub bindings: Vec<Bound>,
    /// Whole-line comments and docstrings: first and last row.
    pub comments: Vec<(u32, u32)>,
}

/// Walks the whole tree, which is that of a text under its mask. Without references only
/// definitions and comments are collected.
pub fn walk(
    tree: &Tree,
    texts: (&str, &str),
    query: &Query,
    separator: &str,
    references: bool,
) -> Found {
    let text = texts.0;
    let mut whole = Whole {
        claimed: Claimed::of(text),
        bound: if references { Claimed::of(text) } else { Claimed::default() },
        found: Found::default(),
        embedded: Vec::new(),
    };
    let walker = Walker::new(tree, Frames::default(), 0, texts, query, separator, whole);
    whole = walker.walk(tree, references);
    while let Some(Embedded { tree, frames, depth }) = whole.embedded.pop() {
        let walker = Walker::new(&tree, frames, depth, texts, query, separator, whole);
        whole = walker.walk(&tree, references);
    }
    whole.found
}

/// What the walks over the trees of one text share.
struct Whole {
    claimed: Claimed,
    bound: Claimed,
    found: Found,
    embedded: Vec<Embedded>,
}

/// The wrapper (`export`, `template`, decorators) whose content has not been met yet.
#[derive(Default)]
struct Wrapper {
    start: u32,
    row: u32,
    end: u32,
    /// Depth in the tree of the innermost of a chain of wrappers.
    depth: u32,
    /// Whether it only counts for a content that begins on its line.
    same_line: bool,
}

/// A set of bytes of the text.
#[derive(Default)]
struct Claimed(Vec<u64>);

impl Claimed {
    fn of(text: &str) -> Self {
        Claimed(vec![0; text.len() / 64 + 1])
    }

    fn contains(&self, at: u32) -> bool {
        self.0[at as usize / 64] >> (at % 64) & 1 == 1
    }

    /// Answers whether it was not there before.
    fn insert(&mut self, at: u32) -> bool {
        let new = !self.contains(at);
        self.0[at as usize / 64] |= 1 << (at % 64);
        new
    }
}

struct Walker<'t, 'q> {
    text: &'t str,
    masked: &'t str,
    query: &'q Query,
    separator: &'q str,
    references: bool,
    matcher: Matcher<'t, 'q>,
    frames: Frames,
    lead: Lead,
    wrapper: Wrapper,
    /// Names of type parameters, and where they end to mean something.
    shadows: Vec<(u32, u32)>,
    /// Starts of the names that already are a definition's or a reference's: first pattern wins.
    claimed: Claimed,
    /// Starts of the names that are bound: first pattern wins.
    bound: Claimed,
    /// Scopes and names of the definitions that are made once.
    made: FxHashSet<(u32, u32)>,
    /// The definitions that others of their name may join.
    joined: Joined,
    /// Where a variable's declaration ends that the grammar takes for a function's: what stands in
    /// it is no parameter.
    declared_until: u32,
    /// Scratch: nodes by role, one row of them a match.
    matched: Vec<Option<Node<'t>>>,
    found: Found,
    /// Source with a tree of its own, which is still to be walked.
    embedded: Vec<Embedded>,
    /// How deep this tree stands in source of that kind.
    depth: u32,
}

/// The nodes of one match by what they are to it.
#[derive(Default)]
struct Parts<'t> {
    name: Option<Node<'t>>,
    path: Option<Node<'t>>,
    qualifier: Option<Node<'t>>,
    alias: Option<Node<'t>>,
    receiver: Option<Node<'t>>,
    within: Option<Node<'t>>,
    body: Option<Node<'t>>,
    written_type: Option<Node<'t>>,
    value: Option<Node<'t>>,
    values: Option<Node<'t>>,
    member: Option<Node<'t>>,
    arguments: Option<Node<'t>>,
    passed: Option<Node<'t>>,
    /// The function without a name to which a binding belongs.
    closure: Option<Node<'t>>,
    region: Option<Node<'t>>,
    /// Only a definition where code is not being run.
    outer: bool,
    /// Only a definition where its scope has none of that name yet.
    once: bool,
    /// Lasts to the end of what it stands in.
    rest: bool,
    /// Holds the name in several parts, of which `name` is the first.
    selector: Option<Node<'t>>,
    /// Its first line says it all.
    line: bool,
    /// Only a definition directly in a type.
    inside: bool,
    /// One definition with its neighbour of that name.
    joined: bool,
}

impl<'t, 'q> Walker<'t, 'q> {
    fn new(
        tree: &'t Tree,
        frames: Frames,
        depth: u32,
        (text, masked): (&'t str, &'t str),
        query: &'q Query,
        separator: &'q str,
        whole: Whole,
    ) -> Self {
        let Whole { claimed, bound, found, embedded } = whole;
        Walker {
            text,
            masked,
            query,
            separator,
            references: false,
            matcher: Matcher::new(query, text, tree.root_node()),
            frames,
            lead: Lead::default(),
            wrapper: Wrapper::default(),
            shadows: Vec::new(),
            claimed,
            bound,
            made: FxHashSet::default(),
            declared_until: 0,
            joined: Joined::default(),
            matched: Vec::new(),
            found,
            embedded,
            depth,
        }
    }

    /// Walks a tree. Without references only definitions and comments are collected.
    fn walk(mut self, tree: &'t Tree, references: bool) -> Whole {
        self.references = references;
        let mut cursor = tree.walk();
        let mut depth = 0_u32;
        'tree: loop {
            if self.visit(cursor.node(), depth) && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'tree;
                }
                depth -= 1;
            }
        }
        let Walker { claimed, bound, found, embedded, .. } = self;
        Whole { claimed, bound, found, embedded }
    }

    /// Applies every pattern that may match at a node; answers whether to go below it.
    fn visit(&mut self, node: Node<'t>, depth: u32) -> bool {
        let query = self.query;
        let candidates = query.at(node.kind_id(), self.references);
        if candidates.is_empty() {
            return true;
        }
        self.frames.reach(node.start_byte() as u32);
        self.matcher.turn();
        let mut descend = true;
        for &index in candidates {
            if !descend {
                break;
            }
            let pattern = &query.patterns[index as usize];
            let mut matched = std::mem::take(&mut self.matched);
            matched.clear();
            self.matcher.each(pattern, node, &mut |bindings| {
                matched.extend(pattern.roles.iter().map(|(_, step)| bindings.node(*step)));
            });
            for nodes in matched.chunks_exact(pattern.roles.len().max(1)) {
                descend &= self.take(pattern, nodes, depth);
            }
            self.matched = matched;
        }
        descend
    }

    /// Acts on one match; answers whether to go below its root.
    fn take(&mut self, pattern: &Pattern, nodes: &[Option<Node<'t>>], depth: u32) -> bool {
        let mut parts = Parts::default();
        let mut definition = None;
        let mut reference = None;
        let mut binding = None;
        for (&(role, step), node) in pattern.roles.iter().zip(nodes) {
            let Some(node) = *node else { continue };
            match role {
                Role::Definition(kind) => {
                    definition = Some((kind, node, depth + pattern.steps[step].depth));
                }
                Role::Reference(kind) => reference = Some((kind, node)),
                Role::Binding(kind) => binding = Some((kind, node)),
                Role::Type => parts.written_type = Some(node),
                Role::Value => parts.value = Some(node),
                Role::Values => parts.values = Some(node),
                Role::Member => parts.member = Some(node),
                Role::Arguments => parts.arguments = Some(node),
                Role::Passed => parts.passed = Some(node),
                Role::Region => parts.region = Some(node),
                Role::Name => parts.name = Some(node),
                Role::Path => parts.path = Some(node),
                Role::Qualifier => parts.qualifier = Some(node),
                Role::Alias => parts.alias = Some(node),
                Role::Within => parts.within = Some(node),
                Role::Receiver => parts.receiver = Some(node),
                Role::Selector => parts.selector = Some(node),
                Role::Body => parts.body = Some(node),
                Role::Closure => parts.closure = Some(node),
                Role::Outer => parts.outer = true,
                Role::Once => parts.once = true,
                Role::Rest => parts.rest = true,
                Role::Line => parts.line = true,
                Role::Inside => parts.inside = true,
                Role::Joined => parts.joined = true,
                Role::Shadow => self.shadow(node),
                Role::Tail => self.tail(node),
                Role::Scope | Role::Prefix | Role::Text => {}
                Role::Local | Role::OpenLocal => {}
                Role::Wrapper | Role::LineWrapper => {}
                Role::Docstring => self.docstring(node),
                Role::Comment => self.comment(node, true),
                Role::InnerComment => self.comment(node, false),
                Role::Between => self.between(node),
                Role::Attribute => self.attribute(node, AttributeKind::Plain),
                Role::TestAttribute => self.attribute(node, AttributeKind::Test),
                Role::SignatureAttribute => self.attribute(node, AttributeKind::Signature),
                Role::Embedded => return !self.embed(node),
                Role::Skip => return false,
            }
        }
        if let Some((kind, node)) = binding {
            self.bind(kind, node, &parts);
            return true;
        }
        if let Some((kind, node, depth)) = definition {
            return self.define(kind, node, &parts, depth);
        }
        if let Some((kind, node)) = reference {
            self.refer(kind, node, &parts);
            return true;
        }
        for (&(role, _), node) in pattern.roles.iter().zip(nodes) {
            let Some(node) = *node else { continue };
            match role {
                Role::Scope => self.enter(node, Holds::Scope, parts.name),
                Role::Prefix => self.enter_prefix(node, &parts),
                Role::Local => self.enter(node, Holds::Local, None),
                Role::Closure => self.enter(node, Holds::Closure, None),
                Role::OpenLocal => self.enter(node, Holds::Open, None),
                Role::Wrapper => self.wrap(node, depth, false),
                Role::LineWrapper => self.wrap(node, depth, true),
                _ => {}
            }
        }
        true
    }

    /// The source of a node.
    fn source(&self, node: Node<'t>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// A name in several parts: the siblings of `first` that are to `holder` what it is, with the
    /// colons among them. A parameter stands for the colon before it.
    fn selector(&self, holder: Node<'t>, first: Node<'t>) -> String {
        let mut cursor = holder.walk();
        let mut name = String::new();
        let mut field = None;
        let mut more = cursor.goto_first_child();
        while more {
            let node = cursor.node();
            if node.id() == first.id() {
                field = Some(cursor.field_id());
            }
            match node.kind() {
                _ if field.is_none() => {}
                ":" | "method_parameter" => name.push(':'),
                // Without a colon between them, the second is an attribute.
                _ if !(name.is_empty() || name.ends_with(':')) => {}
                kind if kind == first.kind() && Some(cursor.field_id()) == field => {
                    name.push_str(self.source(node));
                }
                _ => {}
            }
            more = cursor.goto_next_sibling();
        }
        name
    }

    /// Opens a region that is not a definition.
    fn enter(&mut self, node: Node<'t>, holds: Holds, name: Option<Node<'t>>) {
        // Names are in force to the end of the innermost code around them; definitions do not care.
        let is_code = matches!(holds, Holds::Local | Holds::Open);
        if is_code && !self.references && self.frames.is_local() {
            return;
        }
        let name = name.map_or(Cow::Borrowed(""), |n| compact(self.source(n)));
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        let scope = self.scope_at(start, end);
        let name = self.found.names.number(&name);
        let row = node.start_position().row as u32;
        self.frames.push(Frame { row, ..Frame::new(start, end, holds, name, scope) });
    }

    fn wrap(&mut self, node: Node<'t>, depth: u32, same_line: bool) {
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        if self.wrapper.end > start && self.wrapper.depth + 1 == depth {
            self.wrapper.depth = depth;
            self.wrapper.same_line |= same_line;
        } else {
            let row = node.start_position().row as u32;
            self.wrapper = Wrapper { start, row, end, depth, same_line };
        }
    }
}
