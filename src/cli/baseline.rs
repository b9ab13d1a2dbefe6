//! `ms3dlint baseline`: what is recorded and what is forgotten; and the baseline of a check.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

use crate::baseline::{self, Entries};
use crate::cli::args::{BaselinePrune, BaselineWrite, Files};
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::{Input, inputs};
use crate::cli::folders::{bytes_of, path_of};
use crate::cli::reading::{Reader, Unread};
use crate::cli::replace::write;
use crate::cli::selection;
use crate::cli::threads;
use crate::lint::{self, lint};
use crate::rules;
use crate::text::{counted, number, visible};

/// What is not written as it is, so that a name stands on one line and in one column.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// How many lines of new findings are told one by one.
const MOST_TOLD: usize = 20;

/// A baseline, and where it is.
pub(super) struct Known {
    baseline: baseline::Baseline,
    /// The folder from which the names of files count, without links on the way.
    folder: PathBuf,
    /// How the names of files begin that are in a folder; `None` where there is no way to it.
    beginnings: Mutex<HashMap<PathBuf, Option<String>>>,
}

impl Known {
    /// Reads a baseline.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let name = path.to_string_lossy();
        let bytes = fs::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!(
                "there is no baseline {}; `ms3dlint baseline write` makes one",
                visible(name.as_bytes())
            ),
            _ => exit::cannot("read", &name, &error),
        })?;
        let baseline = baseline::Baseline::parse(&bytes)
            .map_err(|problem| format!("{}:{}: {}", visible(name.as_bytes()), problem.line, problem.what))?;
        Self::of(path, baseline)
    }

    fn of(path: &Path, baseline: baseline::Baseline) -> Result<Self, String> {
        let folder = folder_of(path).canonicalize();
        let folder = folder.map_err(|error| exit::cannot("write", &path.to_string_lossy(), &error))?;
        Ok(Self { baseline, folder, beginnings: Mutex::default() })
    }

    /// What is known of a file.
    pub(super) fn of_file(&self, path: &Path) -> Arc<Entries> {
        let known = self.name(path).and_then(|name| self.baseline.files.get(&name).cloned());
        known.unwrap_or_default()
    }

    /// What a file is called in the baseline; `None` where no path leads from there to it.
    fn name(&self, path: &Path) -> Option<String> {
        let folder = folder_of(path);
        // A thread that panicked has left nothing half done in it.
        let mut beginnings = self.beginnings.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let beginning = match beginnings.get(folder) {
            Some(known) => known.clone(),
            None => {
                let beginning = self.beginning(folder);
                beginnings.insert(folder.to_path_buf(), beginning.clone());
                beginning
            }
        };
        Some(beginning? + &escaped(path.file_name()?))
    }

    fn beginning(&self, folder: &Path) -> Option<String> {
        // The folder of standard input need not exist.
        let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
        let (to, from): (Vec<_>, Vec<_>) =
            (folder.components().collect(), self.folder.components().collect());
        let common = to.iter().zip(&from).take_while(|(to, from)| to == from).count();
        let up = "../".repeat(from.len() - common);
        // Nothing leads from one drive to another.
        let is_reached = !matches!(to.get(common), Some(Component::Prefix(_)));
        let down = to[common..].iter().map(|name| escaped(name.as_os_str()) + "/");
        is_reached.then(|| up + &down.collect::<String>())
    }

    /// Where a file of the baseline is.
    fn path(&self, name: &str) -> PathBuf {
        let mut path = self.folder.clone();
        for piece in name.split('/') {
            match piece {
                ".." => drop(path.pop()),
                _ => path.push(path_of(&percent_decode_str(piece).collect::<Vec<_>>())),
            }
        }
        path
    }

    /// Forgets files that were deleted in these folders. How many findings were known of them.
    fn forget_deleted(&mut self, folders: &[PathBuf]) {
        let folders: Vec<_> = folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let is_deleted = |name: &String| {
            let path = self.path(name);
            let is_gone = path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound);
            is_gone && folders.iter().any(|folder| path.starts_with(folder))
        };
        let deleted: Vec<_> = self.baseline.files.keys().filter(|name| is_deleted(name)).cloned().collect();
        for name in deleted {
            self.baseline.files.remove(&name);
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != "" => parent,
        _ => Path::new("."),
    }
}

fn escaped(name: &OsStr) -> String {
    percent_encode(&bytes_of(name), ESCAPED).to_string()
}

/// What is found today, by the names that files have in a baseline.
type Found = BTreeMap<String, Entries>;

