//! Parsers that appear in `languages/` of Heimdall's directory, and that go away again.
//!
//! They are built here from the sources of grammars that this build depends on, under the name of
//! a language that it has no parser for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::common::TestEnvironment;

/// A language that is known and not bundled.
const LANGUAGE: &str = "cobol";

/// A query for the grammar of JSON, in our notation.
const QUERY: &str = "(pair key: (string (string_content) @name)) @definition.key\n";

/// The directory of a grammar crate's sources, as cargo has it.
fn sources_of(package: &str) -> PathBuf {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--locked", "--offline"]);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let found = packages.iter().find(|p| p["name"] == package).unwrap();
    Path::new(found["manifest_path"].as_str().unwrap()).parent().unwrap().join("src")
}

/// Compiles C into a shared object.
fn compile(arguments: &[&str], source: &Path, to: &Path) {
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O0", "-w", "-o"]).arg(to).args(arguments).arg(source);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A home whose `languages/` can be filled, with a file of [`LANGUAGE`] that is JSON.
struct Shelf {
    environment: TestEnvironment,
    directory: PathBuf,
}

impl Shelf {
    fn new() -> Self {
        let environment = TestEnvironment::new();
        environment.watch_work();
        environment.write("a.cob", "{\"alpha\": {\"beta\": 1}}\n");
        let directory = environment.heimdall_home().join("languages");
        fs::create_dir(&directory).unwrap();
        Self { environment, directory }
    }

    fn parser(&self, language: &str) -> PathBuf {
        let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        self.directory.join(format!("{prefix}tree_sitter_{language}{suffix}"))
    }

    /// Puts the parser of a bundled grammar there in the name of another language.
    fn build(&self, grammar: &str, language: &str) {
        let sources = sources_of(&format!("tree-sitter-{grammar}"));
        let name = format!("-Dtree_sitter_{grammar}=tree_sitter_{language}");
        let include = format!("-I{}", sources.display());
        compile(&[&name, &include], &sources.join("parser.c"), &self.parser(language));
    }

    fn query(&self, text: &str) {
        fs::write(self.directory.join(format!("{LANGUAGE}.scm")), text).unwrap();
    }

    /// What `languages` says of one: parser, depth, reason.
    fn line(&self, language: &str) -> [String; 3] {
        let lines = self.environment.ok(&["languages", "--json"]);
        let mut lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let line = lines.find(|line| line["name"] == language).unwrap();
        ["parser", "depth", "reason"].map(|key| line[key].as_str().unwrap_or("").to_owned())
    }

    #[track_caller]
    fn assert_line(&self, language: &str, parser: &str, depth: &str, reason: &str) {
        let line = self.line(language);
        assert_eq!([&line[0], &line[1]], [parser, depth], "{line:?}");
        assert!(line[2].contains(reason), "{line:?}");
    }

    /// The differences that `verify` finds: path and why.
    fn drift(&self) -> Vec<(String, String)> {
        let output = self.environment.run(&["verify", "--json"]);
        let found: Vec<_> = output.json()["drift"]
            .as_array()
            .unwrap()
            .iter()
            .map(|d| ["path", "why"].map(|key| d[key].as_str().unwrap().to_owned()))
            .map(|[path, why]| (path.rsplit('/').next().unwrap().to_owned(), why))
            .collect();
        assert_eq!(output.code, i32::from(!found.is_empty()), "{output:?}");
        found
    }

    /// Depth, reason and definitions of the file.
    fn indexed(&self) -> (String, String, usize) {
        let record = self.environment.record("a.cob");
        let nodes = self.environment.dump().lines().filter(|l| l.contains("\"node\"")).count();
        let text = |key: &str| record[key].as_str().unwrap_or("").to_owned();
        (text("depth"), text("reason"), nodes)
    }
}

fn one(path: &str, why: &str) -> Vec<(String, String)> {
    vec![(path.to_owned(), why.to_owned())]
}

#[test]
fn a_parser_that_appears_deepens_files_and_one_that_goes_takes_nothing() {
    let shelf = Shelf::new();
    let environment = &shelf.environment;
    shelf.assert_line(LANGUAGE, "known", "file", "");
    environment.ok(&["reconcile"]);
    assert_eq!(shelf.indexed(), ("file".into(), "no parser for cobol".into(), 0));
    assert_eq!(shelf.drift(), []);

    // The grammar of JSON has no node that habit would call a definition.
    shelf.build("json", LANGUAGE);
    shelf.assert_line(LANGUAGE, "known", "file", "no query for cobol");
    assert_eq!(shelf.drift(), []);

    shelf.query(QUERY);
    shelf.assert_line(LANGUAGE, "pack", "graph", "");
    assert_eq!(shelf.drift(), one("a.cob", "depth file -> graph"));
    environment.ok(&["reconcile"]);
    assert_eq!(shelf.indexed(), ("graph".into(), String::new(), 2));
    assert_eq!(shelf.drift(), []);
    assert!(environment.ok(&["search", "beta", "--kind", "key"]).contains("a.cob"));
    environment.assert_deepened_as_anew();

    // Another query is another extractor for that language, and for no other.
    environment.write("b.toml", "x = 1\n");
    environment.ok(&["reconcile"]);
    shelf.query(&format!("(object) @skip\n{QUERY}"));
    assert_eq!(shelf.drift(), one("a.cob", "extractor"));
    shelf.query(QUERY);
    environment.ok(&["reconcile"]);

    fs::remove_file(shelf.parser(LANGUAGE)).unwrap();
    shelf.assert_line(LANGUAGE, "known", "file", "");
    assert_eq!(shelf.drift(), []);
    environment.ok(&["reconcile"]);
    let (depth, _, nodes) = shelf.indexed();
    assert_eq!((depth.as_str(), nodes), ("graph", 3));
}

impl TestEnvironment {
    /// Asserts that a file which was deepened is as if the parser had always been there.
    fn assert_deepened_as_anew(&self) {
        let before = self.dump();
        fs::remove_file(self.heimdall_home().join("heimdall.redb")).unwrap();
        self.ok(&["reconcile"]);
        assert_eq!(self.dump(), before);
    }
}

#[test]
fn without_a_query_a_grammar_that_follows_habits_yields_definitions() {
    let shelf = Shelf::new();
    shelf.environment.write("a.cob", "package p\n\n// Adds.\nfunc Add(a int) int { return a }\n");
    shelf.build("go", LANGUAGE);
    shelf.assert_line(LANGUAGE, "pack", "symbol", "no query for cobol");
    shelf.environment.ok(&["reconcile"]);
    assert_eq!(shelf.indexed(), ("symbol".into(), "no query for cobol".into(), 1));
    assert_eq!(shelf.drift(), []);
}

#[test]
fn a_daemon_takes_up_a_parser_and_works_on_beside_broken_ones() {
    let shelf = Shelf::new();
    let environment = &shelf.environment;
    environment.write("a.rs", "fn old() {}\n");
    let daemon = environment.daemon(&[]);
    environment.ok(&["reconcile"]);
    assert_eq!(shelf.indexed().0, "file");

    // One is no shared object, one ends whoever loads it, one is of another time.
    fs::write(shelf.parser("fortran"), "\u{7f}ELF and no more").unwrap();
    let source = environment.work().join(".heimdallignore");
    fs::write(&source, "*.c\n").unwrap();
    let source = environment.write(
        "end.c",
        "#include <stdlib.h>\n__attribute__((constructor)) static void end(void) { abort(); }\n",
    );
    compile(&[], &source, &shelf.parser("nim"));
    let parser = fs::read_to_string(sources_of("tree-sitter-json").join("parser.c")).unwrap();
    let (version, rest) = parser.split_once("#define LANGUAGE_VERSION ").unwrap();
    let rest = rest.split_once('\n').unwrap().1;
    let old = format!("{version}#define LANGUAGE_VERSION 7\n{rest}");
    let source = environment.write("old.c", old);
    let include = format!("-I{}", sources_of("tree-sitter-json").display());
    let name = "-Dtree_sitter_json=tree_sitter_elm";
    compile(&[name, &include], &source, &shelf.parser("elm"));
    fs::write(shelf.parser("nothing_known"), "").unwrap();
    shelf.build("json", LANGUAGE);
    shelf.query(QUERY);

    shelf.assert_line("fortran", "known", "file", "libtree_sitter_fortran");
    shelf.assert_line("nim", "known", "file", "signal 6");
    shelf.assert_line("elm", "known", "file", "version 7");
    shelf.assert_line(LANGUAGE, "pack", "graph", "");
    let status = environment.run(&["status", "--json"]).json();
    let problems = status["problems"].to_string();
    for name in ["fortran", "nim", "elm", "nothing_known"] {
        assert!(problems.contains(&format!("tree_sitter_{name}")), "{problems}");
    }
    assert_eq!(status["pid"], json!(daemon.pid()));

    environment.ok(&["reconcile"]);
    assert_eq!(shelf.indexed().0, "graph");
    assert!(shelf.drift().is_empty());
    environment.write("a.rs", "fn new_one() {}\n");
    environment.ok(&["reconcile"]);
    assert!(environment.ok(&["search", "new_one"]).contains("a.rs"));
}

#[test]
fn a_parser_that_others_may_write_is_not_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let shelf = Shelf::new();
    shelf.build("json", LANGUAGE);
    shelf.query(QUERY);
    fs::set_permissions(shelf.parser(LANGUAGE), fs::Permissions::from_mode(0o777)).unwrap();
    shelf.assert_line(LANGUAGE, "known", "file", "");
    let problems = shelf.environment.run(&["status", "--json"]).json()["problems"].to_string();
    assert!(problems.contains("other users may write it"), "{problems}");
}

#[test]
fn a_bundled_language_is_not_taken_from_the_disk() {
    let shelf = Shelf::new();
    shelf.environment.write("a.toml", "x = 1\n");
    fs::write(shelf.parser("toml"), "no parser").unwrap();
    shelf.assert_line("toml", "bundled", "graph", "");
    shelf.environment.ok(&["reconcile"]);
    assert_eq!(shelf.environment.record("a.toml")["depth"], "graph");
    assert_eq!(shelf.environment.run(&["status", "--json"]).json()["problems"], json!([]));
}
