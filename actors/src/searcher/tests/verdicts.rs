//! Every row of the table of verdicts.

use heimdall_schema::record::Event;
use heimdall_schema::wire::{SearchRequest, Verdict};

use super::super::Seen;
use super::super::verdict::Answer;
use super::{Bench, key};

const RETRY: &str = "\
/// Waits longer before each retry, up to a limit: exponential backoff.
pub fn retry_with_backoff(limit: u32) -> u32 {
    limit
}
";

const OTHER: &str = "/// Prints a greeting.\npub fn greet() {}\n";

const QUERY: &str = "retry exponential backoff limit";

fn bench() -> Bench {
    Bench::with(&[("/r/src/retry.rs", RETRY), ("/r/src/greet.rs", OTHER)])
}

/// Verdict, reason and path of the first hit, and whether its path was reported.
fn first(bench: &Bench) -> (Verdict, String, String, bool) {
    let reply = bench.ask(QUERY);
    let hit = &reply.hits[0];
    (hit.verdict, hit.reason.clone(), hit.path.to_string(), !reply.stale.is_empty())
}

fn expect(bench: &Bench, verdict: Verdict, reason: &str, path: &str, reported: bool) {
    let found = first(bench);
    let as_expected = found.0 == verdict
        && found.1.contains(reason)
        && found.1.is_empty() == reason.is_empty()
        && found.2 == path
        && found.3 == reported;
    assert!(as_expected, "{found:?}\nis not {verdict:?} ({reason}) {path} {reported}");
}

#[test]
fn an_intact_file_that_answers_is_strong() {
    expect(&bench(), Verdict::Strong, "", "/r/src/retry.rs", false);
}

#[test]
fn a_file_that_is_not_as_it_was_indexed_is_weak_and_reported() {
    let path = "/r/src/retry.rs";
    let mut other_size = bench();
    other_size.on_disk(path, |stat| stat.size += 1);
    expect(&other_size, Verdict::Weak, "changed since it was indexed", path, true);
    let mut other_time = bench();
    other_time.on_disk(path, |stat| stat.mtime_ns += 1);
    expect(&other_time, Verdict::Weak, "changed since it was indexed", path, true);
    let mut touched = bench();
    touched.on_disk(path, |stat| stat.ctime_ns += 1);
    expect(&touched, Verdict::Weak, "content may be the same", path, true);
    let mut denied = bench();
    denied.disk.seen.insert(path.into(), Seen::Denied);
    expect(&denied, Verdict::Weak, "may not be looked at", path, true);
}

#[test]
fn a_file_system_without_change_times_is_taken_at_its_word() {
    let mut bench = bench();
    bench.memory.files.get_mut(&key("/r/src/retry.rs")).expect("there").0.stat.ctime_ns = 0;
    expect(&bench, Verdict::Strong, "", "/r/src/retry.rs", false);
}

#[test]
fn what_is_gone_or_no_file_any_more_is_stale() {
    let path = "/r/src/retry.rs";
    let mut gone = bench();
    gone.disk.seen.remove(path.as_bytes());
    expect(&gone, Verdict::Stale, "its file is gone", path, true);
    let mut directory = bench();
    directory.disk.seen.insert(path.into(), Seen::Other);
    expect(&directory, Verdict::Stale, "no regular file", path, true);
}

#[test]
fn content_at_one_other_place_rebuilds_a_hit_that_is_gone() {
    let (old, new) = ("/r/src/retry.rs", "/r/src/again.rs");
    let mut moved = bench();
    moved.put(new, RETRY);
    // Only the old place is in the index that is searched; the store knows both.
    moved.disk.seen.remove(old.as_bytes());
    expect(&moved, Verdict::Rebuilt, "moved from /r/src/retry.rs", new, true);

    moved.on_disk(new, |stat| stat.mtime_ns += 1);
    expect(&moved, Verdict::Stale, "gone", old, true);
}

#[test]
fn of_several_other_places_the_namesake_in_the_same_root_counts() {
    let old = "/r/src/retry.rs";
    let mut bench = bench();
    for place in ["/r/src/a.rs", "/q/retry.rs"] {
        bench.put(place, RETRY);
    }
    bench.disk.seen.remove(old.as_bytes());
    expect(&bench, Verdict::Stale, "gone", old, true);
    bench.put("/r/lib/retry.rs", RETRY);
    expect(&bench, Verdict::Rebuilt, "moved from", "/r/lib/retry.rs", true);
}

