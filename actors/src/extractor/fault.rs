//! Faults that tests ask a worker for. A release build has none.

use std::ffi::OsString;

#[cfg(debug_assertions)]
pub use armed::Faults;
#[cfg(not(debug_assertions))]
pub use disarmed::Faults;

/// Environment variable that arms the faults of a debug build.
pub const VARIABLE: &str = "HEIMDALL_TEST_WORKER_FAULT";

/// What a worker's environment takes over from this one: the variable that arms its faults, in a
/// debug build; else nothing.
pub fn passed_on() -> Vec<(OsString, OsString)> {
    let armed = std::env::var_os(VARIABLE).filter(|_| cfg!(debug_assertions));
    armed.map(|value| (VARIABLE.into(), value)).into_iter().collect()
}

#[cfg(not(debug_assertions))]
mod disarmed {
    /// Nothing.
    pub struct Faults;

    impl Faults {
        pub fn from_environment() -> Self {
            Faults
        }

        pub fn act(&self, _text: &str) {}
    }
}

#[cfg(debug_assertions)]
mod armed {
    use std::io::ErrorKind;

    /// Faults, if the environment asks for them.
    pub struct Faults {
        armed: bool,
    }

    impl Faults {
        pub fn from_environment() -> Self {
            Faults { armed: std::env::var_os(super::VARIABLE).is_some() }
        }

        /// Does what the text asks for, `fault:` and a word.
        pub fn act(&self, text: &str) {
            let word = text.split_once("fault:").map(|(_, rest)| rest.split_whitespace().next());
            match word.flatten().filter(|_| self.armed) {
                Some("abort") => std::process::abort(),
                Some("spin") => loop {
                    std::hint::spin_loop();
                },
                Some("exhaust") => exhaust(),
                Some("stop") => super::super::sys::stop(),
                Some("probe") => probe(),
                _ => {}
            }
        }
    }

    /// Lets the parser's allocator ask for more than the cap.
    fn exhaust() {
        loop {
            super::super::sys::allocate_as_parser(64 << 20);
        }
    }

    /// Tries what the sandbox forbids; ends the process with 90 and up where it succeeds.
    #[expect(clippy::exit, reason = "the exit code is the report of a process that is a test")]
    fn probe() {
        let denied = |kind: ErrorKind| kind == ErrorKind::PermissionDenied;
        let tries: [Result<(), std::io::Error>; 4] = [
            std::fs::read("/etc/hostname").map(drop),
            std::fs::write("/tmp/heimdall-probe", b"x"),
            std::net::TcpStream::connect("127.0.0.1:9").map(drop),
            std::process::Command::new("/bin/true").status().map(drop),
        ];
        for (code, tried) in (90..).zip(tries) {
            if !tried.is_err_and(|e| denied(e.kind())) {
                std::process::exit(code);
            }
        }
    }
}
