//! The answers to the page, as JSON.

use std::collections::{BTreeMap, BTreeSet};

use ms3dlint::actions::lint::{self, Report, lint};
use ms3dlint::base::display::{number, visible};
use ms3dlint::diagnostics::effect::Effect;
use ms3dlint::diagnostics::finding::{Finding, Severity};
use ms3dlint::document::FileKind;
use ms3dlint::engines::list;
use ms3dlint::report::Writer;
use ms3dlint::report::differences::DiffRow;
use ms3dlint::report::formats::json::Json;
use ms3dlint::report::invocation::Invocation;
use ms3dlint::report::loads::{LoadsRow, Verdict};
use ms3dlint::report::rows::FileRow;
use ms3dlint::report::summary::Summary;
use ms3dlint::report::together::FoundGroup;
use ms3dlint::report::view::about;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use crate::{MOST_BYTES, Subject};

pub(crate) const VERSION: &str = ms3dlint::VERSION;

/// How much of a diff is shown.
const LONGEST_DIFF: usize = 40_000;

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Writing to memory does not fail, and no map here has keys that are not strings.
    serde_json::to_string(value).unwrap_or_default()
}

/// What is known of a file.
#[derive(Serialize, Default)]
pub(crate) struct Checked {
    path: String,
    /// The path made printable.
    name: String,
    /// Whether it is no model, and nobody said that it is one.
    is_skipped: bool,
    /// Whether it is a model.
    is_model: bool,
    is_unread: bool,
    about: String,
    /// How many findings of each severity there are, the worst first.
    counts: [usize; 4],
    /// In how many places a safe fix repairs something, and in how many an unsafe one.
    fixable: [usize; 2],
    /// How many findings are not listed.
    dropped: usize,
    loads: bool,
    verdicts: Vec<Verdict>,
    /// How many textures are outside of what was dropped.
    unseen: usize,
    found: Vec<FoundGroup>,
    /// The number of each finding in the page that shows the model.
    shown_as: Vec<Option<usize>>,
    details: Vec<FindingDetails>,
    /// What the model is meant for, and the file that shows it.
    guessed: Vec<[String; 2]>,
    rules: BTreeSet<&'static str>,
}

/// What is not in the list of findings at once.
#[derive(Serialize)]
struct FindingDetails {
    help: Option<String>,
    fix: Option<String>,
    effects: Vec<String>,
}

impl Checked {
    /// A file that cannot be read: because of its size, or nobody knows why.
    pub(crate) fn unread(path: &str, size: Option<u64>) -> Self {
        let too_large = |size: u64| {
            let [size, most] =
                [size, MOST_BYTES.into()].map(|bytes| number(bytes.div_ceil(1 << 20) as usize));
            format!(
                "It is too large for this page: it has {size} MiB, and at most {most} MiB are read here. The command line \
                 reads files of up to 4 GiB."
            )
        };
        let about = size.map_or_else(String::new, too_large);
        Self {
            path: path.to_string(),
            name: visible(path.as_bytes()),
            is_unread: true,
            about,
            ..Self::default()
        }
    }

    pub(crate) fn of(
        subject: &Subject,
        report: &Report,
        loads: &LoadsRow,
        found: Vec<FoundGroup>,
        is_skipped: bool,
    ) -> Self {
        let path = subject.document.source.name.clone();
        Self {
            name: visible(path.as_bytes()),
            path,
            is_skipped,
            is_model: subject.document.kind() != FileKind::NotAModel,
            is_unread: false,
            about: about(&subject.document),
            counts: counts(report, subject.options.level),
            fixable: fixable(report),
            dropped: report.dropped_beyond(crate::FEW),
            loads: loads.loads(),
            verdicts: loads.verdicts(),
            unseen: loads.unseen().outside,
            found,
            shown_as: shown_as(&report.findings),
            details: report.findings.iter().map(FindingDetails::of).collect(),
            guessed: subject
                .guesses
                .iter()
                .map(|guess| [guess.target.to_string(), guess.file.to_string()])
                .collect(),
            rules: report.findings.iter().map(|finding| finding.rule).collect(),
        }
    }
}

/// How many findings there are of each severity that is shown.
fn counts(report: &Report, level: Severity) -> [usize; 4] {
    Severity::ALL.map(|severity| if severity < level { 0 } else { report.count(severity) })
}

/// What fixes would repair that people are offered: hints are repaired only where their rule is named.
fn fixable(report: &Report) -> [usize; 2] {
    let offered = report.tallies.iter().filter(|tally| tally.severity != Severity::Hint);
    offered.fold([0; 2], |sum, tally| [0, 1].map(|kind| sum[kind] + tally.fixable[kind]))
}

