//! What a module exports, by ES modules or by CommonJS.

use heimdall_schema::record::{BindingKind, NO_INDEX, NodeKind};

use crate::graph::expression::{self, Expression};
use crate::graph::model::{Definition, Entity, FileId, Found, Module, Reason};
use crate::graph::resolver::Resolver;

/// Names under which a file exports one thing as a whole.
const WHOLE: [&str; 2] = ["=", "module.exports"];

/// What a default import of a module gives; `None` when that is the module itself.
pub fn default(cx: &Resolver<'_>, module: FileId) -> Option<Found> {
    whole(cx, module).or_else(|| cx.module_member(&Module::File(module), "default"))
}

/// An export whose name says nothing of what it is.
pub fn named(cx: &Resolver<'_>, file: FileId, name: &str) -> Option<Found> {
    let facts = cx.facts(file);
    // `export default () => {}` is a definition of that name.
    if name == "default" && facts.children(NO_INDEX, name).next().is_some() {
        return None;
    }
    // `exports.name = function () {}`
    for object in ["exports", "module.exports"] {
        let assigned = facts.within(object, name);
        let assigned = assigned.map(|node| Definition { file, node }).collect();
        if let Some(found) = Found::definitions(assigned, Reason::Import) {
            return Some(found);
        }
    }
    let exported = facts.bound(name).find(|(_, b)| b.kind == BindingKind::Export as u8);
    if let Some((number, export)) = exported
        && let Some(found) = bound(cx, file, number, facts.text(export.text))
    {
        return Some(found);
    }
    let is_top = |node| facts.node(node).is_some_and(|n| n.parent == NO_INDEX);
    if facts.named(name).iter().any(|&node| is_top(node)) {
        return None;
    }
    // A member of what is exported as a whole.
    let whole = whole(cx, file)?;
    if name == "default" {
        return Some(whole);
    }
    let of = cx.type_of_found(&whole, None, cx.top(file));
    let found = cx.member(&of, name, cx.top(file))?;
    (!found.is_external()).then_some(found)
}

/// What `module.exports =` or `export =` gives.
fn whole(cx: &Resolver<'_>, file: FileId) -> Option<Found> {
    let facts = cx.facts(file);
    // `module.exports = function () {}`; of an object the members are what the module exports.
    let assigned: Vec<_> = facts.within("module", "exports").collect();
    if let Some(&last) = assigned.last() {
        let is_object = facts.kind(last) == Some(NodeKind::Constant);
        let found = Definition { file, node: last };
        return Found::definitions(vec![found], Reason::Import).filter(|_| !is_object);
    }
    // `module.exports = require("./other")`
    let mut imports = facts.references().iter().zip(0..);
    if let Some((_, number)) = imports.find(|(r, _)| facts.text(r.alias) == "exports") {
        return cx.import(file, number);
    }
    for name in WHOLE {
        // The last assignment holds.
        let exported = facts.bound(name).rfind(|(_, b)| b.kind == BindingKind::Export as u8);
        if let Some((number, export)) = exported
            && let Some(found) = bound(cx, file, number, facts.text(export.text))
        {
            return Some(found);
        }
    }
    None
}

/// What the expression of an export gives.
fn bound(cx: &Resolver<'_>, file: FileId, number: u32, text: &str) -> Option<Found> {
    match expression::read(text) {
        Expression::Name(local) => cx.lookup(cx.top(file), &local),
        Expression::Literal(_) | Expression::Other if text.is_empty() => None,
        _ => Found::one(Entity::Local(file, number), Reason::Import),
    }
}
