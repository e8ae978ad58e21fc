//! What the daemon hears of, and what it leaves alone.

use std::time::{Duration, Instant};

use crate::common::{TestEnvironment, close_to_others, settle, wait_until};

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

/// The index, its log and its socket lie inside the root that is watched.
#[test]
fn its_own_files_in_a_root_and_a_dirty_tree_make_no_work() {
    let mut environment = watched();
    environment.git(".", &["init"]);
    environment.write("dirty.rs", "pub fn dirty() {}\n");
    let home = environment.work().join(".heimdall");
    std::fs::create_dir(&home).unwrap();
    close_to_others(&home);
    let config = environment.heimdall_home().join("config.json");
    std::fs::copy(config, home.join("config.json")).unwrap();
    environment.set("HEIMDALL_HOME", home.to_str().unwrap());
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    assert_eq!(environment.indexed().len(), 2, "none of its own files");
    let before = environment.status();
    std::thread::sleep(Duration::from_secs(20));
    let after = environment.status();
    for what in ["commits", "store_bytes", "lexical_bytes", "caught_up"] {
        assert_eq!(before[what], after[what], "{what}");
    }
}

#[test]
fn a_thousand_writes_during_the_first_scan_are_all_found() {
    let environment = watched();
    for n in 0..500 {
        environment.write(format!("old/d{}/f{n}.rs", n % 20), format!("pub fn old_{n}() {{}}\n"));
    }
    let mut daemon = environment.command().arg("daemon").spawn().unwrap();
    for n in 0..1_000 {
        let path = match n % 4 {
            0 => format!("old/d{}/f{}.rs", n % 20, n % 500),
            1 => format!("new/d{}/g{n}.rs", n % 30),
            2 => format!("old/d{}/h{n}.rs", n % 20),
            _ => format!("one/m{}.md", n % 10),
        };
        environment.write(path, format!("pub fn at_{n}() {{}}\n"));
    }
    wait_until("the daemon answers", || {
        let status = environment.run(&["status", "--json"]);
        status.code == 0 && status.json()["pid"] == daemon.id()
    });
    settle(&environment);
    environment.assert_fresh("after a thousand writes");
    daemon.kill().unwrap();
    daemon.wait().unwrap();
}

#[test]
fn whatever_is_renamed_is_one_record_for_each_file_on_the_disk() {
    let environment = watched();
    let (work, outside) = (environment.work(), environment.home().join("outside"));
    environment.write_tree(&[
        ("file.rs", "pub fn file() {}\n"),
        ("left.rs", "pub fn left() {}\n"),
        ("right.rs", "pub fn right() {}\n"),
        ("tree/a/b.rs", "pub fn in_tree() {}\n"),
        ("leaves/c.rs", "pub fn leaves() {}\n"),
    ]);
    std::fs::create_dir_all(outside.join("comes/deep")).unwrap();
    std::fs::write(outside.join("comes/deep/d.rs"), "pub fn comes() {}\n").unwrap();
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    let rename = |from: &str, to: &str| {
        std::fs::rename(work.join(from), work.join(to)).unwrap();
    };
    rename("file.rs", "renamed.rs");
    rename("left.rs", "aside");
    rename("right.rs", "left.rs");
    rename("aside", "right.rs");
    rename("tree", "forest");
    std::fs::rename(work.join("leaves"), outside.join("left")).unwrap();
    std::fs::rename(outside.join("comes"), work.join("came")).unwrap();
    daemon.wait_settled(&environment);
    let expected = ["a.rs", "came/deep/d.rs", "forest/a/b.rs", "left.rs", "renamed.rs", "right.rs"];
    assert_eq!(environment.indexed().into_iter().collect::<Vec<_>>(), expected);
    environment.assert_fresh("renamed");
    // The new names are watched, the old ones are not.
    environment.write("forest/a/b.rs", "pub fn edited() {}\n");
    environment.write("came/deep/e.rs", "pub fn added() {}\n");
    std::fs::write(outside.join("left/c.rs"), "pub fn unseen() {}\n").unwrap();
    rename("forest/a", "tree");
    daemon.wait_settled(&environment);
    environment.assert_fresh("edited after the renames");
    assert!(!environment.dump().contains("unseen"));
}

