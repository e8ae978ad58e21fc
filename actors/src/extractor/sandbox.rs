//! Closes the sandbox of a worker: no files, no network, few system calls, little memory.
//!
//! Each layer holds by itself; what the system lacks is reported, never fatal, because the
//! daemon says in `status` what holds.

use super::frame::SandboxReport;

/// Cap of a worker's address space, in bytes, beyond what parsers from the disk take.
const MEMORY: u64 = 1 << 30;

/// Takes away what could change a file, where the system can; the rest is for [`close`].
pub fn close_for_writing() {
    layers::close_for_writing();
}

/// Closes every layer that this system has and tells which hold. `mapped` bytes of the address
/// space are in use already and do not count.
pub fn close(mapped: u64) -> SandboxReport {
    let memory = MEMORY + mapped;
    SandboxReport {
        memory_bytes: if limit_memory(memory) { memory } else { 0 },
        dies_with_parent: layers::die_with_parent(),
        files: layers::close_files(),
        // Last: it forbids what the others need.
        calls: layers::close_calls(),
    }
}

fn limit_memory(bytes: u64) -> bool {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    let cap = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    setrlimit(Resource::Core, none).is_ok() & setrlimit(Resource::As, cap).is_ok()
}

#[cfg(target_os = "linux")]
mod layers {
    use std::collections::BTreeMap;

    use landlock::{
        ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetError, RulesetStatus,
    };
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    /// What a parser, an allocator and a pipe need, and nothing that opens or reaches anything.
    const ALLOWED: &[i64] = &[
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_readv,
        libc::SYS_writev,
        libc::SYS_recvfrom,
        libc::SYS_sendto,
        libc::SYS_close,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_setitimer,
        libc::SYS_clock_gettime,
        libc::SYS_getrandom,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_restart_syscall,
        libc::SYS_gettid,
        libc::SYS_getpid,
        libc::SYS_tgkill,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];

    pub fn die_with_parent() -> bool {
        let killed = rustix::process::Signal::KILL;
        rustix::process::set_parent_process_death_signal(Some(killed)).is_ok()
    }

    /// Leaves reading of files, and what loading a shared object needs.
    pub fn close_for_writing() {
        let restrict = || -> Result<(), RulesetError> {
            let Ok(root) = PathFd::new("/") else { return Ok(()) };
            let readable = PathBeneath::new(root, AccessFs::from_read(ABI::V5));
            let all = Ruleset::default().handle_access(AccessFs::from_all(ABI::V5))?;
            all.create()?.add_rule(readable)?.restrict_self().map(|_| ())
        };
        // The layer that counts comes after this one, and says what holds.
        let _ = restrict();
    }

    /// Takes away all access to files.
    pub fn close_files() -> String {
        let wanted = Ruleset::default().handle_access(AccessFs::from_all(ABI::V5));
        match wanted.and_then(Ruleset::create).and_then(|ruleset| ruleset.restrict_self()) {
            Ok(status) => match status.ruleset {
                RulesetStatus::FullyEnforced => format!("enforced: {:?}", status.landlock),
                RulesetStatus::PartiallyEnforced => format!("partly: {:?}", status.landlock),
                RulesetStatus::NotEnforced => format!("no: {:?}", status.landlock),
            },
            Err(error) => format!("no: {error}"),
        }
    }

    /// Answers every other system call with EPERM.
    pub fn close_calls() -> String {
        match filter().and_then(|program| seccompiler::apply_filter(&program)) {
            Ok(()) => format!("enforced: {} calls allowed", ALLOWED.len()),
            Err(error) => format!("no: {error}"),
        }
    }

    fn filter() -> Result<BpfProgram, seccompiler::Error> {
        let rules: BTreeMap<i64, Vec<_>> = ALLOWED.iter().map(|&call| (call, Vec::new())).collect();
        let refused = SeccompAction::Errno(libc::EPERM as u32);
        let arch = std::env::consts::ARCH.try_into()?;
        Ok(SeccompFilter::new(rules, refused, SeccompAction::Allow, arch)?.try_into()?)
    }
}

#[cfg(not(target_os = "linux"))]
mod layers {
    pub fn die_with_parent() -> bool {
        false
    }

    pub fn close_for_writing() {}

    pub fn close_files() -> String {
        "no: only Linux has Landlock".to_owned()
    }

    pub fn close_calls() -> String {
        "no: only Linux has seccomp".to_owned()
    }
}
