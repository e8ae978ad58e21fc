//! What encloses the place where the walk is.

use heimdall_schema::record::{NO_INDEX, NodeKind};

/// What a region of the source means to what stands in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A definition: its kind and its index among those found.
    Definition(NodeKind, u32),
    /// A name that qualifies, without being a definition (`impl`).
    Scope,
    /// The path before a list of imports.
    Prefix,
    /// Code that is run: variables in it are nobody's business.
    Local,
    /// The same, but its names outlive it.
    Open,
}

/// A region of the source, `start..end` in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub start: u32,
    pub end: u32,
    pub holds: Holds,
    /// Number of its own name.
    pub name: u32,
    /// Number of the qualified name of what encloses it.
    pub scope: u32,
    /// Number of its qualified name once somebody asked; before that `None`.
    pub qualified: Option<u32>,
}

impl Frame {
    pub fn new(start: u32, end: u32, holds: Holds, name: u32, scope: u32) -> Self {
        Frame { start, end, holds, name, scope, qualified: None }
    }
}

/// The regions around the walk, outermost first. Each lies inside the one before it, but for
/// regions announced by a pattern before the walk has reached them.
#[derive(Default)]
pub struct Frames(Vec<Frame>);

impl Frames {
    /// Drops the regions that end before `at`.
    pub fn leave(&mut self, at: u32) {
        while self.0.last().is_some_and(|frame| frame.end <= at) {
            self.0.pop();
        }
    }

    /// Opens a region. One that has the same borders as the last takes its place: such two are
    /// siblings (`int a, b;`), and thousands of them must not pile up.
    pub fn push(&mut self, frame: Frame) {
        match self.0.last_mut() {
            Some(last)
                if last.start == frame.start
                    && last.end == frame.end
                    && matches!(last.holds, Holds::Definition(..)) =>
            {
                *last = frame;
            }
            _ => self.0.push(frame),
        }
    }

    /// Whether the last region opened is code that is run: another one inside it says nothing new.
    pub fn is_local(&self) -> bool {
        self.0.last().is_some_and(|frame| matches!(frame.holds, Holds::Local | Holds::Open))
    }

    /// The regions around `start..end`, innermost first, not counting one with these borders.
    pub fn around(&self, start: u32, end: u32) -> impl Iterator<Item = &Frame> + Clone {
        self.0.iter().rev().filter(move |f| {
            f.start <= start
                && end <= f.end
                && !(f.start == start && f.end == end && {
                    matches!(f.holds, Holds::Definition(..))
                })
        })
    }

    /// The innermost region around `start..end` that gives a name, for writing its cache.
    pub fn naming(&mut self, start: u32, end: u32) -> Option<&mut Frame> {
        self.0.iter_mut().rev().find(|f| {
            f.start <= start
                && end <= f.end
                && match f.holds {
                    Holds::Definition(..) => !(f.start == start && f.end == end),
                    Holds::Scope => true,
                    Holds::Prefix | Holds::Local | Holds::Open => false,
                }
        })
    }

    /// Index of the innermost definition around a byte, or [`NO_INDEX`].
    pub fn definition_at(&self, at: u32) -> u32 {
        let inside = self.0.iter().rev().filter(|f| f.start <= at && at < f.end);
        inside
            .filter_map(|f| match f.holds {
                Holds::Definition(_, index) => Some(index),
                _ => None,
            })
            .next()
            .unwrap_or(NO_INDEX)
    }

    /// Where the innermost region around a byte ends that keeps its names to itself.
    pub fn end_at(&self, at: u32) -> Option<u32> {
        let mut around = self.0.iter().rev().filter(|f| f.start <= at && at < f.end);
        around.find(|f| f.holds != Holds::Open).map(|f| f.end)
    }

    /// The last region opened, if it is a definition: its index.
    pub fn last_definition(&self) -> Option<u32> {
        match self.0.last()?.holds {
            Holds::Definition(_, index) => Some(index),
            _ => None,
        }
    }

    /// The prefixes around a byte, outermost first.
    pub fn prefixes(&self, at: u32) -> impl Iterator<Item = u32> {
        self.0
            .iter()
            .filter(move |f| f.holds == Holds::Prefix && f.start <= at && at < f.end)
            .map(|f| f.name)
    }
}
