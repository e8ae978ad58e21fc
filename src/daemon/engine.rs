//! The actors, wired together on arbiters of their own.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use actix::{Actor as _, Addr, Arbiter, Context, Handler};
use heimdall_actors::auditor::{self, Auditor};
use heimdall_actors::board::{Board, ReaderSlot};
use heimdall_actors::extractor::{self, Pool};
use heimdall_actors::hint_ingest::{self, HintIngest};
use heimdall_actors::reconciler::{self, Lookers, Parts, Reconciler, Sink};
use heimdall_actors::searcher::{self, Answer, SearchError, Searcher};
use heimdall_actors::territory::{Ground, Home};
use heimdall_actors::watcher::{self, ConfigChanged, Listeners, Watcher};
use heimdall_schema::exit;
use heimdall_schema::store::StoreError;
use heimdall_schema::wire::Failure;

use super::now_ms;
use crate::client::{Place, territory_failure};

/// How long an actor may take to finish what it has in hand.
const FAREWELL: Duration = Duration::from_millis(1500);

/// How long reading the hints that wait may take.
const HINTS: Duration = Duration::from_secs(10);

/// How much of the machinery is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Everything: watch, follow hints, audit by timer.
    Daemon,
    /// Work off what is asked and what is queued, then end.
    OneShot,
}

/// A searcher, and the epoch that it has seen.
type Seen = (u64, Arc<searcher::Engine>);

/// What all parts of a process share.
#[derive(Clone)]
pub struct Shared {
    pub place: Place,
    pub home: Home,
    pub board: Arc<Board>,
    pub readers: Arc<ReaderSlot>,
    pub pool: Arc<Pool>,
    ground: Arc<RwLock<Arc<Ground>>>,
    /// Quiet time that stands above config.json's, in milliseconds.
    debounce_ms: Option<u64>,
    /// Opened by the first search, reloaded when the Reconciler has committed.
    searcher: Arc<Mutex<Option<Seen>>>,
}

impl Shared {
    /// Reads the configuration.
    ///
    /// # Errors
    /// It cannot be read or understood.
    pub fn new(place: &Place) -> Result<Self, Failure> {
        let home = place.home().clone();
        let ground = Ground::load(&home, place.environment()).map_err(|e| territory_failure(&e))?;
        let settings = extractor::Settings {
            workers: cores(),
            parsers: Some(home.languages()),
            ..extractor::Settings::default()
        };
        let pool = Pool::new(settings)
            .map_err(|e| Failure::new(exit::INTERNAL, format!("no thread: {e}"), ""))?;
        let board = Arc::<Board>::default();
        for problem in ground.problems() {
            board.note(problem.clone());
        }
        Ok(Self {
            place: place.clone(),
            board,
            readers: Arc::new(ReaderSlot::new(&home.store())),
            home,
            pool: Arc::new(pool),
            ground: Arc::new(RwLock::new(Arc::new(ground))),
            debounce_ms: None,
            searcher: Arc::default(),
        })
    }

    /// Holds to this quiet time, whatever config.json says.
    pub fn with_debounce(mut self, quiet: Option<Duration>) -> Self {
        self.debounce_ms = quiet.map(|quiet| quiet.as_millis() as u64);
        // It was read a moment ago; should that fail now, the next reload says so.
        let _ = self.reload();
        self
    }

    /// The searcher, as of the last commit.
    ///
    /// # Errors
    /// There is no lexical index, or it cannot be read.
    pub fn searcher(&self) -> Result<Arc<searcher::Engine>, SearchError> {
        let commits = self.board.epoch();
        let mut slot = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((seen, engine)) = &mut *slot {
            if *seen != commits {
                engine.reload()?;
                *seen = commits;
            }
            return Ok(engine.clone());
        }
        let engine = Arc::new(searcher::Engine::open(&self.home.lexical())?);
        *slot = Some((commits, engine.clone()));
        Ok(engine)
    }

