//! Languages by name, and which file is written in which.
//!
//! Recognition looks at the name and, for scripts without an extension, at the first line. It is
//! part of `desired(path)`: a change here raises [`crate::EXTRACTOR_VERSION`].

/// A language known by name. Whether this build has a parser for it is the extractor's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Lower-case name, as `--language` and the records use it.
    pub name: &'static str,
    /// Extensions, lower-case, without the dot.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub files: &'static [&'static str],
    /// Interpreters that a `#!` line may name.
    pub interpreters: &'static [&'static str],
}

const fn lang(
    name: &'static str,
    extensions: &'static [&'static str],
    files: &'static [&'static str],
    interpreters: &'static [&'static str],
) -> Language {
    Language { name, extensions, files, interpreters }
}

/// Every language known by name, in the order of their names.
pub const LANGUAGES: &[Language] = &[
    lang("ada", &["adb", "ads"], &[], &[]),
    lang("agda", &["agda"], &[], &[]),
    lang("asm", &["asm", "s"], &[], &[]),
    lang("awk", &["awk"], &[], &["awk", "gawk"]),
    lang(
        "bash",
        &["sh", "bash", "zsh", "ksh", "bats"],
        &[".bashrc", ".zshrc", ".profile", ".bash_profile", "PKGBUILD"],
        &["sh", "bash", "zsh", "dash", "ksh"],
    ),
    lang("bicep", &["bicep"], &[], &[]),
    lang("c", &["c", "h"], &[], &[]),
    lang("clojure", &["clj", "cljs", "cljc", "edn"], &[], &["bb"]),
    lang("cmake", &["cmake"], &["CMakeLists.txt"], &[]),
    lang("cobol", &["cob", "cbl", "cpy"], &[], &[]),
    lang("commonlisp", &["lisp", "lsp"], &[], &["sbcl"]),
    lang(
        "cpp",
        &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "tpp", "inl"],
        &[],
        &[],
    ),
    lang("crystal", &["cr"], &[], &["crystal"]),
    lang("csharp", &["cs", "csx"], &[], &[]),
    lang("css", &["css", "scss", "less"], &[], &[]),
    lang("cuda", &["cu", "cuh"], &[], &[]),
    lang("d", &["d", "di"], &[], &["rdmd"]),
    lang("dart", &["dart"], &[], &[]),
    lang("dockerfile", &["dockerfile"], &["Dockerfile", "Containerfile"], &[]),
    lang("elisp", &["el"], &[], &[]),
    lang("elixir", &["ex", "exs"], &[], &["elixir"]),
    lang("elm", &["elm"], &[], &[]),
    lang("erlang", &["erl", "hrl"], &[], &["escript"]),
    lang("fennel", &["fnl"], &[], &["fennel"]),
    lang("fish", &["fish"], &[], &["fish"]),
    lang("fortran", &["f", "for", "f90", "f95", "f03", "f08"], &[], &[]),
    lang("fsharp", &["fs", "fsx"], &[], &[]),
    lang("gdscript", &["gd"], &[], &[]),
    lang("gleam", &["gleam"], &[], &[]),
    lang("glsl", &["glsl", "vert", "frag"], &[], &[]),
    lang("go", &["go"], &[], &[]),
    lang("graphql", &["graphql", "gql"], &[], &[]),
    lang("groovy", &["groovy", "gradle"], &["Jenkinsfile"], &["groovy"]),
    lang("haskell", &["hs", "hs-boot"], &[], &["runhaskell"]),
    lang("hlsl", &["hlsl"], &[], &[]),
    lang("html", &["html", "htm", "xhtml"], &[], &[]),
    lang("java", &["java"], &[], &[]),
    lang("javascript", &["js", "mjs", "cjs", "jsx"], &[], &["node", "bun"]),
    lang(
        "json",
        &["json", "jsonc", "json5", "webmanifest", "geojson"],
        &[".babelrc", ".eslintrc"],
        &[],
    ),
    lang("jsonnet", &["jsonnet", "libsonnet"], &[], &[]),
    lang("julia", &["jl"], &[], &["julia"]),
    lang("just", &["just"], &["justfile", "Justfile"], &["just"]),
    lang("kotlin", &["kt", "kts"], &[], &["kotlin"]),
    lang("latex", &["sty", "cls"], &[], &[]),
    lang("lean", &["lean"], &[], &[]),
    lang("llvm", &["ll"], &[], &[]),
    lang("lua", &["lua"], &[], &["lua", "luajit"]),
    lang("make", &["mk", "mak"], &["Makefile", "makefile", "GNUmakefile"], &["make"]),
    lang("markdown", &["md", "markdown", "mdx", "mkd"], &[], &[]),
    lang("matlab", &["mlx"], &[], &[]),
    lang("meson", &[], &["meson.build", "meson_options.txt"], &[]),
    lang("nim", &["nim", "nims"], &[], &[]),
    lang("nix", &["nix"], &[], &[]),
    lang("nu", &["nu"], &[], &["nu"]),
    lang("objc", &["m", "mm"], &[], &[]),
    lang("ocaml", &["ml"], &[], &["ocaml"]),
    lang("ocaml-interface", &["mli"], &[], &[]),
    lang("odin", &["odin"], &[], &[]),
    lang("pascal", &["pas", "pp", "dpr"], &[], &[]),
    lang("perl", &["pl", "pm", "t", "psgi"], &[], &["perl"]),
    lang("php", &["php", "phtml"], &[], &["php"]),
    lang("powershell", &["ps1", "psm1"], &[], &["pwsh"]),
    lang("prisma", &["prisma"], &[], &[]),
    lang("prolog", &["prolog", "plt"], &[], &["swipl"]),
    lang("protobuf", &["proto"], &[], &[]),
    lang("purescript", &["purs"], &[], &[]),
    lang(
        "python",
        &["py", "pyi", "pyw"],
        &["SConstruct", "SConscript"],
        &["python", "python2", "python3", "pypy3", "uv"],
    ),
    lang("r", &["r"], &[], &["Rscript"]),
    lang("racket", &["rkt"], &[], &["racket"]),
    lang("rescript", &["res", "resi"], &[], &[]),
    lang(
        "ruby",
        &["rb", "rake", "gemspec", "ru"],
        &["Gemfile", "Rakefile", "Vagrantfile", "Brewfile"],
        &["ruby"],
    ),
    lang("rust", &["rs"], &[], &[]),
    lang("scala", &["scala", "sc", "sbt"], &[], &["scala"]),
    lang("scheme", &["scm", "ss"], &[], &["guile"]),
    lang("solidity", &["sol"], &[], &[]),
    lang("sql", &["sql"], &[], &[]),
    lang("starlark", &["bzl", "star"], &["BUILD", "BUILD.bazel", "WORKSPACE"], &[]),
    lang("svelte", &["svelte"], &[], &[]),
    lang("swift", &["swift"], &[], &["swift"]),
    lang("tcl", &["tcl"], &[], &["tclsh"]),
    lang("terraform", &["tf", "tfvars", "hcl"], &[], &[]),
    lang(
        "text",
        &["txt", "rst", "adoc", "org", "tex", "log", "csv", "tsv"],
        &["README", "LICENSE", "CHANGELOG", "AUTHORS", "NOTICE"],
        &[],
    ),
    lang("thrift", &["thrift"], &[], &[]),
    lang("toml", &["toml"], &[], &[]),
    lang("tsx", &["tsx"], &[], &[]),
    lang("typescript", &["ts", "mts", "cts"], &[], &["deno", "ts-node", "tsx"]),
    lang("verilog", &["v", "sv", "svh", "vh"], &[], &[]),
    lang("vhdl", &["vhd", "vhdl"], &[], &[]),
    lang("vim", &["vim"], &[".vimrc"], &[]),
    lang("vue", &["vue"], &[], &[]),
    lang("wgsl", &["wgsl"], &[], &[]),
    lang("xml", &["xml", "xsd", "svg", "plist", "xaml"], &[], &[]),
    lang("yaml", &["yaml", "yml"], &[".clang-format", ".clang-tidy"], &[]),
    lang("zig", &["zig", "zon"], &[], &[]),
];

