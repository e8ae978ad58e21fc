use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use heimdall_schema::depth::Depth;

use super::*;

fn place() -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().canonicalize().unwrap();
    (place, root)
}

const SMALL: Sizes = Sizes { parse: 100, hash: 1000, head: 50 };

#[test]
fn hash_stat_and_text_are_of_the_same_bytes() {
    let (_place, root) = place();
    fs::write(root.join("a.rs"), "fn main() {}\r\n").unwrap();
    let reading = read(&root, b"a.rs", &Sizes::default()).unwrap();
    assert_eq!(reading.hash, *blake3::hash(b"fn main() {}\r\n").as_bytes());
    assert_eq!(reading.stat.size, 14);
    let content = reading.into_content();
    assert_eq!(content.text.as_deref(), Some("fn main() {}\r\n"));
    assert_eq!((content.standing, content.masked), (Standing::text(), 0));
}

#[test]
fn sizes_decide_how_much_is_read() {
    let (_place, root) = place();
    for (size, kind, length) in [
        (0, FileKind::Text, Some(0)),
        (99, FileKind::Text, Some(99)),
        (100, FileKind::Text, Some(100)),
        (101, FileKind::Large, Some(50)),
        (1000, FileKind::Large, Some(50)),
        (1001, FileKind::Huge, None),
    ] {
        let bytes = "x\n".repeat(size).into_bytes()[..size].to_vec();
        fs::write(root.join("f.rs"), &bytes).unwrap();
        let reading = read(&root, b"f.rs", &SMALL).unwrap();
        assert_eq!(reading.standing.kind, kind, "{size}");
        let hash = if kind == FileKind::Huge { [0; 32] } else { *blake3::hash(&bytes).as_bytes() };
        assert_eq!(reading.hash, hash, "{size}");
        assert_eq!(reading.into_content().text.map(|text| text.len()), length, "{size}");
    }
    // A character cut by the end of the head is dropped, not replaced.
    fs::write(root.join("f.rs"), "é".repeat(100).replacen('é', "x", 1)).unwrap();
    let text = read(&root, b"f.rs", &SMALL).unwrap().into_content().text.unwrap();
    assert_eq!(text.len(), 49);
    // A sparse file beyond the limit costs nothing.
    fs::File::create(root.join("huge.rs")).unwrap().set_len(1 << 32).unwrap();
    let reading = read(&root, b"huge.rs", &Sizes::default()).unwrap();
    assert_eq!((reading.standing.kind, reading.standing.limit), (FileKind::Huge, Depth::Path));
}

#[test]
fn what_is_no_regular_file_below_the_root_is_not_opened() {
    let (_place, root) = place();
    fs::create_dir(root.join("d")).unwrap();
    fs::write(root.join("d/f"), "x").unwrap();
    symlink("d/f", root.join("link")).unwrap();
    symlink("d", root.join("way")).unwrap();
    symlink("self", root.join("self")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, root.join("fifo"), 0o600.into()).unwrap();
    let _socket = UnixListener::bind(root.join("socket")).unwrap();
    let of = |relative: &str| read(&root, relative.as_bytes(), &Sizes::default()).map(|_| ());
    for (relative, observation) in [
        ("link", Observation::Symlink),
        ("self", Observation::Symlink),
        ("way/f", Observation::OutsideRoot),
        ("../x", Observation::OutsideRoot),
        ("/etc/passwd", Observation::OutsideRoot),
        ("fifo", Observation::Special("fifo")),
        ("socket", Observation::Special("socket")),
        ("d", Observation::Directory),
        ("none", Observation::Gone),
    ] {
        assert_eq!(of(relative), Err(Unread::Not(observation)), "{relative}");
    }
    assert!(of("d/f").is_ok());
}

