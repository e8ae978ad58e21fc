//! How text is dressed: colour, width, and `~` for the home directory.

use std::io::IsTerminal as _;

use heimdall_schema::wire::WirePath;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::escape;

/// What a piece of text means; how that looks is decided here alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// It can be relied on.
    Good,
    /// It should be looked at.
    Doubtful,
    /// It is wrong or gone.
    Bad,
    /// What a line is about.
    Title,
    /// What is there for those who look for it.
    Faint,
}

impl Style {
    fn code(self) -> &'static str {
        match self {
            Style::Good => "32",
            Style::Doubtful => "33",
            Style::Bad => "31",
            Style::Title => "1",
            Style::Faint => "2",
        }
    }
}

/// How to dress an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub colour: bool,
    /// Columns; none when nothing is cut, because no person reads it on a terminal.
    pub width: Option<usize>,
    /// What `~` stands for.
    pub home: Option<String>,
}

impl Look {
    /// What standard output and the environment ask for: no colour unless on a terminal,
    /// `NO_COLOR` and `CLICOLOR_FORCE` as everywhere, `COLUMNS` before the terminal's own width.
    pub fn of_stdout() -> Self {
        let out = std::io::stdout();
        let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|v| !v.is_empty() && v != "0");
        let width = out.is_terminal().then(|| {
            let named = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
            let own = || rustix::termios::tcgetwinsize(&out).ok().map(|size| size.ws_col.into());
            named.or_else(own).filter(|columns| *columns >= 20).unwrap_or(80)
        });
        Self {
            colour: !set("NO_COLOR") && (forced || (out.is_terminal() && !dumb)),
            width,
            home: std::env::var("HOME").ok().filter(|home| home.len() > 1),
        }
    }

    /// `text`, which must be escaped already, in `style`.
    pub fn paint(&self, style: Style, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\x1b[{}m{text}\x1b[0m", style.code())
        } else {
            text.to_owned()
        }
    }

    /// Text from a file: one line, harmless, no wider than what is left of the line after
    /// `used` columns.
    pub fn line(&self, text: &str, used: usize) -> String {
        let text = escape::terminal(text);
        match self.width {
            Some(width) => cut(&text, width.saturating_sub(used).max(10)),
            None => text.into_owned(),
        }
    }

    /// A path as a person writes it: `~/…` below the home directory, harmless.
    pub fn path(&self, path: &str) -> String {
        let below = self.home.as_deref().and_then(|home| path.strip_prefix(home));
        match below {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                escape::terminal(&format!("~{rest}")).into_owned()
            }
            _ => escape::terminal(path).into_owned(),
        }
    }

    /// [`Look::path`] of a path on the wire.
    pub fn wire_path(&self, path: &WirePath) -> String {
        self.path(&path.to_string())
    }
}

/// The first `columns` columns of `text`, with `…` where something was cut.
fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > columns {
            break;
        }
        out.push(c);
    }
    out.push('…');
    out
}

/// `1 file`, `2 files`, with the thousands apart.
pub fn count(number: u64, singular: &str, plural: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { singular } else { plural })
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Bytes as a person reads them: `512 B`, `1.4 MiB`.
pub fn bytes(number: u64) -> String {
    let mut value = number as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if value < 1024.0 {
            return if unit == "B" { format!("{number} B") } else { format!("{value:.1} {unit}") };
        }
        value /= 1024.0;
    }
    format!("{value:.1} TiB")
}

/// A duration as a person reads it, in its largest unit: `41 s`, `3 min`, `2 h`, `5 d`.
pub fn age(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        7_200..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_line_fits_its_columns() {
        assert_eq!(cut("short", 10), "short");
        assert_eq!(cut("0123456789abc", 10), "012345678…");
        assert_eq!(cut("搜索搜索搜索", 10), "搜索搜索…");
    }

    #[test]
    fn home_is_a_tilde_only_as_a_whole_component() {
        let look = Look { home: Some("/home/ada".into()), ..Look::default() };
        assert_eq!(look.path("/home/ada/x.rs"), "~/x.rs");
        assert_eq!(look.path("/home/adam/x.rs"), "/home/adam/x.rs");
        assert_eq!(look.path("/home/ada"), "~");
        assert_eq!(look.path("/home/ada/a\nb"), "~/a\\nb");
    }

    #[test]
    fn colour_only_where_it_is_wanted() {
        let plain = Look::default();
        let dressed = Look { colour: true, ..Look::default() };
        assert_eq!(plain.paint(Style::Good, "ok"), "ok");
        assert_eq!(dressed.paint(Style::Good, "ok"), "\x1b[32mok\x1b[0m");
    }

    #[test]
    fn numbers_are_for_reading() {
        assert_eq!(count(1, "file", "files"), "1 file");
        assert_eq!(count(1_234_567, "file", "files"), "1,234,567 files");
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes(1_468_006), "1.4 MiB");
        assert_eq!(
            (age(41), age(240), age(9_000), age(500_000)),
            ("41 s".into(), "4 min".into(), "2 h".into(), "5 d".into())
        );
    }
}
