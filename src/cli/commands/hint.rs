//! Saying that paths may have changed. A hook waits for this command, so it asks nobody, opens
//! no store and never fails.

use std::ffi::OsStr;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use heimdall_actors::territory::Roots;
use heimdall_actors::territory::hook_input::{self, Named};
use heimdall_schema::exit;
use heimdall_schema::wire::Failure;

use super::ask::now_ms;
use super::roots;
use crate::cli::arguments::HintArguments;
use crate::cli::{output, paths};
use crate::client::{Place, hints, territory_failure};

/// Most bytes of a hook's JSON that are read.
const STDIN_LIMIT: u64 = 16 << 20;

/// `heimdall hint`: always 0; what is odd is said on standard error.
pub fn hint(place: Result<Place, Failure>, arguments: &HintArguments) -> i32 {
    if let Err(failure) = place.and_then(|place| append(&place, arguments)) {
        output::report(&failure);
    }
    exit::OK
}

fn append(place: &Place, arguments: &HintArguments) -> Result<(), Failure> {
    let mut named = Vec::new();
    for path in &arguments.paths {
        named.push(paths::absolute(path)?);
    }
    // What a hook touched may lie anywhere, and its output is read by an agent: no notices.
    warn(place, &named);
    hints::append(place, &named, "cli", now_ms())?;
    if arguments.stdin {
        for Named { path, reason } in hook_paths(place)? {
            let path = PathBuf::from(OsStr::from_bytes(&path));
            hints::append(place, &[path], &reason, now_ms())?;
        }
    }
    Ok(())
}

fn warn(place: &Place, named: &[PathBuf]) {
    // Settings that cannot be read are for other commands to complain of.
    let roots = roots::configured(place).ok();
    for path in named {
        let shown = path.display();
        if std::fs::symlink_metadata(path).is_err() {
            output::notice(&format!("hint: does not exist: {shown}"));
        }
        let outside = |roots: &Roots| roots.place(canonical(path).as_os_str().as_bytes()).is_none();
        if roots.as_ref().is_some_and(outside) {
            output::notice(&format!("hint: outside the roots, will be passed over: {shown}"));
        }
    }
}

/// The path with the links of the directory it lies in resolved, as those of roots are.
fn canonical(path: &Path) -> PathBuf {
    let parent = path.parent().and_then(|parent| parent.canonicalize().ok());
    match (parent, path.file_name()) {
        (Some(parent), Some(name)) => parent.join(name),
        _ => path.to_path_buf(),
    }
}

/// Paths that a hook's JSON on standard input names, each with its reason.
fn hook_paths(place: &Place) -> Result<Vec<Named>, Failure> {
    let mut input = Vec::new();
    // A hook that gives nothing readable touched nothing that is known.
    let _ = std::io::stdin().lock().take(STDIN_LIMIT).read_to_end(&mut input);
    let cwd = std::env::current_dir().ok();
    hook_input::paths(&input, cwd.as_deref(), place.environment())
        .map_err(|e| territory_failure(&e))
}
