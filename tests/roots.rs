//! `heimdall roots`.

use crate::common::TestEnvironment;

fn environment() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.configure(&serde_json::json!({"autostart": false, "depth": "max", "mine": [1]}));
    environment
}

#[test]
fn roots_are_added_listed_and_removed_and_other_settings_stay() {
    let environment = environment();
    environment.write("a/x.rs", "pub fn apple() {}\n");
    environment.write("b/y.rs", "pub fn banana() {}\n");
    environment.ok(&["roots", "add", "a", "./b/"]);
    assert_eq!(environment.ok(&["roots", "list"]), "~/work/a\n~/work/b\n");
    environment.ok(&["roots", "add", "a"]);
    assert_eq!(environment.ok(&["roots", "list"]).lines().count(), 2, "twice is once");
    let config = std::fs::read_to_string(environment.heimdall_home().join("config.json")).unwrap();
    let config: serde_json::Value = serde_json::from_str(&config).unwrap();
    assert_eq!((&config["mine"][0], &config["depth"]), (&1.into(), &"max".into()));
    environment.ok(&["reconcile"]);
    assert!(environment.ok(&["dump", "--all"]).contains("banana"));
    environment.ok(&["roots", "remove", "b"]);
    assert_eq!(environment.ok(&["roots", "list"]), "~/work/a\n");
    let dump = environment.ok(&["dump", "--all"]);
    assert!(dump.contains("apple") && !dump.contains("banana"), "{dump}");
}

#[test]
fn what_cannot_be_a_root_is_refused_with_the_reason() {
    let environment = environment();
    let file = environment.write("a/file.rs", "");
    for path in ["/", "~", "nowhere", file.to_str().unwrap()] {
        let path = if path == "~" { environment.home().to_str().unwrap() } else { path };
        let output = environment.run(&["roots", "add", path]);
        assert_eq!(output.code, 77, "{path}: {output:?}");
        assert!(output.stderr.starts_with("heimdall: "), "{}", output.stderr);
    }
    let output = environment.run(&["roots", "remove", "a"]);
    assert_eq!(output.code, 77, "{output:?}");
    assert_eq!(environment.ok(&["roots", "list"]), "");
}

#[test]
fn a_running_daemon_follows_at_once() {
    let environment = environment();
    environment.write("a/x.rs", "pub fn apple() {}\n");
    environment.write("b/y.rs", "pub fn banana() {}\n");
    environment.ok(&["roots", "add", "a"]);
    let daemon = environment.daemon(&[]);
    environment.ok(&["roots", "add", "b"]);
    daemon.wait_caught_up(&environment);
    assert!(environment.ok(&["dump"]).contains("banana"));
    environment.ok(&["roots", "remove", "b"]);
    daemon.wait_caught_up(&environment);
    assert!(!environment.ok(&["dump", "--all"]).contains("banana"));
}
