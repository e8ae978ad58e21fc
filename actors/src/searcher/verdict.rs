//! Verdicts: whether a hit can be trusted now, from at most two looks at the disk and no file
//! opened. Nothing here changes anything.

use heimdall_schema::id::FileKey;
use heimdall_schema::record::{FileRecord, Stat};
use heimdall_schema::wire::Verdict;

use super::memory::{Disk, Seen};

// The rule was chosen on the labelled queries of 15 repositories, counting also how often it calls
// answers to other repositories' questions strong; `examples/bench_search` prints what it is worth.

/// Least share of the query's parts in one chunk for an answer.
pub const COVERAGE_LEAST: f32 = 0.7;

/// Least share for a file that defines the very type that the query names.
pub const COVERAGE_DEFINING: f32 = 0.5;

/// Least distance of a first hit to the second, as a share of its score.
pub const MARGIN: f32 = 0.2;

/// The same for a file that defines the very type that the query names.
pub const MARGIN_DEFINING: f32 = 0.15;

/// This many parts, all of them in one chunk, need no distance.
pub const PARTS_TELLING: usize = 5;

/// Later hits have to reach this share of the first one's score.
pub const NEAR_FIRST: f32 = 0.9;

/// Below these shares of the query's parts, plain and by rarity, nothing answers.
pub const NOTHING: f32 = 0.5;
pub const NOTHING_RARE: f32 = 0.3;

/// How far what was indexed answers the query, apart from the disk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// From 0: the first hit.
    pub position: usize,
    /// Share of the query's parts in the hit's best chunk.
    pub coverage: f32,
    /// Number of the query's parts.
    pub parts: usize,
    /// The hit's score over the first one's.
    pub of_first: f32,
    /// (first - second) / first; 1 when there is no second.
    pub margin: f32,
    /// Whether it defines a type that the query names as written.
    pub defines: bool,
}

impl Answer {
    /// Whether it answers, by the calibrated rule; if not, why.
    pub fn judge(&self) -> Result<(), String> {
        let Self { position, coverage, parts, of_first, margin, defines } = *self;
        let percent = (coverage * 100.0).round();
        if coverage == 0.0 {
            return Err("only its path or names match; its text has none of the words".into());
        }
        let least = if defines { COVERAGE_DEFINING } else { COVERAGE_LEAST };
        if coverage < least {
            return Err(format!("its best passage has only {percent} % of the words"));
        }
        if coverage >= 1.0 && parts >= PARTS_TELLING && of_first >= NEAR_FIRST {
            return Ok(());
        }
        let apart = margin >= MARGIN || (defines && margin >= MARGIN_DEFINING);
        match position {
            0 if apart => Ok(()),
            0 => Err(format!("has {percent} % of the words, and other hits are as good")),
            _ => Err("covers the words, but hit 1 does so better".into()),
        }
    }
}

/// What the disk says of a hit's anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// As it was indexed.
    Intact,
    /// There, and not as it was indexed.
    Changed(&'static str),
    /// Gone; the content is at exactly one other place, which is intact.
    Moved(FileKey),
    /// Gone or no file any more, and nothing replaces it.
    Lost(&'static str),
}

/// Compares what is there with what was indexed.
fn compare(card: &Stat, now: &Stat) -> Anchor {
    if now.size != card.size || now.mtime_ns != card.mtime_ns {
        Anchor::Changed("changed since it was indexed")
    } else if card.ctime_ns != 0 && now.ctime_ns != card.ctime_ns {
        Anchor::Changed("touched since it was indexed; its content may be the same")
    } else {
        Anchor::Intact
    }
}

/// The other place that takes over from `gone`: in the same root and of the same name if there is
/// exactly one such, else the only one.
fn successor<'a>(gone: &FileKey, others: &'a [FileKey]) -> Option<&'a FileKey> {
    let name = |key: &FileKey| key.relative().rsplit(|&b| b == b'/').next().map(<[u8]>::to_vec);
    let only = |mut keys: std::vec::IntoIter<&'a FileKey>| match (keys.next(), keys.next()) {
        (Some(key), None) => Some(key),
        _ => None,
    };
    let close = others.iter().filter(|k| k.root() == gone.root() && name(k) == name(gone));
    only(close.collect::<Vec<_>>().into_iter())
        .or_else(|| only(others.iter().collect::<Vec<_>>().into_iter()))
}

/// Looks at a hit's anchor, and at what may replace it: at most two looks.
///
/// `others` are further places of the same content, and `card` what the index knows of a place.
pub fn look(
    disk: &dyn Disk,
    key: &FileKey,
    record: &FileRecord,
    others: &[FileKey],
    path_of: impl Fn(&FileKey) -> Option<Vec<u8>>,
    card: impl Fn(&FileKey) -> Option<FileRecord>,
) -> Anchor {
    let Some(path) = path_of(key) else {
        return Anchor::Lost("its root is not watched any more");
    };
    let lost = match disk.lstat(&path) {
        Seen::File(now) => return compare(&record.stat, &now),
        Seen::Denied => return Anchor::Changed("it may not be looked at"),
        Seen::Other => "it is no regular file any more",
        Seen::Missing => "its file is gone",
    };
    if let Some(next) = successor(key, others)
        && let (Some(path), Some(record)) = (path_of(next), card(next))
        && let Seen::File(now) = disk.lstat(&path)
        && compare(&record.stat, &now) == Anchor::Intact
    {
        return Anchor::Moved(next.clone());
    }
    Anchor::Lost(lost)
}

/// The verdict and its reason. `moved_from` names the place that the content had before, when it
/// moved within the last days.
pub fn decide(
    anchor: &Anchor,
    answer: Result<(), String>,
    moved_from: Option<&str>,
) -> (Verdict, String) {
    match (anchor, answer) {
        (Anchor::Lost(why), _) => (Verdict::Stale, (*why).to_owned()),
        (Anchor::Changed(why), _) => (Verdict::Weak, (*why).to_owned()),
        (Anchor::Intact | Anchor::Moved(_), Err(why)) => match moved_from {
            Some(old) => (Verdict::Weak, format!("{why}; moved from {old}")),
            None => (Verdict::Weak, why),
        },
        (Anchor::Intact | Anchor::Moved(_), Ok(())) => match moved_from {
            Some(old) => (Verdict::Rebuilt, format!("moved from {old}")),
            None => (Verdict::Strong, String::new()),
        },
    }
}
