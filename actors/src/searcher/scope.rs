//! Which files a search looks at.

use std::io;

use heimdall_schema::id::RootKey;
use tantivy::DocSet;
use tantivy::TERMINATED;
use tantivy::schema::IndexRecordOption;

use super::layout::Fields;
use super::segment::Segment;

/// Directories, languages and paths that a search is confined to. Empty lists confine nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Files at or below any of these (root, directory below it; empty for the root).
    pub directories: Option<Vec<(RootKey, Vec<u8>)>>,
    /// Names from [`heimdall_schema::language::LANGUAGES`]: any of these.
    pub languages: Vec<String>,
    /// Each of these has to stand in the path, as whole components in a row.
    pub paths: Vec<String>,
}

/// The admitted files of one segment.
pub struct Admitted {
    /// One bit a file; `None` when all are.
    bits: Option<Vec<u64>>,
}

impl Admitted {
    /// All files that were not deleted.
    fn alive(segment: &Segment) -> Self {
        if segment.is_whole() {
            return Self { bits: None };
        }
        let mut admitted = Self::none(segment);
        (0..segment.files()).filter(|&f| segment.is_alive(f)).for_each(|f| admitted.set(f));
        admitted
    }

    fn none(segment: &Segment) -> Self {
        Self { bits: Some(vec![0; (segment.files() as usize).div_ceil(64)]) }
    }

    fn set(&mut self, file: u32) {
        if let Some(bits) = &mut self.bits {
            bits[file as usize / 64] |= 1 << (file % 64);
        }
    }

    /// Keeps the files that `keep` also wants.
    fn retain(&mut self, segment: &Segment, keep: impl Fn(u32) -> bool) {
        let mut kept = Self::none(segment);
        self.files(segment).filter(|&file| keep(file)).for_each(|file| kept.set(file));
        *self = kept;
    }

    #[inline]
    pub fn has(&self, file: u32) -> bool {
        self.bits.as_ref().is_none_or(|bits| bits[file as usize / 64] >> (file % 64) & 1 != 0)
    }

    /// The admitted files in order.
    pub fn files<'a>(&'a self, segment: &Segment) -> impl Iterator<Item = u32> + 'a {
        (0..segment.files()).filter(|&file| self.has(file))
    }
}

/// Whether `wanted` stands in `path` as whole components in a row; case does not matter. A last
/// component of `wanted` may leave out the extension.
pub fn path_holds(path: &str, wanted: &str) -> bool {
    let path: Vec<String> = path.split('/').map(str::to_lowercase).collect();
    let wanted: Vec<String> =
        wanted.split('/').filter(|w| !w.is_empty()).map(str::to_lowercase).collect();
    let Some((last, before)) = wanted.split_last() else { return true };
    let without_extension = |part: &str| part.split_once('.').map(|(stem, _)| stem == last);
    path.windows(wanted.len()).any(|window| {
        let (end, start) = window.split_last().expect("as long as `wanted`, which is not empty");
        start == before && (end == last || without_extension(end).unwrap_or(false))
    })
}

impl Scope {
    /// Two scopes with the same bytes admit the same files.
    pub fn bytes(&self) -> Vec<u8> {
        format!("{self:?}").into_bytes()
    }

    /// The files of `segment` to look at.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn admit(&self, segment: &Segment, fields: &Fields) -> tantivy::Result<Admitted> {
        let mut admitted = Admitted::alive(segment);
        if let Some(directories) = &self.directories {
            let ranges = directories
                .iter()
                .flat_map(|(root, directory)| key_ranges(*root, directory))
                .map(|(low, high)| segment.key_range(&low, &high))
                .collect::<io::Result<Vec<_>>>()?;
            admitted.retain(segment, |file| {
                let order = segment.key_order(file);
                ranges.iter().any(|range| range.contains(&order))
            });
        }
        if !self.languages.is_empty() {
            let mut spoken = Admitted::none(segment);
            for language in &self.languages {
                let inverted = segment.inverted(fields.language)?;
                let Some(info) = inverted.terms().get(language.as_bytes())? else { continue };
                let mut postings =
                    inverted.read_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
                let mut file = 0;
                while postings.doc() != TERMINATED {
                    file = segment.file_of(postings.doc(), file);
                    spoken.set(file);
                    postings.advance();
                }
            }
            admitted.retain(segment, |file| spoken.has(file));
        }
        if !self.paths.is_empty() {
            let mut holding = std::collections::HashSet::new();
            segment.each_key(|order, key| {
                let path = String::from_utf8_lossy(key.get(8..).unwrap_or(&[]));
                if self.paths.iter().all(|wanted| path_holds(&path, wanted)) {
                    holding.insert(order);
                }
            })?;
            admitted.retain(segment, |file| holding.contains(&segment.key_order(file)));
        }
        Ok(admitted)
    }
}

/// The ranges [low, high) of keys of a directory's files: below it, and a file of its very name.
fn key_ranges(root: RootKey, directory: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let start = [&root.0[..], directory].concat();
    if directory.is_empty() {
        return vec![(start.clone(), successor(start))];
    }
    let exact = [&start[..], b"\0"].concat();
    let below = [&start[..], b"/"].concat();
    vec![(start, exact), (below.clone(), successor(below))]
}

/// The first key after all those that begin with `prefix`.
fn successor(mut prefix: Vec<u8>) -> Vec<u8> {
    while let Some(last) = prefix.pop() {
        if last < u8::MAX {
            prefix.push(last + 1);
            return prefix;
        }
    }
    // Only a root key of eight 0xff bytes comes here; nothing sorts after this many more.
    vec![u8::MAX; 64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_held_by_whole_components() {
        for (path, wanted, holds) in [
            ("src/handler/mod.rs", "handler", true),
            ("src/handler/mod.rs", "src/handler", true),
            ("src/handlers/mod.rs", "handler", false),
            ("src/handler/Mod.rs", "mod", true),
            ("src/handler/mod.rs", "mod.rs", true),
            ("a/b", "", true),
        ] {
            assert_eq!(path_holds(path, wanted), holds, "{path} {wanted}");
        }
    }

    #[test]
    fn a_directory_is_no_prefix_of_its_namesake() {
        let ranges = key_ranges(RootKey([1; 8]), b"src");
        let inside = |path: &[u8]| {
            let key = [&[1; 8][..], path].concat();
            ranges.iter().any(|(low, high)| *low <= key && key < *high)
        };
        assert!(inside(b"src") && inside(b"src/a") && inside(b"src/\xff"));
        assert!(!inside(b"src2/a") && !inside(b"src.rs") && !inside(b"sr"));
    }
}
