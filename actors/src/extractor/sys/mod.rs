//! The calls of the extractor that the compiler cannot check. Nothing else here is `unsafe`.

mod arena;

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

pub use arena::ArenaParser;

/// Exit code of a worker whose parser was refused memory.
pub const OUT_OF_MEMORY: i32 = 71;

/// The socket that the pool has put in place of standard input. To be called once.
pub fn stdin_socket() -> UnixStream {
    // SAFETY: a worker's descriptor 0 belongs to nobody else: `std::io::stdin` is never used.
    let owned = unsafe { OwnedFd::from_raw_fd(0) };
    UnixStream::from(owned)
}

/// Lets the system end this process (SIGPROF) once it has used that much more CPU time, user and
/// system; zero takes the limit away.
pub fn limit_cpu(budget: Duration) -> io::Result<()> {
    let never = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let value = libc::timeval {
        tv_sec: budget.as_secs() as libc::time_t,
        tv_usec: budget.subsec_micros() as libc::suseconds_t,
    };
    let timer = libc::itimerval { it_interval: never, it_value: value };
    // SAFETY: `timer` outlives the call; the old value is not asked for.
    let done = unsafe { libc::setitimer(libc::ITIMER_PROF, &timer, std::ptr::null_mut()) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Bytes of address space that this process has in use, as far as the system tells.
pub fn address_space() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) << 10
}

/// Gives freed memory back to the system, where the allocator keeps it.
pub fn give_back_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: has no preconditions.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Asks for memory as the parser does, and loses it.
#[cfg(debug_assertions)]
pub fn allocate_as_parser(size: usize) {
    // SAFETY: the memory is never used.
    unsafe { arena::malloc(size) };
}

/// Stops this process as a debugger or a frozen control group would.
#[cfg(debug_assertions)]
pub fn stop() {
    // SAFETY: has no preconditions.
    unsafe { libc::raise(libc::SIGSTOP) };
}
