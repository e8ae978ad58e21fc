//! Which definition a call means: by the number and the types of its arguments.

use heimdall_schema::record::{NO_ARITY, NodeKind};

use crate::graph::model::{Definition, Type};
use crate::graph::resolver::Resolver;

use super::arguments::Argument;
use super::conversions::{Fit, fits};
use super::generics;

/// What a function takes.
struct Taken {
    of: Definition,
    types: Vec<Type>,
    /// Whether the last one may be given any number of times.
    variadic: bool,
}

/// How well a function takes the arguments; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// 0 as it is, 1 with values put into objects or taken out, 2 with a list of arguments.
    phase: u8,
    doubts: u8,
}

/// The functions that take such arguments, the most specific first.
pub fn choose(
    cx: &Resolver<'_>,
    found: &[Definition],
    receiver: Option<&Type>,
    arity: u8,
    arguments: &[Argument],
) -> Vec<Definition> {
    if arity == NO_ARITY {
        return found.to_vec();
    }
    let all = found.iter().map(|&of| taken(cx, of, receiver));
    let mut fitting: Vec<(Cost, usize, Taken)> = Vec::new();
    for taken in all {
        if let Some(cost) = cost(cx, &taken, usize::from(arity), arguments) {
            fitting.push((cost, 0, taken));
        }
    }
    for at in 0..fitting.len() {
        let beaten = fitting.iter().filter(|(cost, _, other)| {
            *cost == fitting[at].0 && is_more_specific(cx, &fitting[at].2, other, arguments)
        });
        fitting[at].1 = beaten.count();
    }
    fitting.sort_by_key(|(cost, beats, _)| (*cost, std::cmp::Reverse(*beats)));
    fitting.into_iter().map(|(_, _, taken)| taken.of).collect()
}

fn taken(cx: &Resolver<'_>, of: Definition, receiver: Option<&Type>) -> Taken {
    let facts = cx.facts(of.file);
    let mut types = Vec::new();
    let mut variadic = false;
    for (number, binding) in facts.parameters(of.node) {
        variadic = facts.text(binding.text).contains("...");
        let found = cx.type_of_binding(of.file, number);
        types.push(generics::seen_through(cx, found, of, receiver));
    }
    Taken { of, types, variadic }
}

/// What a call with such arguments costs; `None` when it is not possible.
fn cost(cx: &Resolver<'_>, taken: &Taken, arity: usize, arguments: &[Argument]) -> Option<Cost> {
    let plain = (taken.types.len() == arity).then(|| applied(cx, &taken.types, arguments));
    if let Some(Some(cost)) = plain {
        return Some(cost);
    }
    if !taken.variadic || arity + 1 < taken.types.len() {
        return None;
    }
    let cost = applied(cx, &spread(taken, arity), arguments)?;
    Some(Cost { phase: 2, ..cost })
}

/// The type that each of `arity` arguments is given to.
fn spread(taken: &Taken, arity: usize) -> Vec<Type> {
    let (last, before) = taken.types.split_last().map_or((None, &[][..]), |(l, b)| (Some(l), b));
    let element = match last {
        Some(Type::Named(array, of)) if array == "[]" => of.first().cloned(),
        other => other.cloned(),
    };
    let rest = std::iter::repeat(element.unwrap_or(Type::Unknown));
    before.iter().cloned().chain(rest).take(arity).collect()
}

fn applied(cx: &Resolver<'_>, types: &[Type], arguments: &[Argument]) -> Option<Cost> {
    let mut cost = Cost { phase: 0, doubts: 0 };
    for (taken, given) in types.iter().zip(arguments) {
        match fits(cx, given, taken) {
            Fit::Never => return None,
            Fit::Boxed => cost.phase = 1,
            Fit::Doubtful => cost.doubts += 1,
            Fit::Plain => {}
        }
    }
    Some(cost)
}

/// Whether whatever `one` takes, `other` takes, too, but not the other way round.
fn is_more_specific(
    cx: &Resolver<'_>,
    one: &Taken,
    other: &Taken,
    arguments: &[Argument],
) -> bool {
    let arity = arguments.len();
    let form = |taken: &Taken| match taken.types.len() == arity && !taken.variadic {
        true => taken.types.clone(),
        false => spread(taken, arity),
    };
    let (ours, theirs) = (form(one), form(other));
    let mut is_less = false;
    for ((ours, theirs), given) in ours.iter().zip(&theirs).zip(arguments) {
        if *given == Argument::Unknown || ours == theirs {
            continue;
        }
        let there = fits(cx, &Argument::Type(ours.clone()), theirs) == Fit::Plain;
        let back = fits(cx, &Argument::Type(theirs.clone()), ours) == Fit::Plain;
        match (there, back) {
            (true, false) => is_less = true,
            (true, true) => {}
            _ => return false,
        }
    }
    // Of two that take the same, the one that takes no list.
    is_less || (!one.variadic && other.variadic)
}

/// Whether a function has no parameters of its own because its type's head shows them.
pub fn is_compact(cx: &Resolver<'_>, of: Definition) -> bool {
    cx.kind(of) == Some(NodeKind::Constructor) && {
        let facts = cx.facts(of.file);
        facts.parameters(of.node).next().is_none()
    }
}
