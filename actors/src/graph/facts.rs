//! One file as resolution sees it: its records, findable by name.

use std::ops::Range;

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{
    Binding, BindingKind, Mentions, NO_INDEX, Node, NodeKind, Outline, Reference, ReferenceKind,
};
use heimdall_schema::text;
use rustc_hash::FxHashMap;

/// The records of one file, with what finds them.
pub struct Facts {
    key: FileKey,
    language: String,
    outline: Outline,
    mentions: Mentions,
    /// Nodes by name, in the order of the record.
    by_name: FxHashMap<u32, Vec<u32>>,
    /// Number of a name in the outline.
    numbers: FxHashMap<String, u32>,
    /// Bindings by name, in the order of the record.
    bound: FxHashMap<String, Vec<u32>>,
    /// Bindings without a name, by the node that they lie in.
    results: FxHashMap<u32, Vec<u32>>,
    /// Parameters and type parameters, by the definition that has them.
    headers: FxHashMap<u32, Vec<u32>>,
    /// Bodies of types without a name, in the order of the record.
    bodies: Vec<u32>,
    /// The packages that the file says it belongs to, each inside the one before it.
    packages: Vec<String>,
    /// Imports, in the order of the record.
    imports: Vec<u32>,
    /// Bindings that say what is implemented, in the order of the record.
    implements: Vec<u32>,
}

impl Facts {
    pub fn new(key: FileKey, language: &str, outline: Outline, mentions: Mentions) -> Self {
        let mut by_name: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (index, node) in outline.nodes.iter().enumerate() {
            by_name.entry(node.name).or_default().push(index as u32);
        }
        let numbers = outline.names.iter().zip(0..).map(|(name, at)| (name.clone(), at)).collect();
        let mut bound: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let mut results: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut headers: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let (mut bodies, mut packages): (_, Vec<String>) = (Vec::new(), Vec::new());
        for (binding, index) in mentions.bindings.iter().zip(0..) {
            match BindingKind::from_byte(binding.kind) {
                Some(BindingKind::Parameter | BindingKind::Bound) => {
                    headers.entry(binding.from).or_default().push(index);
                }
                Some(BindingKind::Body) => bodies.push(index),
                Some(BindingKind::Package) => {
                    let name = mentions.names.get(binding.name as usize).map_or("", String::as_str);
                    let outer = packages.last().map(|outer| format!("{outer}.{name}"));
                    packages.push(outer.unwrap_or_else(|| name.to_owned()));
                }
                _ => {}
            }
            match mentions.names.get(binding.name as usize) {
                Some(name) => bound.entry(name.clone()).or_default().push(index),
                None => results.entry(binding.from).or_default().push(index),
            }
        }
        let is_import = |r: &Reference| r.kind == ReferenceKind::Import as u8;
        let numbered = mentions.references.iter().zip(0..);
        let imports = numbered.filter(|(r, _)| is_import(r)).map(|(_, at)| at).collect();
        let is_implementation = |b: &Binding| b.kind == BindingKind::Implements as u8;
        let numbered = mentions.bindings.iter().zip(0..);
        let implements = numbered.filter(|(b, _)| is_implementation(b)).map(|(_, at)| at).collect();
        let language = language.to_owned();
        Facts {
            key,
            language,
            outline,
            mentions,
            by_name,
            numbers,
            bound,
            results,
            headers,
            bodies,
            packages,
            imports,
            implements,
        }
    }

    pub fn key(&self) -> &FileKey {
        &self.key
    }

    pub fn language(&self) -> &str {
        &self.language
    }

    /// Number of lines.
    pub fn lines(&self) -> u32 {
        self.outline.lines
    }

    pub fn nodes(&self) -> &[Node] {
        &self.outline.nodes
    }

    pub fn node(&self, index: u32) -> Option<&Node> {
        self.outline.nodes.get(index as usize)
    }

    pub fn kind(&self, index: u32) -> Option<NodeKind> {
        self.node(index).and_then(|node| NodeKind::from_byte(node.kind))
    }

    /// The name of a node, empty when there is no such node.
    pub fn name(&self, index: u32) -> &str {
        self.node(index).map_or("", |node| self.outline_name(node.name))
    }

    /// The qualified name of what encloses a node, empty at the top.
    pub fn scope(&self, index: u32) -> &str {
        self.node(index).map_or("", |node| self.outline_name(node.scope))
    }

    /// The qualified name of a node.
    pub fn qualified(&self, index: u32) -> String {
        let scope = Some(self.scope(index)).filter(|scope| !scope.is_empty());
        text::qualified(&self.language, scope, self.name(index))
    }

    fn outline_name(&self, index: u32) -> &str {
        self.outline.names.get(index as usize).map_or("", String::as_str)
    }

    /// The nodes called `name`, in the order of the source.
    pub fn named(&self, name: &str) -> &[u32] {
        let number = self.numbers.get(name);
        number.and_then(|n| self.by_name.get(n)).map_or(&[], Vec::as_slice)
    }

    /// The name of every node, in the order of the record.
    pub fn defined_names(&self) -> impl Iterator<Item = &str> {
        self.outline.nodes.iter().map(|node| self.outline_name(node.name))
    }

    /// The nodes called `name` that stand directly in `parent` ([`NO_INDEX`] for the file itself).
    pub fn children(&self, parent: u32, name: &str) -> impl Iterator<Item = u32> {
        let named = self.named(name).iter().copied();
        named.filter(move |&index| self.node(index).is_some_and(|node| node.parent == parent))
    }

