//! What becomes of the index when its files are damaged, or the process ends at the worst moment.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

use crate::common::{TestEnvironment, assert_same};

/// Any exit that a failure asks for comes within this, five times what it should take.
const SOON: Duration = Duration::from_secs(5);

fn indexed() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write_tree(&[
        ("a.rs", "pub fn alpha() { beta(); }\n"),
        ("b.rs", "pub fn beta() {}\n"),
        ("c.md", "# Gamma\n"),
    ]);
    environment.ok(&["reconcile"]);
    environment
}

/// What is set aside beside the store.
fn aside(environment: &TestEnvironment) -> Vec<String> {
    let entries = fs::read_dir(environment.heimdall_home()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.contains(".corrupt-")).collect()
}

/// What it is called, and how it is done to the store's file.
type Damage<'a> = (&'a str, &'a dyn Fn(&std::path::Path));

#[test]
fn a_damaged_store_is_set_aside_and_rebuilt_from_the_disk() {
    let png = [&b"\x89PNG\r\n\x1a\n"[..], &[7; 5000]].concat();
    let damage: [Damage<'_>; 4] = [
        ("truncated", &|path| {
            let bytes = fs::read(path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 3]).unwrap();
        }),
        ("cut in its header", &|path| {
            let bytes = fs::read(path).unwrap();
            fs::write(path, &bytes[..100]).unwrap();
        }),
        ("a picture", &|path| fs::write(path, &png).unwrap()),
        ("a directory", &|path| {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        }),
    ];
    for (what, damage) in damage {
        let environment = indexed();
        let before = environment.dump();
        let store = environment.heimdall_home().join("heimdall.redb");
        damage(&store);
        let reader = environment.run(&["search", "alpha"]);
        assert_ne!(reader.code, 0, "{what}");
        assert!(reader.stderr.contains("heimdall.redb"), "{what}: {}", reader.stderr);
        assert!(reader.stderr.contains("hint: "), "{what}: {}", reader.stderr);
        assert_eq!(aside(&environment), Vec::<String>::new(), "a search changes nothing");
        let said = environment.run(&["reconcile"]);
        assert_eq!(said.code, 0, "{what}: {said:?}");
        assert_eq!(aside(&environment), ["heimdall.redb.corrupt-1"], "{what}");
        assert_same(what, &environment.dump(), &before);
        assert!(environment.ok(&["search", "alpha"]).contains("[STRONG]"), "{what}");
    }
}

/// An empty file is what a process leaves that was killed as it made the store.
#[test]
fn an_empty_store_is_made_anew() {
    let environment = indexed();
    let before = environment.dump();
    fs::write(environment.heimdall_home().join("heimdall.redb"), b"").unwrap();
    environment.ok(&["reconcile"]);
    assert_same("emptied", &environment.dump(), &before);
    assert!(environment.ok(&["search", "alpha"]).contains("[STRONG]"));
}

#[test]
fn a_second_damage_does_not_overwrite_what_was_set_aside_before() {
    let environment = indexed();
    for _ in 0..2 {
        fs::write(environment.heimdall_home().join("heimdall.redb"), [9; 9000]).unwrap();
        environment.ok(&["reconcile"]);
    }
    let mut names = aside(&environment);
    names.sort();
    assert_eq!(names, ["heimdall.redb.corrupt-1", "heimdall.redb.corrupt-2"]);
}

#[test]
fn a_damaged_lexical_index_is_rebuilt_from_the_store() {
    for what in ["gone", "no index", "no directory"] {
        let environment = indexed();
        let lexical = environment.heimdall_home().join("lexical");
        match what {
            "no index" => fs::write(lexical.join("meta.json"), "{").unwrap(),
            _ => fs::remove_dir_all(&lexical).unwrap(),
        }
        if what == "no directory" {
            fs::write(&lexical, "").unwrap();
        }
        environment.ok(&["reconcile"]);
        assert!(environment.ok(&["search", "alpha"]).contains("[STRONG]"), "{what}");
        environment.assert_fresh(what);
    }
}

#[test]
fn a_store_that_is_held_is_never_set_aside() {
    let environment = indexed();
    let daemon = environment.daemon(&[]);
    daemon.wait_caught_up(&environment);
    fs::remove_file(environment.heimdall_home().join("heimdall.sock")).unwrap();
    let output = environment.run(&["reconcile"]);
    assert_eq!(output.code, 75, "{output:?}");
    assert_eq!(aside(&environment), Vec::<String>::new());
}

/// The tests may run as root, whom no permission stops; then the command runs as somebody else.
#[test]
fn a_store_that_may_not_be_opened_is_refused_and_never_set_aside() {
    let environment = indexed();
    let home = environment.heimdall_home();
    let root = rustix_uid() == 0;
    let store = home.join("heimdall.redb");
    fs::set_permissions(&store, fs::Permissions::from_mode(0o000)).unwrap();
    let output = if root {
        environment.give_to_nobody();
        environment.run_as_nobody(&["reconcile"])
    } else {
        environment.run(&["reconcile"])
    };
    assert_eq!(output.code, 77, "{output:?}");
    assert!(output.stderr.contains("heimdall.redb"), "{output:?}");
    assert_eq!(aside(&environment), Vec::<String>::new());
}

