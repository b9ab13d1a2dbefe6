//! Finds the configuration of each file, and shows the errors of configuration files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf, is_separator};
use std::sync::{Arc, Mutex};

use clap::ValueEnum;

use crate::actions::lint;
use crate::base::display::{counted, path_text, visible};
use crate::cli::args::{self, CheckArgs};
use crate::cli::exit::cannot;
use crate::cli::files::folder_cache::FolderCache;
use crate::cli::files::folders::real_folder;
use crate::cli::lock::lock;
use crate::config::find::{
    self, ConfigFailure, ConfigFiles, ConfigPlace, MOST_BYTES, MOST_SHOWN, TOO_LONG, WrongConfig,
};
use crate::config::{Config, ConfigProblem, Layer, Matching, Origin, Settings};
use crate::diagnostics::finding::{Finding, Group, Severity};
use crate::document;
use crate::model::place::Place;
use crate::report::pretty::{Pretty, Style};

/// How wide excerpts of configuration files are.
const COLUMNS: usize = 80;

/// The configurations of a run.
pub(crate) struct Configs {
    /// The folder that relative paths start from.
    current: PathBuf,
    /// The configuration of all files, if it is named on the command line.
    fixed: Option<Arc<Loaded>>,
    of_folder: FolderCache<FolderConfig>,
    /// The folder of the path that was asked about last, as it was written, and its configuration: a search asks about one
    /// folder after the other.
    latest: Mutex<Option<(Vec<u8>, FolderConfig)>>,
    /// The configuration files that were read so far, and the baselines that they name.
    read: Mutex<Vec<PathBuf>>,
    /// How errors are shown; each is one line if nothing is said.
    style: Option<Style>,
    /// The options of the command line.
    options: lint::Options,
    /// Whether rules are selected there, which are run whatever a configuration says.
    names_rules: bool,
    /// What searches left out, and why, if that is asked for.
    left_out: Option<Mutex<Vec<String>>>,
}

/// The configuration of a folder, or its errors as printed.
type FolderConfig = Result<Arc<Loaded>, Arc<str>>;

/// A configuration, with the settings of the files asked about so far.
pub(crate) struct Loaded {
    pub(crate) config: Config,
    known: Mutex<HashMap<Matching, Arc<Holding>>>,
}

/// The settings of a file, and its root.
pub(crate) struct Holding {
    /// The settings of its configuration.
    pub(crate) settings: Settings,
    /// The options for linting it.
    pub(crate) options: lint::Options,
    /// The root of its tree, if one is set.
    pub(crate) root: Option<Arc<Path>>,
}

impl Configs {
    /// The configurations for these arguments; files are checked with `options`.
    pub(crate) fn new(
        args: &args::ConfigArgs,
        style: impl Into<Option<Style>>,
        options: lint::Options,
    ) -> Result<Self, String> {
        let current = std::env::current_dir().unwrap_or_default();
        let (of_folder, latest, read) = (FolderCache::default(), Mutex::default(), Mutex::default());
        let (style, fixed, names_rules, left_out) = (style.into(), None, false, None);
        let mut configs =
            Self { current, fixed, of_folder, latest, read, style, options, names_rules, left_out };
        configs.fixed = match &args.config {
            Some(path) => Some(configs.load(configs.absolute(path))?),
            None if args.no_config => Some(Loaded::new(Config::new(Vec::new()))),
            None => None,
        };
        Ok(configs)
    }