    /// The nodes called `name` whose scope is exactly `scope`.
    pub fn within(&self, scope: &str, name: &str) -> impl Iterator<Item = u32> {
        self.named(name).iter().copied().filter(move |&index| self.scope(index) == scope)
    }

    /// The nodes around `index`, innermost first, itself included.
    pub fn around(&self, index: u32) -> impl Iterator<Item = u32> {
        let present = |index: u32| self.node(index).map(|_| index);
        let parent = move |&index: &u32| self.node(index).and_then(|node| present(node.parent));
        std::iter::successors(present(index), parent)
    }

    pub fn references(&self) -> &[Reference] {
        &self.mentions.references
    }

    /// The imports, in the order of the source.
    pub fn imports(&self) -> impl Iterator<Item = &Reference> {
        self.imports.iter().filter_map(|&at| self.mentions.references.get(at as usize))
    }

    /// The imports with their numbers, in the order of the source.
    pub fn numbered_imports(&self) -> impl Iterator<Item = (u32, &Reference)> {
        self.imports.iter().filter_map(|&at| Some((at, self.mentions.references.get(at as usize)?)))
    }

    /// The bindings that say what is implemented, in the order of the source.
    pub fn implements(&self) -> impl DoubleEndedIterator<Item = &Binding> {
        self.implements.iter().filter_map(|&at| self.mentions.bindings.get(at as usize))
    }

    /// The references on some lines, in the order of the source.
    pub fn references_on(&self, lines: Range<u32>) -> impl Iterator<Item = &Reference> {
        let all = &self.mentions.references;
        let start = all.partition_point(|r| r.line < lines.start);
        all[start..].iter().take_while(move |r| r.line < lines.end)
    }

    /// A string of a reference or binding, empty for [`NO_INDEX`].
    pub fn text(&self, index: u32) -> &str {
        self.mentions.names.get(index as usize).map_or("", String::as_str)
    }

    pub fn bindings(&self) -> &[Binding] {
        &self.mentions.bindings
    }

    /// The bindings of `name`, in the order of the source, with their numbers.
    pub fn bound(&self, name: &str) -> impl DoubleEndedIterator<Item = (u32, &Binding)> {
        let list = self.bound.get(name).map_or(&[][..], Vec::as_slice);
        list.iter().map(|&at| (at, &self.mentions.bindings[at as usize]))
    }

    /// The results and returned expressions of a definition, in the order of the source.
    pub fn results(&self, node: u32) -> impl Iterator<Item = &Binding> {
        let list = self.results.get(&node).map_or(&[][..], Vec::as_slice);
        list.iter().map(|&at| &self.mentions.bindings[at as usize])
    }

    /// The parameters of a definition, in the order of the source, with their numbers.
    pub fn parameters(&self, node: u32) -> impl Iterator<Item = (u32, &Binding)> {
        self.header(node, BindingKind::Parameter)
    }

    /// The type parameters of a definition, in the order of the source, with their numbers.
    pub fn type_parameters(&self, node: u32) -> impl Iterator<Item = (u32, &Binding)> {
        self.header(node, BindingKind::Bound)
    }

    fn header(&self, node: u32, kind: BindingKind) -> impl Iterator<Item = (u32, &Binding)> {
        let list = self.headers.get(&node).map_or(&[][..], Vec::as_slice);
        let all = list.iter().map(|&at| (at, &self.mentions.bindings[at as usize]));
        all.filter(move |(_, binding)| binding.kind == kind as u8)
    }

    /// The bodies of types without a name that stand directly in a definition and hold these
    /// lines, innermost first, with their numbers.
    pub fn bodies(&self, node: u32, lines: (u32, u32)) -> impl Iterator<Item = (u32, &Binding)> {
        let all = self.bodies.iter().rev().map(|&at| (at, &self.mentions.bindings[at as usize]));
        all.filter(move |(_, body)| {
            body.from == node && body.line <= lines.0 && lines.1 <= body.end_line
        })
    }

    /// The package or namespace that the file says it belongs to, empty when it says none.
    pub fn package(&self) -> &str {
        self.packages.last().map_or("", String::as_str)
    }

    /// The packages that the file says it belongs to, innermost first.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        self.packages.iter().rev().map(String::as_str)
    }

    /// How many bindings have come into force when a line begins.
    pub fn bound_before(&self, line: u32) -> u32 {
        self.mentions.bindings.partition_point(|b| b.line < line) as u32
    }

    /// The bindings that come into force on one of these lines.
    pub fn bindings_on(&self, lines: Range<u32>) -> impl Iterator<Item = &Binding> {
        self.numbered_on(lines).map(|(_, binding)| binding)
    }

    /// The bindings whose name stands on one of these lines, with their numbers.
    pub fn numbered_on(&self, lines: Range<u32>) -> impl Iterator<Item = (u32, &Binding)> {
        let all = &self.mentions.bindings;
        let start = all.partition_point(|b| b.line < lines.start);
        let numbered = all[start..].iter().zip(start as u32..).map(|(b, number)| (number, b));
        numbered.take_while(move |(_, b)| b.line < lines.end)
    }

    /// The innermost definition whose lines hold `line`, or [`NO_INDEX`].
    pub fn definition_at(&self, line: u32) -> u32 {
        let nodes = self.outline.nodes.iter().enumerate();
        let around = nodes.take_while(|(_, n)| n.line <= line).filter(|(_, n)| line <= n.end_line);
        around.last().map_or(NO_INDEX, |(index, _)| index as u32)
    }
}
