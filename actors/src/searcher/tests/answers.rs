//! What is found, in which order, and within which limits.

use heimdall_schema::wire::search::HIT_LIMIT;
use heimdall_schema::wire::{Level, SearchRequest};

use super::{Bench, key};

#[test]
fn equal_contents_are_one_hit_with_all_their_places() {
    let text = "pub fn unusual_name() {}\n";
    let bench = Bench::with(&[("/r/b.rs", text), ("/r/a.rs", text), ("/q/a.rs", text)]);
    let reply = bench.ask("unusual name");
    assert_eq!(reply.hits.len(), 1);
    let places: Vec<String> = [&reply.hits[0].path]
        .into_iter()
        .chain(&reply.hits[0].also)
        .map(|p| p.to_string())
        .collect();
    let mut sorted = places.clone();
    sorted.sort();
    assert_eq!(sorted, ["/q/a.rs", "/r/a.rs", "/r/b.rs"]);
    // A scope leaves only its own places.
    let scoped = SearchRequest { scope: Some("/q".into()), ..SearchRequest::new("unusual name") };
    let reply = bench.request(&scoped);
    assert_eq!((reply.hits[0].path.to_string().as_str(), reply.hits[0].also.len()), ("/q/a.rs", 0));
    // Empty files are not copies of each other.
    let bench = Bench::with(&[("/r/one/empty.rs", ""), ("/r/two/empty.rs", "")]);
    assert_eq!(bench.paths("empty").len(), 2);
}

#[test]
fn words_of_every_script_are_found() {
    let bench = Bench::with(&[
        ("/r/russian.md", "# Настройки\n\nПовторная попытка с задержкой.\n"),
        ("/r/chinese.md", "# 設定\n\n指数関数的に再試行を遅らせる。\n"),
        ("/r/korean.md", "# 설정\n\n지수 백오프로 다시 시도한다.\n"),
        ("/r/german.py", "def größe_ändern(fläche):\n    return fläche\n"),
    ]);
    for (query, path) in [
        ("повторная ПОПЫТКА", "/r/russian.md"),
        ("再試行", "/r/chinese.md"),
        ("백오프로 시도", "/r/korean.md"),
        ("Größe ändern", "/r/german.py"),
    ] {
        assert_eq!(bench.paths(query), [path], "{query}");
        let reply = bench.ask(query);
        assert!(reply.hits[0].coverage > 0.9 && !reply.hits[0].snippet.is_empty(), "{reply:#?}");
    }
}

#[test]
fn quoted_words_stand_in_a_row() {
    let bench = Bench::with(&[
        ("/r/a.md", "open the store before the door\n"),
        ("/r/b.md", "the store is open\n"),
        ("/r/c.rs", "fn open_the_store() {}\n"),
    ]);
    let mut found = bench.paths(r#""open the store""#);
    found.sort();
    assert_eq!(found, ["/r/a.md", "/r/c.rs"]);
    assert!(bench.paths(r#""store the open""#).is_empty());
    // A quote that is never closed quotes nothing.
    assert_eq!(bench.paths(r#""store open"#).len(), 3);
}

#[test]
fn a_scope_is_taken_by_whole_components() {
    let text = "pub fn walk() {}\n";
    let mut bench = Bench::with(&[
        ("/r/src/a.rs", text),
        ("/r/src2/b.rs", "pub fn walk() { 2; }\n"),
        ("/r/src", "walk in a file of that name\n"),
        ("/r/tools/src/c.rs", "pub fn walk() { 3; }\n"),
    ]);
    bench.memory.projects.push((key("/r/x").root(), b"tools/src".to_vec()));
    let within = |scope: &str| {
        let request = SearchRequest { scope: Some(scope.into()), ..SearchRequest::new("walk") };
        let mut found: Vec<String> =
            bench.request(&request).hits.iter().map(|hit| hit.path.to_string()).collect();
        found.sort();
        found
    };
    assert_eq!(within("/r/src"), ["/r/src", "/r/src/a.rs"]);
    assert_eq!(within("/r/src/"), ["/r/src", "/r/src/a.rs"]);
    assert_eq!(within("/r/src2"), ["/r/src2/b.rs"]);
    assert_eq!(within("src"), ["/r/tools/src/c.rs"], "a name is a project's or a root's");
    assert_eq!(within("tools/src"), ["/r/tools/src/c.rs"]);
    assert_eq!(within("r").len(), 4);
    assert_eq!(within("/").len(), 4);
    assert!(within("/r/sr").is_empty() && within("ools/src").is_empty());
}

#[test]
fn statistics_are_those_of_the_scope() {
    let mut files = vec![("/r/one/a.md".to_owned(), "alpha beta\n".to_owned())];
    files.extend((0..30).map(|n| (format!("/q/b{n}.md"), format!("alpha beta {n}\n"))));
    let files: Vec<(&str, &str)> = files.iter().map(|f| (f.0.as_str(), f.1.as_str())).collect();
    let scoped = SearchRequest { scope: Some("/r".into()), ..SearchRequest::new("alpha beta") };
    let with_others = Bench::with(&files).request(&scoped);
    let alone = Bench::with(&files[..1]).request(&scoped);
    assert_eq!(with_others.hits, alone.hits);
}

#[test]
fn limits_hold() {
    let files: Vec<(String, String)> =
        (0..150).map(|n| (format!("/r/f{n}.md"), format!("needle {n}\n"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|f| (f.0.as_str(), f.1.as_str())).collect();
    let bench = Bench::with(&files);
    let request = SearchRequest { hits: 1_000_000_000, ..SearchRequest::new("needle") };
    let reply = bench.request(&request);
    assert_eq!(reply.hits.len(), HIT_LIMIT as usize);
    assert!(reply.notes.iter().any(|note| note.contains("at most 100")), "{:?}", reply.notes);
    let none = bench.request(&SearchRequest { hits: 0, ..SearchRequest::new("needle") });
    assert!(none.hits.is_empty());
}

#[test]
fn fewer_hits_are_the_beginning_of_more() {
    let files: Vec<(String, String)> = (0..60)
        .map(|n| {
            let text = format!("/// Counts {n} needles.\npub fn needle_{n}() {{ {n}; }}\n");
            (format!("/r/f{n}.rs"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|f| (f.0.as_str(), f.1.as_str())).collect();
    let bench = Bench::with(&files);
    for level in [Level::File, Level::Symbol] {
        let ask = |hits| {
            let request = SearchRequest { hits, level, ..SearchRequest::new("count needles") };
            bench.request(&request).hits
        };
        let most = ask(50);
        assert!(most.len() >= 40);
        for n in [1, 2, 3, 5, 20] {
            assert_eq!(ask(n), most[..n as usize], "{n} {level:?}");
        }
    }
}