    /// The configurations for a check, and its arguments, with what the configuration of the first path says of the
    /// report.
    pub(crate) fn of_check(check: &CheckArgs) -> Result<(Self, CheckArgs), String> {
        let style = match check.output_format {
            Some(args::Format::Narrated) => Some(Style::Narrated),
            _ => Some(Style::Drawn { color: false }),
        };
        let configs = Self::new(&check.files.config, style, lint::Options::default())?;
        let first = match check.files.paths.first() {
            Some(path) if path.as_os_str() == "-" => check.files.stdin_filename.as_deref().map(PathBuf::from),
            first => first.cloned(),
        };
        let settings = match first {
            // The files of the list may all be elsewhere.
            None if check.files.files_from.is_some() => Settings::default(),
            first => configs.settings(&first.unwrap_or_else(|| PathBuf::from(".")))?,
        };
        let mut check = check.clone();
        check.level = check.level.or(settings.level.map(|said| said.value.severity()));
        let format =
            settings.output_format.and_then(|said| args::Format::from_str(&said.value.0, false).ok());
        // Looked up once: it may depend on what the path leads to.
        check.output_format = check.output_format.or(format).or_else(|| Some(check.format()));
        let left_out = check.verbose.then(Mutex::default);
        Ok((Self { names_rules: !check.select.is_empty(), left_out, ..configs }, check))
    }

    /// The same with these options for checks.
    pub(crate) fn with_options(self, options: lint::Options) -> Self {
        Self { options, ..self }
    }

    /// The settings of a file, or of files in a folder.
    pub(crate) fn settings(&self, path: &Path) -> Result<Settings, String> {
        let path = if path.is_dir() { path.join("any") } else { path.to_path_buf() };
        let config = &self.of(&path)?.config;
        Ok(config.settings(&config.matching(&self.absolute(&path))))
    }

