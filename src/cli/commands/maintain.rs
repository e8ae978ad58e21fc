//! Making the index agree with the disk, and finding out where it does not.

use heimdall_schema::exit;
use heimdall_schema::wire::{Reply, Request};

use super::ask::{ask, unexpected};
use super::roots::require_roots;
use crate::cli::arguments::{ReconcileArguments, VerifyArguments};
use crate::cli::look::Look;
use crate::cli::output::{self, Outcome};
use crate::cli::{paths, render};
use crate::client::Place;

/// `heimdall reconcile`: 77 when every path that was named is refused.
pub fn reconcile(place: &Place, arguments: &ReconcileArguments) -> Outcome {
    require_roots(place)?;
    let request = Request::Reconcile {
        paths: paths::wires(&arguments.paths)?,
        all: arguments.all,
        dry_run: arguments.dry_run,
    };
    let reply = match ask(place, request)? {
        Reply::Reconciled(reply) => reply,
        _ => return Err(unexpected().into()),
    };
    let look = Look::of_stdout();
    for (path, reason) in &reply.refused {
        output::notice(&format!("skipped: {reason}: {}", look.wire_path(path)));
    }
    output::print(&render::reconciled(&reply, arguments.dry_run, &look))?;
    let all_refused = !reply.refused.is_empty() && reply.looked_at == 0;
    Ok(if all_refused { exit::REFUSED } else { exit::OK })
}

/// `heimdall verify`: 1 when index and disk differ and nothing was repaired.
pub fn verify(place: &Place, arguments: &VerifyArguments) -> Outcome {
    let request = Request::Verify { deep: arguments.deep, rebuild: arguments.rebuild };
    let report = match ask(place, request)? {
        Reply::Verified(report) => report,
        _ => return Err(unexpected().into()),
    };
    if arguments.json {
        output::print_json(&report)?;
    } else {
        output::print(&render::verified(&report, &Look::of_stdout()))?;
    }
    let clean = report.drift_count == 0 || report.rebuilt;
    Ok(if clean { exit::OK } else { exit::FINDING })
}
