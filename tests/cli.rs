//! The contract of the command line: help, usage errors, exit codes, what goes to which stream.

use std::process::{Command, Stdio};

use crate::common::TestEnvironment;

/// Every command that is not hidden.
const COMMANDS: &[&str] = &[
    "search",
    "roots",
    "roots add",
    "roots remove",
    "roots list",
    "reconcile",
    "daemon",
    "daemon stop",
    "verify",
    "status",
    "hint",
    "depth",
    "history",
    "dump",
    "languages",
    "completions",
    "version",
];

#[test]
fn without_arguments_the_help_and_no_error() {
    let environment = TestEnvironment::new();
    let output = environment.run::<&str>(&[]);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    for command in
        ["search", "roots", "reconcile", "daemon", "verify", "status", "hint", "depth", "history"]
    {
        assert!(output.stdout.contains(&format!("\n  {command} ")), "{command}");
    }
    assert!(!output.stdout.contains("worker"), "hidden");
    for flag in ["--help", "-h", "help"] {
        let output = environment.run(&[flag]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{flag}");
        assert!(output.stdout.contains("Usage: heimdall"), "{flag}");
    }
}

/// Every flag and every word of help, so that none changes unseen.
#[test]
fn the_help_is_what_it_was() {
    let environment = TestEnvironment::new();
    let mut all = environment.ok(&["--help"]);
    for command in COMMANDS.iter().map(|words| words.split(' ').collect::<Vec<_>>()) {
        let help = environment.ok(&[&command[..], &["--help"]].concat());
        all.push_str(&format!("\n$ heimdall {} --help\n\n{help}", command.join(" ")));
    }
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/cli"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("help", all);
    });
}

#[test]
fn nothing_is_made_on_disk_by_looking() {
    let environment = TestEnvironment::new();
    for arguments in [&["--help"][..], &["version"], &["reconcile"], &["roots", "list"]] {
        environment.run(arguments);
    }
    assert!(!environment.heimdall_home().try_exists().unwrap());
}

#[test]
fn every_command_explains_itself_with_an_example() {
    let environment = TestEnvironment::new();
    for command in COMMANDS.iter().map(|words| words.split(' ').collect::<Vec<_>>()) {
        let help = environment.ok(&[&command[..], &["--help"]].concat());
        assert!(help.contains("Example"), "{command:?}");
        assert!(help.lines().all(|line| line.len() <= 100), "{command:?} is wide");
    }
}

#[test]
fn an_unknown_flag_is_named_and_corrected() {
    let environment = TestEnvironment::new();
    for (arguments, named, suggested) in [
        (&["reconcile", "--alll"][..], "--alll", "--all"),
        (&["verify", "--depe"], "--depe", "--deep"),
        (&["depth", "--frobnicate"], "--frobnicate", ""),
        (&["search", "x", "--jsno"], "--jsno", "--json"),
        (&["search", "x", "--kind", "functon"], "functon", "function"),
        (&["search", "x", "--language", "pythn"], "pythn", "python"),
        (&["daemon", "--onec"], "--onec", "--once"),
        (&["hint", "--stdn"], "--stdn", "--stdin"),
        (&["roots", "ad"], "ad", "add"),
    ] {
        let output = environment.run(arguments);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(output.stderr.contains(&format!("'{named}'")), "{}", output.stderr);
        assert!(output.stderr.contains(suggested), "{}", output.stderr);
    }
}

#[test]
fn an_unknown_command_is_refused_with_the_usage() {
    let output = TestEnvironment::new().run(&["serch", "x"]);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""));
    assert!(output.stderr.contains("'serch'") && output.stderr.contains("'search'"));
    assert!(output.stderr.contains("Usage: heimdall"), "{}", output.stderr);
}

