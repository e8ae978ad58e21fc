//! Definitions in several pieces: the equations of a function, a method's type and its default.

use rustc_hash::FxHashMap;
use tree_sitter::Node;

use heimdall_schema::record::NodeKind;

use super::Walker;
use super::frames::{Frame, Holds};
use super::lead::last_row;

/// A definition that others may join, and where its last piece ends.
#[derive(Clone, Copy)]
struct Piece {
    index: u32,
    end: u32,
    end_row: u32,
}

/// By where the enclosing definition or scope starts, and by name.
#[derive(Default)]
pub struct Joined(FxHashMap<(Option<u32>, u32), Piece>);

impl<'t> Walker<'t, '_> {
    /// Makes `node` a piece of the definition before it that has the same name. Answers whether
    /// there is one; if not, `node` begins a definition that others may join.
    ///
    /// In a type one name is one definition; elsewhere only neighbours are, since two blocks of a
    /// function may each have a local function of that name.
    pub(super) fn join_earlier(
        &mut self,
        kind: NodeKind,
        node: Node<'t>,
        name: Node<'t>,
        text: &str,
    ) -> bool {
        let (start, end) = (node.start_byte() as u32, node.end_byte() as u32);
        let around = self.frames.around(start, end).next();
        let in_type =
            around.is_some_and(|f| matches!(f.holds, Holds::Definition(kind, _) if kind.is_type()));
        let number = self.found.names.number(text);
        let key = (around.map(|f| f.start), number);
        let end_row = node.end_position().row as u32;
        let mut piece = Piece { index: self.found.definitions.len() as u32, end, end_row };
        let earlier = self.joined.0.get(&key).copied();
        let adjoins = earlier.is_some_and(|earlier| self.adjoins(earlier, start));
        let earlier = earlier.filter(|_| adjoins || in_type);
        if let Some(earlier) = earlier {
            piece.index = earlier.index;
            let definition = &mut self.found.definitions[earlier.index as usize];
            if adjoins {
                definition.end_row = definition.end_row.max(last_row(node));
            }
            let (holds, scope) = (Holds::Definition(kind, earlier.index), definition.scope);
            self.claimed.insert(name.start_byte() as u32);
            self.frames.push(Frame::new(start, end, holds, number, scope));
        }
        self.joined.0.insert(key, piece);
        earlier.is_some()
    }

    /// Whether nothing but blanks and comments stands between a piece and a byte after it.
    fn adjoins(&self, piece: Piece, start: u32) -> bool {
        let Some(between) = self.text.get(piece.end as usize..start as usize) else {
            return false;
        };
        let comments = self.found.comments.iter().rev().take_while(|c| c.1 >= piece.end_row);
        let is_comment = |row: u32| comments.clone().any(|c| c.0 <= row && row <= c.1);
        let mut rows = between.split('\n').zip(piece.end_row..);
        rows.all(|(line, row)| {
            let rest = line.trim().trim_matches(';');
            let is_mark = ["--", "{-"].iter().any(|mark| rest.starts_with(mark));
            rest.is_empty() || is_mark || is_comment(row)
        })
    }
}
