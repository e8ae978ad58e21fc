//! The watching thread.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TrySendError, after, never, select};
use heimdall_schema::id::under;
use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Event, EventKind, RecommendedWatcher};

use super::coverage::Coverage;
use super::debounce::Debounce;
use super::{ConfigChanged, Listeners};
use crate::auditor::{Expanded, Poll, Scan, Scope, everything, expand};
use crate::board::{Board, ReaderSlot};
use crate::deliver::deliver;
use crate::fault;
use crate::hint_ingest::Nudge;
use crate::reconciler::{Doubt, Touched};
use crate::territory::Ground;

/// Paths that wait for their quiet time, at most; beyond that everything is scanned instead.
const PENDING: usize = 100_000;

/// What the actor may ask of the thread.
pub(super) enum Command {
    Follow(Arc<Ground>),
    Finish,
}

/// What the thread holds.
pub(super) struct Watching {
    home: PathBuf,
    ground: Arc<Ground>,
    board: Arc<Board>,
    readers: Arc<ReaderSlot>,
    listeners: Listeners,
    coverage: Coverage,
    debounce: Debounce,
    /// Set when events were lost; everything is scanned then.
    lost: Arc<AtomicBool>,
}

/// Events that change nothing. The end of a write through a mapping shows only as its closing.
fn only_read(kind: EventKind) -> bool {
    matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}

fn system(events: Sender<Event>, lost: Arc<AtomicBool>) -> notify::Result<RecommendedWatcher> {
    let handler = move |event: notify::Result<Event>| match event {
        Ok(event) if event.need_rescan() => lost.store(true, Ordering::Release),
        Ok(event) if only_read(event.kind) => {}
        Ok(event) => match events.try_send(event) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => {}
            Err(TrySendError::Full(_)) => lost.store(true, Ordering::Release),
        },
        Err(_) => lost.store(true, Ordering::Release),
    };
    let config = notify::Config::default().with_follow_symlinks(false);
    notify::Watcher::new(handler, config)
}

impl Watching {
    pub fn new(
        home: PathBuf,
        ground: Arc<Ground>,
        board: Arc<Board>,
        readers: Arc<ReaderSlot>,
        listeners: Listeners,
        events: Sender<Event>,
    ) -> Self {
        let lost = Arc::new(AtomicBool::new(false));
        let coverage = Coverage::new(system(events, lost.clone()));
        let debounce = Debounce::new(Duration::from_millis(ground.debounce_ms()));
        Self { home, ground, board, readers, listeners, coverage, debounce, lost }
    }

    /// Works until told to finish.
    pub fn run(&mut self, orders: &Receiver<Command>, events: &Receiver<Event>) {
        self.coverage.add(&self.home.clone());
        self.cover_everything("scan");
        self.board.set_watching(true);
        loop {
            let timeout = match self.debounce.next() {
                Some(at) => after(at.saturating_duration_since(Instant::now())),
                None => never(),
            };
            select! {
                recv(orders) -> order => match order {
                    Ok(Command::Follow(ground)) => self.follow(ground),
                    Ok(Command::Finish) | Err(_) => return,
                },
                recv(events) -> event => match event {
                    Ok(event) => {
                        self.hear(event);
                        // What came with it is taken in one go.
                        for event in events.try_iter().take(4096) {
                            self.hear(event);
                        }
                    }
                    Err(_) => return,
                },
                recv(timeout) -> _ => {}
            }
            fault::point("watcher");
            if self.lost.swap(false, Ordering::AcqRel) || self.debounce.len() > PENDING {
                tracing::warn!("events were lost; everything is compared");
                for _ in events.try_iter() {}
                self.debounce.clear();
                self.cover_everything("rescan");
            }
            self.pass_on();
            self.board.set_buffered(self.debounce.len());
        }
    }

    fn follow(&mut self, ground: Arc<Ground>) {
        let gone: Vec<_> = self
            .ground
            .roots()
            .filter(|(key, _)| ground.root(*key).is_none())
            .map(|(_, path)| path)
            .collect();
        for path in gone {
            self.coverage.forget(&path);
        }
        self.ground = ground;
        self.debounce.set_quiet(Duration::from_millis(self.ground.debounce_ms()));
        self.coverage.add(&self.home.clone());
        self.cover_everything("config");
    }