#[test]
fn a_search_needs_a_query_and_a_sane_limit() {
    let environment = TestEnvironment::new();
    for arguments in [
        &["search"][..],
        &["search", ""],
        &["search", "  ", "\t"],
        &["search", "x", "-n", "0"],
        &["search", "x", "-n", "-3"],
        &["search", "x", "-n", "1000000000"],
    ] {
        let output = environment.run(arguments);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn without_a_root_a_person_is_told_how_to_add_one() {
    let environment = TestEnvironment::new();
    environment.git("api", &["init"]);
    environment.git("deep/down/below", &["init"]);
    for arguments in [&["reconcile"][..], &["daemon", "--once"]] {
        let output = environment.run(arguments);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(output.stderr.starts_with("heimdall: "), "{}", output.stderr);
        assert!(output.stderr.contains("hint: add one with: heimdall roots add"));
        assert!(output.stderr.contains("~/work/api\n"), "{}", output.stderr);
        assert!(output.stderr.contains("~/work/deep/down/below\n"), "{}", output.stderr);
    }
}

#[test]
fn versions_and_completions_are_printed() {
    let environment = TestEnvironment::new();
    assert_eq!(environment.ok(&["version"]), environment.ok(&["--version"]));
    assert!(environment.ok(&["version"]).starts_with("heimdall 0."));
    for (shell, mark) in
        [("bash", "complete -F"), ("zsh", "#compdef heimdall"), ("fish", "complete -c heimdall")]
    {
        let script = environment.ok(&["completions", shell]);
        assert!(script.contains(mark) && script.contains("reconcile"), "{shell}");
    }
    assert_eq!(environment.run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn colour_is_for_terminals_and_those_who_force_it() {
    let mut environment = TestEnvironment::new();
    assert!(!environment.ok(&["search", "--help"]).contains('\x1b'));
    environment.set("NO_COLOR", "1").set("CLICOLOR_FORCE", "1");
    assert!(!environment.ok(&["--help"]).contains('\x1b'));
    assert!(!environment.run(&["serch"]).stderr.contains('\x1b'));
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let environment = TestEnvironment::new();
    for arguments in [&["--help"][..], &[], &["completions", "bash"]] {
        let mut command = environment.command();
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_hint_never_fails_and_says_what_is_odd() {
    let environment = TestEnvironment::new();
    let file = environment.write("a.rs", "");
    environment.configure(&serde_json::json!({"watch_roots": [environment.work()]}));
    let output = environment.run(&["hint", "a.rs", "../elsewhere"]);
    assert_eq!((output.code, output.stdout.as_str()), (0, ""));
    assert_eq!(output.stderr.lines().count(), 2, "{}", output.stderr);
    assert!(
        output.stderr.contains("does not exist: ") && output.stderr.contains("outside the roots")
    );
    let hints = std::fs::read_to_string(environment.heimdall_home().join("hints.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        hints.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["path"], file.to_str().unwrap());
    assert_eq!(lines[0]["reason"], "cli");
    assert!(lines[0]["at"].as_u64().unwrap() > 0);
    assert_eq!(environment.run::<&str>(&["hint"]).code, 2, "nothing to hint is wrong usage");
}

#[test]
fn forty_processes_append_without_losing_a_line() {
    let environment = TestEnvironment::new();
    let children: Vec<_> = (0..40)
        .map(|n| {
            let mut command: Command = environment.command();
            command.arg("hint").args((0..25).map(|m| format!("/p/{n}/{m}")));
            command.stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let hints = std::fs::read_to_string(environment.heimdall_home().join("hints.jsonl")).unwrap();
    let paths: std::collections::BTreeSet<String> = hints
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["path"].to_string())
        .collect();
    assert_eq!(paths.len(), 1000);
}

#[test]
fn settings_that_cannot_be_read_are_named() {
    let environment = TestEnvironment::new();
    environment.configure(&serde_json::json!({"debounce_ms": "soon"}));
    let output = environment.run(&["reconcile"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("config.json") && output.stderr.contains("hint: "));
}
