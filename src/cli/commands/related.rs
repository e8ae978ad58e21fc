//! `heimdall related`

use std::path::Path;

use heimdall_schema::exit;
use heimdall_schema::wire::relation::Subject;
use heimdall_schema::wire::{RelatedRequest, Reply, Request};

use super::ask::{ask, unexpected};
use crate::cli::arguments::RelatedArguments;
use crate::cli::look::Look;
use crate::cli::output::{self, Outcome};
use crate::cli::{paths, render};
use crate::client::Place;

/// `heimdall related`
pub fn related(place: &Place, arguments: &RelatedArguments) -> Outcome {
    let chosen = [arguments.callers, arguments.callees, arguments.importers, arguments.subclasses];
    let all = arguments.all || !chosen.contains(&true);
    let request = RelatedRequest {
        subject: subject(&arguments.subject)?,
        near: paths::wire(Path::new(".")).ok(),
        callers: all || arguments.callers,
        callees: all || arguments.callees,
        importers: all || arguments.importers,
        subclasses: all || arguments.subclasses,
        hops: arguments.hops,
        limit: arguments.limit,
    };
    let reply = match ask(place, Request::Related(request))? {
        Reply::Related(reply) => reply,
        _ => return Err(unexpected().into()),
    };
    if arguments.json {
        output::print_json(&reply)?;
    } else {
        output::print(&render::related(&reply, &Look::of_stdout()))?;
    }
    Ok(exit::OK)
}

/// What is there as a path is one; else what has a slash and no `::` must be.
fn subject(word: &str) -> Result<Subject, heimdall_schema::wire::Failure> {
    let is_there = |path: &str| std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file());
    let with_line = word.rsplit_once(':').and_then(|(path, line)| {
        let line = line.parse::<u32>().ok().filter(|line| *line > 0)?;
        (is_there(path) || path.contains('/')).then_some((path, line))
    });
    if let Some((path, line)) = with_line {
        return Ok(Subject::Path { path: paths::wire(Path::new(path))?, line: Some(line) });
    }
    if is_there(word) || (word.contains('/') && !word.contains("::")) {
        return Ok(Subject::Path { path: paths::wire(Path::new(word))?, line: None });
    }
    Ok(Subject::Name(word.to_owned()))
}
