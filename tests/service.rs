//! A daemon and its clients.

use crate::common::{Daemon, TestEnvironment, wait_until};

fn watched() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.configure(&serde_json::json!({
        "autostart": false, "watch_roots": [environment.work()],
    }));
    environment.write("app/lib.rs", "/// Adds up what is owed.\npub fn total_debt() {}\n");
    environment
}

fn started(environment: &TestEnvironment) -> Daemon {
    let daemon = environment.daemon(&[]);
    daemon.wait_caught_up(environment);
    daemon
}

#[test]
fn an_edit_is_found_and_the_answer_says_that_it_is_fresh() {
    let environment = watched();
    let _daemon = started(&environment);
    let text = environment.ok(&["search", "total debt"]);
    assert!(text.starts_with("1. [STRONG]"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("index is caught up"), "{text}");
    environment.write("app/new.rs", "pub fn quixotic_windmill() {}\n");
    wait_until("the new file is found", || {
        environment.ok(&["search", "quixotic windmill"]).contains("app/new.rs")
    });
}

#[test]
fn a_reconcile_beside_a_daemon_is_sent_to_it() {
    let environment = watched();
    let _daemon = started(&environment);
    environment.write("app/more.rs", "pub fn more() {}\n");
    let said = environment.ok(&["reconcile", "app/more.rs"]);
    assert!(said.starts_with("reconciled 1 path"), "{said}");
    assert!(environment.ok(&["dump"]).contains("app/more.rs"));
}

#[test]
fn a_second_daemon_names_the_first_and_ends() {
    let environment = watched();
    let daemon = started(&environment);
    let output = environment.run(&["daemon"]);
    assert_eq!(output.code, 75, "{output:?}");
    assert!(output.stderr.contains(&daemon.pid().to_string()), "{}", output.stderr);
}

#[test]
fn stop_ends_the_daemon_and_takes_its_socket_away() {
    let environment = watched();
    let daemon = started(&environment);
    environment.ok(&["daemon", "stop"]);
    assert_eq!(daemon.wait().code, 0);
    assert!(!environment.heimdall_home().join("heimdall.sock").try_exists().unwrap());
    assert_eq!(environment.run(&["daemon", "stop"]).code, 69, "none runs any more");
}

#[test]
fn a_hint_of_a_new_file_reaches_the_daemon() {
    let environment = watched();
    let _daemon = started(&environment);
    environment.write("app/hinted.rs", "pub fn hinted_harbour() {}\n");
    environment.ok(&["hint", "app/hinted.rs"]);
    wait_until("the hinted file is found", || {
        environment.ok(&["search", "hinted harbour"]).contains("app/hinted.rs")
    });
}

#[test]
fn status_shows_a_person_and_a_program_the_same() {
    let environment = watched();
    let daemon = started(&environment);
    let text = environment.ok(&["status"]);
    assert!(text.contains("caught up"), "{text}");
    assert!(text.contains(&format!("pid {}", daemon.pid())), "{text}");
    let status = environment.run(&["status", "--json"]).json();
    assert_eq!((&status["files"], &status["caught_up"]), (&1.into(), &true.into()));
}

#[test]
fn a_daemon_runs_once_when_told_to() {
    let environment = watched();
    assert_eq!(environment.run(&["daemon", "--once", "--scan"]).code, 0);
    assert!(environment.ok(&["dump"]).contains("total_debt"));
}

#[test]
fn a_daemon_in_the_background_answers_when_the_command_returns() {
    let environment = watched();
    environment.ok(&["daemon", "--background"]);
    let status = environment.run(&["status", "--json"]).json();
    assert!(status["pid"].is_u64(), "{status}");
    environment.ok(&["daemon", "stop"]);
}

#[test]
fn a_hook_names_only_the_file_that_its_tool_touched() {
    let environment = watched();
    let _daemon = started(&environment);
    let hook = serde_json::json!({
        "hook_event_name": "PostToolUse", "tool_name": "Write", "cwd": environment.work(),
        "tool_input": {"file_path": environment.work().join("app/lib.rs"), "content": "/etc/passwd"},
    });
    let output = environment.run_with(&["hint", "--stdin"], hook.to_string().as_bytes());
    assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (0, "", ""));
    let hints = std::fs::read_to_string(environment.heimdall_home().join("hints.jsonl")).unwrap();
    assert!(hints.contains("app/lib.rs") && !hints.contains("passwd"), "{hints}");
}
