//! Handing a message from a plain thread to an actor, with back-pressure.

use std::time::Duration;

use actix::dev::ToEnvelope;
use actix::prelude::SendError;
use actix::{Actor, Addr, Handler, Message};

/// Waits until the mailbox takes the message; `false` when the actor is gone, which only happens
/// while the process ends.
pub fn deliver<A, M>(actor: &Addr<A>, message: M) -> bool
where
    A: Actor + Handler<M>,
    A::Context: ToEnvelope<A, M>,
    M: Message + Send + 'static,
    M::Result: Send,
{
    let mut message = message;
    loop {
        match actor.try_send(message) {
            Ok(()) => return true,
            Err(SendError::Full(back)) => {
                message = back;
                std::thread::sleep(Duration::from_micros(500));
            }
            Err(SendError::Closed(_)) => return false,
        }
    }
}
