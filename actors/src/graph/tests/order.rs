//! What a reference means depends neither on the order in which files came into the index nor on
//! what was asked before.

use heimdall_schema::depth::Depth;
use heimdall_schema::id::{FileKey, RootKey};
use heimdall_schema::language;
use heimdall_schema::record::{FileKind, FileRecord, Mentions, Outline, Stat};
use heimdall_schema::store::{Batch, Change, Replacement, Writer, compress};

use super::{files_of, index, repositories};
use crate::extractor::Extractor;
use crate::graph::edges::{edge_lines, relative};
use crate::graph::{Answer, Index, Resolver, Stored};

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.roll(at + 1));
        }
    }
}

fn replacement(name: &str, text: &str) -> Replacement {
    let language = language::recognise(name.as_bytes(), text).map_or("", |l| l.name);
    let extraction = Extractor::new().extract(language, Depth::Graph, text);
    let (outline, mentions) = extraction.split();
    let record = FileRecord {
        stat: Stat { size: text.len() as u64, mtime_ns: 1, ctime_ns: 1, inode: 1 },
        hash: *blake3::hash(text.as_bytes()).as_bytes(),
        kind: FileKind::Text,
        depth: Depth::Graph,
        requested: Depth::Graph,
        reason: String::new(),
        language: language.into(),
        description: String::new(),
        lines: extraction.lines,
        since_ms: 0,
        nodes: extraction.nodes.len() as u32,
        masked: 0,
        extractor: heimdall_schema::EXTRACTOR_VERSION,
    };
    let outline = rkyv::to_bytes::<rkyv::rancor::Error>(&outline as &Outline).unwrap();
    let mentions = rkyv::to_bytes::<rkyv::rancor::Error>(&mentions as &Mentions).unwrap();
    Replacement {
        record,
        outline: Some(compress(&outline).unwrap()),
        mentions: Some(compress(&mentions).unwrap()),
        text: Some(compress(text.as_bytes()).unwrap()),
    }
}

/// Every edge of an index whose files were committed in this order, in two commits.
fn edges_after(order: &[(String, Replacement)], first: usize) -> String {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = Writer::open(&dir.path().join("heimdall.redb")).unwrap();
    let root = RootKey::of(b"/root");
    writer.commit(&Batch { roots: vec![(root, b"/root".to_vec())], ..Batch::default() }).unwrap();
    let (before, after) = order.split_at(first);
    for part in [before, after] {
        let change = |(path, replacement): &(String, Replacement)| {
            let change = Change::Replace(Box::new(replacement.clone()));
            (FileKey::new(root, path.as_bytes()), 0, change)
        };
        let changes = part.iter().map(change).collect();
        writer.commit(&Batch { changes, ..Batch::default() }).unwrap();
    }
    let snapshot = writer.reader().snapshot().unwrap();
    let stored = Stored::new(&snapshot, &|_| Vec::new());
    let cx = Resolver::new(&stored);
    let mut keys: Vec<_> =
        order.iter().map(|(path, _)| FileKey::new(root, path.as_bytes())).collect();
    keys.sort();
    let mut lines = String::new();
    for key in keys {
        let mut line = |line: &str| {
            lines.push_str(line);
            lines.push('\n');
            Ok::<(), ()>(())
        };
        edge_lines(&cx, &key, &relative, &mut line).unwrap();
    }
    assert!(stored.error().is_none());
    lines
}

#[test]
fn any_order_of_files_gives_the_same_edges() {
    for (language, repository) in repositories() {
        let mut files: Vec<_> = files_of(&repository)
            .map(|(path, text)| {
                (path.to_owned(), replacement(path.rsplit('/').next().unwrap(), text))
            })
            .collect();
        let expected = edges_after(&files, 0);
        let mut dice = Dice(7);
        for round in 0..50 {
            dice.shuffle(&mut files);
            let first = dice.roll(files.len());
            assert!(
                edges_after(&files, first) == expected,
                "{language}, round {round}: other edges"
            );
        }
    }
}

#[test]
fn no_answer_depends_on_the_questions_before_it() {
    for (language, repository) in repositories() {
        let memory = index(&repository);
        let mut questions: Vec<(FileKey, u32)> = Vec::new();
        for key in memory.keys() {
            let count = memory.facts(key).unwrap().references().len() as u32;
            questions.extend((0..count).map(|number| (key.clone(), number)));
        }
        let ask = |cx: &Resolver<'_>, (key, number): &(FileKey, u32)| -> Answer {
            cx.answer(cx.file(key), *number)
        };
        let alone: Vec<_> =
            questions.iter().map(|question| ask(&Resolver::new(&memory), question)).collect();
        let mut order: Vec<usize> = (0..questions.len()).collect();
        let mut dice = Dice(11);
        for _ in 0..50 {
            dice.shuffle(&mut order);
            let cx = Resolver::new(&memory);
            for &at in &order {
                let found = ask(&cx, &questions[at]);
                assert_eq!(found, alone[at], "{language}: {:?}", questions[at]);
            }
        }
    }
}

#[test]
fn every_edge_leads_to_a_definition_that_is_there() {
    for (language, repository) in repositories() {
        let memory = index(&repository);
        let cx = Resolver::new(&memory);
        let mut edges = 0;
        for key in memory.keys() {
            let count = memory.facts(key).unwrap().references().len() as u32;
            for number in 0..count {
                for candidate in cx.answer(cx.file(key), number).candidates {
                    let facts = memory.facts(&candidate.file).expect("the file is in the index");
                    assert!(facts.node(candidate.node).is_some(), "{language}: {candidate:?}");
                    edges += 1;
                }
            }
        }
        assert!(edges > 8, "{language}: only {edges} edges, so nothing was shown");
    }
}
