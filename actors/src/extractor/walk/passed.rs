//! What a call hands over, as far as it tells overloads apart.

use tree_sitter::Node;

use crate::extractor::names::expression;

/// Longest argument kept, in bytes; of a longer one nothing is known.
const LONGEST_ARGUMENT: usize = 80;

/// Most arguments kept.
const MOST_ARGUMENTS: usize = 12;

/// Operators whose result is a truth value.
const COMPARISONS: [&str; 10] = ["==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||"];

/// The arguments in the order of the source, separated by `, `; each as [`argument`] says.
pub(super) fn passed(text: &str, list: Node<'_>) -> String {
    let mut found = String::new();
    let mut cursor = list.walk();
    let arguments = list.named_children(&mut cursor).filter(|child| !child.is_extra());
    for (at, argument) in arguments.take(MOST_ARGUMENTS).enumerate() {
        if at > 0 {
            found.push_str(", ");
        }
        found.push_str(&self::argument(text, argument));
    }
    found
}

/// An argument by its kind when that says it all, else as an expression: `""` and `''` for strings
/// and characters, `true` for what compares, `->n` for a function of n parameters, `?` for what is
/// too long.
fn argument(text: &str, node: Node<'_>) -> String {
    // Some grammars put each argument into a node of its own.
    let inside = node.named_child(0).filter(|_| node.named_child_count() == 1);
    let node = inside.filter(|_| node.kind().ends_with("argument")).unwrap_or(node);
    let source = text.get(node.byte_range()).unwrap_or("");
    let kind = node.kind();
    if kind.contains("lambda") {
        return parameters(node).map_or("->".to_owned(), |count| format!("->{count}"));
    }
    if kind.contains("string") {
        return "\"\"".to_owned();
    }
    if kind.contains("character") {
        return "''".to_owned();
    }
    let operator = node.child_by_field_name("operator");
    let compares = operator.is_some_and(|n| COMPARISONS.contains(&n.kind()));
    if compares || kind.starts_with("instanceof") || kind == "is_expression" {
        return "true".to_owned();
    }
    let written = expression(source);
    if written.len() > LONGEST_ARGUMENT || written.contains(", ") {
        return "?".to_owned();
    }
    written.into_owned()
}

/// How many parameters a function without a name has, if the grammar says where they are.
fn parameters(lambda: Node<'_>) -> Option<usize> {
    let list = lambda.child_by_field_name("parameters")?;
    let is_one = matches!(list.kind(), "identifier" | "implicit_parameter");
    Some(if is_one { 1 } else { list.named_child_count() })
}
