//! What a process knows of the parsers on disk without running any.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use heimdall_schema::EXTRACTOR_VERSION;
use heimdall_schema::depth::Depth;
use heimdall_schema::language::LANGUAGES;
use heimdall_schema::record::FileKind;
use tree_sitter_language_pack::registry::library_file_name;

use crate::extractor::grammar::{self, Grammar};
use crate::extractor::process::{Launch, Process};

/// Bits of a record's extractor version that are the program's; the rest mark the parser.
const PROGRAM_BITS: u32 = 16;

/// The parsers in a directory by language, each with what tells one build of it from another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// By language: a mark of the parser and its query; never 0.
    marks: BTreeMap<&'static str, u16>,
    /// Files that look like parsers and will not be loaded, with the reason.
    refused: Vec<(PathBuf, String)>,
}

impl Listing {
    /// Reads the directory's names and times; opens no file. A directory that is not there is
    /// an empty one.
    pub fn of(directory: &Path) -> Self {
        let mut listing = Self::default();
        let Ok(entries) = std::fs::read_dir(directory) else { return listing };
        let mut names: Vec<_> = entries
            .filter_map(Result::ok)
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort_unstable();
        for name in names {
            if !name.ends_with(std::env::consts::DLL_SUFFIX) {
                continue;
            }
            let path = directory.join(&name);
            let language = LANGUAGES.iter().find(|l| library_file_name(l.name) == name);
            let Some(language) = language else {
                let pattern = library_file_name("LANGUAGE");
                let why = format!("not called {pattern} after a language that is known");
                listing.refused.push((path, why));
                continue;
            };
            if Grammar::by_name(language.name).is_some() {
                continue;
            }
            match trusted(&path) {
                Ok(meta) => {
                    let query = std::fs::metadata(directory.join(format!("{}.scm", language.name)));
                    listing.marks.insert(language.name, mark(&meta, query.ok().as_ref()));
                }
                Err(why) => listing.refused.push((path, why)),
            }
        }
        listing
    }

    /// The languages that are to be loaded.
    fn languages(&self) -> Vec<&'static str> {
        self.marks.keys().copied().collect()
    }
}

/// A file that may be run as ours: regular, and written by nobody but us or root.
fn trusted(path: &Path) -> Result<Metadata, String> {
    let meta = std::fs::metadata(path).map_err(|error| error.to_string())?;
    let owner = meta.uid();
    if !meta.is_file() {
        Err("not a file".into())
    } else if owner != 0 && owner != rustix::process::geteuid().as_raw() {
        Err("it belongs to another user".into())
    } else if meta.mode() & 0o022 != 0 {
        Err("other users may write it; close it with chmod go-w".into())
    } else {
        Ok(meta)
    }
}

fn mark(parser: &Metadata, query: Option<&Metadata>) -> u16 {
    let mut hasher = blake3::Hasher::new();
    for meta in [Some(parser), query].into_iter().flatten() {
        for part in [meta.len() as i64, meta.mtime(), meta.mtime_nsec(), meta.ino() as i64] {
            hasher.update(&part.to_le_bytes());
        }
    }
    let bytes = hasher.finalize();
    u16::from_le_bytes([bytes.as_bytes()[0], bytes.as_bytes()[1]]).max(1)
}

/// What was found of one language.
#[derive(Clone, Debug)]
struct Found {
    depth: Depth,
    reason: String,
    mark: u16,
}

/// The languages that can be parsed: those of this build, and those with a parser on disk. A
/// language of this build is never taken from the disk.
#[derive(Clone, Debug, Default)]
pub struct Parsers {
    pub(in crate::extractor) listing: Listing,
    directory: PathBuf,
    found: BTreeMap<&'static str, Found>,
}

impl Parsers {
    /// How deep files of that language can be looked into.
    pub fn depth_of(&self, language: &str) -> Depth {
        match self.found.get(language) {
            Some(found) => found.depth,
            None => grammar::depth_of(language),
        }
    }

