//! Checks files: reads, lints and shows each, and prints what came of them in the order of the files.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ascii::sniff::Content;
use crate::baseline::Entries;
use crate::cli::args::{Check, Files, Format};
use crate::cli::baseline::Known;
use crate::cli::catalogue::selected;
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::{self, Contents, Input, LargeFile};
use crate::cli::folders::Folders;
use crate::cli::output::Output;
use crate::cli::repairs::{self, Repairs, Trouble};
use crate::cli::selection::{self, Selection};
use crate::cli::threads;
use crate::document::{self, Document};
use crate::lint::{self, lint};
use crate::report::summary::Summary;
use crate::surroundings::Surroundings;
use crate::text::visible;

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
    /// Where it is, or is said to be, if that is known and it could be read.
    path: Option<PathBuf>,
    /// What a baseline holds that knows all of it, if one was asked.
    entries: Entries,
}

/// Checks all files that the arguments name. The error is one about the arguments.
pub(super) fn run(check: &Check) -> Result<Exit, String> {
    let output = Output::new(check);
    let checker = Checker::new(check, &output)?;
    let Selection { inputs, empty } = selection::of(check)?;
    if let Some(why) = empty {
        complain(&format!("{why}; nothing is checked"));
    }
    let mut replaced = HashSet::new();
    let inputs = inputs.filter(|input| match input {
        // A file that is named twice is repaired, or shown, once.
        Input::File { path, .. } if checker.repairs.is_some() => {
            path.canonicalize().map_or(true, |path| replaced.insert(path))
        }
        _ => true,
    });
    let mut printer = Printer::new(&output);
    let written = printer
        .start()
        .and_then(|()| checker.each(check.files.threads, inputs, |outcome| printer.print(outcome)));
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

/// Looks for all that is wrong with files, and gives what a baseline holds of each. Whether all could be read; those
/// that could not are told. The error is one about the arguments.
pub(super) fn record(
    named: &Files,
    paths: Vec<PathBuf>,
    mut take: impl FnMut(&Path, Entries),
) -> Result<bool, String> {
    let checker = Checker::recording(named)?;
    let mut is_whole = true;
    let recorded = checker.each(named.threads, files::inputs(paths), |outcome| {
        if let Some(error) = outcome.error {
            complain(&error);
            is_whole = false;
        }
        if let Some(path) = outcome.path {
            take(&path, outcome.entries);
        }
        Ok(())
    });
    Ok(is_whole && recorded.is_ok())
}

/// What rules are to look for, as the arguments say.
fn options(check: &Check) -> Result<lint::Options, String> {
    let people = matches!(check.output_format, Format::Pretty | Format::Narrated);
    let most_per_rule =
        match check.max_per_rule.unwrap_or(if people { MOST_FOR_PEOPLE } else { MOST_FOR_PROGRAMS }) {
            0 => usize::MAX,
            most => most,
        };
    Ok(lint::Options {
        rules: selected(&check.select, &check.ignore)?,
        level: check.level.into(),
        expand: check.expand,
        most_per_rule,
        whole_fixes: check.output_format == Format::Json,
        table_edits: check.output_format == Format::Json,
        ..lint::Options::default()
    })
}

/// Checks one input after the other.
struct Checker<'a> {
    options: lint::Options,
    repairs: Option<Repairs>,
    /// Where what is found is shown; `None` if it is only recorded.
    output: Option<&'a Output>,
    /// What is known of files; `None` if that is not asked.
    known: Option<Known>,
    stdin_name: Option<String>,
    folders: Arc<Folders>,
}

/// What is known of an input beside its bytes.
struct At<'a> {
    /// Where it is, or is said to be.
    path: Option<&'a Path>,
    /// Whether it is that file, which may be replaced.
    is_file: bool,
    /// Whether it should be a model.
    expected: bool,
    /// What lies around it.
    around: Option<Arc<dyn Surroundings>>,
}

impl<'a> Checker<'a> {
    fn new(check: &Check, output: &'a Output) -> Result<Self, String> {
        let options = options(check)?;
        Ok(Self {
            repairs: Repairs::of(check)?,
            options,
            output: Some(output),
            known: check.baseline.as_deref().map(Known::read).transpose()?,
            stdin_name: check.files.stdin_filename.clone(),
            folders: Folders::new(check.files.root.as_deref())?,
        })
    }

