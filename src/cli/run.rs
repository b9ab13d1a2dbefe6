//! Checks files: reads, lints and shows each, on as many threads as asked for, and prints what
//! came of them in the order of the files.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

use crate::ascii::sniff::Content;
use crate::cli::args::Check;
use crate::cli::catalogue::selected;
use crate::cli::diff::shown;
use crate::cli::exit::{self, Exit};
use crate::cli::files::{self, Contents, Input, LargeFile};
use crate::cli::folders::Folders;
use crate::cli::output::{Outputs, terminal};
use crate::cli::repairs::{self, Repairs};
use crate::cli::views::{View, Views};
use crate::document::{self, Document};
use crate::lint;
use crate::report::Trouble;
use crate::report::summary::Summary;
use crate::surroundings::Surroundings;
use crate::text::visible;

/// How many files a thread takes at a time: few at first, so that few files keep all threads busy,
/// and at most so many.
const LARGEST_BATCH: usize = 64;

/// What checking a file came to.
#[derive(Default)]
struct Outcome {
    /// What reports show of it; `None` if it does not appear in them.
    view: Option<View>,
    /// What a repair would change, if that is shown in place of a report.
    diff: Option<Vec<u8>>,
    /// What it adds to the summary.
    summary: Summary,
    /// Why it could not be read or repaired.
    trouble: Option<Trouble>,
}

