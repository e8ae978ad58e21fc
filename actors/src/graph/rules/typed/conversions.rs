//! What may stand for what: subtypes, numbers, boxes, functions.

use heimdall_schema::record::{NodeKind, ReferenceKind};

use crate::graph::model::{Definition, Type};
use crate::graph::resolver::Resolver;

use super::arguments::Argument;
use super::{generics, library, members};

/// How an argument fits what is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Plain,
    /// By putting a value into an object, or taking it out of one.
    Boxed,
    /// For all that is known.
    Doubtful,
    Never,
}

/// The place of a type among the numbers: each stands for those after it. `char` is beside `short`.
pub fn rank(name: &str) -> Option<u8> {
    Some(match name {
        "byte" => 1,
        "short" | "char" => 2,
        "int" => 3,
        "long" => 4,
        "float" => 5,
        "double" => 6,
        _ => return None,
    })
}

fn is_primitive(name: &str) -> bool {
    rank(name).is_some() || name == "boolean"
}

/// The value that an object holds, by the type of the object.
fn unboxed(name: &str) -> Option<&'static str> {
    Some(match name {
        "Byte" => "byte",
        "Short" => "short",
        "Character" => "char",
        "Integer" => "int",
        "Long" => "long",
        "Float" => "float",
        "Double" => "double",
        "Boolean" => "boolean",
        _ => return None,
    })
}

fn boxed(name: &str) -> &str {
    match name {
        "byte" => "Byte",
        "short" => "Short",
        "char" => "Character",
        "int" => "Integer",
        "long" => "Long",
        "float" => "Float",
        "double" => "Double",
        "boolean" => "Boolean",
        other => other,
    }
}

/// Whether a number of one type is one of the other without a cast.
fn widens(from: &str, to: &str) -> bool {
    match (rank(from), rank(to)) {
        (Some(_), Some(_)) if from == to => true,
        (Some(_), Some(2 | 1)) if to == "char" => false,
        (Some(a), Some(b)) => a < b,
        _ => from == to,
    }
}

/// How an argument fits a parameter.
pub fn fits(cx: &Resolver<'_>, given: &Argument, taken: &Type) -> Fit {
    match given {
        Argument::Unknown => Fit::Plain,
        Argument::Null => match taken {
            Type::Named(name, _) if is_primitive(name) => Fit::Never,
            _ => Fit::Plain,
        },
        Argument::Function(count) => takes_function(cx, *count, taken),
        Argument::Type(given) => converts(cx, given, taken),
    }
}

fn converts(cx: &Resolver<'_>, given: &Type, taken: &Type) -> Fit {
    if given == taken {
        return Fit::Plain;
    }
    match (given, taken) {
        (_, Type::Unknown) | (Type::Unknown, _) => Fit::Doubtful,
        (_, Type::Variable(..)) => match generics::bounded(cx, taken.clone()) {
            Type::Unknown | Type::Variable(..) => converts(cx, given, &object()),
            bound => converts(cx, given, &bound),
        },
        (Type::Variable(..), _) => match generics::bounded(cx, given.clone()) {
            Type::Unknown | Type::Variable(..) => converts(cx, &object(), taken),
            bound => converts(cx, &bound, taken),
        },
        (Type::Named(given, ours), Type::Named(taken, theirs)) => {
            outside(cx, (given, ours), (taken, theirs))
        }
        (Type::Named(name, _), Type::Object(..)) => match name.as_str() {
            "" => Fit::Doubtful,
            _ => Fit::Never,
        },
        (Type::Object(given, _), Type::Object(taken, _)) => {
            let known = members::ancestry(cx, *given);
            let is_one = known.types.iter().any(|(of, _)| of == taken);
            if is_one { Fit::Plain } else { Fit::Never }
        }
        (Type::Object(given, _), Type::Named(taken, _)) => inherits(cx, *given, taken),
        _ => Fit::Doubtful,
    }
}

/// 0 for what takes every object, 1 for what takes some, 2 for what takes values.
pub fn narrowness(cx: &Resolver<'_>, taken: &Type) -> usize {
    match taken {
        Type::Named(name, _) if name == "Object" => 0,
        Type::Named(name, _) if is_primitive(name) => 2,
        Type::Variable(..) => usize::from(!generics::bounded(cx, taken.clone()).is_unknown()),
        _ => 1,
    }
}

fn object() -> Type {
    Type::Named("Object".into(), Vec::new())
}

