//! Functions that are called on types which they are no members of.

use heimdall_schema::record::BindingKind;

use crate::graph::model::{Definition, Place, Type};
use crate::graph::resolver::Resolver;

use super::Wanted;
use super::arguments::Argument;
use super::conversions::{Fit, fits};
use super::dialect::Dialect;
use super::generics;

/// Most files that are looked at for functions of one name.
const MOST_FILES: usize = 32;

/// The functions called `name` that may be called on a value, the nearest first.
pub fn on(cx: &Resolver<'_>, place: Place, receiver: &Type, name: &str) -> Vec<Definition> {
    let facts = cx.facts(place.file);
    let is_value = matches!(receiver, Type::Object(..) | Type::Named(..) | Type::Variable(..));
    if !Dialect::of(&facts).has_extensions
        || !is_value
        || *receiver == super::values::outside()
        || cx.index().defining(name).len() > MOST_FILES
    {
        return Vec::new();
    }
    let given = Argument::Type(receiver.clone());
    let all = cx.everywhere(place.file, name).into_iter();
    let takes = |of: &Definition| {
        extended(cx, *of).is_some_and(|taken| fits(cx, &given, &taken) == Fit::Plain)
    };
    cx.nearest(place.file, all.filter(takes).collect())
}

/// The type on which a function can be called without being a member of it.
pub fn extended(cx: &Resolver<'_>, of: Definition) -> Option<Type> {
    let facts = cx.facts(of.file);
    if !facts.kind(of.node)?.is_callable() {
        return None;
    }
    if let Some(of) = receiver(cx, of) {
        return Some(of);
    }
    let (number, first) = facts.parameters(of.node).next()?;
    facts.text(first.text).starts_with("this ").then(|| cx.type_of_binding(of.file, number))
}

/// The type that `this` means in a function which is called on it.
pub fn receiver(cx: &Resolver<'_>, of: Definition) -> Option<Type> {
    let facts = cx.facts(of.file);
    let binding = facts.results(of.node).find(|b| b.kind == BindingKind::Receiver as u8)?;
    let place = Place { file: of.file, from: of.node, line: binding.line, bound: u32::MAX };
    Some(generics::read(cx, place, facts.text(binding.text), Wanted::Type))
}
