//! From a match to a binding: what the source shows of a name's type.

use std::borrow::Cow;

use tree_sitter::Node;

use heimdall_schema::record::{BindingKind, NO_INDEX};

use super::{Bound, Parts, Walker};
use crate::extractor::names::{compact, expression, one_line};

/// Longest type kept, in bytes; of a longer one only the name is known to be bound.
const LONGEST_TYPE: usize = 200;

/// Types of Python with arguments that are written in lower case.
const GENERIC: [&str; 6] = ["list", "dict", "set", "tuple", "type", "frozenset"];

/// How many parts of a tuple are kept.
const MOST_PARTS: usize = 8;

/// How many definitions with the same borders are looked at.
const MOST_SIBLINGS: usize = 32;

/// Longest expression kept, in bytes.
const LONGEST_VALUE: usize = 160;

/// Whether a name stands in a list of names.
fn of_several(name: Node<'_>) -> bool {
    let same = |n: Option<Node<'_>>| n.is_some_and(|n| n.kind() == name.kind());
    let in_list = name.parent().is_some_and(|parent| {
        ["list", "pattern", "tuple"].iter().any(|word| parent.kind().contains(word))
            && parent.named_child_count() > 1
    });
    in_list || same(name.next_named_sibling()) || same(name.prev_named_sibling())
}

/// The place of a name among its siblings.
fn place_of(name: Node<'_>) -> usize {
    let before = std::iter::successors(name.prev_named_sibling(), Node::prev_named_sibling);
    before.filter(|n| !n.is_extra()).count()
}

/// Whether a name stands in a list of names that may have empty places.
fn in_array(name: Node<'_>) -> bool {
    let kinds = ["array_pattern", "structured_binding_declarator"];
    name.parent().is_some_and(|parent| kinds.contains(&parent.kind()))
}

