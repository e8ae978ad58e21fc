//! What an extractor found in one file: the part of the index that is a pure function of
//! (text, language, depth, extractor version).
//!
//! Strings that recur are interned once a file in `names`; signatures and docs are spans of the
//! stored text, so that nothing of a file is kept twice.

use rkyv::{Archive, Deserialize, Serialize};

/// Where an index into `names` or `nodes` may be absent, this stands for "none".
pub const NO_INDEX: u32 = u32::MAX;

/// A range of bytes of the stored text; `len` 0 is "none".
#[derive(Archive, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[rkyv(derive(Clone, Copy, Debug))]
pub struct Span {
    pub start: u32,
    pub len: u32,
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $number:literal $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant = $number),* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            pub fn parse(word: &str) -> Option<Self> {
                match word { $($text => Some($name::$variant),)* _ => None }
            }

            /// Reads the byte that a record holds; `None` for one of a later version.
            pub fn from_byte(byte: u8) -> Option<Self> {
                match byte { $($number => Some($name::$variant),)* _ => None }
            }
        }
    };
}

named! {
    /// What a definition is. The byte is stored: numbers are never reused.
    NodeKind {
        Function = 1 "function",
        Method = 2 "method",
        Class = 3 "class",
        Struct = 4 "struct",
        Enum = 5 "enum",
        Variant = 6 "variant",
        Trait = 7 "trait",
        Interface = 8 "interface",
        Union = 9 "union",
        Type = 10 "type",
        Constant = 11 "constant",
        Variable = 12 "variable",
        Field = 13 "field",
        Property = 14 "property",
        Module = 15 "module",
        Namespace = 16 "namespace",
        Package = 17 "package",
        Macro = 18 "macro",
        Constructor = 19 "constructor",
        Test = 20 "test",
        /// A heading of prose.
        Section = 21 "section",
        /// A key of a data file.
        Key = 22 "key",
        /// A table of a data file or a database.
        Table = 23 "table",
    }
}

impl NodeKind {
    /// Whether the definition names a type: what ranking calls a type name.
    pub fn is_type(self) -> bool {
        use NodeKind::*;
        matches!(
            self,
            Class | Struct | Enum | Trait | Interface | Union | Type | Module | Namespace | Package
        )
    }

    /// Whether the definition can be called: what ranking calls a function name.
    pub fn is_callable(self) -> bool {
        use NodeKind::*;
        matches!(self, Function | Method | Macro | Constructor | Test)
    }
}

named! {
    /// How a reference refers. The byte is stored: numbers are never reused.
    ReferenceKind {
        /// A name brought in from elsewhere.
        Import = 1 "imports",
        /// A call or an instantiation.
        Call = 2 "calls",
        /// A supertype, an implemented interface, an embedded type.
        Inherit = 3 "inherits",
        /// Any other mention of a type, a decorator or an annotation.
        Use = 4 "uses",
    }
}

named! {
    /// What a binding shows of a name. The byte is stored: numbers are never reused.
    BindingKind {
        /// A parameter, with its type when one is written.
        Parameter = 1 "parameter",
        /// A variable, field or constant with the type that is written for it; of a type alias,
        /// what it stands for.
        Declared = 2 "declared",
        /// A name and the expression whose value it gets.
        Assigned = 3 "assigned",
        /// A name that runs over the elements of an expression.
        Element = 4 "element",
        /// A name for what entering an expression gives (`with f() as x`).
        Entered = 5 "entered",
        /// The type that a definition is written to return.
        Result = 6 "result",
        /// An expression that a definition returns.
        Returned = 7 "returned",
        /// A type, and a trait that is implemented for it elsewhere than in its own definition.
        Implements = 8 "implements",
        /// The name under which a file exports something, and its local name.
        Export = 9 "export",
        /// A type parameter, and the type that bounds it.
        Bound = 10 "bound",
        /// The package or namespace that a file says it belongs to.
        Package = 11 "package",
        /// A supertype with its arguments, in full.
        Super = 12 "super",
        /// The body of a type without a name, and its supertype.
        Body = 13 "body",
        /// A parameter of a function without a name, and what that function is passed to.
        Passed = 14 "passed",
        /// The type on which a function is called that is no member of it.
        Receiver = 15 "receiver",
        /// That a definition only declares what another defines (a prototype), with the type that it
        /// is written to return.
        Forward = 16 "forward",
        /// A name that gets another value than the one it was introduced with.
        Changed = 17 "changed",
        /// A definition that stands in a function without a name, and the lines of that function.
        Scoped = 18 "scoped",
    }
}

