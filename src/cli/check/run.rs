//! Checks files: reads, lints and renders each, and prints the results in the order of the files.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::actions::lint;
use crate::base::display::{counted, list, number, visible};
use crate::cli::args::{CheckArgs, Format};
use crate::cli::check::baselines::Baselines;
use crate::cli::check::diff::shown;
use crate::cli::check::equal_files::{EqualFiles, Likeness};
use crate::cli::check::file_list::{ListEnd, print_list};
use crate::cli::check::output::{Asked, Outputs};
use crate::cli::check::parallel;
use crate::cli::check::progress::Progress;
use crate::cli::check::read::{InputReader, ReadInput, Unread};
use crate::cli::check::rendering::{LintTask, RenderedFile, Rendering};
use crate::cli::check::repair;
use crate::cli::check::repair::{RepairMode, Repairs};
use crate::cli::check::selected_rules::selected;
use crate::cli::check::terminal::terminal;
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::configs::Configs;
use crate::cli::files::select;
use crate::cli::files::select::Selection;
use crate::cli::files::walk::Input;
use crate::config::file::FailOn;
use crate::diagnostics::effect::Targets;
use crate::diagnostics::finding::Severity;
use crate::document::{self, Document};
use crate::engines;
use crate::engines::guess::Guess;
use crate::parse::sniff::Content;
use crate::report::summary::Summary;
use crate::report::{Trouble, TroubleKind};
use crate::rules;

/// The result of checking a file.
#[derive(Default)]
struct FileOutcome {
    /// The rendered file for reports; `None` if it is not in them.
    rendered: Option<RenderedFile>,
    /// The diff of a repair, if that is shown in place of a report.
    diff: Option<Vec<u8>>,
    /// The repaired model, if that goes to standard output.
    filtered: Option<Vec<u8>>,
    /// Whether standard input goes to standard output as it is.
    is_passed_on: bool,
    /// How it was checked, or why not, if that is asked for.
    note: Option<String>,
    /// The counts that it adds to the summary.
    summary: Summary,
    /// Why it could not be read or repaired.
    trouble: Option<Trouble>,
}

impl FileOutcome {
    /// The same, with the number of its input.
    fn of_input(mut self, number: usize) -> Self {
        let rows = self.rendered.iter_mut().filter_map(|rendered| rendered.row.as_mut());
        rows.for_each(|row| row.input = number);
        self.trouble.iter_mut().for_each(|trouble| trouble.input = number);
        self
    }
}

/// Checks the files that the arguments name. The error is about the arguments; if there is none, `start` is called
/// before anything is printed.
pub(crate) fn once(check: &CheckArgs, start: impl FnOnce(&CheckArgs)) -> Result<Exit, String> {
    let (configs, check) = Configs::of_check(check)?;
    let check = &check;
    let configs = Arc::new(configs.with_options(options(check)?));
    let Selection { paths, inputs, empty } = select::of(check, &configs)?;
    let mut met = HashSet::new();
    let is_one_path = paths.len() == 1;
    let inputs = inputs.filter(|(_, input)| match input {
        // A file under two of the paths is checked once. Under one path no file is found twice.
        Input::File { path, .. } if !is_one_path => path.canonicalize().map_or(true, |path| met.insert(path)),
        _ => true,
    });
    if check.list_files {
        let report_none = || match empty {
            Some(why) => complain(&why),
            None if is_limited(check) => {}
            None => select::report_none_found("models", &paths, &configs),
        };
        let reader = InputReader::new(&check.files, check.quiet_unknown, configs.clone())?;
        let inputs = inputs.map(|(_, input)| input);
        return Ok(print_list(inputs, &reader, ListEnd::of(check), report_none));
    }
    let is_met = |path: &Path| select::is_met(path, &configs);
    // A line that changes all the time is useless in a screen reader.
    let is_quiet = check.quiet || check.format() == Format::Narrated;
    let progress = Progress::start("files checked", !is_quiet);
    let repairs = Repairs::of(check)?;
    let configured = configs.read();
    let is_aside = repairs.as_ref().is_some_and(Repairs::filters);
    let asked = Asked { is_aside, ..Asked::of(check, &paths, &configured, &is_met) };
    let (outputs, drawn) = Outputs::new(&asked, progress.clone())?;
    let checker = Checker::new(check, repairs, Rendering::new(check, drawn), configs.clone())?;
    start(check);
    if let Some(why) = empty {
        complain(&format!("{why}; nothing is checked"));
    }
    let mut printer = Printer {
        outputs,
        summary: Summary::default(),
        reported: HashSet::new(),
        noted: HashSet::new(),
        has_lost: false,
    };
    let outcome = |(number, input), buffer: &mut Vec<u8>| checker.outcome(input, buffer).of_input(number);
    printer.outputs.start();
    parallel::each(check.files.threads, &progress, inputs, outcome, |outcome| printer.print(&outcome));
    let Printer { outputs, summary, noted, has_lost, .. } = printer;
    let left_out = configs.noted();
    if is_empty(&summary) && !is_limited(check) {
        select::report_none_found("models", &paths, &configs);
    }
    for excluded in left_out.iter().filter(|excluded| !noted.contains(*excluded)) {
        complain(excluded);
    }
    if let Targets::Named(names) = targets(&check.target)?
        && summary.checked > 0
        && summary.loads.is_empty()
    {
        complain(&format!("no model was checked that {} reads: it is as without --target", any_of(&names)));
    }
    let without_rules = checker.without_rules.load(Ordering::Relaxed);
    if without_rules > 0 {
        complain(&format!(
            "no rule was run on {}: the configuration leaves none",
            counted(without_rules, "file")
        ));
    }
    let is_written = outputs.finish(&summary, &configs.read()) && !has_lost;
    Ok(if is_written { verdict(&summary, check.diff) } else { Exit::Failure })
}