/// Checks all files that the arguments name. The error is one about the arguments.
pub(super) fn run(check: &Check) -> Result<Exit, String> {
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
    let options = lint::Options {
        rules: selected(&check.select, &check.ignore)?,
        level: check.level.into(),
        expand: check.expand,
        ..lint::Options::default()
    };
    let repairs = Repairs::of(check, &options)?;
    let (outputs, drawn) = Outputs::new(check)?;
    let checker = Checker {
        repairs,
        options,
        views: Views::new(check, drawn),
        terminal: terminal(check.color),
        times_reading: check.timing,
        stdin_name: check.stdin_filename.clone(),
        folders: Folders::new(check.root.as_deref())?,
    };
    let mut printer = Printer { outputs, summary: Summary::default() };
    let mut replaced = HashSet::new();
    let inputs = files::inputs(check.paths.clone()).filter(|input| match input {
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
        printer.outputs.start().and_then(|()| outcomes.try_for_each(|outcome| printer.print(outcome)))
    } else {
        printer.outputs.start().and_then(|()| on_threads(threads, inputs, &checker, &mut printer))
    };
    let summary = match written.and_then(|()| printer.finish()) {
        Ok(summary) => summary,
        Err(error) => return Ok(exit::after_write_error(&error)),
    };
    let fails = check.fail_on.severity().is_some_and(|least| summary.worst().is_some_and(|w| w >= least));
    Ok(match summary {
        Summary { unreadable: 1.., .. } | Summary { failed: 1.., .. } => Exit::Failure,
        Summary { fixed: [_, files], .. } if check.diff => match files {
            0 => Exit::Clean,
            _ => Exit::Findings,
        },
        _ if fails => Exit::Findings,
        _ => Exit::Clean,
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
    options: lint::Options,
    repairs: Option<Repairs>,
    views: Views,
    /// Whether standard output is a terminal, and whether that has colour.
    terminal: Option<bool>,
    times_reading: bool,
    stdin_name: Option<String>,
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
}

impl Checker {
    fn outcome(&self, input: Input, buffer: &mut Vec<u8>) -> Outcome {
        match input {
            Input::File { path, depth } => {
                let around = self.folders.around(&path, depth.unwrap_or(0));
                let expected = depth.is_none() || files::has_extension(&path, "ms3d");
                let at = At { path: Some(&path), expected, around };
                self.read(&path.to_string_lossy(), at, buffer, |buffer| files::read_file(&path, buffer))
            }
            Input::Stdin => {
                let name = self.stdin_name.as_deref();
                let around = name.and_then(|name| self.folders.around(Path::new(name), 0));
                let at = At { path: None, expected: true, around };
                self.read(name.unwrap_or("<stdin>"), at, buffer, files::read_stdin)
            }
            Input::Unreadable(message) => Self::unreadable(Trouble { uri: None, message }),
        }
    }

    fn unreadable(trouble: Trouble) -> Outcome {
        let summary = Summary { unreadable: 1, ..Summary::default() };
        Outcome { summary, trouble: Some(trouble), ..Outcome::default() }
    }

    fn read(
        &self,
        name: &str,
        at: At,
        buffer: &mut Vec<u8>,
        read: impl FnOnce(&mut Vec<u8>) -> io::Result<Contents>,
    ) -> Outcome {
        let started = self.times_reading.then(Instant::now);
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
            Err(error) => return self.not_read(name, at.path, &error),
        };
        let reading = started.map(|started| started.elapsed());
        document.expected = at.expected;
        document.surroundings = at.around;
        let mut outcome = match &self.repairs {
            Some(repairs) => return self.repair(repairs, document, at.path),
            None => self.check(&document, at.path),
        };
        if let Some(error) = document.source.trouble() {
            return self.not_read(name, at.path, error);
        }
        if let (Some(reading), Some(timing)) = (reading, &mut outcome.summary.timing) {
            timing.reading = reading;
        }
        *buffer = document.into_buffer();
        outcome
    }

    fn not_read(&self, name: &str, path: Option<&Path>, error: &io::Error) -> Outcome {
        let uri = path.map(|path| self.views.uri(path));
        Self::unreadable(Trouble { uri, message: exit::cannot("read", name, error) })
    }

    /// Repairs a file, and checks what came of it.
    fn repair(&self, repairs: &Repairs, document: Document, path: Option<&Path>) -> Outcome {
        let Document { expected, surroundings, .. } = &document;
        let (name, expected, surroundings) = (document.source.name.clone(), *expected, surroundings.clone());
        let read = |bytes| {
            let mut document = document::read(&*name, bytes);
            document.expected = expected;
            document.surroundings = surroundings.clone();
            document
        };
        let before = document.source.bytes().to_vec();
        let (repaired, trouble) = match repairs.apply(document, &before, path, read) {
            Ok(repaired) => (repaired, None),
            Err(trouble) => {
                let document = read(before);
                (repairs::Outcome { document, places: 0, diff: Vec::new() }, Some(trouble))
            }
        };
        let mut outcome = self.check(&repaired.document, path);
        outcome.summary.fixed = [repaired.places, usize::from(repaired.places > 0)];
        if repairs.only_shows {
            outcome.diff = Some(shown(repaired.diff, self.terminal));
        }
        if let Some(trouble) = trouble {
            outcome.summary.failed = 1;
            let uri = path.map(|path| self.views.uri(path));
            outcome.trouble = Some(Trouble { uri, message: not_repaired(&name, &trouble) });
        }
        outcome
    }

    fn check(&self, document: &Document, path: Option<&Path>) -> Outcome {
        let path = path.unwrap_or(document.source.name.as_ref());
        let (view, mut summary) = self.views.of(document, path, &self.options);
        match document.content {
            Content::Other { half: None } if !document.expected && document.too_large.is_none() => {
                summary.not_models = 1;
            }
            _ => summary.checked = 1,
        }
        Outcome { view: Some(view), summary, ..Outcome::default() }
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
fn not_repaired(name: &str, trouble: &repairs::Trouble) -> String {
    match trouble {
        repairs::Trouble::Replace(error) => {
            format!("{}; the file is as it was", exit::cannot("repair", name, error))
        }
        repairs::Trouble::Defect(defect) => format!(
            "cannot repair {}: {} in the fix of {}; this is a mistake in ms3dlint, please report it; the file is as it was",
            visible(name.as_bytes()),
            defect.what,
            defect.rules.join(", ")
        ),
    }
}

/// Prints outcomes one after the other, and adds them up.
struct Printer {
    outputs: Outputs,
    summary: Summary,
}

impl Printer {
    fn print(&mut self, outcome: Outcome) -> io::Result<()> {
        self.summary.join(&outcome.summary);
        if let Some(trouble) = &outcome.trouble {
            self.outputs.trouble(trouble)?;
        }
        if let Some(diff) = &outcome.diff {
            self.outputs.diff(diff)?;
        } else if let Some(view) = &outcome.view {
            self.outputs.file(view)?;
        }
        Ok(())
    }

    fn finish(self) -> io::Result<Summary> {
        self.outputs.finish(&self.summary)?;
        Ok(self.summary)
    }
}
