//! The invariants of the index, by number as ARCHITECTURE.md lists them, each with the dump that
//! must come of it under snapshots/invariants/.

use std::fs;

use serde_json::json;

use crate::common::{Random, TestEnvironment, assert_same, assert_snapshot, close_to_others};
use crate::languages::with_languages;

const ADDER: &str = "/// Adds.\npub fn add(a: i32) -> i32 {\n    carry(a)\n}\n";
const CARRY: &str = "pub fn carry(a: i32) -> i32 {\n    a + 1\n}\n";

/// Two files of which one calls the other, indexed.
fn pair() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write_tree(&[("a.rs", ADDER), ("b.rs", CARRY)]);
    environment.ok(&["reconcile"]);
    environment
}

/// Reconciles everything; the result must be that of a fresh index and of the snapshot.
#[track_caller]
fn settle(environment: &TestEnvironment, name: &str) {
    environment.ok(&["reconcile"]);
    environment.assert_fresh(name);
    assert_snapshot("invariants", name, &environment.dump());
}

/// Invariant 5.
#[test]
fn any_of_twenty_orders_and_groupings_of_the_files_gives_the_same_bytes() {
    let environment = with_languages(&["rust", "python", "go", "markdown"]);
    let whole = environment.fresh_dump();
    let files: Vec<String> = crate::common::paths(&whole).into_iter().collect();
    assert_eq!(files.len(), 8);
    let config = environment.heimdall_home().join("config.json");
    for seed in 0..20 {
        let mut random = Random(seed);
        let mut order = files.clone();
        random.shuffle(&mut order);
        let home = environment.home().join(format!("order-{seed}"));
        fs::create_dir(&home).unwrap();
        close_to_others(&home);
        fs::copy(&config, home.join("config.json")).unwrap();
        let home = home.to_str().unwrap();
        let mut rest = &order[..];
        while !rest.is_empty() {
            let (group, later) = rest.split_at(1 + random.below(rest.len().min(4)));
            let mut arguments = vec!["--home", home, "reconcile"];
            arguments.extend(group.iter().map(String::as_str));
            environment.ok(&arguments);
            rest = later;
        }
        assert_same(&format!("seed {seed}"), &environment.ok(&["--home", home, "dump"]), &whole);
    }
}

/// Invariant 4: only what the one path owns goes.
#[test]
fn a_deleted_file_takes_what_is_its_own_and_nothing_else() {
    let environment = pair();
    let of_the_other = environment.ok(&["dump", "--path", "a.rs"]);
    fs::remove_file(environment.work().join("b.rs")).unwrap();
    settle(&environment, "deleted");
    assert_eq!(environment.dump(), of_the_other);
}

#[test]
fn a_moved_file_is_one_record_at_its_new_place() {
    let environment = pair();
    fs::rename(environment.work().join("b.rs"), environment.work().join("moved.rs")).unwrap();
    settle(&environment, "moved");
    let history = environment.ok(&["history", "b.rs"]);
    assert!(history.contains("moved.rs"), "{history}");
}

#[test]
fn swapped_files_swap_what_they_own() {
    let environment = pair();
    let work = environment.work();
    fs::rename(work.join("a.rs"), work.join("t")).unwrap();
    fs::rename(work.join("b.rs"), work.join("a.rs")).unwrap();
    fs::rename(work.join("t"), work.join("b.rs")).unwrap();
    settle(&environment, "swapped");
}

#[test]
fn a_copy_is_a_second_record_of_the_same_bytes_and_one_hit() {
    let environment = pair();
    fs::create_dir(environment.work().join("other")).unwrap();
    fs::copy(environment.work().join("b.rs"), environment.work().join("other/b.rs")).unwrap();
    settle(&environment, "copied");
    let answer = environment.run(&["search", "carry", "--json"]).json();
    let hits: Vec<_> = answer["hits"].as_array().unwrap().iter().collect();
    let copies = hits.iter().filter(|h| h["path"].as_str().unwrap().ends_with("b.rs")).count();
    assert_eq!(copies, 1, "{answer}");
    assert!(hits.iter().any(|hit| hit["also"].as_array().unwrap().len() == 1), "{answer}");
}

/// Invariant 5: which definition a name means is computed when asked, so two of one name are both
/// there and the reference still holds only the name.
#[test]
fn an_ambiguous_name_stays_a_name() {
    let environment = pair();
    environment.write("c.rs", CARRY.replace("+ 1", "+ 2"));
    settle(&environment, "ambiguous");
    let call = environment.ok(&["dump", "--path", "a.rs"]);
    assert!(call.contains("\"name\":\"carry\""), "{call}");
}

#[test]
fn a_removed_target_leaves_the_reference_as_it_was_written() {
    let environment = pair();
    let before = environment.ok(&["dump", "--path", "a.rs"]);
    environment.write("b.rs", "pub fn other() {}\n");
    settle(&environment, "target-removed");
    assert_eq!(environment.ok(&["dump", "--path", "a.rs"]), before);
}

/// Behaviour 36: A refers to B; in either order of their commits the same is known.
#[test]
fn a_reference_is_the_same_whether_its_target_came_before_or_after() {
    let later = TestEnvironment::new();
    later.watch_work();
    later.write("a.rs", ADDER);
    later.ok(&["reconcile"]);
    later.write("b.rs", CARRY);
    later.ok(&["reconcile"]);
    assert_same("target after reference", &later.dump(), &pair().dump());
}

