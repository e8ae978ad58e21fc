//! The house and its arrows: `schema <- actors <- src <- tests`. Each rule is a function of a
//! file's path and its code, and each is shown to bite on a small bad sample.
//!
//! Comments and the insides of string literals are no code, and neither is a `tests` module at
//! the end of a file: what is said there breaks nothing.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms that may hold `unsafe`, with the reason.
const UNSAFE_ROOMS: &[(&str, &str)] = &[(
    "actors/src/extractor/sys/",
    "limits and the sandbox of a worker are set between fork and exec",
)];

/// The only file of `schema` that looks at the file system: it opens the path it is given.
const OPENS_THE_STORE: &str = "schema/src/store/open.rs";

/// Longest source file, in lines.
const LONGEST: usize = 500;

/// A rule says what is wrong with a file, given its path from the root and its code.
type Rule = fn(&str, &str) -> Option<String>;

const RULES: &[Rule] =
    &[schema_is_pure, actors_are_quiet, commands_ask, evaluation_is_apart, unsafe_has_a_room];

#[test]
fn every_source_file_keeps_the_rules() {
    let mut broken = Vec::new();
    for (path, text) in sources() {
        let code = code(&text);
        broken.extend(
            RULES.iter().filter_map(|rule| rule(&path, &code)).map(|why| format!("{path}: {why}")),
        );
        broken.extend(too_long(&text).map(|why| format!("{path}: {why}")));
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn one_file_names_the_write_half_of_the_store() {
    let named: Vec<_> = sources()
        .into_iter()
        .filter(|(path, text)| names_the_writer(path, &code(text)))
        .map(|(path, _)| path)
        .collect();
    assert!(named.len() <= 1, "the Reconciler's file alone may hold the Writer: {named:?}");
    assert!(named.iter().all(|path| path.starts_with("actors/src/reconciler/")), "{named:?}");
}

#[test]
fn every_file_of_tests_is_run() {
    let main = fs::read_to_string(root().join("tests/main.rs")).unwrap();
    for entry in fs::read_dir(root().join("tests")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_rust = path.extension().is_some_and(|e| e == "rs") || path.join("mod.rs").is_file();
        if is_rust && !["main", "architecture"].contains(&name) {
            assert!(main.contains(&format!("mod {name};")), "tests/main.rs does not name {name}");
        }
    }
}

#[test]
fn manifests_point_one_way() {
    let manifest = |path| fs::read_to_string(root().join(path)).unwrap();
    assert_eq!(forbidden_dependency(&manifest("schema/Cargo.toml"), SCHEMA_FORBIDS), None);
    assert_eq!(forbidden_dependency(&manifest("actors/Cargo.toml"), ACTORS_FORBID), None);
}

const SCHEMA_FORBIDS: &[&str] = &[
    "heimdall",
    "heimdall-actors",
    "actix",
    "tokio",
    "notify",
    "tantivy",
    "llama-cpp-2",
    "ignore",
];
const ACTORS_FORBID: &[&str] = &["heimdall", "clap", "indicatif"];

/// The first dependency of a manifest (not of its tests) that is forbidden.
fn forbidden_dependency(manifest: &str, forbidden: &[&str]) -> Option<String> {
    let mut in_dependencies = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            in_dependencies = line.ends_with("dependencies]") && !line.contains("dev-");
        } else if in_dependencies {
            let name = line.split(['.', '=', ' ']).next().unwrap_or("");
            if forbidden.contains(&name) {
                return Some(name.to_owned());
            }
        }
    }
    None
}

