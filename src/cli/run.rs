//! Checks files: reads, lints and shows each, on as many threads as asked for, and prints what
//! came of them in the order of the files.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};

use crate::ascii::sniff::Content;
use crate::cli::args::{Check, FailOn, Format};
use crate::cli::catalogue::selected;
use crate::cli::config::{Configs, Holding};
use crate::cli::exit::{self, Exit};
use crate::cli::files::{self, Contents, Input, LargeFile};
use crate::cli::folders::Folders;
use crate::cli::output::Output;
use crate::cli::repairs::{self, Repairs, Trouble};
use crate::document::{self, Document};
use crate::lint::{self, lint};
use crate::report::summary::Summary;
use crate::surroundings::Surroundings;
use crate::text::visible;

/// How many files a thread takes at a time: few at first, so that few files keep all threads busy,
/// and at most so many.
const LARGEST_BATCH: usize = 64;
/// How many findings of one rule people want to see of a file.
const MOST_FOR_PEOPLE: usize = 20;
/// How many are given to programs unless they ask for all: a file can be made to have millions.
const MOST_FOR_PROGRAMS: usize = 1000;

/// What checking a file came to.
#[derive(Default)]
struct Outcome {
    /// What is printed of it; `None` if it does not appear in the output.
    text: Option<Vec<u8>>,
    /// What it adds to the summary.
    summary: Summary,
    /// Why it could not be read.
    error: Option<String>,
}

/// Checks all files that the arguments name. The error is one about the arguments.
pub(super) fn run(check: &Check) -> Result<Exit, String> {
    look_at_paths(check)?;
    let configs = Arc::new(Configs::of_check(check, options(check)?)?);
    let stdin = Path::new(check.stdin_filename.as_deref().unwrap_or("-"));
    configs.look(check.paths.iter().map(|path| if path.as_os_str() == "-" { stdin } else { path }))?;
    let checker = Checker {
        repairs: Repairs::of(check)?,
        fail_on: check.fail_on,
        quiet_unknown: check.quiet_unknown,
        output: Output::new(check),
        stdin_name: check.stdin_filename.clone(),
        leaves_stdin_out: check.passed.force_exclude && configs.excludes(stdin),
        configs: configs.clone(),
        folders: Folders::new(check.root.as_deref())?,
    };
    let mut printer = Printer::new(&checker.output);
    let mut replaced = HashSet::new();
    let inputs =
        files::inputs(check.paths.clone(), configs, check.passed.force_exclude).filter(|input| match input {
            // A file that is named twice is repaired, or shown, once.
            Input::File { path, .. } if checker.repairs.is_some() => {
                path.canonicalize().map_or(true, |path| replaced.insert(path))
            }
            _ => true,
        });
    let threads = check.threads.map_or_else(default_threads, usize::from);
    let written = if threads == 1 {
        let mut buffer = Vec::new();
        let mut outcomes = inputs.map(|input| checker.outcome(input, &mut buffer));
        printer.start().and_then(|()| outcomes.try_for_each(|outcome| printer.print(outcome)))
    } else {
        printer.start().and_then(|()| on_threads(threads, inputs, &checker, &mut printer))
    };
    let summary = match written.and_then(|()| printer.finish()) {
        Ok(summary) => summary,
        Err(error) => return Ok(exit::after_write_error(&error)),
    };
    Ok(match summary {
        Summary { misconfigured: 1.., .. } => Exit::Usage,
        Summary { unreadable: 1.., .. } | Summary { failed: 1.., .. } => Exit::Failure,
        Summary { fixed: [_, files], .. } if check.diff => match files {
            0 => Exit::Clean,
            _ => Exit::Findings,
        },
        Summary { failing: 1.., .. } => Exit::Findings,
        _ => Exit::Clean,
    })
}

/// Whether the paths make sense with what else is said.
fn look_at_paths(check: &Check) -> Result<(), String> {
    if check.paths.is_empty() {
        return Err("nothing to check; name files or folders, or - for standard input".to_string());
    }
    let stdins = check.paths.iter().filter(|path| path.as_os_str() == "-").count();
    if stdins > 1 {
        return Err("standard input can be read only once; give - once".to_string());
    }
    if check.stdin_filename.is_some() && stdins == 0 {
        return Err(
            "--stdin-filename names standard input, which is not read; add - to the paths".to_string()
        );
    }
    Ok(())
}

/// How files are checked, as far as the arguments say it.
fn options(check: &Check) -> Result<lint::Options, String> {
    let people = matches!(check.output_format, Format::Pretty | Format::Narrated);
    let most_per_rule =
        match check.max_per_rule.unwrap_or(if people { MOST_FOR_PEOPLE } else { MOST_FOR_PROGRAMS }) {
            0 => usize::MAX,
            most => most,
        };
    let rules = selected(&check.select, &check.ignore)?;
    Ok(lint::Options {
        rules,
        level: check.level.into(),
        kept: None,
        expand: check.expand,
        most_per_rule,
        whole_fixes: check.output_format == Format::Json,
        table_edits: check.output_format == Format::Json,
        heeds_suppressions: true,
        ..lint::Options::default()
    })
}

fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Lets threads take inputs in batches, and prints the outcomes in the order of the inputs.
fn on_threads(
    threads: usize,
    inputs: impl Iterator<Item = Input> + Send,
    checker: &Checker,
    printer: &mut Printer,
) -> io::Result<()> {
    let queue = Mutex::new((0, inputs));
    let (sender, receiver) = mpsc::sync_channel(4 * threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || {
                let mut buffer = Vec::new();
                while let Some((number, batch)) = next_batch(queue) {
                    let outcomes: Vec<_> =
                        batch.into_iter().map(|input| checker.outcome(input, &mut buffer)).collect();
                    // Nobody listens any more once the output cannot be written.
                    if sender.send((number, outcomes)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, outcomes) in receiver {
            waiting.insert(number, outcomes);
            while let Some(outcomes) = waiting.remove(&next) {
                outcomes.into_iter().try_for_each(|outcome| printer.print(outcome))?;
                next += 1;
            }
        }
        Ok(())
    })
}

/// The next few inputs, and their number among such batches.
fn next_batch(queue: &Mutex<(usize, impl Iterator<Item = Input>)>) -> Option<(usize, Vec<Input>)> {
    // A thread that panicked has left the iterator between two items.
    let mut queue = queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let (next, inputs) = &mut *queue;
    let number = *next;
    let batch: Vec<_> = inputs.take((number + 1).min(LARGEST_BATCH)).collect();
    *next += 1;
    (!batch.is_empty()).then_some((number, batch))
}

/// Checks one input after the other.
struct Checker {
    configs: Arc<Configs>,
    /// From where on files fail, if the arguments say so.
    fail_on: Option<FailOn>,
    /// Whether nothing is said of named files that are no models.
    quiet_unknown: bool,
    repairs: Option<Repairs>,
    output: Output,
    stdin_name: Option<String>,
    /// Whether what is read there is to be left out.
    leaves_stdin_out: bool,
    folders: Arc<Folders>,
}

/// What is known of an input beside its name.
struct At<'a> {
    /// Where it is, if it is a file.
    path: Option<&'a Path>,
    /// Whether it should be a model.
    expected: bool,
    /// What lies around it.
    around: Option<Arc<dyn Surroundings>>,
    /// What holds for it.
    holding: &'a Holding,
}

impl Checker {
    fn outcome(&self, input: Input, buffer: &mut Vec<u8>) -> Outcome {
        match input {
            Input::File { path, depth } => {
                let holding = match self.configs.holding(&path) {
                    Ok(holding) => holding,
                    Err(error) => return Self::misconfigured(error),
                };
                let around = self.folders.around(&path, depth.unwrap_or(0), holding.root.as_ref());
                let is_named = depth.is_none() && !self.quiet_unknown;
                let expected = is_named || files::has_extension(&path, "ms3d");
                let at = At { path: Some(&path), expected, around, holding: &holding };
                self.read(&path.to_string_lossy(), at, buffer, |buffer| files::read_file(&path, buffer))
            }
            Input::Stdin if !self.leaves_stdin_out => {
                let name = self.stdin_name.as_deref();
                let holding = match self.configs.holding(Path::new(name.unwrap_or("-"))) {
                    Ok(holding) => holding,
                    Err(error) => return Self::misconfigured(error),
                };
                let around =
                    name.and_then(|name| self.folders.around(Path::new(name), 0, holding.root.as_ref()));
                let at = At { path: None, expected: true, around, holding: &holding };
                self.read(name.unwrap_or("<stdin>"), at, buffer, files::read_stdin)
            }
            Input::Stdin | Input::Excluded => {
                Outcome { summary: Summary { excluded: 1, ..Summary::default() }, ..Outcome::default() }
            }
            Input::Unreadable(error) => Self::unreadable(error),
            Input::Misconfigured(error) => Self::misconfigured(error),
        }
    }

    fn misconfigured(error: String) -> Outcome {
        let summary = Summary { misconfigured: 1, ..Summary::default() };
        Outcome { text: None, summary, error: Some(error) }
    }

    fn unreadable(error: String) -> Outcome {
        let summary = Summary { unreadable: 1, ..Summary::default() };
        Outcome { text: None, summary, error: Some(error) }
    }

