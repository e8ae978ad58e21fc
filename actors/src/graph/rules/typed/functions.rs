//! What is handed to a function without a name.

use heimdall_schema::record::BindingKind;

use crate::graph::expression::{self, Expression};
use crate::graph::model::{Definition, Entity, FileId, Place, Type};
use crate::graph::resolver::Resolver;

use super::{arguments, conversions, generics, library, overloads, sites, values};

/// What a parameter of a function without a name is, by its binding.
pub fn parameter(cx: &Resolver<'_>, file: FileId, number: u32) -> Type {
    let facts = cx.facts(file);
    let Some(binding) = facts.bindings().get(number as usize) else { return Type::Unknown };
    let before = facts.bindings()[..number as usize].iter().rev().take_while(|b| {
        b.kind == BindingKind::Passed as u8
            && (b.text, b.end_line, b.from) == (binding.text, binding.end_line, binding.from)
            && b.name != binding.name
    });
    let at = before.count();
    let place = Place { file, from: binding.from, line: binding.line, bound: u32::MAX };
    let (receiver, name) = match expression::read(facts.text(binding.text)) {
        Expression::Member(of, name) => (Some(*of), name),
        Expression::Name(name) => (None, name),
        _ => return Type::Unknown,
    };
    let of = receiver.as_ref().map(|of| generics::bounded(cx, cx.type_of(of, place)));
    if let Some(Type::Named(_, given)) = &of {
        return library::handed(given, &name, at);
    }
    for number in sites::find(&facts, binding.line, receiver.as_ref(), &name) {
        let call = &facts.references()[number as usize];
        let written = facts.text(call.alias);
        let Some(argument) = written.split(", ").position(|text| text.starts_with("->")) else {
            continue;
        };
        let Some(found) = sites::meaning(cx, file, number) else { continue };
        let Some(Entity::Definition(function)) = found.entities.first() else { continue };
        let taken = overloads::parameters(cx, *function, of.as_ref());
        let Some(taken) = taken.get(argument).or(taken.last()) else { continue };
        let place = Place { from: call.from, line: call.line, ..place };
        let told = || arguments::read(cx, place, written);
        let taken = sites::inferred(cx, taken.clone(), *function, of.as_ref(), told);
        return taken_by(cx, &taken, at);
    }
    Type::Unknown
}

/// What a function that stands for a type takes at a position.
fn taken_by(cx: &Resolver<'_>, function: &Type, at: usize) -> Type {
    match function {
        Type::Named(name, given) => library::taken(name, given, at),
        Type::Object(of, _) => match conversions::method_of_function(cx, *of) {
            Some(method) => parameter_of(cx, method, function, at),
            None => Type::Unknown,
        },
        _ => Type::Unknown,
    }
}

fn parameter_of(cx: &Resolver<'_>, method: Definition, of: &Type, at: usize) -> Type {
    let all = overloads::parameters(cx, method, Some(of));
    all.get(at).cloned().unwrap_or_else(values::outside)
}
