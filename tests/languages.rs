//! For each language a small tree under fixtures/, and the dump of it under snapshots/languages/.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{TestEnvironment, assert_same, assert_snapshot, paths};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Copies a fixture tree into the work directory.
pub fn lay(environment: &TestEnvironment, from: &Path, below: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = below.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            lay(environment, &entry.path(), &to);
        } else {
            environment.write(to, fs::read(entry.path()).unwrap());
        }
    }
}

/// The trees of some languages side by side.
pub fn with_languages(languages: &[&str]) -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    for language in languages {
        lay(&environment, &fixtures().join(language), Path::new(language));
    }
    environment
}

#[test]
fn each_language_is_dumped_as_it_was_and_a_second_pass_changes_no_byte() {
    let mut languages: Vec<_> = fs::read_dir(fixtures())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    languages.sort();
    let environment = with_languages(&languages.iter().map(String::as_str).collect::<Vec<_>>());
    environment.ok(&["reconcile"]);
    let whole = environment.dump();
    for language in &languages {
        let dump = environment.ok(&["dump", "--path", language]);
        assert!(paths(&dump).iter().all(|path| path.starts_with(&format!("{language}/"))));
        assert_snapshot("languages", language, &dump);
    }
    environment.ok(&["reconcile", "--all"]);
    assert_same("reconciled twice", &environment.dump(), &whole);
    environment.assert_fresh("reconciled twice");
}

#[test]
fn every_language_that_has_a_parser_has_a_fixture() {
    let lines = TestEnvironment::new().ok(&["languages", "--json"]);
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = line["name"].as_str().unwrap();
        let there = fixtures().join(name).is_dir();
        assert_eq!(there, line["parser"] == "bundled", "tests/fixtures/{name}");
    }
}

#[test]
fn a_language_is_found_by_its_extension_too() {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write("view.jsx", "export function Panel() { return <b>panel</b> }\n");
    environment.write("view.css", ".panel { color: red }\n");
    environment.ok(&["reconcile"]);
    let found = environment.ok(&["search", "panel", "--language", "jsx"]);
    assert!(found.contains("view.jsx") && !found.contains("view.css"), "{found}");
    let found = environment.ok(&["search", "panel", "--language", "css"]);
    assert!(found.contains("view.css") && !found.contains("view.jsx"), "{found}");
}