fn schema_is_pure(path: &str, code: &str) -> Option<String> {
    if !path.starts_with("schema/") {
        return None;
    }
    let mut forbidden = vec![
        "actix",
        "tokio",
        "notify",
        "tantivy",
        "llama_cpp_2",
        "heimdall_actors",
        "SystemTime",
        "Instant",
        "env::var",
        "env::var_os",
        "env::current_dir",
        "env::args",
        "read_dir",
        "walkdir",
        "thread::sleep",
    ];
    if path != OPENS_THE_STORE {
        forbidden.extend(["fs::", "File::open", "symlink_metadata", "OpenOptions"]);
    }
    first_named(code, &forbidden).map(|word| {
        format!("schema reads no clock, environment or file tree, and knows no actor: `{word}`")
    })
}

fn actors_are_quiet(path: &str, code: &str) -> Option<String> {
    if !path.starts_with("actors/") {
        return None;
    }
    let forbidden =
        ["println!", "print!", "eprintln!", "eprint!", "dbg!", "heimdall::", "clap", "indicatif"];
    first_named(code, &forbidden)
        .map(|word| format!("actors print nothing and know no command: `{word}`"))
}

fn commands_ask(path: &str, code: &str) -> Option<String> {
    if !path.starts_with("src/cli/") && !path.starts_with("src/mcp/") {
        return None;
    }
    let forbidden =
        ["schema::store", "store::", "redb", "tantivy", "Snapshot", "reconciler::", "searcher::"];
    first_named(code, &forbidden)
        .map(|word| format!("commands ask, they do not reach into the store: `{word}`"))
}

fn evaluation_is_apart(path: &str, code: &str) -> Option<String> {
    if !path.starts_with("src/evaluate/") {
        return None;
    }
    let mut forbidden = vec!["heimdall_actors", "crate::client", "crate::daemon"];
    if path.contains("receipt") {
        forbidden.extend(["SystemTime", "Instant"]);
    }
    first_named(code, &forbidden).map(|word| {
        format!("evaluation shares no code with the index, and a receipt holds no clock: `{word}`")
    })
}

fn unsafe_has_a_room(path: &str, code: &str) -> Option<String> {
    let listed =
        UNSAFE_ROOMS.iter().any(|(room, _)| path.starts_with(room) && room.ends_with("/sys/"));
    (!listed && first_named(code, &["unsafe"]).is_some())
        .then(|| "`unsafe` outside the rooms that this test lists".to_owned())
}

fn names_the_writer(path: &str, code: &str) -> bool {
    // Unit tests fill a store of their own.
    let is_test = path.contains("/tests/");
    !path.starts_with("schema/src/store/")
        && !is_test
        && code.contains("store::")
        && first_named(code, &["Writer"]).is_some()
}

fn too_long(text: &str) -> Option<String> {
    let lines = text.lines().count();
    (lines > LONGEST).then(|| format!("{lines} lines; split it by idea"))
}

/// The first of `words` that stands in `code` as a whole word.
fn first_named<'a>(code: &str, words: &[&'a str]) -> Option<&'a str> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    words.iter().copied().find(|word| {
        code.match_indices(word).any(|(at, _)| {
            let before = code[..at].chars().next_back();
            let after = code[at + word.len()..].chars().next();
            !before.is_some_and(part) && (!word.ends_with(part) || !after.is_some_and(part))
        })
    })
}

