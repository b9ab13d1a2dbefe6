//! `ms3dlint baseline`: records the findings of today in a baseline, and removes those that are gone.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use percent_encoding::percent_decode_str;

use crate::actions::lint;
use crate::actions::lint::lint;
use crate::base::display::{counted, number, path_text, visible, visible_path};
use crate::base::suggest::did_you_mean;
use crate::cli::args::{BaselinePrune, BaselineWrite, Files};
use crate::cli::check::baselines::BaselinedFile;
use crate::cli::check::parallel;
use crate::cli::check::progress::Progress;
use crate::cli::check::read::{InputReader, Unread};
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::atomic_write::{refuse_model, replace, write};
use crate::cli::files::configs::{Configs, Holding};
use crate::cli::files::relative_path::{Relative, folder_of};
use crate::cli::files::select;
use crate::cli::files::walk::{Input, inputs};
use crate::config::show::quoted;
use crate::config::{NAMES, Settings};
use crate::diagnostics::baseline;
use crate::diagnostics::baseline::Entries;
use crate::diagnostics::effect::Targets;
use crate::report::pretty::Style;

/// The default name of a baseline.
const DEFAULT_NAME: &str = "ms3dlint-baseline.tsv";

/// How many lines of new findings are listed.
const MOST_TOLD: usize = 20;

/// The findings of today, and the rules that were run, by the names that files have in a baseline.
type TodaysFindings = BTreeMap<String, (Entries, Arc<Holding>)>;

/// The files of a command, and how they are linted.
struct BaselineTask<'a> {
    files: &'a Files,
    paths: Vec<PathBuf>,
    configs: Arc<Configs>,
    /// The baseline.
    path: PathBuf,
    /// Whether it was named for all files, whatever their configurations say.
    is_named: bool,
    /// Whether the configuration of the first path names a baseline.
    is_configured: bool,
}

impl<'a> BaselineTask<'a> {
    /// With these arguments. The default baseline is that of the configuration of the first path.
    fn new(files: &'a Files, path: Option<&Path>) -> Result<Self, String> {
        let paths = select::paths(files)?;
        if files.stdin_filename.is_none() && paths.iter().any(|path| path.as_os_str() == "-") {
            return Err("standard input has no name in a baseline; add --stdin-filename".to_string());
        }
        // Findings are only counted.
        let options = lint::Options {
            kept: Some(Vec::new()),
            known: Some(Arc::default()),
            targets: Targets::Unknown,
            ..lint::Options::default()
        };
        let configs = Configs::new(&files.config, Style::Drawn { color: false }, options)?;
        configs.look(paths.iter().map(PathBuf::as_path))?;
        let configured =
            |first: &PathBuf| Ok::<_, String>(configs.settings(first)?.baseline.map(|said| said.value));
        let is_named = path.is_some();
        let own = paths.first().map(configured).transpose()?.flatten();
        let is_configured = own.is_some();
        let path = path.map(Path::to_path_buf).or(own).unwrap_or_else(|| PathBuf::from(DEFAULT_NAME));
        if path.as_os_str() == "-" {
            return Err("a baseline is a file, and not standard output; name a file".to_string());
        }
        if NAMES.iter().any(|name| path.file_name().is_some_and(|own| own == *name)) {
            let name = visible_path(&path);
            return Err(format!(
                "a baseline in {name} would be taken for a configuration; name another file"
            ));
        }
        refuse_model(&path, "a baseline")?;
        Ok(Self { files, paths, configs: Arc::new(configs), path, is_named, is_configured })
    }

    /// How a check uses the baseline: by its path from here, or from the configuration of the first path.
    fn how_to_use(&self) -> String {
        let here = path_text(&self.path);
        let option =
            shlex::try_quote(&here).map_or(visible(here.as_bytes()), |quoted| visible(quoted.as_bytes()));
        let first = self.paths.first().map_or(Path::new("."), PathBuf::as_path);
        let configuration = self.configs.nearest(first).unwrap_or_else(|| PathBuf::from(NAMES[0]));
        let from_there =
            Relative::to(folder_of(&configuration)).ok().and_then(|names| names.name(&self.path));
        let name = from_there.map_or(here, |name| percent_decode_str(&name).decode_utf8_lossy().into_owned());
        let key = quoted(name);
        let configuration = visible(self.configs.shown(&configuration).as_bytes());
        format!("to use them, check with --baseline {option}, or add to {configuration}: baseline = {key}\n")
    }

