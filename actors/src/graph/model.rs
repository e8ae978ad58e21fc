//! What names turn out to mean.

use heimdall_schema::id::FileKey;
use heimdall_schema::record::NodeKind;

/// A file, by its number within one resolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A definition: a file and an index into its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Definition {
    pub file: FileId,
    pub node: u32,
}

/// Something that holds names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Module {
    /// All that stands at the top of a file.
    File(FileId),
    /// All that stands at the top of the files directly in a directory.
    Directory(FileKey),
    /// A module, namespace or package that is a definition.
    Inside(Definition),
    /// A package or namespace by its name, spread over any number of files. The file is the one
    /// from which it is meant: its project is searched.
    Package(FileId, String),
}

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entity {
    Definition(Definition),
    Module(Module),
    /// A binding that is no definition: a file and an index into its bindings.
    Local(FileId, u32),
    /// Something that its import or its type shows to be outside of the index.
    External,
}

/// Why a candidate is one, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// It stands in a scope around the reference.
    Scope,
    /// An import of the file names it.
    Import,
    /// It is a member of the type that the receiver is shown to have.
    Receiver,
    /// It is a member that this type inherits.
    Inherited,
    /// It belongs to the same package, module or translation unit.
    Package,
    /// A wildcard import or an include brings it in.
    Wildcard,
    /// Nothing else in the project has the name.
    Unique,
}

impl Reason {
    pub fn name(self) -> &'static str {
        match self {
            Reason::Scope => "same scope",
            Reason::Import => "import",
            Reason::Receiver => "receiver type",
            Reason::Inherited => "inherited member",
            Reason::Package => "same package",
            Reason::Wildcard => "wildcard import",
            Reason::Unique => "unique name",
        }
    }

    /// How far an edge for this reason is to be trusted, from 0 to 1.
    pub fn confidence(self) -> f32 {
        match self {
            Reason::Scope | Reason::Import => 0.98,
            Reason::Receiver => 0.95,
            Reason::Inherited | Reason::Package => 0.92,
            Reason::Wildcard => 0.9,
            Reason::Unique => 0.6,
        }
    }
}

/// What a look-up has found, and why: the best first. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub entities: Vec<Entity>,
    pub reason: Reason,
}

impl Found {
    pub fn one(entity: Entity, reason: Reason) -> Option<Self> {
        Some(Found { entities: vec![entity], reason })
    }

    /// `None` when there are no definitions.
    pub fn definitions(found: Vec<Definition>, reason: Reason) -> Option<Self> {
        let entities: Vec<_> = found.into_iter().map(Entity::Definition).collect();
        (!entities.is_empty()).then_some(Found { entities, reason })
    }

    pub fn external() -> Option<Self> {
        Found::one(Entity::External, Reason::Import)
    }

    pub fn because(self, reason: Reason) -> Self {
        Found { reason, ..self }
    }

    pub fn is_external(&self) -> bool {
        self.entities.first() == Some(&Entity::External)
    }
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An object of a type that is defined in the index, with the arguments of that type.
    Object(Definition, Vec<Type>),
    /// The type itself, as `A` in `A.make()`.
    Itself(Definition),
    /// A function or method, not called.
    Function(Definition),
    Module(Module),
    /// A type that is not in the index, by its name as written, and its arguments.
    Named(String, Vec<Type>),
    /// A type parameter: a file and an index into its bindings.
    Variable(FileId, u32),
    Unknown,
}

impl Type {
    /// The definition behind an object or a type.
    pub fn definition(&self) -> Option<Definition> {
        match self {
            Type::Object(definition, _) | Type::Itself(definition) => Some(*definition),
            _ => None,
        }
    }

    pub fn is_unknown(&self) -> bool {
        *self == Type::Unknown
    }
}

/// A place in the source from which a name is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub file: FileId,
    /// Index of the innermost definition around it, or `NO_INDEX`.
    pub from: u32,
    pub line: u32,
    /// How many of the bindings of the file have come into force before it.
    pub bound: u32,
}

/// What a reference refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Best first.
    pub candidates: Vec<Candidate>,
    /// Files that an import names, best first.
    pub files: Vec<FileKey>,
    /// Whether it is shown to refer to something outside of the index.
    pub external: bool,
}

/// A definition that a reference may refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub file: FileKey,
    pub node: u32,
    pub reason: Reason,
}

/// Whether objects of such a definition have members.
pub fn is_object_type(kind: NodeKind) -> bool {
    use NodeKind::*;
    matches!(kind, Class | Struct | Enum | Trait | Interface | Union | Type)
}
