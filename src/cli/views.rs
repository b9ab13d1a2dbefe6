//! What threads make of each file, for all reports of a run.

use std::path::Path;

use crate::cli::addresses::Addresses;
use crate::cli::args::{Check, Format};
use crate::diagnostic::Severity;
use crate::document::Document;
use crate::lint::{self, lint};
use crate::report::pretty::Pretty;
use crate::report::rows::FileRow;
use crate::report::statistics::{RuleStatistics, Timing};
use crate::report::summary::Summary;

/// How many findings of one rule people want to see of a file.
const MOST_FOR_PEOPLE: usize = 20;
/// How many are given to programs unless they ask for all: a file can be made to have millions.
const MOST_FOR_PROGRAMS: usize = 1000;

/// Looks at files as the reports of a run need it. Reports for people and those for programs are made apart,
/// so that one does not depend on whether there is another.
pub(super) struct Views {
    /// For each report that is drawn, what draws it.
    drawn: Vec<Pretty>,
    /// What is wanted for the drawn reports, and for the others. The first one that there is, of that on
    /// standard output, is counted.
    people: Option<Wanted>,
    programs: Option<Wanted>,
    counts_people: bool,
    addresses: Addresses,
    statistics: bool,
    timing: bool,
}

/// What some reports want of the findings.
#[derive(Clone, Copy)]
struct Wanted {
    most_per_rule: usize,
    edits: bool,
    hidden: bool,
}

/// What is asked of a file.
pub(super) struct Task {
    /// What is looked for.
    pub(super) options: lint::Options,
    /// From which severity on it fails; `None` if it never does.
    pub(super) least: Option<Severity>,
}

/// What the reports show of a file.
#[derive(Default)]
pub(super) struct View {
    /// For each report that is drawn.
    pub(super) drawn: Vec<String>,
    /// For the others.
    pub(super) row: Option<FileRow>,
}

impl Views {
    /// For the report on standard output and those in files, of which some are drawn so.
    pub(super) fn new(check: &Check, drawn: Vec<Pretty>) -> Self {
        let formats = || check.output.iter().map(|(format, _)| *format).chain([check.output_format]);
        let most = |usual| match check.max_per_rule.unwrap_or(usual) {
            0 => usize::MAX,
            most => most,
        };
        let people = Wanted { most_per_rule: most(MOST_FOR_PEOPLE), edits: false, hidden: false };
        let programs = Wanted {
            most_per_rule: most(MOST_FOR_PROGRAMS),
            edits: formats().any(Format::has_edits),
            hidden: formats().any(Format::has_hidden),
        };
        Self {
            drawn,
            people: formats().any(Format::is_drawn).then_some(people),
            programs: formats().any(|format| !format.is_drawn()).then_some(programs),
            counts_people: check.output_format.is_drawn(),
            addresses: Addresses::new(),
            statistics: check.statistics,
            timing: check.timing,
        }
    }

    /// What the reports show of a file, and what it adds to the summary.
    pub(super) fn of(&self, document: &Document, path: &Path, task: &Task) -> (View, Summary) {
        let mut view = View::default();
        let mut summary = Summary::default();
        if let Some(wanted) = &self.people {
            let report = lint(document, &self.options(&task.options, wanted));
            let draw = |pretty: &Pretty| {
                let mut out = String::new();
                pretty.write(document, &report.findings, &mut out);
                out
            };
            view.drawn = self.drawn.iter().map(draw).collect();
            if self.counts_people {
                self.count(&report, task.least, &mut summary);
            }
        }
        if let Some(wanted) = &self.programs {
            let report = lint(document, &self.options(&task.options, wanted));
            if !self.counts_people {
                self.count(&report, task.least, &mut summary);
            }
            let uri = self.addresses.of(path);
            view.row = Some(FileRow::of(document, report.findings, report.hidden, uri));
        }
        (view, summary)
    }

    /// The address of a file that could not be looked at.
    pub(super) fn uri(&self, path: &Path) -> String {
        self.addresses.of(path)
    }

    fn options(&self, options: &lint::Options, wanted: &Wanted) -> lint::Options {
        lint::Options {
            most_per_rule: wanted.most_per_rule,
            whole_fixes: wanted.edits,
            table_edits: wanted.edits,
            keeps_hidden: wanted.hidden,
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