/// The language of that name.
pub fn by_name(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|l| l.name == name)
}

/// The language of a file by its name (last path component, bytes) and the start of its text.
///
/// A `.h` file is C unless its head shows C++ (a class, namespace or template at the start of a
/// line). `None` when nothing is recognised; such a file is searched as plain text.
pub fn recognise(file_name: &[u8], head: &str) -> Option<&'static Language> {
    let name = std::str::from_utf8(file_name).unwrap_or("");
    if let Some(found) = LANGUAGES.iter().find(|l| l.files.contains(&name)) {
        return Some(found);
    }
    if name.starts_with("Dockerfile.") {
        return by_name("dockerfile");
    }
    if let Some((stem, extension)) = name.rsplit_once('.')
        && !stem.is_empty()
    {
        let extension = extension.to_ascii_lowercase();
        if extension == "h" && shows_cpp(head) {
            return by_name("cpp");
        }
        return LANGUAGES.iter().find(|l| l.extensions.contains(&extension.as_str()));
    }
    let line = head.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|w| !w.starts_with('-') && !w.contains('='))?;
    }
    let program = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    LANGUAGES.iter().find(|l| {
        l.interpreters.iter().any(|i| i.trim_end_matches(|c: char| c.is_ascii_digit()) == program)
    })
}

fn shows_cpp(head: &str) -> bool {
    head.lines().take(2000).any(|line| {
        let line = line.trim_start();
        [
            "class ",
            "namespace ",
            "template<",
            "template <",
            "using ",
            "public:",
            "private:",
            "protected:",
        ]
        .iter()
        .any(|start| line.starts_with(start))
            || line.contains("std::")
    })
}

#[cfg(test)]
mod tests {
    use super::recognise;

    #[test]
    fn names_extensions_and_interpreters_tell_the_language() {
        let of = |name: &str, head: &str| recognise(name.as_bytes(), head).map(|l| l.name);
        assert_eq!(of("a.rs", ""), Some("rust"));
        assert_eq!(of("A.PY", ""), Some("python"));
        assert_eq!(of("run", "#!/usr/bin/env -S python3.12 -u\n"), Some("python"));
        assert_eq!(of("run", "#!/bin/sh\n"), Some("bash"));
        assert_eq!(of("Makefile", ""), Some("make"));
        assert_eq!(of("x.h", "int f(void);\n"), Some("c"));
        assert_eq!(of("x.h", "namespace a {\n"), Some("cpp"));
        assert_eq!(of("view.tsx", ""), Some("tsx"));
        assert_eq!(of("nothing", "plain"), None);
        assert_eq!(of(".gitignore", ""), None);
    }

    #[test]
    fn languages_are_listed_by_name() {
        assert!(super::LANGUAGES.windows(2).all(|w| w[0].name < w[1].name));
    }
}