    /// Watches everything, and then has everything compared.
    fn cover_everything(&mut self, reason: &'static str) {
        let scan = self.board.begin_scan();
        for scope in everything(&self.ground) {
            self.coverage.cover(&self.ground, &scope);
        }
        deliver(&self.listeners.auditor, Scan { scopes: Vec::new(), reason, hold: scan });
        self.publish();
    }

    fn publish(&self) {
        self.board.set_watch(self.coverage.status());
        deliver(&self.listeners.auditor, Poll { scopes: self.coverage.polled(&self.ground) });
    }

    fn hear(&mut self, event: Event) {
        let now = Instant::now();
        let gone = matches!(
            event.kind,
            EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(RenameMode::From))
        );
        for path in &event.paths {
            if self.own(path) {
                continue;
            }
            let bytes = path.as_os_str().as_bytes();
            if gone && self.coverage.knows(bytes) {
                // A renamed directory keeps its watch under a name that is no longer true.
                self.coverage.forget(bytes);
            } else if !gone && !self.coverage.knows(bytes) {
                self.cover_if_directory(bytes);
            }
            self.debounce.event(bytes.to_vec(), now);
        }
    }

    /// Events in Heimdall's own directory; they matter only as far as files there are meant to be
    /// read, and never lead to work of their own.
    fn own(&self, path: &Path) -> bool {
        let Ok(inside) = path.strip_prefix(&self.home) else { return false };
        match inside.as_os_str().as_bytes() {
            b"hints.jsonl" => {
                let _ = self.listeners.hints.try_send(Nudge);
                true
            }
            b"config.json" => {
                let _ = self.listeners.config.try_send(ConfigChanged);
                true
            }
            other => !under(other, b"notes"),
        }
    }

    /// A new directory is watched at once; it is scanned when it is quiet.
    fn cover_if_directory(&mut self, path: &[u8]) {
        let Ok(snapshot) = self.readers.snapshot() else { return };
        if let Ok(Expanded::Directory(scope)) = expand(&self.ground, &snapshot, path, false) {
            self.coverage.cover(&self.ground, &scope);
        }
    }

    /// Hands on what is quiet.
    fn pass_on(&mut self) {
        let due = self.debounce.due(Instant::now());
        if due.is_empty() {
            return;
        }
        let places = due.iter().filter_map(|path| self.ground.locate(path)).collect();
        Doubt::say(&self.listeners.reconciler, &self.board, places);
        let snapshot = match self.readers.snapshot() {
            Ok(snapshot) => snapshot,
            Err(error) => {
                tracing::error!(%error, "events could not be looked up");
                self.lost.store(true, Ordering::Release);
                return;
            }
        };
        let mut touched = Touched { urgent: true, ..Touched::default() };
        let mut scopes = BTreeSet::new();
        for path in due {
            if let Some(scope) = self.ground.rules_changed(&path) {
                self.coverage.cover(&self.ground, &scope);
                scopes.insert(scope);
            }
            match expand(&self.ground, &snapshot, &path, false) {
                Ok(Expanded::Files(keys)) => {
                    touched.paths.extend(keys.into_iter().map(|key| (key, "watch".to_owned())));
                }
                Ok(Expanded::Directory(scope)) => {
                    self.coverage.cover(&self.ground, &scope);
                    scopes.insert(scope);
                }
                Ok(Expanded::Outside | Expanded::Ignored) => {}
                Err(error) => tracing::error!(%error, "an event could not be looked up"),
            }
        }
        if !scopes.is_empty() {
            let hold = self.board.begin_scan();
            let scopes = outermost(scopes);
            deliver(&self.listeners.auditor, Scan { scopes, reason: "watch", hold });
            self.publish();
        }
        if !touched.paths.is_empty() {
            touched.hold = Some(self.board.begin_scan());
            deliver(&self.listeners.reconciler, touched);
        }
    }
}

/// Without the scopes that lie inside others.
fn outermost(scopes: BTreeSet<Scope>) -> Vec<Scope> {
    let mut kept: Vec<Scope> = Vec::new();
    for scope in scopes {
        let inside = kept.iter().any(|k| k.root == scope.root && under(&scope.below, &k.below));
        if !inside {
            kept.push(scope);
        }
    }
    kept
}
