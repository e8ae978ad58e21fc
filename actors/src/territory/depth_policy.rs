//! How deep a path is asked to be known: config.json's `roots` patterns over its `depth`.
//!
//! A pattern names a path and all that lies below it, by whole components; `*` stands for a run
//! inside a component, `**` for any number of components. The longest pattern text that matches
//! wins, equals by their order.

use std::os::unix::ffi::OsStrExt;

use heimdall_schema::config::Config;
use heimdall_schema::depth::Depth;

use super::home::Environment;
use super::pattern::Pattern;

/// The depth asked for, path by path.
#[derive(Clone, Debug)]
pub struct DepthPolicy {
    /// Longest text first.
    rules: Vec<(Pattern, Depth)>,
    otherwise: Depth,
}

impl DepthPolicy {
    /// Reads the patterns; also gives a line for each that is left out as its level is no level.
    pub fn of(config: &Config, environment: &Environment) -> (Self, Vec<String>) {
        let mut problems = Vec::new();
        let mut rules = Vec::new();
        for (text, word) in &config.roots {
            let Some(depth) = Depth::parse(word) else {
                problems.push(format!(
                    "config.json: roots: `{text}` asks for `{word}`, which is none of path, file, \
                     symbol, graph, max; ignored"
                ));
                continue;
            };
            let path = environment.expand(text.as_bytes());
            let path = path.as_os_str().as_bytes();
            let path = path.strip_suffix(b"/").unwrap_or(path);
            rules.push((text.chars().count(), pattern(path), depth));
        }
        rules.sort_by_key(|(length, _, _)| std::cmp::Reverse(*length));
        let rules = rules.into_iter().map(|(_, pattern, depth)| (pattern, depth)).collect();
        (Self { rules, otherwise: config.depth }, problems)
    }

    /// The depth asked for the file at `path` (absolute).
    pub fn depth_of(&self, path: &[u8]) -> Depth {
        let path = path.strip_prefix(b"/").unwrap_or(path);
        let ends = || memchr::memchr_iter(b'/', path).chain([path.len()]);
        self.rules
            .iter()
            .find(|(pattern, _)| ends().any(|end| pattern.matches(&path[..end], true)))
            .map_or(self.otherwise, |(_, depth)| *depth)
    }
}

/// Only `*` is special here; what else git's patterns know stands for itself.
fn pattern(path: &[u8]) -> Pattern {
    let mut text = Vec::with_capacity(path.len());
    for byte in path {
        if matches!(byte, b'?' | b'[' | b'\\') {
            text.push(b'\\');
        }
        text.push(*byte);
    }
    Pattern::of_path(&text)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn policy(json: &str) -> (DepthPolicy, Vec<String>) {
        let environment = Environment { home: Some(PathBuf::from("/h")), ..Environment::default() };
        DepthPolicy::of(&Config::parse(json).unwrap(), &environment)
    }

    #[test]
    fn the_longest_matching_pattern_wins() {
        let (policy, problems) = policy(
            r#"{"depth": "symbol", "roots": {"~/a": "file", "~/a/b": "path", "/h/*/c": "graph",
                "~/w/**/gen": "path", "~/x[1]": "file", "~/bad": "deep"}}"#,
        );
        let of = |path: &str| policy.depth_of(path.as_bytes());
        assert_eq!(of("/h/a/x.rs"), Depth::File);
        assert_eq!(of("/h/a/b/x.rs"), Depth::Path);
        assert_eq!(of("/h/ab/x.rs"), Depth::Symbol, "by whole components");
        assert_eq!(of("/h/a/c/x.rs"), Depth::Graph);
        assert_eq!(of("/h/w/1/2/gen/x.rs"), Depth::Path);
        assert_eq!(of("/h/w/gen/x.rs"), Depth::Path);
        assert_eq!(of("/h/x[1]/x.rs"), Depth::File);
        assert_eq!(of("/elsewhere"), Depth::Symbol);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].contains("~/bad") && problems[0].contains("deep"));
    }
}