fn rustix_uid() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Invariant 7: whichever step of a commit a process dies at, the next one makes it good.
#[test]
fn a_death_at_each_step_of_a_commit_leaves_no_ghost_and_no_missing_hit() {
    for place in ["before-store", "after-store", "before-lexical", "after-lexical"] {
        let mut environment = indexed();
        environment.write("a.rs", "pub fn delta() { beta(); }\n");
        environment.write("d.rs", "pub fn epsilon() {}\n");
        fs::remove_file(environment.work().join("b.rs")).unwrap();
        environment.set("HEIMDALL_FAULT", &format!("{place}:abort"));
        let died = environment.run(&["reconcile"]);
        assert_eq!(died.code, 134, "{place}: {died:?}");
        environment.set("HEIMDALL_FAULT", "");
        environment.ok(&["reconcile"]);
        environment.assert_fresh(place);
        for (word, found) in [("alpha", false), ("beta", false), ("delta", true), ("epsilon", true)]
        {
            let answer = environment.run(&["search", "--json", word]).json();
            let hits = answer["hits"].as_array().unwrap();
            // A call of beta is still there; its definition is not.
            let defined = hits.iter().any(|hit| {
                hit["verdict"] == "STRONG" && hit["title"].as_str().unwrap().contains(word)
            });
            assert_eq!(defined, found, "{place}: {word}: {answer}");
        }
        let all = environment.ok(&["dump", "--all"]);
        assert!(!all.contains("\"type\":\"queued\""), "{place}: {all}");
    }
}

/// Crash-only: a live process never has a dead actor.
#[test]
fn a_panic_in_any_actor_ends_the_daemon_with_70() {
    for place in
        ["before-store", "after-lexical", "looker", "auditor", "watcher", "hint-ingest", "searcher"]
    {
        let mut environment = indexed();
        environment.write("a.rs", "pub fn delta() {}\n");
        environment.set("HEIMDALL_FAULT", &format!("{place}:panic"));
        let started = Instant::now();
        let mut daemon = environment.command().arg("daemon").spawn().unwrap();
        let ended = loop {
            if let Some(status) = daemon.try_wait().unwrap() {
                break status;
            }
            assert!(started.elapsed() < SOON * 4, "{place}: still alive");
            // Something to do for each of them.
            environment.write("e.rs", format!("pub fn e{}() {{}}\n", started.elapsed().as_nanos()));
            environment.ok(&["hint", "e.rs"]);
            environment.run(&["search", "alpha"]);
        };
        assert_eq!(ended.code(), Some(70), "{place}");
        environment.set("HEIMDALL_FAULT", "");
        environment.ok(&["reconcile"]);
        environment.assert_fresh(place);
    }
}

#[test]
fn a_panic_in_a_command_without_a_daemon_ends_it_with_70() {
    for place in ["before-store", "after-lexical", "looker"] {
        let mut environment = indexed();
        environment.write("a.rs", "pub fn delta() {}\n");
        environment.set("HEIMDALL_FAULT", &format!("{place}:panic"));
        let mut command = environment.command();
        let mut child = command.arg("reconcile").spawn().unwrap();
        let started = Instant::now();
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if started.elapsed() > SOON {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{place}: still alive");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(ended.code(), Some(70), "{place}");
        environment.set("HEIMDALL_FAULT", "");
        environment.ok(&["reconcile"]);
        environment.assert_fresh(place);
    }
}

/// Kept by the checks of each record: a damaged one is found, named, and repaired when told to.
#[test]
fn a_flipped_byte_is_found_by_a_deep_verify_or_does_no_harm() {
    let environment = indexed();
    let before = environment.dump();
    let store = environment.heimdall_home().join("heimdall.redb");
    let bytes = fs::read(&store).unwrap();
    let at = bytes.windows(5).position(|w| w == b"Gamma" || w == b"alpha").unwrap();
    let mut damaged = bytes.clone();
    damaged[at] ^= 0x20;
    fs::write(&store, damaged).unwrap();
    let found = environment.run(&["verify", "--deep"]);
    assert!(found.code == 1 || environment.dump() == before, "{found:?}");
    environment.run(&["verify", "--deep", "--rebuild"]);
    assert_same("repaired", &environment.dump(), &before);
}

/// Behaviour 53, and invariant 7: a disk that takes no more bytes ends nothing and loses nothing.
#[test]
fn a_daemon_whose_disk_is_full_goes_on_answering_and_says_so() {
    let environment = indexed();
    let mut random = crate::common::Random(7);
    for n in 0..60 {
        let words: String = (0..400).map(|_| format!("w{:x} ", random.next())).collect();
        environment.write(format!("bulk/f{n}.md"), format!("# Bulk {n}\n\n{words}\n"));
    }
    // Files of at most 256 blocks; a write beyond that fails instead of killing.
    let sealed = environment.command();
    let mut shell = std::process::Command::new("sh");
    shell.env_clear().current_dir(environment.work());
    shell.envs(sealed.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.args(["-c", "trap '' XFSZ; ulimit -f 256; exec \"$0\" daemon"]);
    let mut daemon = shell.arg(sealed.get_program()).spawn().unwrap();
    crate::common::wait_until("the daemon says that it cannot write", || {
        let status = environment.run(&["status", "--json"]);
        status.code == 0 && status.json()["notes"].to_string().contains("could not be written")
    });
    assert_eq!(daemon.try_wait().unwrap(), None, "it lives");
    let answer = environment.run(&["search", "alpha", "--json"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(answer.json()["caught_up"], false, "{answer:?}");
    assert_eq!(answer.json()["hits"][0]["verdict"], "STRONG", "{answer:?}");
    daemon.kill().unwrap();
    daemon.wait().unwrap();
    environment.ok(&["reconcile"]);
    environment.assert_fresh("with room again");
    assert_eq!(aside(&environment), Vec::<String>::new());
    assert!(environment.ok(&["search", "bulk 7"]).contains("f7.md"));
}
