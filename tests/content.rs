//! Files that are no plain source, and what must never enter the index.

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::common::TestEnvironment;

fn watched() -> TestEnvironment {
    let environment = TestEnvironment::new();
    environment.watch_work();
    environment.write("a.rs", "pub fn alpha() {}\n");
    environment
}

#[test]
fn pipes_links_and_devices_are_passed_over_and_never_opened() {
    let environment = watched();
    let work = environment.work();
    std::fs::create_dir(work.join("sub")).unwrap();
    for name in ["pipe.rs", ".gitignore", "sub/.heimdallignore"] {
        assert!(Command::new("mkfifo").arg(work.join(name)).status().unwrap().success());
    }
    let _socket = std::os::unix::net::UnixListener::bind(work.join("socket.rs")).unwrap();
    symlink("/etc/passwd", work.join("out.rs")).unwrap();
    symlink(".", work.join("loop")).unwrap();
    symlink("/etc", work.join("etc")).unwrap();
    // Opening the pipe would wait for a writer for ever; the guard of the test run ends that.
    environment.ok(&["reconcile"]);
    for path in ["pipe.rs", "out.rs", "etc/passwd", "loop/a.rs"] {
        environment.run(&["reconcile", path]);
    }
    assert_eq!(environment.indexed().into_iter().collect::<Vec<_>>(), ["a.rs"]);
    let skipped = environment.status()["skipped"].clone();
    assert_eq!((&skipped["symlink"], &skipped["special"]), (&3.into(), &4.into()), "{skipped}");
}

#[test]
fn odd_names_are_kept_apart_and_shown_without_harm() {
    let environment = watched();
    let names: [&[u8]; 5] =
        [b"new\nline.rs", b"tab\t.rs", b"esc\x1b[31m.rs", b"\xff.rs", b"\xfe.rs"];
    for (n, name) in names.iter().enumerate() {
        let path = environment.work().join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(path, format!("pub fn odd_{n}() {{}}\n")).unwrap();
    }
    environment.ok(&["reconcile"]);
    assert_eq!(environment.indexed().len(), 6);
    for n in 0..names.len() {
        let answer = environment.ok(&["search", &format!("odd_{n}"), "--no-explore"]);
        assert!(answer.contains(&format!("pub fn odd_{n}()")), "{answer}");
        assert!(!answer.contains('\u{1b}') && !answer.contains('\t'), "{answer:?}");
    }
}

#[test]
fn a_huge_line_and_a_deep_nest_are_indexed_or_set_aside_and_said() {
    let environment = watched();
    let line = "var a=function(b){return b+1};".repeat(5_200_000 / 30);
    environment.write("bundle.js", &line);
    let nest = format!("x = {}1{}\n", "[".repeat(100_000), "]".repeat(100_000));
    environment.write("nest.py", &nest);
    environment.write("empty.rs", "");
    environment.write("utf16.py", [&[0xff, 0xfe][..], &utf16("def wide(): pass\n")].concat());
    environment.write("nul.py", b"def f(): pass\0\0\0");
    environment.write("cr.py", "def one(): pass\rdef two(): pass\r");
    environment.write("bad.py", b"def broken(): return '\xc3\x28'\n");
    environment.ok(&["reconcile"]);
    assert_eq!(environment.record("bundle.js")["depth"], "file");
    assert_eq!(environment.record("nul.py")["kind"], "binary");
    assert!(environment.dump().contains("\"name\":\"wide\""));
    assert!(environment.dump().contains("\"name\":\"broken\""));
    let nested = environment.record("nest.py");
    assert!(nested["depth"] == "graph" || nested["reason"] != "", "{nested}");
    assert_eq!(environment.run(&["verify", "--deep"]).code, 0);
}

/// A limit raised above the file makes it parsed; still no more is kept than the file holds.
#[test]
fn a_huge_line_is_read_in_time_when_the_limit_is_raised_above_it() {
    let environment = TestEnvironment::new();
    let sizes = serde_json::json!({"parse": 8_000_000, "hash": 16_777_216, "head": 1_048_576});
    environment.configure(&serde_json::json!({
        "autostart": false, "watch_roots": [environment.work()], "sizes": sizes,
    }));
    let text = "var a=function(b){return b+1};".repeat(5_200_000 / 30);
    environment.write("bundle.js", &text);
    environment.write("a.rs", "pub fn alpha() {}\n");
    let start = std::time::Instant::now();
    environment.ok(&["reconcile"]);
    // Ten seconds; the guard is five times that, for an unoptimised build.
    assert!(start.elapsed().as_secs() < 50, "{:?}", start.elapsed());
    assert_ne!(environment.record("bundle.js")["reason"], "", "one line of it is no source");
    let status = environment.status();
    let kept = status["store_bytes"].as_u64().unwrap() + status["lexical_bytes"].as_u64().unwrap();
    assert!(kept < text.len() as u64 * 12 / 10, "{kept} bytes are kept");
    assert_eq!(environment.record("a.rs")["depth"], "graph");
}

