use std::fs;
use std::os::unix::net::UnixListener;
use std::process::Command;
use std::time::{Duration, Instant};

use super::*;

/// A root with the files of `files` (path, content), and its predicate.
struct Place {
    directory: tempfile::TempDir,
    environment: Environment,
    home: Home,
}

fn place(files: &[(&str, &str)]) -> Place {
    let directory = tempfile::tempdir().unwrap();
    let person = directory.path().canonicalize().unwrap();
    let environment = Environment { home: Some(person), ..Environment::default() };
    let home = Home::open(&environment).unwrap();
    let place = Place { directory, environment, home };
    for (path, content) in files {
        place.write(path, content);
    }
    place
}

impl Place {
    fn root(&self) -> PathBuf {
        self.directory.path().canonicalize().unwrap().join("root")
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn ignoring(&self) -> Ignoring {
        fs::create_dir_all(self.root()).unwrap();
        Ignoring::new(&self.root(), &self.home, &self.environment)
    }
}

fn by(ignoring: &Ignoring, path: &str) -> Option<By> {
    let directory = path.ends_with('/');
    match ignoring.verdict(path.trim_end_matches('/').as_bytes(), directory) {
        Verdict::Take => None,
        Verdict::Ignored { by } => Some(by),
    }
}

#[test]
fn each_source_has_its_say_and_heimdallignore_the_last() {
    let place = place(&[
        (".gitignore", "*.log\nbuild/\n"),
        (".heimdallignore", "!kept.log\n!build/\nsecret/\n!node_modules\n!.git\n"),
        ("sub/.gitignore", "!loud.log\n"),
        ("sub/.heimdallignore", "kept.log\n"),
        ("node_modules/x.js", ""),
        ("build/x.rs", ""),
    ]);
    let ignoring = place.ignoring();
    for (path, expected) in [
        ("a.log", Some(By::Git)),
        ("kept.log", None),
        ("sub/a.log", Some(By::Git)),
        ("sub/loud.log", None),
        ("sub/kept.log", Some(By::Heimdallignore)),
        ("build/x.rs", None),
        ("build/x.log", Some(By::Git)),
        ("secret/x", Some(By::Heimdallignore)),
        ("node_modules/x.js", None),
        ("sub/deep/__pycache__/x.pyc", Some(By::Builtin)),
        (".git/config", Some(By::Builtin)),
        (".git/", Some(By::Builtin)),
        ("../x", Some(By::Unclean)),
        ("", None),
    ] {
        assert_eq!(by(&ignoring, path), expected, "{path}");
    }
}

#[test]
fn what_is_derived_says_so() {
    let place = place(&[
        ("rust/Cargo.toml", ""),
        ("rust/target/debug/x.rs", ""),
        ("plain/target/x.rs", ""),
        ("odd-name/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55"),
        ("myenv/pyvenv.cfg", ""),
        ("js/package.json", ""),
        ("repo/.git/HEAD", "ref: refs/heads/main"),
        ("repo/package.json", ""),
        (".heimdallignore", "!/wanted\n"),
        ("wanted/CACHEDIR.TAG", ""),
    ]);
    let ignoring = place.ignoring();
    for (path, expected) in [
        ("rust/target/debug/x.rs", Some(By::Builtin)),
        ("plain/target/x.rs", None),
        ("odd-name/x", Some(By::Builtin)),
        ("odd-name/", Some(By::Builtin)),
        ("myenv/lib/x.py", Some(By::Builtin)),
        ("js/dist/x.js", Some(By::Builtin)),
        ("repo/dist/x.js", None),
        ("wanted/x", None),
    ] {
        assert_eq!(by(&ignoring, path), expected, "{path}");
    }
}

#[test]
fn a_nested_repository_starts_afresh_and_a_worktree_has_its_excludes() {
    let place = place(&[
        (".git/HEAD", "ref: refs/heads/main"),
        (".git/info/exclude", "private\n"),
        (".gitignore", "*.tmp\n"),
        ("inner/.git/HEAD", "ref: refs/heads/main"),
        ("tree/.git", "gitdir: ../.git/worktrees/tree\n"),
        (".git/worktrees/tree/commondir", "../..\n"),
        ("fake/.git/x", ""),
    ]);
    let ignoring = place.ignoring();
    for (path, expected) in [
        ("a.tmp", Some(By::Git)),
        ("private", Some(By::Git)),
        ("inner/a.tmp", None),
        ("inner/private", None),
        ("tree/a.tmp", None),
        ("tree/private", Some(By::Git)),
        ("fake/a.tmp", Some(By::Git)),
        ("tree/.git", Some(By::Builtin)),
    ] {
        assert_eq!(by(&ignoring, path), expected, "{path}");
    }
}

#[test]
fn a_root_inside_a_repository_follows_the_files_above_it() {
    let place = place(&[
        ("../repo/.git/HEAD", "ref: x"),
        ("../repo/.gitignore", "*.tmp\n/root/gone\n"),
        ("../.gitignore", "*\n"),
    ]);
    fs::create_dir_all(place.root()).unwrap();
    let root = place.directory.path().canonicalize().unwrap().join("repo/root");
    fs::create_dir_all(root.join("x")).unwrap();
    let ignoring = Ignoring::new(&root, &place.home, &place.environment);
    assert_eq!(by(&ignoring, "a.tmp"), Some(By::Git));
    assert_eq!(by(&ignoring, "gone"), Some(By::Git));
    assert_eq!(by(&ignoring, "x/gone"), None);
    assert_eq!(by(&ignoring, "a.rs"), None);
}

#[test]
fn our_own_home_inside_a_root_is_left_out_but_for_the_notes() {
    let mut place = place(&[("a.rs", "")]);
    place.environment.heimdall_home = Some(place.root().join("own"));
    place.home = Home::open(&place.environment).unwrap();
    fs::create_dir(place.home.notes()).unwrap();
    let ignoring = place.ignoring();
    assert_eq!(by(&ignoring, "own/notes/n.md"), Some(By::Ourselves));
    assert_eq!(by(&ignoring, "own/heimdall.redb"), Some(By::Ourselves));
    let notes = Ignoring::new(&place.home.notes(), &place.home, &place.environment);
    assert_eq!(by(&notes, "n.md"), None);
}

#[test]
fn an_edited_ignore_file_counts_at_once() {
    let place = place(&[(".gitignore", "a\n"), ("d/e/f", "")]);
    let ignoring = place.ignoring();
    assert_eq!(by(&ignoring, "a"), Some(By::Git));
    assert_eq!(by(&ignoring, "d/e/f"), None);
    place.write(".gitignore", "b\nf\n");
    assert_eq!(ignoring.touched(b".gitignore").as_deref(), Some(&b""[..]));
    assert_eq!(by(&ignoring, "a"), None);
    assert_eq!(by(&ignoring, "d/e/f"), Some(By::Git));
    place.write("d/.heimdallignore", "!f\n");
    assert_eq!(ignoring.touched(b"d/.heimdallignore").as_deref(), Some(&b"d"[..]));
    assert_eq!(by(&ignoring, "d/e/f"), None);
    fs::remove_file(place.root().join("d/.heimdallignore")).unwrap();
    assert!(ignoring.touched(b"d/.heimdallignore").is_some());
    assert_eq!(by(&ignoring, "d/e/f"), Some(By::Git));
    // A landmark counts when it comes or goes, not when it is edited.
    assert_eq!(by(&ignoring, "d/target/x"), None);
    place.write("d/Cargo.toml", "");
    assert_eq!(ignoring.touched(b"d/Cargo.toml").as_deref(), Some(&b"d"[..]));
    assert_eq!(by(&ignoring, "d/target/x"), Some(By::Builtin));
    place.write("d/Cargo.toml", "[package]");
    assert_eq!(ignoring.touched(b"d/Cargo.toml"), None);
    assert_eq!(ignoring.touched(b"d/e/f"), None);
}

#[test]
fn ignore_files_that_are_no_files_are_not_opened() {
    let place = place(&[
        ("fifo/x", ""),
        ("socket/x", ""),
        ("link/x", ""),
        ("big/x", ""),
        ("dir/.gitignore/x", ""),
    ]);
    let root = place.root();
    rustix::fs::mkfifoat(rustix::fs::CWD, root.join("fifo/.gitignore"), 0o600.into()).unwrap();
    let _socket = UnixListener::bind(root.join("socket/.gitignore")).unwrap();
    place.write("patterns", "x\n");
    std::os::unix::fs::symlink("../patterns", root.join("link/.gitignore")).unwrap();
    fs::write(root.join("big/.gitignore"), "x\n".repeat(1 << 20)).unwrap();
    let start = Instant::now();
    let ignoring = place.ignoring();
    for path in ["fifo/x", "socket/x", "link/x", "big/x", "dir/x"] {
        assert_eq!(by(&ignoring, path), None, "{path}");
    }
    assert!(start.elapsed() < Duration::from_secs(5));
}

mod against_git;
