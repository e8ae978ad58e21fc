//! hints.jsonl: any number of processes append to it, and each path is looked at once.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::common::TestEnvironment;

const PATHS: usize = 10;

fn name(n: usize) -> String {
    format!("f{n}.rs")
}

/// Ten files, indexed, then rewritten unseen.
fn rewritten() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    for n in 0..PATHS {
        environment.write(name(n), format!("pub fn before_{n}() {{}}\n"));
    }
    environment.ok(&["reconcile"]);
    for n in 0..PATHS {
        environment.write(name(n), format!("pub fn after_{n}() {{}}\n"));
    }
    environment
}

/// 40 processes of 250 hints each over the ten paths. Half are `heimdall hint`, half append lines
/// as a shell does.
fn hint_10_000_times(environment: &TestEnvironment) {
    let processes: Vec<_> = (0..40)
        .map(|process| {
            let paths = (0..250).map(|n| environment.work().join(name((process + n) % PATHS)));
            let mut command = if process % 2 == 0 {
                let mut command = environment.command();
                command.arg("hint").args(paths);
                command
            } else {
                let mut command = std::process::Command::new("sh");
                let script = "out=$1; shift; for p; do echo \"$p\" >> \"$out\"; done";
                let hints = environment.heimdall_home().join("hints.jsonl");
                command.args(["-c", script, "sh"]).arg(hints).args(paths);
                command
            };
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut process in processes {
        assert!(process.wait().unwrap().success());
    }
}

#[test]
fn forty_processes_with_250_hints_each_lose_no_line_without_a_daemon() {
    let environment = rewritten();
    hint_10_000_times(&environment);
    let hints = fs::read_to_string(environment.heimdall_home().join("hints.jsonl")).unwrap();
    assert_eq!(hints.lines().count(), 10_000);
    for line in hints.lines() {
        let whole =
            line.starts_with('/') || serde_json::from_str::<serde_json::Value>(line).is_ok();
        assert!(whole, "torn: {line}");
    }
    environment.ok(&["reconcile"]);
    environment.assert_fresh("after 10,000 hints");
    assert_eq!(environment.status()["queued"], 0);
}

#[test]
fn forty_processes_with_250_hints_each_make_one_queue_row_a_path_under_a_daemon() {
    let mut environment = rewritten();
    // With the first looker asleep nothing is committed but the queue, where it can be counted.
    environment.set("HEIMDALL_FAULT", "looker:stall:4000");
    let daemon = environment.daemon(&[]);
    environment.set("HEIMDALL_FAULT", "");
    hint_10_000_times(&environment);
    let all = environment.ok(&["dump", "--all"]);
    let rows = all.lines().filter(|line| line.contains("\"type\":\"queued\"")).count();
    assert!(rows <= PATHS, "{all}");
    daemon.wait_settled(&environment);
    let dump = environment.dump();
    assert!(!dump.contains("before_"), "{dump}");
    environment.assert_fresh("after 10,000 hints");
    assert_eq!(environment.status()["queued"], 0);
}

/// Behaviour 50: garbage, relative paths and doubled lines cost nothing, and nobody chokes on them.
#[test]
fn garbage_in_the_hints_is_passed_over_and_what_is_good_is_taken() {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write("app/a.rs", "pub fn before() {}\n");
    let daemon = environment.daemon(&[]);
    daemon.wait_caught_up(&environment);
    let path = environment.work().join("app/a.rs");
    let path = path.to_str().unwrap();
    let mut lines: Vec<u8> = Vec::new();
    for garbage in [
        &b"{\"path\": 7}"[..],
        b"{\"path\": \"relative/x.rs\"}",
        b"relative.rs",
        b"{not json",
        b"",
        b"\xff\xfe\x00",
        b"/etc/passwd",
        b"{\"path\": \"/etc/shadow\", \"reason\": \"\x1b[2J\"}",
        b"[[[[[[[[",
    ] {
        lines.extend(garbage);
        lines.push(b'\n');
    }
    lines.extend([b'x'; 200_000]);
    lines.extend(format!("\n{path}\n{path}\n{{\"path\":\"{path}\"}}\n").into_bytes());
    let hints = environment.heimdall_home().join("hints.jsonl");
    let mut file = fs::File::options().append(true).create(true).open(hints).unwrap();
    file.write_all(&lines).unwrap();
    // A torn last line waits for its end.
    file.write_all(&path.as_bytes()[..5]).unwrap();
    environment.write("app/b.rs", "pub fn beside() {}\n");
    environment.ok(&["reconcile", "app"]);
    file.write_all(&path.as_bytes()[5..]).unwrap();
    file.write_all(b"\n").unwrap();
    daemon.wait_settled(&environment);
    environment.assert_fresh("after garbage");
    assert!(!environment.ok(&["dump", "--all"]).contains("passwd"));
}

/// Behaviour 8.
#[test]
fn a_hint_of_a_file_that_is_not_there_succeeds_with_a_notice() {
    let environment = TestEnvironment::new();
    environment.watch_work();
    let output = environment.run(&["hint", "nowhere.rs"]);
    assert_eq!(output.code, 0);
    assert!(output.stderr.contains("does not exist"), "{}", output.stderr);
}

/// What was appended while nobody ran is read by the next daemon, from where the last one stopped.
#[test]
fn hints_that_were_appended_while_nobody_ran_are_taken_up() {
    let environment = rewritten();
    let daemon = environment.daemon(&[]);
    daemon.wait_caught_up(&environment);
    drop(daemon);
    environment.write("f0.rs", "pub fn while_away() {}\n");
    environment.ok(&["hint", "f0.rs"]);
    let daemon = environment.daemon(&[]);
    daemon.wait_caught_up(&environment);
    assert!(environment.dump().contains("while_away"));
    drop(daemon);
    let all = environment.ok(&["dump", "--all"]);
    assert!(!all.contains("\"type\":\"queued\""), "{all}");
}
