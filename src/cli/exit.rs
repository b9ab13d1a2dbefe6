//! Exit codes, and messages on standard output and standard error.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use crate::base::display::visible;
use crate::report::inert;

/// The exit codes of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// There are no findings at or above `--fail-on`.
    Clean,
    /// There are findings at or above `--fail-on`.
    Findings,
    /// The arguments or a configuration are invalid.
    Usage,
    /// A file could not be read, or the program failed.
    Failure,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Failure => 3,
        })
    }
}

/// The exit code if the output cannot be written. A closed pipe is no failure.
pub(super) fn after_write_error(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Clean;
    }
    // Other errors say what to do.
    let advice = if error.kind() == io::ErrorKind::Other { "" } else { "; check where it goes" };
    complain(&format!("cannot write the output: {error}{advice}"));
    Exit::Failure
}

/// The exit code after writing the output.
pub(super) fn after_writing(written: io::Result<()>) -> Exit {
    written.map_or_else(|error| after_write_error(&error), |()| Exit::Clean)
}

/// Writes to standard output.
pub(super) fn print(bytes: &[u8]) -> Exit {
    after_writing(io::stdout().lock().write_all(bytes))
}

/// Copies standard input to standard output.
pub(super) fn pass_on() -> Exit {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut copy = || loop {
        // What cannot be read further ends here for whoever reads the output, too.
        let length = match input.fill_buf() {
            Ok([]) => return output.flush(),
            Ok(bytes) => output.write_all(bytes).map(|()| bytes.len())?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(_) => return output.flush(),
        };
        input.consume(length);
    };
    after_writing(copy())
}

/// Prints on standard output what was done.
pub(super) fn say(text: &str) -> Exit {
    print(text.as_bytes())
}

/// Prints on standard error what was done. A closed standard error is ignored.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{}", inert(text));
}

/// Prints an error on standard error, and returns the exit code of a failure.
pub(super) fn failed(message: &str) -> Exit {
    complain(message);
    Exit::Failure
}

/// The message that a file cannot be read or written, and what to do about it.
pub(super) fn cannot(verb: &str, name: &str, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::IsADirectory {
        return format!("cannot {verb} {}: it is a folder; name a file in it", visible(name.as_bytes()));
    }
    let advice = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "; check the path",
        io::ErrorKind::PermissionDenied => "; check its permissions",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "; make room on the disk",
        _ => "",
    };
    format!("cannot {verb} {}: {error}{advice}", visible(name.as_bytes()))
}

/// Prints an error on standard error. A closed standard error is ignored.
pub(super) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "ms3dlint: {}", inert(message));
}

/// Waits for Enter before the console window closes.
pub(super) fn wait_for_enter() {
    let _ = write!(io::stderr(), "\nPress Enter to close. ");
    let _ = io::stdin().lock().skip_until(b'\n');
}

/// Whether a console window closes as soon as the program exits: it was started from the desktop of Windows, where
/// files are dropped on it.
pub(super) fn closes_its_window() -> bool {
    let is_watched = || io::stdin().is_terminal() && io::stderr().is_terminal();
    cfg!(windows) && is_watched() && is_started_by("explorer.exe").unwrap_or(false)
}

/// Whether the parent of this process is a program of this name.
fn is_started_by(program: &str) -> Option<bool> {
    let mut system = System::new();
    let mut look = |pid: Pid| {
        system.refresh_processes_specifics(
            ProcessesToUpdate::Some(&[pid]),
            true,
            ProcessRefreshKind::nothing(),
        );
        system.process(pid).map(|process| (process.parent(), process.name().eq_ignore_ascii_case(program)))
    };
    let (parent, _) = look(sysinfo::get_current_pid().ok()?)?;
    look(parent?).map(|(_, is_named)| is_named)
}
