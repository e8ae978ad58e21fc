//! `heimdall search` from outside: what it answers, in which form, and what it refuses.

use serde_json::{Value, json};

use crate::common::TestEnvironment;

const POOL: &str = "\
/// A pool of worker threads that share one queue of jobs.
pub struct WorkerPool {
    queue: Queue,
}

impl WorkerPool {
    /// Starts the worker threads.
    pub fn start(threads: usize) -> Self {
        spawn_all(threads)
    }
}
";

const QUEUE: &str = "\
\"\"\"A queue of jobs, oldest first.\"\"\"


class Queue:
    \"\"\"Holds jobs until a worker takes them.\"\"\"

    def take(self):
        \"\"\"The oldest job.\"\"\"
        return self.jobs.pop(0)


def drain(queue):
    \"\"\"Empties the queue of jobs.\"\"\"
    return [queue.take() for _ in queue.jobs]
";

const NOTES: &str = "\
# Notes on the queue

A worker never waits for a job longer than the queue is long.
The queue of failed jobs is drained at night.
";

/// Three small projects and a heap of like files, indexed.
fn indexed() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.configure(&json!({"autostart": false, "watch_roots": [environment.work()]}));
    for project in ["api", "api2", "jobs"] {
        environment.git(project, &["init"]);
    }
    environment.write_tree(&[
        ("api/src/pool.rs", POOL),
        ("api2/src/pool.rs", &POOL.replace("Worker", "Helper")),
        ("jobs/queue.py", QUEUE),
        ("jobs/copies/queue.py", QUEUE),
        ("jobs/notes.md", NOTES),
    ]);
    for n in 0..60 {
        environment.write(
            format!("jobs/many/part{n}.py"),
            format!("def queue_part_{n}():\n    return worker({n} * {n})\n"),
        );
    }
    environment.ok(&["reconcile"]);
    environment
}

fn answer(environment: &TestEnvironment, arguments: &[&str]) -> Value {
    let output = environment.run(&[&["search", "--json"], arguments].concat());
    assert_eq!(output.code, 0, "{arguments:?}: {output:?}");
    let reply = output.json();
    check(&reply);
    reply
}

/// The answer keeps to docs/search.schema.json.
fn check(reply: &Value) {
    let text = include_str!("../docs/search.schema.json");
    let schema: Value = serde_json::from_str(text).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(reply).map(|e| format!("{}: {e}", e.instance_path)).collect();
    assert!(errors.is_empty(), "{errors:?}\n{reply:#}");
}

fn hits(reply: &Value) -> &[Value] {
    reply["hits"].as_array().unwrap()
}

fn paths(environment: &TestEnvironment, arguments: &[&str]) -> Vec<String> {
    let work = environment.work();
    let reply = answer(environment, arguments);
    let path = |hit: &Value| hit["path"].as_str().unwrap().to_owned();
    let below = |path: String| path[work.to_str().unwrap().len() + 1..].to_owned();
    hits(&reply).iter().map(path).map(below).collect()
}

