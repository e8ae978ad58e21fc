//! In what languages with declared types differ.

use crate::graph::facts::Facts;

/// What is particular to one language.
#[derive(Debug)]
pub struct Dialect {
    language: &'static str,
    /// Names that begin with a capital are called more often than they make objects.
    pub methods_first: bool,
    /// Definitions of one name are one type: parts of a class, a class and its companion.
    pub merges: Merges,
    /// The packages around a package are seen, too.
    pub sees_outer_packages: bool,
    /// Parameters may be left out.
    pub has_defaults: bool,
    /// Functions may be called on types that they are no members of.
    pub has_extensions: bool,
    /// A function is called by its name alone, and what a field holds like a function.
    pub calls_by_name: bool,
    /// An import without an alias brings in all names of a namespace.
    pub imports_all: bool,
    /// Names of the language for types that have another name in Java.
    plain: &'static [(&'static str, &'static str)],
}

/// Which definitions of one name are one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merges {
    None,
    /// Those that stand beside each other.
    Beside,
    /// Those of a namespace.
    Package,
}

const JVM_NAMES: &[(&str, &str)] = &[
    ("Int", "int"),
    ("Long", "long"),
    ("Short", "short"),
    ("Byte", "byte"),
    ("Char", "char"),
    ("Float", "float"),
    ("Double", "double"),
    ("Boolean", "boolean"),
    ("Any", "Object"),
    ("AnyRef", "Object"),
    ("MutableList", "List"),
    ("MutableMap", "Map"),
    ("MutableSet", "Set"),
    ("Seq", "List"),
    ("Vector", "List"),
    ("Array", "[]"),
    ("Option", "Optional"),
];

const CSHARP_NAMES: &[(&str, &str)] = &[
    ("string", "String"),
    ("bool", "boolean"),
    ("object", "Object"),
    ("Int32", "int"),
    ("Int64", "long"),
    ("Boolean", "boolean"),
    ("sbyte", "byte"),
];

static ALL: [Dialect; 4] = [
    Dialect {
        language: "java",
        methods_first: false,
        merges: Merges::None,
        sees_outer_packages: false,
        has_defaults: false,
        has_extensions: false,
        calls_by_name: false,
        imports_all: false,
        plain: &[],
    },
    Dialect {
        language: "csharp",
        methods_first: true,
        merges: Merges::Package,
        sees_outer_packages: true,
        has_defaults: true,
        has_extensions: true,
        calls_by_name: false,
        imports_all: true,
        plain: CSHARP_NAMES,
    },
    Dialect {
        language: "kotlin",
        methods_first: false,
        merges: Merges::None,
        sees_outer_packages: false,
        has_defaults: true,
        has_extensions: true,
        calls_by_name: false,
        imports_all: false,
        plain: JVM_NAMES,
    },
    Dialect {
        language: "scala",
        methods_first: false,
        merges: Merges::Beside,
        sees_outer_packages: false,
        has_defaults: true,
        has_extensions: false,
        calls_by_name: true,
        imports_all: false,
        plain: JVM_NAMES,
    },
];

impl Dialect {
    /// The dialect of a file; Java's for a language that has none.
    pub fn of(facts: &Facts) -> &'static Dialect {
        ALL.iter().find(|dialect| dialect.language == facts.language()).unwrap_or(&ALL[0])
    }

    /// The name that Java has for a type outside of the index.
    pub fn plain<'n>(&self, name: &'n str) -> &'n str {
        let known = self.plain.iter().find(|(own, _)| *own == name);
        known.map_or(name, |(_, plain)| plain)
    }
}