    /// Loads the configurations of paths. The error is about the first invalid one.
    pub(crate) fn look<'p>(&self, paths: impl IntoIterator<Item = &'p Path>) -> Result<(), String> {
        paths.into_iter().try_for_each(|path| match path.is_dir() {
            true => self.of(&path.join("any")).map(drop),
            false => self.of(path).map(drop),
        })
    }

    /// The configuration files that were read so far, and the baselines that they name.
    pub(crate) fn read(&self) -> Vec<PathBuf> {
        lock(&self.read).clone()
    }

    /// The configuration of a file, which need not exist.
    pub(crate) fn of(&self, file: &Path) -> Result<Arc<Loaded>, String> {
        if let Some(fixed) = &self.fixed {
            return Ok(fixed.clone());
        }
        let Some(folder) = folder_as_written(file) else { return self.of_absolute(&self.absolute(file)) };
        let mut latest = lock(&self.latest);
        if let Some((known, config)) = &*latest
            && known == folder
        {
            return config.clone().map_err(|wrong| wrong.to_string());
        }
        let path = self.absolute(file);
        let config = self.of_folder(path.parent().unwrap_or(&path));
        *latest = Some((folder.to_vec(), config.clone()));
        config.map_err(|wrong| wrong.to_string())
    }

    fn of_absolute(&self, path: &Path) -> Result<Arc<Loaded>, String> {
        match &self.fixed {
            Some(fixed) => Ok(fixed.clone()),
            None => self.of_folder(path.parent().unwrap_or(path)).map_err(|wrong| wrong.to_string()),
        }
    }

    /// The settings of a file.
    pub(crate) fn holding(&self, file: &Path) -> Result<Arc<Holding>, String> {
        let path = self.absolute(file);
        Ok(self.of_absolute(&path)?.holding(&path, &self.options, self.names_rules))
    }

    /// Whether a file or folder is excluded from searches.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        let absolute = self.absolute(path);
        let excludes = |config: &Config| config.excludes_somewhere(&absolute, path.is_dir()).is_some();
        self.of_absolute(&absolute).is_ok_and(|loaded| excludes(&loaded.config))
    }

    /// Whether a search enters a folder, or opens a file whose name is that of a model if `is_called_so`.
    /// With an invalid configuration it does: the error is reported then.
    pub(crate) fn admits(&self, path: &Path, is_folder: bool, is_called_so: impl FnOnce() -> bool) -> bool {
        let loaded = self.of(path).ok().filter(|loaded| !loaded.config.has_no_patterns());
        let Some(loaded) = loaded else { return is_folder || is_called_so() };
        let path = self.absolute(path);
        if !is_folder && !loaded.config.includes(&path).unwrap_or_else(is_called_so) {
            return false;
        }
        let excluded = loaded.config.excludes(&path, is_folder);
        if let (Some(origin), Some(left_out)) = (excluded, &self.left_out) {
            lock(left_out).push(self.excluded_at(&path, &loaded.config, origin));
        }
        excluded.is_none()
    }

    /// What searches left out so far, and why, if that is asked for.
    pub(crate) fn noted(&self) -> Vec<String> {
        self.left_out.as_ref().map(|left_out| lock(left_out).clone()).unwrap_or_default()
    }

    /// That a file is excluded, and by which line of which configuration.
    pub(crate) fn excluded_by(&self, path: &Path) -> Option<String> {
        let absolute = self.absolute(path);
        let loaded = self.of_absolute(&absolute).ok()?;
        let origin = loaded.config.excludes_somewhere(&absolute, path.is_dir())?;
        Some(self.excluded_at(&absolute, &loaded.config, origin))
    }

    fn excluded_at(&self, path: &Path, config: &Config, origin: Origin) -> String {
        let place = config.place(origin, |path| visible(self.shown(path).as_bytes()));
        format!("{}: excluded by {place}", visible(self.shown(path).as_bytes()))
    }

    /// The path of the configuration of a file or folder, without those that it extends.
    pub(crate) fn nearest(&self, path: &Path) -> Option<PathBuf> {
        let loaded = if path.is_dir() { self.of(&path.join("-")) } else { self.of(path) };
        loaded.ok()?.config.layers().last().map(|layer| layer.path.clone())
    }

    /// The configuration of a file, with those that it extends, for display.
    pub(crate) fn names_of(&self, file: &Path) -> String {
        let names = self.of(file).map(|loaded| {
            let layers = loaded.config.layers().iter().rev();
            layers.map(|layer| visible(self.shown(&layer.path).as_bytes())).collect::<Vec<_>>()
        });
        match names {
            Ok(names) if !names.is_empty() => format!("configured by {}", names.join(", which extends ")),
            _ => "no configuration".to_string(),
        }
    }

    /// The place of a setting of a file: `ms3dlint.toml:12`.
    pub(crate) fn place(&self, file: &Path, origin: Origin) -> String {
        let shown = |path: &Path| visible(self.shown(path).as_bytes());
        self.of(file).map(|loaded| loaded.config.place(origin, shown)).unwrap_or_default()
    }

    /// An absolute path, without `.` and `..`.
    pub(crate) fn absolute(&self, path: &Path) -> PathBuf {
        find::clean(self.current.join(path))
    }

    /// A path for display.
    pub(crate) fn shown(&self, path: &Path) -> String {
        match path.strip_prefix(&self.current) {
            Ok(here) if here == "" => ".".to_string(),
            Ok(below) => path_text(below),
            Err(_) => path_text(path),
        }
    }

    fn of_folder(&self, folder: &Path) -> FolderConfig {
        self.of_folder.get(folder, |_| 1, || self.find(folder))
    }

    fn find(&self, folder: &Path) -> FolderConfig {
        match find::look_in(self, folder)? {
            ConfigPlace::Here(path) => self.load(path).map_err(Arc::from),
            ConfigPlace::Above(parent) => self.of_folder(&parent),
            ConfigPlace::Nowhere => Ok(Loaded::new(Config::new(Vec::new()))),
        }
    }

    /// Reads a configuration file, and those that it extends. The error shows all that is wrong in them.
    fn load(&self, path: PathBuf) -> Result<Arc<Loaded>, String> {
        match find::read(self, path) {
            Ok(config) => Ok(Loaded::new(config)),
            Err(ConfigFailure::Unread(why)) => Err(why),
            Err(ConfigFailure::Wrong(wrong)) => Err(self.shown_as(&wrong)),
        }
    }

    /// The errors of some files, as excerpts of them.
    fn shown_as(&self, wrong: &[WrongConfig]) -> String {
        let Some(style) = self.style else { return find::lines(wrong, |path| self.shown(path)) };
        let mut out = String::new();
        let mut room = MOST_SHOWN;
        for file in wrong {
            if room > 0 {
                self.draw(file, style, room, &mut out);
            }
            room = room.saturating_sub(file.problems.len());
        }
        out + &find::more(wrong)
    }

    fn draw(
        &self,
        WrongConfig { path, bytes, problems }: &WrongConfig,
        style: Style,
        most: usize,
        out: &mut String,
    ) {
        let name = self.shown(path);
        let kind = ("configuration", Group::File, Severity::Error);
        let finding = |problem: &ConfigProblem| Finding {
            help: problem.help.as_ref().map(|help| visible(help.as_bytes()).into()),
            ..Finding::new(kind, visible(problem.message.as_bytes()), Place::FILE, problem.span)
        };
        let findings: Vec<_> = problems.iter().take(most).map(finding).collect();
        *out += &format!("{} in {}\n\n", counted(problems.len(), "mistake"), visible(name.as_bytes()));
        // The excerpt code takes any file as a document.
        let document = document::read(name, bytes.to_vec());
        Pretty::new(style, COLUMNS).write(&document, &findings, out);
    }
}

