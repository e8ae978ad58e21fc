//! A bar on standard error while a long request runs; nothing where no person looks.

use std::borrow::Cow;
use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::escape;

/// The bar; gone from the screen when it is dropped.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar when standard error is a terminal, else one that never shows.
    pub fn new() -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(ProgressStyle::default_spinner());
        Self { bar }
    }

    /// Shows how far the request is; `total` is 0 while nobody knows.
    pub fn show(&self, done: u64, total: u64, what: &str) {
        if total > 0 && self.bar.length() != Some(total) {
            self.bar.set_length(total);
            let template = "{bar:30} {human_pos}/{human_len} {wide_msg}";
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style);
            }
        }
        self.bar.set_position(done);
        self.bar.set_message(Cow::Owned(escape::terminal(what).into_owned()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
