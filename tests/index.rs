//! From files to answers without a daemon: reconcile, search, verify, dump, depth, history.

use std::process::Stdio;

use crate::common::TestEnvironment;

const RUST: &str = "\
//! Settings of the service.

/// Reads the settings file and fills in what it leaves out.
pub fn load_settings(path: &str) -> Settings {
    parse_settings(&read(path))
}

pub struct Settings {
    pub port: u16,
}
";

const PYTHON: &str = "\
\"\"\"Retry with exponential backoff.\"\"\"


class Backoff:
    \"\"\"How long to wait before the next attempt.\"\"\"

    def delay(self, attempt):
        return min(self.limit, self.base * 2 ** attempt)
";

/// Two small projects, indexed.
fn indexed() -> TestEnvironment {
    let mut environment = TestEnvironment::new();
    // The tests say when something runs.
    environment.configure(&serde_json::json!({
        "autostart": false, "watch_roots": [environment.work()],
    }));
    environment.set("LANG", "C.UTF-8");
    environment.git("api", &["init"]);
    environment.git("crawler", &["init"]);
    environment.write_tree(&[("api/src/settings.rs", RUST), ("crawler/backoff.py", PYTHON)]);
    let said = environment.ok(&["reconcile"]);
    assert!(said.starts_with("reconciled "), "{said}");
    environment
}

#[test]
fn a_search_finds_what_was_reconciled_and_trusts_it() {
    let environment = indexed();
    let text = environment.ok(&["search", "load", "settings"]);
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("1. [STRONG] cov100% "), "{text}");
    assert!(first.contains(" — ~/work/api/src/settings.rs:"), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.contains("no daemon: freshness unknown"), "{text}");
    assert!(!text.contains('\x1b'));
}

#[test]
fn the_json_answer_has_absolute_paths_and_every_key() {
    let environment = indexed();
    let answer = environment.run(&["search", "--json", "exponential backoff"]).json();
    for key in ["query", "took_ms", "caught_up", "partial", "queued", "skipped", "hits", "related"]
    {
        assert!(answer.get(key).is_some(), "{key} is missing: {answer}");
    }
    let hit = &answer["hits"][0];
    let path = environment.work().join("crawler/backoff.py");
    assert_eq!(hit["path"], path.to_str().unwrap());
    assert_eq!((&hit["language"], &hit["rank"]), (&"python".into(), &1.into()));
    for key in [
        "verdict",
        "reason",
        "coverage",
        "score",
        "root",
        "project",
        "title",
        "kind",
        "line",
        "end_line",
        "signature",
        "symbols",
        "snippet",
        "also",
    ] {
        assert!(hit.get(key).is_some(), "{key} is missing: {hit}");
    }
}

