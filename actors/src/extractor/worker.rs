//! The worker process: closes its sandbox, then turns texts into extractions until its input ends.

use std::io;
use std::path::Path;
use std::time::Duration;

use heimdall_schema::depth::Depth;

use super::frame::{self, Hello};
use super::{Extractor, fault, pack, sandbox, sys};

/// Largest text, in bytes, after which a worker keeps its parser and its memory.
const LARGE: usize = 1 << 20;

/// CPU time that loading parsers may take, and what each of them may add to it.
const LOADING: (Duration, Duration) = (Duration::from_secs(5), Duration::from_millis(50));

/// CPU time that a text may take: 2 s, and 1 s for each MiB.
pub fn cpu_budget(text_bytes: usize) -> Duration {
    Duration::from_secs(2) + Duration::from_secs_f64(text_bytes as f64 / (1 << 20) as f64)
}

/// Serves the pool over standard input until it is closed. Returns the code to exit with.
///
/// Before that it loads the parsers of `languages` from `directory`, if there is one.
///
/// The process must do nothing else: it gives up files, network and most system calls.
pub fn main(directory: Option<&Path>, languages: &[String]) -> i32 {
    match serve(directory, languages) {
        Ok(()) => heimdall_schema::exit::OK,
        Err(_) => heimdall_schema::exit::INTERNAL,
    }
}

fn serve(directory: Option<&Path>, languages: &[String]) -> io::Result<()> {
    let faults = fault::Faults::from_environment();
    let mut stream = sys::stdin_socket();
    // This process does nothing else: that is the arena's condition.
    let mut extractor = Extractor::in_arena();
    let mut parsers = Vec::new();
    let mut mapped = 0;
    if let Some(directory) = directory {
        // A shared object may run code when it is loaded: it can read, and no more.
        sandbox::close_for_writing();
        sys::limit_cpu(LOADING.0 + LOADING.1 * languages.len() as u32)?;
        let loaded;
        (loaded, parsers) = pack::load(directory, languages);
        sys::limit_cpu(Duration::ZERO)?;
        extractor = extractor.with_loaded(loaded);
        mapped = sys::address_space();
    }
    let sandbox = sandbox::close(mapped);
    let extractor_version = heimdall_schema::EXTRACTOR_VERSION;
    let hello = serde_json::to_vec(&Hello { extractor_version, sandbox, parsers })?;
    frame::write(&mut stream, &[&hello])?;
    while let Some(bytes) = frame::read(&mut stream)? {
        let Some(task) = frame::parse_task(&bytes) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "not a task"));
        };
        sys::limit_cpu(cpu_budget(task.text.len()))?;
        if task.depth >= Depth::Symbol {
            faults.act(task.text);
        }
        let found = extractor.extract(task.language, task.depth, task.text);
        let answer = rkyv::to_bytes::<rkyv::rancor::Error>(&found).map_err(io::Error::other)?;
        sys::limit_cpu(Duration::ZERO)?;
        frame::write(&mut stream, &[&answer])?;
        if task.text.len() > LARGE {
            drop((found, answer));
            drop(bytes);
            extractor.rest();
            sys::give_back_memory();
        }
    }
    Ok(())
}
