//! What a person types and reads: arguments in, requests to [`crate::client`], text out.
//!
//! Nothing here opens the store or decides what an answer is. Standard output carries answers
//! only; everything else goes to standard error.

mod arguments;
mod commands;
mod escape;
mod look;
mod output;
mod paths;
mod progress;
mod render;
mod run;

pub use run::main;
