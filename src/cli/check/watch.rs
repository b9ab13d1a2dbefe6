//! `--watch`: checks files, and checks them again when they change.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use jiff::Zoned;
use notify_debouncer_full::notify::{Event, EventKind, RecursiveMode, event::ModifyKind};
use notify_debouncer_full::{DebounceEventResult, new_debouncer};
use same_file::Handle;

use crate::base::display::{counted, visible, visible_path};
use crate::cli::args::CheckArgs;
use crate::cli::check::run::once;
use crate::cli::exit::{Exit, complain};
use crate::cli::files::walk::{is_hidden, may_be_model};
use crate::config::NAMES;

/// How long to wait after the last change before a check: programs write files piece by piece.
const QUIET: Duration = Duration::from_millis(200);

/// Hidden files that decide which files are checked, and how.
const TELLING: [&str; 2] = [".gitignore", ".ignore"];

/// The changes since the last check.
#[derive(Default)]
struct Changes {
    models: HashSet<PathBuf>,
    /// Whether another file has changed that may affect any model: a texture, a configuration.
    others: bool,
}

/// Checks, and checks again after changes, without an end. The error is about the arguments.
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
        let (root, mode) = root(path)?;
        watcher.watch(&root, mode).map_err(|error| cannot_watch(&error))?;
        roots.push(root);
    }
    tell("everything");
    once(check, |_| true)?;
    for batch in events {
        let changes = Changes::of(batch, &roots);
        let round = match changes {
            Changes { others: true, .. } => {
                tell("everything, as something else than a model has changed");
                once(check, |_| true)
            }
            Changes { models, .. } if models.is_empty() => continue,
            Changes { models, .. } => {
                tell(&counted(models.len(), "model"));
                once(check, |path| path.canonicalize().is_ok_and(|path| models.contains(&path)))
            }
        };
        // An invalid configuration may be valid after the next change.
        if let Err(error) = round {
            complain(&error);
        }
    }
    Ok(Exit::Clean)
}

/// The folder to watch for changes of a path: itself, or the parent of a file, as files are often replaced.
fn root(path: &Path) -> Result<(PathBuf, RecursiveMode), String> {
    let real =
        path.canonicalize().map_err(|error| cannot_watch(&format!("{}: {error}", visible_path(path))))?;
    match real.parent() {
        Some(parent) if !real.is_dir() => Ok((parent.to_path_buf(), RecursiveMode::NonRecursive)),
        _ => Ok((real, RecursiveMode::Recursive)),
    }
}

fn cannot_watch(error: &dyn std::fmt::Display) -> String {
    format!("cannot watch for changes: {}; check without --watch", visible(error.to_string().as_bytes()))
}

/// Prints which files are checked, and when.
fn tell(what: &str) {
    complain(&format!("{} checking {what}", Zoned::now().strftime("%Y-%m-%d %H:%M:%S")));
}

impl Changes {
    fn of(batch: DebounceEventResult, roots: &[PathBuf]) -> Self {
        let mut changes = Self::default();
        match batch {
            Ok(events) => events.iter().for_each(|event| changes.add(event, roots)),
            // Some events were lost.
            Err(_) => changes.others = true,
        }
        changes
    }

    fn add(&mut self, event: &Event, roots: &[PathBuf]) {
        // Reading a file is no change; this program reads them too.
        if event.kind.is_access() {
            return;
        }
        let is_inner = matches!(event.kind, EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)));
        for path in event.paths.iter().filter(|path| !(is_inner && path.is_dir())) {
            let below = roots.iter().find_map(|root| path.strip_prefix(root).ok()).unwrap_or(path);
            let name = path.file_name().unwrap_or_default();
            let tells = NAMES.iter().chain(&TELLING).any(|telling| name == *telling);
            if tells {
                self.others = true;
            } else if below.iter().any(is_hidden) || is_own_output(path) {
                continue;
            } else if may_be_model(path) {
                self.models.insert(path.clone());
            } else {
                self.others = true;
            }
        }
    }
}

/// Whether this program writes there.
fn is_own_output(path: &Path) -> bool {
    let Ok(handle) = Handle::from_path(path) else { return false };
    [Handle::stdout(), Handle::stderr()].into_iter().flatten().any(|own| own == handle)
}
