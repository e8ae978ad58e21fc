//! What the index holds and how it stands.

use std::io::{self, Write as _};
use std::ops::ControlFlow;

use heimdall_schema::exit;
use heimdall_schema::wire::{Failure, LanguageLine, Reply, Request};

use super::ask::{ask, ask_lines, now_ms, unexpected};
use crate::cli::arguments::{
    DepthArguments, DumpArguments, HistoryArguments, LanguagesArguments, StatusArguments,
};
use crate::cli::look::Look;
use crate::cli::output::{self, Outcome, Stop};
use crate::cli::{escape, paths, render};
use crate::client::Place;

/// `heimdall status`
pub fn status(place: &Place, arguments: &StatusArguments) -> Outcome {
    let status = match ask(place, Request::Status)? {
        Reply::Status(status) => status,
        _ => return Err(unexpected().into()),
    };
    if arguments.json {
        output::print_json(&status)?;
    } else {
        output::print(&render::status(&status, now_ms(), &Look::of_stdout()))?;
    }
    Ok(exit::OK)
}

/// `heimdall depth`
pub fn depth(place: &Place, arguments: &DepthArguments) -> Outcome {
    let path = arguments.path.as_deref().map(paths::wire).transpose()?;
    match ask(place, Request::Depth { path })? {
        Reply::Depth(reply) => output::print(&render::depth(&reply, &Look::of_stdout()))?,
        _ => return Err(unexpected().into()),
    }
    Ok(exit::OK)
}

/// `heimdall history`
pub fn history(place: &Place, arguments: &HistoryArguments) -> Outcome {
    let path = paths::wire(&arguments.path)?;
    match ask(place, Request::History { path: path.clone() })? {
        Reply::History(lines) => {
            output::print(&render::history(&lines, &path, now_ms(), &Look::of_stdout()))?;
        }
        _ => return Err(unexpected().into()),
    }
    Ok(exit::OK)
}

/// `heimdall dump`: each line as it comes, so that an index of any size passes through.
pub fn dump(place: &Place, arguments: &DumpArguments) -> Outcome {
    let request = if arguments.graph {
        let root = arguments.root.as_deref().unwrap_or(std::path::Path::new("."));
        Request::Graph { root: paths::wire(root)? }
    } else {
        Request::Dump { paths: paths::wires(&arguments.paths)?, all: arguments.all }
    };
    // Canonical JSON is pinned byte by byte; only a terminal needs it without control characters.
    let on_terminal = output::on_terminal();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    ask_lines(place, request, &mut |line| {
        let line = if on_terminal { escape::json(&line).into_owned() } else { line };
        written = writeln!(out, "{line}");
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written.and_then(|()| out.flush())?;
    Ok(exit::OK)
}

/// `heimdall languages`
pub fn languages(place: &Place, arguments: &LanguagesArguments) -> Outcome {
    let mut lines = Vec::new();
    ask_lines(place, Request::Languages, &mut |line| {
        lines.push(line);
        ControlFlow::Continue(())
    })?;
    if arguments.json {
        output::print(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        return Ok(exit::OK);
    }
    let read = |line: &String| {
        serde_json::from_str::<LanguageLine>(line).map_err(|e| {
            Stop::from(Failure::new(exit::INTERNAL, format!("a language cannot be read: {e}"), ""))
        })
    };
    let lines = lines.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    output::print(&render::languages(&lines, &Look::of_stdout()))?;
    Ok(exit::OK)
}
