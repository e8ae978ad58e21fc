//! The lookers: threads that look at paths for the Reconciler, one path at a time each.

use std::sync::Arc;

use actix::Addr;
use crossbeam_channel::{Receiver, Sender, bounded};

use super::look::{Look, look};
use super::message::Looked;
use super::{MAILBOX, Reconciler};
use crate::board::ReaderSlot;
use crate::deliver::deliver;
use crate::extractor::Pool;
use crate::fault;
use crate::territory::Ground;

struct Order {
    look: Look,
    ground: Arc<Ground>,
}

/// The threads, and the channel before them.
pub struct Lookers {
    threads: usize,
    readers: Arc<ReaderSlot>,
    pool: Arc<Pool>,
    orders: Option<Sender<Order>>,
    waiting: Option<Receiver<Order>>,
}

impl Lookers {
    /// `threads` paths are looked at at a time.
    pub fn new(threads: usize, readers: Arc<ReaderSlot>, pool: Arc<Pool>) -> Self {
        let threads = threads.clamp(1, MAILBOX / 8);
        let (orders, waiting) = bounded(threads * 2);
        Self { threads, readers, pool, orders: Some(orders), waiting: Some(waiting) }
    }

    /// Paths that may be out at a time: those looked at, and as many waiting.
    pub fn limit(&self) -> usize {
        self.threads * 2
    }

    /// Starts the threads; they answer to `reconciler`.
    pub fn start(&mut self, reconciler: Addr<Reconciler>) {
        let Some(waiting) = self.waiting.take() else { return };
        for n in 0..self.threads {
            let (waiting, readers) = (waiting.clone(), self.readers.clone());
            let (pool, reconciler) = (self.pool.clone(), reconciler.clone());
            let spawned = std::thread::Builder::new()
                .name(format!("look-{n}"))
                .spawn(move || work(&waiting, &readers, &pool, &reconciler));
            if let Err(error) = spawned {
                // Fewer threads look more slowly; none at all cannot go on.
                tracing::error!(%error, "a looker could not be started");
                if n == 0 {
                    std::process::exit(heimdall_schema::exit::INTERNAL);
                }
            }
        }
    }

    /// Hands a path out; gives it back when all are busy.
    pub fn hand_out(&self, look: Look, ground: &Arc<Ground>) -> Result<(), Look> {
        let Some(orders) = &self.orders else { return Err(look) };
        let order = Order { look, ground: ground.clone() };
        orders.try_send(order).map_err(|refused| refused.into_inner().look)
    }

    /// No more is handed out; the threads end after what they have in hand.
    pub fn stop(&mut self) {
        self.orders = None;
    }
}

fn work(
    waiting: &Receiver<Order>,
    readers: &ReaderSlot,
    pool: &Pool,
    reconciler: &Addr<Reconciler>,
) {
    for Order { look: path, ground } in waiting {
        fault::point("looker");
        let snapshot = loop {
            match readers.snapshot() {
                Ok(snapshot) => break snapshot,
                Err(error) => {
                    tracing::warn!(%error, "waiting for the store");
                    std::thread::sleep(std::time::Duration::from_millis(100));
                }
            }
        };
        let outcome = look(&ground, &snapshot, pool, path);
        drop(snapshot);
        if !deliver(reconciler, Looked(Box::new(outcome))) {
            return;
        }
    }
}