#[test]
fn secrets_and_binaries_by_name_are_listed_and_not_opened() {
    let (_place, root) = place();
    for name in [".env", "id_rsa", "x.pem", "logo.png"] {
        fs::write(root.join(name), "password = \"hunter2hunter2\"").unwrap();
        let accessed = || {
            let stat = fs::metadata(root.join(name)).unwrap();
            std::os::unix::fs::MetadataExt::atime_nsec(&stat)
        };
        let before = accessed();
        let reading = read(&root, name.as_bytes(), &Sizes::default()).unwrap();
        assert_eq!((reading.hash, reading.standing.limit), ([0; 32], Depth::Path), "{name}");
        assert_eq!(reading.into_content().text, None);
        assert_eq!(accessed(), before, "{name} was opened");
    }
}

#[test]
fn binary_minified_and_wide_text_are_told_apart() {
    let (_place, root) = place();
    let wide: Vec<u8> =
        [0xfeff].into_iter().chain("let a;".encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (name, bytes, kind) in [
        ("a", b"ab\0cd".to_vec(), FileKind::Binary),
        ("a.rs", vec![0xf0; 64], FileKind::Binary),
        ("w.rs", wide, FileKind::Text),
        ("m.js", format!("var a={:?}", "x".repeat(9000)).into_bytes(), FileKind::Generated),
        ("Cargo.lock", b"version = 4".to_vec(), FileKind::Generated),
    ] {
        fs::write(root.join(name), bytes).unwrap();
        let content = read(&root, name.as_bytes(), &Sizes::default()).unwrap().into_content();
        assert_eq!(content.standing.kind, kind, "{name}");
        assert_eq!(content.text.is_none(), kind == FileKind::Binary, "{name}");
        assert_eq!(content.standing.reason.is_empty(), kind == FileKind::Text, "{name}");
    }
}

#[test]
fn a_file_we_may_not_open_is_unreadable() {
    let (_place, root) = place();
    fs::write(root.join("f.rs"), "x").unwrap();
    fs::set_permissions(root.join("f.rs"), fs::Permissions::from_mode(0o000)).unwrap();
    let reading = read(&root, b"f.rs", &Sizes::default()).unwrap();
    // Nothing is closed to root.
    let expected =
        if rustix::process::geteuid().is_root() { FileKind::Text } else { FileKind::Unreadable };
    assert_eq!(reading.standing.kind, expected);
}

#[test]
fn secrets_inside_text_are_masked() {
    let (_place, root) = place();
    let token = format!("ghp_{}", "a1B2c3".repeat(6));
    let block =
        format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----", "Ab1/".repeat(16));
    for (name, text) in [
        ("notes.md", format!("# Setup\n\nuse {token}\n\n{block}\n")),
        ("a.py", format!("TOKEN = '{token}'\nKEY = '''{block}'''\n")),
    ] {
        fs::write(root.join(name), &text).unwrap();
        let content = read(&root, name.as_bytes(), &Sizes::default()).unwrap().into_content();
        let stored = content.text.unwrap();
        assert!(!stored.contains("a1B2c3") && !stored.contains("Ab1/"), "{stored}");
        assert_eq!((stored.len(), content.masked), (text.len(), 2));
    }
}

/// Every read of a file that is rewritten without pause is of one version, or says that it is not.
#[test]
fn a_file_that_changes_while_read_is_never_half_read() {
    let (_place, root) = place();
    let path = root.join("f.rs");
    fs::write(&path, "a".repeat(40_000)).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut turn = 0_u8;
            while !stop.load(Ordering::Relaxed) {
                turn = turn.wrapping_add(1);
                let letter = [b'a' + turn % 26];
                let mut file = fs::File::create(&path).unwrap();
                file.write_all(&letter.repeat(40_000 + usize::from(turn) * 8)).unwrap();
                std::thread::sleep(Duration::from_micros(300));
            }
        });
        let mut whole = 0;
        for _ in 0..300 {
            match read(&root, b"f.rs", &Sizes::default()) {
                Ok(reading) => {
                    let size = reading.stat.size as usize;
                    let text = reading.into_content().text.unwrap_or_default();
                    assert_eq!(text.len(), size);
                    assert!(text.bytes().all(|b| Some(b) == text.bytes().next()));
                    whole += 1;
                }
                Err(unread) => assert_eq!(unread, Unread::Changing),
            }
        }
        stop.store(true, Ordering::Relaxed);
        assert!(whole > 0);
    });
}
