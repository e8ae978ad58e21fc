//! Prints the graph of a directory that is in no index, in the format of `heimdall dump --graph`:
//! a short way to try a query or a rule. `cargo run --example graph -p heimdall-actors -- DIRECTORY`

use std::io::Write as _;
use std::path::Path;

use heimdall_actors::extractor::Extractor;
use heimdall_actors::graph::edges::{definitions, edge_lines, relative};
use heimdall_actors::graph::{Facts, Memory, Resolver};
use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::language;

fn main() -> std::io::Result<()> {
    let Some(directory) = std::env::args_os().nth(1) else {
        return Err(std::io::Error::other("usage: graph DIRECTORY"));
    };
    let root = RootKey::of(b"/");
    let mut memory = Memory::new(vec![FileKey::new(root, b"")]);
    let mut extractor = Extractor::new();
    read(Path::new(&directory), "", root, &mut extractor, &mut memory)?;
    let cx = Resolver::new(&memory);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for key in memory.keys() {
        let mut line = |line: &str| writeln!(out, "{line}");
        definitions(&cx, key, &relative, &mut line)?;
        edge_lines(&cx, key, &relative, &mut line)?;
    }
    out.flush()
}

fn read(
    directory: &Path,
    below: &str,
    root: RootKey,
    extractor: &mut Extractor,
    memory: &mut Memory,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let relative = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() && name != ".git" {
            read(&entry.path(), &relative, root, extractor, memory)?;
        } else if kind.is_file()
            && let Ok(text) = std::fs::read_to_string(entry.path())
        {
            let language = language::recognise(name.as_bytes(), &text).map_or("", |l| l.name);
            let (outline, mentions) = extractor.extract(language, Depth::Graph, &text).split();
            let key = FileKey::new(root, relative.as_bytes());
            memory.insert(Facts::new(key, language, outline, mentions), text);
        }
    }
    Ok(())
}
