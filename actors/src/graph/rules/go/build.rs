//! Which of several files with the same names is built: constraints by file name and by comment.
//!
//! A graph is the same on every machine, so what is asked is not the machine that it is read on:
//! of definitions for several systems the one for Linux on amd64 comes first.

use crate::graph::model::{Definition, Entity, FileId, Found, Module, Reason};
use crate::graph::paths;
use crate::graph::resolver::Resolver;

const SYSTEMS: [&str; 15] = [
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "illumos",
    "ios",
    "js",
    "linux",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
];

const MACHINES: [&str; 13] = [
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64le",
    "riscv64", "s390x", "wasm",
];

/// Puts definitions that are built before those that are not.
pub fn sort(cx: &Resolver<'_>, found: &mut [Definition]) {
    if found.len() > 1 {
        found.sort_by_key(|definition| !is_built(cx, definition.file));
    }
}

/// Whether a file is part of a plain build.
pub fn is_built(cx: &Resolver<'_>, file: FileId) -> bool {
    let key = (Module::File(file), "//go:build".to_owned());
    let built = cx.once(&cx.names, key, None, || {
        let key = cx.key(file);
        let built = fits_name(&paths::stem(&key))
            && cx.index().text(&key).is_none_or(|text| constraint(&text).is_none_or(evaluate));
        if built { Found::one(Entity::External, Reason::Package) } else { None }
    });
    built.is_some()
}

/// Whether the end of a file's name (`_windows`, `_arm64`) lets it be built.
fn fits_name(stem: &str) -> bool {
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    let mut words = stem.split('_').skip(1).collect::<Vec<_>>().into_iter().rev();
    let last = words.next().unwrap_or("");
    let before = words.next().unwrap_or("");
    if MACHINES.contains(&last) {
        return last == "amd64" && (!SYSTEMS.contains(&before) || before == "linux");
    }
    !SYSTEMS.contains(&last) || last == "linux"
}

/// The constraint at the head of a file.
fn constraint(text: &str) -> Option<&str> {
    let head = text.lines().take_while(|line| !line.starts_with("package "));
    head.take(200).find_map(|line| line.trim().strip_prefix("//go:build "))
}

/// Evaluates a constraint. What is no constraint holds.
fn evaluate(text: &str) -> bool {
    let text = text.trim();
    for (operator, stops_at) in [("||", true), ("&&", false)] {
        let parts = split(text, operator);
        if parts.len() > 1 {
            let mut values = parts.into_iter().map(evaluate);
            return if stops_at { values.any(|v| v) } else { values.all(|v| v) };
        }
    }
    if let Some(rest) = text.strip_prefix('!') {
        return !evaluate(rest);
    }
    if let Some(inside) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        return evaluate(inside);
    }
    matches!(text, "" | "linux" | "amd64" | "unix" | "gc" | "cgo") || text.starts_with("go1.")
}

/// Splits at an operator outside parentheses.
fn split<'t>(text: &'t str, operator: &str) -> Vec<&'t str> {
    let (mut open, mut start, mut parts) = (0_u32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            _ if open == 0
                && at >= start
                && text.as_bytes()[at..].starts_with(operator.as_bytes()) =>
            {
                parts.push(&text[start..at]);
                start = at + operator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_evaluated_for_one_machine() {
        assert!(evaluate("linux && (amd64 || arm64) && !windows"));
        assert!(!evaluate("windows || (darwin && cgo)"));
        assert!(!evaluate("!unix"));
        assert!(evaluate("!nomsgpack"));
        assert!(!evaluate("ignore"));
        assert_eq!(constraint("// Licence\n\n//go:build a\n\npackage b"), Some("a"));
        assert_eq!(constraint("package b\n//go:build a\n"), None);
    }

    #[test]
    fn names_of_files_say_what_they_are_for() {
        assert!(fits_name("linux"));
        assert!(fits_name("a_linux_amd64"));
        assert!(fits_name("a_unix_test"));
        assert!(!fits_name("a_windows_test"));
        assert!(!fits_name("a_windows_amd64"));
        assert!(!fits_name("a_arm64"));
    }
}
