//! The last resort for a method whose receiver is not shown.

use heimdall_schema::record::NodeKind;

use super::{members, names, standard, types};
use crate::graph::model::{Definition, Found, Place, Reason, Type};
use crate::graph::resolver::Resolver;

/// A method by its name alone: when one trait in scope has it, or only one type of the project.
pub fn method(cx: &Resolver<'_>, of: &Type, name: &str, place: Place) -> Option<Found> {
    if !matches!(of, Type::Unknown) || standard::is_common(name) {
        return None;
    }
    let visible = members::visible_trait_methods(cx, name, place);
    if !visible.is_empty() {
        return (visible.len() == 1).then(|| Found::definitions(visible, Reason::Unique))?;
    }
    let methods: Vec<Definition> = names::near(cx, place.file, name)
        .into_iter()
        .filter(|&d| matches!(cx.kind(d), Some(NodeKind::Method)))
        .collect();
    let [only] = methods.as_slice() else { return None };
    let facts = cx.facts(only.file);
    let is_own =
        members::implementation(&facts, only.node).is_some_and(|b| facts.text(b.text).is_empty());
    let takes_self = !types::self_type(cx, cx.inside(*only)).is_unknown();
    (is_own && takes_self).then(|| Found::definitions(methods, Reason::Unique))?
}
