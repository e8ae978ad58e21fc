//! Who calls, imports or extends a definition, and what it uses: edges walked either way.

use std::collections::{BTreeMap, BTreeSet};

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{BindingKind, NO_INDEX, Reference, ReferenceKind};

use super::edges::edges_of;
use super::facts::Facts;
use super::model::{Candidate, FileId, Reason};
use super::paths;
use super::resolver::Resolver;

/// Files that are read for one step of a walk, when somebody asks for it.
pub const MOST_FILES: usize = 4_000;

/// In which directions edges are walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// What calls it or uses it.
    pub callers: bool,
    /// What it calls, uses, extends and imports.
    pub callees: bool,
    /// What imports it.
    pub importers: bool,
    /// What extends or implements it.
    pub subclasses: bool,
    /// How many edges from where it began; at least 1.
    pub hops: u32,
    /// Most relations to find in each direction.
    pub limit: usize,
    /// Most files to read for one step.
    pub files: usize,
}

/// How something is related, seen from what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    Caller,
    Callee,
    Importer,
    Subclass,
}

impl Direction {
    pub fn name(self) -> &'static str {
        match self {
            Direction::Caller => "caller",
            Direction::Callee => "callee",
            Direction::Importer => "importer",
            Direction::Subclass => "subclass",
        }
    }
}

/// A definition, or a file as a whole.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    pub file: FileKey,
    /// Index of the definition, or [`NO_INDEX`].
    pub node: u32,
}

/// One edge that a walk went over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Edges from where the walk began, from 1.
    pub hop: u32,
    pub direction: Direction,
    pub relation: ReferenceKind,
    /// What was reached.
    pub end: End,
    /// From where: the end that lies nearer to the beginning.
    pub from: End,
    /// Where the reference stands.
    pub file: FileKey,
    pub line: u32,
    pub reason: Reason,
    /// Whether it is the best of the candidates of its reference.
    pub best: bool,
}

/// What a walk has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Related {
    /// By hop and direction, in the order of files and lines.
    pub relations: Vec<Relation>,
    /// Whether there is more than the limits allow.
    pub more: bool,
}

/// Walks the edges around `subjects`, nearest first. Each end is reached once.
pub fn related(cx: &Resolver<'_>, subjects: &[End], asked: &Asked) -> Related {
    let mut walk = Walk { cx, found: Related::default(), room: 0, files: asked.files };
    let wanted = [
        (asked.callers, Direction::Caller),
        (asked.callees, Direction::Callee),
        (asked.importers, Direction::Importer),
        (asked.subclasses, Direction::Subclass),
    ];
    for direction in wanted.into_iter().filter(|(is, _)| *is).map(|(_, direction)| direction) {
        walk.room = asked.limit;
        let mut full = false;
        let mut reached: BTreeSet<End> = subjects.iter().cloned().collect();
        let mut front: Vec<End> = subjects.to_vec();
        for hop in 1..=asked.hops.max(1) {
            let mut next = Vec::new();
            for from in &front {
                for relation in walk.step(from, direction, hop) {
                    let end = relation.end.clone();
                    let is_new = !reached.contains(&end);
                    // The first hop shows every place; farther ones each end once.
                    if (is_new || hop == 1) && !walk.push(relation) {
                        full = true;
                        break;
                    }
                    if is_new && reached.insert(end.clone()) {
                        next.push(end);
                    }
                }
            }
            front = next;
            if front.is_empty() || full {
                break;
            }
        }
    }
    walk.found
}

struct Walk<'w, 'i> {
    cx: &'w Resolver<'i>,
    found: Related,
    /// Relations that may still be found in this direction.
    room: usize,
    files: usize,
}

impl Walk<'_, '_> {
    fn push(&mut self, relation: Relation) -> bool {
        if self.room == 0 {
            self.found.more = true;
            return false;
        }
        self.room -= 1;
        self.found.relations.push(relation);
        true
    }

    /// The edges of one end in one direction, in the order of files and lines.
    fn step(&mut self, from: &End, direction: Direction, hop: u32) -> Vec<Relation> {
        match direction {
            Direction::Callee => self.out_of(from, hop),
            _ => self.into(from, direction, hop),
        }
    }

    /// Edges out of a definition and what stands in it, or out of a file.
    fn out_of(&self, from: &End, hop: u32) -> Vec<Relation> {
        let file = self.cx.file(&from.file);
        let facts = self.cx.facts(file);
        let mut found: Vec<Relation> = Vec::new();
        for (number, reference) in facts.references().iter().enumerate() {
            let inside = from.node == NO_INDEX
                || facts.around(reference.from).any(|around| around == from.node);
            if !inside {
                continue;
            }
            let answer = self.cx.answer(file, number as u32);
            for edge in edges_of(self.cx, file, number as u32, &answer) {
                let target = &edge.targets[0];
                let end = End { file: target.file.clone(), node: target.node.unwrap_or(NO_INDEX) };
                if found.iter().any(|r| r.end == end && r.relation == edge.relation) {
                    continue;
                }
                found.push(Relation {
                    hop,
                    direction: Direction::Callee,
                    relation: edge.relation,
                    end,
                    from: from.clone(),
                    file: from.file.clone(),
                    line: edge.line,
                    reason: target.reason,
                    best: true,
                });
            }
        }
        found
    }

