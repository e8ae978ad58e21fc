//! Which definition a call means: by the number and the types of its arguments.

use heimdall_schema::record::NO_ARITY;

use crate::graph::model::is_object_type;
use crate::graph::model::{Definition, Type};
use crate::graph::resolver::Resolver;

use super::arguments::Argument;
use super::conversions::{self, Fit, fits};
use super::dialect::Dialect;
use super::{generics, members};

/// What a function takes.
struct Taken {
    of: Definition,
    types: Vec<Type>,
    /// Whether the last one may be given any number of times.
    variadic: bool,
    /// Whether some may be left out.
    has_defaults: bool,
}

/// A call: how many arguments it hands over, what is known of them, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    pub arity: u8,
    pub given: &'a [Argument],
    /// The definition around it.
    pub from: Definition,
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
    call: Call<'_>,
) -> Vec<Definition> {
    let Call { arity, given: arguments, from } = call;
    if arity == NO_ARITY {
        return found.to_vec();
    }
    // One that calls its own name hands on to another overload more often than to itself.
    let (itself, others): (Vec<_>, Vec<_>) = found.iter().partition(|of| **of == from);
    let found: Vec<Definition> = others.into_iter().chain(itself).copied().collect();
    let found = &found;
    let fitting = fitting(cx, found, receiver, arity, arguments);
    if !fitting.is_empty() {
        return fitting;
    }
    // A type that was read wrongly is no reason to find nothing.
    let unknown = vec![Argument::Unknown; arguments.len()];
    let fitting = self::fitting(cx, found, receiver, arity, &unknown);
    let counts = |of: &Definition| Dialect::of(&cx.facts(of.file)).has_defaults;
    if fitting.is_empty() && found.iter().all(counts) {
        // Functions may be handed over behind the list of arguments.
        return found.clone();
    }
    fitting
}

fn fitting(
    cx: &Resolver<'_>,
    found: &[Definition],
    receiver: Option<&Type>,
    arity: u8,
    arguments: &[Argument],
) -> Vec<Definition> {
    let mut fitting: Vec<(Cost, usize, Taken)> = Vec::new();
    for taken in found.iter().map(|&of| taken(cx, of, receiver)) {
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
    fitting.sort_by_cached_key(|(cost, beats, taken)| {
        (*cost, std::cmp::Reverse(*beats), narrowness(cx, taken, arguments))
    });
    fitting.into_iter().map(|(_, _, taken)| taken.of).collect()
}

/// How narrow the parameters are that get arguments of which nothing is known: what takes every
/// object is likelier than what takes some, and that is likelier than what takes a number.
fn narrowness(cx: &Resolver<'_>, taken: &Taken, arguments: &[Argument]) -> usize {
    let unknown = taken.types.iter().zip(arguments).filter(|(_, a)| **a == Argument::Unknown);
    unknown.map(|(taken, _)| conversions::narrowness(cx, taken)).sum()
}

/// The types of a function's parameters, as seen through an object of type `receiver`.
pub fn parameters(cx: &Resolver<'_>, of: Definition, receiver: Option<&Type>) -> Vec<Type> {
    taken(cx, of, receiver).types
}

fn taken(cx: &Resolver<'_>, of: Definition, receiver: Option<&Type>) -> Taken {
    let facts = cx.facts(of.file);
    let mut types = Vec::new();
    let mut variadic = false;
    let numbers: Vec<u32> = match facts.kind(of.node) {
        Some(kind) if kind.is_callable() => {
            facts.parameters(of.node).map(|(number, _)| number).collect()
        }
        Some(kind) if is_object_type(kind) => members::components(cx, of),
        _ => Vec::new(),
    };
    for number in numbers {
        let binding = &facts.bindings()[number as usize];
        let text = facts.text(binding.text);
        // The first one of an extension is what it is called on.
        if text.starts_with("this ") && !matches!(receiver, Some(Type::Itself(_)) | None) {
            continue;
        }
        variadic = text.contains("...") || text.starts_with("params ") || text.ends_with('*');
        let found = cx.type_of_binding(of.file, number);
        types.push(generics::seen_through(cx, found, of, receiver));
    }
    let has_defaults = Dialect::of(&facts).has_defaults;
    Taken { of, types, variadic, has_defaults }
}

/// What a call with such arguments costs; `None` when it is not possible.
fn cost(cx: &Resolver<'_>, taken: &Taken, arity: usize, arguments: &[Argument]) -> Option<Cost> {
    let plain = (taken.types.len() == arity).then(|| applied(cx, &taken.types, arguments));
    if let Some(Some(cost)) = plain {
        return Some(cost);
    }
    if taken.has_defaults && arity < taken.types.len() {
        let cost = applied(cx, &taken.types, arguments)?;
        let missing = u8::try_from(taken.types.len() - arity).unwrap_or(u8::MAX);
        return Some(Cost { doubts: cost.doubts.saturating_add(missing), ..cost });
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
fn is_more_specific(cx: &Resolver<'_>, one: &Taken, other: &Taken, arguments: &[Argument]) -> bool {
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
