//! Namespaces and classes, which are spread over files.

use heimdall_schema::record::{BindingKind, NodeKind, Reference};

use super::{includes, linkage, standard};
use crate::graph::model::{Definition, Entity, FileId, Found, Place, Reason, Type};
use crate::graph::resolver::Resolver;

/// How well the scope of a definition is the one that is meant; `None` when it is another.
///
/// Namespaces that a macro opens are not seen where they are opened: `lib::detail` may be
/// `lib::v2::detail` or, in the file itself, only `detail`.
fn agreement(scope: &str, wanted: &str) -> Option<u8> {
    if scope == wanted {
        return Some(0);
    }
    if scope.is_empty() || wanted.is_empty() {
        return None;
    }
    let ends =
        |whole: &str, end: &str| whole.strip_suffix(end).is_some_and(|rest| rest.ends_with("::"));
    if ends(scope, wanted) || ends(wanted, scope) {
        return Some(1);
    }
    let mut parts = scope.split("::");
    let is_within = wanted.split("::").all(|part| parts.any(|p| p == part));
    (is_within && parts.next().is_none()).then_some(2)
}

/// The qualified name of what encloses a definition, without inline namespaces.
fn scope_of(cx: &Resolver<'_>, definition: Definition) -> String {
    let facts = cx.facts(definition.file);
    let mut scope = facts.scope(definition.node).to_owned();
    for around in facts.around(definition.node).skip(1) {
        let is_inline = facts.kind(around) == Some(NodeKind::Namespace)
            && facts
                .bound(facts.name(around))
                .any(|(_, b)| b.from == around && b.kind == BindingKind::Export as u8);
        if is_inline && let Some(rest) = scope.strip_prefix(&facts.qualified(around)) {
            let outer = facts.scope(around);
            scope = if outer.is_empty() {
                rest.trim_start_matches("::").to_owned()
            } else {
                format!("{outer}{rest}")
            };
        }
    }
    scope
}

/// Whether a macro of the project is called as one that opens this namespace.
fn is_opened_by_macro(cx: &Resolver<'_>, from: FileId, namespace: &str) -> bool {
    let name = namespace.to_uppercase();
    let names = ["_BEGIN_NAMESPACE", "_NAMESPACE_BEGIN", "_OPEN_NAMESPACE", "_NAMESPACE_OPEN"];
    !namespace.is_empty()
        && !namespace.contains("::")
        && (names.iter().any(|end| !cx.everywhere(from, &format!("{name}{end}")).is_empty())
            || !cx.everywhere(from, &format!("BEGIN_{name}_NAMESPACE")).is_empty())
}

/// The members that a namespace or class has anywhere, best first.
pub fn members(cx: &Resolver<'_>, from: FileId, scope: &str, name: &str) -> Vec<Definition> {
    let mut best = u8::MAX;
    let mut found = Vec::new();
    let mut by_macro = None;
    for definition in cx.everywhere(from, name) {
        let own = scope_of(cx, definition);
        let rank = agreement(&own, scope).or_else(|| {
            let mut opened =
                || *by_macro.get_or_insert_with(|| is_opened_by_macro(cx, from, scope));
            (own.is_empty() && opened()).then_some(3)
        });
        let Some(rank) = rank else { continue };
        best = best.min(rank);
        found.push((rank, definition));
    }
    // The members of a class in a namespace are written with and without it.
    found.retain(|(rank, _)| *rank == best || *rank < 2);
    linkage::ranked(cx, from, found.into_iter().map(|(_, definition)| definition).collect())
}

/// Whether a definition stands in no class and in no function.
fn is_global(cx: &Resolver<'_>, definition: Definition) -> bool {
    let facts = cx.facts(definition.file);
    let Some(node) = facts.node(definition.node) else { return false };
    let is_outer = facts.kind(node.parent).is_none_or(|kind| kind == NodeKind::Namespace);
    let is_member = facts.kind(definition.node) == Some(NodeKind::Method);
    is_outer && !is_member
}

/// A name that no scope around the place holds: of the global namespace, else of the only other
/// one that has it.
pub fn at_large(cx: &Resolver<'_>, place: Place, name: &str) -> Option<Found> {
    let mut all = cx.everywhere(place.file, name);
    all.retain(|definition| is_global(cx, *definition));
    let scope = |d: &Definition| scope_of(cx, *d);
    let (plain, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|d| scope(d).is_empty());
    let mut plain = linkage::ranked(cx, place.file, plain);
    if standard::is_function(name) {
        let unit = includes::unit(cx, place.file);
        plain.retain(|d| unit.files.contains(&d.file) && !linkage::is_forward(cx, *d));
        return Found::definitions(plain, Reason::Wildcard).or_else(Found::external);
    }
    if !plain.is_empty() {
        return Found::definitions(plain, Reason::Wildcard);
    }
    if cx.facts(place.file).language() != "cpp" {
        return None;
    }
    if let Some(found) = cx.by_wildcard(place.file, name) {
        return Some(found);
    }
    let others = linkage::ranked(cx, place.file, others);
    let first = scope(others.first()?);
    let is_one = others.iter().all(|d| agreement(&scope(d), &first).is_some());
    let unit = includes::unit(cx, place.file);
    let is_seen = |d: &Definition| d.file == place.file || unit.files.contains(&d.file);
    let others: Vec<_> = if is_one {
        others
    } else {
        let seen: Vec<_> = others.into_iter().filter(is_seen).collect();
        let first = seen.first().map(scope)?;
        seen.into_iter().filter(|d| agreement(&scope(d), &first).is_some()).collect()
    };
    Found::definitions(others, Reason::Unique)
}

