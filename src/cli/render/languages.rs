//! The languages, as a table.

use std::fmt::Write as _;

use heimdall_schema::wire::LanguageLine;

use crate::cli::look::{Look, Style};

/// One line a language: name, depth, parser, extensions, and what is wrong with its parser.
pub fn languages(lines: &[LanguageLine], look: &Look) -> String {
    let width = lines.iter().map(|l| l.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for line in lines {
        let style = if line.parser == "known" { Style::Faint } else { Style::Good };
        let depth = look.paint(style, &format!("{:<6}", line.depth));
        let extensions: Vec<_> = line.extensions.iter().map(|e| format!(".{e}")).collect();
        let _ = writeln!(
            out,
            "{:<width$}  {depth}  {:<7}  {}",
            line.name,
            line.parser,
            look.line(&extensions.join(" "), width + 19),
        );
        if !line.reason.is_empty() {
            let _ = writeln!(out, "{:<width$}  {}", "", look.line(&line.reason, width + 2));
        }
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
            reason: String::new(),
            extensions: vec![extension.into()],
        };
        let mut lines =
            vec![line("rust", "bundled", "graph", "rs"), line("zx", "known", "file", "zx")];
        lines
            .push(LanguageLine { reason: "no query".into(), ..line("zy", "pack", "symbol", "zy") });
        assert_eq!(
            languages(&lines, &Look::default()),
            "rust  graph   bundled  .rs\nzx    file    known    .zx\n\
             zy    symbol  pack     .zy\n      no query\n"
        );
    }
}
