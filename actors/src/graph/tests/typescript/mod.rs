//! TypeScript and JavaScript in repositories of a few lines.

mod modules;
mod types;

use super::resolved;

/// Asserts the edges of a repository, in any order; `without` names relations left out.
fn agree(files: &str, without: &[&str], expected: &str) {
    let found = resolved(files);
    let is_asked = |line: &&str| !without.iter().any(|r| line.contains(&format!(" {r} ")));
    let mut found: Vec<_> = found.lines().filter(is_asked).collect();
    let mut expected: Vec<_> = expected.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found.join("\n"), expected.join("\n"));
}
