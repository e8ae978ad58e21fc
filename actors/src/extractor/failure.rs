//! Why a text was not extracted.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use super::sys;

/// What went wrong, for the record and for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// The worker ended by itself: by that signal, or with that exit code.
    Died { signal: Option<i32>, code: Option<i32> },
    /// It used more CPU time than the text may cost, or did not answer at all.
    CpuBudget,
    /// The parser was refused memory.
    Memory,
    /// It answered something that is no extraction of that text.
    Protocol,
    /// No worker could be started. Says nothing of the text.
    Start,
}

/// Why a text was not extracted, after the second try.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Failure {
    pub kind: FailureKind,
    /// One line for `status` and for the file's record. The same for every run on the same text.
    pub reason: String,
}

impl Failure {
    pub(super) fn new(kind: FailureKind, reason: impl Into<String>) -> Self {
        Failure { kind, reason: reason.into() }
    }

    /// Whether the text is to blame and must not be tried again before the extractor's version
    /// changes; otherwise the failure is the machine's and the text may be tried later.
    pub fn blames_text(&self) -> bool {
        self.kind != FailureKind::Start
    }

    /// What the end of a worker in the middle of a text means.
    pub(super) fn of_exit(status: ExitStatus) -> Self {
        let (signal, code) = (status.signal(), status.code());
        match (signal, code) {
            (Some(libc::SIGPROF), _) => {
                Failure::new(FailureKind::CpuBudget, "the parser used up its CPU time")
            }
            (_, Some(sys::OUT_OF_MEMORY)) => {
                Failure::new(FailureKind::Memory, "the parser used up its memory")
            }
            (Some(signal), _) => Failure::new(
                FailureKind::Died { signal: Some(signal), code: None },
                format!("the parser ended by signal {signal}"),
            ),
            (None, code) => Failure::new(
                FailureKind::Died { signal: None, code },
                format!("the parser ended with code {}", code.unwrap_or_default()),
            ),
        }
    }
}
