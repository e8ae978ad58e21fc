//! What the lexical index costs: CPU a byte of source, bytes of index a byte of source, and how
//! long a commit of one file and a search take.
//!
//! `cargo run --release --example lexical_cost -- DIRECTORY [COPIES]`. Files are read and extracted
//! before the clock starts; COPIES indexes the tree that many times, as roots of their own.

#![expect(clippy::print_stdout, reason = "an example prints what it measures")]

mod common;

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use heimdall_actors::extractor::Extractor;
use heimdall_actors::searcher::{Engine, FileSystem, LexicalInput, LexicalWriter, World};
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::wire::{Freshness, SearchRequest};

const QUERIES: &[&str] = &[
    "parse configuration file options",
    "how errors are reported to the user",
    "HashMap insert entry",
    "thread pool worker queue",
    "retry with exponential backoff",
    "serialize struct fields to json",
    "FileWatcher",
    "path normalization of relative imports",
];

/// CPU time of this process, all threads.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = text.rsplit(')').next().unwrap_or("");
    let ticks: u64 =
        after.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn memory_kib() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|l| l.starts_with("RssAnon"));
    line.and_then(|l| l.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

fn median(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort();
    (times[times.len() / 2], times[times.len() - 1])
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().ok_or("DIRECTORY [COPIES]")?).canonicalize()?;
    let copies: u8 = arguments.next().map_or(Ok(1), |n| n.parse())?;
    let mut memory = common::Ram::default();
    memory.add_root(&directory, &mut Extractor::new());
    let bytes: usize = memory.files.values().map(|f| f.2.len()).sum::<usize>() * copies as usize;
    let files = memory.files.len() * copies as usize;

    let home = tempfile::tempdir()?;
    let mut writer = LexicalWriter::open(home.path())?;
    let (start, wall) = (cpu(), Instant::now());
    for copy in 0..copies {
        for (key, (record, extraction, text)) in &memory.files {
            let key = match copy {
                0 => key.clone(),
                n => FileKey::new(RootKey([n; 8]), key.relative()),
            };
            writer.replace(&key, LexicalInput { extraction, text, language: &record.language })?;
        }
    }
    writer.commit(1)?;
    let (spent, wall) = (cpu() - start, wall.elapsed());
    let commits = memory.files.iter().take(40).map(|(key, (record, extraction, text))| {
        let start = Instant::now();
        writer.replace(key, LexicalInput { extraction, text, language: &record.language })?;
        writer.commit(2)?;
        Ok(start.elapsed())
    });
    let (commit, worst_commit) = median(commits.collect::<Result<Vec<_>, Box<dyn Error>>>()?);
    writer.close()?;
    let size = |path: PathBuf| path.metadata().map_or(0, |m| m.len());
    let index: u64 = std::fs::read_dir(home.path())?.flatten().map(|e| size(e.path())).sum();
    println!("{files} files, {:.1} MB of source", bytes as f64 / 1e6);
    println!(
        "{:.1} ns of CPU a byte ({spent:?} CPU, {wall:?})",
        spent.as_nanos() as f64 / bytes as f64
    );
    println!("{:.3} bytes of index a byte of source", index as f64 / bytes as f64);
    println!("commit of one file: median {commit:?}, worst {worst_commit:?}");

    for copy in 1..copies {
        memory.roots.insert(RootKey([copy; 8]), format!("/copy{copy}").into_bytes());
    }
    let before = memory_kib();
    let ask = |engine: &Engine, query: &str| -> Result<Duration, Box<dyn Error>> {
        let start = Instant::now();
        let world = World { memory: &memory, disk: &FileSystem, now_ms: 0 };
        engine.search(world, &SearchRequest::new(query), Freshness::default())?;
        Ok(start.elapsed())
    };
    let mut cold = Vec::new();
    for query in QUERIES {
        let start = Instant::now();
        let engine = Engine::open(home.path())?;
        ask(&engine, query)?;
        cold.push(start.elapsed());
    }
    let engine = Engine::open(home.path())?;
    let mut warm = Vec::new();
    let start = cpu();
    let rounds = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    for _ in 0..rounds {
        for query in QUERIES {
            warm.push(ask(&engine, query)?);
        }
    }
    println!("search warm: {:?} of CPU each", (cpu() - start) / warm.len() as u32);
    for (name, times) in [("opened anew", cold), ("warm", warm)] {
        let (middle, worst) = median(times);
        println!("search {name}: median {middle:?}, worst {worst:?}");
    }
    println!("memory of the searcher: {} KiB", memory_kib().saturating_sub(before));
    Ok(())
}