    /// Finds all findings of the files. `None` if not all could be read, which was reported.
    fn found(&self, known: &BaselinedFile) -> Result<Option<TodaysFindings>, String> {
        let reader = InputReader::new(self.files, false, self.configs.clone())?;
        let inputs = inputs(self.paths.clone(), self.configs.clone(), self.files.passed.force_exclude);
        let progress = Progress::start("files checked", true);
        let mut recording = Recording {
            task: self,
            known,
            progress: progress.clone(),
            found: TodaysFindings::new(),
            has_models: false,
            is_whole: true,
            problem: None,
        };
        let record = |input, buffer: &mut Vec<u8>| record(&reader, input, buffer);
        parallel::each(self.files.threads, &progress, inputs, record, |recorded| recording.take(recorded));
        progress.finish();
        if recording.is_whole && !recording.has_models && recording.problem.is_none() {
            select::report_none_found("models", &self.paths, &self.configs);
        }
        match recording.problem {
            Some(problem) => Err(problem),
            None => Ok(recording.is_whole.then_some(recording.found)),
        }
    }

    /// Why a file does not belong in this baseline: a check would use another one, or none.
    fn elsewhere(&self, file: &Path, settings: &Settings) -> Option<String> {
        let own = settings.baseline.as_ref().map(|said| &said.value);
        let is_here = own.map_or(self.path == Path::new(DEFAULT_NAME), |own| *own == self.path);
        if self.is_named || is_here {
            return None;
        }
        let shown = |path: &Path| visible(self.configs.shown(path).as_bytes());
        let (file, here) = (shown(file), shown(&self.path));
        Some(match own {
            Some(own) => format!(
                "{file} belongs into {}, and not into {here}; name files of one baseline at a time, or one baseline for \
                 all with --baseline",
                shown(own)
            ),
            None => format!(
                "the configuration of {file} names no baseline, and others name {here}; extend such a one, or name one \
                 baseline for all with --baseline"
            ),
        })
    }

    /// Writes the baseline in one step, if its content changes, and prints what was done.
    fn save(&self, known: &BaselinedFile, done: &str) -> Exit {
        let text = known.baseline.text();
        let written = match &known.before {
            Some(before) if before == text.as_bytes() => Ok(()),
            Some(before) => replace(&self.path, before, text.as_bytes()),
            None => write(&self.path, text.as_bytes()),
        };
        match written {
            Ok(()) => exit::say(done),
            Err(error) => exit::failed(&exit::cannot("write", &path_text(&self.path), &error)),
        }
    }
}

/// The findings while files are linted.
struct Recording<'k> {
    task: &'k BaselineTask<'k>,
    known: &'k BaselinedFile,
    progress: Progress,
    found: TodaysFindings,
    /// Whether one of the files is a model.
    has_models: bool,
    /// Whether all could be read so far.
    is_whole: bool,
    /// The first error in the arguments or a configuration.
    problem: Option<String>,
}

impl Recording<'_> {
    fn take(&mut self, recorded: Result<Recorded, Unread>) {
        match recorded {
            Ok(recorded) => {
                if let Err(problem) = self.note(recorded) {
                    self.problem.get_or_insert(problem);
                }
            }
            Err(Unread::Excluded) => {}
            Err(Unread::Misconfigured(problem)) => drop(self.problem.get_or_insert(problem)),
            Err(Unread::Unreadable { message, .. }) => {
                self.progress.aside(|| complain(&message));
                self.is_whole = false;
            }
        }
    }

    fn note(&mut self, recorded: Recorded) -> Result<(), String> {
        let Recorded { path, entries, holding, is_skipped } = recorded;
        self.has_models |= !is_skipped;
        if let Some(problem) = self.task.elsewhere(&path, &holding.settings) {
            return Err(problem);
        }
        let name = self.known.names.name(&path).ok_or_else(|| outside(&path))?;
        self.found.insert(name, (entries, holding));
        Ok(())
    }
}

fn outside(path: &Path) -> String {
    let path = visible_path(path);
    format!("no path leads from the baseline to {path}; put the baseline on the same drive")
}

/// The baseline of all findings of a file.
struct Recorded {
    path: PathBuf,
    entries: Entries,
    holding: Arc<Holding>,
    /// Whether it is skipped, as it is not a model.
    is_skipped: bool,
}

