//! Which definition a reference means: a pure function of the index and the reference.
//!
//! What one question costs is bounded by steps, not by time, and what was cut off is never
//! remembered, so that no answer depends on which question came before.

use std::cell::{Cell, OnceCell, RefCell};
use std::hash::Hash;
use std::sync::Arc;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{NO_INDEX, Reference, ReferenceKind};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::expression;
use super::facts::Facts;
use super::index::Index;
use super::jsonc;
use super::model::{
    Answer, Candidate, Definition, Entity, FileId, Found, Module, Place, Reason, Type,
};
use super::nearness::distance;
use super::rules::typed::Ancestry;
use super::rules::{self, Rules};

/// Steps that one reference may take.
const STEPS: u32 = 20_000;

/// How many questions and expressions may wait for another.
const DEEPEST: u32 = 96;

/// Most candidates of one reference.
const MOST_CANDIDATES: usize = 8;

/// Most files that are read for one name.
const MOST_DEFINERS: usize = 200;

/// Resolves references of one state of an index.
pub struct Resolver<'i> {
    index: &'i dyn Index,
    files: RefCell<Files>,
    pub(super) types: Memo<(FileId, u32), Type>,
    pub(super) supers: Memo<Definition, Supers>,
    pub(super) results: Memo<Definition, Type>,
    pub(super) ancestries: Memo<Definition, Arc<Ancestry>>,
    pub(super) imports: Memo<(FileId, u32), Option<Found>>,
    pub(super) calls: Memo<(FileId, u32), Option<Found>>,
    pub(super) names: Memo<(Module, String), Option<Found>>,
    pub(super) units: Memo<FileId, Arc<Unit>>,
    pub(super) projects: OnceCell<Vec<FileKey>>,
    pub(super) aliases: Memo<Definition, Vec<Definition>>,
    documents: Memo<FileKey, Option<Arc<Value>>>,
    specifiers: Memo<(FileKey, String), Option<FileKey>>,
    pub(super) packages: RefCell<FxHashMap<(FileId, String), Option<Found>>>,
    pub(super) outsides: Memo<(FileId, u32), Option<Type>>,
    directories: RefCell<FxHashMap<FileKey, Arc<[FileId]>>>,
    steps: Cell<u32>,
    depth: Cell<u32>,
    /// The greatest depth that the question under way has reached.
    peak: Cell<u32>,
    /// How often something was cut off.
    cuts: Cell<u64>,
}

#[derive(Default)]
struct Files {
    numbers: FxHashMap<FileKey, FileId>,
    keys: Vec<FileKey>,
    facts: FxHashMap<FileId, Option<Arc<Facts>>>,
    rules: FxHashMap<FileId, Option<(&'static dyn Rules, &'static str)>>,
}

/// The supertypes of a type, in the order of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Supers {
    pub known: Vec<Definition>,
    /// Whether there is one outside of the index, or one that could not be told.
    pub others: bool,
}

/// What a file sees of others by including them.
#[derive(Debug, Default)]
pub struct Unit {
    /// The files that it includes, at any depth; not itself.
    pub files: FxHashSet<FileId>,
    /// The project that it belongs to.
    pub project: Option<FileKey>,
}

/// Answers that were not cut off, with what they cost.
pub(super) struct Memo<K, V> {
    known: RefCell<FxHashMap<K, (V, u32, u32)>>,
    under_way: RefCell<FxHashSet<K>>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo { known: RefCell::default(), under_way: RefCell::default() }
    }
}

impl<'i> Resolver<'i> {
    pub fn new(index: &'i dyn Index) -> Self {
        Resolver {
            index,
            files: RefCell::default(),
            types: Memo::default(),
            supers: Memo::default(),
            results: Memo::default(),
            ancestries: Memo::default(),
            imports: Memo::default(),
            calls: Memo::default(),
            names: Memo::default(),
            units: Memo::default(),
            projects: OnceCell::new(),
            aliases: Memo::default(),
            documents: Memo::default(),
            specifiers: Memo::default(),
            packages: RefCell::default(),
            outsides: Memo::default(),
            directories: RefCell::default(),
            steps: Cell::new(0),
            depth: Cell::new(0),
            peak: Cell::new(0),
            cuts: Cell::new(0),
        }
    }

