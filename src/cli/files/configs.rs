//! Finds the configuration of each file, and shows the errors of configuration files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf, is_separator};
use std::sync::{Arc, Mutex, MutexGuard};

use clap::ValueEnum;

use crate::actions::lint;
use crate::base::display::{counted, number, path_text, visible};
use crate::cli::args::{self, CheckArgs};
use crate::cli::exit::cannot;
use crate::cli::files::folder_cache::FolderCache;
use crate::cli::files::folders::real_folder;
use crate::cli::lock::lock;
use crate::config::{Config, ConfigProblem, Layer, Matching, NAMES, Origin, Settings, extended};
use crate::diagnostics::finding::{Finding, Group, Severity};
use crate::document;
use crate::model::place::Place;
use crate::report::pretty::{Pretty, Style};

/// The size limit of a configuration file, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// The most errors of a configuration that are shown.
const MOST_SHOWN: usize = 20;
/// How wide excerpts of configuration files are.
const COLUMNS: usize = 80;

/// The configurations of a run.
pub(crate) struct Configs {
    /// The folder that relative paths start from.
    current: PathBuf,
    /// The configuration of all files, if it is named on the command line.
    fixed: Option<Arc<Loaded>>,
    of_folder: FolderCache<FolderConfig>,
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
        let (of_folder, read) = (FolderCache::default(), Mutex::default());
        let (style, fixed, names_rules, left_out) = (style.into(), None, false, None);
        let mut configs = Self { current, fixed, of_folder, read, style, options, names_rules, left_out };
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
        let style = match check.format() {
            args::Format::Narrated => Some(Style::Narrated),
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
        check.output_format = check.output_format.or(format);
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
        self.lock_read().clone()
    }

    fn lock_read(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        lock(&self.read)
    }

    /// The configuration of a file, which need not exist.
    pub(crate) fn of(&self, file: &Path) -> Result<Arc<Loaded>, String> {
        self.of_absolute(&self.absolute(file))
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
        let path = self.absolute(path);
        let Ok(loaded) = self.of_absolute(&path) else { return is_folder || is_called_so() };
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

    /// An absolute path, without `.` and `..`.
    pub(crate) fn absolute(&self, path: &Path) -> PathBuf {
        let joined = self.current.join(path);
        if is_clean(&joined) {
            return joined;
        }
        let mut out = PathBuf::new();
        for part in joined.components() {
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

    /// The configuration of a folder is in it or above it, but not above a repository.
    fn find(&self, folder: &Path) -> FolderConfig {
        let files = NAMES.map(|name| folder.join(name)).into_iter();
        let files: Vec<_> = files.filter(|path| path.symlink_metadata().is_ok()).collect();
        match (&files[..], folder.parent()) {
            ([], Some(parent)) if !folder.join(".git").exists() => self.of_folder(parent),
            ([], _) => Ok(Loaded::new(Config::new(Vec::new()))),
            ([path], _) if path.is_file() => self.load(path.clone()).map_err(Arc::from),
            ([path], _) => {
                let path = visible(self.shown(path).as_bytes());
                Err(format!(
                    "{path} is no file, and leads to none; put a configuration there, or take it away"
                )
                .into())
            }
            ([path, ..], _) => {
                let [first, second] = NAMES;
                let folder = self.shown(path.parent().unwrap_or(path));
                Err(format!("both {first} and {second} are in {folder}; keep one of them").into())
            }
        }
    }

    /// Reads a configuration file, and those that it extends. The error shows all that is wrong in them.
    fn load(&self, path: PathBuf) -> Result<Arc<Loaded>, String> {
        let bytes = read(&path).map_err(|error| cannot("read", &self.shown(&path), &error))?;
        let (mut layers, mut wrong, mut met) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = Some((path, bytes));
        while let Some((path, bytes)) = next {
            met.push(path.clone());
            let (layer, mut problems) = match self.layer(path.clone(), &bytes) {
                Ok(layer) => (Some(layer), Vec::new()),
                Err(problems) => (None, problems),
            };
            layers.extend(layer);
            next = self.extended(&path, &bytes, &met).unwrap_or_else(|problem| {
                problems.push(problem);
                None
            });
            problems.sort_by_key(|problem| problem.span.start);
            wrong.extend((!problems.is_empty()).then_some(Wrong { path, bytes, problems }));
        }
        let baseline = |layer: &Layer| Some(layer.folder().join(layer.file.baseline.as_ref()?.get_ref()));
        met.extend(layers.iter().filter_map(baseline));
        self.lock_read().extend(met);
        if !wrong.is_empty() {
            return Err(self.shown_as(&wrong));
        }
        layers.reverse();
        Ok(Loaded::new(Config::new(layers)))
    }

    fn layer(&self, path: PathBuf, bytes: &[u8]) -> Result<Layer, Vec<ConfigProblem>> {
        let layer = Layer::read(path, bytes)?;
        let root = layer.file.root.iter();
        let problems = root.filter_map(|root| {
            let why = real_folder(&layer.folder().join(root.get_ref())).err()?;
            Some(ConfigProblem::new(root.span(), format!("the tree cannot begin here: {why}")))
        });
        let problems: Vec<_> = problems.collect();
        if problems.is_empty() { Ok(layer) } else { Err(problems) }
    }

    /// The file that a file extends, which must not be among the files that extend it.
    fn extended(
        &self,
        path: &Path,
        bytes: &[u8],
        met: &[PathBuf],
    ) -> Result<Option<(PathBuf, Vec<u8>)>, ConfigProblem> {
        let Some(extends) = extended(bytes) else { return Ok(None) };
        let path = self.absolute(&path.parent().unwrap_or(path).join(extends.get_ref()));
        let problem = match met.contains(&path) {
            true => format!("{} ends up extending itself", self.shown(&path)),
            false => match read(&path) {
                Ok(bytes) => return Ok(Some((path, bytes))),
                Err(error) => cannot("read", &self.shown(&path), &error),
            },
        };
        Err(ConfigProblem::new(extends.span(), problem))
    }

    /// The errors of some files, as excerpts of them.
    fn shown_as(&self, wrong: &[Wrong]) -> String {
        let mut out = String::new();
        let mut room = MOST_SHOWN;
        for file in wrong {
            if room > 0 {
                self.draw(file, room, &mut out);
            }
            room = room.saturating_sub(file.problems.len());
        }
        let all: usize = wrong.iter().map(|file| file.problems.len()).sum();
        if all > MOST_SHOWN {
            out += &format!("and {} more", number(all - MOST_SHOWN));
        }
        out
    }

    fn draw(&self, Wrong { path, bytes, problems }: &Wrong, most: usize, out: &mut String) {
        let name = self.shown(path);
        let Some(style) = self.style else {
            out.extend(problems.iter().take(most).map(|problem| problem.line(&name, bytes) + "\n"));
            return;
        };
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

/// Whether a path is surely written without `.`, `..` and needless separators: nearly all are, and taking them apart
/// takes longer than anything else that is done for a file that is no model.
fn is_clean(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_separator = |byte: u8| is_separator(char::from(byte));
    let is_odd = |two: &[u8]| is_separator(two[0]) && (is_separator(two[1]) || two[1] == b'.');
    !bytes.windows(2).any(is_odd) && !bytes.last().is_some_and(|last| is_separator(*last))
}

/// An invalid configuration file.
struct Wrong {
    path: PathBuf,
    bytes: Vec<u8>,
    problems: Vec<ConfigProblem>,
}

/// Reads a configuration file.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MOST_BYTES {
        true => Err(io::Error::other("it has more than 1 MiB, which is too much for a configuration")),
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
