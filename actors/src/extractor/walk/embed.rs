//! Source that stands where the grammar sees mere tokens: the items in a call of a macro.

use tree_sitter::{Node, Parser, Range, Tree};

use super::Walker;
use super::frames::{Frame, Frames};

/// How deep such source may stand in such source.
const DEEPEST: u32 = 3;

/// Most nodes at the top of such source whose errors are looked at.
const MOST_ITEMS: usize = 4096;

/// A piece of source with a tree of its own, and what encloses it.
pub struct Embedded {
    pub tree: Tree,
    pub frames: Frames,
    pub depth: u32,
}

impl<'t> Walker<'t, '_> {
    /// Keeps what stands in a node for a walk of its own, if it reads as source; answers whether
    /// it does.
    pub(super) fn embed(&mut self, node: Node<'t>) -> bool {
        if self.depth >= DEEPEST || self.frames.is_code() {
            return false;
        }
        let (start, end) = (node.start_byte() + 1, node.end_byte().saturating_sub(1));
        let content = self.text.get(start..end).unwrap_or("");
        if past_marks(content).starts_with("if #[") {
            // `cfg_if! { if #[cfg(a)] { items } else { items } }`
            let mut cursor = node.walk();
            let blocks: Vec<_> = node
                .children(&mut cursor)
                .filter(|block| self.source(*block).starts_with('{'))
                .collect();
            let embedded: Vec<bool> = blocks.into_iter().map(|block| self.embed(block)).collect();
            return embedded.contains(&true);
        }
        if !begins_item(content) {
            return false;
        }
        let Some(tree) = parse(self.text, node) else { return false };
        let frames = self.frames.clone();
        self.embedded.push(Embedded { tree, frames, depth: self.depth + 1 });
        true
    }
}

/// Parses what stands between the brackets of a node. `None` when it does not read as source.
fn parse(text: &str, node: Node<'_>) -> Option<Tree> {
    let open = node.child(0)?;
    let close = node.child(node.child_count().checked_sub(1)?)?;
    let mut parser = Parser::new();
    parser.set_language(&node.language()).ok()?;
    let range = Range {
        start_byte: open.end_byte(),
        end_byte: close.start_byte(),
        start_point: open.end_position(),
        end_point: close.start_position(),
    };
    parser.set_included_ranges(&[range]).ok()?;
    let tree = parser.parse(text, None)?;
    reads(&tree).then_some(tree)
}

/// Whether all that stands at the top could be read.
fn reads(tree: &Tree) -> bool {
    let root = tree.root_node();
    let mut cursor = root.walk();
    !root.is_error() && root.children(&mut cursor).take(MOST_ITEMS).all(|item| !item.is_error())
}

/// Text behind blanks, comments and attributes.
fn past_marks(text: &str) -> &str {
    let mut text = text.trim_start();
    loop {
        let rest = if text.starts_with("//") {
            text.split_once('\n').map_or("", |(_, rest)| rest)
        } else if text.starts_with("/*") {
            text.split_once("*/").map_or("", |(_, rest)| rest)
        } else if let Some(attribute) = text.strip_prefix("#[").or_else(|| text.strip_prefix("#!["))
        {
            let mut open = 1_u32;
            let end = attribute.find(|c| {
                match c {
                    '[' => open += 1,
                    ']' => open -= 1,
                    _ => {}
                }
                open == 0
            });
            end.map_or("", |at| &attribute[at + 1..])
        } else {
            return text;
        };
        text = rest.trim_start();
    }
}

/// Whether a text begins like a definition.
fn begins_item(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "pub",
        "struct",
        "enum",
        "union",
        "trait",
        "impl",
        "fn",
        "async",
        "unsafe",
        "const",
        "static",
        "type",
        "mod",
        "use",
        "extern",
        "macro_rules!",
    ];
    let text = past_marks(text);
    let end = text.find(|c: char| c.is_whitespace() || "(<".contains(c)).unwrap_or(text.len());
    end < text.len() && WORDS.contains(&&text[..end])
}

impl Frames {
    /// Whether the place is in code that is run.
    fn is_code(&self) -> bool {
        self.iter().any(Frame::is_code)
    }
}