fn record(reader: &InputReader, input: Input, buffer: &mut Vec<u8>) -> Result<Recorded, Unread> {
    let model = reader.read(input, buffer)?;
    let is_skipped = model.is_skipped();
    let entries = lint(&model.document, &model.context, &model.options()).entries;
    *buffer = model.document.into_buffer();
    Ok(Recorded { path: model.path.unwrap_or_default(), entries, holding: model.holding, is_skipped })
}

/// What to do in place of a command that does not exist.
pub(crate) fn hint(words: &[String]) -> String {
    let word = words.first().map_or("", String::as_str);
    let hint = match word {
        "check" | "verify" | "test" => {
            "; `ms3dlint --baseline FILE` checks, and shows what is not in the baseline".to_string()
        }
        "update" | "add" | "create" | "init" => {
            "; `ms3dlint baseline write` makes one, and with --accept-new it adds what is new".to_string()
        }
        "remove" | "clean" => "; `ms3dlint baseline prune` removes what is no longer found".to_string(),
        _ => did_you_mean(word, ["write", "prune"]),
    };
    format!("there is no command \"baseline {}\"{hint}", visible(word.as_bytes()))
}

/// Records findings.
pub(crate) fn write_baseline(args: &BaselineWrite) -> Result<Exit, String> {
    let task = BaselineTask::new(&args.files, args.output.as_deref())?;
    let is_there = task.path.symlink_metadata().is_ok();
    let mut known = match is_there {
        true => BaselinedFile::read(&task.path)?,
        false => BaselinedFile::of(&task.path, baseline::Baseline::default(), None)?,
    };
    let Some(found) = task.found(&known)? else { return Ok(Exit::Failure) };
    if is_there && !args.accept_new {
        let new = new_debt(&known, &found);
        if !new.is_empty() {
            complain(&refusal(&new, &task.path));
            return Ok(Exit::Findings);
        }
    }
    known.forget_deleted(&task.paths);
    for (file, (entries, _)) in found {
        known.baseline.set(file, entries);
    }
    let files = counted(known.baseline.files.len(), "file");
    let mut done = format!("{} baselined in {files}\n", counted(known.baseline.len(), "finding"));
    if !task.is_configured {
        done += &task.how_to_use();
    }
    Ok(task.save(&known, &done))
}

/// Each line that would be added or grow, and by how much.
fn new_debt(known: &BaselinedFile, found: &TodaysFindings) -> Vec<(String, usize)> {
    let mut new = Vec::new();
    let nothing = Entries::default();
    for (file, (entries, _)) in found {
        let known = known.baseline.files.get(file).map_or(&nothing, |known| known);
        for (key, count) in known.new_in(entries) {
            new.push((format!("{file}: {} in {}", key.rule, key.object), count));
        }
    }
    new
}

/// Why a baseline is not written: the findings that are not in it.
fn refusal(new: &[(String, usize)], path: &Path) -> String {
    let count: usize = new.iter().map(|(_, count)| count).sum();
    let them = if count == 1 { "it" } else { "them" };
    let mut out = format!(
        "{} not in {}; repair {them}, or record {them} with --accept-new",
        counted(count, "finding"),
        visible_path(path)
    );
    for (line, count) in new.iter().take(MOST_TOLD) {
        // Writing to a string does not fail.
        let _ = write!(out, "\n  {} {line}", number(*count));
    }
    if new.len() > MOST_TOLD {
        let _ = write!(out, "\n  and more in {}", counted(new.len() - MOST_TOLD, "other object"));
    }
    out
}

/// Removes findings that are gone.
pub(crate) fn prune(args: &BaselinePrune) -> Result<Exit, String> {
    let task = BaselineTask::new(&args.files, args.baseline.as_deref())?;
    let mut known = BaselinedFile::read(&task.path)?;
    let before = known.baseline.len();
    let Some(found) = task.found(&known)? else { return Ok(Exit::Failure) };
    known.forget_deleted(&task.paths);
    for (file, (entries, holding)) in found {
        if let Some(old) = known.baseline.files.get(&file) {
            let was_run = |name: &str| holding.options.rules.iter().any(|rule| rule.name == name);
            let still = old.still_found(&entries, was_run);
            known.baseline.set(file, still);
        }
    }
    let after = known.baseline.len();
    let done = format!("forgot {}, {} still baselined\n", counted(before - after, "finding"), number(after));
    Ok(task.save(&known, &done))
}