/// Looks for all that is wrong with files. `None` if not all could be read, which was told.
fn found(files: &Files, paths: Vec<PathBuf>, known: &Known) -> Result<Option<Found>, String> {
    if files.stdin_filename.is_none() && paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("standard input has no name in a baseline; add --stdin-filename".to_string());
    }
    let reader = Reader::new(files)?;
    let record = |input, buffer: &mut Vec<u8>| record(&reader, input, buffer);
    let (mut found, mut outside, mut is_whole) = (Found::new(), None, true);
    let mut take = |recorded: Result<(PathBuf, Entries), Unread>| match recorded {
        Ok((path, entries)) => match known.name(&path) {
            Some(name) => drop(found.insert(name, entries)),
            None => outside = Some(path),
        },
        Err(unread) => {
            complain(&unread.message);
            is_whole = false;
        }
    };
    let done = threads::each(files.threads, inputs(paths), record, |recorded| {
        take(recorded);
        Ok(())
    });
    match outside {
        Some(path) => Err(format!(
            "no path leads from the baseline to {}; put the baseline on the same drive",
            visible(path.to_string_lossy().as_bytes())
        )),
        None => Ok((is_whole && done.is_ok()).then_some(found)),
    }
}

/// What a baseline holds that knows all that is wrong with a file.
fn record(reader: &Reader, input: Input, buffer: &mut Vec<u8>) -> Result<(PathBuf, Entries), Unread> {
    let model = reader.read(input, false, buffer)?;
    let known = Some(Arc::default());
    // Findings are only counted.
    let options = lint::Options { kept: Some(Vec::new()), known, ..lint::Options::default() };
    let entries = lint(&model.document, &options).entries;
    let path = model.path.clone().unwrap_or_default();
    model.finish(buffer)?;
    Ok((path, entries))
}

/// Writes a baseline, in one step.
fn save(path: &Path, known: &Known) -> Result<(), Exit> {
    write(path, known.baseline.text().as_bytes()).map_err(|error| {
        complain(&exit::cannot("write", &path.to_string_lossy(), &error));
        Exit::Failure
    })
}

/// Records what is found.
pub(super) fn write_baseline(args: &BaselineWrite) -> Result<Exit, String> {
    let path = &args.output;
    let is_there = path.symlink_metadata().is_ok();
    let mut known = match is_there {
        true => Known::read(path)?,
        false => Known::of(path, baseline::Baseline::default())?,
    };
    let paths = selection::paths(&args.files)?;
    let Some(found) = found(&args.files, paths.clone(), &known)? else { return Ok(Exit::Failure) };
    if is_there && !args.accept_new {
        let new = new_debt(&known, &found);
        if !new.is_empty() {
            complain(&refusal(&new, path));
            return Ok(Exit::Findings);
        }
    }
    known.forget_deleted(&paths);
    for (file, entries) in found {
        known.baseline.set(file, entries);
    }
    if let Err(exit) = save(path, &known) {
        return Ok(exit);
    }
    let files = counted(known.baseline.files.len(), "file");
    Ok(exit::say(&format!("{} known in {files}\n", counted(known.baseline.len(), "finding"))))
}

/// Each line that would come or grow, and by how much.
fn new_debt(known: &Known, found: &Found) -> Vec<(String, usize)> {
    let mut new = Vec::new();
    let nothing = Entries::default();
    for (file, entries) in found {
        let known = known.baseline.files.get(file).map_or(&nothing, |known| known);
        for (key, count) in known.new_in(entries) {
            new.push((format!("{file}: {} in {}", key.rule, key.object), count));
        }
    }
    new
}

/// Why a baseline is not written: the findings that it does not hold.
fn refusal(new: &[(String, usize)], path: &Path) -> String {
    let count: usize = new.iter().map(|(_, count)| count).sum();
    let mut out = format!(
        "{} not in {}; repair them, or record them with --accept-new",
        counted(count, "finding"),
        visible(path.to_string_lossy().as_bytes())
    );
    for (line, count) in new.iter().take(MOST_TOLD) {
        // Nothing goes wrong when a string is written to.
        let _ = write!(out, "\n  {} {line}", number(*count));
    }
    if new.len() > MOST_TOLD {
        let _ = write!(out, "\n  and more in {}", counted(new.len() - MOST_TOLD, "other object"));
    }
    out
}

/// Forgets what is no longer found.
pub(super) fn prune(args: &BaselinePrune) -> Result<Exit, String> {
    let mut known = Known::read(&args.baseline)?;
    let before = known.baseline.len();
    let paths = selection::paths(&args.files)?;
    let Some(found) = found(&args.files, paths.clone(), &known)? else { return Ok(Exit::Failure) };
    known.forget_deleted(&paths);
    let run: BTreeSet<_> = rules::ALL.iter().map(|rule| rule.name).collect();
    for (file, entries) in found {
        if let Some(old) = known.baseline.files.get(&file) {
            let still = old.still_found(&entries, |rule| run.contains(rule));
            known.baseline.set(file, still);
        }
    }
    let after = known.baseline.len();
    if after < before
        && let Err(exit) = save(&args.baseline, &known)
    {
        return Ok(exit);
    }
    Ok(exit::say(&format!("forgot {}, {} still known\n", counted(before - after, "finding"), number(after))))
}
