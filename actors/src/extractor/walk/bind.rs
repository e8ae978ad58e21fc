//! From a match to a binding: what the source shows of a name's type.

use std::borrow::Cow;

use tree_sitter::Node;

use heimdall_schema::record::{BindingKind, NO_INDEX};

use super::{Bound, Parts, Walker};
use crate::extractor::names::{compact, expression, one_line};

/// Longest type kept, in bytes; of a longer one only the name is known to be bound.
const LONGEST_TYPE: usize = 200;

/// Longest expression kept, in bytes.
const LONGEST_VALUE: usize = 160;

impl<'t> Walker<'t, '_> {
    /// Records a binding, unless an earlier pattern did so for the same name.
    pub(super) fn bind(&mut self, mut kind: BindingKind, node: Node<'t>, parts: &Parts<'t>) {
        if kind == BindingKind::Forward && !self.frames.is_definition(node.end_byte() as u32) {
            // `Type name(other);` in code declares a variable.
            kind = BindingKind::Declared;
            self.declared_until = node.end_byte() as u32;
        }
        if kind == BindingKind::Parameter && (node.start_byte() as u32) < self.declared_until {
            return;
        }
        let start = parts.name.unwrap_or(node).start_byte() as u32;
        let text = self.bound_text(kind, parts);
        let name = match (kind, parts.name) {
            (BindingKind::Result | BindingKind::Returned | BindingKind::Forward, _) | (_, None) => {
                NO_INDEX
            }
            (BindingKind::Implements, Some(name)) => {
                let written = one_line(self.source(name));
                self.found.names.number(&written)
            }
            (_, Some(name)) => {
                if !self.bound.insert(start) {
                    return;
                }
                let written = compact(self.source(name));
                self.found.names.number(&written)
            }
        };
        if name == NO_INDEX && text == NO_INDEX && kind != BindingKind::Forward {
            return;
        }
        // One element of a collection, and what is taken out of that.
        let kind = match kind {
            BindingKind::Element if parts.member.is_some() || parts.values.is_some() => {
                BindingKind::Assigned
            }
            kind => kind,
        };
        let row = parts.name.unwrap_or(node).start_position().row as u32;
        let at = match kind {
            // What is returned stands in the definition, whatever the expression defines itself.
            BindingKind::Result => parts.written_type.map_or(start, |n| n.start_byte() as u32),
            _ => start,
        };
        if matches!(kind, BindingKind::Result | BindingKind::Returned)
            && !self.frames.returns_to_definition(at)
        {
            return;
        }
        let end = match (kind, parts.closure) {
            (BindingKind::Body | BindingKind::Passed, _) => node.end_byte() as u32,
            (_, Some(closure)) => closure.end_byte() as u32,
            _ => self.frames.end_at(at).unwrap_or(u32::MAX),
        };
        let from = self.frames.definition_at(at);
        self.found.bindings.push(Bound { kind, name, text, row, end, from });
    }

    /// Number of the type or expression of a binding.
    fn bound_text(&mut self, kind: BindingKind, parts: &Parts<'t>) -> u32 {
        if let Some(node) = parts.written_type {
            let written = one_line(self.source(node));
            let written = written.trim_start_matches(':').trim_start();
            let written = match parts.qualifier {
                Some(before) => Cow::Owned(format!("{} {written}", self.source(before))),
                None => Cow::Borrowed(written),
            };
            return match parts.member {
                _ if written.len() > LONGEST_TYPE => NO_INDEX,
                // What a pattern takes out of something of that type.
                Some(member) => {
                    let taken = format!("(_ as {written}).{}", self.source(member));
                    self.found.names.number(&taken)
                }
                None => self.found.names.number(&written),
            };
        }
        let element = if kind == BindingKind::Element { "[]" } else { "" };
        let mut value = match (parts.value, parts.values.zip(parts.name)) {
            (Some(node), _) => expression(self.source(node)).into_owned(),
            (None, Some((list, name))) => self.value_at(list, name, parts.member, element),
            (None, None) => String::new(),
        };
        let is_alone = parts.values.is_none() && !value.is_empty();
        if let Some(member) = parts.member.filter(|_| is_alone) {
            value = grouped(value);
            value.push_str(element);
            value.push('.');
            value.push_str(self.source(member));
        }
        if value.len() > LONGEST_VALUE { NO_INDEX } else { self.found.names.number(&value) }
    }

    /// The expression for a name in a list of names: the one in its place, or its place in the one.
    fn value_at(
        &self,
        list: Node<'t>,
        name: Node<'t>,
        member: Option<Node<'t>>,
        element: &str,
    ) -> String {
        // `ref x`, `mut x` and `&x` stand where `x` would.
        let is_mark =
            |n: &Node<'_>| matches!(n.kind(), "ref_pattern" | "mut_pattern" | "reference_pattern");
        let outer = |n: &Node<'t>| n.parent().filter(is_mark);
        let name = std::iter::successors(Some(name), outer).last().unwrap_or(name);
        // A place may be empty: `[, second]`.
        let place = std::iter::successors(name.prev_sibling(), Node::prev_sibling);
        let place = place.filter(|n| n.kind() == ",").count();
        let mut cursor = list.walk();
        let values: Vec<_> = match list.kind() {
            kind if kind.contains("list") || kind.contains("tuple") => {
                list.named_children(&mut cursor).filter(|n| !n.is_extra()).collect()
            }
            _ => vec![list],
        };
        match (values.as_slice(), name.parent()) {
            ([one], Some(names)) if names.named_child_count() > 1 => {
                let one = grouped(expression(self.source(*one)).into_owned());
                match member {
                    Some(member) => format!("{one}{element}.{}.{place}", self.source(member)),
                    None => format!("{one}{element}.{place}"),
                }
            }
            (values, _) => {
                let value = values.get(place);
                value.map_or(String::new(), |n| expression(self.source(*n)).into_owned())
            }
        }
    }
}

/// An expression that something can be written behind (`(await f())` for `await f()`).
fn grouped(value: String) -> String {
    if value.contains(' ') { format!("({value})") } else { value }
}
