//! The store from outside: what one transaction does, and what it leaves alone.

mod common;

use common::{Home, extraction, file, key, record, replace};
use heimdall_schema::record::Event;
use heimdall_schema::store::{Batch, Change, Dirty, Reader, StoreError};

#[test]
fn a_commit_replaces_all_that_one_path_owns_and_nothing_else() {
    let mut home = Home::new();
    home.put("a.rs", &["one", "two"]);
    home.put("b.rs", &["one", "three"]);
    home.put("a.rs", &["two", "four"]);
    let snapshot = home.snapshot();
    let files = |name: &str| -> Vec<_> {
        snapshot.symbols(name).unwrap().into_iter().map(|(key, _)| key).collect()
    };
    assert_eq!(files("one"), [key("b.rs")]);
    assert_eq!(files("two"), [key("a.rs")]);
    assert_eq!(files("three"), [key("b.rs")]);
    assert_eq!(files("four"), [key("a.rs")]);
    assert_eq!(files("tw"), []);
    assert_eq!(snapshot.text(&key("b.rs")).unwrap().unwrap(), "one three");
    let checked = snapshot.check().unwrap();
    assert!(checked.records > 8 && checked.damaged.is_empty());
}

#[test]
fn a_change_for_an_older_generation_is_dropped_and_stays_queued() {
    let mut home = Home::new();
    let dirty = |generation| Dirty { key: key("a"), reason: "x".into(), at_ms: 1, generation };
    home.commit(Batch { dirty: vec![dirty(1)], ..Batch::default() });
    home.commit(Batch { dirty: vec![dirty(2)], ..Batch::default() });
    let batch = Batch { changes: vec![(key("a"), 1, replace(&["f"]))], ..Batch::default() };
    let stale = home.writer.commit(&batch).unwrap();
    assert_eq!((stale[0].key.clone(), stale[0].generation), (key("a"), 2));
    assert!(home.snapshot().file(&key("a")).unwrap().is_none());
    assert_eq!(home.snapshot().queue().unwrap().len(), 1);
    let batch = Batch { changes: vec![(key("a"), 2, replace(&["f"]))], ..Batch::default() };
    assert!(home.writer.commit(&batch).unwrap().is_empty());
    assert!(home.snapshot().queue().unwrap().is_empty());
}

#[test]
fn a_retracted_path_leaves_nothing_but_its_history() {
    let mut home = Home::new();
    home.put("a.rs", &["one"]);
    home.put("b.rs", &["two"]);
    home.change("a.rs", Change::Retract { gone: true });
    let snapshot = home.snapshot();
    assert!(snapshot.file(&key("a.rs")).unwrap().is_none());
    assert!(snapshot.outline(&key("a.rs")).unwrap().is_none());
    assert!(snapshot.mentions(&key("a.rs")).unwrap().references.is_empty());
    assert!(snapshot.text(&key("a.rs")).unwrap().is_none());
    assert!(snapshot.symbols("one").unwrap().is_empty());
    assert!(snapshot.places(&record("one").hash).unwrap().is_empty());
    assert_eq!(snapshot.counts().unwrap().text_bytes, 3);
    let history = snapshot.history_since(0).unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!(
        (&history[0].1.event, &history[0].1.titles[..]),
        (&Event::Removed, &["one".to_owned()][..])
    );
}

#[test]
fn a_move_is_told_whichever_end_is_seen_first() {
    for new_first in [true, false] {
        let mut home = Home::new();
        home.put("old.rs", &["one"]);
        if new_first {
            home.put("new.rs", &["one"]);
            home.change("old.rs", Change::Retract { gone: true });
        } else {
            home.change("old.rs", Change::Retract { gone: true });
            home.put("new.rs", &["one"]);
        }
        let history = home.snapshot().history_since(0).unwrap();
        let of = |name| history.iter().find(|(k, _)| *k == key(name)).map(|(_, r)| r.event.clone());
        let bytes = |name| key(name).as_bytes().to_vec();
        assert_eq!(of("old.rs"), Some(Event::MovedTo { to: bytes("new.rs") }), "{new_first}");
        assert_eq!(of("new.rs"), Some(Event::MovedFrom { from: bytes("old.rs") }), "{new_first}");
    }
}

#[test]
fn a_file_that_could_have_gone_to_two_places_did_not_move() {
    let mut home = Home::new();
    for name in ["old.rs", "x/a.rs", "y/b.rs"] {
        home.put(name, &["one"]);
    }
    home.change("old.rs", Change::Retract { gone: true });
    assert_eq!(home.snapshot().history_since(0).unwrap()[0].1.event, Event::Removed);
}

#[test]
fn a_copy_made_long_before_is_no_place_to_have_moved_to() {
    let mut home = Home::new();
    home.put("copy.rs", &["one"]);
    home.now_ms += 3600 * 1000;
    home.put("old.rs", &["one"]);
    home.change("old.rs", Change::Retract { gone: true });
    home.put("here.rs", &["two"]);
    home.put("there.rs", &["two"]);
    // Still on the disk, and ignored from now on.
    home.change("here.rs", Change::Retract { gone: false });
    let history = home.snapshot().history_since(0).unwrap();
    assert!(history.iter().all(|(_, record)| record.event == Event::Removed), "{history:?}");
}