    fn read(
        &self,
        name: &str,
        at: At,
        buffer: &mut Vec<u8>,
        read: impl FnOnce(&mut Vec<u8>) -> io::Result<Contents>,
    ) -> Outcome {
        let document = read(buffer).and_then(|contents| match contents {
            Contents::Read => Ok(document::read(name, std::mem::take(buffer))),
            Contents::TooLarge(size) => Ok(Document::over_limit(name, size)),
            Contents::Large(file) if self.repairs.is_some() => {
                file.again().map(|bytes| document::read(name, bytes))
            }
            Contents::Large(file) => read_large(name, buffer, file),
        });
        let mut document = match document {
            Ok(document) => document,
            Err(error) => return Self::not_read(name, &error),
        };
        document.expected = at.expected;
        document.surroundings = at.around;
        if let Some(repairs) = &self.repairs {
            return self.repair(repairs, document, at.path, at.holding);
        }
        let outcome = self.check(&document, at.holding);
        if let Some(error) = document.source.trouble() {
            return Self::not_read(name, error);
        }
        *buffer = document.into_buffer();
        outcome
    }

    fn not_read(name: &str, error: &io::Error) -> Outcome {
        Self::unreadable(exit::cannot("read", name, error))
    }

    /// Repairs a file, and checks what came of it.
    fn repair(
        &self,
        repairs: &Repairs,
        document: Document,
        path: Option<&Path>,
        holding: &Holding,
    ) -> Outcome {
        let Document { expected, surroundings, .. } = &document;
        let (name, expected, surroundings) = (document.source.name.clone(), *expected, surroundings.clone());
        let read = |bytes| {
            let mut document = document::read(&*name, bytes);
            document.expected = expected;
            document.surroundings = surroundings.clone();
            document
        };
        let before = document.source.bytes().to_vec();
        let (repaired, trouble) = match repairs.apply(document, &holding.options, &before, path, read) {
            Ok(repaired) => (repaired, None),
            Err(trouble) => {
                let document = read(before);
                (repairs::Outcome { document, places: 0, diff: Vec::new() }, Some(trouble))
            }
        };
        let mut outcome = self.check(&repaired.document, holding);
        outcome.summary.fixed = [repaired.places, usize::from(repaired.places > 0)];
        if repairs.only_shows {
            outcome.text = Some(self.output.diff(repaired.diff));
        }
        if let Some(trouble) = trouble {
            outcome.summary.failed = 1;
            outcome.error = Some(not_repaired(&name, &trouble));
        }
        outcome
    }

    fn check(&self, document: &Document, holding: &Holding) -> Outcome {
        let report = lint(document, &holding.options);
        let least = self.fail_on.map_or_else(|| holding.settings.fails_from(), FailOn::severity);
        let mut summary = Summary::default();
        summary.add(&report);
        summary.failing = least.map_or(0, |least| report.count_from(least));
        match document.content {
            Content::Other { half: None } if !document.expected && document.too_large.is_none() => {
                summary.not_models = 1;
            }
            _ => summary.checked = 1,
        }
        let text = self.output.file(document, &report).into_bytes();
        Outcome { text: Some(text), summary, error: None }
    }
}

/// Reads a large text model in passing, or whole if need be.
fn read_large(name: &str, beginning: &[u8], file: LargeFile) -> io::Result<Document> {
    let again = file.clone();
    let passed =
        document::read_in_passing(name, beginning.chain(file.rest()), Box::new(move || again.again()))?;
    match passed {
        Some(document) => Ok(document),
        None => file.again().map(|bytes| document::read(name, bytes)),
    }
}

/// Why a file was not repaired, and what to do.
fn not_repaired(name: &str, trouble: &Trouble) -> String {
    match trouble {
        Trouble::Replace(error) => format!("{}; the file is as it was", exit::cannot("repair", name, error)),
        Trouble::Defect(defect) => format!(
            "cannot repair {}: {} in the fix of {}; this is a mistake in ms3dlint, please report it; the file is as it was",
            visible(name.as_bytes()),
            defect.what,
            defect.rules.join(", ")
        ),
    }
}

/// Prints outcomes one after the other, and adds them up.
struct Printer<'a> {
    output: &'a Output,
    out: BufWriter<io::StdoutLock<'static>>,
    is_first: bool,
    summary: Summary,
}

impl<'a> Printer<'a> {
    fn new(output: &'a Output) -> Self {
        let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        Self { output, out, is_first: true, summary: Summary::default() }
    }

    fn start(&mut self) -> io::Result<()> {
        self.out.write_all(self.output.start().as_bytes())
    }

    fn print(&mut self, outcome: Outcome) -> io::Result<()> {
        self.summary.join(&outcome.summary);
        if let Some(error) = outcome.error {
            self.out.flush()?;
            exit::complain(&error);
        }
        if let Some(text) = outcome.text {
            self.out.write_all(self.output.separator(self.is_first).as_bytes())?;
            self.out.write_all(&text)?;
            self.is_first = false;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<Summary> {
        let (out, err) = self.output.end(&self.summary);
        self.out.write_all(out.as_bytes())?;
        self.out.flush()?;
        // A closed standard error changes nothing about what was found.
        let _ = io::stderr().write_all(err.as_bytes());
        Ok(self.summary)
    }
}
