//! NDCG@10 of the searcher on labelled queries, in process: extracts, indexes, asks, scores.
//!
//! `cargo run --release --example bench_search -- LABELS CHECKOUTS [REPOSITORY...]`, where LABELS
//! holds `repos.json` and one file of queries a repository, and CHECKOUTS the repositories at
//! their pins. Nothing is told apart by a repository's name.

#![expect(clippy::print_stdout, reason = "an example prints what it measures")]

mod common;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use heimdall_actors::extractor::Extractor;
use heimdall_actors::searcher::{Engine, FileSystem, LexicalInput, LexicalWriter, World};
use heimdall_schema::wire::{Freshness, SearchReply, SearchRequest, Verdict};
use serde::Deserialize;

#[derive(Deserialize)]
struct Repository {
    name: String,
    benchmark_root: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Target {
    Path(String),
    Lines { path: String },
}

impl Target {
    fn path(&self) -> &str {
        match self {
            Target::Path(path) | Target::Lines { path } => path,
        }
    }
}

#[derive(Deserialize)]
struct Task {
    query: String,
    relevant: Vec<Target>,
    secondary: Vec<Target>,
    category: String,
}

/// Whether one path is the end of the other, by whole components.
fn same(a: &str, b: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    ends(a, b) || ends(b, a)
}

fn ndcg(found: &[bool], targets: usize) -> f64 {
    let gain = |rank: usize| 1.0 / (rank as f64 + 2.0).log2();
    let got: f64 =
        found.iter().take(10).enumerate().filter(|(_, f)| **f).map(|(r, _)| gain(r)).sum();
    got / (0..targets.min(10)).map(gain).sum::<f64>()
}

#[derive(Default)]
struct Mean(f64, usize);

impl Mean {
    fn add(&mut self, value: f64) {
        self.0 += value;
        self.1 += 1;
    }

    fn get(&self) -> f64 {
        self.0 / self.1.max(1) as f64
    }
}

/// How the verdicts fare.
#[derive(Default)]
struct Trust {
    strong: usize,
    strong_right: usize,
    right: usize,
    asked: usize,
    foreign: usize,
    foreign_strong: usize,
    foreign_nothing: usize,
    nothing: usize,
}

struct Bench {
    engine: Engine,
    memory: common::Ram,
    _home: tempfile::TempDir,
}

impl Bench {
    fn new(root: &Path, extractor: &mut Extractor) -> Result<Self, Box<dyn Error>> {
        let mut memory = common::Ram::default();
        memory.add_root(root, extractor);
        let home = tempfile::tempdir()?;
        let mut writer = LexicalWriter::open(home.path())?;
        for (key, (record, extraction, text)) in &memory.files {
            writer.replace(key, LexicalInput { extraction, text, language: &record.language })?;
        }
        writer.commit(1)?;
        writer.close()?;
        Ok(Self { engine: Engine::open(home.path())?, memory, _home: home })
    }

