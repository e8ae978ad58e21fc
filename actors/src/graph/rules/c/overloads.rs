//! Overloads by the number of their arguments.

use heimdall_schema::record::NO_ARITY;

use crate::graph::model::Definition;
use crate::graph::resolver::Resolver;

/// How many arguments a definition takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Takes {
    least: usize,
    most: usize,
}

/// The definitions that take so many arguments first; the others behind them.
pub fn fitting(cx: &Resolver<'_>, found: Vec<Definition>, arity: u8) -> Vec<Definition> {
    if found.len() < 2 || arity == NO_ARITY {
        return found;
    }
    let mut fits = Vec::new();
    let mut others = Vec::new();
    for definition in found {
        match takes(cx, definition) {
            Some(takes) if !(takes.least..=takes.most).contains(&usize::from(arity)) => {
                others.push(definition);
            }
            _ => fits.push(definition),
        }
    }
    fits.extend(others);
    fits
}

/// `None` where parameters are not recorded: in C, and for macros.
fn takes(cx: &Resolver<'_>, definition: Definition) -> Option<Takes> {
    let facts = cx.facts(definition.file);
    if facts.language() != "cpp"
        || facts.kind(definition.node)? == heimdall_schema::record::NodeKind::Macro
    {
        return None;
    }
    let end = facts.node(definition.node)?.end_line;
    let mut takes = Takes { least: 0, most: 0 };
    // Those of a function literal end before the definition does.
    for parameter in facts.parameters(definition.node).filter(|b| b.end_line == end) {
        let text = facts.text(parameter.text);
        if text == "void" && facts.text(parameter.name).is_empty() {
            continue;
        }
        if text.starts_with("...") {
            takes.most = usize::MAX;
            continue;
        }
        takes.most = takes.most.saturating_add(1);
        if !text.starts_with('=') {
            takes.least += 1;
        }
    }
    Some(takes)
}
