//! Whatever is done to the files under a live daemon, the index ends equal to one made afresh.

mod operations;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::common::{Random, TestEnvironment};
use operations::{Tree, operate};

/// The seed of the long run; HEIMDALL_TEST_SEED names another.
const SEED: u64 = 20_260_730;
const OPERATIONS: usize = 2_000;

fn live() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.git("repo", &["init"]);
    environment.write("repo/README.md", "# Repository\n");
    environment.git("repo", &["add", "."]);
    environment.git("repo", &["commit", "-m", "first"]);
    environment.git("repo", &["branch", "other"]);
    std::fs::create_dir(environment.home().join("outside")).unwrap();
    environment
}

/// Does `count` operations of the seed under a daemon, and compares.
fn run(seed: u64, count: usize) {
    let environment = live();
    let daemon = environment.daemon(&[]);
    let mut random = Random(seed);
    let mut tree = Tree::new(&environment);
    let mut log = Vec::new();
    for n in 0..count {
        log.push(operate(&mut tree, &mut random, n));
    }
    daemon.wait_settled(&environment);
    let (ours, fresh) = (environment.dump(), environment.fresh_dump());
    let tail = log.len().saturating_sub(60);
    let log = if ours == fresh { String::new() } else { log[tail..].join("\n") };
    let what = format!("seed {seed}; the last operations were\n{log}\n");
    crate::common::assert_same(&what, &ours, &fresh);
    assert_eq!(environment.run(&["verify", "--deep"]).code, 0, "seed {seed}");
}

#[test]
fn two_thousand_random_file_operations_end_equal_to_a_fresh_index() {
    let seed = std::env::var("HEIMDALL_TEST_SEED").ok().and_then(|seed| seed.parse().ok());
    run(seed.unwrap_or(SEED), OPERATIONS);
}

/// Few operations from many beginnings, each begun while the daemon still scans.
#[test]
fn a_few_operations_during_the_first_scan_end_equal_to_a_fresh_index() {
    let config = Config { cases: 6, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    runner
        .run(&(any::<u64>(), 10usize..60), |(seed, count)| {
            run(seed, count);
            Ok(())
        })
        .unwrap();
}