#[test]
fn a_rebase_ends_equal_to_a_fresh_index() {
    let environment = watched();
    let git = |arguments: &[&str]| environment.git(".", arguments);
    git(&["init"]);
    git(&["add", "."]);
    git(&["commit", "-m", "base"]);
    git(&["checkout", "-b", "topic"]);
    for n in 0..10 {
        environment.write(format!("t{n}.rs"), format!("pub fn topic_{n}() {{}}\n"));
        git(&["add", "."]);
        git(&["commit", "-m", &n.to_string()]);
    }
    git(&["checkout", "main"]);
    environment.write("a.rs", "pub fn changed() {}\n");
    git(&["commit", "-am", "upstream"]);
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    git(&["checkout", "topic"]);
    git(&["rebase", "main"]);
    daemon.wait_settled(&environment);
    environment.assert_fresh("rebased");
    assert!(environment.dump().contains("\"name\":\"changed\""));
    git(&["reset", "--hard", "HEAD~5"]);
    git(&["clean", "-fdx"]);
    daemon.wait_settled(&environment);
    environment.assert_fresh("reset");
}

/// What git's files ignore depends on where a repository begins.
#[test]
fn a_repository_made_or_taken_away_live_is_judged_by_its_own_ignore_files() {
    let environment = watched();
    environment.git(".", &["init"]);
    environment.write_tree(&[
        (".gitignore", "*.tmp\n"),
        ("inner/x.tmp", "kept by the outer rules only\n"),
        ("inner/build/y.rs", "pub fn built() {}\n"),
        ("inner/package.json", "{}\n"),
        ("inner/.gitignore", "z*\n"),
        ("inner/z.rs", "pub fn zed() {}\n"),
    ]);
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    environment.assert_fresh("one repository");
    environment.git("inner", &["init"]);
    daemon.wait_settled(&environment);
    environment.assert_fresh("a repository in a repository");
    std::fs::remove_dir_all(environment.work().join("inner/.git")).unwrap();
    daemon.wait_settled(&environment);
    environment.assert_fresh("one repository again");
    std::fs::rename(environment.work().join(".gitignore"), environment.work().join("rules"))
        .unwrap();
    daemon.wait_settled(&environment);
    environment.assert_fresh("without rules");
    std::fs::rename(environment.work().join("rules"), environment.work().join(".heimdallignore"))
        .unwrap();
    daemon.wait_settled(&environment);
    environment.assert_fresh("with rules of our own");
    std::fs::remove_dir_all(environment.work().join(".git")).unwrap();
    environment.write("inner/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55");
    daemon.wait_settled(&environment);
    environment.assert_fresh("a cache");
    // Nobody watches an ignored directory, so that what goes in there is for an audit to find.
    std::fs::remove_file(environment.work().join("inner/CACHEDIR.TAG")).unwrap();
    environment.ok(&["reconcile"]);
    environment.assert_fresh("no cache");
}

/// Roots that come and go while their files are being looked at.
#[test]
fn roots_that_are_added_and_removed_in_a_hurry_end_as_the_last_word_said() {
    let mut environment = watched();
    for n in 0..200 {
        environment.write(format!("one/f{n}.rs"), format!("pub fn one_{n}() {{}}\n"));
        environment.write(format!("two/f{n}.rs"), format!("pub fn two_{n}() {{}}\n"));
    }
    let roots = [environment.work().join("one"), environment.work().join("two")];
    environment.configure(&serde_json::json!({"autostart": false, "watch_roots": [&roots[0]]}));
    environment.set("HEIMDALL_FAULT", "looker:stall:300");
    let daemon = environment.daemon(&[]);
    environment.set("HEIMDALL_FAULT", "");
    for _ in 0..3 {
        environment.ok(&["roots", "add", roots[1].to_str().unwrap()]);
        environment.ok(&["roots", "remove", roots[0].to_str().unwrap()]);
        environment.ok(&["roots", "add", roots[0].to_str().unwrap()]);
        environment.ok(&["roots", "remove", roots[1].to_str().unwrap()]);
    }
    daemon.wait_caught_up(&environment);
    environment.assert_fresh("the first root alone");
    let all = environment.ok(&["dump", "--all"]);
    assert!(!all.contains("two_"), "nothing is left of the other");
    assert_eq!(environment.run(&["verify", "--deep"]).code, 0);
    environment.write("one/late.rs", "pub fn late() {}\n");
    wait_until("an edit of the root is heard", || environment.dump().contains("late"));
}
