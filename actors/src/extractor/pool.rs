//! The pool of workers, used from blocking threads.
//!
//! Workers start when there is work and end when there was none for a while. A text whose worker
//! fails is tried once more, alone: no other text is extracted meanwhile, so that a busy machine
//! cannot make the difference. Only a second failure is the text's.

use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvTimeoutError, Sender};

use super::failure::{Failure, FailureKind};
use super::frame::{SandboxReport, Task};
use super::pack::{self, Listing, Parsers};
use super::process::{Launch, Process};

/// Most workers that a pool starts by default.
const MOST_WORKERS: usize = 8;

/// How many failures the pool remembers for `status`.
const REMEMBERED: usize = 16;

/// What a pool may do.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many texts may be extracted at a time; at least 1.
    pub workers: usize,
    /// Wall time after which a worker without work ends.
    pub idle: Duration,
    pub launch: Launch,
    /// Where parsers may lie; none are looked for without it.
    pub parsers: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            workers: cores.min(MOST_WORKERS),
            idle: Duration::from_secs(30),
            launch: Launch::default(),
            parsers: None,
        }
    }
}

/// How the pool is, for `heimdall status`.
#[derive(Clone, Debug, Default)]
pub struct Health {
    /// Workers that run now; they start with the first text.
    pub alive: usize,
    /// Workers that failed and were replaced, since the pool began.
    pub restarts: u64,
    /// The last failures, oldest first; those that a second try made good, too.
    pub failures: Vec<Failure>,
    /// What the last worker that started said of its sandbox.
    pub sandbox: Option<SandboxReport>,
}

/// Turns texts into extractions in worker processes. Shared by reference between threads.
pub struct Pool {
    shared: Arc<Shared>,
    /// Orders for new workers, to the one thread that starts them.
    starts: Sender<Order>,
    /// Held for reading by a first try, for writing by a second one.
    alone: RwLock<()>,
    /// Held while the parsers on disk are looked at.
    looking: Mutex<()>,
}

/// How to start a worker, and who waits for it.
type Order = (Launch, Sender<io::Result<Process>>);

struct Shared {
    settings: Settings,
    state: Mutex<State>,
    /// Rung when a worker is put back or given up.
    free: Condvar,
}

