//! The desk: every request of the daemon's clients, and who answers it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use actix::Addr;
use heimdall_actors::reconciler::Reconciler;
use heimdall_actors::searcher::Searcher;
use heimdall_schema::wire::{Failure, Frame, Reply, Request};
use tokio::sync::mpsc;

use super::answer::Wish;
use super::engine::{Engine, Followers, Shared};
use super::socket::Answer;
use super::{block_on, local};

/// Answers the daemon's clients.
#[derive(Clone)]
pub struct Desk {
    pub shared: Shared,
    pub reconciler: Addr<Reconciler>,
    pub searcher: Addr<Searcher>,
    followers: Followers,
    stop: mpsc::Sender<()>,
    served: Arc<AtomicU64>,
    since: Instant,
}

impl Desk {
    /// `stop` is told when a client asks the daemon to end, `served` counts requests.
    pub fn new(engine: &Engine, stop: mpsc::Sender<()>, served: Arc<AtomicU64>) -> Self {
        Self {
            shared: engine.shared.clone(),
            reconciler: engine.reconciler.clone(),
            searcher: engine.searcher.clone(),
            followers: engine.followers(),
            stop,
            served,
            since: Instant::now(),
        }
    }
}

impl Answer for Desk {
    fn answer(
        &self,
        request: Request,
        send: &mut dyn FnMut(Frame) -> bool,
    ) -> Result<Reply, Failure> {
        self.served.fetch_add(1, Ordering::AcqRel);
        match request {
            Request::Reconcile { paths, all, dry_run: true } => {
                self.shared.would_reconcile(&paths, all)
            }
            Request::Reconcile { paths, all, dry_run: false } => {
                let wish = Wish { paths: &paths, all };
                self.shared.reconcile(&self.reconciler, &wish, send)
            }
            Request::Verify { deep, rebuild } => {
                self.shared.verify(rebuild.then_some(&self.reconciler), deep, send)
            }
            Request::Status => {
                let mut status = self.shared.status()?;
                status.pid = Some(std::process::id());
                status.uptime_s = Some(self.since.elapsed().as_secs());
                Ok(Reply::Status(Box::new(status)))
            }
            Request::Reload => {
                let ground = self.shared.reload()?;
                block_on(self.followers.follow(ground))?;
                Ok(Reply::Ok)
            }
            Request::Stop => {
                let _ = self.stop.try_send(());
                Ok(Reply::Ok)
            }
            other => local::look_up(&self.shared, other, Some(self), send),
        }
    }
}