    /// The ground as it is now.
    pub fn ground(&self) -> Arc<Ground> {
        self.ground.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the configuration again; the old one stays when the new one is wrong.
    pub fn reload(&self) -> Result<Arc<Ground>, Failure> {
        let ground = Ground::load(&self.home, self.place.environment())
            .map_err(|e| territory_failure(&e))?
            .with_debounce(self.debounce_ms);
        let ground = Arc::new(ground);
        *self.ground.write().unwrap_or_else(PoisonError::into_inner) = ground.clone();
        Ok(ground)
    }
}

/// Paths looked at, and workers, at a time.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}

/// Running actors.
pub struct Engine {
    pub shared: Shared,
    pub reconciler: Addr<Reconciler>,
    pub auditor: Addr<Auditor>,
    pub searcher: Addr<Searcher>,
    hints: Addr<HintIngest>,
    watcher: Option<Addr<Watcher>>,
    arbiters: Vec<Arbiter>,
}

/// The failure that a store that cannot be opened means.
pub fn store_failure(error: &StoreError) -> Failure {
    match error {
        StoreError::Held { .. } => Failure::new(
            exit::HELD,
            error.to_string(),
            "a daemon that does not answer yet, or a `heimdall reconcile` that is under way",
        ),
        StoreError::Absent { .. } => Failure::new(
            exit::UNAVAILABLE,
            error.to_string(),
            "make one with: heimdall roots add PATH && heimdall reconcile",
        ),
        StoreError::Newer { .. } => {
            Failure::new(exit::UNAVAILABLE, error.to_string(), "update this program")
        }
        StoreError::Io { source, .. } if source.kind() == std::io::ErrorKind::PermissionDenied => {
            Failure::new(exit::REFUSED, error.to_string(), "the file must be yours")
        }
        _ => Failure::new(
            exit::INTERNAL,
            error.to_string(),
            "`heimdall verify --rebuild` repairs it",
        ),
    }
}

impl Engine {
    /// Opens the store and starts the actors. Must be called within an actix system.
    ///
    /// # Errors
    /// The store is held by another process or cannot be opened.
    pub fn start(shared: Shared, mode: Mode, audit_every: Duration) -> Result<Self, Failure> {
        let opened = Sink::open(&shared.home.store(), &shared.home.lexical());
        let opened = opened.map_err(|error| match &error {
            reconciler::SinkError::Store(error) => store_failure(error),
            _ => Failure::new(exit::INTERNAL, error.to_string(), ""),
        })?;
        for note in opened.notes {
            tracing::warn!("{note}");
            shared.board.note(note);
        }
        let threads = cores();
        let parts = Parts {
            sink: opened.sink,
            ground: shared.ground(),
            board: shared.board.clone(),
            readers: shared.readers.clone(),
            lookers: Lookers::new(threads, shared.readers.clone(), shared.pool.clone()),
            clock: now_ms,
        };
        let position = {
            let actor = Reconciler::new(parts).map_err(|e| store_failure(&e))?;
            let snapshot = shared.readers.snapshot().map_err(|e| store_failure(&e))?;
            (actor, snapshot.hints().map_err(|e| store_failure(&e))?)
        };
        let (actor, position) = position;
        let mut arbiters = vec![Arbiter::new(), Arbiter::new()];
        let reconciler = Reconciler::start_in_arbiter(&arbiters[0].handle(), move |_| actor);
        let no_thread =
            |e: std::io::Error| Failure::new(exit::INTERNAL, format!("no thread: {e}"), "");
        let every = if mode == Mode::Daemon { audit_every } else { Duration::ZERO };
        let auditor = Auditor::new(
            shared.ground(),
            shared.board.clone(),
            (shared.readers.clone(), shared.pool.clone()),
            reconciler.clone(),
            now_ms,
            every,
        )
        .map_err(no_thread)?;
        let auditor = Auditor::start_in_arbiter(&arbiters[1].handle(), move |_| auditor);
        let hints = HintIngest::new(
            shared.home.hints(),
            position,
            shared.ground(),
            shared.board.clone(),
            shared.readers.clone(),
            (reconciler.clone(), auditor.clone()),
        );
        arbiters.push(Arbiter::new());
        let hints = HintIngest::start_in_arbiter(&arbiters[2].handle(), move |_| hints);
        let searching = shared.clone();
        let answer: Answer = Arc::new(move |request| searching.look_for(request));
        let searcher = Searcher::new(&answer).map_err(no_thread)?;
        let searcher = Searcher::start_in_arbiter(&arbiters[1].handle(), move |_| searcher);
        let mut engine =
            Self { shared, reconciler, auditor, searcher, hints, watcher: None, arbiters };
        if mode == Mode::Daemon {
            engine.watch().map_err(no_thread)?;
        }
        Ok(engine)
    }