/// Every text that begins like one encoding and goes on like another is read or set aside.
#[test]
fn an_emoji_cut_at_every_byte_and_other_broken_encodings_do_no_harm() {
    let environment = watched();
    let emoji = "def f(): return '\u{1f469}\u{200d}\u{1f680}'\n";
    for end in 0..=emoji.len() {
        environment.write(format!("cut{end}.py"), &emoji.as_bytes()[..end]);
    }
    let bom = b"\xef\xbb\xbf";
    environment.write("bom.py", [&bom[..], b"def marked(): pass\n"].concat());
    environment.write("odd16.py", [&[0xfe, 0xff][..], b"\0d\0e\0f\0 \0g\0(\0)\0:\0 \x01"].concat());
    environment.write("half16.py", b"\xff\xfed\0\x00\xd8");
    environment.write("latin.py", b"# caf\xe9\ndef latin(): pass\n");
    environment.write("cr.py", "def one():\r  pass\rdef two():\r  pass\r");
    environment.ok(&["reconcile"]);
    for name in ["marked", "latin", "one"] {
        assert!(environment.dump().contains(&format!("\"name\":\"{name}\"")), "{name}");
    }
    assert_eq!(environment.indexed().len(), emoji.len() + 7);
    assert_eq!(environment.run(&["verify", "--deep"]).code, 0);
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Every file below a directory, as bytes.
fn all_bytes(directory: &Path, found: &mut Vec<u8>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all_bytes(&path, found);
        } else if path.is_file() {
            found.extend(std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn planted_secrets_are_nowhere_in_what_is_kept_or_said() {
    let environment = watched();
    let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEplantedAAAABBBBCCCC0123456789planted\n-----END RSA PRIVATE KEY-----\n";
    let by_name = [
        ".env",
        ".env.local",
        "server.pem",
        "id_rsa",
        "id_ed25519",
        ".npmrc",
        ".netrc",
        ".pypirc",
        ".git-credentials",
        "kubeconfig",
        "store.p12",
        "tls.key",
        "credentials",
    ];
    for name in by_name {
        environment.write(name, format!("planted_{} = topsecret\n{key}", name.replace('.', "_")));
    }
    let tokens = [
        "ghp_plantedAbCdEfGhIjKlMnOpQrStUvWxYz01",
        "AKIAPLANTED012345678",
        "glpat-plantedAbCdEfGhIjKlMn",
        "xoxb-123456789012-planted-AbCdEfGhIjKl",
        "sk-ant-plantedAbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
        "npm_plantedAbCdEfGhIjKlMnOpQrStUvWxYz0123",
        "AIzaPlantedAbCdEfGhIjKlMnOpQrStUvWxYz012",
    ];
    for (n, token) in tokens.iter().enumerate() {
        environment.write(format!("notes{n}.md"), format!("# Notes {n}\n\nuse {token} here\n"));
        environment
            .write(format!("code{n}.py"), format!("def call_{n}():\n    return '{token}'\n"));
    }
    environment.write("key.md", format!("# Key\n\n{key}"));
    let daemon = environment.daemon(&[]);
    daemon.wait_settled(&environment);
    let mut said = environment.ok(&["dump", "--all"]);
    for query in ["planted", "topsecret", "notes", "RSA PRIVATE KEY", "call"] {
        said.push_str(&environment.ok(&["search", query, "-n", "50", "--json"]));
    }
    drop(daemon);
    let mut kept = Vec::new();
    all_bytes(&environment.heimdall_home(), &mut kept);
    for secret in tokens.iter().copied().chain(["MIIEplanted", "topsecret"]) {
        let lower = secret.to_lowercase();
        // The query itself comes back in an answer, and nothing else may.
        let answers = said.replace("\"query\":\"topsecret\"", "");
        assert!(!answers.contains(secret), "{secret} was said");
        for form in [secret, &lower] {
            let found = kept.windows(form.len()).any(|window| window == form.as_bytes());
            assert!(!found, "{form} was kept");
        }
    }
    assert_eq!(environment.record("id_rsa")["kind"], "secret");
}
