//! Which directories are indexed.

use std::path::PathBuf;

use heimdall_schema::config::Config;
use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

use crate::cli::arguments::{RootsAction, RootsArguments};
use crate::cli::look::Look;
use crate::cli::output::{self, Outcome};
use crate::cli::repositories;
use crate::client::Place;

/// `heimdall roots add|remove|list`
pub fn roots(place: &Place, arguments: &RootsArguments) -> Outcome {
    match &arguments.action {
        RootsAction::Add { .. } | RootsAction::Remove { .. } => {
            Err(Failure::new(exit::INTERNAL, "not built yet", "").into())
        }
        RootsAction::List => {
            let look = Look::of_stdout();
            let text: String = configured(place)?
                .iter()
                .map(|root| look.path(&root.to_string_lossy()) + "\n")
                .collect();
            output::print(&text)?;
            Ok(exit::OK)
        }
    }
}

/// The roots that config.json names; none when there is no such file.
///
/// # Errors
/// When it cannot be read or is no configuration.
pub fn configured(place: &Place) -> Result<Vec<PathBuf>, Failure> {
    let path = place.config();
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            let message = format!("cannot read the settings: {}: {error}", path.display());
            return Err(Failure::new(exit::REFUSED, message, ""));
        }
    };
    let config = Config::parse(&text).map_err(|error| {
        let message = format!("the settings are wrong: {}: {error}", path.display());
        Failure::new(exit::USAGE, message, "correct that key; CONTRIBUTING.md lists them")
    })?;
    Ok(config.watch_roots.iter().map(PathBuf::from).collect())
}

/// Refuses to go on without a root, and says how to get one.
///
/// # Errors
/// When no root is configured.
pub fn require_roots(place: &Place) -> Result<(), Failure> {
    if !configured(place)?.is_empty() {
        return Ok(());
    }
    let mut hint = String::from("add one with: heimdall roots add PATH");
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let found = home.map(|home| repositories::below(&home)).unwrap_or_default();
    if !found.is_empty() {
        hint.push_str("\ngit repositories below your home directory:");
    }
    let look = Look::of_stdout();
    for repository in found {
        hint.push_str(&format!("\n  {}", look.path(&repository.to_string_lossy())));
    }
    Err(Failure::new(exit::USAGE, "nothing to index: no root is configured", hint))
}