fn is_in(inner: Node<'_>, outer: Node<'_>) -> bool {
    outer.start_byte() <= inner.start_byte() && inner.end_byte() <= outer.end_byte()
}

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
                if !self.bound.insert(start) && parts.region.is_none() {
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
            BindingKind::Element if parts.member.is_some() => BindingKind::Assigned,
            BindingKind::Element if parts.name.is_some_and(in_array) => BindingKind::Assigned,
            kind => kind,
        };
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
        let name_row = parts.name.unwrap_or(node).start_position().row as u32;
        let (force, row, end) = self.in_force(kind, at, parts, node);
        let from = self.owner(self.frames.definition_at(at), name);
        let bound = Bound { kind, name, text, name_row, row, start: force, end, from };
        self.found.bindings.push(bound);
    }

    /// Of definitions with the same borders (`int a, b;`) that one which has the name.
    fn owner(&self, innermost: u32, name: u32) -> u32 {
        let all = &self.found.definitions;
        let Some(last) = all.get(innermost as usize).filter(|last| last.name != name) else {
            return innermost;
        };
        let siblings = all[..innermost as usize].iter().enumerate().rev().take(MOST_SIBLINGS);
        let mut siblings =
            siblings.take_while(|(_, d)| d.row == last.row && d.parent == last.parent);
        siblings.find(|(_, d)| d.name == name).map_or(innermost, |(index, _)| index as u32)
    }

    /// Where a binding comes into force and ends to be: the byte, its row, the last byte.
    fn in_force(
        &self,
        kind: BindingKind,
        at: u32,
        parts: &Parts<'t>,
        node: Node<'t>,
    ) -> (u32, u32, u32) {
        if let Some(region) = parts.region {
            let row = region.start_position().row as u32;
            return (region.start_byte() as u32, row, region.end_byte() as u32);
        }
        let name = parts.name.unwrap_or(node);
        let end = match (kind, parts.closure) {
            (BindingKind::Body | BindingKind::Passed, _) => node.end_byte() as u32,
            (_, Some(closure)) => closure.end_byte() as u32,
            _ => self.frames.end_at(at).unwrap_or(u32::MAX),
        };
        if matches!(kind, BindingKind::Result | BindingKind::Returned) {
            return (name.start_byte() as u32, name.start_position().row as u32, end);
        }
        // `x = x.next` means the `x` before.
        let read = [parts.written_type, parts.value, parts.values].into_iter().flatten();
        let last = read.max_by_key(Node::end_byte).filter(|n| n.end_byte() > name.end_byte());
        let last = last.unwrap_or(name);
        (last.end_byte() as u32, last.end_position().row as u32, end)
    }

    /// Number of the type or expression of a binding.
    fn bound_text(&mut self, kind: BindingKind, parts: &Parts<'t>) -> u32 {
        if let Some(node) = parts.written_type {
            let written = one_line(self.source(node));
            let written = written.trim_start_matches(':').trim_start();
            // Of `rest ...T` the type is `...T`.
            let is_name =
                |n: Node<'t>, before: &str| is_in(n, node) && self.source(n) == before.trim();
            let variadic = written
                .find("...")
                .filter(|&at| parts.name.is_some_and(|n| is_name(n, &written[..at])));
            let written = &written[variadic.unwrap_or(0)..];
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
            (Some(node), _) => self.value(node),
            (None, Some((list, name))) if kind == BindingKind::Element && !in_array(name) => {
                format!("{}.{}", self.value(list), place_of(name))
            }
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

    /// An expression as it is kept: of a list, the first element tells what the others are.
    fn value(&self, node: Node<'t>) -> String {
        match node.kind() {
            "list"
            | "set"
            | "list_comprehension"
            | "set_comprehension"
            | "generator_expression" => {
                let first =
                    node.named_child(0).filter(|n| !n.is_extra() && n.kind() != "list_splat");
                format!("[{}]", first.map_or(Cow::Borrowed(""), |n| expression(self.source(n))))
            }
            "tuple" | "expression_list" => {
                let mut cursor = node.walk();
                let parts =
                    node.named_children(&mut cursor).filter(|n| !n.is_extra()).take(MOST_PARTS);
                let parts: Vec<_> = parts.map(|n| self.value(n)).collect();
                format!("({},)", parts.join(","))
            }
            "subscript" => {
                // `Pair = tuple[A, B]` names a type: the arguments count.
                let source = self.source(node);
                let of = source.split('[').next().unwrap_or("").trim_end();
                let last = of.rsplit('.').next().unwrap_or(of);
                if last.starts_with(char::is_uppercase) || GENERIC.contains(&last) {
                    return one_line(source).into_owned();
                }
                expression(source).into_owned()
            }
            "call" => self.passed_on(node),
            "conditional_expression" => match (node.named_child(0), node.named_child(2)) {
                (Some(one), Some(other)) => format!("{} or {}", self.value(one), self.value(other)),
                _ => String::new(),
            },
            "boolean_operator" => {
                let side = |field| node.child_by_field_name(field).map(|n| self.value(n));
                match (side("left"), node.child_by_field_name("operator"), side("right")) {
                    (Some(left), Some(word), Some(right)) if word.kind() == "or" => {
                        format!("{left} or {right}")
                    }
                    // Of `a and b` it is `b` that is used.
                    (_, _, right) => right.unwrap_or_default(),
                }
            }
            _ => expression(self.source(node)).into_owned(),
        }
    }

    /// A call of what gives its argument back, in another order or piece by piece.
    fn passed_on(&self, call: Node<'t>) -> String {
        let whole = || expression(self.source(call)).into_owned();
        let function = call.child_by_field_name("function").map(|function| {
            let source = self.source(function);
            source.strip_prefix("contextlib.").or(source.strip_prefix("copy.")).unwrap_or(source)
        });
        let arguments = call.child_by_field_name("arguments");
        let (Some(function), Some(arguments)) = (function, arguments) else { return whole() };
        let mut cursor = arguments.walk();
        let arguments = arguments.named_children(&mut cursor).filter(|n| !n.is_extra());
        let arguments: Vec<_> = arguments.take(MOST_PARTS).map(|n| self.value(n)).collect();
        let Some(first) = arguments.first() else { return whole() };
        match function {
            "list" | "tuple" | "set" | "frozenset" | "sorted" | "reversed" | "iter" | "aiter"
            | "closing" | "aclosing" | "copy" | "deepcopy" => first.clone(),
            "next" | "anext" => format!("{first}[]"),
            "max" | "min" if arguments.len() == 1 => format!("{first}[]"),
            "enumerate" => format!("[(0,{first}[],)]"),
            "zip" => format!("[({}[],)]", arguments.join("[],")),
            _ => whole(),
        }
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
            kind if (kind.contains("list") || kind.contains("tuple"))
                && !kind.contains("comprehension") =>
            {
                list.named_children(&mut cursor).filter(|n| !n.is_extra()).collect()
            }
            _ => vec![list],
        };
        match (values.as_slice(), name.parent()) {
            ([one], Some(_)) if place > 0 || of_several(name) => {
                let mut one = grouped(expression(self.source(*one)).into_owned());
                if one.starts_with("<-") {
                    one = format!("({one})");
                }
                match member {
                    Some(member) => format!("{one}{element}.{}.{place}", self.source(member)),
                    None => format!("{one}{element}.{place}"),
                }
            }
            (values, _) => {
                let value = values.get(place);
                value.map_or(String::new(), |n| self.value(*n))
            }
        }
    }
}

/// An expression that something can be written behind (`(await f())` for `await f()`).
fn grouped(value: String) -> String {
    if value.contains(' ') { format!("({value})") } else { value }
}
