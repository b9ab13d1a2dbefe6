//! Prints the paths of the files that a check would read.

use std::io;

use crate::base::display::{path_text, visible_path};
use crate::cli::args::CheckArgs;
use crate::cli::check::terminal::terminal;
use crate::cli::exit::{self, Exit, cannot, complain};
use crate::cli::files::walk::Input;
use crate::report::inert;

/// How paths are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListEnd {
    /// Each on a line, with what a terminal would act on escaped.
    Visible,
    /// Each on a line, byte for byte.
    Line,
    /// Byte for byte, each with a NUL after it.
    Nul,
}

impl ListEnd {
    pub(crate) fn of(check: &CheckArgs) -> Self {
        match terminal(check.color) {
            _ if check.files.null => Self::Nul,
            Some(_) => Self::Visible,
            None => Self::Line,
        }
    }
}

/// Prints the paths of the files, and what cannot be read.
pub(crate) fn print_list(
    inputs: impl Iterator<Item = Input>,
    end: ListEnd,
    report_none: impl FnOnce(),
) -> Exit {
    let mut paths = Vec::new();
    let mut worst = Exit::Clean;
    for input in inputs {
        match input {
            Input::File { path, depth: None, staged: None } if !path.exists() => {
                complain(&cannot("read", &path_text(&path), &io::Error::from(io::ErrorKind::NotFound)));
                worst = Exit::Failure;
            }
            Input::File { path, .. } => {
                match end {
                    ListEnd::Visible => paths.extend(inert(&visible_path(&path)).bytes()),
                    ListEnd::Line | ListEnd::Nul => paths.extend(path.as_os_str().as_encoded_bytes()),
                }
                paths.push(if end == ListEnd::Nul { 0 } else { b'\n' });
            }
            Input::Stdin => paths.extend(if end == ListEnd::Nul { b"-\0" } else { b"-\n" }),
            Input::Excluded(_) => {}
            Input::Unreadable(message) => {
                complain(&message);
                worst = Exit::Failure;
            }
            Input::Misconfigured(message) => {
                complain(&message);
                worst = Exit::Usage;
            }
        }
    }
    if paths.is_empty() && worst == Exit::Clean {
        report_none();
    }
    match exit::print(&paths) {
        Exit::Clean => worst,
        failed => failed,
    }
}
