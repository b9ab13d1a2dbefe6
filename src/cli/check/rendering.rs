//! Lints one file, and makes the text and rows of it for the reports of the run. Threads call this.

use std::path::Path;
use std::sync::Arc;

use crate::actions::lint;
use crate::actions::lint::lint;
use crate::cli::args::{Audience, CheckArgs, Format};
use crate::cli::files::textures::TextureFiles;
use crate::cli::files::uri::Uris;
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::Targets;
use crate::diagnostics::finding::Severity;
use crate::document::Document;
use crate::engines::guess::Guess;
use crate::report::alike::joined;
use crate::report::pretty::Pretty;
use crate::report::rows::FileRow;
use crate::report::rule_stats::{RuleStatistics, Timing};
use crate::report::summary::Summary;
use crate::report::together::found_in_file;
use crate::report::view::{ViewEntry, ViewInput};

/// Lints each file once, and renders the findings for all reports of a run, so that no report depends on the
/// others.
pub(crate) struct Rendering {
    /// The printer of each drawn report.
    drawn: Vec<Pretty>,
    /// How many findings of one rule each audience is shown; `None` for an audience without a report.
    most_per_rule: [Option<usize>; 3],
    /// Whether some reports are made of rows.
    rows: bool,
    /// Whether some reports include findings that do not count.
    hidden: bool,
    /// Whether some reports identify files by their URIs.
    addresses: bool,
    uris: Uris,
    /// Whether a report says together what was found in several files.
    joins: bool,
    /// Whether a report shows models.
    shows: bool,
    statistics: bool,
    timing: bool,
}

/// How a file is linted.
pub(crate) struct LintTask {
    /// The options, with the rules.
    pub(crate) options: lint::Options,
    /// The context: what is known about the file besides its bytes.
    pub(crate) context: Context,
    /// The least severity that fails; `None` if nothing does.
    pub(crate) least: Option<Severity>,
    /// From what it was guessed which programs the model is meant for.
    pub(crate) guesses: Vec<Guess>,
}

/// The rendered findings of a file.
#[derive(Default)]
pub(crate) struct RenderedFile {
    /// The text for each drawn report.
    pub(crate) drawn: Vec<String>,
    /// The row for the other reports. It may have more findings than some of them show.
    pub(crate) row: Option<FileRow>,
    /// How many findings each audience is not shown because there are too many of one rule.
    pub(crate) dropped: [usize; 3],
}

impl Rendering {
    /// For the report on standard output and those in files, some of which are drawn.
    pub(crate) fn new(check: &CheckArgs, drawn: Vec<Pretty>) -> Self {
        let formats = || check.output.iter().map(|(format, _)| *format).chain([check.format()]);
        let most_per_rule = |readers| {
            let format = formats().find(|format| format.audience() == readers)?;
            Some(format.most_per_rule(check.max_per_rule))
        };
        Self {
            drawn,
            most_per_rule: [Audience::People, Audience::Programs, Audience::Repairers].map(most_per_rule),
            rows: formats().any(|format| !format.is_drawn()),
            hidden: formats().any(Format::has_hidden),
            addresses: formats().any(Format::has_uris),
            uris: Uris::default(),
            joins: formats().any(|format| format == Format::Compact),
            shows: formats().any(|format| format == Format::Html),
            statistics: check.statistics,
            timing: check.timing,
        }
    }

    /// Renders a file for the reports, with its summary.
    pub(crate) fn of(&self, document: &Document, path: &Path, task: &LintTask) -> (RenderedFile, Summary) {
        let report = lint(document, &task.context, &self.options(&task.options));
        let summary = self.summary(&report, task);
        let dropped = self.most_per_rule.map(|most| most.map_or(0, |most| report.dropped_beyond(most)));
        let [for_people, ..] = self.most_per_rule;
        let expand = task.options.expand;
        let drawn = for_people.map_or_else(Vec::new, |most| self.draw(document, &report, most, expand));
        // Programs get all findings that were kept: people are never shown more than programs.
        let row = self.rows.then(|| self.row(document, path, task, report));
        (RenderedFile { drawn, row, dropped }, summary)
    }

    /// Whether what is rendered depends on where a file is, beyond its path in a row, or on how long it takes.
    pub(crate) fn depends_on_place(&self) -> bool {
        !self.drawn.is_empty() || self.addresses || self.shows || self.timing
    }

