//! The languages, as a table.

use std::fmt::Write as _;

use heimdall_schema::wire::LanguageLine;

use crate::cli::look::{Look, Style};

/// One line a language: name, depth, parser, extensions.
pub fn languages(lines: &[LanguageLine], look: &Look) -> String {
    let width = lines.iter().map(|l| l.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for line in lines {
        let style = if line.parser == "bundled" { Style::Good } else { Style::Faint };
        let depth = look.paint(style, &format!("{:<6}", line.depth));
        let extensions: Vec<_> = line.extensions.iter().map(|e| format!(".{e}")).collect();
        let _ = writeln!(
            out,
            "{:<width$}  {depth}  {:<7}  {}",
            line.name,
            line.parser,
            look.line(&extensions.join(" "), width + 19),
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let line = |name: &str, parser: &str, depth: &str, extension: &str| LanguageLine {
            name: name.into(),
            parser: parser.into(),
            depth: depth.into(),
            extensions: vec![extension.into()],
        };
        let lines = [line("rust", "bundled", "graph", "rs"), line("sql", "known", "file", "sql")];
        assert_eq!(
            languages(&lines, &Look::default()),
            "rust  graph   bundled  .rs\nsql   file    known    .sql\n"
        );
    }
}
