//! `--watch`: checks files, and checks them again when they change.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use jiff::Zoned;
use notify_debouncer_full::notify::{Event, EventKind, RecursiveMode, event::ModifyKind};
use notify_debouncer_full::{DebounceEventResult, new_debouncer};
use same_file::Handle;

use crate::base::display::{path_text, visible};
use crate::cli::args::{CheckArgs, Format};
use crate::cli::check::run::once;
use crate::cli::check::terminal::{has_screen, stdout};
use crate::cli::exit::{Exit, cannot, complain, failed};
use crate::cli::files::walk::is_hidden;
use crate::config::NAMES;

/// How long to wait after the last change before a check: programs write files piece by piece.
const QUIET: Duration = Duration::from_millis(200);

/// Hidden files that decide which files are checked, and how.
const TELLING: [&str; 2] = [".gitignore", ".ignore"];

/// Checks everything, and again after each change, without an end. The error is about the arguments.
pub(crate) fn watch(check: &CheckArgs) -> Result<Exit, String> {
    let here = [PathBuf::from(".")];
    let paths = if check.files.paths.is_empty() { &here[..] } else { &check.files.paths };
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("standard input cannot be watched; name files or folders".to_string());
    }
    let (sender, events) = mpsc::channel();
    let mut watcher = new_debouncer(QUIET, None, sender).map_err(|error| cannot_watch(&error))?;
    let mut roots = Vec::new();
    for path in paths {
        let (root, mode) = match root(path) {
            Ok(root) => root,
            Err(error) => return Ok(failed(&cannot("read", &path_text(path), &error))),
        };
        watcher.watch(&root, mode).map_err(|error| cannot_watch(&error))?;
        roots.push(root);
    }
    once(check, |check| begin(check, "checking"))?;
    for batch in events.iter().filter(|batch| is_change(batch, &roots)) {
        let again = match batch {
            Ok(_) => "checking again, as something has changed",
            Err(_) => "checking again, as some changes may have been missed",
        };
        // An invalid configuration may be valid after the next change.
        if let Err(error) = once(check, |check| begin(check, again)) {
            begin(check, again);
            complain(&error);
        }
    }
    Ok(Exit::Clean)
}

/// Begins a round: on a terminal with an empty screen. With repairs the screen stays, as what was repaired is reported only
/// once, and the files that were written begin the next round.
fn begin(check: &CheckArgs, what: &str) {
    const CLEAR: &[u8] = b"\x1b[2J\x1b[H";
    if has_screen() && !check.fix && check.format() != Format::Narrated {
        let mut out = stdout();
        // A closed standard output is reported when the report is written.
        let _ = out.write_all(CLEAR).and_then(|()| out.flush());
    }
    complain(&format!("{} {what}", Zoned::now().strftime("%Y-%m-%d %H:%M:%S")));
}

/// The folder to watch for changes of a path: itself, or the parent of a file, as files are often replaced.
fn root(path: &Path) -> io::Result<(PathBuf, RecursiveMode)> {
    let real = path.canonicalize()?;
    match real.parent() {
        Some(parent) if !real.is_dir() => Ok((parent.to_path_buf(), RecursiveMode::NonRecursive)),
        _ => Ok((real, RecursiveMode::Recursive)),
    }
}

fn cannot_watch(error: &dyn std::fmt::Display) -> String {
    format!("cannot watch for changes: {}; check without --watch", visible(error.to_string().as_bytes()))
}

/// Whether one of these events may change what is found. If some events were lost, it may.
fn is_change(batch: &DebounceEventResult, roots: &[PathBuf]) -> bool {
    batch.as_ref().map_or(true, |events| events.iter().any(|event| changes(event, roots)))
}

fn changes(event: &Event, roots: &[PathBuf]) -> bool {
    // Reading a file is no change; this program reads them too.
    if event.kind.is_access() {
        return false;
    }
    let is_inner = matches!(event.kind, EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)));
    event.paths.iter().filter(|path| !(is_inner && path.is_dir())).any(|path| {
        let below = roots.iter().find_map(|root| path.strip_prefix(root).ok()).unwrap_or(path);
        let name = path.file_name().unwrap_or_default();
        let tells = NAMES.iter().chain(&TELLING).any(|telling| name == *telling);
        // Any other file may be a texture.
        tells || !(below.iter().any(is_hidden) || is_own_output(path))
    })
}

/// Whether this program writes there.
fn is_own_output(path: &Path) -> bool {
    let Ok(handle) = Handle::from_path(path) else { return false };
    [Handle::stdout(), Handle::stderr()].into_iter().flatten().any(|own| own == handle)
}
