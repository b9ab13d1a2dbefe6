//! Prints the paths of the files that a check would read.

use std::path::PathBuf;

use crate::base::display::visible_path;
use crate::cli::args::CheckArgs;
use crate::cli::check::read::{InputReader, Unread};
use crate::cli::check::terminal::terminal;
use crate::cli::exit::{self, Exit, complain};
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
    reader: &InputReader,
    end: ListEnd,
    report_none: impl FnOnce(),
) -> Exit {
    let mut paths = Vec::new();
    let mut worst = Exit::Clean;
    let mut buffer = Vec::new();
    for input in inputs {
        let path = if let Input::File { path, .. } = &input { path.clone() } else { PathBuf::from("-") };
        // Standard input can be read only once, by the check.
        let is_skipped = match input {
            Input::Stdin => Ok(false),
            input => reader.read(input, &mut buffer).map(|read| read.is_skipped()),
        };
        match is_skipped {
            Ok(true) | Err(Unread::Excluded) => {}
            Ok(false) => {
                match end {
                    ListEnd::Visible => paths.extend(inert(&visible_path(&path)).bytes()),
                    ListEnd::Line | ListEnd::Nul => paths.extend(path.as_os_str().as_encoded_bytes()),
                }
                paths.push(if end == ListEnd::Nul { 0 } else { b'\n' });
            }
            Err(Unread::Unreadable { message, .. }) => {
                complain(&message);
                worst = Exit::Failure;
            }
            Err(Unread::Misconfigured(message)) => {
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
