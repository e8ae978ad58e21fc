//! What can be said of a text without its parser: by simple marks at the starts of lines.

/// Marks that make a line a comment, by language.
fn marks(language: &str) -> &'static [&'static str] {
    match language {
        "bash" | "python" | "ruby" | "yaml" | "toml" | "elixir" | "julia" | "make" | "nix"
        | "perl" | "powershell" | "r" | "dockerfile" | "awk" | "cmake" | "crystal" | "fish"
        | "gdscript" | "graphql" | "just" | "meson" | "nim" | "nu" | "starlark" | "tcl" => &["#"],
        "terraform" => &["#", "//"],
        "php" => &["//", "#", "/*"],
        "lua" | "sql" | "haskell" | "ada" | "agda" | "elm" | "lean" | "purescript" | "vhdl" => {
            &["--"]
        }
        "clojure" | "commonlisp" | "elisp" | "fennel" | "llvm" | "racket" | "scheme" => &[";"],
        "erlang" | "latex" | "matlab" | "prolog" => &["%"],
        "css" => &["/*"],
        "html" | "xml" | "vue" | "svelte" | "markdown" => &["<!--"],
        "ocaml" | "ocaml-interface" => &["(*"],
        "json" | "text" => &[],
        "" => &[],
        _ => &["//", "/*"],
    }
}

/// What ends a comment that runs over several lines.
fn closing(mark: &str) -> Option<&'static str> {
    match mark {
        "/*" => Some("*/"),
        "<!--" => Some("-->"),
        "(*" => Some("*)"),
        _ => None,
    }
}

/// Whole-line comments as ranges of lines from 1, both ends included.
pub fn comments(language: &str, text: &str) -> Vec<(u32, u32)> {
    let marks = marks(language);
    let mut found: Vec<(u32, u32)> = Vec::new();
    if marks.is_empty() {
        return found;
    }
    let mut open: Option<&str> = None;
    for (row, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        let is_comment = match open {
            Some(end) => {
                if line.contains(end) {
                    open = None;
                }
                true
            }
            None => match marks.iter().find(|mark| line.starts_with(**mark)) {
                Some(mark) => {
                    open = closing(mark).filter(|end| !line[mark.len()..].contains(end));
                    true
                }
                None => false,
            },
        };
        if is_comment {
            push_range(&mut found, row, row);
        }
    }
    found
}

/// Appends a range of lines to sorted ranges, joined to the last when they touch.
pub fn push_range(ranges: &mut Vec<(u32, u32)>, first: u32, last: u32) {
    match ranges.last_mut() {
        Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
        _ => ranges.push((first, last)),
    }
}

#[cfg(test)]
mod tests {
    use super::comments;

    #[test]
    fn comments_are_found_by_their_marks() {
        assert_eq!(comments("lua", "-- a\n-- b\nx = 1 -- c\n"), [(1, 2)]);
        assert_eq!(comments("css", "/* a\n b */\nx {}\n/* c */\n"), [(1, 2), (4, 4)]);
        assert_eq!(comments("text", "# a\n"), []);
    }
}
