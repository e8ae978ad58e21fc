//! Storage that fails: what was acknowledged is there afterwards, and nothing panics.

mod common;

use std::fs::File;
use std::io;
use std::ops::Bound;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{Home, key, replace};
use heimdall_schema::store::{Batch, Writer};
use redb::{BackendError, StorageBackend};

/// Fails every changing call after the `k`-th, as a full or broken disk does.
#[derive(Debug, Clone)]
struct Failing {
    file: Arc<File>,
    calls: Arc<AtomicU64>,
    fail_from: u64,
}

impl Failing {
    fn call(&self) -> io::Result<()> {
        if self.calls.fetch_add(1, Ordering::SeqCst) >= self.fail_from {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        Ok(())
    }
}

impl StorageBackend for Failing {
    fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(out, offset)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.call()?;
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.call()?;
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.call()?;
        self.file.write_all_at(data, offset)
    }

    // Nobody else opens the file meanwhile.
    fn try_lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(true)
    }

    fn try_lock_shared_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(true)
    }

    fn lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn lock_shared_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn unlock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<(), BackendError> {
        Ok(())
    }

    fn query_lock_range(&self, _: Bound<u64>, _: Bound<u64>) -> Result<bool, BackendError> {
        Ok(false)
    }
}

#[test]
fn whichever_call_fails_what_was_acknowledged_is_there_after_reopening() {
    let mut failures = 0;
    for fail_from in 0..5_000 {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("heimdall.redb");
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let file = Arc::new(file.unwrap());
        let failing = Failing { file, calls: Arc::default(), fail_from };
        let mut acknowledged = 0;
        let mut failed = false;
        match Writer::open_on(failing.clone(), &path) {
            Ok(mut writer) => {
                for n in 0..6 {
                    let changes = vec![(key(&format!("{n}.rs")), 0, replace(&["one", "two"]))];
                    match writer.commit(&Batch { changes, ..Batch::default() }) {
                        Ok(_) => acknowledged = n + 1,
                        Err(error) => {
                            assert!(error.needs_reopen() || error.is_damage(), "{error:?}");
                            failed = true;
                            break;
                        }
                    }
                }
            }
            Err(_) => failed = true,
        }
        failures += u32::from(failed);
        if acknowledged > 0 {
            let writer = Writer::open(&path).unwrap();
            let snapshot = writer.reader().snapshot().unwrap();
            for n in 0..acknowledged {
                let file = snapshot.file(&key(&format!("{n}.rs"))).unwrap();
                assert!(
                    file.is_some(),
                    "call {fail_from}: commit {n} was acknowledged and is gone"
                );
            }
            assert!(snapshot.check().unwrap().damaged.is_empty());
        }
        if !failed {
            assert!(fail_from > 20, "the backend was never asked");
            assert!(failures > 20);
            return;
        }
    }
    panic!("more calls than expected; raise the limit");
}

#[test]
fn a_flipped_bit_never_gives_a_wrong_record() {
    let mut home = Home::new();
    for n in 0..40 {
        home.put(&format!("{n}.rs"), &["one", "two"]);
    }
    let path = home.path();
    drop(home.writer);
    let good = std::fs::read(&path).unwrap();
    let mut noticed = 0;
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // redb's own panics are what is looked for; they would drown ours.
        if info.location().is_none_or(|place| !place.file().contains("redb")) {
            report(info);
        }
    }));
    for step in 0..150u64 {
        let mut bytes = good.clone();
        // A fixed walk over the file that hits each page sooner or later.
        let at = (step.wrapping_mul(0x9e37_79b9_7f4a_7c15) % bytes.len() as u64) as usize;
        bytes[at] ^= 1 << (step % 8);
        std::fs::write(&path, &bytes).unwrap();
        // redb panics on some damaged pages: loud, so that the process ends and the next one
        // checks the file.
        match std::panic::catch_unwind(|| wrong_records(&path)) {
            Ok(Some(wrong)) => assert_eq!(wrong, 0, "step {step}"),
            Ok(None) | Err(_) => noticed += 1,
        }
    }
    let _ = std::panic::take_hook();
    assert!(noticed > 0, "no flip hit anything");
}

/// Reads everything that the test wrote; gives the number of wrong records, or `None` when some
/// damage was noticed.
fn wrong_records(path: &std::path::Path) -> Option<u32> {
    let writer = Writer::open(path).ok()?;
    let snapshot = writer.reader().snapshot().ok()?;
    let wanted = common::extraction(&["one", "two"]).split().0;
    let mut wrong = 0;
    for n in 0..40 {
        let found = snapshot.outline(&key(&format!("{n}.rs"))).ok()??;
        wrong += u32::from(found != wanted);
    }
    Some(wrong)
}
