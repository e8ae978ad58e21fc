//! The flags of `heimdall search`.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use heimdall_schema::language::LANGUAGES;
use heimdall_schema::record::NodeKind;
use heimdall_schema::wire::search::{DEFAULT_HITS, HIT_LIMIT};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  heimdall search retry with backoff
  heimdall search '\"exponential backoff\" lang:go'      words in this order, Go only
  heimdall search parse config --scope ~/work/api -n 20
  heimdall search --kind class --level symbol session store
  heimdall search 'path:migrations add column' --json | jq -r '.hits[].path'

Verdicts:
  STRONG   the file is as it was indexed, and what was indexed answers the query
  WEAK     anything less; the line below says which part failed
  REBUILT  would be STRONG, and was found where the file moved to
  STALE    the file is gone and nothing replaces it
  REMOVED  it was removed in the last 7 days; the title is all that is left")]
pub struct SearchArguments {
    /// What to look for; several words need no quotes
    #[arg(required = true, value_name = "QUERY")]
    pub query: Vec<String>,

    /// Number of hits, at most 100
    #[arg(
        short = 'n', long = "limit", value_name = "N", default_value_t = DEFAULT_HITS,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(HIT_LIMIT))
    )]
    pub limit: u32,

    /// Only below this directory, or in the project of this name
    #[arg(long, value_name = "SCOPE", value_hint = clap::ValueHint::DirPath)]
    pub scope: Option<String>,

    /// Only files in this language, by its name or an extension
    #[arg(long, value_name = "LANGUAGE", value_parser = languages(), hide_possible_values = true)]
    pub language: Option<String>,

    /// Only definitions of this kind: function, method, class, struct, ...
    #[arg(long, value_name = "KIND", value_parser = kinds(), hide_possible_values = true)]
    pub kind: Option<String>,

    /// What a hit is: a file with its symbols rolled up, or each symbol by itself
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "file")]
    pub level: SearchLevel,

    /// Leave related work out
    #[arg(long, overrides_with = "explore")]
    pub no_explore: bool,

    /// Show related work, which is the default
    #[arg(long, overrides_with = "no_explore")]
    pub explore: bool,

    /// Show what each hit's score is made of
    #[arg(long)]
    pub explain: bool,

    /// Print one JSON object, described by docs/search.schema.json
    #[arg(long)]
    pub json: bool,
}

/// What a hit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchLevel {
    File,
    Symbol,
}

impl SearchArguments {
    /// The words as one query.
    pub fn text(&self) -> String {
        self.query.join(" ")
    }

    /// The name of the language that was asked for by name or extension.
    pub fn language_name(&self) -> Option<&'static str> {
        let word = self.language.as_deref()?;
        let named = LANGUAGES.iter().find(|l| l.name == word);
        let found = named.or_else(|| LANGUAGES.iter().find(|l| l.extensions.contains(&word)));
        found.map(|l| l.name)
    }
}

fn languages() -> PossibleValuesParser {
    LANGUAGES
        .iter()
        .map(|l| PossibleValue::new(l.name).aliases(l.extensions))
        .collect::<Vec<_>>()
        .into()
}

fn kinds() -> PossibleValuesParser {
    NodeKind::ALL.iter().map(|kind| PossibleValue::new(kind.name())).collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use crate::cli::arguments::{Arguments, Command, SearchArguments};
    use clap::Parser as _;

    fn search(words: &[&str]) -> Result<SearchArguments, clap::Error> {
        let words = ["heimdall", "search"].iter().chain(words);
        match Arguments::try_parse_from(words)?.command {
            Some(Command::Search(arguments)) => Ok(arguments),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn flags_stand_before_between_or_after_the_words() {
        for words in [
            &["-n", "3", "--json", "two", "words"][..],
            &["two", "words", "-n", "3", "--json"],
            &["two", "-n3", "words", "--json"],
            &["two words", "--json", "--limit=3"],
        ] {
            let arguments = search(words).unwrap();
            assert_eq!((arguments.text().as_str(), arguments.limit), ("two words", 3));
            assert!(arguments.json);
        }
    }

    #[test]
    fn a_language_is_known_by_its_extension_too() {
        let name = |word| search(&["x", "--language", word]).unwrap().language_name();
        assert_eq!(name("rust"), Some("rust"));
        assert_eq!(name("py"), Some("python"));
        assert_eq!(name("c"), Some("c"));
        assert!(search(&["x", "--language", "klingon"]).is_err());
    }

    #[test]
    fn what_cannot_be_answered_is_refused() {
        for words in [&["x", "-n", "0"][..], &["x", "-n", "1000000000"], &["x", "-n", "-3"], &[]] {
            assert_eq!(search(words).unwrap_err().exit_code(), 2, "{words:?}");
        }
    }

    #[test]
    fn the_later_of_explore_and_no_explore_counts() {
        assert!(search(&["x", "--no-explore"]).unwrap().no_explore);
        assert!(!search(&["x", "--no-explore", "--explore"]).unwrap().no_explore);
    }
}
