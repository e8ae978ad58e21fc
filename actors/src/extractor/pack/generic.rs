//! A query made from what a grammar calls its nodes.
//!
//! Grammars follow habits: a definition is a node called `function_definition` or the like with a
//! field `name`. What follows them yields definitions without a query file; references have no
//! such habits.

use tree_sitter::Language;

/// What a node is called before `_definition`, `_declaration` or `_item`, and the kind it means.
const HABITS: &[(&str, &str)] = &[
    ("function", "function"),
    ("func", "function"),
    ("procedure", "function"),
    ("subroutine", "function"),
    ("sub", "function"),
    ("subprogram", "function"),
    ("method", "method"),
    ("constructor", "constructor"),
    ("class", "class"),
    ("struct", "struct"),
    ("structure", "struct"),
    ("record", "struct"),
    ("union", "union"),
    ("enum", "enum"),
    ("interface", "interface"),
    ("trait", "trait"),
    ("protocol", "trait"),
    ("module", "module"),
    ("package", "module"),
    ("namespace", "namespace"),
    ("type", "type"),
    ("type_alias", "type"),
    ("macro", "macro"),
    ("constant", "constant"),
    ("const", "constant"),
];

const ENDINGS: &[&str] =
    &["definition", "declaration", "item", "statement", "specifier", "decl", "def"];

/// The patterns of this kind that the grammar has nodes for; `None` when there is not one.
pub fn query(language: &Language) -> Option<String> {
    language.field_id_for_name("name")?;
    let has = |kind: &str| match language.id_for_node_kind(kind, true) {
        0 => false,
        id => language.node_kind_is_visible(id),
    };
    let mut query = String::new();
    for (word, kind) in HABITS {
        for ending in ENDINGS {
            let node = format!("{word}_{ending}");
            if has(&node) {
                query.push_str(&format!("({node} name: (_) @name) @definition.{kind}\n"));
            }
        }
    }
    if query.is_empty() {
        return None;
    }
    for comment in ["comment", "line_comment", "block_comment"] {
        if has(comment) {
            query.push_str(&format!("({comment}) @comment\n"));
        }
    }
    Some(query)
}

#[cfg(test)]
mod tests {
    use super::query;
    use crate::extractor::grammar::GRAMMARS;
    use crate::extractor::query::Query;

    #[test]
    fn the_habits_name_kinds_and_every_query_made_from_them_compiles() {
        let mut made = 0;
        for grammar in &GRAMMARS {
            let language = &grammar.compiled().language;
            let Some(text) = query(language) else { continue };
            made += 1;
            if let Err(error) = Query::compile(language, &text) {
                panic!("{}: {error}\n{text}", grammar.name);
            }
        }
        assert!(made > 10, "only {made} grammars follow the habits");
    }
}