#[test]
fn history_is_bounded_by_age() {
    let mut home = Home::new();
    home.put("a", &["one"]);
    home.change("a", Change::Retract { gone: true });
    home.now_ms += 31 * 24 * 3600 * 1000;
    home.put("b", &["two"]);
    assert!(home.snapshot().history_since(0).unwrap().is_empty());
}

#[test]
fn a_purged_root_leaves_nothing_and_takes_nothing_else() {
    let mut home = Home::new();
    home.put("a.rs", &["one"]);
    home.put("gone.rs", &["gone"]);
    home.change("gone.rs", Change::Retract { gone: true });
    let other = file(9, "b.rs");
    home.commit(Batch { changes: vec![(other.clone(), 0, replace(&["one"]))], ..Batch::default() });
    let root = key("a.rs").root();
    home.commit(Batch { purge: vec![root], ..Batch::default() });
    let snapshot = home.snapshot();
    assert_eq!(snapshot.sizes().unwrap(), (1, 0));
    assert!(snapshot.history_since(0).unwrap().is_empty());
    assert_eq!(snapshot.symbols("one").unwrap(), [(other, vec![0])]);
    assert!(snapshot.symbols("gone").unwrap().is_empty());
}

#[test]
fn others_read_while_one_writes_and_no_second_one_writes() {
    let mut home = Home::new();
    home.put("a.rs", &["one"]);
    let program = std::env::current_exe().unwrap();
    let ask = |mode: &str| {
        let mut child = std::process::Command::new(&program);
        child.args(["--exact", "as_another_process", "--nocapture"]);
        child.env("STORE_UNDER_TEST", home.path()).env("STORE_MODE", mode);
        String::from_utf8(child.output().unwrap().stdout).unwrap()
    };
    assert!(ask("read").contains("read 1 file"), "{}", ask("read"));
    assert!(ask("write").contains("held"), "{}", ask("write"));
}

/// The other process of the test above; by itself it has nothing to do.
#[test]
#[expect(clippy::print_stdout, reason = "how the other process answers")]
fn as_another_process() {
    let Some(path) = std::env::var_os("STORE_UNDER_TEST") else { return };
    let path = std::path::Path::new(&path);
    if std::env::var_os("STORE_MODE").is_some_and(|mode| mode == "read") {
        let snapshot = Reader::open(path).unwrap().snapshot().unwrap();
        println!("read {} file", snapshot.sizes().unwrap().0);
    } else if let Err(StoreError::Held { .. }) = heimdall_schema::store::Writer::open(path) {
        println!("held");
    }
}

#[test]
fn what_is_no_store_is_damage_and_a_missing_one_is_absent() {
    let dir = tempfile::tempdir().unwrap();
    let png = dir.path().join("png");
    std::fs::write(&png, b"\x89PNG\r\n\x1a\n".repeat(2000)).unwrap();
    let short = dir.path().join("short");
    std::fs::write(&short, b"redb").unwrap();
    for path in [&png, &short, &dir.path().to_path_buf()] {
        let error = heimdall_schema::store::Writer::open(path).err().unwrap();
        assert!(error.is_damage(), "{path:?}: {error}");
        assert!(Reader::open(path).is_err());
    }
    let absent = Reader::open(&dir.path().join("absent")).err().unwrap();
    assert!(matches!(absent, StoreError::Absent { .. }));
}

#[test]
fn a_truncated_store_is_damage() {
    let mut home = Home::new();
    for n in 0..200 {
        home.put(&format!("{n}.rs"), &["one"]);
    }
    let path = home.path();
    let whole = std::fs::metadata(&path).unwrap().len();
    drop(home.writer);
    for len in [whole / 2, 4096, 512, 100] {
        let bytes = std::fs::read(&path).unwrap();
        let cut = home.dir.path().join(format!("cut-{len}"));
        std::fs::write(&cut, &bytes[..len as usize]).unwrap();
        let error = heimdall_schema::store::Writer::open(&cut).err();
        assert!(error.is_some_and(|e| e.is_damage()), "cut to {len}");
    }
}

#[test]
fn dump_does_not_depend_on_the_order_of_commits() {
    let dump = |names: [&str; 3]| {
        let mut home = Home::new();
        for name in names {
            home.put(name, &[&name[..1], "same"]);
        }
        let mut lines = Vec::new();
        heimdall_schema::store::dump(
            &home.snapshot(),
            &Default::default(),
            &mut |_, _| Vec::new(),
            |line| {
                lines.push(line.to_owned());
                Ok::<(), StoreError>(())
            },
        )
        .unwrap();
        lines
    };
    let first = dump(["a.rs", "b.rs", "c.rs"]);
    assert_eq!(first.len(), 12);
    for order in [["c.rs", "a.rs", "b.rs"], ["b.rs", "c.rs", "a.rs"]] {
        assert_eq!(dump(order), first);
    }
}

#[test]
fn an_extraction_comes_back_as_it_was() {
    let mut home = Home::new();
    home.put("a.rs", &["one", "two"]);
    let snapshot = home.snapshot();
    let outline = snapshot.outline(&key("a.rs")).unwrap().unwrap();
    let mentions = snapshot.mentions(&key("a.rs")).unwrap();
    assert_eq!((outline, mentions.clone()), extraction(&["one", "two"]).split());
    let reference = &mentions.references[0];
    assert_eq!(mentions.name(reference.name), Some("called"));
    assert_eq!(mentions.name(reference.qualifier), Some("one"));
    assert_eq!(mentions.name(reference.alias), None);
}