/// `a`, `a or b`, `a, b or c`.
fn any_of(names: &[&str]) -> String {
    let names: Vec<_> = names.iter().map(ToString::to_string).collect();
    list(&names).replace(" and ", " or ")
}

/// Whether nothing was checked, and nothing else explains why.
fn is_empty(summary: &Summary) -> bool {
    let Summary { checked, excluded, unreadable, misconfigured, .. } = *summary;
    checked + excluded + unreadable + misconfigured == 0
}

/// Whether only some of the models are checked, so that there may be none.
fn is_limited(check: &CheckArgs) -> bool {
    check.changed.is_some() || check.staged || check.shard.is_some()
}

/// The exit code of a run with this summary, which only showed diffs or did not.
pub(crate) fn verdict(summary: &Summary, only_diffs: bool) -> Exit {
    match summary {
        Summary { misconfigured: 1.., .. } => Exit::Usage,
        Summary { unreadable: 1.., .. } | Summary { failed: 1.., .. } => Exit::Failure,
        Summary { fixed: [_, files], .. } if only_diffs => match files {
            0 => Exit::Clean,
            _ => Exit::Findings,
        },
        Summary { failing: 1.., .. } => Exit::Findings,
        _ => Exit::Clean,
    }
}

/// The programs that the arguments name.
pub(crate) fn targets(names: &[String]) -> Result<Targets, String> {
    let names: Vec<_> = names.iter().map(|name| name.trim()).collect();
    engines::list::meant(&names).map_err(engines::list::unknown_target)
}

/// The lint options of the arguments.
fn options(check: &CheckArgs) -> Result<lint::Options, String> {
    Ok(lint::Options {
        rules: selected(&check.select, &check.ignore)?,
        targets: targets(&check.target)?,
        level: check.level(),
        // Whatever is shown.
        repaired_from: Severity::Info,
        fixable_from: if check.statistics { Severity::Hint } else { check.level().min(Severity::Info) },
        expand: check.expand,
        named: check.select.iter().filter_map(|word| Some(rules::find(word)?.name)).collect(),
        ..lint::Options::default()
    })
}

/// Checks one input after the other.
struct Checker {
    /// The least severity that fails, if the arguments set it.
    fail_on: Option<FailOn>,
    repairs: Option<Repairs>,
    baselines: Baselines,
    rendering: Rendering,
    /// The files that were checked, if equal ones are not checked again.
    equal_files: Option<EqualFiles>,
    /// Whether standard output is a terminal, and whether it has colour.
    terminal: Option<bool>,
    times_reading: bool,
    reader: InputReader,
    /// For how many files the configuration leaves no rule.
    without_rules: AtomicUsize,
    /// The configurations, if notes are asked for.
    noting: Option<Arc<Configs>>,
}

impl Checker {
    /// With these arguments. The error is about them.
    fn new(
        check: &CheckArgs,
        repairs: Option<Repairs>,
        rendering: Rendering,
        configs: Arc<Configs>,
    ) -> Result<Self, String> {
        // A repair reads the file again, and a note names it.
        let is_same_for_equal = repairs.is_none() && !check.verbose && !rendering.depends_on_place();
        Ok(Self {
            fail_on: check.fail_on,
            repairs,
            baselines: Baselines::new(check.baseline.as_deref())?,
            equal_files: is_same_for_equal.then(EqualFiles::default),
            rendering,
            terminal: terminal(check.color),
            times_reading: check.timing,
            without_rules: AtomicUsize::new(0),
            noting: check.verbose.then(|| configs.clone()),
            reader: InputReader::new(&check.files, check.quiet_unknown, configs)?,
        })
    }

