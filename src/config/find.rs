//! Finds the configuration of a file, and reads it with those that it extends, wherever files are: on a disk, or in an
//! editor that gives them one by one.

use std::path::{Component, Path, PathBuf, is_separator};

use crate::base::display::{number, visible};
use crate::config::{Config, ConfigProblem, Layer, NAMES, extended};

/// The size limit of a configuration file, in bytes.
pub const MOST_BYTES: u64 = 1 << 20;
/// The most errors of a configuration that are shown.
pub const MOST_SHOWN: usize = 20;
/// Why a larger file is not read.
pub const TOO_LONG: &str = "it has more than 1 MiB, which is too much for a configuration";

/// The files in which a configuration is looked for. Paths are absolute, and [clean].
pub trait ConfigFiles {
    /// Whether a folder holds something of this name; `None` if that is not known yet.
    fn holds(&self, folder: &Path, name: &str) -> Option<bool>;

    /// Whether this is no file, and no link that leads to one.
    fn is_no_file(&self, path: &Path) -> bool;

    /// The bytes of a file; `None` if they are not known yet.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, for people.
    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String>;

    /// Whether a tree can begin in a folder.
    ///
    /// # Errors
    ///
    /// Why not.
    fn can_begin(&self, folder: &Path) -> Result<(), String>;

    /// How a path is shown, not yet made [visible].
    fn shown(&self, path: &Path) -> String;

    /// Takes notice of a file that was read.
    fn met(&self, layer: &Layer) {
        let _ = layer;
    }
}

/// Where the configuration of the files in a folder is.
#[derive(Debug)]
pub enum ConfigPlace {
    /// In this file.
    Here(PathBuf),
    /// Where it is for this folder, which is above.
    Above(PathBuf),
    /// There is none.
    Nowhere,
}

/// What is wrong in a configuration file.
#[derive(Debug)]
pub struct WrongConfig {
    /// Its path.
    pub path: PathBuf,
    /// What was read.
    pub bytes: Vec<u8>,
    /// The problems, in the order of the file.
    pub problems: Vec<ConfigProblem>,
}

/// A configuration that cannot be used.
#[derive(Debug)]
pub enum ConfigFailure {
    /// There are mistakes in it, or in what it extends.
    Wrong(Vec<WrongConfig>),
    /// It cannot be read.
    Unread(String),
}

/// Looks for a configuration in a folder: it is there or above it, but not above a repository.
///
/// # Errors
///
/// What is wrong there, for people.
pub fn look_in(files: &impl ConfigFiles, folder: &Path) -> Result<ConfigPlace, String> {
    let mut found = Vec::new();
    for name in NAMES {
        match files.holds(folder, name) {
            Some(true) => found.push(folder.join(name)),
            Some(false) => {}
            None => return Ok(ConfigPlace::Nowhere),
        }
    }
    match (&found[..], folder.parent()) {
        ([], Some(parent)) if files.holds(folder, ".git") == Some(false) => {
            Ok(ConfigPlace::Above(parent.to_path_buf()))
        }
        ([], _) => Ok(ConfigPlace::Nowhere),
        ([path], _) if files.is_no_file(path) => {
            let path = visible(files.shown(path).as_bytes());
            Err(format!(
                "{path} is not a file, and leads to none; put a configuration there, or take it away"
            ))
        }
        ([path], _) => Ok(ConfigPlace::Here(path.clone())),
        _ => {
            let [first, second] = NAMES;
            let folder = visible(files.shown(folder).as_bytes());
            Err(format!("both {first} and {second} are in {folder}; keep one of them"))
        }
    }
}

/// Reads a configuration file, and those that it extends. What is not known yet is left out.
///
/// # Errors
///
/// All that is wrong in them.
pub fn read(files: &impl ConfigFiles, path: PathBuf) -> Result<Config, ConfigFailure> {
    let first = files.read(&path).map_err(ConfigFailure::Unread)?;
    let (mut layers, mut wrong, mut met) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = first.map(|bytes| (path, bytes));
    while let Some((path, bytes)) = next {
        met.push(path.clone());
        let (layer, mut problems) = match layer(files, path.clone(), &bytes) {
            Ok(layer) => (Some(layer), Vec::new()),
            Err(problems) => (None, problems),
        };
        layers.extend(layer);
        next = extended_by(files, &path, &bytes, &met).unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        problems.sort_by_key(|problem| problem.span.start);
        wrong.extend((!problems.is_empty()).then_some(WrongConfig { path, bytes, problems }));
    }
    if !wrong.is_empty() {
        return Err(ConfigFailure::Wrong(wrong));
    }
    layers.reverse();
    Ok(Config::new(layers))
}

fn layer(files: &impl ConfigFiles, path: PathBuf, bytes: &[u8]) -> Result<Layer, Vec<ConfigProblem>> {
    let layer = Layer::read(path, bytes)?;
    files.met(&layer);
    let root = layer.file.root.iter();
    let problems = root.filter_map(|root| {
        let why = files.can_begin(&clean(layer.folder().join(root.get_ref()))).err()?;
        Some(ConfigProblem::new(root.span(), format!("the tree cannot begin here: {why}")))
    });
    let problems: Vec<_> = problems.collect();
    if problems.is_empty() { Ok(layer) } else { Err(problems) }
}

/// The file that a file extends, which must not be among the files that extend it.
fn extended_by(
    files: &impl ConfigFiles,
    path: &Path,
    bytes: &[u8],
    met: &[PathBuf],
) -> Result<Option<(PathBuf, Vec<u8>)>, ConfigProblem> {
    let Some(extends) = extended(bytes) else { return Ok(None) };
    let path = clean(path.parent().unwrap_or(path).join(extends.get_ref()));
    let problem = match met.contains(&path) {
        true => format!("{} ends up extending itself", files.shown(&path)),
        false => match files.read(&path) {
            Ok(bytes) => return Ok(bytes.map(|bytes| (path, bytes))),
            Err(problem) => problem,
        },
    };
    Err(ConfigProblem::new(extends.span(), problem))
}

/// An absolute path, without `.`, `..` and needless separators.
pub fn clean(path: PathBuf) -> PathBuf {
    if is_clean(&path) {
        return path;
    }
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// Whether a path is surely written without `.`, `..` and needless separators: nearly all are, and taking them apart
/// takes longer than anything else that is done for a file that is no model.
fn is_clean(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_separator = |byte: u8| is_separator(char::from(byte));
    let is_odd = |two: &[u8]| is_separator(two[0]) && (is_separator(two[1]) || two[1] == b'.');
    !bytes.windows(2).any(is_odd) && !bytes.last().is_some_and(|last| is_separator(*last))
}

/// The mistakes in configuration files, each as a line.
pub fn lines(wrong: &[WrongConfig], shown: impl Fn(&Path) -> String) -> String {
    let lines = wrong.iter().flat_map(|file| {
        let name = shown(&file.path);
        file.problems.iter().map(move |problem| problem.line(&name, &file.bytes) + "\n")
    });
    lines.take(MOST_SHOWN).collect::<String>() + &more(wrong)
}

/// How many mistakes there are beside those that are shown.
pub fn more(wrong: &[WrongConfig]) -> String {
    let all: usize = wrong.iter().map(|file| file.problems.len()).sum();
    match all.checked_sub(MOST_SHOWN) {
        None | Some(0) => String::new(),
        Some(more) => format!("and {} more", number(more)),
    }
}
