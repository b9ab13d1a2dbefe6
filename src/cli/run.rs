//! Checks files: reads, lints and shows each, and prints what came of them in the order of the files.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::time::Instant;

use crate::ascii::sniff::Content;
use crate::cli::args::Check;
use crate::cli::baseline::Known;
use crate::cli::catalogue::selected;
use crate::cli::diff::shown;
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::Input;
use crate::cli::output::{Outputs, terminal};
use crate::cli::reading::{Model, Reader, Unread};
use crate::cli::repairs::{self, Repairs};
use crate::cli::selection::{self, Selection};
use crate::cli::threads;
use crate::cli::views::{View, Views};
use crate::document::{self, Document};
use crate::lint;
use crate::report::Trouble;
use crate::report::summary::Summary;
use crate::text::visible;

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
    let (outputs, drawn) = Outputs::new(check)?;
    let checker = Checker::new(check, Views::new(check, drawn))?;
    let Selection { inputs, empty } = selection::of(check)?;
    if let Some(why) = empty {
        complain(&format!("{why}; nothing is checked"));
    }
    let mut printer = Printer { outputs, summary: Summary::default() };
    let mut replaced = HashSet::new();
    let inputs = inputs.filter(|input| match input {
        // A file that is named twice is repaired, or shown, once.
        Input::File { path, .. } if checker.repairs.is_some() => {
            path.canonicalize().map_or(true, |path| replaced.insert(path))
        }
        _ => true,
    });
    let outcome = |input, buffer: &mut Vec<u8>| checker.outcome(input, buffer);
    let written = printer
        .outputs
        .start()
        .and_then(|()| threads::each(check.files.threads, inputs, outcome, |outcome| printer.print(outcome)));
    let summary = match written.and_then(|()| printer.finish()) {
        Ok(summary) => summary,
        Err(error) => return Ok(exit::after_write_error(&error)),
    };
    Ok(verdict(check, &summary))
}

/// How a run ends that came to this.
fn verdict(check: &Check, summary: &Summary) -> Exit {
    let fails = check.fail_on.severity().is_some_and(|least| summary.worst().is_some_and(|w| w >= least));
    match summary {
        Summary { unreadable: 1.., .. } | Summary { failed: 1.., .. } => Exit::Failure,
        Summary { fixed: [_, files], .. } if check.diff => match files {
            0 => Exit::Clean,
            _ => Exit::Findings,
        },
        _ if fails => Exit::Findings,
        _ => Exit::Clean,
    }
}

/// Checks one input after the other.
struct Checker {
    options: lint::Options,
    repairs: Option<Repairs>,
    /// What is known of files; `None` if no baseline is asked.
    known: Option<Known>,
    views: Views,
    /// Whether standard output is a terminal, and whether that has colour.
    terminal: Option<bool>,
    times_reading: bool,
    reader: Reader,
}

impl Checker {
    /// As the arguments say. The error is one about them.
    fn new(check: &Check, views: Views) -> Result<Self, String> {
        let options = lint::Options {
            rules: selected(&check.select, &check.ignore)?,
            level: check.level.into(),
            expand: check.expand,
            ..lint::Options::default()
        };
        Ok(Self {
            repairs: Repairs::of(check)?,
            options,
            known: check.baseline.as_deref().map(Known::read).transpose()?,
            views,
            terminal: terminal(check.color),
            times_reading: check.timing,
            reader: Reader::new(&check.files)?,
        })
    }

    fn outcome(&self, input: Input, buffer: &mut Vec<u8>) -> Outcome {
        let started = self.times_reading.then(Instant::now);
        let model = match self.reader.read(input, self.repairs.is_some(), buffer) {
            Ok(model) => model,
            Err(unread) => return self.unreadable(unread),
        };
        let reading = started.map(|started| started.elapsed());
        let options = self.options_for(model.path.as_deref());
        if let Some(repairs) = &self.repairs {
            return self.repair(repairs, model, &options);
        }
        let mut outcome = self.check(&model.document, model.path.as_deref(), &options);
        if let Err(unread) = model.finish(buffer) {
            return self.unreadable(unread);
        }
        if let (Some(reading), Some(timing)) = (reading, &mut outcome.summary.timing) {
            timing.reading = reading;
        }
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

    fn unreadable(&self, Unread { path, message }: Unread) -> Outcome {
        let summary = Summary { unreadable: 1, ..Summary::default() };
        let uri = path.map(|path| self.views.uri(&path));
        Outcome { summary, trouble: Some(Trouble { uri, message }), ..Outcome::default() }
    }

    /// Repairs a file, and checks what came of it.
    fn repair(&self, repairs: &Repairs, model: Model, options: &lint::Options) -> Outcome {
        let Model { document, path, is_file } = model;
        let path = path.as_deref();
        let Document { expected, surroundings, .. } = &document;
        let (name, expected, surroundings) = (document.source.name.clone(), *expected, surroundings.clone());
        let read = |bytes| {
            let mut document = document::read(&*name, bytes);
            document.expected = expected;
            document.surroundings = surroundings.clone();
            document
        };
        let before = document.source.bytes().to_vec();
        let (repaired, trouble) =
            match repairs.apply(document, &before, path.filter(|_| is_file), options, read) {
                Ok(repaired) => (repaired, None),
                Err(trouble) => {
                    let document = read(before);
                    (repairs::Outcome { document, places: 0, diff: Vec::new() }, Some(trouble))
                }
            };
        let mut outcome = self.check(&repaired.document, path, options);
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

    fn check(&self, document: &Document, path: Option<&Path>, options: &lint::Options) -> Outcome {
        let path = path.unwrap_or(document.source.name.as_ref());
        let (view, mut summary) = self.views.of(document, path, options);
        match document.content {
            Content::Other { half: None } if !document.expected && document.too_large.is_none() => {
                summary.not_models = 1;
            }
            _ => summary.checked = 1,
        }
        Outcome { view: Some(view), summary, ..Outcome::default() }
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
