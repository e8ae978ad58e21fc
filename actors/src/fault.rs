//! Places where a test may make this process fail, in debug builds alone.
//!
//! `HEIMDALL_FAULT=name:action` arms one place: `panic`, `abort`, or `stall` (sleeps for the number
//! of milliseconds after a further colon, once). A release build has no such places.

/// Passes the place `name`.
#[inline]
pub fn point(name: &str) {
    if cfg!(debug_assertions) {
        armed(name);
    }
}

fn armed(name: &str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    static FAULT: OnceLock<Option<String>> = OnceLock::new();
    static SPENT: AtomicBool = AtomicBool::new(false);
    let Some(fault) = FAULT.get_or_init(|| std::env::var("HEIMDALL_FAULT").ok()) else { return };
    let mut parts = fault.split(':');
    if parts.next() != Some(name) {
        return;
    }
    match parts.next() {
        Some("panic") => panic!("fault injected at {name}"),
        Some("abort") => std::process::abort(),
        Some("stall") if !SPENT.swap(true, Ordering::AcqRel) => {
            let ms = parts.next().and_then(|ms| ms.parse().ok()).unwrap_or(1000);
            std::thread::sleep(std::time::Duration::from_millis(ms));
        }
        _ => {}
    }
}
