//! Configuration files: how they are read and checked, and which settings apply to a file.
//!
//! A file is [read](Layer::read) into a [`Layer`]; it and those that it extends are a [`Config`], which has
//! the [`Settings`] of any model, each with its [`Origin`]. This module opens no files.

mod check;
pub mod file;
#[doc(hidden)]
pub mod find;
mod globs;
#[doc(hidden)]
pub mod schema;
mod settings;
#[doc(hidden)]
pub mod show;

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use semver::{Version, VersionReq};
use toml::Spanned;
use toml::de::DeTable;

use crate::base::display::visible;
use crate::base::span::Span;
use crate::config::file::File;
use crate::config::globs::Globs;
pub use crate::config::settings::{Matching, Origin, Said, Settings};

/// The names of configuration files.
pub const NAMES: [&str; 2] = ["ms3dlint.toml", ".ms3dlint.toml"];

/// An error in a configuration file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigProblem {
    /// Its place in the file.
    pub span: Span,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// What to do about it, as an imperative.
    pub help: Option<String>,
}

impl ConfigProblem {
    /// A problem at these bytes.
    pub fn new(span: std::ops::Range<usize>, message: impl Into<String>) -> Self {
        Self { span: Span::new(span.start, span.end), message: message.into(), help: None }
    }

    fn help(self, help: impl Into<Option<String>>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// The problem as one line about the file with this name and these bytes.
    pub fn line(&self, name: &str, bytes: &[u8]) -> String {
        let line = memchr::memchr_iter(b'\n', &bytes[..self.span.start as usize]).count() + 1;
        let help = self.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
        let text = format!("{name}:{line}: {}{help}", self.message);
        let words = text.split(['\r', '\n']).map(str::trim).collect::<Vec<_>>().join(" ");
        visible(words.as_bytes())
    }
}

/// A configuration file.
#[derive(Debug)]
pub struct Layer {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its parsed content.
    pub file: File,
    /// Its text, to compute line numbers.
    text: String,
    excluded: Globs,
    included: Option<Globs>,
    /// The files of each override, and of each budget.
    overrides: Vec<Globs>,
    budgets: Vec<Globs>,
}

impl Layer {
    /// Reads a configuration file at `path`.
    ///
    /// # Errors
    ///
    /// All errors in it, in the order of the file, as far as one does not hide others.
    pub fn read(path: PathBuf, bytes: &[u8]) -> Result<Self, Vec<ConfigProblem>> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            vec![ConfigProblem::new(at..at + 1, "the file is not UTF-8").help("save it as UTF-8".to_string())]
        })?;
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            return Err(errors.iter().map(ConfigProblem::of).collect());
        }
        required_version(table.get_ref())?;
        let problems = check::problems(&table, &schema::schema());
        if !problems.is_empty() {
            return Err(problems);
        }
        let file: File = toml::from_str(text).map_err(|error| vec![ConfigProblem::of(&error)])?;
        let mut problems = Vec::new();
        let excluded = Globs::new(&file.exclude, &mut problems);
        let included = file.include.as_ref().map(|include| Globs::of_names(include, &mut problems));
        let overrides = file.overrides.iter().map(|part| Globs::new(&part.files, &mut problems)).collect();
        let budgets = file.budgets.iter().map(|part| Globs::new(&part.files, &mut problems)).collect();
        problems.sort_by_key(|problem| problem.span.start);
        match problems[..] {
            [] => Ok(Self { path, file, text: text.to_string(), excluded, included, overrides, budgets }),
            _ => Err(problems),
        }
    }

    /// The folder of the file, which its paths and its globs are relative to.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line number of an offset, from 1.
    fn line(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
    }

    /// A path relative to the folder of the file. One outside of this folder is relative to the root of the
    /// file system.
    fn seen_from<'p>(&self, path: &'p Path) -> Cow<'p, Path> {
        match path.strip_prefix(self.folder()) {
            Ok(inside) => inside.into(),
            Err(_) => path
                .components()
                .filter(|part| matches!(part, Component::Normal(_)))
                .collect::<PathBuf>()
                .into(),
        }
    }
}

