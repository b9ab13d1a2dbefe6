//! Lints one file, and makes the text and rows of it that the reports of the run need. Threads call this.

use std::path::Path;

use crate::actions::lint;
use crate::actions::lint::lint;
use crate::cli::args::{Audience, CheckArgs, Format};
use crate::cli::files::uri::Addresses;
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::Severity;
use crate::document::Document;
use crate::report::pretty::Pretty;
use crate::report::rows::FileRow;
use crate::report::rule_stats::{RuleStatistics, Timing};
use crate::report::summary::Summary;

/// How many findings of one rule people want to see of a file.
const MOST_FOR_PEOPLE: usize = 20;
/// How many are given to programs unless they ask for all: a file can be made to have millions.
const MOST_FOR_PROGRAMS: usize = 1000;

/// Lints each file once, and makes of what was found what all reports of a run need, so that none depends on which
/// others there are.
pub(crate) struct Rendering {
    /// For each report that is drawn, what draws it.
    drawn: Vec<Pretty>,
    /// How many findings of one rule each kind of readers is shown, of those readers that there are.
    most_per_rule: [Option<usize>; 3],
    /// Whether some reports tell of findings that do not count.
    hidden: bool,
    /// Whether some reports tell files by their addresses.
    addresses: bool,
    uris: Addresses,
    statistics: bool,
    timing: bool,
}

/// What is asked of a file.
pub(crate) struct LintTask {
    /// What is looked for.
    pub(crate) options: lint::Options,
    /// What is known about the file beside its bytes.
    pub(crate) context: Context,
    /// From which severity on it fails; `None` if it never does.
    pub(crate) least: Option<Severity>,
}

/// What the reports show of a file.
#[derive(Default)]
pub(crate) struct RenderedFile {
    /// For each report that is drawn.
    pub(crate) drawn: Vec<String>,
    /// For those that are not. It may tell some readers more than they ask for.
    pub(crate) row: Option<FileRow>,
    /// How many findings each kind of readers is not shown because there are too many of one rule.
    pub(crate) dropped: [usize; 3],
}

impl Rendering {
    /// For the report on standard output and those in files, of which some are drawn so.
    pub(crate) fn new(check: &CheckArgs, drawn: Vec<Pretty>) -> Self {
        let formats = || check.output.iter().map(|(format, _)| *format).chain([check.output_format]);
        let most_per_rule = |readers| {
            let usual = if readers == Audience::People { MOST_FOR_PEOPLE } else { MOST_FOR_PROGRAMS };
            formats().find(|format| format.readers() == readers)?;
            Some(match check.max_per_rule.unwrap_or(usual) {
                0 => usize::MAX,
                most => most,
            })
        };
        Self {
            drawn,
            most_per_rule: [Audience::People, Audience::Programs, Audience::Repairers].map(most_per_rule),
            hidden: formats().any(Format::has_hidden),
            addresses: formats().any(Format::has_addresses),
            uris: Addresses::new(),
            statistics: check.statistics,
            timing: check.timing,
        }
    }

    /// What the reports show of a file, and what it adds to the summary.
    pub(crate) fn of(&self, document: &Document, path: &Path, task: &LintTask) -> (RenderedFile, Summary) {
        let report = lint(document, &task.context, &self.options(&task.options));
        let summary = self.summary(&report, task.least);
        let dropped = self.most_per_rule.map(|most| most.map_or(0, |most| report.dropped_beyond(most)));
        let [for_people, for_programs, for_repairers] = self.most_per_rule;
        let drawn = for_people.map_or_else(Vec::new, |most| self.draw(document, &report, most));
        // Programs get as many findings as were kept: people are never shown more than they.
        let is_read = for_programs.is_some() || for_repairers.is_some();
        let row = is_read.then(|| self.row(document, path, task, report));
        (RenderedFile { drawn, row, dropped }, summary)
    }

    fn draw(&self, document: &Document, report: &lint::Report, most: usize) -> Vec<String> {
        let draw = |pretty: &Pretty| {
            let mut out = String::new();
            pretty.write(document, report.first_of_rules(most), &mut out);
            out
        };
        self.drawn.iter().map(draw).collect()
    }

    fn row(&self, document: &Document, path: &Path, task: &LintTask, report: lint::Report) -> FileRow {
        let uri = self.addresses.then(|| self.uris.of(path));
        FileRow {
            fails_from: task.least,
            has_baseline: task.options.known.is_some(),
            ..FileRow::of(document, report.findings, report.hidden, uri)
        }
    }

    /// The address of a file that could not be looked at.
    pub(crate) fn uri(&self, path: &Path) -> String {
        self.uris.of(path)
    }

    /// What is asked for is what some readers need, and no more.
    fn options(&self, options: &lint::Options) -> lint::Options {
        let [for_people, _, for_repairers] = self.most_per_rule;
        let edits = for_repairers.is_some();
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

    fn summary(&self, report: &lint::Report, least: Option<Severity>) -> Summary {
        let mut summary = Summary::default();
        summary.add(report);
        summary.failing = least.map_or(0, |least| report.count_from(least));
        summary.statistics = self.statistics.then(|| RuleStatistics::of(report));
        summary.timing = self.timing.then(|| {
            let rules = report.times.iter().copied().collect();
            Timing { rules, ..Timing::default() }
        });
        summary
    }
}
