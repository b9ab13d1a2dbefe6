//! Selects the files to check: those that are named, listed, changed or staged, or one shard of them.

use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::base::display::{list, path_text, visible, visible_path};
use crate::base::utf16::utf16_text;
use crate::cli::args::{CheckArgs, Files};
use crate::cli::exit::{cannot, complain};
use crate::cli::files::configs::Configs;
use crate::cli::files::folders::path_of;
use crate::cli::files::git;
use crate::cli::files::git::Staged;
use crate::cli::files::relative_path::Relative;
use crate::cli::files::walk;
use crate::cli::files::walk::Input;
use crate::report::invocation::Shard;

/// What is checked if no path is given.
const HERE: &str = ".";

/// The selected files.
pub(crate) struct Selection {
    /// All paths that were named or listed.
    pub(crate) paths: Vec<PathBuf>,
    /// The inputs in the order of the report, each with its number among the inputs of all shards.
    pub(crate) inputs: Numbered,
    /// The reason why nothing is selected, if that is already known.
    pub(crate) empty: Option<String>,
}

/// Inputs with their numbers.
type Numbered = Box<dyn Iterator<Item = (usize, Input)> + Send>;

/// The files before they are split into shards.
struct Chosen {
    paths: Vec<PathBuf>,
    inputs: Box<dyn Iterator<Item = Input> + Send>,
    empty: Option<String>,
}

/// Selects the files of a check.
pub(crate) fn of(check: &CheckArgs, configs: &Arc<Configs>) -> Result<Selection, String> {
    let files = &check.files;
    let mut chosen = match (&check.changed, check.staged) {
        (Some(reference), _) => changed(reference, files, configs)?,
        (_, true) => staged(files, configs)?,
        _ => named(files, configs)?,
    };
    if check.fix && !check.diff {
        chosen.inputs = Box::new(walk::configured(chosen.inputs)?);
    }
    let mut numbered: Numbered = Box::new(chosen.inputs.enumerate());
    if let Some(shard) = check.shard {
        let names = Relative::to(Path::new("."));
        let names = names.map_err(|error| cannot("read", "the current folder", &error))?;
        numbered = Box::new(numbered.filter(move |(_, input)| is_in(shard, input, &names)));
    }
    Ok(Selection { paths: chosen.paths, inputs: numbered, empty: chosen.empty })
}

/// Selects the files that are named or listed.
fn named(files: &Files, configs: &Arc<Configs>) -> Result<Chosen, String> {
    let paths = paths(files)?;
    let stdin = Path::new(files.stdin_filename.as_deref().unwrap_or("-"));
    configs.look(paths.iter().map(|path| if path.as_os_str() == "-" { stdin } else { path }))?;
    let empty = paths.is_empty().then(|| "no file is listed".to_string());
    let inputs = walk::inputs(paths.clone(), configs.clone(), files.passed.force_exclude);
    Ok(Chosen { paths, inputs: Box::new(inputs), empty })
}

fn changed(reference: &str, files: &Files, configs: &Arc<Configs>) -> Result<Chosen, String> {
    let paths = paths_in_repository(files)?;
    refuse_missing(&paths, |_| false)?;
    let git::Changed { paths: changed, since } = git::changed(reference, &paths)?;
    let found = changed.iter().filter_map(|path| Some((path.canonicalize().ok()?, None)));
    let inputs = met(files, &paths, found.collect(), configs)?;
    let empty = inputs.is_empty().then(|| format!("no model has changed since {since}"));
    Ok(Chosen { paths, inputs: Box::new(inputs.into_iter()), empty })
}

fn staged(files: &Files, configs: &Arc<Configs>) -> Result<Chosen, String> {
    let paths = paths_in_repository(files)?;
    let staged = git::staged(&paths)?;
    // A staged file may be named even if it is deleted from the disk.
    refuse_missing(&paths, |path| staged.iter().any(|(staged, _)| staged.starts_with(path)))?;
    let (there, gone): (Vec<_>, Vec<_>) = staged.into_iter().partition(|(path, _)| is_plain_file(path));
    let found =
        there.into_iter().filter_map(|(path, staged)| Some((path.canonicalize().ok()?, Some(staged))));
    let mut inputs = met(files, &paths, found.collect(), configs)?;
    // A deleted file cannot be found in a search. Its name decides.
    let is_hidden = |path: &Path| {
        path.components().any(|part| matches!(part, Component::Normal(name) if walk::is_hidden(name)))
    };
    let gone = gone.into_iter().filter(|(path, _)| !is_hidden(path) && is_met(path, configs));
    inputs.extend(gone.map(|(path, staged)| {
        let depth = Some(path.components().count().saturating_sub(1));
        Input::File { path, depth, staged: Some(staged) }
    }));
    let empty = inputs.is_empty().then(|| "no model is staged".to_string());
    Ok(Chosen { paths, inputs: Box::new(inputs.into_iter()), empty })
}

/// Of the files that the paths mean, only those in `found` (canonical paths), with their staged contents.
fn met(
    files: &Files,
    paths: &[PathBuf],
    found: HashMap<PathBuf, Option<Staged>>,
    configs: &Arc<Configs>,
) -> Result<Vec<Input>, String> {
    configs.look(paths.iter().map(PathBuf::as_path))?;
    let paths = paths.iter().filter(|path| path.symlink_metadata().is_ok()).cloned().collect();
    let wanted: HashSet<_> = found.keys().flat_map(|path| path.ancestors()).map(Path::to_path_buf).collect();
    let forces = files.passed.force_exclude;
    let inputs = walk::inputs_leading_to(Some(Arc::new(wanted)), paths, configs.clone(), forces);
    let inputs = inputs.filter_map(|mut input| {
        if let Input::File { path, staged, .. } = &mut input {
            *staged = found.get(&path.canonicalize().ok()?)?.clone();
        }
        Some(input)
    });
    Ok(inputs.collect())
}

