//! A query file compiled against its grammar: names become numbers, trees become step lists.

use std::collections::BTreeMap;

use heimdall_schema::record::{BindingKind, NodeKind, ReferenceKind};
use tree_sitter::Language;

use super::syntax::{self, Kinds, Shape, SyntaxError};

/// What a capture means to the walk. `queries/README.md` explains each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Definition(NodeKind),
    Reference(ReferenceKind),
    Binding(BindingKind),
    /// The type of a binding, kept in full.
    Type,
    /// The expression of a binding.
    Value,
    /// A list of expressions: the one at the place of the binding's name counts.
    Values,
    /// What the binding takes out of its expression.
    Member,
    /// What a call hands over.
    Arguments,
    /// What a call hands over, where it tells which overload is meant.
    Passed,
    /// Where a binding is in force.
    Region,
    Name,
    Path,
    Qualifier,
    Alias,
    Receiver,
    Within,
    Scope,
    Selector,
    Prefix,
    Body,
    Docstring,
    Comment,
    InnerComment,
    Between,
    Attribute,
    TestAttribute,
    SignatureAttribute,
    Wrapper,
    LineWrapper,
    Local,
    Closure,
    /// The same, but its names outlive it.
    OpenLocal,
    Outer,
    Rest,
    Once,
    Tail,
    Line,
    Inside,
    Joined,
    Shadow,
    /// Source that the grammar sees as tokens.
    Embedded,
    Skip,
    /// Only a condition looks at it.
    Text,
}

impl Role {
    fn parse(word: &str) -> Option<Self> {
        if let Some(kind) = word.strip_prefix("definition.") {
            return NodeKind::parse(kind).map(Role::Definition);
        }
        if let Some(kind) = word.strip_prefix("binding.") {
            return BindingKind::parse(kind).map(Role::Binding);
        }
        Some(match word {
            "type" => Role::Type,
            "value" => Role::Value,
            "values" => Role::Values,
            "member" => Role::Member,
            "arguments" => Role::Arguments,
            "passed" => Role::Passed,
            "region" => Role::Region,
            "reference.import" => Role::Reference(ReferenceKind::Import),
            "reference.call" => Role::Reference(ReferenceKind::Call),
            "reference.inherit" => Role::Reference(ReferenceKind::Inherit),
            "reference.use" => Role::Reference(ReferenceKind::Use),
            "name" => Role::Name,
            "path" => Role::Path,
            "qualifier" => Role::Qualifier,
            "alias" => Role::Alias,
            "receiver" => Role::Receiver,
            "within" => Role::Within,
            "scope" => Role::Scope,
            "selector" => Role::Selector,
            "prefix" => Role::Prefix,
            "body" => Role::Body,
            "docstring" => Role::Docstring,
            "comment" => Role::Comment,
            "comment.inner" => Role::InnerComment,
            "between" => Role::Between,
            "attribute" => Role::Attribute,
            "attribute.test" => Role::TestAttribute,
            "attribute.signature" => Role::SignatureAttribute,
            "wrapper" => Role::Wrapper,
            "wrapper.line" => Role::LineWrapper,
            "outer" => Role::Outer,
            "once" => Role::Once,
            "rest" => Role::Rest,
            "tail" => Role::Tail,
            "line" => Role::Line,
            "inside" => Role::Inside,
            "joined" => Role::Joined,
            "shadow" => Role::Shadow,
            "local" => Role::Local,
            "embedded" => Role::Embedded,
            "closure" => Role::Closure,
            "local.open" => Role::OpenLocal,
            "skip" => Role::Skip,
            _ if word.starts_with('_') => Role::Text,
            _ => return None,
        })
    }
}

/// Which node numbers a step accepts.
#[derive(Clone, Debug)]
pub enum Accepts {
    Named,
    Any,
    Of(Vec<u16>),
}

/// One node of a pattern. Steps stand in the order in which they are written, parents first.
#[derive(Clone, Debug)]
pub struct Step {
    pub accepts: Accepts,
    /// Index of the parent step; the root has 0 and is never asked.
    pub parent: usize,
    /// Index of the sibling step before it, which its node must follow.
    pub after: Option<usize>,
    /// 0 for any field.
    pub field: u16,
    pub anchored: bool,
    pub last: bool,
    pub optional: bool,
    pub absent: Vec<u16>,
    /// Levels below the root.
    pub depth: u32,
    /// What the text of its node must be.
    pub tests: Vec<Test>,
}

/// A condition on the text of a step's node: that it is one of the words, or none of them; or
/// that it begins with one, or with none.
#[derive(Clone, Debug)]
pub struct Test {
    pub negated: bool,
    pub prefix: bool,
    pub words: Vec<String>,
}

/// One pattern, ready to be matched at a node.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub steps: Vec<Step>,
    pub roles: Vec<(Role, usize)>,
}

impl Pattern {
    /// Whether it only serves references: not asked for at `symbol` depth.
    pub fn is_reference(&self) -> bool {
        let is_of_one = |role| {
            matches!(role, Role::Reference(_) | Role::Binding(_) | Role::Prefix | Role::Shadow)
        };
        self.roles.iter().any(|(role, _)| is_of_one(*role))
    }
}

/// Why a query file does not fit its grammar.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    #[error("the grammar has no node called {0}")]
    Kind(String),
    #[error("the grammar has no field called {0}")]
    Field(String),
    #[error("no capture is called {0}")]
    Capture(String),
}

