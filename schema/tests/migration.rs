//! A store of an earlier schema, kept as it was written, is brought up to date when it is opened.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::key;
use heimdall_schema::store::{Reader, StoreError, Writer};

/// Written by the build that used schema 1: two files, one of them in the queue.
const SCHEMA_1: &[u8] = include_bytes!("fixtures/schema-1.redb.zst");

fn unpack(dir: &tempfile::TempDir) -> std::path::PathBuf {
    let path = dir.path().join("heimdall.redb");
    std::fs::write(&path, zstd::stream::decode_all(SCHEMA_1).unwrap()).unwrap();
    path
}

#[test]
fn an_older_store_is_migrated_in_one_transaction_and_its_files_are_queued() {
    let dir = tempfile::tempdir().unwrap();
    let path = unpack(&dir);
    let before = Reader::open(&path).err().unwrap();
    assert!(matches!(before, StoreError::Older { found: 1, .. }), "{before}");
    let writer = Writer::open(&path).unwrap();
    assert_eq!(writer.commits(), 0);
    let snapshot = writer.reader().snapshot().unwrap();
    assert_eq!(snapshot.file(&key("a.rs")).unwrap().unwrap().language, "rust");
    let queue: Vec<_> = snapshot.queue().unwrap().into_iter().map(|(k, r)| (k, r.reason)).collect();
    assert_eq!(queue, [(key("a.rs"), "migrate".into()), (key("b.rs"), "migrate".into())]);
    assert_eq!(snapshot.epoch().unwrap(), None, "the lexical index is rebuilt");
    for file in ["a.rs", "b.rs"] {
        assert_eq!(snapshot.mentions(&key(file)).unwrap(), Default::default(), "{file}");
    }
    assert!(snapshot.projects().unwrap().is_empty());
    drop((snapshot, writer));
    Reader::open(&path).unwrap();
}

#[test]
fn a_later_store_is_refused_and_left_as_it_is() {
    use heimdall_schema::record::header;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("heimdall.redb");
    drop(Writer::open(&path).unwrap());
    {
        let mut builder = redb::Builder::new();
        builder.set_concurrency_mode(redb::ConcurrencyMode::SingleWriter);
        let database = builder.open(&path).unwrap();
        let txn = database.begin_write().unwrap();
        let meta: redb::TableDefinition<'_, &[u8], &[u8]> = redb::TableDefinition::new("meta");
        let later = header::seal(1, b"schema", &99u32.to_le_bytes());
        txn.open_table(meta).unwrap().insert(&b"schema"[..], later.as_slice()).unwrap();
        txn.commit().unwrap();
    }
    for error in [Writer::open(&path).err().unwrap(), Reader::open(&path).err().unwrap()] {
        assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
        assert!(!error.is_damage(), "nothing is moved aside");
    }
}
