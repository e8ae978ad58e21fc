//! Names that patterns, loops and closures bind.

use heimdall_schema::record::{Binding, BindingKind, NodeKind};

use super::names::{self, Space};
use super::{generics, members, read, standard, types};
use crate::graph::expression::Expression;
use crate::graph::model::{Definition, Entity, FileId, Place, Type};
use crate::graph::resolver::Resolver;
use crate::graph::written;

/// Most lines that a value may take and still be seen to begin with its own name.
const LONGEST_VALUE: u32 = 40;

/// What a binding says that its name is; `None` when the common way tells.
pub fn bound(cx: &Resolver<'_>, file: FileId, binding: &Binding, place: Place) -> Option<Type> {
    let facts = cx.facts(file);
    let text = facts.text(binding.text);
    match BindingKind::from_byte(binding.kind)? {
        BindingKind::Assigned => {
            let value = read(text);
            let name = facts.text(binding.name);
            // `let x = x.f()` means the `x` before.
            let place = if begins_with(text, name) { before(place) } else { place };
            Some(cx.type_of(&value, place))
        }
        BindingKind::Element => {
            let of = cx.type_of(&read(text), place);
            Some(types::element(cx, &of))
        }
        BindingKind::Entered => match read(text) {
            Expression::Member(of, part) => Some(match (part.parse::<usize>(), *of) {
                (Ok(_), Expression::Member(of, key)) => {
                    members::field(cx, &given(cx, &of, &key, place), &part)
                }
                (_, of) => given(cx, &of, &part, place),
            }),
            _ => Some(Type::Unknown),
        },
        _ => None,
    }
}

/// What a loop or a method gives: `value.in`, `value.method`.
fn given(cx: &Resolver<'_>, of: &Expression, key: &str, place: Place) -> Type {
    let of = cx.type_of(of, place);
    match key {
        "in" => types::element(cx, &of),
        method => handed(cx, &of, method, place),
    }
}

fn before(place: Place) -> Place {
    Place { line: place.line.saturating_sub(1), ..place }
}

