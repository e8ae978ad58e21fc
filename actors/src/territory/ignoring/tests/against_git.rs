//! The verdict equals git's on generated trees and patterns.

use std::collections::BTreeSet;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;

use super::*;

/// Small numbers from a seed; the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }
}

const NAMES: [&str; 22] = [
    "a", "b", "ab", "abc", "a.o", "b.o", "foo", "foobar", "a b", "a ", "!a", "#a", "x[1]", "[a]",
    "{a,b}", "é", "A", "a-b", "\\a", "a*", "1", "_",
];

const PIECES: [&str; 40] = [
    "a",
    "b",
    "ab",
    "foo",
    "bar",
    ".o",
    "*",
    "*",
    "*",
    "**",
    "**",
    "?",
    "/",
    "/",
    "/",
    "/",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[[:alpha:]]",
    "[[:digit:]]",
    "[]a]",
    "[a\\]]",
    "[",
    "\\a",
    "\\*",
    "\\ ",
    " ",
    "é",
    "{a,b}",
    "\\[",
    "!",
    "#",
    "-",
    "[--b]",
    "[[:bad:]]",
    "[a-]",
    "***",
    "1",
];

fn pattern(dice: &mut Dice) -> String {
    let mut text = String::new();
    if dice.one_in(5) {
        text.push('!');
    }
    if dice.one_in(12) {
        text.push('\\');
    }
    if dice.one_in(5) {
        text.push('/');
    }
    if dice.one_in(6) {
        text.push_str("**/");
    }
    if dice.one_in(2) {
        text.push_str(dice.of(&NAMES));
        if dice.one_in(2) {
            text.push('/');
        }
    }
    for _ in 0..dice.below(5) {
        text.push_str(dice.of(&PIECES));
    }
    for (odds, end) in
        [(4, "/"), (8, "/**"), (8, "*"), (10, "  "), (12, "\\"), (20, "\t"), (15, "\r")]
    {
        if dice.one_in(odds) {
            text.push_str(end);
        }
    }
    text
}

fn patterns(dice: &mut Dice) -> String {
    let lines: Vec<String> = (0..1 + dice.below(6)).map(|_| pattern(dice)).collect();
    let mark = if dice.one_in(6) { "\u{feff}" } else { "" };
    format!("{mark}{}{}", lines.join("\n"), dice.of(&["", "\n", "\r\n", "\n\n# c\n"]))
}

#[test]
fn the_verdict_equals_git_check_ignore() {
    let mut cases = 0;
    let mut ignored_cases = 0;
    for seed in 0..60 {
        let mut dice = Dice(seed * 7919 + 1);
        let place = place(&[]);
        let root = place.root();
        fs::create_dir_all(&root).unwrap();
        git(&place, &["init", "-q", "--template="]);
        let paths = tree(&mut dice, &place);
        fs::create_dir_all(root.join(".git/info")).unwrap();
        fs::write(root.join(".git/info/exclude"), patterns(&mut dice)).unwrap();
        let global = place.directory.path().join(".config/git/ignore");
        fs::create_dir_all(global.parent().unwrap()).unwrap();
        fs::write(&global, patterns(&mut dice)).unwrap();
        let theirs = check_ignore(&place, &paths);
        let ignoring = place.ignoring();
        for (path, is_directory) in &paths {
            let ours = !ignoring.verdict(path.as_bytes(), *is_directory).takes();
            let files: Vec<_> = paths
                .iter()
                .filter(|(path, _)| path.ends_with(".gitignore"))
                .map(|(path, _)| (path, fs::read_to_string(root.join(path)).unwrap()))
                .collect();
            assert_eq!(
                ours,
                theirs.contains(path),
                "seed {seed}, {path:?}, exclude {:?}, global {:?}, {files:#?}",
                fs::read_to_string(root.join(".git/info/exclude")).unwrap(),
                fs::read_to_string(&global).unwrap(),
            );
            cases += 1;
            ignored_cases += usize::from(ours);
        }
    }
    assert!(cases > 1_500 && ignored_cases > cases / 6, "{ignored_cases} of {cases} ignored");
}

/// Makes directories, files and ignore files; gives each path and whether it is a directory.
fn tree(dice: &mut Dice, place: &Place) -> Vec<(String, bool)> {
    let mut paths = Vec::new();
    let mut directories = vec![String::new()];
    for _ in 0..40 {
        let parent = directories[dice.below(directories.len())].clone();
        let path = format!("{parent}{}", dice.of(&NAMES));
        let full = place.root().join(&path);
        if full.symlink_metadata().is_ok() {
            continue;
        }
        let is_directory = dice.one_in(3);
        if is_directory {
            fs::create_dir(&full).unwrap();
            directories.push(format!("{path}/"));
        } else {
            fs::write(&full, "").unwrap();
        }
        paths.push((path, is_directory));
    }
    for directory in &directories {
        if directory.is_empty() || dice.one_in(3) {
            let path = format!("{directory}.gitignore");
            place.write(&path, &patterns(dice));
            paths.push((path, false));
        }
    }
    paths
}

fn command(place: &Place, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command
        .args(arguments)
        .current_dir(place.root())
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", place.directory.path())
        .env("GIT_CONFIG_NOSYSTEM", "1");
    command
}

fn git(place: &Place, arguments: &[&str]) {
    assert!(command(place, arguments).status().unwrap().success());
}

fn check_ignore(place: &Place, paths: &[(String, bool)]) -> BTreeSet<String> {
    let mut child = command(place, &["check-ignore", "--no-index", "--stdin", "-z"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for (path, _) in paths {
        input.write_all(path.as_bytes()).unwrap();
        input.write_all(b"\0").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    output
        .stdout
        .split(|b| *b == 0)
        .filter(|path| !path.is_empty())
        .map(|path| std::ffi::OsStr::from_bytes(path).to_str().unwrap().to_owned())
        .collect()
}
