//! Shows the progress of a long run on a terminal.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A shorter run shows no progress.
const LONG: Duration = Duration::from_millis(500);
/// How often the line is redrawn, even if no file is done.
const TICK: Duration = Duration::from_millis(100);

/// The line while files are still searched for.
const WITHOUT_TOTAL: &str = "{spinner} {msg}: {human_pos} ({elapsed})";
const WITH_TOTAL: &str = "{spinner} {msg}: {human_pos} of {human_len} [{bar:32}] ({elapsed})";

/// Counts files on standard error.
#[derive(Clone)]
pub(crate) struct Progress {
    /// What shows it; `None` if nothing will be shown.
    bar: Option<ProgressBar>,
    /// Whether standard error is on the same terminal as standard output.
    shares_terminal: bool,
}

impl Progress {
    /// Counts files under a label such as "files checked". Shows nothing yet, and never anything unless
    /// `wanted` and standard error is a terminal that can redraw a line.
    pub(crate) fn start(what: &'static str, wanted: bool) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        let may_show = wanted && !is_dumb && io::stderr().is_terminal();
        let bar = may_show.then(|| bar(what));
        Self { bar, shares_terminal: may_show && io::stdout().is_terminal() }
    }

    /// Whether progress may be shown.
    pub(crate) fn may_show(&self) -> bool {
        self.bar.is_some()
    }

    /// Sets the total number of files.
    pub(crate) fn total(&self, files: usize) {
        if let Some(bar) = &self.bar {
            bar.set_length(files as u64);
            bar.set_style(style(WITH_TOTAL));
        }
    }

    /// Counts one more file.
    pub(crate) fn file(&self) {
        self.bar.iter().for_each(|bar| bar.inc(1));
    }

    /// Hides the line while something else is written to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// The same for standard output, which is flushed if it is on the same terminal.
    pub(crate) fn beside<W: io::Write>(
        &self,
        out: &mut W,
        write: impl FnOnce(&mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.shares_terminal {
            true => self.aside(|| write(out).and_then(|()| out.flush())),
            false => write(out),
        }
    }

    /// Removes the line.
    pub(crate) fn finish(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// A line that appears when the run is long.
fn bar(what: &'static str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    bar.set_message(what);
    bar.set_style(style(WITHOUT_TOTAL));
    let later = bar.downgrade();
    thread::spawn(move || {
        thread::sleep(LONG);
        // The bar of a finished run is gone.
        if let Some(bar) = later.upgrade() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
        }
    });
    bar
}

/// Only characters that any console has.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars("=> ").tick_chars("|/-\\ ")
}
