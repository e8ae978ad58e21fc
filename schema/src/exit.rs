//! Exit codes, one table for all commands.

/// Done, clean, PASS.
pub const OK: i32 = 0;
/// A finding: drift, FAIL, a required thing missing.
pub const FINDING: i32 = 1;
/// Wrong usage, or BLOCKED.
pub const USAGE: i32 = 2;
/// INCONCLUSIVE.
pub const INCONCLUSIVE: i32 = 3;
/// The daemon or a model is needed and not there.
pub const UNAVAILABLE: i32 = 69;
/// Our own fault.
pub const INTERNAL: i32 = 70;
/// Another Heimdall holds the store.
pub const HELD: i32 = 75;
/// Refused: outside the roots, or not permitted.
pub const REFUSED: i32 = 77;

/// The code of a process that ended by signal `number`.
pub const fn by_signal(number: i32) -> i32 {
    128 + number
}