fn notes(reply: &Value) -> String {
    let notes = reply["notes"].as_array().unwrap();
    notes.iter().map(|note| note.as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_schema_holds_for_every_kind_of_answer_and_for_nothing_else() {
    let environment = indexed();
    for arguments in [
        &["worker", "queue"][..],
        &["worker", "queue", "--explain", "-n", "100"],
        &["worker", "queue", "--level", "symbol", "--explain"],
        &["queue", "--no-explore"],
        &["zyxwvutsrq"],
        &["queue", "--scope", "nowhere"],
    ] {
        answer(&environment, arguments);
    }
    std::fs::remove_file(environment.work().join("jobs/notes.md")).unwrap();
    let stale = answer(&environment, &[r#""queue of failed jobs""#]);
    assert_eq!((&hits(&stale)[0]["verdict"], stale["stale"].is_array()), (&json!("STALE"), true));
    environment.ok(&["reconcile", "--all"]);
    let removed = answer(&environment, &["notes on the queue", "-n", "100"]);
    let last = hits(&removed).last().unwrap();
    assert_eq!(last["verdict"], "REMOVED", "{removed:#}");

    let schema: Value = serde_json::from_str(include_str!("../docs/search.schema.json")).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let mut other = stale.clone();
    other["surprise"] = json!(1);
    assert!(!validator.is_valid(&other), "an unknown key");
    let mut other = stale;
    other["hits"][0]["reason"] = json!("");
    assert!(!validator.is_valid(&other), "a verdict without its reason");
}

#[test]
fn flags_stand_before_or_after_the_query() {
    let environment = indexed();
    let wanted = paths(&environment, &["-n", "2", "worker", "queue"]);
    assert_eq!(wanted.len(), 2);
    assert_eq!(paths(&environment, &["worker", "queue", "-n", "2"]), wanted);
    assert_eq!(paths(&environment, &["worker", "-n2", "queue"]), wanted);
    assert_eq!(paths(&environment, &["worker queue", "--limit=2"]), wanted);
}

#[test]
fn a_scope_is_a_path_or_a_project_by_whole_components() {
    let environment = indexed();
    let inside = environment.work().join("api");
    for scope in ["api", "./api", "~/work/api", inside.to_str().unwrap(), "api/src"] {
        // A path below the current directory is one only with its dot.
        let scope = if scope == "api/src" { "./api/src" } else { scope };
        let found = paths(&environment, &["threads share a queue of jobs", "--scope", scope]);
        assert_eq!(found, ["api/src/pool.rs"], "{scope}");
    }
    let reply = answer(&environment, &["queue", "--scope", "apy"]);
    assert!(hits(&reply).is_empty());
    assert!(notes(&reply).contains("no root or project is called apy; near it: api"), "{reply}");
    let reply = answer(&environment, &["queue", "--scope", "/nowhere/at/all"]);
    assert!(hits(&reply).is_empty() && notes(&reply).contains("/nowhere/at/all"), "{reply}");
}

#[test]
fn languages_paths_and_kinds_narrow_an_answer() {
    let environment = indexed();
    for arguments in [
        &["queue worker", "--language", "rust"][..],
        &["queue worker", "--language", "rs"],
        &["queue worker lang:rust"],
        &["queue worker path:src"],
        &["queue worker path:src/pool"],
    ] {
        let found = paths(&environment, arguments);
        assert!(!found.is_empty() && found.iter().all(|p| p.ends_with(".rs")), "{found:?}");
    }
    assert_eq!(paths(&environment, &["queue path:sr"]), [""; 0], "paths are whole components");
    let reply = answer(&environment, &["worker pool", "--kind", "struct"]);
    assert!(!hits(&reply).is_empty());
    for hit in hits(&reply) {
        assert_eq!(hit["kind"], "struct", "{hit}");
    }
    let reply = answer(&environment, &["queue", "--kind", "trait"]);
    assert!(hits(&reply).is_empty() && notes(&reply).contains("no trait"), "{reply}");
    for wrong in [["--kind", "gizmo"], ["--language", "klingon"]] {
        assert_eq!(environment.run(&["search", "queue", wrong[0], wrong[1]]).code, 2);
    }
    let output = environment.run(&["search", "queue lang:klingon"]);
    assert_eq!(output.code, 2, "{output:?}");
    assert!(output.stderr.contains("klingon"), "{output:?}");
}

#[test]
fn at_symbol_level_a_hit_is_a_definition() {
    let environment = indexed();
    let reply = answer(&environment, &["drain queue of jobs", "--level", "symbol"]);
    let first = &hits(&reply)[0];
    assert_eq!(
        (&first["kind"], &first["symbols"][0]["name"]),
        (&json!("function"), &json!("drain"))
    );
    assert_eq!((&first["line"], &first["end_line"]), (&json!(12), &json!(14)));
    let places: Vec<_> =
        hits(&reply).iter().map(|h| (h["path"].clone(), h["line"].clone())).collect();
    let mut once = places.clone();
    once.dedup();
    assert_eq!(once, places, "each definition once");
}

#[test]
fn quoted_words_stand_in_their_order() {
    let environment = indexed();
    assert_eq!(paths(&environment, &[r#""queue of failed jobs""#]), ["jobs/notes.md"]);
    let reply = answer(&environment, &[r#""jobs of queue""#]);
    assert!(hits(&reply).is_empty());
    assert!(notes(&reply).contains("quoted words in that order"), "{reply}");
    let found = paths(&environment, &[r#""worker pool""#]);
    assert_eq!(found, ["api/src/pool.rs"], "identifiers are words in a row, too");
}

#[test]
fn equal_files_are_one_hit_with_all_places() {
    let environment = indexed();
    let reply = answer(&environment, &["drain queue", "-n", "100"]);
    let named = |hit: &&Value| hit["path"].as_str().unwrap().ends_with("/queue.py");
    let same: Vec<&Value> = hits(&reply).iter().filter(named).collect();
    assert_eq!(same.len(), 1);
    assert_eq!(same[0]["also"].as_array().unwrap().len(), 1);
}

#[test]
fn more_hits_begin_with_fewer() {
    let environment = indexed();
    for level in ["file", "symbol"] {
        let all = answer(&environment, &["worker queue", "--level", level, "-n", "100"]);
        assert!(hits(&all).len() > 35, "{}", hits(&all).len());
        for n in [1, 2, 5, 35] {
            let some =
                answer(&environment, &["worker queue", "--level", level, "-n", &n.to_string()]);
            assert_eq!(hits(&some), &hits(&all)[..n], "-n {n}, {level}");
        }
    }
}

#[test]
fn an_empty_answer_says_why() {
    let environment = indexed();
    for (arguments, reason) in [
        (&["zyxwvutsrq"][..], "files searched has these words"),
        (&["++ -- !!"], "no words"),
        (&["queue", "--language", "haskell"], "no indexed file is left by the language"),
        (&["queue path:nowhere"], "no indexed file is left by path:"),
    ] {
        // What begins with a dash is a flag unless told otherwise.
        let arguments =
            if arguments[0].starts_with('+') { &["--", arguments[0]][..] } else { arguments };
        let reply = answer(&environment, arguments);
        assert!(hits(&reply).is_empty(), "{arguments:?}: {reply}");
        assert!(notes(&reply).contains(reason), "{arguments:?}: {reply}");
        assert!(reply["related"].as_array().unwrap().is_empty());
    }
}

/// A request of any size is answered or refused with a reason, at once.
#[test]
fn what_is_too_much_is_refused_with_a_reason() {
    let environment = indexed();
    let output = environment.run(&["search", "queue", "-n", "1000000000"]);
    assert_eq!(output.code, 2, "{output:?}");
    assert!(output.stderr.contains("100"), "{output:?}");
    let mut megabyte = vec!["search".to_owned()];
    megabyte.extend((0..10).map(|_| "x".repeat(100_000)));
    let mut terms = vec!["search".to_owned()];
    let term = |n: usize| format!("w{n} ");
    terms.extend((0..10).map(|k| (0..10_000).map(|n| term(k * 10_000 + n)).collect::<String>()));
    for arguments in [megabyte, terms] {
        let output = environment.run(&arguments);
        assert_eq!(output.code, 2, "{}", output.stderr);
        assert!(
            output.stderr.contains("4096"),
            "{}",
            &output.stderr[..output.stderr.len().min(400)]
        );
        assert!(output.stderr.len() < 1000);
    }
    let many: String = (0..800).map(|n| format!("q{n} ")).collect();
    let reply = answer(&environment, &[&format!("queue {}", &many[..3000])]);
    assert_eq!(reply["partial"], true);
    assert!(notes(&reply).contains("more than 64 terms"), "{reply}");
    assert!(!hits(&reply).is_empty(), "the first terms still count");
}

/// What the kernel is asked while a search runs: every call that names a file. `None` where calls
/// cannot be traced: no strace, or a sandbox that forbids it.
#[cfg(target_os = "linux")]
fn calls(environment: &TestEnvironment, arguments: &[&str]) -> Option<Vec<String>> {
    let sealed = environment.command();
    let log = environment.home().join("calls");
    let mut traced = std::process::Command::new("strace");
    traced.env_clear().current_dir(sealed.get_current_dir()?);
    traced.envs(sealed.get_envs().filter_map(|(name, value)| Some((name, value?))));
    traced.args(["-f", "-qq", "-s", "4096", "-e", "trace=%file", "-o"]).arg(&log);
    traced.arg(sealed.get_program()).arg("search").args(arguments);
    let output = traced.output().ok()?;
    let calls: Vec<String> =
        std::fs::read_to_string(log).ok()?.lines().map(str::to_owned).collect();
    // The first call is the one that starts the program.
    (calls.len() > 1 && output.status.success()).then_some(calls)
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_looks_at_most_twice_at_a_hit_and_opens_none() {
    let environment = indexed();
    let moved = environment.write("jobs/moved.py", "def moved_worker(queue):\n    return queue\n");
    environment.ok(&["reconcile"]);
    std::fs::rename(&moved, environment.work().join("jobs/elsewhere.py")).unwrap();
    std::fs::remove_file(environment.work().join("jobs/notes.md")).unwrap();
    let words = "moved worker queue notes pool";
    let wanted = paths(&environment, &[words, "-n", "20"]);
    assert_eq!(wanted.len(), 20);
    let calls = calls(&environment, &[words, "-n", "20"]);
    let calls = calls.expect("calls cannot be traced: install strace");
    let work = format!("{}/", environment.work().to_str().unwrap());
    let touching: Vec<&String> = calls.iter().filter(|call| call.contains(&work)).collect();
    for call in &touching {
        assert!(!call.contains("open"), "{call}");
    }
    let mut seen = 0;
    for path in &wanted {
        let looks =
            touching.iter().filter(|call| call.contains(&format!("{work}{path}\""))).count();
        assert!(looks <= 2, "{path}: {touching:#?}");
        seen += usize::from(looks > 0);
    }
    assert_eq!(seen, wanted.len(), "every hit was looked at");
    assert!(touching.len() <= 2 * wanted.len(), "{touching:#?}");
}
