//! What encloses the place where the walk is.

use std::collections::VecDeque;

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
    /// The same, of a function that has no name or whose name stands outside: what it returns is
    /// returned by nothing else.
    Closure,
}

impl Holds {
    /// Whether it is code that is run without being a definition.
    pub fn is_code(self) -> bool {
        matches!(self, Holds::Local | Holds::Open | Holds::Closure)
    }
}

impl Holds {
    /// Whether what stands directly in it is a member.
    pub fn is_type(self) -> bool {
        use NodeKind::*;
        matches!(
            self,
            Holds::Definition(Class | Struct | Enum | Trait | Interface | Union | Type, _)
        )
    }
}

/// A region of the source, `start..end` in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub start: u32,
    pub end: u32,
    /// Row on which a closure begins; of others nobody asks.
    pub row: u32,
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
        Frame { start, end, row: 0, holds, name, scope, qualified: None }
    }

    /// Whether code is run in it.
    pub fn is_code(&self) -> bool {
        match self.holds {
            Holds::Local | Holds::Open | Holds::Closure => true,
            Holds::Definition(kind, _) => kind.is_callable(),
            Holds::Scope | Holds::Prefix => false,
        }
    }
}

/// The regions around the walk. Those that a pattern tells of before the walk is there wait in a
/// queue of their own, so that a list of ten thousand does not stand around each of its items.
#[derive(Clone, Default)]
pub struct Frames {
    /// Outermost first; each lies inside the one before it.
    open: Vec<Frame>,
    /// In the order of the source.
    announced: VecDeque<Frame>,
    /// The definition that was left last.
    left: Option<Frame>,
    /// Where the walk is.
    at: u32,
}

impl Frames {
    /// The open regions, outermost first.
    pub fn iter(&self) -> impl Iterator<Item = &Frame> {
        self.open.iter()
    }

    /// Goes on to `at`: drops the regions that end before it, opens those that begin there.
    pub fn reach(&mut self, at: u32) {
        self.at = at;
        self.leave(at);
        while self.announced.front().is_some_and(|frame| frame.start <= at) {
            let frame = self.announced.pop_front();
            self.open.extend(frame.filter(|frame| frame.end > at));
        }
    }

    fn leave(&mut self, at: u32) {
        while let Some(frame) = self.open.pop_if(|frame| frame.end <= at) {
            if matches!(frame.holds, Holds::Definition(..)) {
                self.left = Some(frame);
            }
        }
    }

    /// The definition that was left last.
    pub fn last_left(&self) -> Option<Frame> {
        self.left
    }

    /// Opens or announces a region. One that has the same borders as the last takes its place:
    /// such two are siblings (`int a, b;`), and thousands of them must not pile up.
    pub fn push(&mut self, frame: Frame) {
        let is_sibling = |last: &Frame| {
            last.start == frame.start
                && last.end == frame.end
                && matches!(last.holds, Holds::Definition(..))
        };
        if frame.start <= self.at {
            match self.open.last_mut() {
                Some(last) if is_sibling(last) => *last = frame,
                _ => self.open.push(frame),
            }
            return;
        }
        let place = self.announced.partition_point(|f| f.start <= frame.start);
        match place.checked_sub(1).and_then(|before| self.announced.get_mut(before)) {
            Some(last) if is_sibling(last) => *last = frame,
            _ => self.announced.insert(place, frame),
        }
    }

    /// The announced region that begins last before `start`: the only one that may hold it.
    fn announced_at(&self, start: u32) -> Option<usize> {
        self.announced.partition_point(|f| f.start <= start).checked_sub(1)
    }

    /// All regions that may hold `start`, innermost first.
    fn inward(&self, start: u32) -> impl Iterator<Item = &Frame> + Clone {
        let announced = self.announced_at(start).and_then(|place| self.announced.get(place));
        announced.into_iter().chain(self.open.iter().rev())
    }

    /// Whether the last region opened is code that is run: another one inside it says nothing new.
    pub fn is_local(&self) -> bool {
        self.open.last().is_some_and(|frame| matches!(frame.holds, Holds::Local | Holds::Open))
    }

    /// The regions around `start..end`, innermost first, not counting one with these borders.
    pub fn around(&self, start: u32, end: u32) -> impl Iterator<Item = &Frame> + Clone {
        self.inward(start).filter(move |f| {
            f.start <= start
                && end <= f.end
                && !(f.start == start && f.end == end && {
                    matches!(f.holds, Holds::Definition(..))
                })
        })
    }

