//! The actor: a bounded queue of searches, and the threads that answer them.

use std::sync::Arc;

use actix::{Actor, ActorContext as _, Context, Handler, Message, ResponseFuture};
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use heimdall_schema::wire::{SearchReply, SearchRequest};
use tokio::sync::oneshot;

use super::error::SearchError;
use crate::fault;

/// Searches at a time.
const THREADS: usize = 2;
/// Searches that may wait; beyond that they are refused.
const WAITING: usize = 256;

/// Answers one request; made by whoever knows where store and index are.
pub type Answer = Arc<dyn Fn(&SearchRequest) -> Result<SearchReply, SearchError> + Send + Sync>;

/// A search.
#[derive(Debug)]
pub struct Search(pub SearchRequest);

impl Message for Search {
    type Result = Result<SearchReply, SearchError>;
}

/// End after what is under way.
#[derive(Debug)]
pub struct Finish;

impl Message for Finish {
    type Result = ();
}

struct Order {
    request: SearchRequest,
    reply: oneshot::Sender<Result<SearchReply, SearchError>>,
}

/// The actor.
pub struct Searcher {
    orders: Option<Sender<Order>>,
}

impl Searcher {
    /// Starts the threads.
    ///
    /// # Errors
    /// No thread could be made.
    pub fn new(answer: &Answer) -> std::io::Result<Self> {
        let (orders, waiting) = bounded(WAITING);
        for n in 0..THREADS {
            let (answer, waiting) = (answer.clone(), waiting.clone());
            std::thread::Builder::new()
                .name(format!("search-{n}"))
                .spawn(move || work(&answer, &waiting))?;
        }
        Ok(Self { orders: Some(orders) })
    }
}

fn work(answer: &Answer, waiting: &Receiver<Order>) {
    for Order { request, reply } in waiting {
        fault::point("searcher");
        // Nobody waits any more: the work was in vain, and that is all.
        let _ = reply.send(answer(&request));
    }
}

impl Actor for Searcher {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(WAITING);
    }
}

impl Handler<Search> for Searcher {
    type Result = ResponseFuture<Result<SearchReply, SearchError>>;

    fn handle(&mut self, Search(request): Search, _: &mut Self::Context) -> Self::Result {
        let (reply, answer) = oneshot::channel();
        let refused = match &self.orders {
            Some(orders) => match orders.try_send(Order { request, reply }) {
                Ok(()) => None,
                Err(TrySendError::Full(_)) => Some(SearchError::Busy { waiting: WAITING }),
                Err(TrySendError::Disconnected(_)) => Some(SearchError::Ended),
            },
            None => Some(SearchError::Ended),
        };
        Box::pin(async move {
            match refused {
                Some(error) => Err(error),
                None => answer.await.unwrap_or(Err(SearchError::Ended)),
            }
        })
    }
}

impl Handler<Finish> for Searcher {
    type Result = ();

    fn handle(&mut self, Finish: Finish, ctx: &mut Self::Context) {
        self.orders = None;
        ctx.stop();
    }
}
