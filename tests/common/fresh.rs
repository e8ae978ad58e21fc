//! What an index that was made from nothing says of the same files: the measure of every other.

use std::collections::BTreeSet;

use super::{Daemon, TestEnvironment, close_to_others, wait_until};

impl TestEnvironment {
    /// The configuration of almost every test: [`work`](Self::work) is the root, and no client
    /// starts a daemon by itself.
    pub fn watch_work(&self) {
        self.configure(&serde_json::json!({"autostart": false, "watch_roots": [self.work()]}));
    }

    /// `heimdall dump`.
    pub fn dump(&self) -> String {
        self.ok(&["dump"])
    }

    /// The dump of an index made now, from nothing, of the same roots with the same settings.
    pub fn fresh_dump(&self) -> String {
        let home = tempfile::Builder::new().prefix("heimdall-fresh-").tempdir().unwrap();
        close_to_others(home.path());
        let config = self.heimdall_home().join("config.json");
        std::fs::copy(config, home.path().join("config.json")).unwrap();
        let home = home.path().to_str().unwrap();
        self.ok(&["--home", home, "reconcile"]);
        self.ok(&["--home", home, "dump"])
    }

    /// Asserts that the index says what a fresh one says.
    #[track_caller]
    pub fn assert_fresh(&self, what: &str) {
        assert_same(what, &self.dump(), &self.fresh_dump());
    }

    /// The paths that the index holds, relative to their root.
    pub fn indexed(&self) -> BTreeSet<String> {
        paths(&self.dump())
    }

    /// The record of a file, as the dump shows it.
    #[track_caller]
    pub fn record(&self, path: &str) -> serde_json::Value {
        let dump = self.dump();
        let files = dump.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
        let mut files = files.filter(|v| v["type"] == "file" && v["path"] == path);
        files.next().unwrap_or_else(|| panic!("{path} is not indexed:\n{dump}"))
    }

    pub fn status(&self) -> serde_json::Value {
        let output = self.run(&["status", "--json"]);
        assert_eq!(output.code, 0, "{output:?}");
        output.json()
    }
}

impl Daemon {
    /// As [`settle`].
    pub fn wait_settled(&self, environment: &TestEnvironment) {
        settle(environment);
    }
}

/// Waits until everything that was written before this call is in the index of the running daemon:
/// events come in the order in which they were made, so a file made now is heard of last.
pub fn settle(environment: &TestEnvironment) {
    use std::sync::atomic::{AtomicU32, Ordering};
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("settled-{}.txt", COUNT.fetch_add(1, Ordering::Relaxed));
    let path = environment.write(&name, "settled\n");
    let there = || environment.ok(&["dump", "--path", &name]).contains(&name);
    let caught_up = || environment.status()["caught_up"] == true;
    wait_until("the last write is indexed", there);
    wait_until("the index is caught up", caught_up);
    std::fs::remove_file(path).unwrap();
    wait_until("the last removal is indexed", || !there());
    wait_until("the index is caught up", caught_up);
}

/// The paths of the files of a dump.
pub fn paths(dump: &str) -> BTreeSet<String> {
    let lines = dump.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
    let files = lines.filter(|v| v["type"] == "file");
    files.map(|v| v["path"].as_str().unwrap().to_owned()).collect()
}

/// Asserts that two dumps are equal, and shows only where they are not.
#[track_caller]
pub fn assert_same(what: &str, ours: &str, fresh: &str) {
    if ours == fresh {
        return;
    }
    let (a, b): (BTreeSet<_>, BTreeSet<_>) = (ours.lines().collect(), fresh.lines().collect());
    let only = |a: &BTreeSet<&str>, b: &BTreeSet<&str>| {
        a.difference(b).take(12).map(|l| format!("  {l}\n")).collect::<String>()
    };
    panic!("{what}\nonly in the index:\n{}only in a fresh one:\n{}", only(&a, &b), only(&b, &a));
}
