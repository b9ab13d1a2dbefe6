//! How far a long run is, on a terminal.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run that is shorter shows nothing.
const LONG: Duration = Duration::from_millis(500);

/// Counts files on standard error.
pub(super) struct Progress {
    /// When the run began, as long as nothing is shown yet.
    waits_since: Option<Instant>,
    bar: ProgressBar,
}

impl Progress {
    /// Shows nothing yet, and never anything unless `may_show` and standard error is a terminal that can go back in
    /// a line.
    pub(super) fn new(may_show: bool) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        let shows = may_show && !is_dumb && io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { waits_since: shows.then(Instant::now), bar }
    }

    /// One file more is done.
    pub(super) fn file(&mut self) {
        if self.waits_since.is_some_and(|start| start.elapsed() >= LONG) {
            self.waits_since = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} files checked ({elapsed})")
            {
                self.bar.set_style(style);
            }
        }
        self.bar.inc(1);
    }

    /// Whether anything is shown.
    pub(super) fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// Takes the line away while something else is written to the terminal.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
