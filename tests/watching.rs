//! What the daemon hears of, and what it leaves alone.

use std::time::{Duration, Instant};

use crate::common::TestEnvironment;

fn watched() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write("a.rs", "pub fn alpha() {}\n");
    environment
}

#[test]
fn a_file_in_a_directory_made_a_moment_before_is_never_missed() {
    let environment = watched();
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    for n in 0..50 {
        environment.write(format!("d{n}/b/c/d/e/f.rs"), format!("pub fn deep_{n}() {{}}\n"));
    }
    daemon.wait_settled(&environment);
    assert_eq!(environment.indexed().len(), 51);
}

#[test]
fn thousands_of_files_that_come_while_it_sleeps_are_all_found_and_answers_say_so() {
    let mut environment = watched();
    environment.set("HEIMDALL_FAULT", "looker:stall:3000");
    let daemon = environment.daemon(&[]);
    let text = "fn filler() {}\n".repeat(68);
    // An unoptimised daemon takes a minute for ten thousand.
    let files = if cfg!(debug_assertions) { 3_000 } else { 10_000 };
    for n in 0..files {
        environment.write(format!("many/d{}/f{n}.rs", n % 50), &text);
    }
    let answer = environment.run(&["search", "--json", "filler"]).json();
    assert_eq!(answer["caught_up"], false, "{answer}");
    daemon.wait_settled(&environment);
    environment.assert_fresh("after thousands of files");
}

#[test]
fn what_is_ignored_from_now_on_leaves_soon_and_costs_no_watch() {
    let environment = watched();
    environment.git(".", &["init"]);
    for n in 0..20 {
        environment.write(format!("out/d{n}/f.rs"), "pub fn gone() {}\n");
        environment.write(format!("node_modules/d{n}/f.js"), "function never() {}\n");
    }
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    assert_eq!(environment.indexed().len(), 21);
    let before = environment.status()["watch"]["watched"].as_u64().unwrap();
    environment.write(".gitignore", "out/\n");
    let start = Instant::now();
    daemon.wait_settled(&environment);
    // Within 2 s; the guard is five times that.
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(environment.indexed().into_iter().collect::<Vec<_>>(), [".gitignore", "a.rs"]);
    let after = environment.status()["watch"]["watched"].as_u64().unwrap();
    assert_eq!((before, after), (23, 2), "home and root stay; out/ and node_modules/ have none");
}

#[test]
fn branches_stashes_and_worktrees_end_equal_to_a_fresh_index() {
    let environment = watched();
    environment.git(".", &["init"]);
    for n in 0..200 {
        environment.write(format!("src/f{n}.rs"), format!("pub fn main_{n}() {{}}\n"));
    }
    environment.git(".", &["add", "."]);
    environment.git(".", &["commit", "-m", "first"]);
    environment.git(".", &["checkout", "-b", "other"]);
    for n in 0..100 {
        environment.write(format!("src/f{n}.rs"), format!("pub fn other_{n}() {{}}\n"));
        environment.write(format!("src/g{n}.rs"), format!("pub fn only_{n}() {{}}\n"));
    }
    environment.git(".", &["add", "."]);
    environment.git(".", &["commit", "-m", "second"]);
    let daemon = environment.daemon(&[]);
    environment.git(".", &["checkout", "main"]);
    daemon.wait_settled(&environment);
    environment.assert_fresh("main");
    environment.write("src/f7.rs", "pub fn stashed() {}\n");
    environment.git(".", &["stash"]);
    environment.git(".", &["checkout", "other"]);
    environment.git(".", &["worktree", "add", "tree", "main"]);
    daemon.wait_settled(&environment);
    environment.assert_fresh("other, with a worktree");
    assert_eq!(environment.status()["roots"][0]["projects"], 2);
}

#[test]
fn its_own_files_in_a_root_and_a_dirty_tree_make_no_work() {
    let environment = watched();
    environment.git(".", &["init"]);
    environment.write("dirty.rs", "pub fn dirty() {}\n");
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    let commits = environment.status()["commits"].clone();
    std::thread::sleep(Duration::from_secs(20));
    assert_eq!(environment.status()["commits"], commits);
}
