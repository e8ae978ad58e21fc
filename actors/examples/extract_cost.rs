//! What extraction costs beyond bare parsing: `extract_cost DIRECTORY [LANGUAGE]`.
//!
//! Every file under the directory whose language has a parser is read first; then all of them
//! are parsed, and extracted, in one thread. Printed are CPU seconds of this process.

use std::path::Path;
use std::time::Duration;

use heimdall_actors::extractor::{Extractor, Grammar};
use heimdall_schema::depth::Depth;
use heimdall_schema::language;

/// Largest file that counts, in bytes: larger ones are not parsed by Heimdall either.
const LARGEST: u64 = 2 << 20;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().unwrap_or_else(|| ".".to_owned());
    let only = arguments.next();
    let mut files = Vec::new();
    collect(Path::new(&directory), &mut files)?;
    files.retain(|(grammar, _)| only.as_deref().is_none_or(|name| grammar.name == name));
    files.sort_by_key(|(grammar, _)| grammar.name);
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();

    let mut extractor = Extractor::new();
    let [mut parse, mut bare, mut symbol, mut graph] = [Duration::MAX; 4];
    let (mut nodes, mut references, mut answer) = (0, 0, 0);
    for _ in 0..3 {
        let start = cpu();
        for (grammar, text) in &files {
            extractor.with_tree(&grammar.compiled().language, text, |_| ());
        }
        parse = parse.min(cpu() - start);
    }
    drop(extractor);
    let mut extractor = Extractor::in_arena();
    for _ in 0..3 {
        let start = cpu();
        for (grammar, text) in &files {
            extractor.with_tree(&grammar.compiled().language, text, |_| ());
        }
        bare = bare.min(cpu() - start);
        let start = cpu();
        for (grammar, text) in &files {
            drop(extractor.extract(grammar.name, Depth::Symbol, text));
        }
        symbol = symbol.min(cpu() - start);
        let start = cpu();
        (nodes, references, answer) = (0, 0, 0);
        for (grammar, text) in &files {
            let found = extractor.extract(grammar.name, Depth::Graph, text);
            nodes += found.nodes.len();
            references += found.references.len();
            answer += rkyv::to_bytes::<rkyv::rancor::Error>(&found).map_or(0, |b| b.len());
        }
        graph = graph.min(cpu() - start);
    }
    let ratio = |d: Duration| d.as_secs_f64() / parse.as_secs_f64();
    #[expect(clippy::print_stdout, reason = "an example's answer")]
    {
        println!(
            "parse {:.2} s, in the arena {:.2} s ({:.3}), symbol {:.2} s ({:.3}), graph and rkyv {:.2} s ({:.3}), {} files, {bytes} bytes, {:.1} MB/s, {nodes} nodes, {references} references, {answer} bytes of answers",
            parse.as_secs_f64(),
            bare.as_secs_f64(),
            ratio(bare),
            symbol.as_secs_f64(),
            ratio(symbol),
            graph.as_secs_f64(),
            ratio(graph),
            files.len(),
            bytes as f64 / 1e6 / graph.as_secs_f64(),
        );
    }
    Ok(())
}

/// CPU time that this process has used.
fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn collect(directory: &Path, files: &mut Vec<(&'static Grammar, String)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() && entry.file_name() != ".git" {
            collect(&entry.path(), files)?;
        } else if kind.is_file() && entry.metadata()?.len() <= LARGEST {
            let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
            let name = entry.file_name();
            let found = language::recognise(name.as_encoded_bytes(), &text);
            if let Some(grammar) = found.and_then(|l| Grammar::by_name(l.name)) {
                files.push((grammar, text));
            }
        }
    }
    Ok(())
}