#[test]
fn content_that_moved_here_within_seven_days_is_rebuilt() {
    let from = key("/r/old/retry.rs").as_bytes().to_vec();
    for (days_ago, verdict, reason) in
        [(6, Verdict::Rebuilt, "moved from /r/old/retry.rs"), (8, Verdict::Strong, "")]
    {
        let mut bench = bench();
        let event = Event::MovedFrom { from: from.clone() };
        bench.happened("/r/src/retry.rs", days_ago, event, &[]);
        expect(&bench, verdict, reason, "/r/src/retry.rs", false);
    }
}

#[test]
fn what_would_be_weak_is_not_rebuilt() {
    let mut bench = bench();
    let from = key("/r/old/greet.rs").as_bytes().to_vec();
    bench.happened("/r/src/greet.rs", 1, Event::MovedFrom { from }, &[]);
    let reply = bench.ask("greeting that forgets half of many unrelated things");
    assert_eq!(reply.hits[0].verdict, Verdict::Weak);
    assert!(reply.hits[0].reason.ends_with("moved from /r/old/greet.rs"), "{reply:#?}");
}

#[test]
fn what_was_retracted_is_a_title_below_all_else() {
    let mut bench = bench();
    bench.happened("/r/src/gone.rs", 2, Event::Removed, &["retry", "exponential_backoff", "limit"]);
    bench.happened("/r/src/long_gone.rs", 8, Event::Removed, &["exponential_backoff_retry"]);
    bench.happened("/r/src/greet.rs", 2, Event::Removed, &["retry_exponential_backoff"]);
    let reply = bench.ask(QUERY);
    let last = reply.hits.last().expect("a hit");
    assert_eq!(reply.hits[0].path.to_string(), "/r/src/retry.rs");
    assert_eq!(
        (last.verdict, last.path.to_string().as_str()),
        (Verdict::Removed, "/r/src/gone.rs")
    );
    assert_eq!((last.rank as usize, last.snippet.as_str()), (reply.hits.len(), ""));
    assert!(last.symbols.is_empty() && last.title.contains("exponential_backoff"));
    let removed = reply.hits.iter().filter(|hit| hit.verdict == Verdict::Removed);
    assert_eq!(removed.count(), 1, "neither what came back nor what is forgotten");
    // It never takes the place of a live hit.
    let request = SearchRequest { hits: 1, ..SearchRequest::new(QUERY) };
    assert_eq!(bench.request(&request).hits[0].verdict, Verdict::Strong);
}

#[test]
fn a_root_that_is_not_watched_has_no_hits() {
    let mut bench = bench();
    bench.put("/q/retry.rs", &RETRY.replace("limit", "bound"));
    bench.commit();
    bench.memory.roots.remove(&key("/r/x").root());
    bench.happened("/r/src/gone.rs", 2, Event::Removed, &["retry", "exponential_backoff", "limit"]);
    assert_eq!(bench.paths(QUERY), ["/q/retry.rs"]);
}

#[test]
fn an_answer_is_judged_by_coverage_and_distance() {
    let answer =
        Answer { position: 0, coverage: 1.0, parts: 5, of_first: 1.0, margin: 0.0, defines: false };
    for (answer, reason) in [
        (answer, ""),
        (Answer { parts: 4, ..answer }, "other hits"),
        (Answer { coverage: 0.75, margin: 0.2, ..answer }, ""),
        (Answer { coverage: 0.75, margin: 0.01, ..answer }, "other hits"),
        (Answer { coverage: 0.66, margin: 1.0, ..answer }, "66 % of the words"),
        (Answer { coverage: 0.5, margin: 0.16, defines: true, ..answer }, ""),
        (Answer { coverage: 0.4, margin: 1.0, defines: true, ..answer }, "40 % of the words"),
        (Answer { coverage: 0.0, margin: 1.0, defines: true, ..answer }, "none of the words"),
        (Answer { position: 3, of_first: 0.95, ..answer }, ""),
        (Answer { position: 3, of_first: 0.5, ..answer }, "hit 1"),
        (Answer { position: 3, coverage: 0.3, ..answer }, "30 % of the words"),
    ] {
        let judged = answer.judge().err().unwrap_or_default();
        assert!(judged.contains(reason), "{answer:?}: {judged}");
        assert_eq!(judged.is_empty(), reason.is_empty(), "{answer:?}: {judged}");
    }
}