    /// `bundled`, `pack`, or `known` when there is no parser that works.
    pub fn source_of(&self, language: &str) -> &'static str {
        if Grammar::by_name(language).is_some() {
            "bundled"
        } else if self.depth_of(language) > Depth::File {
            "pack"
        } else {
            "known"
        }
    }

    /// Why files of that language are not looked into more deeply.
    pub fn reason(&self, language: &str) -> String {
        match self.found.get(language) {
            Some(found) => found.reason.clone(),
            None if language.is_empty() => "its language is not known".into(),
            None => format!("no parser for {language}"),
        }
    }

    /// What is wrong with the parser of that language; empty when nothing is.
    pub fn fault(&self, language: &str) -> &str {
        self.found.get(language).map_or("", |found| &found.reason)
    }

    /// The version that a record carries which was made now, in that language and to that depth.
    pub fn version(&self, language: &str, depth: Depth) -> u32 {
        match self.found.get(language) {
            Some(found) if depth > Depth::File => {
                EXTRACTOR_VERSION | u32::from(found.mark) << PROGRAM_BITS
            }
            _ => EXTRACTOR_VERSION,
        }
    }

    /// Whether a record of that version still says what would be said now, as deep as it goes.
    /// What a parser found that is gone stays as it is.
    pub fn accepts(&self, language: &str, depth: Depth, kind: FileKind, version: u32) -> bool {
        let depth = if kind == FileKind::Quarantined { Depth::MAX } else { depth };
        match self.found.get(language) {
            Some(found) if found.depth > Depth::File => {
                version == self.version(language, depth.min(found.depth))
            }
            _ if Grammar::by_name(language).is_some() => version == EXTRACTOR_VERSION,
            _ => version & ((1 << PROGRAM_BITS) - 1) == EXTRACTOR_VERSION,
        }
    }

    /// Parsers that cannot be used, or not fully, each with its reason.
    pub fn problems(&self) -> Vec<(PathBuf, String)> {
        let mut problems = self.listing.refused.clone();
        for (name, found) in &self.found {
            if found.depth <= Depth::File {
                let path = self.directory.join(library_file_name(name));
                problems.push((path, found.reason.clone()));
            }
        }
        problems
    }

    /// What a worker has to be told to load.
    pub(in crate::extractor) fn usable(&self) -> impl Iterator<Item = &'static str> {
        self.found.iter().filter(|(_, found)| found.depth > Depth::File).map(|(name, _)| *name)
    }

    /// How a worker is started that loads all of them.
    pub(in crate::extractor) fn launch(&self, launch: &Launch) -> Launch {
        launch.clone().with_parsers(&self.directory, self.usable())
    }

    /// Whether a worker has loaded all that it was told to.
    pub(in crate::extractor) fn are_in(&self, process: &Process) -> io::Result<()> {
        let reports = &process.hello.parsers;
        let lacks = |name: &&str| {
            !reports.iter().any(|r| r.language == *name && r.depth == self.depth_of(name))
        };
        match self.usable().find(lacks) {
            Some(name) => Err(io::Error::other(format!("the parser for {name} was changed"))),
            None => Ok(()),
        }
    }
}

/// Finds out by a worker what the parsers of a directory are good for. One that ends its worker
/// is found by having each loaded by a worker of its own.
pub fn probe(launch: &Launch, directory: &Path, listing: Listing) -> Parsers {
    let mut found = BTreeMap::new();
    let languages = listing.languages();
    if !languages.is_empty() && !ask(launch, directory, &languages, &listing, &mut found) {
        for language in languages {
            if !ask(launch, directory, &[language], &listing, &mut found) {
                // Its worker ended twice; the reason is that of the second time.
                let launch = launch.clone().with_parsers(directory, [language]);
                let reason = match Process::start(&launch) {
                    Ok(_) => "its worker ended once while it was loaded".to_owned(),
                    Err(error) => format!("it could not be loaded: {error}"),
                };
                let mark = listing.marks.get(language).copied().unwrap_or(1);
                found.insert(language, Found { depth: Depth::File, reason, mark });
            }
        }
    }
    Parsers { listing, directory: directory.to_owned(), found }
}

/// Has one worker load `languages`; answers whether it lived to tell.
fn ask(
    launch: &Launch,
    directory: &Path,
    languages: &[&'static str],
    listing: &Listing,
    found: &mut BTreeMap<&'static str, Found>,
) -> bool {
    let launch = launch.clone().with_parsers(directory, languages.iter().copied());
    let Ok(process) = Process::start(&launch) else { return false };
    for report in &process.hello.parsers {
        let Some(language) = languages.iter().find(|name| **name == report.language) else {
            continue;
        };
        let mark = listing.marks.get(language).copied().unwrap_or(1);
        let (depth, reason) = (report.depth, report.reason.clone());
        found.insert(language, Found { depth, reason, mark });
    }
    true
}
