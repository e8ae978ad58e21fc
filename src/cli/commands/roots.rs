//! Which directories are indexed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use heimdall_actors::territory::discover::discover;
use heimdall_actors::territory::{self, Roots, settings};
use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, Reply, Request};

use super::ask::{ask, unexpected};
use crate::cli::arguments::{RootsAction, RootsArguments};
use crate::cli::look::Look;
use crate::cli::output::{self, Outcome};
use crate::cli::paths;
use crate::client::{Place, territory_failure as failure};

/// Levels below the home directory on which repositories are looked for.
const DEPTH: usize = 4;
/// Repositories that are named to someone who has no root yet.
const NAMED: usize = 20;

/// `heimdall roots add|remove|list`: 77 when a directory is refused; nothing is changed then.
pub fn roots(place: &Place, arguments: &RootsArguments) -> Outcome {
    match &arguments.action {
        RootsAction::Add { paths } => add(place, paths),
        RootsAction::Remove { paths } => remove(place, paths),
        RootsAction::List => list(place),
    }
}

/// The roots that config.json names, as they are on the disk now.
///
/// # Errors
/// When it cannot be read or is no configuration.
pub fn configured(place: &Place) -> Result<Roots, Failure> {
    let (environment, home) = (place.environment(), place.home());
    let config = settings::load(&home.config()).map_err(|e| failure(&e))?;
    Ok(Roots::resolve(&config.watch_roots, home, environment))
}

/// Refuses to go on without a root, and says how to get one.
///
/// # Errors
/// When no root is configured.
pub fn require_roots(place: &Place) -> Result<(), Failure> {
    let roots = configured(place)?;
    for aside in roots.asides() {
        output::notice(&format!("no root of its own: {}: {}", aside.declared, aside.reason));
    }
    if !roots.is_empty() {
        return Ok(());
    }
    let mut hint = String::from("add one with: heimdall roots add PATH");
    let found = place.environment().home.as_ref().map(|home| discover(home, DEPTH, NAMED));
    let found = found.unwrap_or_default();
    if !found.repositories.is_empty() {
        hint.push_str("\ngit repositories below your home directory:");
    }
    let look = Look::of_stdout();
    for repository in &found.repositories {
        hint.push_str(&format!("\n  {}", look.path(&repository.to_string_lossy())));
    }
    if found.partial {
        hint.push_str("\n  …");
    }
    Err(Failure::new(exit::USAGE, "nothing to index: no root is configured", hint))
}

fn add(place: &Place, paths: &[PathBuf]) -> Outcome {
    place.create()?;
    let (environment, home) = (place.environment(), place.home());
    let mut admitted = Vec::new();
    for path in paths {
        let path =
            Roots::admit(&paths::absolute(path)?, home, environment).map_err(|e| failure(&e))?;
        // config.json is text.
        let text = path.to_str().map(str::to_owned).ok_or_else(|| {
            let message = format!("cannot be a root: its name is not UTF-8: {}", path.display());
            Failure::new(exit::REFUSED, message, "name a directory above it")
        })?;
        admitted.push(text);
    }
    let known = |roots: &[String], path: &str| {
        roots.iter().any(|root| environment.expand(root.as_bytes()) == Path::new(path))
    };
    let changed = settings::edit_watch_roots(&home.config(), |roots| {
        for path in admitted {
            if !known(roots, &path) {
                roots.push(path);
            }
        }
    });
    follow(place, changed.map_err(|e| failure(&e))?)
}

fn remove(place: &Place, paths: &[PathBuf]) -> Outcome {
    let (environment, home) = (place.environment(), place.home());
    let config = settings::load(&home.config()).map_err(|e| failure(&e))?;
    let mut unwanted = BTreeSet::new();
    for path in paths {
        let path = paths::absolute(path)?;
        // As it is written, or as it is on the disk; a root that is gone can be removed, too.
        let names = [path.canonicalize().unwrap_or_else(|_| path.clone()), path.clone()];
        let is_meant = |root: &&String| names.contains(&environment.expand(root.as_bytes()));
        let meant: Vec<_> = config.watch_roots.iter().filter(is_meant).collect();
        if meant.is_empty() {
            return Err(failure(&territory::Error::NotRoot { path }).into());
        }
        unwanted.extend(meant);
    }
    let changed = settings::edit_watch_roots(&home.config(), |roots| {
        roots.retain(|root| !unwanted.contains(root));
    });
    follow(place, changed.map_err(|e| failure(&e))?)
}

fn list(place: &Place) -> Outcome {
    let (environment, home) = (place.environment(), place.home());
    let config = settings::load(&home.config()).map_err(|e| failure(&e))?;
    let look = Look::of_stdout();
    let mut text = String::new();
    for root in &config.watch_roots {
        let path = environment.expand(root.as_bytes());
        text.push_str(&look.path(&path.to_string_lossy()));
        text.push('\n');
    }
    output::print(&text)?;
    for aside in Roots::resolve(&config.watch_roots, home, environment).asides() {
        output::notice(&format!("no root of its own: {}: {}", aside.declared, aside.reason));
    }
    Ok(exit::OK)
}

/// Has a running daemon follow, and what came from a removed root forgotten.
fn follow(place: &Place, changed: bool) -> Outcome {
    if changed {
        match ask(place, Request::Reload)? {
            Reply::Ok => {}
            _ => return Err(unexpected().into()),
        }
    }
    Ok(exit::OK)
}
