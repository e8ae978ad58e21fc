//! Prints how fast a tree is walked, read and masked: `territory_figures DIRECTORY`.
#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use heimdall_actors::territory::mask::mask;
use heimdall_actors::territory::{Environment, Found, Home, Ignoring, read, walk};
use heimdall_schema::config::Sizes;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root =
        PathBuf::from(std::env::args_os().nth(1).ok_or("name a directory")?).canonicalize()?;
    let environment = Environment::of_process();
    let home = Home::locate(&environment)?;
    let mut files = Vec::new();
    for round in 0..3 {
        files.clear();
        let start = Instant::now();
        let ignoring = Ignoring::new(&root, &home, &environment);
        let tally = walk(&ignoring, b"", |found| {
            if let Found::File { relative, .. } = found {
                files.push(relative.to_vec());
            }
            ControlFlow::Continue(())
        })?;
        println!(
            "walk {round}: {} files, {} directories, {} ignored, {:?}",
            tally.files,
            tally.directories,
            tally.ignored,
            start.elapsed()
        );
        let start = Instant::now();
        let taken = files.iter().filter(|path| ignoring.verdict(path, false).takes()).count();
        println!("verdict of each alone: {taken} taken, {:?}", start.elapsed());
    }
    let sizes = Sizes::default();
    let start = Instant::now();
    let readings: Vec<_> =
        files.iter().filter_map(|path| Some((path, read(&root, path, &sizes).ok()?))).collect();
    println!("read and hashed: {:?}", start.elapsed());
    let start = Instant::now();
    let mut texts = Vec::new();
    let mut masked = 0;
    for (path, reading) in readings {
        let content = reading.into_content();
        masked += content.masked;
        if content.masked > 0 && std::env::var_os("SHOW").is_some() {
            println!("  {} masked in {}", content.masked, String::from_utf8_lossy(path));
        }
        texts.extend(content.text);
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    println!(
        "decoded and masked: {masked} in {} files, {bytes} bytes, {:?}",
        texts.len(),
        start.elapsed()
    );
    // Processor time, as other work on the machine does not count.
    let cpu = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let start = cpu();
    texts.iter_mut().for_each(|text| masked += mask(text));
    let rate = bytes as f64 / 1e6 / (cpu() - start);
    println!("masked once more: {rate:.0} MB a CPU-second");
    Ok(())
}