#[derive(Default)]
struct State {
    /// Workers without work, and since when; the last one is taken first.
    idle: Vec<(Process, Instant)>,
    /// Workers that exist or are being started.
    count: usize,
    restarts: u64,
    failures: VecDeque<Failure>,
    sandbox: Option<SandboxReport>,
    /// What each worker has loaded or will load; none before somebody looked.
    parsers: Option<Arc<Parsers>>,
    /// Raised when other parsers are to be loaded: workers from before are not used again.
    generation: u64,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Makes a pool without a worker. Starts one thread, which ends with the pool.
    pub fn new(settings: Settings) -> io::Result<Self> {
        let state = Mutex::new(State::default());
        let shared = Arc::new(Shared { settings, state, free: Condvar::new() });
        let (starts, orders) = crossbeam_channel::bounded::<Order>(MOST_WORKERS);
        let keeper = shared.clone();
        // Workers end with the thread that starts them, so this one does nothing but that.
        std::thread::Builder::new().name("extractor-keeper".to_owned()).spawn(move || {
            loop {
                let order = match keeper.next_rest() {
                    Some(rest) => orders.recv_timeout(rest),
                    None => orders.recv().map_err(|_| RecvTimeoutError::Disconnected),
                };
                match order {
                    Ok((launch, reply)) => {
                        // Nobody waits any more: the new worker ends here.
                        let _ = reply.send(Process::start(&launch));
                    }
                    Err(RecvTimeoutError::Timeout) => keeper.end_idle(),
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        })?;
        Ok(Pool { shared, starts, alone: RwLock::new(()), looking: Mutex::new(()) })
    }

    /// Extracts a text; blocks until it is done. The answer is the rkyv bytes of an
    /// [`Extraction`](heimdall_schema::record::Extraction), already checked.
    pub fn extract(&self, task: &Task<'_>) -> Result<Vec<u8>, Failure> {
        {
            let _with_others = self.alone.read().unwrap_or_else(PoisonError::into_inner);
            if let Ok(found) = self.attempt(task) {
                return Ok(found);
            }
        }
        let _alone = self.alone.write().unwrap_or_else(PoisonError::into_inner);
        self.attempt(task)
    }

    /// What can be parsed, as the workers have it.
    pub fn parsers(&self) -> Arc<Parsers> {
        let known = self.shared.state().parsers.clone();
        known.unwrap_or_else(|| self.look_for_parsers())
    }

    /// Looks at the directory of parsers again. When something changed there, the workers are
    /// replaced, and a new one tells what can be parsed from now on.
    pub fn look_for_parsers(&self) -> Arc<Parsers> {
        let _one_at_a_time = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        let settings = &self.shared.settings;
        let listing = settings.parsers.as_deref().map_or(Listing::default(), Listing::of);
        let known = self.shared.state().parsers.clone();
        if let Some(known) = known.filter(|known| known.listing == listing) {
            return known;
        }
        let directory = settings.parsers.as_deref().unwrap_or("".as_ref());
        let parsers = Arc::new(pack::probe(&settings.launch, directory, listing));
        {
            let mut state = self.shared.state();
            state.generation += 1;
            state.parsers = Some(parsers.clone());
        }
        self.rest();
        parsers
    }

    /// How the pool is now.
    pub fn health(&self) -> Health {
        let state = self.shared.state();
        Health {
            alive: state.count,
            restarts: state.restarts,
            failures: state.failures.iter().cloned().collect(),
            sandbox: state.sandbox.clone(),
        }
    }

    /// Lets every worker without work end now.
    pub fn rest(&self) {
        let mut state = self.shared.state();
        let idle = std::mem::take(&mut state.idle);
        state.count -= idle.len();
    }

    fn attempt(&self, task: &Task<'_>) -> Result<Vec<u8>, Failure> {
        let taken = self.take();
        let result = match taken {
            Ok((mut process, generation)) => {
                process.extract(task).map(|found| (found, process, generation))
            }
            Err(error) => {
                let reason = format!("no extractor could be started: {error}");
                Err(Failure::new(FailureKind::Start, reason))
            }
        };
        let mut state = self.shared.state();
        self.shared.free.notify_one();
        match result {
            Ok((found, process, generation)) => {
                if generation == state.generation {
                    state.idle.push((process, Instant::now()));
                } else {
                    state.count -= 1;
                }
                Ok(found)
            }
            Err(failure) => {
                state.count -= 1;
                state.restarts += 1;
                if state.failures.len() == REMEMBERED {
                    state.failures.pop_front();
                }
                state.failures.push_back(failure.clone());
                Err(failure)
            }
        }
    }

    /// A worker without work, or a new one, and its generation; waits when all are at work.
    fn take(&self) -> io::Result<(Process, u64)> {
        let parsers = self.parsers();
        let mut state = self.shared.state();
        loop {
            if let Some((process, _)) = state.idle.pop() {
                return Ok((process, state.generation));
            }
            if state.count < self.shared.settings.workers.max(1) {
                break;
            }
            state = self.shared.free.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.count += 1;
        let parsers = state.parsers.clone().unwrap_or(parsers);
        let generation = state.generation;
        drop(state);
        let launch = parsers.launch(&self.shared.settings.launch);
        let (reply, answer) = crossbeam_channel::bounded(1);
        let gone = || io::Error::other("the keeper of the workers is gone");
        self.starts.send((launch, reply)).map_err(|_| gone())?;
        let process = answer.recv().map_err(|_| gone())??;
        self.shared.state().sandbox = Some(process.hello.sandbox.clone());
        parsers.are_in(&process)?;
        Ok((process, generation))
    }
}

impl Shared {
    /// How long until the next idle worker may end; `None` while there is none.
    fn next_rest(&self) -> Option<Duration> {
        let state = self.state();
        let oldest = state.idle.first().map(|(_, since)| *since);
        // With all workers at work there will be an idle one: look again.
        let since = oldest.or_else(|| (state.count > 0).then(Instant::now))?;
        Some((since + self.settings.idle).saturating_duration_since(Instant::now()))
    }

    fn end_idle(&self) {
        let now = Instant::now();
        let ended: Vec<Process> = {
            let mut state = self.state();
            let is_old = |since: &Instant| now.duration_since(*since) >= self.settings.idle;
            let (old, kept) = std::mem::take(&mut state.idle)
                .into_iter()
                .partition::<Vec<_>, _>(|(_, since)| is_old(since));
            state.idle = kept;
            state.count -= old.len();
            old.into_iter().map(|(process, _)| process).collect()
        };
        drop(ended);
    }
}
