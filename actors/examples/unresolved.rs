use heimdall_actors::extractor::Extractor;
use heimdall_actors::graph::{Facts, Index, Memory, Resolver};
use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::language;
use std::path::Path;
fn main() {
    let d = std::env::args().nth(1).unwrap();
    let kind: u8 = std::env::args().nth(2).map_or(2, |k| k.parse().unwrap());
    let root = RootKey::of(b"/");
    let mut m = Memory::new(vec![FileKey::new(root, b"")]);
    let mut x = Extractor::new();
    read(Path::new(&d), "", root, &mut x, &mut m);
    let cx = Resolver::new(&m);
    let (mut all, mut done, mut ext, mut open) = (0, 0, 0, 0);
    for key in m.keys() {
        let file = cx.file(key);
        let facts = cx.facts(file);
        let text = m.text(key).unwrap();
        let lines: Vec<_> = text.lines().collect();
        for (n, r) in facts.references().iter().enumerate() {
            if r.kind != kind {
                continue;
            }
            all += 1;
            let a = cx.answer(file, n as u32);
            if !a.candidates.is_empty() {
                done += 1;
                continue;
            }
            let name = facts.text(r.name);
            if a.external {
                ext += 1;
            } else {
                open += 1;
            }
            if !m.defining(name).is_empty() {
                println!(
                    "{} {}:{} {} . {} ({}) | {}",
                    if a.external { "EXT" } else { "OPEN" },
                    String::from_utf8_lossy(key.relative()),
                    r.line,
                    facts.text(r.qualifier),
                    name,
                    facts.text(r.alias),
                    lines.get(r.line as usize - 1).unwrap_or(&"").trim()
                );
            }
        }
    }
    eprintln!("all {all} done {done} external {ext} open {open}");
}
fn read(d: &Path, below: &str, root: RootKey, x: &mut Extractor, m: &mut Memory) {
    for e in std::fs::read_dir(d).unwrap() {
        let e = e.unwrap();
        let name = e.file_name().to_string_lossy().into_owned();
        let rel = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        let k = e.file_type().unwrap();
        if k.is_dir() && name != ".git" {
            read(&e.path(), &rel, root, x, m);
        } else if k.is_file()
            && let Ok(text) = std::fs::read_to_string(e.path())
        {
            let l = language::recognise(name.as_bytes(), &text).map_or("", |l| l.name);
            if !["java", "kotlin", "scala", "csharp"].contains(&l) {
                continue;
            }
            let (o, me) = x.extract(l, Depth::Graph, &text).split();
            m.insert(Facts::new(FileKey::new(root, rel.as_bytes()), l, o, me), text);
        }
    }
}
