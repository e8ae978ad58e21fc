//! An answer depends on what is indexed, not on how it came to be: any order of files, commits,
//! deletes and merges gives the same bytes.

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

use heimdall_schema::wire::{Level, SearchRequest};

use super::Bench;

const WORDS: [&str; 10] = [
    "queue", "worker", "retry", "Backoff", "parse", "config", "socket", "Router", "handler", "test",
];

const QUERIES: [&str; 5] =
    ["worker queue retry", "Router", "parse configuration", "handlers of a socket", "backoff test"];

/// File `n`: some files have equal contents, some equal scores.
fn file(n: usize) -> (String, String) {
    let directory = ["src", "tests", "src/router", "docs"][n % 4];
    let (a, b, c) = (WORDS[n % 10], WORDS[n * 7 % 10], WORDS[n / 3 % 10]);
    let text = format!(
        "/// Makes a {b} from the {c}.\npub struct {a};\n\nimpl {a} {{\n    fn {b}_{c}() {{ {a}; }}\n}}\n"
    );
    (format!("/r/{directory}/{}_{n}.rs", WORDS[n % 5]), text)
}

fn replies(bench: &Bench) -> String {
    let mut all = String::new();
    for query in QUERIES {
        for (level, hits) in [(Level::File, 50), (Level::File, 5), (Level::Symbol, 20)] {
            let request = SearchRequest { level, hits, explain: true, ..SearchRequest::new(query) };
            let reply = bench.request(&request);
            assert!(!reply.hits.is_empty());
            all += &serde_json::to_string(&reply).expect("json");
            all.push('\n');
        }
    }
    all
}

const FILES: usize = 24;

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn the_way_to_an_index_leaves_no_trace(
        order in Just((0..FILES).collect::<Vec<_>>()).prop_shuffle(),
        commit_after in subsequence((0..FILES).collect::<Vec<_>>(), 0..FILES),
        detours in prop::collection::vec((any::<Index>(), any::<Index>(), 0..3u8), 0..20),
        merged in any::<bool>(),
    ) {
        let mut plain = Bench::empty();
        for (path, text) in (0..FILES).map(file) {
            plain.put(&path, &text);
        }
        plain.commit();

        let mut winding = Bench::empty();
        for (at, &n) in order.iter().enumerate() {
            // What is written meanwhile and taken back: another text, a file that goes, twice the same.
            for (_, which, how) in detours.iter().filter(|(when, ..)| when.index(FILES) == at) {
                let (path, text) = file(order[which.index(at + 1)]);
                match how {
                    0 => winding.put(&path, "pub fn something_else() {}\n"),
                    1 => winding.put("/r/src/gone.rs", "pub struct Router; // queue worker\n"),
                    _ => winding.put(&path, &text),
                }
                if commit_after.contains(&at) {
                    winding.commit();
                }
                winding.remove(&path);
                winding.remove("/r/src/gone.rs");
                if n != order[which.index(at + 1)] {
                    winding.put(&path, &text);
                }
            }
            let (path, text) = file(n);
            winding.put(&path, &text);
            if commit_after.contains(&at) {
                winding.commit();
            }
        }
        winding.commit();
        if merged {
            winding.writer.merge_all();
        }
        prop_assert_eq!(replies(&plain), replies(&winding));
    }
}
