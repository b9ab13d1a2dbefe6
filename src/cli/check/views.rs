//! What threads make of each file, for all reports of a run.

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

/// Looks at files as the reports of a run need it: once for each kind of readers, so that no report depends on
/// which others there are.
pub(in crate::cli) struct Views {
    /// For each report that is drawn, what draws it.
    drawn: Vec<Pretty>,
    /// What each kind of readers wants, of those that there are.
    wanted: Vec<Wanted>,
    addresses: Addresses,
    statistics: bool,
    timing: bool,
}

/// What some readers want of the findings.
struct Wanted {
    readers: Audience,
    most_per_rule: usize,
    hidden: bool,
    addresses: bool,
    /// Whether this is what the summary counts: that of the report on standard output.
    counts: bool,
}

/// What is asked of a file.
pub(in crate::cli) struct LintTask {
    /// What is looked for.
    pub(in crate::cli) options: lint::Options,
    /// What is known about the file beside its bytes.
    pub(in crate::cli) context: Context,
    /// From which severity on it fails; `None` if it never does.
    pub(in crate::cli) least: Option<Severity>,
}

/// What the reports show of a file.
#[derive(Default)]
pub(in crate::cli) struct RenderedFile {
    /// For each report that is drawn.
    pub(in crate::cli) drawn: Vec<String>,
    /// For programs.
    pub(in crate::cli) row: Option<FileRow>,
    /// The same with what fixes would change.
    pub(in crate::cli) row_with_edits: Option<FileRow>,
    /// How many findings each kind of readers is not shown because there are too many of one rule.
    pub(in crate::cli) dropped: [usize; 3],
}

impl RenderedFile {
    /// What a report that is not drawn shows its readers.
    pub(in crate::cli) fn row_for(&self, readers: Audience) -> Option<&FileRow> {
        match readers {
            Audience::Repairers => self.row_with_edits.as_ref(),
            // Merged reports have only these, and tell some readers more than they ask for.
            _ => self.row.as_ref().or(self.row_with_edits.as_ref()),
        }
    }
}

impl Views {
    /// For the report on standard output and those in files, of which some are drawn so.
    pub(in crate::cli) fn new(check: &CheckArgs, drawn: Vec<Pretty>) -> Self {
        let formats = || check.output.iter().map(|(format, _)| *format).chain([check.output_format]);
        let wanted = |readers| {
            let formats = || formats().filter(move |format| format.readers() == readers);
            let usual = if readers == Audience::People { MOST_FOR_PEOPLE } else { MOST_FOR_PROGRAMS };
            formats().next()?;
            Some(Wanted {
                readers,
                most_per_rule: match check.max_per_rule.unwrap_or(usual) {
                    0 => usize::MAX,
                    most => most,
                },
                hidden: formats().any(Format::has_hidden),
                addresses: formats().any(Format::has_addresses),
                counts: readers == check.output_format.readers(),
            })
        };
        Self {
            drawn,
            wanted: [Audience::People, Audience::Programs, Audience::Repairers]
                .into_iter()
                .filter_map(wanted)
                .collect(),
            addresses: Addresses::new(),
            statistics: check.statistics,
            timing: check.timing,
        }
    }

    /// What the reports show of a file, and what it adds to the summary.
    pub(in crate::cli) fn of(
        &self,
        document: &Document,
        path: &Path,
        task: &LintTask,
    ) -> (RenderedFile, Summary) {
        let mut view = RenderedFile::default();
        let mut summary = Summary::default();
        for wanted in &self.wanted {
            let report = lint(document, &task.context, &self.options(&task.options, wanted));
            if wanted.counts {
                self.count(&report, task.least, &mut summary);
            }
            view.dropped[wanted.readers as usize] = report.tallies.iter().map(|tally| tally.dropped).sum();
            match wanted.readers {
                Audience::People => view.drawn = self.draw(document, &report),
                Audience::Programs => view.row = Some(self.row(document, path, task, wanted, report)),
                Audience::Repairers => {
                    view.row_with_edits = Some(self.row(document, path, task, wanted, report));
                }
            }
        }
        (view, summary)
    }

    fn draw(&self, document: &Document, report: &lint::Report) -> Vec<String> {
        let draw = |pretty: &Pretty| {
            let mut out = String::new();
            pretty.write(document, &report.findings, &mut out);
            out
        };
        self.drawn.iter().map(draw).collect()
    }

    fn row(
        &self,
        document: &Document,
        path: &Path,
        task: &LintTask,
        wanted: &Wanted,
        report: lint::Report,
    ) -> FileRow {
        let uri = wanted.addresses.then(|| self.addresses.of(path));
        FileRow {
            fails_from: task.least,
            has_baseline: task.options.known.is_some(),
            ..FileRow::of(document, report.findings, report.hidden, uri)
        }
    }

    /// The address of a file that could not be looked at.
    pub(in crate::cli) fn uri(&self, path: &Path) -> String {
        self.addresses.of(path)
    }

    fn options(&self, options: &lint::Options, wanted: &Wanted) -> lint::Options {
        lint::Options {
            most_per_rule: wanted.most_per_rule,
            whole_fixes: wanted.readers == Audience::Repairers,
            table_edits: wanted.readers == Audience::Repairers,
            empty_fixes: true,
            keeps_hidden: wanted.hidden,
            marks: wanted.addresses,
            timed: self.timing,
            ..options.clone()
        }
    }

    fn count(&self, report: &lint::Report, least: Option<Severity>, summary: &mut Summary) {
        summary.add(report);
        summary.failing = least.map_or(0, |least| report.count_from(least));
        if self.statistics {
            summary.statistics = Some(RuleStatistics::of(report));
        }
        if self.timing {
            let rules = report.times.iter().copied().collect();
            summary.timing = Some(Timing { rules, ..Timing::default() });
        }
    }
}