#[test]
fn filters_narrow_an_answer() {
    let environment = indexed();
    let paths = |arguments: &[&str]| -> Vec<String> {
        let arguments = [&["search", "--json", "settings delay"], arguments].concat();
        let answer = environment.run(&arguments).json();
        let hits = answer["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(paths(&[]).len(), 2);
    for arguments in
        [&["--language", "py"][..], &["--scope", "crawler"], &["--scope", "~/work/crawler"]]
    {
        let paths = paths(arguments);
        assert_eq!(paths.len(), 1, "{arguments:?}: {paths:?}");
        assert!(paths[0].ends_with("backoff.py"));
    }
    assert_eq!(paths(&["--scope", "craw"]), Vec::<String>::new(), "scopes are whole components");
    assert_eq!(paths(&["-n", "1"]).len(), 1);
}

#[test]
fn an_answer_without_a_hit_is_no_failure_and_says_so() {
    let environment = indexed();
    let text = environment.ok(&["search", "zyxwvutsrq"]);
    assert!(text.starts_with("no hit for: zyxwvutsrq"), "{text}");
    assert!(text.lines().last().unwrap().contains("freshness"), "{text}");
}

#[test]
fn verify_finds_drift_names_it_and_repairs_it_only_when_told() {
    let environment = indexed();
    assert!(environment.ok(&["verify"]).starts_with("ok: "));
    assert!(environment.ok(&["verify", "--deep"]).starts_with("ok: "));
    environment.write("api/src/settings.rs", RUST.replace("port", "socket"));
    environment.write("api/src/new.rs", "pub fn fresh() {}\n");
    std::fs::remove_file(environment.work().join("crawler/backoff.py")).unwrap();
    for _ in 0..2 {
        let output = environment.run(&["verify"]);
        assert_eq!(output.code, 1, "{output:?}");
        for row in [
            "DRIFT stat\t~/work/api/src/settings.rs\n",
            "DRIFT new\t~/work/api/src/new.rs\n",
            "DRIFT missing\t~/work/crawler/backoff.py\n",
        ] {
            assert!(output.stdout.contains(row), "{row:?} is not in {}", output.stdout);
        }
        assert!(output.stdout.contains("3 differences"), "{}", output.stdout);
    }
    let report = environment.run(&["verify", "--json"]);
    assert_eq!((report.code, &report.json()["drift_count"]), (1, &3.into()));
    assert_eq!(environment.run(&["verify", "--rebuild"]).code, 0);
    assert!(environment.ok(&["verify"]).starts_with("ok: "));
}

/// Same size, same modification time, other bytes: where there is a change time it shows.
#[test]
fn a_rewrite_that_restores_the_time_is_found() {
    let environment = indexed();
    let path = environment.work().join("api/src/settings.rs");
    let before = std::fs::metadata(&path).unwrap().modified().unwrap();
    std::fs::write(&path, RUST.replace("port", "boat")).unwrap();
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(before).unwrap();
    let output = environment.run(&["verify", "--deep"]);
    assert_eq!(output.code, 1);
    assert!(output.stdout.contains("\t~/work/api/src/settings.rs"), "{}", output.stdout);
    environment.ok(&["reconcile", "--all"]);
    assert!(environment.ok(&["dump"]).contains("boat"));
}

#[test]
fn a_dry_run_changes_nothing() {
    let environment = indexed();
    let before = environment.ok(&["dump"]);
    environment.write("api/src/new.rs", "pub fn fresh() {}\n");
    let said = environment.ok(&["reconcile", "--all", "--dry-run"]);
    assert!(said.contains("DRIFT new\t~/work/api/src/new.rs"), "{said}");
    assert!(said.contains("nothing was changed"), "{said}");
    assert_eq!(environment.ok(&["dump"]), before);
}

#[test]
fn reconcile_takes_files_and_directories_and_refuses_what_lies_outside() {
    let environment = indexed();
    environment.write("api/src/new.rs", "pub fn fresh() {}\n");
    environment.write("crawler/other.py", "def other(): pass\n");
    environment.ok(&["reconcile", "api"]);
    let dump = environment.ok(&["dump"]);
    assert!(dump.contains("api/src/new.rs") && !dump.contains("crawler/other.py"), "{dump}");
    let output = environment.run(&["reconcile", "/etc/passwd"]);
    assert_eq!(output.code, 77, "{output:?}");
    assert!(output.stderr.contains("/etc/passwd"), "{}", output.stderr);
}

#[test]
fn reconciling_again_changes_no_byte() {
    let environment = indexed();
    let before = environment.ok(&["dump"]);
    environment.ok(&["reconcile", "--all"]);
    assert_eq!(environment.ok(&["dump"]), before);
    assert!(!before.contains(environment.home().to_str().unwrap()), "no absolute paths");
}

#[test]
fn a_dump_ends_quietly_when_its_reader_leaves() {
    let environment = indexed();
    for n in 0..200 {
        environment.write(format!("api/src/m{n}.rs"), RUST);
    }
    environment.ok(&["reconcile"]);
    let mut command = environment.command();
    let mut child =
        command.arg("dump").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_path_can_be_dumped_by_itself() {
    let environment = indexed();
    let dump = environment.ok(&["dump", "--path", "crawler"]);
    assert!(dump.contains("backoff.py") && !dump.contains("settings.rs"), "{dump}");
    assert!(environment.ok(&["dump", "--all"]).contains("\"type\":\"counts\""));
}

#[test]
fn depth_says_what_was_asked_for_and_reached() {
    let environment = indexed();
    let text = environment.ok(&["depth", "api/src/settings.rs"]);
    assert!(text.starts_with("capability: graph"), "{text}");
    assert!(text.contains("path:       ~/work/api/src/settings.rs\n"), "{text}");
    assert!(!text.contains("clamped"), "{text}");
    environment.write("api/old.f90", "program a\nend program a\n");
    environment.ok(&["reconcile"]);
    let text = environment.ok(&["depth", "api/old.f90"]);
    assert!(text.contains("effective:  file (clamped)"), "{text}");
    assert!(environment.ok(&["depth"]).starts_with("capability: "));
    assert_eq!(environment.run(&["depth", "/etc/passwd"]).code, 0, "outside is an answer, too");
}

#[test]
fn history_tells_what_went_and_what_moved() {
    let environment = indexed();
    let work = environment.work();
    std::fs::rename(work.join("api/src/settings.rs"), work.join("api/src/config.rs")).unwrap();
    std::fs::remove_file(work.join("crawler/backoff.py")).unwrap();
    environment.ok(&["reconcile", "--all"]);
    let text = environment.ok(&["history", "."]);
    assert!(text.contains("removed  ~/work/crawler/backoff.py"), "{text}");
    assert!(text.contains("Backoff"), "{text}");
    assert!(text.contains("~/work/api/src/settings.rs → ~/work/api/src/config.rs"), "{text}");
    let answer = environment.ok(&["search", "load settings"]);
    assert!(answer.starts_with("1. [REBUILT]") && answer.contains("settings.rs"), "{answer}");
}

#[test]
fn languages_are_listed_with_their_depth() {
    let environment = TestEnvironment::new();
    let table = environment.ok(&["languages"]);
    assert!(table.lines().any(|line| line.starts_with("rust ") && line.contains("bundled")));
    let lines = environment.ok(&["languages", "--json"]);
    let named = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    assert!(lines.lines().map(named).any(|l| l["name"] == "python" && l["parser"] == "bundled"));
}

#[test]
fn names_that_a_terminal_would_obey_are_shown_escaped() {
    let environment = indexed();
    environment
        .write("api/evil\x1b[2J\u{202e}name\n.md", "# A treacherous heading\x1b[31m\u{200b}\n");
    environment.ok(&["reconcile"]);
    let text = environment.ok(&["search", "treacherous heading"]);
    assert!(text.contains("evil\\u{1b}[2J\\u{202e}name\\n.md"), "{text}");
    let json = environment.run(&["search", "--json", "treacherous heading"]);
    for output in [&text, &json.stdout] {
        assert!(!output.contains(['\x1b', '\u{202e}', '\u{200b}']), "{output:?}");
    }
    assert!(json.json()["hits"][0]["path"].as_str().unwrap().contains('\x1b'));
}

#[test]
fn forced_colour_colours_and_no_color_wins() {
    let mut environment = indexed();
    environment.set("CLICOLOR_FORCE", "1");
    assert!(environment.ok(&["search", "settings"]).contains("\x1b["));
    environment.set("NO_COLOR", "1");
    assert!(!environment.ok(&["search", "settings"]).contains('\x1b'));
}

#[test]
fn without_an_index_commands_say_what_to_do() {
    let environment = TestEnvironment::new();
    environment.configure(&serde_json::json!({"autostart": false}));
    for arguments in [&["search", "x"][..], &["dump"], &["verify"]] {
        let output = environment.run(arguments);
        assert_ne!(output.code, 70, "{arguments:?}: {output:?}");
        let said = format!("{}{}", output.stdout, output.stderr);
        assert!(said.contains("heimdall roots add"), "{arguments:?}: {said}");
    }
}