    pub fn index(&self) -> &'i dyn Index {
        self.index
    }

    /// The number of a file, whether the index has it or not.
    pub fn file(&self, key: &FileKey) -> FileId {
        let mut files = self.files.borrow_mut();
        if let Some(&id) = files.numbers.get(key) {
            return id;
        }
        let id = FileId(files.keys.len() as u32);
        files.keys.push(key.clone());
        files.numbers.insert(key.clone(), id);
        id
    }

    /// The number of a file that the index has.
    pub fn existing(&self, key: &FileKey) -> Option<FileId> {
        self.index.has(key).then(|| self.file(key))
    }

    pub fn key(&self, file: FileId) -> FileKey {
        self.files.borrow().keys[file.0 as usize].clone()
    }

    /// The files that stand directly in a directory, in the order of keys.
    pub fn directory(&self, directory: &FileKey) -> Arc<[FileId]> {
        if let Some(known) = self.directories.borrow().get(directory) {
            return known.clone();
        }
        let keys = self.index.directory(directory);
        let files: Arc<[FileId]> = keys.iter().map(|key| self.file(key)).collect();
        self.directories.borrow_mut().insert(directory.clone(), files.clone());
        files
    }

    /// The records of a file; empty ones for a file that the index does not have.
    pub fn facts(&self, file: FileId) -> Arc<Facts> {
        if let Some(facts) = self.files.borrow().facts.get(&file) {
            return facts.clone().unwrap_or_else(|| self.no_facts(file));
        }
        let facts = self.index.facts(&self.key(file));
        self.files.borrow_mut().facts.insert(file, facts.clone());
        facts.unwrap_or_else(|| self.no_facts(file))
    }

    fn no_facts(&self, file: FileId) -> Arc<Facts> {
        use heimdall_schema::record::{Mentions, Outline};
        let (outline, mentions) = (Outline::default(), Mentions::default());
        Arc::new(Facts::new(self.key(file), "", outline, mentions))
    }

    /// A manifest of the index, as JSON that may hold comments.
    pub fn document(&self, key: &FileKey) -> Option<Arc<Value>> {
        self.once(&self.documents, key.clone(), None, || {
            let text = self.index.has(key).then(|| self.index.text(key)).flatten()?;
            jsonc::read(&text).map(Arc::new)
        })
    }

    /// The file that a module specifier names from a directory, found out by `work` once.
    pub(super) fn specifier(
        &self,
        directory: &FileKey,
        specifier: &str,
        work: impl FnOnce() -> Option<FileKey>,
    ) -> Option<FileKey> {
        self.once(&self.specifiers, (directory.clone(), specifier.to_owned()), None, work)
    }

    /// The rules for the language of a file.
    pub fn rules(&self, file: FileId) -> Option<&'static dyn Rules> {
        self.rules_and_language(file).map(|(rules, _)| rules)
    }

    fn rules_and_language(&self, file: FileId) -> Option<(&'static dyn Rules, &'static str)> {
        if let Some(known) = self.files.borrow().rules.get(&file) {
            return *known;
        }
        let language = self.index.language(&self.key(file));
        let known = language.and_then(|language| {
            let rules = rules::of(&language)?;
            let name = rules.languages().iter().find(|name| **name == language)?;
            Some((rules, *name))
        });
        self.files.borrow_mut().rules.insert(file, known);
        known
    }

    /// Whether both files are of languages that see each other's definitions.
    pub fn same_family(&self, one: FileId, other: FileId) -> bool {
        match (self.rules(one), self.rules_and_language(other)) {
            (Some(rules), Some((_, language))) => rules.languages().contains(&language),
            _ => false,
        }
    }

    /// Every definition of `name` in the languages that `file` sees, in the order of keys; of a
    /// name that very many files define, those in the nearest of them.
    pub fn everywhere(&self, file: FileId, name: &str) -> Vec<Definition> {
        let mut keys = self.index.defining(name);
        if keys.len() > MOST_DEFINERS {
            let own = self.key(file);
            keys.sort_by_cached_key(|key| (distance(&own, key), key.clone()));
            keys.truncate(MOST_DEFINERS);
            keys.sort();
        }
        let mut found = Vec::new();
        for key in keys {
            let other = self.file(&key);
            if self.same_family(file, other) {
                let facts = self.facts(other);
                found
                    .extend(facts.named(name).iter().map(|&node| Definition { file: other, node }));
            }
        }
        found
    }

    /// Answers `key` by `work`, once; `cut` is the answer when it asks for itself or goes too deep.
    pub(super) fn once<K: Eq + Hash + Clone, V: Clone>(
        &self,
        memo: &Memo<K, V>,
        key: K,
        cut: V,
        work: impl FnOnce() -> V,
    ) -> V {
        let depth = self.depth.get();
        if let Some((value, steps, height)) = memo.known.borrow().get(&key)
            && depth + height <= DEEPEST
            && self.steps.get() + steps <= STEPS
        {
            self.steps.set(self.steps.get() + steps);
            self.peak.set(self.peak.get().max(depth + height));
            return value.clone();
        }
        if depth >= DEEPEST
            || self.steps.get() >= STEPS
            || !memo.under_way.borrow_mut().insert(key.clone())
        {
            self.cuts.set(self.cuts.get() + 1);
            return cut;
        }
        let (steps, cuts, peak) = (self.steps.get(), self.cuts.get(), self.peak.get());
        self.steps.set(steps + 1);
        self.depth.set(depth + 1);
        self.peak.set(depth + 1);
        let value = work();
        self.depth.set(depth);
        memo.under_way.borrow_mut().remove(&key);
        if self.cuts.get() == cuts {
            let (cost, height) = (self.steps.get() - steps, self.peak.get() - depth);
            memo.known.borrow_mut().insert(key, (value.clone(), cost, height));
        }
        self.peak.set(self.peak.get().max(peak));
        value
    }

    /// Does a step of a question that is not worth remembering; `cut` is the answer when it goes
    /// too deep.
    pub(super) fn deeper<V>(&self, cut: V, work: impl FnOnce() -> V) -> V {
        let (depth, steps) = (self.depth.get(), self.steps.get());
        if depth >= DEEPEST || steps >= STEPS {
            self.cuts.set(self.cuts.get() + 1);
            return cut;
        }
        self.steps.set(steps + 1);
        self.depth.set(depth + 1);
        self.peak.set(self.peak.get().max(depth + 1));
        let value = work();
        self.depth.set(depth);
        value
    }

    /// What a reference of a file refers to. `number` is its index in the record.
    pub fn answer(&self, file: FileId, number: u32) -> Answer {
        self.steps.set(0);
        self.depth.set(0);
        self.peak.set(0);
        let facts = self.facts(file);
        let (Some(reference), Some(rules)) =
            (facts.references().get(number as usize), self.rules(file))
        else {
            return Answer::default();
        };
        if reference.kind == ReferenceKind::Import as u8 {
            return self.answer_import(file, reference, rules);
        }
        let found = self.reference(file, reference);
        self.answer_of(found)
    }

    fn answer_import(&self, file: FileId, import: &Reference, rules: &dyn Rules) -> Answer {
        let mut files: Vec<FileKey> = Vec::new();
        for id in rules.imported_files(self, file, import) {
            let key = self.key(id);
            if !files.contains(&key) {
                files.push(key);
            }
        }
        let facts = self.facts(file);
        let found = match facts.text(import.name) {
            "*" => None,
            _ => rules.import(self, file, import),
        };
        let mut answer = self.answer_of(found.map(|found| found.because(Reason::Import)));
        let path = match facts.text(import.qualifier) {
            "" => facts.text(import.name),
            path => path,
        };
        let is_missing = answer.candidates.is_empty() && files.is_empty();
        answer.external |= is_missing && rules.leads_outside(path);
        Answer { files, ..answer }
    }

    fn answer_of(&self, found: Option<Found>) -> Answer {
        let Some(found) = found else { return Answer::default() };
        let external = found.is_external();
        let mut candidates: Vec<Candidate> = Vec::new();
        for entity in &found.entities {
            let Some(definition) = self.definition_of(entity) else { continue };
            let file = self.key(definition.file);
            let candidate = Candidate { file, node: definition.node, reason: found.reason };
            if !candidates.contains(&candidate) && candidates.len() < MOST_CANDIDATES {
                candidates.push(candidate);
            }
        }
        Answer { candidates, files: Vec::new(), external }
    }

    /// The definition that an entity is or, for a local name of a function or a type, stands for.
    fn definition_of(&self, entity: &Entity) -> Option<Definition> {
        match entity {
            Entity::Definition(definition) => Some(*definition),
            Entity::Module(Module::Inside(definition)) => Some(*definition),
            Entity::Local(file, binding) => match self.type_of_binding(*file, *binding) {
                Type::Function(definition) | Type::Itself(definition) => Some(definition),
                _ => None,
            },
            Entity::Module(_) | Entity::External => None,
        }
    }

    /// What a reference that is no import means.
    pub fn reference(&self, file: FileId, reference: &Reference) -> Option<Found> {
        let facts = self.facts(file);
        let rules = self.rules(file)?;
        if let Some(found) = rules.reference(self, file, reference) {
            return found;
        }
        let (from, line, bound) = (reference.from, reference.line, reference.bound);
        let place = Place { file, from, line, bound };
        let name = facts.text(reference.name);
        let qualifier = facts.text(reference.qualifier);
        let found = if qualifier.is_empty() {
            self.unqualified(place, name, rules)
        } else {
            self.member_of_value(&expression::read(qualifier), name, place)
        };
        let found = found.or_else(|| rules.guess(self, place, reference))?;
        if reference.kind == ReferenceKind::Inherit as u8 {
            let entities = rules.inherited(self, found.entities);
            return (!entities.is_empty()).then_some(Found { entities, reason: found.reason });
        }
        if reference.kind != ReferenceKind::Call as u8 {
            return Some(found);
        }
        let entities = rules.called(self, reference, found.entities);
        (!entities.is_empty()).then_some(Found { entities, reason: found.reason })
    }

    fn unqualified(&self, place: Place, name: &str, rules: &dyn Rules) -> Option<Found> {
        if rules.super_words().contains(&name) {
            if rules.calls_super() {
                return Found::external();
            }
            let of = self.enclosing_type(place)?;
            let supers = self.supers(of);
            return Found::definitions(supers.known, Reason::Inherited)
                .or_else(|| supers.others.then(Found::external).flatten());
        }
        match self.self_type(place, name, rules) {
            Some(of) => Found::definitions(of.into_iter().collect(), Reason::Scope),
            None => self.lookup(place, name),
        }
    }

    /// The type around the place, when a name is the word for an object of it.
    pub(super) fn self_type(
        &self,
        place: Place,
        name: &str,
        rules: &dyn Rules,
    ) -> Option<Option<Definition>> {
        if !rules.self_words().contains(&name) {
            return None;
        }
        if rules.binds_self() {
            return self.type_of_self(place, name).map(Some);
        }
        Some(self.enclosing_type(place))
    }

    /// What a receiver as written is.
    pub fn receiver(&self, place: Place, text: &str) -> Type {
        self.type_of(&expression::read(text), place)
    }

    /// What an expression is, as written.
    pub fn value(&self, place: Place, text: &str) -> Type {
        self.receiver(place, text)
    }

    /// The files that an entity stands in.
    pub fn files_of(&self, entity: &Entity) -> Vec<FileId> {
        match entity {
            Entity::Definition(definition) => vec![definition.file],
            Entity::Module(Module::File(file)) => vec![*file],
            Entity::Module(Module::Inside(definition)) => vec![definition.file],
            Entity::Module(Module::Directory(key)) => {
                self.index.directory(key).iter().map(|key| self.file(key)).collect()
            }
            Entity::Module(Module::Package(..)) | Entity::Local(..) | Entity::External => {
                Vec::new()
            }
        }
    }

    /// The place just inside a definition.
    pub fn inside(&self, definition: Definition) -> Place {
        let facts = self.facts(definition.file);
        let line = facts.node(definition.node).map_or(0, |node| node.end_line);
        self.place(definition.file, definition.node, line)
    }

    /// The place at the end of a line.
    pub fn place(&self, file: FileId, from: u32, line: u32) -> Place {
        let bound = self.facts(file).bound_before(line.saturating_add(1));
        Place { file, from, line, bound }
    }

    /// The place of the top of a file.
    pub fn top(&self, file: FileId) -> Place {
        Place { file, from: NO_INDEX, line: u32::MAX - 1, bound: u32::MAX }
    }
}
