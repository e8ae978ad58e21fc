//! Starting, running and ending the daemon, and its workers.

use std::time::Duration;

use heimdall_schema::exit;
use heimdall_schema::wire::{Reply, Request};

use super::ask::{ask, unexpected};
use super::roots::require_roots;
use crate::cli::arguments::{
    DaemonAction, DaemonArguments, ReconcileArguments, WorkerArguments, WorkerKind,
};
use crate::cli::output::{self, Outcome};
use crate::client::{self, Place, Service};

/// `heimdall daemon [stop]`
pub fn daemon(place: &Place, arguments: &DaemonArguments) -> Outcome {
    if arguments.action == Some(DaemonAction::Stop) {
        return match ask(place, Request::Stop)? {
            Reply::Ok => Ok(exit::OK),
            _ => Err(unexpected().into()),
        };
    }
    require_roots(place)?;
    if arguments.dry_run {
        let everything = ReconcileArguments { paths: Vec::new(), all: true, dry_run: true };
        return super::reconcile(place, &everything);
    }
    let service = Service {
        once: arguments.once,
        interval: arguments.interval.map(Duration::from_millis),
        audit_every: arguments.audit_every.map(Duration::from_secs),
        background: arguments.background,
        idle: arguments.idle.map(Duration::from_secs),
    };
    let code = client::serve(place, &service)?;
    if arguments.background && code == exit::OK {
        output::notice("the daemon runs; end it with: heimdall daemon stop");
    }
    Ok(code)
}

/// `heimdall worker KIND`
pub fn worker(arguments: &WorkerArguments) -> Outcome {
    match arguments.kind {
        WorkerKind::Extract => {
            Ok(client::extract(arguments.parsers.as_deref(), &arguments.languages)?)
        }
    }
}
