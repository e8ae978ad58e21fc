use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;

use super::*;
use crate::territory::{Environment, Home};

fn ignoring(person: &Path) -> Ignoring {
    let person = person.canonicalize().unwrap();
    let environment = Environment { home: Some(person.clone()), ..Environment::default() };
    let home = Home::open(&environment).unwrap();
    fs::create_dir_all(person.join("root")).unwrap();
    Ignoring::new(&person.join("root"), &home, &environment)
}

/// Files, and everything else with what it is; and the tally.
fn all(ignoring: &Ignoring, start: &[u8]) -> (BTreeSet<String>, BTreeSet<String>, Tally) {
    let (mut files, mut others) = (BTreeSet::new(), BTreeSet::new());
    let tally = walk(ignoring, start, |found| {
        let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
        match found {
            Found::File { relative, .. } => assert!(files.insert(text(relative))),
            Found::Directory { relative } => {
                assert!(others.insert(format!("d:{}", text(relative))))
            }
            Found::Repository { relative } => {
                assert!(others.insert(format!("r:{}", text(relative))))
            }
            Found::Unreadable { relative } => {
                assert!(others.insert(format!("u:{}", text(relative))))
            }
        }
        ControlFlow::Continue(())
    });
    (files, others, tally.unwrap())
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn every_taken_file_is_met_once_and_the_rest_is_counted() {
    let place = tempfile::tempdir().unwrap();
    let ignoring = ignoring(place.path());
    let root = ignoring.root().to_path_buf();
    for (path, content) in [
        ("a.rs", "a"),
        ("x.log", ""),
        (".gitignore", "*.log\n"),
        ("sub/b.rs", ""),
        ("sub/deep/c.rs", ""),
        ("repo/.git/HEAD", "ref: x"),
        ("repo/d.rs", ""),
        ("repo/x.log", ""),
        ("node_modules/e.js", ""),
        ("cache/CACHEDIR.TAG", ""),
        ("cache/f", ""),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    symlink("..", root.join("sub/loop")).unwrap();
    symlink("/etc/passwd", root.join("escape")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, root.join("fifo"), 0o600.into()).unwrap();
    let _socket = UnixListener::bind(root.join("socket")).unwrap();
    for name in [&b"\xff\xfe"[..], b"new\nline", b"e\x1bsc"] {
        fs::write(root.join(OsStr::from_bytes(name)), "").unwrap();
    }
    let (files, others, tally) = all(&ignoring, b"");
    let expected = [
        ".gitignore",
        "\\xff\\xfe",
        "a.rs",
        "e\\x1bsc",
        "new\\nline",
        "repo/d.rs",
        "repo/x.log",
        "sub/b.rs",
        "sub/deep/c.rs",
    ];
    assert_eq!(files, set(&expected));
    assert_eq!(others, set(&["d:", "d:repo", "d:sub", "d:sub/deep", "r:repo"]));
    let wanted = Tally {
        files: 9,
        directories: 4,
        // x.log, repo/.git, node_modules, cache
        ignored: 4,
        symlinks: 2,
        special: 2,
        ..Tally::default()
    };
    assert_eq!(tally, wanted);
    // Each file that is met is one the predicate takes when asked alone, on a fresh memory too.
    ignoring.forget(b"");
    for path in ["a.rs", "repo/x.log", "sub/deep/c.rs"] {
        assert!(ignoring.verdict(path.as_bytes(), false).takes(), "{path}");
    }
    let (files, _, _) = all(&ignoring, b"sub");
    assert_eq!(files, set(&["sub/b.rs", "sub/deep/c.rs"]));
    for start in ["node_modules", "cache", "none", "a.rs", "sub/loop", "../root"] {
        assert_eq!(all(&ignoring, start.as_bytes()).0, set(&[]), "{start}");
    }
}

#[test]
fn a_closed_directory_is_named_and_the_rest_served() {
    let place = tempfile::tempdir().unwrap();
    let ignoring = ignoring(place.path());
    let root = ignoring.root();
    fs::create_dir(root.join("closed")).unwrap();
    fs::write(root.join("closed/x"), "").unwrap();
    fs::write(root.join("open"), "").unwrap();
    fs::set_permissions(root.join("closed"), fs::Permissions::from_mode(0o000)).unwrap();
    let (files, others, tally) = all(&ignoring, b"");
    fs::set_permissions(root.join("closed"), fs::Permissions::from_mode(0o700)).unwrap();
    if rustix::process::geteuid().is_root() {
        // Nothing is closed to root, so it is listed like any other.
        assert_eq!(files, set(&["closed/x", "open"]));
    } else {
        assert_eq!(files, set(&["open"]));
        assert_eq!(others, set(&["d:", "u:closed"]));
        assert_eq!(tally.unreadable_directories.len(), 1);
    }
}

#[test]
fn a_root_that_is_gone_is_an_error_and_not_an_empty_root() {
    let place = tempfile::tempdir().unwrap();
    let ignoring = ignoring(place.path());
    fs::remove_dir(ignoring.root()).unwrap();
    assert!(walk(&ignoring, b"", |_| ControlFlow::Continue(())).is_err());
}

#[test]
fn a_walk_can_be_stopped_and_goes_deep() {
    let place = tempfile::tempdir().unwrap();
    let ignoring = ignoring(place.path());
    let deep = "d/".repeat(600);
    fs::create_dir_all(ignoring.root().join(&deep)).unwrap();
    fs::write(ignoring.root().join(&deep).join("f"), "").unwrap();
    let (files, _, tally) = all(&ignoring, b"");
    assert_eq!((files.len(), tally.directories), (1, 601));
    let mut met = 0;
    let tally = walk(&ignoring, b"", |_| {
        met += 1;
        if met == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(tally.unwrap().stopped && met == 5);
}
