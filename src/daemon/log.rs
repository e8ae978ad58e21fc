//! Structured logs: to a file that is rotated, and to a terminal.

use std::fs::{File, Metadata};
use std::io::{self, IsTerminal as _, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

/// Size at which the file is set aside, in bytes.
const ROTATE_BYTES: u64 = 4 << 20;
/// Files set aside that are kept.
const KEPT: u32 = 3;

/// Starts to log into `directory`; a log that cannot be written is no reason not to work.
pub fn start(directory: &Path) {
    let filter =
        || EnvFilter::try_from_env("HEIMDALL_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let file = Rotating::open(directory).ok().map(|file| {
        tracing_subscriber::fmt::layer().json().with_writer(file).with_filter(filter())
    });
    let terminal = io::stderr().is_terminal().then(|| {
        tracing_subscriber::fmt::layer()
            .with_writer(io::stderr)
            .with_target(false)
            .with_filter(filter())
    });
    // A second start in one process keeps the first.
    let _ = tracing_subscriber::registry().with(file).with(terminal).try_init();
}

/// A log file that sets itself aside when it is large.
struct Rotating {
    path: PathBuf,
    open: Mutex<(File, u64)>,
}

fn append(path: &Path) -> io::Result<(File, u64)> {
    let file = File::options().append(true).create(true).mode(0o600).open(path)?;
    let len = file.metadata().as_ref().map_or(0, Metadata::len);
    Ok((file, len))
}

impl Rotating {
    fn open(directory: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(directory)?;
        let path = directory.join("heimdall.log");
        Ok(Self { open: Mutex::new(append(&path)?), path })
    }

    fn rotate(&self) -> io::Result<(File, u64)> {
        let aside = |n: u32| self.path.with_extension(format!("log.{n}"));
        for n in (1..KEPT).rev() {
            // The first times there is nothing to move.
            let _ = std::fs::rename(aside(n), aside(n + 1));
        }
        std::fs::rename(&self.path, aside(1))?;
        append(&self.path)
    }
}

impl Write for &Rotating {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.1 > ROTATE_BYTES
            && let Ok(new) = self.rotate()
        {
            *open = new;
        }
        let written = open.0.write(line)?;
        open.1 += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).0.flush()
    }
}

impl<'a> MakeWriter<'a> for Rotating {
    type Writer = &'a Rotating;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}
