//! Which of all files are looked at: what was named, listed or changed, and which part of that.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::cli::args::{Check, Files};
use crate::cli::config::Configs;
use crate::cli::exit::cannot;
use crate::cli::files::{self, Input};
use crate::cli::folders::path_of;
use crate::cli::git::{self, Staged};
use crate::report::run::Shard;
use crate::text::{path_text, visible_path};

/// What is to be looked at.
pub(super) struct Selection {
    /// All paths that were named or listed.
    pub(super) paths: Vec<PathBuf>,
    /// In the order in which it is reported, each with its number among the inputs of all shards.
    pub(super) inputs: Box<dyn Iterator<Item = (usize, Input)> + Send>,
    /// Why there is nothing, if it is known that there is nothing.
    pub(super) empty: Option<String>,
}

/// What a check is about.
pub(super) fn of(check: &Check, configs: &Arc<Configs>) -> Result<Selection, String> {
    let files = &check.files;
    let mut selection = match (&check.changed, check.staged) {
        (Some(reference), _) => changed(reference, paths_in_repository(files)?, configs)?,
        (_, true) => staged(paths_in_repository(files)?, configs)?,
        _ => named(files, configs)?,
    };
    if let Some(shard) = check.shard {
        selection.inputs = Box::new(selection.inputs.filter(move |(_, input)| is_in(shard, input)));
    }
    Ok(selection)
}

/// What was named or listed.
fn named(files: &Files, configs: &Arc<Configs>) -> Result<Selection, String> {
    let paths = paths(files)?;
    let stdin = Path::new(files.stdin_filename.as_deref().unwrap_or("-"));
    configs.look(paths.iter().map(|path| if path.as_os_str() == "-" { stdin } else { path }))?;
    let empty = paths.is_empty().then(|| "no file is listed".to_string());
    let inputs = files::inputs(paths.clone(), configs.clone(), files.passed.force_exclude);
    Ok(Selection { paths, inputs: Box::new(inputs.enumerate()), empty })
}

fn changed(reference: &str, paths: Vec<PathBuf>, configs: &Configs) -> Result<Selection, String> {
    let git::Changed { paths: mut changed, since } = git::changed(reference, &paths)?;
    changed.retain(|path| is_met(path, configs));
    let empty = changed.is_empty().then(|| format!("no model has changed since {since}"));
    let inputs = changed.into_iter().map(|path| input(path, None));
    Ok(Selection { paths, inputs: Box::new(inputs.enumerate()), empty })
}

fn staged(paths: Vec<PathBuf>, configs: &Configs) -> Result<Selection, String> {
    let mut staged = git::staged(&paths)?;
    staged.retain(|(path, _)| is_met(path, configs));
    let empty = staged.is_empty().then(|| "no model is staged".to_string());
    let inputs = staged.into_iter().map(|(path, staged)| input(path, Some(staged)));
    Ok(Selection { paths, inputs: Box::new(inputs.enumerate()), empty })
}

/// Whether a file that nobody has named may be a model by its name, and is not excluded.
pub(super) fn is_met(path: &Path, configs: &Configs) -> bool {
    !configs.excludes(path) && configs.admits(path, false, || files::may_be_model(path))
}

/// A file as if it was met while the current folder is searched.
fn input(path: PathBuf, staged: Option<Staged>) -> Input {
    Input::File { depth: Some(path.components().count().saturating_sub(1)), path, staged }
}

/// All paths that are named or listed.
pub(super) fn paths(files: &Files) -> Result<Vec<PathBuf>, String> {
    let mut paths = files.paths.clone();
    let lists_stdin = files.files_from.as_ref().is_some_and(|list| list.as_os_str() == "-");
    if let Some(list) = &files.files_from {
        paths.extend(listed(list, files.null)?);
    } else if paths.is_empty() {
        return Err("nothing to check; name files or folders, or - for standard input".to_string());
    }
    let stdins = paths.iter().filter(|path| path.as_os_str() == "-").count() + usize::from(lists_stdin);
    if stdins > 1 {
        return Err("standard input can be read only once; give - once".to_string());
    }
    if files.stdin_filename.is_some() && (stdins == 0 || lists_stdin) {
        return Err(
            "--stdin-filename names standard input, which is not read; add - to the paths".to_string()
        );
    }
    Ok(paths)
}

/// The paths among which git is asked what has changed.
fn paths_in_repository(files: &Files) -> Result<Vec<PathBuf>, String> {
    if files.paths.is_empty() && files.files_from.is_none() {
        return Ok(vec![PathBuf::from(".")]);
    }
    let paths = paths(files)?;
    match paths.iter().find(|path| path.symlink_metadata().is_err()) {
        Some(path) if path.as_os_str() == "-" => {
            Err("git knows nothing of standard input; name files or folders".to_string())
        }
        Some(path) => Err(format!("there is no {}; check the path", visible_path(path))),
        None => Ok(paths),
    }
}

/// The paths that a list holds.
fn listed(list: &Path, null: bool) -> Result<Vec<PathBuf>, String> {
    let mut bytes = Vec::new();
    let is_stdin = list.as_os_str() == "-";
    let read = match is_stdin {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        false => std::fs::read(list).map(|read| bytes = read),
    };
    let name = if is_stdin { "<stdin>".to_string() } else { path_text(list) };
    read.map_err(|error| cannot("read", &name, &error))?;
    let paths = bytes.split(|byte| *byte == if null { 0 } else { b'\n' });
    let path = |path| match null {
        true => path,
        false => <[u8]>::strip_suffix(path, b"\r").unwrap_or(path),
    };
    let paths = paths.map(path).filter(|path| !path.is_empty());
    // In a list this is the name of a file.
    Ok(paths.map(|path| if path == b"-" { "./-".into() } else { path_of(path) }).collect())
}

/// Whether an input is in a part. That depends on its name alone, so that a file that is added moves no other, and
/// with `/` between names, so that all systems agree.
fn is_in(shard: Shard, input: &Input) -> bool {
    let name = match input {
        Input::File { path, .. } | Input::Excluded(path) => path.to_string_lossy(),
        Input::Stdin => "-".into(),
        // Every part tells of what cannot be searched, for nobody knows what is in it.
        Input::Unreadable(_) | Input::Misconfigured(_) => return true,
    };
    let digest: [u8; 32] = Sha256::digest(name.replace(std::path::MAIN_SEPARATOR, "/")).into();
    let [a, b, c, d, ..] = digest;
    u32::from_be_bytes([a, b, c, d]) % shard.count == shard.number - 1
}