impl ConfigFiles for Configs {
    fn holds(&self, folder: &Path, name: &str) -> Option<bool> {
        Some(folder.join(name).symlink_metadata().is_ok())
    }

    fn is_no_file(&self, path: &Path) -> bool {
        !path.is_file()
    }

    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        let bytes = read(path).map_err(|error| cannot("read", &self.shown(path), &error))?;
        lock(&self.read).push(path.to_path_buf());
        Ok(Some(bytes))
    }

    fn can_begin(&self, folder: &Path) -> Result<(), String> {
        real_folder(folder).map(drop)
    }

    fn shown(&self, path: &Path) -> String {
        Self::shown(self, path)
    }

    fn met(&self, layer: &Layer) {
        let baseline = layer.file.baseline.as_ref().map(|path| layer.folder().join(path.get_ref()));
        lock(&self.read).extend(baseline);
    }
}

/// What is before the last name in a path: for all that a search finds, this takes less time than the names of it. `None`
/// where that is not sure to be its folder.
fn folder_as_written(path: &Path) -> Option<&[u8]> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let start = bytes.iter().rposition(|byte| is_separator(char::from(*byte))).map_or(0, |at| at + 1);
    let (folder, name) = bytes.split_at(start);
    (!matches!(name, b"" | b"." | b"..")).then_some(folder)
}

/// Reads a configuration file.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MOST_BYTES {
        true => Err(io::Error::other(TOO_LONG)),
        false => Ok(bytes),
    }
}

impl Loaded {
    fn new(config: Config) -> Arc<Self> {
        Arc::new(Self { config, known: Mutex::default() })
    }

    /// The settings of a file, computed once for all files with the same matches.
    fn holding(&self, path: &Path, options: &lint::Options, names_rules: bool) -> Arc<Holding> {
        let matching = self.config.matching(path);
        let mut known = lock(&self.known);
        let holding = known.entry(matching).or_insert_with_key(|matching| {
            let settings = self.config.settings(matching);
            let root = settings.root.as_ref().and_then(|root| real_folder(&root.value).ok());
            let options = settings.apply(options, names_rules);
            Arc::new(Holding { settings, options, root })
        });
        holding.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_what_is_before_a_name() {
        let folder = |path: &'static str| folder_as_written(Path::new(path));
        assert_eq!(folder("a/b/c.txt"), Some(&b"a/b/"[..]));
        assert_eq!(folder("c.txt"), Some(&b""[..]));
        for unsure in ["", "/", "a/", "a/.", "a/..", ".."] {
            assert_eq!(folder(unsure), None, "{unsure}");
        }
    }
}