    fn outcome(&self, input: Input, buffer: &mut Vec<u8>) -> FileOutcome {
        let excluded = match &input {
            Input::Excluded(path) => Some(path.clone()),
            _ => None,
        };
        let mut outcome = self.outcome_of(input, buffer);
        if let (Some(path), Some(configs)) = (excluded, &self.noting) {
            outcome.note = configs.excluded_by(&path);
        }
        outcome
    }

    fn outcome_of(&self, input: Input, buffer: &mut Vec<u8>) -> FileOutcome {
        let started = self.times_reading.then(Instant::now);
        let mut input = match self.reader.unparsed(input, buffer) {
            Ok(input) => input,
            Err(unread) => return self.unread(unread),
        };
        let mut watched = None;
        if let Some(equal) = &self.equal_files
            && let Some(likeness) = Likeness::of(&input, buffer)
        {
            if let Some((rendered, summary)) = equal.outcome(&likeness, &input, buffer) {
                return FileOutcome { rendered: Some(rendered), summary, ..FileOutcome::default() };
            }
            watched = Some(EqualFiles::watch(likeness, &mut input));
        }
        let model = input.parsed(buffer);
        if self.repairs.as_ref().is_some_and(Repairs::filters)
            && let Some(message) = too_large(&model.document)
        {
            return self.unread(Unread::Unreadable { path: model.path, message });
        }
        let reading = started.map(|started| started.elapsed());
        let known =
            match self.baselines.known(self.reader.configs(), model.path.as_deref(), &model.holding.settings)
            {
                Ok(known) => known,
                Err(message) => return self.unread(Unread::Misconfigured(message)),
            };
        let options = lint::Options { known, ..model.options() };
        self.without_rules.fetch_add(usize::from(options.rules.is_empty()), Ordering::Relaxed);
        let least = self.fail_on.map_or_else(|| model.holding.settings.fails_from(), FailOn::severity);
        let guesses = model.guesses.clone();
        let note = self.noting.as_ref().map(|configs| note(configs, &model, &guesses));
        let task = LintTask { options, context: model.context.clone(), least, guesses };
        if let Some(repairs) = &self.repairs {
            return FileOutcome { note, ..self.repair(repairs, model, &task) };
        }
        let mut outcome = FileOutcome { note, ..self.check(&model.document, model.path.as_deref(), &task) };
        if let (Some(equal), Some(watched), Some(rendered)) = (&self.equal_files, watched, &outcome.rendered)
            && task.options.known.is_none()
            && !task.options.rules.is_empty()
        {
            equal.keep(watched, rendered, &outcome.summary);
        }
        *buffer = model.document.into_buffer();
        if let (Some(reading), Some(timing)) = (reading, &mut outcome.summary.timing) {
            timing.reading = reading;
        }
        outcome
    }

    fn unread(&self, unread: Unread) -> FileOutcome {
        let mut summary = Summary::default();
        let mut is_passed_on = false;
        let trouble = match unread {
            Unread::Excluded => {
                summary.excluded = 1;
                is_passed_on = self.repairs.as_ref().is_some_and(Repairs::filters);
                None
            }
            Unread::Unreadable { path, message } => {
                summary.unreadable = 1;
                Some((TroubleKind::Unreadable, path.map(|path| self.rendering.uri(&path)), message))
            }
            Unread::Misconfigured(message) => {
                summary.misconfigured = 1;
                Some((TroubleKind::Misconfigured, None, message))
            }
        };
        let trouble = trouble.map(|(kind, uri, message)| Trouble { input: 0, kind, uri, message });
        FileOutcome { summary, trouble, is_passed_on, ..FileOutcome::default() }
    }

    /// Repairs a file, and checks the result.
    fn repair(&self, repairs: &Repairs, model: ReadInput, task: &LintTask) -> FileOutcome {
        let ReadInput { document, path, is_file, .. } = model;
        let path = path.as_deref();
        let name = document.source.name.clone();
        let before = document.source.bytes().to_vec();
        let (repaired, trouble) = match repairs.apply(document, task, &before, path.filter(|_| is_file)) {
            Ok(repaired) => (repaired, None),
            Err(trouble) => {
                let document = document::read(&*name, before);
                let unchanged = repair::RepairOutcome {
                    document,
                    places: 0,
                    hints: 0,
                    left_out: Vec::new(),
                    diff: Vec::new(),
                };
                (unchanged, Some(trouble))
            }
        };
        let mut outcome = self.check(&repaired.document, path, task);
        outcome.summary.fixed = [repaired.places, usize::from(repaired.places > 0)];
        outcome.summary.fixed_hints = repaired.hints;
        if repairs.leaves_unsafe_fixes() {
            outcome.summary.unsafe_left = outcome.summary.fixable[1];
        }
        outcome.summary.left_out = repaired.left_out.into_iter().map(|left_out| (left_out, 1)).collect();
        match repairs.mode {
            RepairMode::Replace => {}
            RepairMode::Show => outcome.diff = Some(shown(repaired.diff, self.terminal)),
            RepairMode::Filter => outcome.filtered = Some(repaired.document.source.bytes().to_vec()),
        }
        if let Some(trouble) = trouble {
            outcome.summary.failed = 1;
            let uri = path.map(|path| self.rendering.uri(path));
            let (kind, message) = (TroubleKind::NotRepaired, not_repaired(&name, &trouble));
            outcome.trouble = Some(Trouble { input: 0, kind, uri, message });
        }
        outcome
    }

