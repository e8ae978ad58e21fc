//! The grammars compiled into this build: one line a language.
//!
//! To add one: a line here, a file in `queries/`, a file in `cases/`. Nothing else knows languages.

use std::sync::OnceLock;

use heimdall_schema::depth::Depth;
use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

use super::mask::{self, Mask};
use super::mend::{self, Mend};
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
    /// Makes a text readable for the grammar.
    pub mask: Option<Mask>,
    /// What to do to a text that cannot be read: ways that are tried in this order.
    pub mends: &'static [Mend],
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
    Grammar { name, function, query, separator, mask: None, mends: &[], compiled: OnceLock::new() }
}

impl Grammar {
    /// Texts of the language need a mask.
    const fn masked_by(mut self, mask: Mask) -> Self {
        self.mask = Some(mask);
        self
    }

    /// There are ways to read what cannot be read.
    const fn mended_by(mut self, mends: &'static [Mend]) -> Self {
        self.mends = mends;
        self
    }
}

/// Every language with a parser, in the order of their names.
pub static GRAMMARS: [Grammar; 41] = [
    grammar("bash", tree_sitter_bash::LANGUAGE, include_str!("queries/bash.scm"), "."),
    grammar("c", tree_sitter_c::LANGUAGE, include_str!("queries/c.scm"), ".").masked_by(mask::c),
    grammar("cpp", tree_sitter_cpp::LANGUAGE, include_str!("queries/cpp.scm"), "::")
        .masked_by(mask::cpp),
    grammar("csharp", tree_sitter_c_sharp::LANGUAGE, include_str!("queries/csharp.scm"), ".")
        .mended_by(&[mend::all_branches, mend::first_branch]),
    grammar("css", tree_sitter_css::LANGUAGE, include_str!("queries/css.scm"), " ")
        .masked_by(mask::styles),
    grammar("dart", tree_sitter_dart::LANGUAGE, include_str!("queries/dart.scm"), "."),
    grammar(
        "dockerfile",
        tree_sitter_containerfile::LANGUAGE,
        include_str!("queries/dockerfile.scm"),
        ".",
    ),
    grammar("elixir", tree_sitter_elixir::LANGUAGE, include_str!("queries/elixir.scm"), "."),
    grammar("go", tree_sitter_go::LANGUAGE, include_str!("queries/go.scm"), "."),
    grammar("haskell", tree_sitter_haskell::LANGUAGE, include_str!("queries/haskell.scm"), "."),
    grammar("html", tree_sitter_html::LANGUAGE, include_str!("queries/html.scm"), " "),
    grammar("java", tree_sitter_java::LANGUAGE, include_str!("queries/java.scm"), "."),
    grammar(
        "javascript",
        tree_sitter_javascript::LANGUAGE,
        concat!(include_str!("queries/ecmascript.scm"), include_str!("queries/javascript.scm")),
        ".",
    ),
    grammar("json", tree_sitter_json::LANGUAGE, include_str!("queries/json.scm"), "."),
    grammar("julia", tree_sitter_julia::LANGUAGE, include_str!("queries/julia.scm"), ".")
        .masked_by(mask::julia),
    grammar("kotlin", tree_sitter_kotlin_sg::LANGUAGE, include_str!("queries/kotlin.scm"), ".")
        .masked_by(mask::kotlin)
        .mended_by(&[mend::kotlin_members]),
    grammar("lua", tree_sitter_lua::LANGUAGE, include_str!("queries/lua.scm"), "."),
    grammar("make", tree_sitter_make::LANGUAGE, include_str!("queries/make.scm"), ".")
        .masked_by(mask::makefile),
    grammar("markdown", tree_sitter_md::LANGUAGE, include_str!("queries/markdown.scm"), " > "),
    grammar("nix", tree_sitter_nix::LANGUAGE, include_str!("queries/nix.scm"), "."),
    grammar(
        "objc",
        tree_sitter_objc::LANGUAGE,
        concat!(include_str!("queries/objc.scm"), include_str!("queries/c.scm")),
        ".",
    )
    .masked_by(mask::objc),
    grammar("ocaml", tree_sitter_ocaml::LANGUAGE_OCAML, include_str!("queries/ocaml.scm"), "."),
    grammar(
        "ocaml-interface",
        tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE,
        include_str!("queries/ocaml.scm"),
        ".",
    ),
    grammar("perl", ts_parser_perl::LANGUAGE, include_str!("queries/perl.scm"), "::"),
    grammar("php", tree_sitter_php::LANGUAGE_PHP, include_str!("queries/php.scm"), "\\"),
    grammar("protobuf", tree_sitter_proto::LANGUAGE, include_str!("queries/protobuf.scm"), "."),
    grammar("python", tree_sitter_python::LANGUAGE, include_str!("queries/python.scm"), "."),
    grammar("r", tree_sitter_r::LANGUAGE, include_str!("queries/r.scm"), "$"),
    grammar("ruby", tree_sitter_ruby::LANGUAGE, include_str!("queries/ruby.scm"), "::"),
    grammar("rust", tree_sitter_rust::LANGUAGE, include_str!("queries/rust.scm"), "::"),
    grammar("scala", tree_sitter_scala::LANGUAGE, include_str!("queries/scala.scm"), "."),
    grammar("sql", tree_sitter_sequel::LANGUAGE, include_str!("queries/sql.scm"), ".")
        .masked_by(mask::sql),
    grammar(
        "svelte",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        concat!(include_str!("queries/ecmascript.scm"), include_str!("queries/typescript.scm")),
        ".",
    )
    .masked_by(mask::scripts),
    grammar("swift", tree_sitter_swift::LANGUAGE, include_str!("queries/swift.scm"), "."),
    grammar("terraform", tree_sitter_hcl::LANGUAGE, include_str!("queries/terraform.scm"), "."),
    grammar("toml", tree_sitter_toml_ng::LANGUAGE, include_str!("queries/toml.scm"), "."),
    grammar(
        "tsx",
        tree_sitter_typescript::LANGUAGE_TSX,
        concat!(
            include_str!("queries/ecmascript.scm"),
            include_str!("queries/typescript.scm"),
            include_str!("queries/tsx.scm")
        ),
        ".",
    ),
    grammar(
        "typescript",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        concat!(include_str!("queries/ecmascript.scm"), include_str!("queries/typescript.scm")),
        ".",
    ),
    grammar(
        "vue",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        concat!(include_str!("queries/ecmascript.scm"), include_str!("queries/typescript.scm")),
        ".",
    )
    .masked_by(mask::scripts),
    grammar("yaml", tree_sitter_yaml::LANGUAGE, include_str!("queries/yaml.scm"), "."),
    grammar("zig", tree_sitter_zig::LANGUAGE, include_str!("queries/zig.scm"), "."),
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

/// How deep this build by itself can look into files of that language.
pub fn depth_of(language: &str) -> Depth {
    if Grammar::by_name(language).is_some() { Depth::Graph } else { Depth::File }
}
