//! Loading parsers into a worker, while it can still open files.

use std::path::Path;

use heimdall_schema::depth::Depth;
use tree_sitter::Language;
use tree_sitter_language_pack::LanguageRegistry;

use super::generic;
use crate::extractor::frame::ParserReport;
use crate::extractor::grammar::Compiled;
use crate::extractor::query::Query;

/// Largest query file that is read, in bytes.
const LARGEST_QUERY: u64 = 1 << 20;

/// A language whose parser was loaded, with its query.
pub struct Loaded {
    pub name: String,
    pub compiled: Compiled,
}

/// Loads the parsers of `languages` from a directory and tells of each what came of it.
///
/// Runs code of the files. A file that ends the process ends it here.
pub fn load(directory: &Path, languages: &[String]) -> (Vec<Loaded>, Vec<ParserReport>) {
    let registry = LanguageRegistry::with_libs_dir(directory.to_owned());
    let mut loaded = Vec::new();
    let mut reports = Vec::new();
    for name in languages {
        let found = registry.get_language(name).map_err(|error| error.to_string());
        let found = found.and_then(|language| with_query(directory, name, language));
        let report = |depth, reason| ParserReport { language: name.clone(), depth, reason };
        reports.push(match found {
            Ok((compiled, depth, reason)) => {
                loaded.push(Loaded { name: name.clone(), compiled });
                report(depth, reason)
            }
            Err(reason) => report(Depth::File, reason),
        });
    }
    (loaded, reports)
}

/// The language with the query beside it, else with one of common habits.
fn with_query(
    directory: &Path,
    name: &str,
    language: Language,
) -> Result<(Compiled, Depth, String), String> {
    let file = directory.join(format!("{name}.scm"));
    let size = std::fs::metadata(&file).map_or(0, |meta| meta.len());
    if size > LARGEST_QUERY {
        return Err(format!("{name}.scm is larger than {LARGEST_QUERY} bytes"));
    }
    let (text, depth, reason) = match std::fs::read_to_string(&file) {
        Ok(text) => (text, Depth::Graph, String::new()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let missing = format!("no query for {name}");
            match generic::query(&language) {
                Some(text) => (text, Depth::Symbol, missing),
                None => return Err(missing),
            }
        }
        Err(error) => return Err(format!("{name}.scm: {error}")),
    };
    match Query::compile(&language, &text) {
        Ok(query) => Ok((Compiled { language, query: Ok(query) }, depth, reason)),
        Err(error) => Err(format!("{name}.scm: {error}")),
    }
}
