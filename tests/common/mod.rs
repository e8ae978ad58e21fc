//! What every black-box test stands on: the built binary in a sealed home.

mod daemon;
mod environment;
mod fresh;
mod run;
mod wire;

pub use daemon::{Daemon, wait_until};
pub use environment::TestEnvironment;
pub use fresh::{assert_same, paths, settle};
pub use run::Output;
pub use wire::Wire;

/// Holds a dump against the snapshot `name` in the folder `room` of snapshots/.
#[track_caller]
pub fn assert_snapshot(room: &str, name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => format!("{}/snapshots/{room}", env!("CARGO_MANIFEST_DIR")),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Gives a directory the mode that Heimdall asks of its own.
pub fn close_to_others(directory: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o700)).unwrap();
}

/// A small generator of numbers that are the same for the same seed (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to `end`, `end` left out.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i + 1);
            items.swap(i, j);
        }
    }
}
