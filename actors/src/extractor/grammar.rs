//! The grammars compiled into this build: one line a language.
//!
//! To add one: a line here, a file in `queries/`, a file in `cases/`. Nothing else knows languages.

use std::sync::OnceLock;

use heimdall_schema::depth::Depth;
use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

use super::query::{Query, QueryError};

/// A language with a parser.
pub struct Grammar {
    /// As in [`heimdall_schema::language::LANGUAGES`].
    pub name: &'static str,
    function: LanguageFn,
    /// The text of its file in `queries/`.
    pub query: &'static str,
    /// What stands between the parts of a qualified name.
    pub separator: &'static str,
    compiled: OnceLock<Compiled>,
}

/// A grammar with its query, compiled on first use.
pub struct Compiled {
    pub language: Language,
    pub query: Result<Query, QueryError>,
}

const fn grammar(
    name: &'static str,
    function: LanguageFn,
    query: &'static str,
    separator: &'static str,
) -> Grammar {
    Grammar { name, function, query, separator, compiled: OnceLock::new() }
}

/// Every language with a parser, in the order of their names.
pub static GRAMMARS: [Grammar; 29] = [
    grammar("bash", tree_sitter_bash::LANGUAGE, include_str!("queries/bash.scm"), "."),
    grammar("c", tree_sitter_c::LANGUAGE, include_str!("queries/c.scm"), "."),
    grammar("cpp", tree_sitter_cpp::LANGUAGE, include_str!("queries/cpp.scm"), "::"),
    grammar("csharp", tree_sitter_c_sharp::LANGUAGE, include_str!("queries/csharp.scm"), "."),
    grammar("elixir", tree_sitter_elixir::LANGUAGE, include_str!("queries/elixir.scm"), "."),
    grammar("go", tree_sitter_go::LANGUAGE, include_str!("queries/go.scm"), "."),
    grammar("haskell", tree_sitter_haskell::LANGUAGE, include_str!("queries/haskell.scm"), "."),
    grammar("java", tree_sitter_java::LANGUAGE, include_str!("queries/java.scm"), "."),
    grammar(
        "javascript",
        tree_sitter_javascript::LANGUAGE,
        include_str!("queries/javascript.scm"),
        ".",
    ),
    grammar("json", tree_sitter_json::LANGUAGE, include_str!("queries/json.scm"), "."),
    grammar("julia", tree_sitter_julia::LANGUAGE, include_str!("queries/julia.scm"), "."),
    grammar("kotlin", tree_sitter_kotlin_ng::LANGUAGE, include_str!("queries/kotlin.scm"), "."),
    grammar("lua", tree_sitter_lua::LANGUAGE, include_str!("queries/lua.scm"), "."),
    grammar("markdown", tree_sitter_md::LANGUAGE, include_str!("queries/markdown.scm"), " > "),
    grammar("nix", tree_sitter_nix::LANGUAGE, include_str!("queries/nix.scm"), "."),
    grammar("ocaml", tree_sitter_ocaml::LANGUAGE_OCAML, include_str!("queries/ocaml.scm"), "."),
    grammar(
        "ocaml-interface",
        tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE,
        include_str!("queries/ocaml.scm"),
        ".",
    ),
    grammar("perl", ts_parser_perl::LANGUAGE, include_str!("queries/perl.scm"), "::"),
    grammar("php", tree_sitter_php::LANGUAGE_PHP, include_str!("queries/php.scm"), "\\"),
    grammar("python", tree_sitter_python::LANGUAGE, include_str!("queries/python.scm"), "."),
    grammar("r", tree_sitter_r::LANGUAGE, include_str!("queries/r.scm"), "$"),
    grammar("ruby", tree_sitter_ruby::LANGUAGE, include_str!("queries/ruby.scm"), "::"),
    grammar("rust", tree_sitter_rust::LANGUAGE, include_str!("queries/rust.scm"), "::"),
    grammar("scala", tree_sitter_scala::LANGUAGE, include_str!("queries/scala.scm"), "."),
    grammar("swift", tree_sitter_swift::LANGUAGE, include_str!("queries/swift.scm"), "."),
    grammar("toml", tree_sitter_toml_ng::LANGUAGE, include_str!("queries/toml.scm"), "."),
    grammar(
        "tsx",
        tree_sitter_typescript::LANGUAGE_TSX,
        concat!(include_str!("queries/typescript.scm"), include_str!("queries/tsx.scm")),
        ".",
    ),
    grammar(
        "typescript",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        include_str!("queries/typescript.scm"),
        ".",
    ),
    grammar("yaml", tree_sitter_yaml::LANGUAGE, include_str!("queries/yaml.scm"), "."),
];

impl Grammar {
    /// The parser of that language, if this build has one.
    pub fn by_name(name: &str) -> Option<&'static Grammar> {
        GRAMMARS.iter().find(|g| g.name == name)
    }

    /// Compiles grammar and query, once a process.
    pub fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| {
            let language = Language::new(self.function);
            let query = Query::compile(&language, self.query);
            Compiled { language, query }
        })
    }
}

/// How deep this build can look into files of that language.
pub fn depth_of(language: &str) -> Depth {
    if Grammar::by_name(language).is_some() { Depth::Graph } else { Depth::File }
}

/// Every language known by name with the depth it reaches: what `heimdall languages` lists.
pub fn languages() -> impl Iterator<Item = (&'static str, Depth)> {
    heimdall_schema::language::LANGUAGES.iter().map(|l| (l.name, depth_of(l.name)))
}