    fn watch(&mut self) -> std::io::Result<()> {
        let follower = Follower { shared: self.shared.clone(), followers: self.followers() };
        let follower = Follower::start_in_arbiter(&self.arbiters[1].handle(), move |_| follower);
        let listeners = Listeners {
            reconciler: self.reconciler.clone(),
            auditor: self.auditor.clone(),
            hints: self.hints.clone().recipient(),
            config: follower.clone().recipient(),
        };
        let watcher = Watcher::new(
            self.shared.home.path().to_path_buf(),
            self.shared.ground(),
            self.shared.board.clone(),
            self.shared.readers.clone(),
            listeners,
        )?;
        let watcher = Watcher::start_in_arbiter(&self.arbiters[1].handle(), move |_| watcher);
        let _ = follower.try_send(Adopt(watcher.clone()));
        self.watcher = Some(watcher);
        Ok(())
    }

    /// Has the Reconciler told of every hint that is there; for a process that watches nothing.
    pub fn take_up_hints(&self, system: &actix::SystemRunner) {
        let deadline = std::time::Instant::now() + HINTS;
        while std::time::Instant::now() < deadline {
            let heard = system.block_on(self.hints.send(hint_ingest::Nudge));
            if heard.is_err() || !self.shared.board.has_backlog() {
                return;
            }
        }
    }

    /// Everyone who has to know of a new configuration.
    pub fn followers(&self) -> Followers {
        Followers {
            reconciler: self.reconciler.clone(),
            auditor: self.auditor.clone(),
            hints: self.hints.clone(),
            watcher: self.watcher.clone(),
        }
    }

    /// Ends the actors, the writer last; what is ready is committed.
    pub async fn finish(self) {
        let farewell = async {
            if let Some(watcher) = &self.watcher {
                let _ = watcher.send(watcher::Finish).await;
            }
            let _ = self.hints.send(hint_ingest::Finish).await;
            let _ = self.searcher.send(searcher::Finish).await;
            let _ = self.auditor.send(auditor::Finish).await;
            let _ = self.reconciler.send(reconciler::Finish).await;
        };
        if tokio::time::timeout(FAREWELL, farewell).await.is_err() {
            tracing::warn!(
                "not everything finished in time; what was not committed is still queued"
            );
        }
        for arbiter in &self.arbiters {
            arbiter.stop();
        }
        self.shared.pool.rest();
    }
}

/// Addresses that follow the configuration.
#[derive(Clone)]
pub struct Followers {
    reconciler: Addr<Reconciler>,
    auditor: Addr<Auditor>,
    hints: Addr<HintIngest>,
    watcher: Option<Addr<Watcher>>,
}

impl Followers {
    /// Tells everyone; returns when the store has taken the roots over.
    pub async fn follow(&self, ground: Arc<Ground>) {
        let _ = self.reconciler.send(reconciler::Follow(ground.clone())).await;
        let _ = self.hints.send(hint_ingest::Follow(ground.clone())).await;
        let _ = self.auditor.send(auditor::Follow(ground.clone())).await;
        if let Some(watcher) = &self.watcher {
            let _ = watcher.send(watcher::Follow(ground)).await;
        }
    }
}

/// Follows config.json when a person edits it by hand.
struct Follower {
    shared: Shared,
    followers: Followers,
}

struct Adopt(Addr<Watcher>);

impl actix::Message for Adopt {
    type Result = ();
}

impl actix::Actor for Follower {
    type Context = Context<Self>;
}

impl Handler<Adopt> for Follower {
    type Result = ();

    fn handle(&mut self, Adopt(watcher): Adopt, _: &mut Self::Context) {
        self.followers.watcher = Some(watcher);
    }
}

impl Handler<ConfigChanged> for Follower {
    type Result = ();

    fn handle(&mut self, ConfigChanged: ConfigChanged, ctx: &mut Self::Context) {
        use actix::fut::WrapFuture as _;
        use actix::{AsyncContext as _, fut::ActorFutureExt as _};
        let before = self.shared.ground();
        match self.shared.reload() {
            Ok(ground) if ground.same_as(&before) => {}
            Ok(ground) => {
                let followers = self.followers.clone();
                let follow = async move { followers.follow(ground).await };
                ctx.spawn(follow.into_actor(self).map(|(), _, _| {}));
            }
            Err(failure) => {
                tracing::warn!(%failure, "config.json was not taken over");
                self.shared.board.note(format!("config.json was not taken over: {failure}"));
            }
        }
    }
}