    fn check(&self, document: &Document, path: Option<&Path>, task: &LintTask) -> FileOutcome {
        let path = path.unwrap_or(document.source.name.as_ref());
        let (rendered, mut summary) = self.rendering.of(document, path, task);
        match document.content.is_unlike_model() && !task.context.expected {
            true => summary.not_models = 1,
            false => summary.checked = 1,
        }
        FileOutcome { rendered: Some(rendered), summary, ..FileOutcome::default() }
    }
}

/// Why a model cannot be repaired on its way to standard output: nothing of it is kept.
fn too_large(document: &Document) -> Option<String> {
    let Content::TooLarge { size } = document.content else { return None };
    let name = visible(document.source.name.as_bytes());
    Some(format!("cannot repair {name}: it is larger than 4 GiB ({} bytes or more)", number(size as usize)))
}

/// How a file is checked: as what, with which configuration and for which programs.
fn note(configs: &Configs, model: &ReadInput, guesses: &[Guess]) -> String {
    let document = &model.document;
    let kind = match document.content {
        _ if model.is_skipped() => "not a model, skipped",
        Content::Other { .. } => "not a model",
        Content::Binary => "binary model",
        _ => "ASCII model",
    };
    let configuration = configs.names_of(model.path.as_deref().unwrap_or(Path::new("-")));
    let because = |guess: &Guess| format!("{} because of {}", guess.target, guess.file);
    let targets = match &model.holding.options.targets {
        Targets::Named(names) => format!(", for {}", names.join(", ")),
        _ if !guesses.is_empty() => {
            format!(", for {}", list(&guesses.iter().map(because).collect::<Vec<_>>()))
        }
        _ => String::new(),
    };
    format!("{}: {kind}, {configuration}{targets}", visible(document.source.name.as_bytes()))
}

/// Why a file was not repaired, and what to do.
fn not_repaired(name: &str, trouble: &repair::RepairTrouble) -> String {
    match trouble {
        repair::RepairTrouble::Replace(error) => {
            format!("{}; the file is as it was", exit::cannot("repair", name, error))
        }
        repair::RepairTrouble::BadFix(defect) => format!(
            "cannot repair {}: {} in the fix of {}; this is a mistake in ms3dlint, please report it; the file is as it was",
            visible(name.as_bytes()),
            defect.what,
            defect.rules.join(", ")
        ),
    }
}

/// Prints results one after the other, and adds them up.
struct Printer {
    outputs: Outputs,
    summary: Summary,
    /// The errors of configurations and baselines, each of which may be used for many files.
    reported: HashSet<String>,
    /// How files were checked, or why not. A file that several paths name is noted once.
    noted: HashSet<String>,
    /// Whether a repaired model could not be written to standard output, which was reported.
    has_lost: bool,
}

impl Printer {
    fn print(&mut self, outcome: &FileOutcome) {
        // An invalid configuration is reported once, and counts once, for all its files.
        let is_told = outcome.summary.misconfigured > 0
            && outcome.trouble.as_ref().is_some_and(|trouble| !self.reported.insert(trouble.message.clone()));
        let misconfigured = if is_told { 0 } else { outcome.summary.misconfigured };
        self.summary.join(&Summary { misconfigured, ..outcome.summary.clone() });
        if let Some(trouble) = outcome.trouble.as_ref().filter(|_| !is_told) {
            self.outputs.trouble(trouble);
        }
        if let Some(note) = &outcome.note
            && self.noted.insert(note.clone())
        {
            self.outputs.note(note);
        }
        if let Some(bytes) = &outcome.filtered {
            self.has_lost |= exit::print(bytes) == Exit::Failure;
        }
        if outcome.is_passed_on {
            self.has_lost |= exit::pass_on() == Exit::Failure;
        }
        if let Some(diff) = &outcome.diff {
            self.outputs.diff(diff);
        } else if let Some(rendered) = &outcome.rendered {
            self.outputs.file(rendered);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_cannot_be_passed_on() {
        let huge = Document::over_limit("<stdin>", (1 << 32) + 1);
        let message = "cannot repair <stdin>: it is larger than 4 GiB (4,294,967,297 bytes or more)";
        assert_eq!(too_large(&huge).as_deref(), Some(message));
        assert_eq!(too_large(&document::read("a.txt", Vec::new())), None);
    }
}