/// Whether a value begins with a name.
fn begins_with(text: &str, name: &str) -> bool {
    let text = text.trim_start_matches(['&', '*', '(']);
    text.strip_prefix(name)
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The place from which the receiver of a call is seen: in the value of `x = x.f()`, before it.
pub fn before_own_value(cx: &Resolver<'_>, place: Place, receiver: &str, name: &str) -> Place {
    let end = receiver.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(receiver.len());
    let facts = cx.facts(place.file);
    let root = &receiver[..end];
    let mut bound = facts.bound(root).filter(|(_, b)| {
        b.kind == BindingKind::Assigned as u8
            && b.line <= place.line
            && place.line - b.line < LONGEST_VALUE
            && place.line <= b.end_line
    });
    let Some((_, last)) = bound.next_back() else { return place };
    let value = facts.text(last.text).trim_start_matches(['&', '*']);
    let rest = value.strip_prefix(receiver).and_then(|rest| rest.strip_prefix('.'));
    if rest.is_some_and(|rest| rest.starts_with(name)) {
        return Place { line: last.line.saturating_sub(1), ..place };
    }
    place
}

/// What a method hands to the closure that it is given.
fn handed(cx: &Resolver<'_>, of: &Type, method: &str, place: Place) -> Type {
    if let Some((found, on)) = members::member(cx, of, method, place)
        && let Entity::Definition(method) = found.entities[0]
    {
        return taken(cx, method, &on);
    }
    let mut current = of.clone();
    loop {
        if let Type::Named(outside, arguments) = &current
            && standard::result(outside, arguments, method).is_some()
        {
            return standard::handed(outside, arguments, method).unwrap_or(Type::Unknown);
        }
        match members::dereferenced(cx, &current) {
            Some(next) => current = next,
            None => break,
        }
    }
    match of {
        Type::Named(name, arguments) if standard::pointee(name, arguments).is_none() => {
            standard::handed(name, arguments, method).unwrap_or(Type::Unknown)
        }
        Type::Variable(..) => types::element(cx, of),
        _ => Type::Unknown,
    }
}

/// What the function that a method takes is given: `FnOnce(&T)`.
fn taken(cx: &Resolver<'_>, method: Definition, on: &Type) -> Type {
    let facts = cx.facts(method.file);
    let lines = facts.node(method.node).map_or(0..0, |node| node.line..node.end_line + 1);
    let mut texts = facts.bindings_on(lines).filter(|b| {
        let is_one = b.kind == BindingKind::Bound as u8 || b.kind == BindingKind::Parameter as u8;
        is_one && b.from == method.node
    });
    let found = texts.find_map(|b| {
        let text = facts.text(b.text);
        let start = ["FnOnce(", "FnMut(", "Fn("]
            .iter()
            .find_map(|f| text.find(f).map(|at| at + f.len()))?;
        let parts = written::split(&text[start..], ',');
        let first = parts.first()?.split(')').next()?;
        (!first.trim().is_empty()).then(|| cx.object_from_text(cx.inside(method), first))
    });
    found.map_or(Type::Unknown, |found| generics::on_receiver(cx, method, &found, on))
}

/// A part of a value that is taken by a pattern: `value.Some`, `Variant.1`, `Structure.field`.
/// `None` when it is an ordinary member.
pub fn part(cx: &Resolver<'_>, of: &Expression, name: &str, place: Place) -> Option<Type> {
    if name.starts_with(char::is_uppercase) {
        return Some(unwrapped(cx, of, name, place));
    }
    let path = of.path()?;
    let last = path.rsplit("::").next().unwrap_or(&path);
    if !last.starts_with(char::is_uppercase) {
        return None;
    }
    let value = names::path(cx, place, &path, Space::Value, None);
    let of = match value.as_ref().map(|found| &found.entities[0]) {
        Some(Entity::Definition(of))
            if matches!(cx.kind(*of), Some(NodeKind::Variant | NodeKind::Struct)) =>
        {
            *of
        }
        // A constant has members like every value.
        Some(Entity::Definition(of)) if cx.kind(*of) == Some(NodeKind::Constant) => return None,
        _ => match names::path(cx, place, &path, Space::Type, None)?.entities[0] {
            Entity::Definition(of) => types::of_definition(cx, of).definition()?,
            _ => return None,
        },
    };
    let field = match name.parse::<usize>() {
        // The type itself is the first of what stands in the pattern.
        Ok(at) => at.checked_sub(1)?.to_string(),
        Err(_) => name.to_owned(),
    };
    Some(members::own_field(cx, of, &Type::Unknown, &field).unwrap_or(Type::Unknown))
}

/// What `Some(x)`, `Ok(x)` or another pattern of one part takes out of a value.
fn unwrapped(cx: &Resolver<'_>, of: &Expression, pattern: &str, place: Place) -> Type {
    let inside = |of: Type| match (pattern, of) {
        ("Some" | "Ok" | "Ready" | "Continue", Type::Named(name, arguments)) => {
            standard::unwrapped(&name, &arguments)
        }
        ("Err", Type::Named(name, arguments)) if name == "Result" => arguments.get(1).cloned(),
        _ => None,
    };
    if !matches!(pattern, "Some" | "Ok" | "Ready" | "Err" | "Continue") {
        let found = names::path(cx, place, pattern, Space::Value, None);
        return match found.as_ref().map(|found| &found.entities[0]) {
            Some(Entity::Definition(variant)) => {
                let on = cx.type_of(of, place);
                members::own_field(cx, *variant, &on, "0").unwrap_or(Type::Unknown)
            }
            _ => Type::Unknown,
        };
    }
    if let Some(path) = of.path()
        && let Some(found) = names::path(cx, place, &path, Space::Value, None)
        && let Entity::Definition(variant) = found.entities[0]
        && matches!(cx.kind(variant), Some(NodeKind::Variant | NodeKind::Struct))
    {
        // `Variant(Some(x))`
        let only = members::own_field(cx, variant, &Type::Unknown, "0");
        return only.and_then(inside).unwrap_or(Type::Unknown);
    }
    inside(cx.type_of(of, place)).unwrap_or(Type::Unknown)
}