    fn ask(&self, query: &str) -> Result<SearchReply, Box<dyn Error>> {
        let world = World { memory: &self.memory, disk: &FileSystem, now_ms: 0 };
        let request = SearchRequest { hits: 10, explain: true, ..SearchRequest::new(query) };
        Ok(self.engine.search(world, &request, Freshness::default())?)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let labels = PathBuf::from(arguments.next().ok_or("LABELS CHECKOUTS [REPOSITORY...]")?);
    let checkouts =
        PathBuf::from(arguments.next().ok_or("CHECKOUTS is missing")?).canonicalize()?;
    let only: Vec<String> = arguments.collect();
    let verbose = std::env::var_os("BENCH_VERBOSE").is_some();
    let read = |name: &str| std::fs::read_to_string(labels.join(format!("{name}.json")));
    let repositories: Vec<Repository> = serde_json::from_str(&read("repos")?)?;
    let mut tasks: BTreeMap<&str, Vec<Task>> = BTreeMap::new();
    for repository in &repositories {
        tasks.insert(&repository.name, serde_json::from_str(&read(&repository.name)?)?);
    }
    let (mut all, mut trust) = (Mean::default(), Trust::default());
    let mut categories: BTreeMap<&str, Mean> = BTreeMap::new();
    let mut extractor = Extractor::new();
    for repository in &repositories {
        if !only.is_empty() && !only.contains(&repository.name) {
            continue;
        }
        let checkout = checkouts.join(&repository.name);
        let root = checkout.join(repository.benchmark_root.as_deref().unwrap_or(""));
        let root = PathBuf::from(root.to_string_lossy().trim_end_matches('/'));
        let bench = Bench::new(&root, &mut extractor)?;
        let below = |path: &[u8]| {
            let path = String::from_utf8_lossy(path).into_owned();
            let checkout = format!("{}/", checkout.display());
            path.strip_prefix(&checkout).unwrap_or(&path).to_owned()
        };
        let known: Vec<String> = bench
            .memory
            .files
            .keys()
            .map(|key| {
                below(
                    format!("{}/{}", root.display(), String::from_utf8_lossy(key.relative()))
                        .as_bytes(),
                )
            })
            .collect();
        let mut mean = Mean::default();
        for task in &tasks[repository.name.as_str()] {
            let targets: Vec<&str> =
                task.relevant.iter().chain(&task.secondary).map(Target::path).collect();
            let there: Vec<&&str> =
                targets.iter().filter(|t| known.iter().any(|k| same(k, t))).collect();
            if there.is_empty() {
                continue;
            }
            let reply = bench.ask(&task.query)?;
            let paths: Vec<String> = reply.hits.iter().map(|h| below(&h.path.0)).collect();
            // A target counts once, at its first place.
            let mut open: Vec<&str> = there.iter().map(|t| **t).collect();
            let found: Vec<bool> = paths
                .iter()
                .map(|path| {
                    let before = open.len();
                    open.retain(|target| !same(path, target));
                    open.len() < before
                })
                .collect();
            let value = ndcg(&found, there.len());
            if verbose && value < 0.99 {
                println!("  {value:.2} {} [{}]", task.query, task.category);
                for (hit, path) in reply.hits.iter().zip(&paths).take(4) {
                    let right = there.iter().any(|t| same(path, t));
                    println!(
                        "      {} {:.2} {path} {:?}",
                        if right { "+" } else { "-" },
                        hit.score,
                        hit.explain.as_ref().map(|e| [
                            e.fields,
                            e.chunks,
                            e.coverage,
                            e.stem,
                            e.definition,
                            e.size,
                            e.place,
                            e.vote
                        ])
                    );
                }
                println!("      wanted {there:?}");
            }
            mean.add(value);
            categories.entry(&task.category).or_default().add(value);
            trust.asked += 1;
            if let Some(first) = reply.hits.first() {
                let right = there.iter().any(|t| same(&paths[0], t));
                trust.right += usize::from(right);
                if first.verdict == Verdict::Strong {
                    trust.strong += 1;
                    trust.strong_right += usize::from(right);
                }
            }
            trust.nothing += usize::from(reply.notes.iter().any(|n| n.contains("nothing here")));
        }
        for (name, others) in &tasks {
            for task in others.iter().step_by(4).filter(|_| *name != repository.name) {
                let reply = bench.ask(&task.query)?;
                trust.foreign += 1;
                let first = reply.hits.first();
                trust.foreign_strong +=
                    usize::from(first.is_some_and(|h| h.verdict == Verdict::Strong));
                trust.foreign_nothing += usize::from(
                    first.is_none() || reply.notes.iter().any(|n| n.contains("nothing here")),
                );
            }
        }
        println!("{:20} {:.3} ({} files)", repository.name, mean.get(), bench.memory.files.len());
        all.add(mean.get());
    }
    println!("{:20} {:.4}", "mean", all.get());
    for (name, mean) in &categories {
        println!("{name:20} {:.3}", mean.get());
    }
    let share = |a: usize, b: usize| a as f64 / b.max(1) as f64;
    println!(
        "first hits right {:.3}; STRONG {:.3} of them all, right {:.3}; right ones STRONG {:.3}",
        share(trust.right, trust.asked),
        share(trust.strong, trust.asked),
        share(trust.strong_right, trust.strong),
        share(trust.strong_right, trust.right)
    );
    println!(
        "foreign questions: STRONG {:.3}, nothing here {:.3}; own called nothing {:.3}",
        share(trust.foreign_strong, trust.foreign),
        share(trust.foreign_nothing, trust.foreign),
        share(trust.nothing, trust.asked)
    );
    Ok(())
}