/// Behaviours 37 and 49: the longest pattern wins; equal names in two files are two nodes.
#[test]
fn depth_is_clamped_by_the_longest_pattern_of_the_configuration() {
    let environment = TestEnvironment::new();
    let work = environment.work();
    let work = work.to_str().unwrap();
    environment.write_tree(&[
        ("whole/a.rs", ADDER),
        ("named/a.rs", ADDER),
        ("named/deep/a.rs", ADDER),
        ("shut/a.rs", ADDER),
        ("plain/old.f90", "program a\nend program a\n"),
    ]);
    let configure = |default: &str| {
        environment.configure(&json!({
            "autostart": false, "watch_roots": [work], "depth": default,
            "roots": {
                format!("{work}/named"): "file", format!("{work}/named/deep"): "symbol",
                format!("{work}/shut"): "path",
            },
        }));
    };
    configure("max");
    settle(&environment, "depth");
    let depth = |path: &str| environment.record(path)["depth"].as_str().unwrap().to_owned();
    assert_eq!(depth("whole/a.rs"), "graph");
    assert_eq!(depth("named/a.rs"), "file");
    assert_eq!(depth("named/deep/a.rs"), "symbol");
    assert_eq!(depth("shut/a.rs"), "path");
    assert_eq!(depth("plain/old.f90"), "file");
    assert_ne!(environment.record("plain/old.f90")["reason"], "");
    configure("file");
    let drift = environment.run(&["verify"]);
    assert_eq!(drift.code, 1, "behaviour 38: another depth is drift: {drift:?}");
    settle(&environment, "depth-lowered");
    assert_eq!(depth("whole/a.rs"), "file");
    configure("max");
    environment.ok(&["reconcile"]);
    assert_eq!(depth("whole/a.rs"), "graph");
    environment.assert_fresh("raised again");
}

/// A worker that dies takes its file to `file` depth, by content hash, once.
#[test]
fn a_file_that_kills_its_worker_is_quarantined_and_not_tried_again() {
    let mut environment = TestEnvironment::new();
    environment.set("HEIMDALL_TEST_WORKER_FAULT", "1");
    environment.watch_work();
    environment.write_tree(&[("a.rs", ADDER), ("deadly.rs", "// fault:abort\npub fn bad() {}\n")]);
    let daemon = environment.daemon(&[]);
    daemon.wait_caught_up(&environment);
    let status = environment.status();
    assert_eq!(status["workers"]["restarts"], 2, "tried once more, alone: {status}");
    assert_eq!(status["workers"]["quarantined"], 1);
    assert!(status["problems"][0][0].as_str().unwrap().ends_with("deadly.rs"), "{status}");
    assert_snapshot("invariants", "quarantined", &environment.dump());
    // The same bytes at another place, and a second full pass: nobody tries again.
    environment.write("again.rs", "// fault:abort\npub fn bad() {}\n");
    environment.ok(&["reconcile", "--all"]);
    environment.ok(&["reconcile", "deadly.rs"]);
    let record = environment.record("again.rs");
    assert_eq!((&record["kind"], &record["depth"]), (&"quarantined".into(), &"file".into()));
    assert_eq!(environment.status()["workers"]["restarts"], 2);
    environment.write("deadly.rs", "pub fn good() {}\n");
    environment.ok(&["reconcile", "deadly.rs"]);
    assert_eq!(environment.record("deadly.rs")["depth"], "graph");
}

/// Invariant 6: what was found is dropped when its path was dirtied before the commit.
#[test]
fn a_file_edited_between_its_reading_and_its_commit_is_read_again() {
    let mut environment = TestEnvironment::new();
    environment.watch_work();
    for n in 0..30 {
        environment.write(format!("f{n:02}.rs"), format!("pub fn first_{n}() {{}}\n"));
    }
    // One looker sleeps with the first path in hand; the others go on, and nothing is committed.
    environment.set("HEIMDALL_FAULT", "looker:stall:1500");
    let daemon = environment.daemon(&[]);
    for n in 0..30 {
        environment.write(format!("f{n:02}.rs"), format!("pub fn second_{n}() {{}}\n"));
    }
    daemon.wait_settled(&environment);
    environment.set("HEIMDALL_FAULT", "");
    let dump = environment.dump();
    assert!(!dump.contains("first_"), "{dump}");
    environment.assert_fresh("edited between reading and commit");
}

/// Invariant 1, and behaviour 31: forty rewrites with hints, in between passes of the Reconciler.
#[test]
fn forty_rewrites_of_one_file_end_in_its_last_bytes() {
    let environment = pair();
    let daemon = environment.daemon(&[]);
    for n in 0..40 {
        environment.write("a.rs", format!("pub fn version_{n}() {{}}\n"));
        environment.ok(&["hint", "a.rs"]);
        if n % 10 == 0 {
            environment.ok(&["reconcile", "a.rs"]);
        }
    }
    daemon.wait_settled(&environment);
    let dump = environment.ok(&["dump", "--path", "a.rs"]);
    assert_eq!(dump.matches("\"type\":\"node\"").count(), 1, "{dump}");
    assert!(dump.contains("version_39"), "{dump}");
    environment.assert_fresh("rewritten");
}

/// Behaviour 43: a branch switch is a handful of drifts, and repairing converges.
#[test]
fn a_branch_switch_is_seen_by_verify_and_repaired_once() {
    let environment = pair();
    let git = |arguments: &[&str]| environment.git(".", arguments);
    git(&["init"]);
    git(&["add", "."]);
    git(&["commit", "-m", "one"]);
    git(&["checkout", "-b", "other"]);
    environment.write("b.rs", "pub fn branched() {}\n");
    git(&["commit", "-am", "two"]);
    environment.ok(&["reconcile"]);
    git(&["checkout", "main"]);
    let report = environment.run(&["verify", "--json"]).json();
    assert_eq!(report["drift_count"], 1, "{report}");
    environment.ok(&["verify", "--rebuild"]);
    assert_eq!(environment.run(&["verify"]).code, 0);
    environment.assert_fresh("after the switch");
}