    fn draw(&self, document: &Document, report: &lint::Report, most: usize, expand: bool) -> Vec<String> {
        let shown = report.first_of_rules(most);
        let joined = if expand || self.drawn.is_empty() { Vec::new() } else { joined(shown.clone()) };
        let draw = |pretty: &Pretty| {
            let mut out = String::new();
            match expand {
                true => pretty.write(document, shown.clone(), &mut out),
                false => pretty.write(document, &joined, &mut out),
            }
            out
        };
        self.drawn.iter().map(draw).collect()
    }

    fn row(&self, document: &Document, path: &Path, task: &LintTask, mut report: lint::Report) -> FileRow {
        let uri = self.addresses.then(|| self.uris.of(path));
        let is_shown = self.shows && (document.is_binary() || document.is_text());
        let view = is_shown.then(|| shown(document, path, &task.context, &report));
        if !self.has_edits() {
            // Where each of them is takes long to find out.
            let fixes = report
                .findings
                .iter_mut()
                .chain(&mut report.hidden)
                .filter_map(|finding| finding.fix.as_mut());
            fixes.for_each(|fix| fix.edits.clear());
        }
        let row = FileRow::of(document, report.findings, report.hidden, uri);
        let [for_people, ..] = self.most_per_rule;
        let found =
            for_people.filter(|_| self.joins).map(|most| Arc::new(found_in_file(&row.findings, most)));
        FileRow { view, found, fails_from: task.least, has_baseline: task.options.known.is_some(), ..row }
    }

    /// The URI of a file that could not be checked.
    pub(crate) fn uri(&self, path: &Path) -> String {
        self.uris.of(path)
    }

    /// Whether some reports made of rows include the edits of fixes.
    fn has_edits(&self) -> bool {
        let [_, _, for_repairers] = self.most_per_rule;
        for_repairers.is_some()
    }

    /// The lint options that some audience needs, and no more.
    fn options(&self, options: &lint::Options) -> lint::Options {
        let ([for_people, ..], edits) = (self.most_per_rule, self.has_edits());
        lint::Options {
            most_per_rule: self.most_per_rule.into_iter().flatten().max().unwrap_or(usize::MAX),
            whole_fixes: edits,
            table_edits: edits,
            shown_edits: edits && for_people.is_some(),
            empty_fixes: true,
            keeps_hidden: self.hidden,
            marks: self.addresses,
            timed: self.timing,
            ..options.clone()
        }
    }

    fn summary(&self, report: &lint::Report, task: &LintTask) -> Summary {
        let mut summary = Summary::default();
        summary.add(report, task.options.level);
        // Only what the targets do is reported.
        match &task.options.targets {
            Targets::Named(names) => {
                let guess = |guess: &Guess| ((guess.target.to_string(), guess.file.to_string()), 1);
                // What is no model is meant for nothing.
                let guesses = task.guesses.iter().filter(|_| !report.programs.is_empty());
                summary.guessed_from.extend(guesses.map(guess));
                let named = |title: &str| {
                    let mut programs = report.programs.iter().map(|run| run.program);
                    programs.any(|program| program.title == title && names.contains(&program.name))
                };
                summary.loads.retain(|title, _| named(title));
            }
            _ => summary.loads.clear(),
        }
        let least = task.least;
        summary.failing = least.map_or(0, |least| report.count_from(least));
        summary.failing_files = usize::from(summary.failing > 0);
        summary.statistics = self.statistics.then(|| RuleStatistics::of(report));
        summary.timing = self.timing.then(|| {
            let rules = report.times.iter().copied().collect();
            Timing { rules, ..Timing::default() }
        });
        summary
    }
}

/// What a page shows of a model.
pub(crate) fn shown(document: &Document, path: &Path, context: &Context, report: &lint::Report) -> ViewEntry {
    with_input(document, path, context, report, ViewEntry::of)
}

/// Makes something of what a page shows of a model.
pub(crate) fn with_input<T>(
    document: &Document,
    path: &Path,
    context: &Context,
    report: &lint::Report,
    make: impl FnOnce(&ViewInput) -> T,
) -> T {
    let textures = TextureFiles::of(path, context.file_tree.clone());
    ViewInput::with(document, context, report, &|path| textures.read(path), make)
}