    /// One that keeps no finding, and records all of them.
    fn recording(named: &Files) -> Result<Self, String> {
        let known = Some(Arc::default());
        Ok(Self {
            options: lint::Options { kept: Some(Vec::new()), known, ..lint::Options::default() },
            repairs: None,
            output: None,
            known: None,
            stdin_name: named.stdin_filename.clone(),
            folders: Folders::new(named.root.as_deref())?,
        })
    }

    /// Checks all inputs, and takes what came of them in their order.
    fn each(
        &self,
        threads: Option<u16>,
        inputs: impl Iterator<Item = Input> + Send,
        take: impl FnMut(Outcome) -> io::Result<()>,
    ) -> io::Result<()> {
        threads::each(threads, inputs, |input, buffer| self.outcome(input, buffer), take)
    }

    fn outcome(&self, input: Input, buffer: &mut Vec<u8>) -> Outcome {
        match input {
            Input::File { path, depth, staged } => {
                let around = self.folders.around(&path, depth.unwrap_or(0));
                let expected = depth.is_none() || files::has_extension(&path, "ms3d");
                let at = At { path: Some(&path), is_file: staged.is_none(), expected, around };
                self.read(&path.to_string_lossy(), at, buffer, |buffer| match &staged {
                    Some(staged) => staged.read(buffer),
                    None => files::read_file(&path, buffer),
                })
            }
            Input::Stdin => {
                let name = self.stdin_name.as_deref();
                let around = name.and_then(|name| self.folders.around(Path::new(name), 0));
                let at = At { path: name.map(Path::new), is_file: false, expected: true, around };
                self.read(name.unwrap_or("<stdin>"), at, buffer, files::read_stdin)
            }
            Input::Unreadable(error) => Self::unreadable(error),
        }
    }

    fn unreadable(error: String) -> Outcome {
        let summary = Summary { unreadable: 1, ..Summary::default() };
        Outcome { summary, error: Some(error), ..Outcome::default() }
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
        let options = self.options_for(at.path);
        if let Some(repairs) = &self.repairs {
            return self.repair(repairs, document, at.path.filter(|_| at.is_file), &options);
        }
        let mut outcome = self.check(&document, &options);
        if let Some(error) = document.source.trouble() {
            return Self::not_read(name, error);
        }
        outcome.path = at.path.map(Path::to_path_buf);
        *buffer = document.into_buffer();
        outcome
    }

    /// What rules are to look for in a file.
    fn options_for(&self, path: Option<&Path>) -> Cow<'_, lint::Options> {
        match (&self.known, path) {
            (Some(known), Some(path)) => {
                Cow::Owned(lint::Options { known: Some(known.of_file(path)), ..self.options.clone() })
            }
            _ => Cow::Borrowed(&self.options),
        }
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
        options: &lint::Options,
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
        let (repaired, trouble) = match repairs.apply(document, &before, path, options, read) {
            Ok(repaired) => (repaired, None),
            Err(trouble) => {
                let document = read(before);
                (repairs::Outcome { document, places: 0, diff: Vec::new() }, Some(trouble))
            }
        };
        let mut outcome = self.check(&repaired.document, options);
        outcome.summary.fixed = [repaired.places, usize::from(repaired.places > 0)];
        if repairs.only_shows {
            outcome.text = self.output.map(|output| output.diff(repaired.diff));
        }
        if let Some(trouble) = trouble {
            outcome.summary.failed = 1;
            outcome.error = Some(not_repaired(&name, &trouble));
        }
        outcome
    }

    fn check(&self, document: &Document, options: &lint::Options) -> Outcome {
        let report = lint(document, options);
        let mut summary = Summary::default();
        summary.add(&report);
        match document.content {
            Content::Other { half: None } if !document.expected && document.too_large.is_none() => {
                summary.not_models = 1;
            }
            _ => summary.checked = 1,
        }
        let text = self.output.map(|output| output.file(document, &report).into_bytes());
        Outcome { text, summary, entries: report.entries, ..Outcome::default() }
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
