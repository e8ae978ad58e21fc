//! Answers as text: pure functions of (answer, [`Look`](super::look::Look)). Every string that
//! came from a file goes through `Look::line`, `Look::path` or `escape::terminal`.

mod audit;
mod index;
mod languages;
mod related;
mod search;
mod status;

pub use audit::{reconciled, verified};
pub use index::{depth, history};
pub use languages::languages;
pub use related::related;
pub use search::search;
pub use status::status;
