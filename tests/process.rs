//! The daemon as a process, and what comes over its socket.

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::common::{TestEnvironment, Wire, wait_until};

fn watched() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write("a.rs", "pub fn alpha() {}\n");
    environment
}

#[test]
fn of_two_daemons_at_once_one_wins_and_the_other_names_it() {
    let environment = watched();
    for round in 0..20 {
        let start = || {
            let mut command = environment.command();
            command.arg("daemon").stdin(Stdio::null()).stdout(Stdio::null());
            command.stderr(Stdio::piped()).spawn().unwrap()
        };
        let (mut one, mut two) = (start(), start());
        let mut ended = None;
        wait_until("one of them ends", || {
            ended = one.try_wait().unwrap().map(|s| (s, true));
            ended = ended.or_else(|| two.try_wait().unwrap().map(|s| (s, false)));
            ended.is_some()
        });
        let (status, first) = ended.unwrap();
        assert_eq!(status.code(), Some(75), "round {round}");
        let (mut winner, loser) = if first { (two, one) } else { (one, two) };
        let said = String::from_utf8(loser.wait_with_output().unwrap().stderr).unwrap();
        assert!(said.contains(&format!("pid {}", winner.id())), "{said}");
        assert!(said.contains("heimdall.sock"), "{said}");
        winner.kill().unwrap();
        winner.wait().unwrap();
    }
}

#[test]
fn a_killed_daemon_stands_in_nobodys_way() {
    let environment = watched();
    for round in 0..20 {
        environment.write("a.rs", format!("pub fn round_{round}() {{}}\n"));
        let daemon = environment.daemon(&[]);
        if round % 5 == 0 {
            daemon.wait_settled(&environment);
        }
        // The test's own way to end a daemon is kill -9.
        drop(daemon);
    }
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    environment.assert_fresh("after twenty kills");
}

#[test]
fn a_daemon_that_is_told_to_end_ends_and_loses_nothing() {
    let environment = watched();
    for n in 0..300 {
        environment.write(format!("f{n}.rs"), format!("pub fn f{n}() {{}}\n"));
    }
    let daemon = environment.daemon(&[]);
    let pid = daemon.pid().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(daemon.wait().code, 0);
    let socket = environment.heimdall_home().join("heimdall.sock");
    assert!(std::fs::symlink_metadata(socket).is_err());
    environment.ok(&["reconcile"]);
    environment.assert_fresh("after SIGTERM");
}

/// Rolled back or done, within 2 s; the guard is five times that.
#[test]
fn a_daemon_that_is_told_to_end_in_the_middle_of_a_commit_ends_in_time() {
    for place in ["before-store", "after-store", "before-lexical", "after-lexical"] {
        let mut environment = watched();
        environment.set("HEIMDALL_FAULT", &format!("{place}:stall:700"));
        let daemon = environment.daemon(&[]);
        environment.set("HEIMDALL_FAULT", "");
        environment.write("b.rs", "pub fn beta() {}\n");
        let pid = daemon.pid().to_string();
        let told = Instant::now();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        assert_eq!(daemon.wait().code, 0, "{place}");
        assert!(told.elapsed() < Duration::from_secs(10), "{place}: {:?}", told.elapsed());
        environment.ok(&["reconcile"]);
        environment.assert_fresh(place);
    }
}

#[test]
fn a_search_whose_reader_leaves_ends_quietly() {
    let environment = watched();
    for n in 0..100 {
        environment.write(format!("f{n}.rs"), format!("/// Alpha.\npub fn alpha_{n}() {{}}\n"));
    }
    environment.ok(&["reconcile"]);
    for arguments in [&["search", "alpha", "-n", "100"][..], &["search", "alpha", "--json"]] {
        let mut command = environment.command();
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*said), (Some(0), ""));
    }
}