/// Where each finding is in a page of the model: there the worst are first.
fn shown_as(findings: &[Finding]) -> Vec<Option<usize>> {
    let mut order: Vec<_> = (0..findings.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(findings[*index].severity));
    let mut shown = vec![None; findings.len()];
    order.into_iter().enumerate().for_each(|(number, index)| shown[index] = Some(number));
    shown
}

impl FindingDetails {
    fn of(finding: &Finding) -> Self {
        let effect = |effect: &Effect| format!("{} {}", effect.title, effect.says);
        Self {
            help: finding.help.as_ref().map(ToString::to_string),
            fix: finding.fix.as_ref().map(|fix| fix.title.to_string()),
            effects: finding.effects.iter().map(effect).collect(),
        }
    }
}

/// What a repair did.
pub(crate) struct RepairAnswer<'r> {
    pub(crate) fixed: &'r BTreeMap<&'static str, usize>,
    pub(crate) changes: &'r BTreeMap<&'static str, Vec<String>>,
    pub(crate) left_out: &'r [(&'static str, &'static str)],
    pub(crate) diff: &'r [u8],
    pub(crate) differences: &'r DiffRow,
    pub(crate) report: &'r Report,
    pub(crate) level: Severity,
    pub(crate) loads: &'r LoadsRow,
}

/// The same as the page gets it.
#[derive(Serialize, Default)]
pub(crate) struct Words {
    /// What went wrong, if something did: the model is unchanged.
    trouble: Option<String>,
    is_changed: bool,
    fixed: Vec<FixedRule>,
    /// The rules whose fixes were left out, each with the program that would no longer load the model.
    left_out: Vec<[&'static str; 2]>,
    /// What differs in the model.
    differences: String,
    /// The lines that differ, and how many bytes of them are not shown.
    diff: String,
    diff_left_out: usize,
    counts: [usize; 4],
    fixable: [usize; 2],
    loads: bool,
    verdicts: Vec<Verdict>,
}

#[derive(Serialize)]
struct FixedRule {
    rule: &'static str,
    places: usize,
    /// What the first of its fixes did.
    changes: Vec<String>,
}

impl Words {
    /// A model that cannot be repaired.
    pub(crate) fn of_trouble(what: String) -> Self {
        Self { trouble: Some(what), ..Self::default() }
    }
}

impl RepairAnswer<'_> {
    pub(crate) fn words(&self, is_changed: bool) -> Words {
        let fixed = self.fixed.iter().map(|(rule, places)| {
            let changes = self.changes.get(rule).cloned().unwrap_or_default();
            FixedRule { rule, places: *places, changes }
        });
        let shown = &self.diff[..self.diff.len().min(LONGEST_DIFF)];
        Words {
            trouble: None,
            is_changed,
            fixed: fixed.collect(),
            left_out: self.left_out.iter().map(|(rule, program)| [*rule, *program]).collect(),
            differences: if is_changed { self.differences.text_without_findings() } else { String::new() },
            diff: shown.split(|byte| *byte == b'\n').map(line_text).collect::<Vec<_>>().join("\n"),
            diff_left_out: self.diff.len() - shown.len(),
            counts: counts(self.report, self.level),
            fixable: fixable(self.report),
            loads: self.loads.loads(),
            verdicts: self.loads.verdicts(),
        }
    }
}

/// A line of a diff, with its end made visible.
fn line_text(line: &[u8]) -> String {
    match line.strip_suffix(b"\r") {
        Some(line) => visible(line) + "\u{240d}",
        None => visible(line),
    }
}

/// Characters that appear in a URI unescaped.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The JSON report of one model, as of a run of the command line over what was dropped.
pub(crate) fn report(path: &str, subject: &Subject, level: Severity) -> String {
    let Subject { document, context, options, .. } = subject;
    let options = lint::Options {
        most_per_rule: 1000,
        whole_fixes: true,
        table_edits: true,
        keeps_hidden: true,
        marks: true,
        ..options.clone()
    };
    let report = lint(document, context, &options);
    let mut summary = Summary { checked: 1, ..Summary::default() };
    summary.add(&report, level);
    let uri = utf8_percent_encode(path, ENCODED).to_string();
    let row = FileRow::of(document, report.findings, report.hidden, Some(uri));
    let mut writer = Json::new(Invocation { level: level.name().to_string(), ..Invocation::default() });
    let mut out = String::new();
    writer.start(&mut out);
    writer.file(&row, &mut out);
    writer.end(&summary, &mut out);
    out
}

#[derive(Serialize)]
struct ProgramName {
    name: &'static str,
    title: &'static str,
}

/// All programs, each name once.
pub(crate) fn programs() -> String {
    let mut names: Vec<ProgramName> = Vec::new();
    for program in list::programs() {
        if !names.iter().any(|known| known.name == program.name) {
            names.push(ProgramName { name: program.name, title: program.title });
        }
    }
    json(&names)
}
