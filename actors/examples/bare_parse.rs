//! The baseline of scripts/bench-index: reads, hashes and parses files, and does nothing else.
//!
//! Standard input names the files, one a line: language, a tab, path. Printed is one JSON object:
//! files, bytes, and CPU seconds of this process by step and in all.

use std::io::BufRead as _;
use std::time::Duration;

use heimdall_actors::extractor::{Extractor, Grammar};

fn main() -> std::io::Result<()> {
    let (mut read, mut hash, mut parse) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let (mut files, mut bytes, mut errors) = (0_u64, 0_u64, 0_u64);
    let mut extractor = Extractor::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let Some((language, path)) = line.split_once('\t') else { continue };
        let Some(grammar) = Grammar::by_name(language) else { continue };
        let start = cpu();
        let Ok(content) = std::fs::read(path) else { continue };
        let after_read = cpu();
        std::hint::black_box(blake3::hash(&content));
        let after_hash = cpu();
        let text = String::from_utf8_lossy(&content);
        let failed = extractor
            .with_tree(&grammar.compiled().language, &text, |tree| tree.root_node().has_error());
        errors += u64::from(failed.unwrap_or(true));
        parse += cpu() - after_hash;
        hash += after_hash - after_read;
        read += after_read - start;
        files += 1;
        bytes += content.len() as u64;
    }
    let summary = serde_json::json!({
        "files": files, "bytes": bytes, "errors": errors,
        "read_s": read.as_secs_f64(), "hash_s": hash.as_secs_f64(),
        "parse_s": parse.as_secs_f64(), "cpu_s": cpu().as_secs_f64(),
    });
    #[expect(clippy::print_stdout, reason = "an example's answer")]
    {
        println!("{summary}");
    }
    Ok(())
}

/// CPU time that this process has used.
fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