#[test]
fn what_is_made_is_closed_to_others_and_an_open_home_is_refused() {
    let environment = watched();
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    let home = environment.heimdall_home();
    for name in ["heimdall.redb", "heimdall.sock", "logs/heimdall.log", "config.json"] {
        let mode = std::fs::metadata(home.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, if name == "config.json" { mode & 0o077 } else { 0 }, "{name}");
    }
    drop(daemon);
    std::fs::set_permissions(&home, std::fs::Permissions::from_mode(0o755)).unwrap();
    let refused = environment.run(&["daemon", "--once"]);
    assert_eq!(refused.code, 77, "{refused:?}");
    assert!(refused.stderr.contains("chmod 700"), "{refused:?}");
}

#[test]
fn garbage_on_the_socket_is_answered_or_survived() {
    let environment = watched();
    let daemon = environment.daemon(&[]);
    let socket = environment.heimdall_home().join("heimdall.sock");
    let mut wire = Wire::silent(&socket);
    wire.send(b"GET / HTTP/1.1");
    wire.receive();
    assert_eq!(wire.receive(), None, "who does not greet is hung up on");
    let mut wire = Wire::open(&socket);
    for line in [&b"not json"[..], b"\xff\xfe", b"\xef\xbb\xbf{}", b"[]", b"{\"no_such\":1}", b""] {
        wire.send(line);
        let answer = wire.receive().unwrap();
        assert_eq!(answer["failed"]["code"], 2, "{line:?}: {answer}");
    }
    let deep = [&b"["[..]; 10_000].concat();
    wire.send(&deep);
    assert_eq!(wire.receive().unwrap()["failed"]["code"], 2);
    assert_eq!(wire.ask(&json!("ping"))["done"], "pong");
    let mut wire = Wire::open(&socket);
    wire.send(&vec![b'x'; 17 << 20]);
    if let Some(answer) = wire.receive() {
        assert_eq!(answer["failed"]["code"], 2, "{answer}");
    }
    let mut silent: Vec<_> = (0..20).map(|_| Wire::silent(&socket)).collect();
    assert_eq!(Wire::open(&socket).ask(&json!("ping"))["done"], "pong");
    silent.clear();
    daemon.wait_settled(&environment);
    assert!(environment.indexed().contains("a.rs"));
}

#[test]
fn a_path_outside_the_roots_is_refused_whoever_asks() {
    let environment = watched();
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    let mut wire = Wire::open(&environment.heimdall_home().join("heimdall.sock"));
    for path in ["/etc/passwd", "/etc", "/work/../etc/passwd", "relative"] {
        let paths = json!({"reconcile": {"paths": [path], "all": false, "dry_run": false}});
        let answer = wire.ask(&paths);
        let refused = &answer["done"]["reconciled"]["refused"];
        assert_eq!(refused.as_array().map(Vec::len), Some(1), "{path}: {answer}");
        let dump = wire.ask(&json!({"dump": {"paths": [path], "all": false}}));
        assert_eq!(dump["failed"]["code"], 77, "{path}: {dump}");
    }
    assert_eq!(environment.indexed().len(), 1);
}

#[test]
fn a_home_with_a_long_name_has_a_short_socket() {
    let mut environment = watched();
    let long = environment.home().join("x".repeat(120));
    std::fs::create_dir(&long).unwrap();
    std::fs::set_permissions(&long, std::fs::Permissions::from_mode(0o700)).unwrap();
    let config = environment.heimdall_home().join("config.json");
    std::fs::copy(config, long.join("config.json")).unwrap();
    let runtime = environment.home().join("run");
    std::fs::create_dir(&runtime).unwrap();
    environment.set("XDG_RUNTIME_DIR", runtime.to_str().unwrap());
    environment.set("HEIMDALL_HOME", long.to_str().unwrap());
    let daemon = environment.daemon(&[]);
    assert_eq!(std::fs::read_dir(&runtime).unwrap().count(), 1);
    assert_eq!(environment.status()["pid"], daemon.pid());
}
