//! Overloads by the number of their arguments.

use heimdall_schema::record::{NO_ARITY, NodeKind};

use super::linkage;
use crate::graph::model::Definition;
use crate::graph::resolver::Resolver;
use crate::graph::written;

/// One function, which may be declared and defined in several places.
struct Overload {
    /// The last parts of the names of its parameters' types.
    parameters: Vec<String>,
    /// How many arguments it takes.
    least: usize,
    most: usize,
    /// Bodies before declarations.
    places: Vec<Definition>,
}

/// The definitions of the overloads that take so many arguments, then the others. Of one overload
/// its body comes before its declarations.
pub fn fitting(cx: &Resolver<'_>, found: Vec<Definition>, arity: u8) -> Vec<Definition> {
    if found.len() < 2 {
        return found;
    }
    let mut overloads: Vec<Overload> = Vec::new();
    for definition in found {
        let one = overload(cx, definition);
        match overloads.iter_mut().find(|other| other.parameters == one.parameters) {
            Some(same) => {
                // Defaults stand in the declaration.
                same.least = same.least.min(one.least);
                same.most = same.most.max(one.most);
                same.places.push(definition);
            }
            None => overloads.push(one),
        }
    }
    let arity = (arity != NO_ARITY).then_some(usize::from(arity));
    let fits = |o: &Overload| arity.is_none_or(|arity| (o.least..=o.most).contains(&arity));
    // A list of arguments is only handed on by those who got one.
    let is_inner = |o: &Overload| o.parameters.iter().any(|name| name == "va_list");
    overloads.sort_by_key(|overload| (!fits(overload), is_inner(overload)));
    for overload in &mut overloads {
        overload.places.sort_by_key(|place| linkage::is_forward(cx, *place));
    }
    overloads.into_iter().flat_map(|overload| overload.places).collect()
}

fn overload(cx: &Resolver<'_>, definition: Definition) -> Overload {
    let mut found =
        Overload { parameters: Vec::new(), least: 0, most: 0, places: vec![definition] };
    let facts = cx.facts(definition.file);
    let kind = facts.kind(definition.node);
    if !is_cpp(cx, definition) || kind == Some(NodeKind::Macro) {
        // Nothing is known of its parameters.
        found.most = usize::MAX;
        return found;
    }
    let end = facts.node(definition.node).map_or(0, |node| node.end_line);
    // Parameters of a function literal end before the definition does.
    for (_, parameter) in facts.parameters(definition.node).filter(|(_, b)| b.end_line == end) {
        let text = facts.text(parameter.text);
        if text == "void" && facts.text(parameter.name).is_empty() {
            continue;
        }
        let name = written::read(text.trim_start_matches(['.', '='])).name;
        found.parameters.push(name.rsplit("::").next().unwrap_or("").to_owned());
        if text.starts_with("...") {
            found.most = usize::MAX;
            continue;
        }
        found.most = found.most.saturating_add(1);
        found.least += usize::from(!text.starts_with('='));
    }
    found
}

fn is_cpp(cx: &Resolver<'_>, definition: Definition) -> bool {
    cx.facts(definition.file).language() == "cpp"
}