/// The patterns of one language, findable by the number of their root node.
#[derive(Debug)]
pub struct Query {
    pub patterns: Vec<Pattern>,
    /// By node number: patterns in the order of the file, all of them.
    by_root: Vec<Vec<u16>>,
    /// The same without references.
    by_root_symbols: Vec<Vec<u16>>,
    /// By node number: whether it is a named node.
    pub named: Vec<bool>,
}

impl Query {
    /// Compiles the text of a query file.
    pub fn compile(language: &Language, text: &str) -> Result<Self, QueryError> {
        let numbers = Numbers::of(language);
        let mut patterns = Vec::new();
        for written in syntax::read(text)? {
            for shape in &written.shapes {
                let mut pattern = Pattern { steps: Vec::new(), roles: Vec::new() };
                let mut captured = BTreeMap::new();
                flatten(&numbers, shape, None, None, 0, &mut pattern, &mut captured)?;
                for condition in &written.conditions {
                    // A capture that only another alternative has leaves nothing to test.
                    if let Some(&step) = captured.get(&condition.capture) {
                        let words = condition.words.clone();
                        let (negated, prefix) = (condition.negated, condition.prefix);
                        let test = Test { negated, prefix, words };
                        pattern.steps[step].tests.push(test);
                    }
                }
                patterns.push(pattern);
            }
        }
        let count = language.node_kind_count();
        let mut by_root = vec![Vec::new(); count];
        let mut by_root_symbols = vec![Vec::new(); count];
        for (index, pattern) in patterns.iter().enumerate() {
            let Accepts::Of(kinds) = &pattern.steps[0].accepts else { continue };
            for &kind in kinds {
                by_root[kind as usize].push(index as u16);
                if !pattern.is_reference() {
                    by_root_symbols[kind as usize].push(index as u16);
                }
            }
        }
        let named = (0..count).map(|k| language.node_kind_is_named(k as u16)).collect();
        Ok(Query { patterns, by_root, by_root_symbols, named })
    }

    /// The patterns that may match at a node of that number, in the order of the file.
    pub fn at(&self, kind: u16, with_references: bool) -> &[u16] {
        let table = if with_references { &self.by_root } else { &self.by_root_symbols };
        table.get(kind as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether a node of that number is a named one; errors are.
    pub fn is_named(&self, kind: u16) -> bool {
        self.named.get(kind as usize).copied().unwrap_or(true)
    }
}

/// The numbers of a grammar by name: a name may have several, by aliasing.
struct Numbers<'a> {
    language: &'a Language,
    kinds: BTreeMap<(&'a str, bool), Vec<u16>>,
}

impl<'a> Numbers<'a> {
    fn of(language: &'a Language) -> Self {
        let mut kinds: BTreeMap<(&str, bool), Vec<u16>> = BTreeMap::new();
        for id in 0..language.node_kind_count() as u16 {
            if !language.node_kind_is_visible(id) {
                continue;
            }
            if let Some(name) = language.node_kind_for_id(id) {
                kinds.entry((name, language.node_kind_is_named(id))).or_default().push(id);
            }
        }
        Numbers { language, kinds }
    }

    fn accepts(&self, kinds: &Kinds) -> Result<Accepts, QueryError> {
        let Kinds::Of(list) = kinds else {
            return Ok(if *kinds == Kinds::Named { Accepts::Named } else { Accepts::Any });
        };
        let mut numbers = Vec::new();
        for (name, named) in list {
            match self.kinds.get(&(name.as_str(), *named)) {
                Some(found) => numbers.extend(found),
                None => return Err(QueryError::Kind(name.clone())),
            }
        }
        Ok(Accepts::Of(numbers))
    }

    fn field(&self, name: &str) -> Result<u16, QueryError> {
        let found = self.language.field_id_for_name(name);
        found.map(u16::from).ok_or_else(|| QueryError::Field(name.to_owned()))
    }
}

/// Appends the steps of a shape. Recursion is over what we wrote, not over a parsed tree.
fn flatten(
    numbers: &Numbers<'_>,
    shape: &Shape,
    parent: Option<usize>,
    after: Option<usize>,
    depth: u32,
    pattern: &mut Pattern,
    captured: &mut BTreeMap<String, usize>,
) -> Result<(), QueryError> {
    let own = pattern.steps.len();
    pattern.steps.push(Step {
        accepts: numbers.accepts(&shape.kinds)?,
        parent: parent.unwrap_or(0),
        after,
        field: shape.field.as_deref().map_or(Ok(0), |f| numbers.field(f))?,
        anchored: shape.anchored,
        last: shape.last,
        optional: shape.optional,
        absent: shape.absent.iter().map(|f| numbers.field(f)).collect::<Result<_, _>>()?,
        depth,
        tests: Vec::new(),
    });
    for capture in &shape.captures {
        let role = Role::parse(capture).ok_or_else(|| QueryError::Capture(capture.clone()))?;
        captured.insert(capture.clone(), own);
        if role != Role::Text {
            pattern.roles.push((role, own));
        }
    }
    let mut before = None;
    for child in &shape.children {
        let index = pattern.steps.len();
        flatten(numbers, child, Some(own), before, depth + 1, pattern, captured)?;
        before = Some(index);
    }
    Ok(())
}
