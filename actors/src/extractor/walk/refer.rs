//! From a match to a reference.

use std::borrow::Cow;

use tree_sitter::Node;

use heimdall_schema::record::{NO_ARITY, NO_INDEX, ReferenceKind};

use super::define::without_arguments;
use super::frames::{Frame, Holds};
use super::passed::passed;
use super::{Mention, Parts, Walker};
use crate::extractor::names::{compact, split_path, unquoted};

/// How many arguments stand in a list of them; comments do not count.
fn count_arguments(list: Node<'_>) -> u8 {
    let mut cursor = list.walk();
    let count = list.named_children(&mut cursor).filter(|child| !child.is_extra()).count();
    count.min(usize::from(NO_ARITY) - 1) as u8
}

impl<'t> Walker<'t, '_> {
    /// Records a reference, unless its name already is something else.
    pub(super) fn refer(&mut self, kind: ReferenceKind, node: Node<'t>, parts: &Parts<'t>) {
        let name_node = parts.name.or(parts.path).unwrap_or(node);
        if self.masked.get(name_node.byte_range()) != self.text.get(name_node.byte_range()) {
            // Only the mask says so.
            return;
        }
        let start = name_node.start_byte() as u32;
        let is_import = kind == ReferenceKind::Import;
        // What a name imports may be a definition at the same time (`const x = require("x")`).
        let may_share = is_import && parts.qualifier.is_some();
        if !self.claimed.insert(start) && !may_share {
            return;
        }
        if let Some(path) = parts.path {
            self.claim(path);
        }
        if let Some(alias) = parts.alias {
            self.claimed.insert(alias.start_byte() as u32);
        }
        if let Some(path) = parts.qualifier.filter(|_| is_import) {
            self.claimed.insert(path.start_byte() as u32);
        }
        if is_import && self.references {
            // What a name brings in is not what the expression behind it gives.
            self.bound.insert(parts.alias.unwrap_or(name_node).start_byte() as u32);
        }
        let mut name = unquoted(self.source(name_node).trim());
        if is_import {
            name = name.trim_matches(['"', '\'']);
        }
        let mut qualifier = parts.qualifier.map_or(Cow::Borrowed(""), |n| compact(self.source(n)));
        if parts.name.is_none() && parts.path.is_some() {
            let (before, last) = split_path(name, self.separator);
            if !before.is_empty() {
                qualifier = compact(before);
            } else if last.len() < name.len() {
                // `::f`: of no scope.
                qualifier = Cow::Borrowed(self.separator);
            }
            name = without_arguments(last);
        }
        let whole;
        if let Some(selector) = parts.selector {
            whole = self.selector(selector, name_node);
            name = &whole;
        }
        if is_import && name == "_" {
            name = "*";
        }
        if name.is_empty() {
            return;
        }
        let number = self.found.names.number(name);
        if kind == ReferenceKind::Use && self.is_shadowed(number, start) {
            return;
        }
        let qualifier = if is_import {
            self.prefixed(start, &qualifier)
        } else {
            self.found.names.number(&qualifier)
        };
        let alias = match (parts.alias, parts.passed) {
            (Some(alias), _) => Cow::Borrowed(self.source(alias)),
            (None, Some(list)) => Cow::Owned(passed(self.text, list)),
            (None, None) => Cow::Borrowed(""),
        };
        let mention = Mention {
            kind,
            name: number,
            qualifier,
            alias: self.found.names.number(&alias),
            row: name_node.start_position().row as u32,
            start: parts.qualifier.map_or(start, |n| start.min(n.start_byte() as u32)),
            from: self.frames.definition_at(start),
            arity: parts.arguments.or(parts.passed).map_or(NO_ARITY, count_arguments),
        };
        self.found.mentions.push(mention);
    }

    /// Claims all names of a path: it is one reference. Arguments of types stay free.
    pub(super) fn claim(&mut self, path: Node<'t>) {
        let length = self.source(path).bytes().take_while(|b| !b"<([".contains(b)).count();
        let start = path.start_byte();
        for at in start..start + length {
            self.claimed.insert(at as u32);
        }
    }

    /// Notes a type parameter: until what declares it ends, its name refers to nothing else.
    pub(super) fn shadow(&mut self, node: Node<'t>) {
        let start = node.start_byte() as u32;
        self.claimed.insert(start);
        let name = self.found.names.number(self.source(node));
        self.shadows.retain(|&(_, end)| end > start);
        if let Some(end) = self.frames.end_at(start) {
            self.shadows.push((name, end));
        }
        // Where the type of what is returned stands before the parameters, it was taken already.
        let from = self.frames.definition_at(start);
        let mentions = &mut self.found.mentions;
        let own = mentions.iter().rev().take_while(|m| m.from == from && from != NO_INDEX).count();
        let mut at = 0;
        let first = mentions.len() - own;
        mentions.retain(|m| {
            at += 1;
            at <= first || m.kind != ReferenceKind::Use || m.name != name
        });
    }

    fn is_shadowed(&self, name: u32, at: u32) -> bool {
        self.shadows.iter().any(|&(shadow, end)| shadow == name && at < end)
    }

    /// Opens a region whose path stands before every import in it.
    pub(super) fn enter_prefix(&mut self, node: Node<'t>, parts: &Parts<'t>) {
        let path = parts.path.or(parts.qualifier).or(parts.name);
        if let Some(path) = path {
            self.claimed.insert(path.start_byte() as u32);
        }
        let name = path.map_or(Cow::Borrowed(""), |n| compact(self.source(n)));
        let name = self.found.names.number(&name);
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        self.frames.push(Frame::new(start, end, Holds::Prefix, name, NO_INDEX));
    }

    /// Number of a qualifier with the prefixes around it before it.
    fn prefixed(&mut self, at: u32, qualifier: &str) -> u32 {
        let mut whole = NO_INDEX;
        let prefixes: Vec<u32> = self.frames.prefixes(at).collect();
        for prefix in prefixes {
            let prefix = self.found.names.text(prefix).to_owned();
            whole = self.join(whole, &prefix);
        }
        self.join(whole, qualifier)
    }
}