    /// The innermost region around `start..end` that gives a name, for writing its cache.
    pub fn naming(&mut self, start: u32, end: u32) -> Option<&mut Frame> {
        let gives_name = |f: &&mut Frame| {
            f.start <= start
                && end <= f.end
                && match f.holds {
                    Holds::Definition(..) => !(f.start == start && f.end == end),
                    Holds::Scope => true,
                    Holds::Prefix | Holds::Local | Holds::Open | Holds::Closure => false,
                }
        };
        let announced = self.announced_at(start).and_then(|place| self.announced.get_mut(place));
        announced.into_iter().chain(self.open.iter_mut().rev()).find(gives_name)
    }

    /// Index of the innermost definition around a byte, or [`NO_INDEX`].
    pub fn definition_at(&self, at: u32) -> u32 {
        let inside = self.inward(at).filter(|f| f.start <= at && at < f.end);
        inside
            .filter_map(|f| match f.holds {
                Holds::Definition(_, index) => Some(index),
                _ => None,
            })
            .next()
            .unwrap_or(NO_INDEX)
    }

    /// Whether the last region opened is a definition that ends at `end`.
    pub fn is_definition(&self, end: u32) -> bool {
        let last = self.open.last();
        last.is_some_and(|f| f.end == end && matches!(f.holds, Holds::Definition(..)))
    }

    /// The closure in which `start..end` stands directly.
    pub fn closure_around(&self, start: u32, end: u32) -> Option<&Frame> {
        let mut around = self.around(start, end);
        let found =
            around.find(|f| !matches!(f.holds, Holds::Local | Holds::Open | Holds::Prefix))?;
        // The function of `const f = () => {}` is no smaller than what it defines.
        let is_own = |f: &Frame| f.end == found.end && matches!(f.holds, Holds::Definition(..));
        (found.holds == Holds::Closure && !around.next().is_some_and(is_own)).then_some(found)
    }

    /// Whether what is returned at a byte is returned by the innermost definition around it, and
    /// not by a function without a name that stands in it.
    pub fn returns_to_definition(&self, at: u32) -> bool {
        let mut inside = self.inward(at).filter(|f| f.start <= at && at < f.end);
        let closure =
            match inside.find(|f| matches!(f.holds, Holds::Definition(..) | Holds::Closure)) {
                Some(frame) if frame.holds == Holds::Closure => frame,
                found => return found.is_some(),
            };
        // The function of `const f = () => {}` ends where what it defines ends.
        let around = inside.find(|f| matches!(f.holds, Holds::Definition(..) | Holds::Closure));
        around.is_some_and(|f| f.holds != Holds::Closure && f.end == closure.end)
    }

    /// Where the innermost region around a byte ends that keeps its names to itself.
    pub fn end_at(&self, at: u32) -> Option<u32> {
        let mut around = self.inward(at).filter(|f| f.start <= at && at < f.end);
        around.find(|f| f.holds != Holds::Open).map(|f| f.end)
    }

    /// The last region opened, if it is a definition: its index.
    pub fn last_definition(&self) -> Option<u32> {
        match self.open.last()?.holds {
            Holds::Definition(_, index) => Some(index),
            _ => None,
        }
    }

    /// Whether the last region opened is `start..end`.
    pub fn has_borders(&self, start: u32, end: u32) -> bool {
        self.open.last().is_some_and(|f| f.start == start && f.end == end)
    }

    /// The prefixes around a byte, outermost first.
    pub fn prefixes(&self, at: u32) -> impl Iterator<Item = u32> {
        let inside = move |f: &&Frame| f.holds == Holds::Prefix && f.start <= at && at < f.end;
        let announced = self.announced_at(at).and_then(|place| self.announced.get(place));
        self.open.iter().chain(announced).filter(inside).map(|f| f.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(start: u32, end: u32, index: u32) -> Frame {
        Frame::new(start, end, Holds::Definition(NodeKind::Variant, index), index, NO_INDEX)
    }

    #[test]
    fn announced_regions_stand_around_what_is_in_them_only() {
        let mut frames = Frames::default();
        frames.reach(0);
        frames.push(frame(0, 100, 0));
        for place in 1..9 {
            frames.push(frame(10 * place, 10 * place + 5, place));
        }
        assert_eq!(frames.definition_at(32), 3, "before the walk is there");
        assert_eq!(frames.definition_at(37), 0, "between two");
        frames.reach(52);
        assert_eq!(frames.open.len(), 2, "those behind the walk are gone");
        assert_eq!(frames.definition_at(52), 5);
        assert_eq!(frames.around(50, 55).count(), 1, "not around itself");
        frames.reach(99);
        assert_eq!((frames.open.len(), frames.announced.len()), (1, 0));
    }
}
