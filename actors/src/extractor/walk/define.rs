//! From a match to a definition.

use tree_sitter::Node;

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind};

use super::frames::{Frame, Holds};
use super::lead::{last_row, past_blanks};
use super::{Bound, Definition, Parts, Walker};
use crate::extractor::names::{compact, cut, split_path, unquoted};

/// Longest signature kept, in bytes.
const LONGEST_SIGNATURE: usize = 1024;

/// Longest qualified name that still grows with nesting, in bytes.
const LONGEST_SCOPE: usize = 256;

/// How many keys of a data file may stand inside each other and still be definitions.
const KEY_LEVELS: usize = 2;

impl<'t> Walker<'t, '_> {
    /// Records a definition; answers whether to go below it.
    pub(super) fn define(
        &mut self,
        kind: NodeKind,
        node: Node<'t>,
        parts: &Parts<'t>,
        depth: u32,
    ) -> bool {
        let Some(name_node) = parts.name.or(parts.path) else { return true };
        let mut name = bare_name(kind, self.source(name_node));
        let mut receiver =
            parts.receiver.map_or(String::new(), |n| compact(self.source(n)).into_owned());
        if parts.path.is_some() {
            let (before, last) = split_path(name, self.separator);
            if matches!(kind, NodeKind::Key | NodeKind::Table) {
                receiver.push_str(before.replace(['"', '\''], "").replace(" . ", ".").trim());
                name = bare_name(kind, last);
            } else {
                receiver.push_str(&compact(before));
                name = without_arguments(last);
            }
        }
        let whole;
        if let Some(selector) = parts.selector {
            whole = self.selector(selector, name_node);
            name = &whole;
        }
        if name.is_empty() || self.claimed.contains(name_node.start_byte() as u32) {
            return true;
        }
        let last = node.parent().filter(|_| parts.rest).unwrap_or(node);
        let (mut start, end) = (node.start_byte() as u32, last.end_byte() as u32);
        let mut row = node.start_position().row as u32;
        if self.wrapper.end > start
            && self.wrapper.depth + 1 == depth
            && (!self.wrapper.same_line || self.wrapper.row == row)
        {
            (start, row) = (self.wrapper.start, self.wrapper.row);
            self.wrapper.end = 0;
        }
        let elsewhere =
            parts.outer && self.is_code(start, end) || parts.inside && !self.is_member(start, end);
        if elsewhere {
            return true;
        }
        let Some(mut kind) = self.settled_kind(kind, start, end) else { return true };
        if kind == NodeKind::Function && !receiver.is_empty() {
            kind = NodeKind::Method;
        }
        if let Some(within) = parts.within {
            receiver.push_str(&compact(self.source(within)));
        }
        let owner = parts.qualifier.map_or(receiver, |n| compact(self.source(n)).into_owned());
        self.claimed.insert(name_node.start_byte() as u32);
        if let Some(path) = parts.path {
            self.claim(path);
        }

        if parts.joined && self.join_earlier(kind, node, name_node, &folded(name)) {
            return true;
        }
        let index = self.found.definitions.len() as u32;
        let parent = self.parent_of(start, end);
        let mut scope = self.scope_at(start, end);
        if !owner.is_empty() {
            scope = self.join(scope, &owner);
        }
        let number = self.found.names.number(&folded(name));
        if parts.once && !self.made.insert((scope, number)) {
            return true;
        }
        let mut definition = Definition {
            kind,
            name: number,
            scope,
            parent,
            row,
            end_row: if self.separator == " > " { last_row(last) } else { self.last_row(last) },
            name_row: name_node.start_position().row as u32,
            lead_row: row,
            signature: self.signature(kind, node, name_node, start, parts),
            doc: (0, 0),
        };
        if self.lead.leads_to(node.start_position().row as u32) {
            self.attach_lead(&mut definition, index, &mut start);
        }
        if self.references
            && let Some(&Frame { row, end, .. }) = self.frames.closure_around(start, end)
        {
            let (kind, name) = (BindingKind::Scoped, definition.name);
            let bound =
                Bound { kind, name, text: NO_INDEX, name_row: row, row, start, end, from: parent };
            self.found.bindings.push(bound);
        }
        let frame = Frame::new(start, end, Holds::Definition(kind, index), definition.name, scope);
        self.found.definitions.push(definition);
        self.frames.push(frame);
        true
    }

    /// The last row that a node has text on. Where indentation closes a block, some grammars let it
    /// end right before the next word only.
    fn last_row(&self, node: Node<'t>) -> u32 {
        let text = self.source(node).as_bytes();
        let blanks = text.iter().rev().take_while(|b| b.is_ascii_whitespace());
        node.end_position().row as u32 - blanks.filter(|&&b| b == b'\n').count() as u32
    }

    /// Lengthens the definition that ends right before a node by that node.
    pub(super) fn tail(&mut self, node: Node<'t>) {
        let Some(frame) = self.frames.last_left() else { return };
        let between = self.text.get(frame.end as usize..node.start_byte()).unwrap_or("-");
        let Holds::Definition(_, index) = frame.holds else { return };
        if between.bytes().all(|b| b == b';' || b.is_ascii_whitespace()) {
            self.found.definitions[index as usize].end_row = self.last_row(node);
            self.frames.push(Frame { end: node.end_byte() as u32, ..frame });
        }
    }

    /// Whether code is run at `start..end`: inside a function or a block of its own.
    fn is_code(&self, start: u32, end: u32) -> bool {
        self.frames.around(start, end).next().is_some_and(|f| match f.holds {
            Holds::Local | Holds::Open | Holds::Closure => true,
            Holds::Definition(kind, _) => kind.is_callable(),
            _ => false,
        })
    }

    /// Whether a type encloses `start..end` directly.
    fn is_member(&self, start: u32, end: u32) -> bool {
        self.frames.around(start, end).next().is_some_and(|f| f.holds.is_type())
    }

    /// Hands the run of comments and attributes to the definition that it leads to.
    fn attach_lead(&mut self, definition: &mut Definition, index: u32, start: &mut u32) {
        let lead = std::mem::take(&mut self.lead);
        definition.lead_row = lead.first_row.min(definition.row);
        definition.doc = lead.doc;
        if let Some((at, row)) = lead.attribute {
            definition.row = definition.row.min(row);
            *start = (*start).min(at);
            for mention in self.found.mentions.iter_mut().skip(lead.mentions) {
                if mention.from == definition.parent {
                    mention.from = index;
                }
            }
            let past = past_blanks(self.text.as_bytes(), lead.attribute_end as usize) as u32;
            if past < definition.signature.1 {
                definition.signature.0 = definition.signature.0.max(past);
            }
        }
        if let Some(signature) = lead.signature {
            definition.signature = signature;
        }
        if lead.is_test && definition.kind.is_callable() {
            definition.kind = NodeKind::Test;
        }
    }

    /// The kind in its place; `None` when it is no definition there.
    fn settled_kind(&self, kind: NodeKind, start: u32, end: u32) -> Option<NodeKind> {
        use NodeKind::*;
        match kind {
            Function => {
                let around = self.frames.around(start, end).find(|f| f.holds != Holds::Prefix);
                let method = around.is_some_and(|f| match f.holds {
                    Holds::Scope => true,
                    Holds::Definition(kind, _) => {
                        matches!(kind, Class | Struct | Enum | Variant | Trait | Interface | Union)
                    }
                    _ => false,
                });
                Some(if method { Method } else { Function })
            }
            Variable | Constant => {
                for frame in self.frames.around(start, end) {
                    match frame.holds {
                        Holds::Definition(Class | Struct | Interface | Enum | Trait, _)
                            if kind == Variable =>
                        {
                            return Some(Field);
                        }
                        Holds::Scope if kind == Variable => return Some(Field),
                        Holds::Local | Holds::Open | Holds::Closure => return None,
                        Holds::Definition(around, _) if around.is_callable() => return None,
                        Holds::Definition(Variable | Constant | Field | Property, _) => {}
                        _ => break,
                    }
                }
                Some(kind)
            }
            // What has accessors is a variable like any other where nothing holds it.
            Property if self.frames.around(start, end).all(|f| f.holds == Holds::Prefix) => {
                Some(Variable)
            }
            Key => {
                let mut around = self.frames.around(start, end).take(KEY_LEVELS);
                let in_list = around.clone().any(|f| f.holds.is_code());
                (!in_list && around.nth(KEY_LEVELS - 1).is_none()).then_some(Key)
            }
            _ => Some(kind),
        }
    }

    /// The head of a definition: from its start to its body.
    fn signature(
        &self,
        kind: NodeKind,
        node: Node<'t>,
        name: Node<'t>,
        start: u32,
        parts: &Parts<'t>,
    ) -> (u32, u32) {
        let body = parts.body;
        // What a constant is worth belongs to its head.
        let is_value = matches!(kind, NodeKind::Constant | NodeKind::Variable);
        let field = || node.child_by_field_name("body").filter(|_| !is_value);
        let named = body.or_else(field);
        let body = named.map(|b| b.start_byte()).filter(|&at| at > start as usize);
        let end = body.unwrap_or(node.end_byte());
        let mut head = cut(self.text.get(start as usize..end).unwrap_or(""), LONGEST_SIGNATURE);
        if head.contains(['#', '/']) {
            // Comments between head and body.
            let mut before = named.and_then(|b| b.prev_sibling());
            while let Some(comment) = before.filter(|n| n.is_extra()) {
                let len = comment.start_byte().saturating_sub(start as usize);
                head = cut(head, len).trim_end();
                before = comment.prev_sibling();
            }
        }
        let whole = !parts.line && (kind.is_callable() || kind.is_type() || body.is_some());
        let named = name.end_byte().saturating_sub(start as usize).min(head.len());
        let line_end = head[head.floor_char_boundary(named)..].find('\n').map(|at| named + at);
        let head = if whole { head } else { cut(head, line_end.unwrap_or(head.len())) };
        let head = match body {
            Some(_) => {
                let head = head.trim_end().trim_end_matches("=>").trim_end_matches("->");
                head.trim_end_matches(['{', ':', '=', ';'])
            }
            None => head.trim_end().trim_end_matches([';', ',', '{']),
        };
        (start, start + head.trim_end().len() as u32)
    }

    fn parent_of(&self, start: u32, end: u32) -> u32 {
        let parent = self.frames.around(start, end).find_map(|f| match f.holds {
            Holds::Definition(_, index) => Some(index),
            _ => None,
        });
        parent.unwrap_or(NO_INDEX)
    }

    /// Number of the qualified name of what encloses `start..end`.
    pub(super) fn scope_at(&mut self, start: u32, end: u32) -> u32 {
        let Some(frame) = self.frames.naming(start, end) else { return NO_INDEX };
        if let Some(known) = frame.qualified {
            return known;
        }
        let (scope, name) = (frame.scope, frame.name);
        let name = self.found.names.text(name).to_owned();
        let joined = self.join(scope, &name);
        if let Some(frame) = self.frames.naming(start, end) {
            frame.qualified = Some(joined);
        }
        joined
    }

    /// Number of `scope` and `name` with the separator between them.
    pub(super) fn join(&mut self, scope: u32, name: &str) -> u32 {
        let before = self.found.names.text(scope);
        if before.is_empty() {
            return self.found.names.number(name);
        }
        if name.is_empty() || before.len() > LONGEST_SCOPE {
            return scope;
        }
        let joined = format!("{before}{}{name}", self.separator);
        self.found.names.number(&joined)
    }
}

