//! What a path says of a file: the words of its name and directories, and what kind of place it
//! lies in. Pure functions of the path below the root.

use super::word;

/// File names that say less than their directory does.
const GENERIC: [&str; 6] = ["mod", "index", "__init__", "init", "main", "lib"];

const TEST_PLACES: &[&str] = &[
    "test",
    "tests",
    "testing",
    "spec",
    "specs",
    "__tests__",
    "testdata",
    "fixture",
    "fixtures",
    "benches",
    "benchmark",
    "benchmarks",
    "e2e",
];

const ASIDE_PLACES: &[&str] = &[
    "example",
    "examples",
    "_example",
    "_examples",
    "sample",
    "samples",
    "demo",
    "demos",
    "doc",
    "docs",
    "vendor",
    "_vendor",
    "third_party",
    "node_modules",
    "dist",
    "build",
    "generated",
    "legacy",
    "deprecated",
    "compat",
    "internal",
    "_internal",
    "migration",
    "migrations",
];

const OLD_PLACES: &[&str] =
    &["v0", "v1", "v2", "deprecated", "legacy", "compat", "old", "polyfill", "polyfills"];

const HEADERS: &[&str] = &["h", "hh", "hpp", "hxx"];

/// Extensions of what a header declares for.
pub const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx", "m"];

/// What kind of place a file lies in; kept as a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Tests, fixtures, benchmarks.
    pub test: bool,
    /// Examples, documentation, vendored or generated.
    pub aside: bool,
    /// A version that was left behind.
    pub old: bool,
    /// A C-family header.
    pub header: bool,
    /// Number of distinct parts of the file name, at most 255.
    pub stem_parts: u8,
}

impl Marks {
    /// As the column holds it.
    pub fn to_number(self) -> u64 {
        let Self { test, aside, old, header, stem_parts } = self;
        u64::from(test)
            | u64::from(aside) << 1
            | u64::from(old) << 2
            | u64::from(header) << 3
            | u64::from(stem_parts) << 8
    }

    pub fn from_number(number: u64) -> Self {
        Self {
            test: number & 1 != 0,
            aside: number & 2 != 0,
            old: number & 4 != 0,
            header: number & 8 != 0,
            stem_parts: (number >> 8) as u8,
        }
    }
}

/// What the path of one file yields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Text whose words are the file name's.
    pub stem: String,
    /// Text whose words are the directories'.
    pub directories: String,
    /// Distinct parts of the file name.
    pub stem_parts: Vec<String>,
    pub marks: Marks,
}

/// Splits a file name into its stem and extension; a leading dot belongs to the stem.
fn split_name(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(dot) if dot > 0 => (&name[..dot], &name[dot + 1..]),
        _ => (name, ""),
    }
}

fn is_test_name(stem: &str, extension: &str, name: &str) -> bool {
    const ENDS: [&str; 7] = ["_test", "_spec", ".test", ".spec", "Test", "Tests", "Spec"];
    name.starts_with("test_")
        || (!extension.is_empty() && ENDS.iter().any(|end| stem.ends_with(end)))
}

impl Place {
    /// Reads a path below its root; bytes that are not UTF-8 are replaced.
    pub fn of(relative: &[u8]) -> Self {
        let path = String::from_utf8_lossy(relative);
        let (directories, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let (stem, extension) = split_name(name);
        let parent = directories.rsplit('/').next().unwrap_or("");
        let head = stem.split('.').find(|s| !s.is_empty()).unwrap_or(stem);
        let generic = GENERIC.contains(&head) && !parent.is_empty();

        let mut stem_text = stem.replace('-', "_");
        if generic {
            stem_text.push(' ');
            stem_text.push_str(&parent.replace('-', "_"));
        }
        let mut stem_parts: Vec<String> = Vec::new();
        for word in word::words(&if generic { parent } else { head }.replace('-', "_")) {
            let (terms, parts) = word::terms(word);
            stem_parts.extend(terms.into_iter().take(parts));
        }
        stem_parts.sort_unstable();
        stem_parts.dedup();

        let lies_in = |places: &[&str]| path.split('/').any(|part| places.contains(&part));
        let marks = Marks {
            test: lies_in(TEST_PLACES) || is_test_name(stem, extension, name),
            aside: lies_in(ASIDE_PLACES),
            old: lies_in(OLD_PLACES),
            header: HEADERS.contains(&extension),
            stem_parts: stem_parts.len().min(255) as u8,
        };
        Self { stem: stem_text, directories: directories.replace('-', "_"), stem_parts, marks }
    }
}

/// The paths at which the source of a header would stand.
pub fn sources_of(header: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let stem = header.iter().rposition(|&b| b == b'.').map_or(header, |dot| &header[..dot]);
    SOURCES.iter().map(move |extension| [stem, b".", extension.as_bytes()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generic_names_borrow_their_directory() {
        let place = Place::of(b"src/path-router/mod.rs");
        assert_eq!(place.stem, "mod path_router");
        assert_eq!(place.stem_parts, ["path", "router"]);
        assert_eq!(Place::of(b"main.rs").stem_parts, ["main"]);
        assert_eq!(place.directories, "src/path_router");
    }

    #[test]
    fn places_are_told_by_whole_components() {
        let of = |path: &str| Place::of(path.as_bytes()).marks;
        assert!(of("tests/a.rs").test && of("a_test.go").test && of("src/test_a.py").test);
        assert!(of("x/FooTests.swift").test && of("a.spec.ts").test);
        assert!(!of("src/contest.rs").test && !of("latest/a.py").test);
        assert!(of("docs/a.md").aside && !of("docstore/a.rs").aside);
        assert!(of("api/v1/a.rs").old && of("include/a.h").header);
        let marks = of("tests/legacy/a_b.h");
        assert_eq!(Marks::from_number(marks.to_number()), marks);
    }

    #[test]
    fn a_header_names_its_sources() {
        assert!(sources_of(b"src/a.h").any(|p| p == b"src/a.c"));
    }
}