/// Both types are outside of the index.
fn outside(cx: &Resolver<'_>, given: (&str, &[Type]), taken: (&str, &[Type])) -> Fit {
    let ((given, ours), (taken, theirs)) = (given, taken);
    if given.is_empty() || taken.is_empty() {
        return Fit::Doubtful;
    }
    if is_primitive(given) {
        return match is_primitive(taken) {
            true if widens(given, taken) => Fit::Plain,
            true => Fit::Never,
            false if taken == "[]" => Fit::Never,
            false if library::extends(boxed(given), taken) == Some(true) => Fit::Boxed,
            false => Fit::Never,
        };
    }
    if is_primitive(taken) {
        return match unboxed(given) {
            Some(value) if widens(value, taken) => Fit::Boxed,
            _ => Fit::Never,
        };
    }
    if given == "[]" && taken == "[]" {
        return match (ours.first(), theirs.first()) {
            (Some(Type::Named(a, _)), Some(b)) if is_primitive(a) => match b {
                Type::Named(b, _) if a == b => Fit::Plain,
                _ => Fit::Never,
            },
            (Some(_), Some(Type::Named(b, _))) if is_primitive(b) => Fit::Never,
            (Some(a), Some(b)) => converts(cx, a, b),
            _ => Fit::Doubtful,
        };
    }
    if taken == "Object" || given == taken {
        return Fit::Plain;
    }
    match library::extends(given, taken) {
        Some(true) => Fit::Plain,
        Some(false) => Fit::Never,
        None => Fit::Doubtful,
    }
}

/// Whether a type of the index inherits one outside of it, by the name of that.
fn inherits(cx: &Resolver<'_>, of: Definition, taken: &str) -> Fit {
    if taken == "Object" {
        return Fit::Plain;
    }
    if is_primitive(taken) || taken == "[]" || library::is_final(taken) {
        return Fit::Never;
    }
    let ancestry = members::ancestry(cx, of);
    let mut doubts = false;
    for (of, _) in &ancestry.types {
        let facts = cx.facts(of.file);
        if facts.kind(of.node) == Some(NodeKind::Enum)
            && ["Enum", "Comparable", "Serializable"].contains(&taken)
        {
            return Fit::Plain;
        }
        for reference in facts.references() {
            if reference.kind != ReferenceKind::Inherit as u8 || reference.from != of.node {
                continue;
            }
            let name = facts.text(reference.name);
            if name == taken {
                return Fit::Plain;
            }
            match library::extends(name, taken) {
                Some(true) => return Fit::Plain,
                Some(false) => {}
                None => doubts = true,
            }
        }
    }
    if doubts && ancestry.others { Fit::Doubtful } else { Fit::Never }
}

/// Whether a function without a name may stand for a type.
fn takes_function(cx: &Resolver<'_>, count: Option<u8>, taken: &Type) -> Fit {
    match taken {
        Type::Named(name, _) => match (library::function(name), count) {
            (Some(wanted), Some(count)) if wanted != count => Fit::Never,
            (Some(_), _) => Fit::Plain,
            _ if is_primitive(name) || name == "[]" || library::is_final(name) => Fit::Never,
            _ => Fit::Doubtful,
        },
        Type::Object(of, _) => match cx.kind(*of) {
            Some(NodeKind::Interface | NodeKind::Trait) => {
                let method = method_of_function(cx, *of);
                let wanted = method.map(|of| cx.facts(of.file).parameters(of.node).count());
                match (wanted, count) {
                    (Some(wanted), Some(count)) if wanted != usize::from(count) => Fit::Never,
                    (Some(_), _) => Fit::Plain,
                    _ => Fit::Doubtful,
                }
            }
            Some(NodeKind::Type) => Fit::Doubtful,
            _ => Fit::Never,
        },
        Type::Variable(..) | Type::Unknown => Fit::Doubtful,
        _ => Fit::Never,
    }
}

/// The one method of an interface that a function without a name may stand for; `None` when there
/// is not just one.
pub fn method_of_function(cx: &Resolver<'_>, of: Definition) -> Option<Definition> {
    let mut found = None;
    for (of, _) in &members::ancestry(cx, of).types {
        let facts = cx.facts(of.file);
        for (node, at) in facts.nodes().iter().zip(0..) {
            let is_method =
                node.parent == of.node && facts.kind(at).is_some_and(|kind| kind.is_callable());
            // One with a body is no part of what a function stands for.
            let has_body = is_method && node.end_line > node.name_line;
            if !is_method || has_body {
                continue;
            }
            if found.is_some() {
                return None;
            }
            found = Some(Definition { node: at, ..*of });
        }
    }
    found
}