fn is_plain_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Whether a search would check a file: its name may be that of a model, and it is not excluded.
pub(crate) fn is_met(path: &Path, configs: &Configs) -> bool {
    !configs.excludes(path) && configs.admits(path, false, || walk::may_be_model(path))
}

/// Whether standard input is to become standard output, as one of these paths is `-`. Then it is the only one.
pub(crate) fn is_filter(paths: &[PathBuf], done: &str) -> Result<bool, String> {
    match paths {
        [path] => Ok(path.as_os_str() == "-"),
        _ if paths.iter().all(|path| path.as_os_str() != "-") => Ok(false),
        _ => Err(format!("standard input is {done} alone; give - and no other path")),
    }
}

/// All paths that are named or listed.
pub(crate) fn paths(files: &Files) -> Result<Vec<PathBuf>, String> {
    let mut paths = files.paths.clone();
    let lists_stdin = files.files_from.as_ref().is_some_and(|list| list.as_os_str() == "-");
    if let Some(list) = &files.files_from {
        paths.extend(listed(list, files.null)?);
    } else if paths.is_empty() {
        paths.push(PathBuf::from(HERE));
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

/// Reports that no `models`, such as "models", were found in the folders among these paths, and why not, if there is one
/// that searches leave out.
pub(crate) fn report_none_found(models: &str, paths: &[PathBuf], configs: &Arc<Configs>) {
    let mut folders: Vec<_> = paths.iter().filter(|path| path.is_dir()).collect();
    folders.dedup();
    if folders.is_empty() {
        return;
    }
    let names: Vec<_> = folders.iter().map(|path| visible_path(path)).collect();
    let left_out = folders.iter().find_map(|folder| walk::left_out(folder, configs));
    // With --force-exclude a folder that is named is left out as well.
    let excluded = || folders.iter().find_map(|folder| configs.excluded_by(folder));
    let why = match left_out {
        Some(path) => why_left_out(&path, configs),
        None => excluded().map(|excluded| format!("; {excluded}")).unwrap_or_default(),
    };
    complain(&format!("no {models} found in {}{why}", list(&names)));
}

/// Why a search leaves a model out.
fn why_left_out(path: &Path, configs: &Configs) -> String {
    if let Some(excluded) = configs.excluded_by(path) {
        return format!("; {excluded}");
    }
    let name = visible_path(path);
    match configs.admits(path, false, || walk::may_be_model(path)) {
        true => format!("; {name} is left out, as .gitignore and .ignore files say"),
        false => format!("; {name} is left out, as the configuration includes other files"),
    }
}

/// The paths in which git looks for changes.
fn paths_in_repository(files: &Files) -> Result<Vec<PathBuf>, String> {
    let paths = paths(files)?;
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return Err("git knows nothing of standard input; name files or folders".to_string());
    }
    Ok(paths)
}

/// Refuses missing paths, unless they are known otherwise.
fn refuse_missing(paths: &[PathBuf], is_known: impl Fn(&Path) -> bool) -> Result<(), String> {
    match paths.iter().find(|path| path.symlink_metadata().is_err() && !is_known(path)) {
        Some(path) => Err(format!("there is no {}; check the path", visible_path(path))),
        None => Ok(()),
    }
}

/// The paths in a list.
fn listed(list: &Path, null: bool) -> Result<Vec<PathBuf>, String> {
    let mut bytes = Vec::new();
    let is_stdin = list.as_os_str() == "-";
    let read = match is_stdin {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        false => std::fs::read(list).map(|read| bytes = read),
    };
    let name = if is_stdin { "<stdin>".to_string() } else { path_text(list) };
    read.map_err(|error| cannot("read", &name, &error))?;
    // PowerShell writes lists with a mark, and in UTF-16.
    let bytes = match &bytes[..] {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            utf16_text(&bytes).map_or(bytes, |(text, _)| text.into_bytes())
        }
        [0xEF, 0xBB, 0xBF, rest @ ..] => rest.to_vec(),
        _ => bytes,
    };
    if !null && bytes.contains(&0) {
        let name = visible(name.as_bytes());
        return Err(format!("the paths in {name} end in NUL, and not in line ends; add -0"));
    }
    let paths = bytes.split(|byte| *byte == if null { 0 } else { b'\n' });
    let path = |path| match null {
        true => path,
        false => <[u8]>::strip_suffix(path, b"\r").unwrap_or(path),
    };
    let paths = paths.map(path).filter(|path| !path.is_empty());
    // In a list `-` is the name of a file.
    Ok(paths.map(|path| if path == b"-" { "./-".into() } else { path_of(path) }).collect())
}

/// Whether an input is in a shard. That depends only on its path from the current folder, so that a new
/// file moves no other, and all machines agree.
fn is_in(shard: Shard, input: &Input, names: &Relative) -> bool {
    let name = match input {
        // Links are followed only if they are named.
        Input::File { path, depth: None, .. } => {
            names.name(&path.canonicalize().unwrap_or_else(|_| path.clone()))
        }
        Input::File { path, .. } | Input::Excluded(path) => names.name(path),
        Input::Stdin => Some("-".into()),
        // Every shard reports a folder that cannot be searched, as its files are unknown.
        Input::Unreadable(_) | Input::Misconfigured(_) => return true,
    };
    let digest: [u8; 32] = Sha256::digest(name.unwrap_or_default()).into();
    let [a, b, c, d, ..] = digest;
    u32::from_be_bytes([a, b, c, d]) % shard.count == shard.number - 1
}
