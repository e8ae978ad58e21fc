//! Searching.

use heimdall_schema::exit;
use heimdall_schema::wire::search::{Level, SearchRequest};
use heimdall_schema::wire::{Failure, Reply, Request};

use super::ask::{ask, unexpected};
use crate::cli::arguments::{SearchArguments, SearchLevel};
use crate::cli::look::Look;
use crate::cli::output::{self, Outcome};
use crate::cli::{paths, render};
use crate::client::Place;

/// `heimdall search`: 0 also when nothing was found.
pub fn search(place: &Place, arguments: &SearchArguments) -> Outcome {
    let reply = match ask(place, Request::Search(request(arguments)?))? {
        Reply::Search(reply) => reply,
        _ => return Err(unexpected().into()),
    };
    if arguments.json {
        output::print_json(&reply)?;
    } else {
        output::print(&render::search(&reply, &Look::of_stdout()))?;
    }
    Ok(exit::OK)
}

fn request(arguments: &SearchArguments) -> Result<SearchRequest, Failure> {
    let query = arguments.text();
    if query.trim().is_empty() {
        let hint = "say what to look for: heimdall search retry with backoff";
        return Err(Failure::new(exit::USAGE, "search: the query is empty", hint));
    }
    Ok(SearchRequest {
        query,
        hits: arguments.limit,
        scope: arguments.scope.as_deref().map(paths::scope).transpose()?,
        language: arguments.language_name().map(str::to_owned),
        kind: arguments.kind.clone(),
        level: match arguments.level {
            SearchLevel::File => Level::File,
            SearchLevel::Symbol => Level::Symbol,
        },
        explore: !arguments.no_explore,
        explain: arguments.explain,
    })
}