/// The file that a configuration file extends, even if other keys are invalid. `None` if it extends none,
/// or is for other versions.
pub fn extended(bytes: &[u8]) -> Option<Spanned<String>> {
    let (table, _) = DeTable::parse_recoverable(std::str::from_utf8(bytes).ok()?);
    let table = table.get_ref();
    required_version(table).ok()?;
    let extends = table.get("extends")?;
    Some(Spanned::new(extends.span(), extends.get_ref().as_str()?.to_string()))
}

impl ConfigProblem {
    /// An error of the TOML parser.
    fn of(error: &toml::de::Error) -> Self {
        let span = error.span().unwrap_or_default();
        match error.message().trim().replace('\n', ", ") {
            said if said == "duplicate key" => {
                Self::new(span, "this key is there already").help("remove one of the two".to_string())
            }
            said => Self::new(span, format!("this is not TOML: {said}"))
                .help("write keys as in level = \"info\" or ignore = [\"names\", \"numbers\"]".to_string()),
        }
    }
}

/// Checks `required-version` against this program, before anything else: other versions know other keys.
fn required_version(table: &DeTable) -> Result<(), Vec<ConfigProblem>> {
    let Some(value) = table.get("required-version") else { return Ok(()) };
    // The schema check reports a value that is no string.
    let Some(text) = value.get_ref().as_str() else { return Ok(()) };
    let required = VersionReq::parse(text).map_err(|error| {
        let problem = ConfigProblem::new(value.span(), format!("this is not a version requirement: {error}"));
        vec![problem.help("write it as in \">=0.1, <0.3\"".to_string())]
    })?;
    let own = env!("CARGO_PKG_VERSION");
    if Version::parse(own).is_ok_and(|own| required.matches(&own)) {
        return Ok(());
    }
    let problem =
        ConfigProblem::new(value.span(), format!("this is ms3dlint {own}, and {required} is required"));
    Err(vec![problem.help("install such a version, or change the requirement".to_string())])
}

/// A configuration: a file and those that it extends.
#[derive(Debug)]
pub struct Config {
    /// The files. An extended file comes before the file that extends it, whose settings override it.
    layers: Vec<Layer>,
}

impl Config {
    /// Makes a configuration of files in which an extended one comes before the one that extends it.
    pub fn new(layers: Vec<Layer>) -> Self {
        Self { layers }
    }

    /// The files, the nearest last.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Whether no pattern says which files a search opens, so that only their names do.
    pub fn has_no_patterns(&self) -> bool {
        self.layers.iter().all(|layer| layer.excluded.is_empty() && layer.included.is_none())
    }

    /// Whether a file or folder found in a search is excluded, and by which pattern. The
    /// folders above it were checked before. `path` is absolute.
    pub fn excludes(&self, path: &Path, is_folder: bool) -> Option<Origin> {
        self.decides(|layer| layer.excluded.find(&layer.seen_from(path), is_folder))
    }

    /// Whether a file or folder is excluded from searches: it, or a folder above it.
    pub fn excludes_somewhere(&self, path: &Path, is_folder: bool) -> Option<Origin> {
        self.decides(|layer| layer.excluded.find_with_parents(&layer.seen_from(path), is_folder))
    }

    /// The last file with a pattern that matches decides.
    fn decides(&self, find: impl Fn(&Layer) -> Option<(usize, bool)>) -> Option<Origin> {
        let layers = self.layers.iter().enumerate().rev();
        let (layer, (offset, is_excluded)) = layers.map(|(at, layer)| (at, find(layer))).find_map(known)?;
        is_excluded.then_some(Origin { layer, offset })
    }

    /// Whether a file found in a search is opened because of its name; `None` if no `include` is
    /// set.
    pub fn includes(&self, path: &Path) -> Option<bool> {
        let layer = self.layers.iter().rev().find(|layer| layer.included.is_some())?;
        let found = layer.included.as_ref()?.find_with_parents(&layer.seen_from(path), false);
        Some(found.is_some_and(|(_, is_included)| is_included))
    }

    /// The place of a setting: `ms3dlint.toml:12`.
    pub fn place(&self, origin: Origin, shown: impl Fn(&Path) -> String) -> String {
        let layer = &self.layers[origin.layer];
        format!("{}:{}", shown(&layer.path), layer.line(origin.offset))
    }
}

fn known<A, B>((at, found): (A, Option<B>)) -> Option<(A, B)> {
    Some((at, found?))
}

/// The offset of a value.
fn offset<T>(value: &Spanned<T>) -> usize {
    value.span().start
}
