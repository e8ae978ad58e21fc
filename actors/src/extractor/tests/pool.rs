//! Workers that fail, and what they cannot do.
//!
//! The worker of these tests is this test binary, told to run [`worker_process`] alone; the
//! protocol has a socket of its own, so what the test harness prints does not matter.

use std::time::Duration;

use heimdall_schema::depth::Depth;
use heimdall_schema::record::{ArchivedExtraction, Extraction};

use crate::extractor::{
    Extractor, Failure, FailureKind, Launch, Pool, Settings, Task, fault, worker,
};

/// Set for the worker process alone.
const WORKER: &str = "HEIMDALL_TEST_WORKER";

/// The body of the worker process; in a run of the tests there is nothing to do.
#[test]
#[expect(clippy::exit, reason = "this process is a worker, not a test")]
fn worker_process() {
    if std::env::var_os(WORKER).is_some() {
        std::process::exit(worker::main(None, &[]));
    }
}

fn settings(workers: usize) -> Settings {
    let arguments = ["--exact", "extractor::tests::pool::worker_process"];
    let launch = Launch {
        arguments: arguments.map(Into::into).to_vec(),
        environment: vec![(fault::VARIABLE.into(), "1".into()), (WORKER.into(), "1".into())],
        ..Launch::default()
    };
    Settings { workers, launch, ..Settings::default() }
}

fn task(text: &str) -> Task<'_> {
    Task { language: "rust", depth: Depth::Graph, text }
}

fn read(bytes: &[u8]) -> Extraction {
    let found = rkyv::access::<ArchivedExtraction, rkyv::rancor::Error>(bytes).unwrap();
    rkyv::deserialize::<Extraction, rkyv::rancor::Error>(found).unwrap()
}

/// A text that makes the worker fail in that way, put together here so that no source holds it.
fn faulty(word: &str) -> String {
    format!("fn f() {{}} // {}:{word}", "fault")
}

fn fail(pool: &Pool, word: &str) -> Failure {
    pool.extract(&task(&faulty(word))).unwrap_err()
}

#[test]
fn a_worker_answers_what_the_extractor_finds() {
    let pool = Pool::new(settings(2)).unwrap();
    let text = "/// Doc.\nfn f() { g() }\n";
    let found = read(&pool.extract(&task(text)).unwrap());
    assert_eq!(found, Extractor::new().extract("rust", Depth::Graph, text));
    let large = text.repeat(60_000);
    assert_eq!(read(&pool.extract(&task(&large)).unwrap()).nodes.len(), 60_000);
    let health = pool.health();
    assert_eq!((health.alive, health.restarts), (1, 0));
    pool.rest();
    assert_eq!(pool.health().alive, 0);
    assert_eq!(read(&pool.extract(&task("")).unwrap()), Extraction::default());
}

#[test]
fn a_text_that_kills_its_worker_is_tried_twice_and_refused() {
    let pool = Pool::new(settings(1)).unwrap();
    let failure = fail(&pool, "abort");
    let signal = Some(libc::SIGABRT);
    assert_eq!(failure.kind, FailureKind::Died { signal, code: None });
    assert!(failure.blames_text());
    assert_eq!(pool.health().failures, [failure.clone(), failure]);
    assert_eq!(pool.health().restarts, 2);
    assert!(pool.extract(&task("fn g() {}")).is_ok(), "the next text has a worker again");
}

#[test]
fn a_text_that_spins_runs_out_of_cpu_time() {
    let pool = Pool::new(settings(1)).unwrap();
    assert_eq!(fail(&pool, "spin").kind, FailureKind::CpuBudget);
}

#[test]
fn a_worker_that_is_stopped_is_given_up() {
    let mut settings = settings(1);
    settings.launch.wall_factor = 1;
    let pool = Pool::new(settings).unwrap();
    assert_eq!(fail(&pool, "stop").kind, FailureKind::CpuBudget);
}

#[test]
fn a_text_that_wants_all_memory_is_refused_it() {
    let pool = Pool::new(settings(1)).unwrap();
    assert_eq!(fail(&pool, "exhaust").kind, FailureKind::Memory);
}

#[test]
fn a_worker_that_cannot_start_is_not_the_texts_fault() {
    let mut settings = settings(1);
    settings.launch.program = "/nonexistent".into();
    let failure = Pool::new(settings).unwrap().extract(&task("fn f() {}")).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Start);
    assert!(!failure.blames_text());
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_reaches_no_file_no_network_and_no_program() {
    let pool = Pool::new(settings(1)).unwrap();
    assert!(pool.extract(&task(&faulty("probe"))).is_ok(), "{:?}", pool.health());
    let sandbox = pool.health().sandbox.unwrap();
    assert!(sandbox.calls.starts_with("enforced"), "{sandbox:?}");
    assert!(sandbox.memory_bytes > 0 && sandbox.dies_with_parent);
}

/// A thread that asked for a worker and ends must not take the worker with it.
#[test]
fn workers_outlive_the_threads_that_use_them() {
    let pool = Pool::new(settings(1)).unwrap();
    for _ in 0..3 {
        std::thread::scope(|s| {
            s.spawn(|| assert!(pool.extract(&task("fn f() {}")).is_ok()));
        });
    }
    assert_eq!(pool.health().restarts, 0);
}

#[test]
fn workers_without_work_end() {
    let mut settings = settings(2);
    settings.idle = Duration::from_millis(50);
    let pool = Pool::new(settings).unwrap();
    assert!(pool.extract(&task("fn f() {}")).is_ok());
    for _ in 0..200 {
        if pool.health().alive == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("a worker without work still runs");
}

#[test]
fn many_threads_share_few_workers() {
    let pool = Pool::new(settings(2)).unwrap();
    std::thread::scope(|s| {
        for n in 0..8 {
            let pool = &pool;
            s.spawn(move || {
                for _ in 0..10 {
                    let text = format!("fn f{n}() {{}}");
                    assert_eq!(read(&pool.extract(&task(&text)).unwrap()).nodes.len(), 1);
                }
            });
        }
    });
    assert!(pool.health().alive <= 2);
}