/// One definition. Lines count from 1.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// [`NodeKind`] as its byte.
    pub kind: u8,
    /// Index into `names`: the name exactly as written.
    pub name: u32,
    /// Index into `names`: the qualified name of what encloses it (`Outer.Inner`), or [`NO_INDEX`].
    pub scope: u32,
    /// Index into `nodes` of the enclosing definition, or [`NO_INDEX`]. Always smaller than its own.
    pub parent: u32,
    /// First line, with its decorators and attributes.
    pub line: u32,
    pub end_line: u32,
    /// Line on which the name stands.
    pub name_line: u32,
    /// The head of the definition, without its body; shown as one line by [`crate::text::signature`].
    pub signature: Span,
    /// The comment or docstring, as written; shown by [`crate::text::doc`].
    pub doc: Span,
}

/// One mention of a definition that may stand anywhere, by the name that the source wrote.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// [`ReferenceKind`] as its byte.
    pub kind: u8,
    /// Index into `names`: the last component as written (`*` for a wildcard import).
    pub name: u32,
    /// Index into `names`: what stands before it as written (module path, receiver), or [`NO_INDEX`].
    pub qualifier: u32,
    /// Index into `names`: the local name an import gives, when it differs; of a call its arguments,
    /// where the language tells overloads by them; or [`NO_INDEX`].
    pub alias: u32,
    /// Line of the name.
    pub line: u32,
    /// Index into `nodes` of the innermost definition around it, or [`NO_INDEX`].
    pub from: u32,
    /// Number of arguments of a call, or [`NO_ARITY`].
    pub arity: u8,
    /// How many of the bindings have come into force where it begins, its receiver included.
    pub bound: u32,
}

/// Where the number of arguments is not known.
pub const NO_ARITY: u8 = u8::MAX;

/// What the source shows of a name: its type, or the expression that it stands for.
///
/// Resolution reads the types of receivers from these, and which names are local.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// [`BindingKind`] as its byte.
    pub kind: u8,
    /// Index into `names`: the name, as written (`self.x` too); [`NO_INDEX`] for results.
    pub name: u32,
    /// Index into `names`: the type in full, or the expression with its arguments left out; or
    /// [`NO_INDEX`] when none is shown or it is too long.
    pub text: u32,
    /// Line on which it comes into force: behind its type and its expression.
    pub line: u32,
    /// Last line on which it is in force.
    pub end_line: u32,
    /// Index into `nodes` of the innermost definition around it, or [`NO_INDEX`]. The binding of a
    /// field or variable that is a definition lies in that definition.
    pub from: u32,
}

/// A run of whole lines that is searched as one. Chunks of a file are in order, touch and cover
/// the text. A line longer than 16 KiB is several chunks of the same line number.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// First line, from 1.
    pub line: u32,
    /// Last line, included.
    pub end_line: u32,
    /// Its bytes in the text.
    pub span: Span,
}

/// Everything that one file yields at its depth.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Extraction {
    /// Each string once, in the order of first use.
    pub names: Vec<String>,
    /// Sorted by (line, descending end line, order in the source).
    pub nodes: Vec<Node>,
    /// Sorted by (line, order in the source). Empty below `graph` depth.
    pub references: Vec<Reference>,
    /// In the order in which they come into force. Empty below `graph` depth.
    pub bindings: Vec<Binding>,
    pub chunks: Vec<Chunk>,
    /// Whole-line comments and docstrings, as line numbers from 1: ranges [first, last].
    pub comments: Vec<(u32, u32)>,
    /// What the head of the file says it is: first sentence(s) of its leading comment or prose, one line.
    pub description: String,
    /// Number of lines.
    pub lines: u32,
    /// Whether the parser met text it could not read.
    pub errors: bool,
}