/// A name without the marks of its notation: quotes of keys, the colon of a symbol.
fn bare_name(kind: NodeKind, source: &str) -> &str {
    let name = unquoted(source.trim());
    if let Some(rest) = name.strip_prefix("operator ") {
        // C++'s conversions have their parameters in the name.
        let end = rest.find('(').unwrap_or(rest.len());
        return name[.."operator ".len() + end].trim_end();
    }
    match kind {
        NodeKind::Test => quoted(name),
        NodeKind::Key | NodeKind::Table => match quoted(name) {
            "" => name,
            bare => bare,
        },
        NodeKind::Section => {
            let open = name.trim_end_matches('#');
            if open.ends_with(' ') { open.trim_end() } else { name }
        }
        NodeKind::Property | NodeKind::Method | NodeKind::Field if name.len() > 1 => {
            let name = name.strip_prefix(':').unwrap_or(name);
            quoted(name.strip_suffix(':').unwrap_or(name))
        }
        _ => name,
    }
}

/// What stands between a pair of quotes.
fn quoted(name: &str) -> &str {
    let between = |quote| name.strip_prefix(quote)?.strip_suffix(quote);
    between('"').or_else(|| between('\'')).unwrap_or(name)
}

/// A name without the arguments of its template: `f<int>` is `f`, `operator<` stays.
pub(super) fn without_arguments(name: &str) -> &str {
    match name.find('<') {
        Some(at) if at > 0 && name.ends_with('>') && !name.starts_with("operator") => {
            name[..at].trim_end()
        }
        _ => name,
    }
}

/// A name on one line.
fn folded(name: &str) -> std::borrow::Cow<'_, str> {
    if name.contains('\n') {
        name.split_whitespace().collect::<Vec<_>>().join(" ").into()
    } else {
        name.into()
    }
}
