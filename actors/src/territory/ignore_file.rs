//! The lines of one ignore file.

use super::pattern::Pattern;

/// Longest ignore file that is read, in bytes; a longer one counts as absent.
pub const LIMIT: usize = 1 << 20;

/// The patterns of a file, in its order.
#[derive(Clone, Debug, Default)]
pub struct IgnoreFile {
    patterns: Vec<Pattern>,
}

impl IgnoreFile {
    /// Reads the bytes of a file: lines ended by LF or CR LF, perhaps a UTF-8 mark before them.
    pub fn parse(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let patterns = bytes
            .split(|b| *b == b'\n')
            .filter_map(|line| Pattern::parse(line.strip_suffix(b"\r").unwrap_or(line)))
            .collect();
        Self { patterns }
    }

    /// What the last line that speaks of `path` (relative to this file's directory) says:
    /// `Some(true)` ignored, `Some(false)` taken back, `None` nothing.
    pub fn decide(&self, path: &[u8], is_directory: bool) -> Option<bool> {
        self.patterns
            .iter()
            .rev()
            .find(|pattern| pattern.matches(path, is_directory))
            .map(|pattern| !pattern.negated)
    }
}