/// Rust source without comments, the insides of literals, and the test module that ends it.
fn code(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let skipped = skipped(rest, out.chars().next_back());
        if skipped > 0 {
            out.push(' ');
            rest = &rest[skipped..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    let end = out.find("#[cfg(test)]\nmod tests {").unwrap_or(out.len());
    out.truncate(end);
    out
}

/// Bytes of the comment or literal that `rest` begins with; 0 when it begins with code.
fn skipped(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if !in_word && rest.starts_with('r') {
        let hashes = rest[1..].bytes().take_while(|b| *b == b'#').count();
        if rest[1 + hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = 2 + hashes;
            return rest[body..].find(&close).map_or(rest.len(), |end| body + end + close.len());
        }
    }
    match rest.as_bytes() {
        [b'"', ..] => quoted(rest, '"'),
        // A lifetime has no closing quote where a character literal has it.
        [b'\'', b'\\', ..] => quoted(rest, '\''),
        [b'\'', ..] => {
            let mut chars = rest.char_indices().skip(2);
            chars.next().filter(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1)
        }
        _ => 0,
    }
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if !escaped && c == quote {
            return at + 1;
        }
        escaped = !escaped && c == '\\';
    }
    rest.len()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file of the workspace's crates, by its path from the root.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut directories: Vec<PathBuf> =
        ["schema/src", "actors/src", "src"].iter().map(|d| root().join(d)).collect();
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            if entry.file_type().unwrap().is_dir() {
                // Fixtures are data, in whatever language they are.
                if !matches!(entry.file_name().to_str(), Some("cases" | "fixtures")) {
                    directories.push(path);
                }
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
                files.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    assert!(files.len() > 20, "where are the sources?");
    files
}

#[test]
fn each_rule_bites() {
    for (rule, path, bad, good) in [
        (
            schema_is_pure as Rule,
            "schema/src/a.rs",
            "let t = std::time::SystemTime::now();",
            "// SystemTime\nlet s = \"tokio\";",
        ),
        (schema_is_pure, "schema/src/a.rs", "use std::fs::{self};", "offs::x();"),
        (schema_is_pure, OPENS_THE_STORE, "std::env::var(X)", "std::fs::symlink_metadata(path)"),
        (actors_are_quiet, "actors/src/a.rs", "println!()", "write!(f)"),
        (actors_are_quiet, "actors/src/a.rs", "use heimdall::x;", "use heimdall_schema::x;"),
        (
            commands_ask,
            "src/cli/a.rs",
            "use heimdall_schema::store::Reader;",
            "use heimdall_schema::wire::Reply;",
        ),
        (
            evaluation_is_apart,
            "src/evaluate/a.rs",
            "use heimdall_actors::x;",
            "use heimdall_schema::exit;",
        ),
        (evaluation_is_apart, "src/evaluate/receipt.rs", "Instant::now()", "x.now()"),
        (unsafe_has_a_room, "src/a.rs", "unsafe { x() }", "#![deny(unsafe_op_in_unsafe_fn)]"),
        (unsafe_has_a_room, "src/sys/a.rs", "unsafe { x() }", ""),
    ] {
        assert!(rule(path, &code(bad)).is_some(), "{path}: {bad}");
        assert_eq!(rule(path, &code(good)), None, "{path}: {good}");
    }
    assert!(names_the_writer("actors/src/a.rs", "use heimdall_schema::store::{Reader, Writer};"));
    assert!(!names_the_writer("actors/src/a.rs", "use tantivy::IndexWriter; store::Reader"));
    assert!(!names_the_writer("schema/src/store/mod.rs", "use store::Writer;"));
    assert!(too_long(&"x\n".repeat(LONGEST + 1)).is_some() && too_long("x").is_none());
    let manifest =
        |section| format!("[package]\nname = \"x\"\n[{section}]\ntokio.workspace = true\n");
    assert!(forbidden_dependency(&manifest("dependencies"), &["tokio"]).is_some());
    assert!(
        forbidden_dependency(&manifest("target.'cfg(unix)'.dependencies"), &["tokio"]).is_some()
    );
    assert!(forbidden_dependency(&manifest("dev-dependencies"), &["tokio"]).is_none());
}

#[test]
fn code_is_what_is_left_without_comments_and_literals() {
    for (source, left) in [
        ("a // b\nc", "a  \nc"),
        ("a /* b */ c", "a   c"),
        ("f(\"x\\\"y\") z", "f( ) z"),
        ("r#\"x\"y\"# z", "  z"),
        ("'a' 'x: &'a str '\\''", "  'x: &'a str  "),
        ("x\n#[cfg(test)]\nmod tests {\nunsafe", "x\n"),
    ] {
        assert_eq!(code(source), left, "{source}");
    }
}
