//! Matches the patterns of a query at one node. Looks only at the node and a few levels below.

use tree_sitter::{Node, TreeCursor};

use super::pattern::{Accepts, Pattern, Query, Step};

/// A child of a node under inspection.
#[derive(Clone, Copy)]
struct Child<'t> {
    node: Node<'t>,
    kind: u16,
    field: u16,
}

/// Scratch space for matching, kept for a whole tree so that it allocates once.
pub struct Matcher<'t, 'q> {
    query: &'q Query,
    text: &'t [u8],
    cursor: TreeCursor<'t>,
    children: Vec<Child<'t>>,
    /// Listed nodes: (id, start, end) in `children`; used as a stack.
    lists: Vec<(usize, usize, usize)>,
    /// By step: the node bound to it and its place among its siblings.
    bound: Vec<Option<(Node<'t>, usize)>>,
}

/// The nodes bound to the steps of a pattern.
pub struct Bindings<'m, 't>(&'m [Option<(Node<'t>, usize)>]);

impl<'t> Bindings<'_, 't> {
    /// The node of a step; `None` when it is optional and was not there.
    pub fn node(&self, step: usize) -> Option<Node<'t>> {
        self.0.get(step).copied().flatten().map(|(node, _)| node)
    }
}

impl<'t, 'q> Matcher<'t, 'q> {
    pub fn new(query: &'q Query, text: &'t str, root: Node<'t>) -> Self {
        Matcher {
            query,
            text: text.as_bytes(),
            cursor: root.walk(),
            children: Vec::new(),
            lists: Vec::new(),
            bound: Vec::new(),
        }
    }

    /// Forgets the children listed for the node before; to be called once for each new node.
    pub fn turn(&mut self) {
        self.children.clear();
        self.lists.clear();
    }

    /// Calls `found` for every way in which the pattern matches at `root`, in order of the source.
    pub fn each(
        &mut self,
        pattern: &Pattern,
        root: Node<'t>,
        found: &mut dyn FnMut(&Bindings<'_, 't>),
    ) {
        self.bound.clear();
        self.bound.resize(pattern.steps.len(), None);
        self.bound[0] = Some((root, 0));
        if !self.lacks(root, &pattern.steps[0]) || !self.passes(root, &pattern.steps[0]) {
            return;
        }
        self.solve(pattern, 1, found);
    }

    /// Binds step `index` and those after it. Recursion is over the steps of one pattern.
    fn solve(
        &mut self,
        pattern: &Pattern,
        index: usize,
        found: &mut dyn FnMut(&Bindings<'_, 't>),
    ) -> bool {
        let Some(step) = pattern.steps.get(index) else {
            found(&Bindings(&self.bound));
            return true;
        };
        let Some((parent, _)) = self.bound[step.parent] else {
            // What hangs below an optional node that is not there is not there either.
            self.bound[index] = None;
            return self.solve(pattern, index + 1, found);
        };
        let mut any = false;
        let (start, end) = self.list(parent);
        let mark = (self.children.len(), self.lists.len());
        let previous = step.after.and_then(|s| self.bound[s]).map(|(_, place)| place);
        for place in previous.map_or(start, |p| p + 1)..end {
            let child = self.children[place];
            if self.accepts(step, child)
                && (!step.anchored || self.adjoins(previous.map_or(start, |p| p + 1), place))
                && (!step.last || self.adjoins(place + 1, end))
                && self.lacks(child.node, step)
                && self.passes(child.node, step)
            {
                self.bound[index] = Some((child.node, place));
                any |= self.solve(pattern, index + 1, found);
                self.children.truncate(mark.0);
                self.lists.truncate(mark.1);
            } else if step.anchored && self.query.is_named(child.kind) && !child.node.is_extra() {
                break;
            }
        }
        self.bound[index] = None;
        if !any && step.optional {
            any = self.solve(pattern, index + 1, found);
        }
        any
    }

    fn accepts(&self, step: &Step, child: Child<'t>) -> bool {
        (step.field == 0 || step.field == child.field)
            && match &step.accepts {
                Accepts::Of(kinds) => kinds.contains(&child.kind),
                Accepts::Named => self.query.is_named(child.kind),
                Accepts::Any => true,
            }
    }

    /// Whether nothing but tokens and comments stands in `from..to`.
    fn adjoins(&self, from: usize, to: usize) -> bool {
        self.children[from..to].iter().all(|c| !self.query.is_named(c.kind) || c.node.is_extra())
    }

    fn lacks(&self, node: Node<'t>, step: &Step) -> bool {
        step.absent.iter().all(|&field| node.child_by_field_id(field).is_none())
    }

    fn passes(&self, node: Node<'t>, step: &Step) -> bool {
        step.tests.iter().all(|test| {
            let text = self.text.get(node.byte_range()).unwrap_or_default();
            let holds = |word: &String| match test.prefix {
                true => text.starts_with(word.as_bytes()),
                false => text == word.as_bytes(),
            };
            test.words.iter().any(holds) != test.negated
        })
    }

    /// The range in `children` that holds the children of a node.
    fn list(&mut self, node: Node<'t>) -> (usize, usize) {
        let id = node.id();
        if let Some(&(_, start, end)) = self.lists.iter().rev().find(|list| list.0 == id) {
            return (start, end);
        }
        let start = self.children.len();
        self.cursor.reset(node);
        if self.cursor.goto_first_child() {
            loop {
                let node = self.cursor.node();
                let field = self.cursor.field_id().map_or(0, u16::from);
                self.children.push(Child { node, kind: node.kind_id(), field });
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        self.lists.push((id, start, self.children.len()));
        (start, self.children.len())
    }
}