/// What making an object of a type calls: its constructors, else the type itself.
pub fn constructors(cx: &Resolver<'_>, of: Definition) -> Vec<Definition> {
    let facts = cx.facts(of.file);
    let (scope, name) = (facts.qualified(of.node), facts.name(of.node));
    let own = facts.within(&scope, name).map(|node| Definition { file: of.file, node });
    let mut own: Vec<_> = own.filter(|d| cx.kind(*d).is_some_and(NodeKind::is_callable)).collect();
    if own.is_empty() {
        own.push(of);
    }
    own
}

/// An element of a container, of an array or behind a pointer.
pub fn element(cx: &Resolver<'_>, of: &Type) -> Option<Type> {
    match of {
        Type::Object(definition, _) => {
            let Some(found) = cx.member_of(*definition, "operator[]") else {
                return Some(of.clone());
            };
            match found.entities.first() {
                Some(Entity::Definition(operator)) => Some(cx.result(*operator)),
                _ => None,
            }
        }
        Type::Named(name, arguments) => {
            let last = name.rsplit("::").next().unwrap_or(name);
            if last.ends_with("map") {
                return Some(Type::Named("pair".into(), arguments.clone()));
            }
            matches!(last, "pair" | "tuple").then_some(Type::Unknown).or(arguments.first().cloned())
        }
        _ => None,
    }
}

/// What a pointer or iterator of the standard library leads to.
pub fn pointee(name: &str, arguments: &[Type]) -> Option<Type> {
    const POINTERS: [&str; 8] = [
        "unique_ptr",
        "shared_ptr",
        "weak_ptr",
        "optional",
        "reference_wrapper",
        "observer_ptr",
        "auto_ptr",
        "atomic",
    ];
    let mut parts = name.rsplit("::");
    let last = parts.next().unwrap_or(name);
    if last.ends_with("iterator") {
        let is_map = parts.next().is_some_and(|container| container.ends_with("map"));
        return if is_map {
            Some(Type::Named("pair".into(), arguments.to_vec()))
        } else {
            arguments.first().cloned()
        };
    }
    POINTERS.contains(&last).then(|| arguments.first().cloned()).flatten()
}

/// What a member of a type of the standard library gives.
pub fn result_outside(of: &str, arguments: &[Type], member: &str) -> Option<Type> {
    let last = of.rsplit("::").next().unwrap_or(of);
    let is_map = last.ends_with("map");
    let element = match last {
        "vector" | "list" | "deque" | "array" | "set" | "unordered_set" | "multiset" | "queue"
        | "stack" | "span" | "priority_queue" | "initializer_list" | "forward_list"
        | "optional" | "unique_ptr" | "shared_ptr" | "weak_ptr" | "atomic"
        | "reference_wrapper" | "future" | "promise" => arguments.first()?.clone(),
        _ if last.ends_with("iterator") => match pointee(of, arguments)? {
            Type::Named(pair, parts) => return result_outside(&pair, &parts, member),
            _ => return None,
        },
        "pair" | "tuple" => {
            return match member {
                "first" => arguments.first().cloned(),
                "second" => arguments.get(1).cloned(),
                // `auto [a, b] = pair`
                part => arguments.get(part.parse::<usize>().ok()?).cloned(),
            };
        }
        _ if is_map => Type::Named("pair".into(), arguments.to_vec()),
        _ => return None,
    };
    if member.starts_with(|c: char| c.is_ascii_digit()) {
        // `auto& [key, value] : map`: this part of each element.
        let Type::Named(pair, parts) = element else { return None };
        let part = result_outside(&pair, &parts, member)?;
        return Some(Type::Named("vector".into(), vec![part]));
    }
    match member {
        "at" if is_map => arguments.get(1).cloned(),
        "iterator" | "const_iterator" | "reverse_iterator" | "begin" | "end" | "cbegin"
        | "cend" | "rbegin" | "rend" | "find" | "lower_bound" | "upper_bound" | "insert" => {
            Some(Type::Named("iterator".into(), vec![element]))
        }
        "lock" => Some(Type::Named("shared_ptr".into(), vec![element])),
        "value_type" | "reference" | "const_reference" | "element_type" | "front" | "back"
        | "at" | "top" | "get" | "value" | "value_or" | "data" | "load" | "emplace_back"
        | "emplace" | "operator*" | "operator->" => Some(element),
        _ => None,
    }
}

/// What nothing else could tell: a name that is said to be global.
pub fn guessed(cx: &Resolver<'_>, place: Place, reference: &Reference) -> Option<Found> {
    let facts = cx.facts(place.file);
    if facts.text(reference.qualifier) != "::" {
        return None;
    }
    let name = facts.text(reference.name);
    if standard::is_function(name) {
        return Found::external();
    }
    let all = cx.everywhere(place.file, name).into_iter();
    let all = all.filter(|d| is_global(cx, *d) && cx.facts(d.file).scope(d.node).is_empty());
    Found::definitions(linkage::ranked(cx, place.file, all.collect()), Reason::Wildcard)
}

#[cfg(test)]
mod tests {
    use super::agreement;

    #[test]
    fn scopes_agree_without_what_not_everybody_writes() {
        assert_eq!(agreement("a::b", "a::b"), Some(0));
        assert_eq!(agreement("b", "a::b"), Some(1));
        assert_eq!(agreement("x::a::b", "a::b"), Some(1));
        assert_eq!(agreement("a::v2::b", "a::b"), Some(2));
        assert_eq!(agreement("ab", "b"), None);
        assert_eq!(agreement("a::b::c", "a::b"), None);
        assert_eq!(agreement("", "a"), None);
    }
}