    /// Edges that lead to a definition or a file.
    fn into(&mut self, to: &End, direction: Direction, hop: u32) -> Vec<Relation> {
        let wanted = Wanted::of(self.cx, to, direction);
        let mut files: BTreeSet<FileKey> = BTreeSet::new();
        for name in wanted.names.iter().chain(&wanted.modules) {
            files.extend(self.cx.index().mentioning(name));
        }
        let own = self.cx.file(&to.file);
        let mut found = Vec::new();
        let mut read = 0;
        for key in files {
            let file = self.cx.file(&key);
            if read == self.files {
                self.found.more = true;
                break;
            }
            if !self.cx.same_family(own, file) {
                continue;
            }
            read += 1;
            wanted.in_file(self.cx, file, &mut |reference, reason, best| {
                let end = match reference.from {
                    _ if direction == Direction::Importer => {
                        End { file: key.clone(), node: NO_INDEX }
                    }
                    node => End { file: key.clone(), node },
                };
                found.push(Relation {
                    hop,
                    direction,
                    relation: ReferenceKind::from_byte(reference.kind)
                        .unwrap_or(ReferenceKind::Use),
                    end,
                    from: to.clone(),
                    file: key.clone(),
                    line: reference.line,
                    reason,
                    best,
                });
            });
        }
        found
    }
}

/// What references have to look like to be worth resolving.
struct Wanted<'w> {
    to: &'w End,
    direction: Direction,
    /// Names that it is mentioned by.
    names: BTreeSet<String>,
    /// Names that modules are mentioned by which export it under another name.
    modules: BTreeSet<String>,
}

impl<'w> Wanted<'w> {
    fn of(cx: &Resolver<'_>, to: &'w End, direction: Direction) -> Self {
        let facts = cx.facts(cx.file(&to.file));
        let mut wanted = Wanted { to, direction, names: BTreeSet::new(), modules: BTreeSet::new() };
        if to.node == NO_INDEX {
            wanted.modules = module_names(&to.file);
            return wanted;
        }
        let name = facts.name(to.node);
        wanted.names.insert(name.to_owned());
        let other_names = facts.bindings().iter().filter(|binding| {
            binding.kind == BindingKind::Export as u8 && facts.text(binding.text) == name
        });
        for export in other_names {
            wanted.names.insert(facts.text(export.name).to_owned());
            wanted.modules = module_names(&to.file);
        }
        wanted.names.remove("default");
        wanted
    }

    /// Every reference of a file that leads there, with why, and whether nothing is likelier.
    fn in_file(
        &self,
        cx: &Resolver<'_>,
        file: FileId,
        each: &mut dyn FnMut(&Reference, Reason, bool),
    ) {
        let facts = cx.facts(file);
        let local = self.local_names(cx, file, &facts);
        for (number, reference) in facts.references().iter().enumerate() {
            let kind = ReferenceKind::from_byte(reference.kind);
            let fits = match (self.direction, kind) {
                (Direction::Importer, kind) => kind == Some(ReferenceKind::Import),
                (Direction::Subclass, kind) => kind == Some(ReferenceKind::Inherit),
                (_, kind) => kind != Some(ReferenceKind::Import),
            };
            let named = self.to.node == NO_INDEX || local.contains(facts.text(reference.name));
            if !fits || !named {
                continue;
            }
            let answer = cx.answer(file, number as u32);
            if self.to.node == NO_INDEX {
                if answer.files.contains(&self.to.file) {
                    each(reference, Reason::Import, true);
                }
                continue;
            }
            if let Some((at, candidate)) = self.place(&answer.candidates) {
                each(reference, candidate.reason, at == 0);
            }
        }
    }

    fn place<'c>(&self, candidates: &'c [Candidate]) -> Option<(usize, &'c Candidate)> {
        let is_it = |c: &&Candidate| c.node == self.to.node && c.file == self.to.file;
        candidates.iter().enumerate().find(|(_, candidate)| is_it(candidate))
    }

    /// The names that the file may mention it by: its own, and those that imports give it.
    fn local_names(&self, cx: &Resolver<'_>, file: FileId, facts: &Facts) -> BTreeSet<String> {
        let mut names = self.names.clone();
        if self.to.node == NO_INDEX {
            return names;
        }
        for (number, import) in facts.references().iter().enumerate() {
            if import.kind != ReferenceKind::Import as u8 || import.alias == NO_INDEX {
                continue;
            }
            let alias = facts.text(import.alias);
            if names.contains(alias) {
                continue;
            }
            if self.names.contains(facts.text(import.name))
                || (!self.modules.is_empty()
                    && self.place(&cx.answer(file, number as u32).candidates).is_some())
            {
                names.insert(alias.to_owned());
            }
        }
        names
    }
}

/// The names by which imports mention a file: its own without extension, and its directory's where
/// files stand for that.
fn module_names(file: &FileKey) -> BTreeSet<String> {
    let mut names = BTreeSet::from([paths::stem(file)]);
    let directory = paths::parent(file);
    if !directory.relative().is_empty() {
        names.insert(paths::stem(&directory));
    }
    names
}

/// The definitions that `name` means: those called so, or, with separators, those whose qualified
/// name ends with it. In the order of keys.
pub fn subjects(cx: &Resolver<'_>, name: &str, limit: usize) -> (Vec<End>, bool) {
    let last = name.rsplit(['.', ':', '#', '\\']).next().unwrap_or(name);
    let folded = |text: &str| text.replace("::", ".").replace(['#', '\\'], ".");
    let wanted = folded(name);
    let mut ends = Vec::new();
    let mut more = false;
    let mut seen: BTreeMap<FileKey, ()> = BTreeMap::new();
    for key in cx.index().defining(last) {
        if seen.insert(key.clone(), ()).is_some() {
            continue;
        }
        let facts = cx.facts(cx.file(&key));
        for &node in facts.named(last) {
            let qualified = folded(&facts.qualified(node));
            let fits = qualified == wanted || qualified.ends_with(&format!(".{wanted}"));
            if fits && ends.len() < limit {
                ends.push(End { file: key.clone(), node });
            } else {
                more |= fits;
            }
        }
    }
    (ends, more)
}