impl Extraction {
    /// The string at `index`, or `None` for [`NO_INDEX`] and indices out of range.
    pub fn name(&self, index: u32) -> Option<&str> {
        self.names.get(index as usize).map(String::as_str)
    }
}

impl ArchivedExtraction {
    /// The string at `index`, or `None` for [`NO_INDEX`] and indices out of range.
    pub fn name(&self, index: u32) -> Option<&str> {
        self.names.get(index as usize).map(|s| s.as_str())
    }
}

/// The part of an extraction that is looked at in place: definitions and where the text is cut.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// As [`Extraction::names`], without names that only references use.
    pub names: Vec<String>,
    pub nodes: Vec<Node>,
    pub chunks: Vec<Chunk>,
    pub comments: Vec<(u32, u32)>,
    pub description: String,
    pub lines: u32,
    pub errors: bool,
}

/// The part of an extraction that is read as a whole or not at all: what refers elsewhere.
#[derive(Archive, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Names that the references and bindings use; their indices are of this list.
    pub names: Vec<String>,
    pub references: Vec<Reference>,
    pub bindings: Vec<Binding>,
}

/// Names in the order of their first use, each once, out of a larger list.
struct Selection<'a> {
    from: &'a [String],
    /// Old index to new, [`NO_INDEX`] while unused.
    places: Vec<u32>,
    names: Vec<String>,
}

impl<'a> Selection<'a> {
    fn new(from: &'a [String]) -> Self {
        Self { from, places: vec![NO_INDEX; from.len()], names: Vec::new() }
    }

    fn take(&mut self, index: u32) -> u32 {
        let Some(place) = self.places.get_mut(index as usize) else { return NO_INDEX };
        if *place == NO_INDEX {
            *place = self.names.len() as u32;
            self.names.push(self.from[index as usize].clone());
        }
        *place
    }
}

impl Extraction {
    /// Takes it apart into what the store keeps in two tables.
    pub fn split(&self) -> (Outline, Mentions) {
        let mut names = Selection::new(&self.names);
        let nodes = self
            .nodes
            .iter()
            .map(|node| Node {
                name: names.take(node.name),
                scope: names.take(node.scope),
                ..node.clone()
            })
            .collect();
        let outline = Outline {
            nodes,
            names: names.names,
            chunks: self.chunks.clone(),
            comments: self.comments.clone(),
            description: self.description.clone(),
            lines: self.lines,
            errors: self.errors,
        };
        let mut names = Selection::new(&self.names);
        let references = self
            .references
            .iter()
            .map(|reference| Reference {
                name: names.take(reference.name),
                qualifier: names.take(reference.qualifier),
                alias: names.take(reference.alias),
                ..reference.clone()
            })
            .collect();
        let bindings = self
            .bindings
            .iter()
            .map(|binding| Binding {
                name: names.take(binding.name),
                text: names.take(binding.text),
                ..binding.clone()
            })
            .collect();
        (outline, Mentions { references, bindings, names: names.names })
    }
}

impl From<Outline> for Extraction {
    /// An extraction without its references.
    fn from(outline: Outline) -> Self {
        let Outline { names, nodes, chunks, comments, description, lines, errors } = outline;
        Self {
            names,
            nodes,
            references: Vec::new(),
            bindings: Vec::new(),
            chunks,
            comments,
            description,
            lines,
            errors,
        }
    }
}

impl Mentions {
    /// The string at `index`, or `None` for [`NO_INDEX`] and indices out of range.
    pub fn name(&self, index: u32) -> Option<&str> {
        self.names.get(index as usize).map(String::as_str)
    }
}

impl ArchivedOutline {
    /// The string at `index`, or `None` for [`NO_INDEX`] and indices out of range.
    pub fn name(&self, index: u32) -> Option<&str> {
        self.names.get(index as usize).map(|s| s.as_str())
    }
}
