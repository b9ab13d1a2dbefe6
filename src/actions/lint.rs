//! Runs the rules over a document and collects the findings.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::actions::effects::{ProgramRun, meant, run_targets};
use crate::diagnostics::baseline::Entries;
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::Targets;
use crate::diagnostics::finding::{Finding, Severity, Status};
use crate::diagnostics::limits::Limits;
pub use crate::diagnostics::rule::Options;
use crate::diagnostics::rule::Rule;
use crate::diagnostics::rule::sink::{Silenced, Sink, Tally};
use crate::document::Document;
use crate::engines::unseen_textures::UnseenTextures;
use crate::rules;

impl Default for Options {
    /// All rules with their own severities, folded, none left out. Programs are not run.
    fn default() -> Self {
        Self {
            rules: rules::ALL.to_vec(),
            severities: HashMap::new(),
            targets: Targets::Ignored,
            named: Vec::new(),
            limits: Limits::default(),
            level: Severity::Hint,
            repaired_from: Severity::Hint,
            fixable_from: Severity::Hint,
            kept: None,
            expand: false,
            most_per_rule: usize::MAX,
            whole_fixes: false,
            table_edits: true,
            shown_edits: false,
            empty_fixes: false,
            heeds_suppressions: true,
            known: None,
            keeps_hidden: false,
            marks: false,
            timed: false,
        }
    }
}

/// The result of linting a file.
#[non_exhaustive]
#[derive(Default)]
pub struct Report {
    /// The findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// Findings that do not count, in the order of the file, if they are kept. The limits are the same.
    pub hidden: Vec<Finding>,
    /// The counts of each rule with findings. Neither folding nor limits touch
    /// these counts, so that they never change the verdict.
    pub tallies: Vec<Tally>,
    /// In how many places a finding is suppressed by a comment of the file. These are neither among
    /// the findings nor in the tallies.
    pub suppressed: usize,
    /// In how many places a finding is in the baseline. These are not in the tallies either.
    pub known: usize,
    /// The baseline that would hold all findings of this file; empty if none was asked for.
    pub entries: Entries,
    /// What the programs do that were run.
    pub programs: Vec<ProgramRun>,
    /// How many textures were not looked for: these load the model only if it has them.
    pub unseen_textures: UnseenTextures,
    /// How long each rule took, if that was measured.
    pub times: Vec<(&'static str, Duration)>,
}

impl Report {
    /// In how many places there are findings of at least this severity.
    pub fn count_from(&self, least: Severity) -> usize {
        Severity::ALL
            .into_iter()
            .filter(|severity| *severity >= least)
            .map(|severity| self.count(severity))
            .sum()
    }

    /// The findings with at most `most` of each rule shown, in the order of the file. There are never more
    /// than were kept.
    pub fn first_of_rules(&self, most: usize) -> impl Iterator<Item = &Finding> + Clone {
        self.findings.iter().filter(move |finding| finding.number < most)
    }

    /// How many findings are not shown if at most `most` of each rule are.
    pub fn dropped_beyond(&self, most: usize) -> usize {
        let dropped: usize = self.tallies.iter().map(|tally| tally.dropped).sum();
        dropped + self.findings.len() - self.first_of_rules(most).count()
    }

    /// In how many places there are findings of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        let same = self.tallies.iter().filter(|tally| tally.severity == severity);
        same.map(|tally| tally.count).sum()
    }
}

/// Runs rules over a document.
pub fn lint(document: &Document, context: &Context, options: &Options) -> Report {
    let Some(first) = options.rules.first() else { return Report::default() };
    let targets = meant(document, &options.targets);
    let programs = run_targets(document, context, &targets);
    let effects: Vec<_> = programs.iter().flat_map(|run| &run.effects).collect();
    let mut findings = Sink::new(document, context, first, options, (&targets, &effects));
    let mut times = Vec::new();
    let turns: Vec<_> = options.rules.iter().map(|rule| rules::turn(rule)).collect();
    let left_out = if effects.is_empty() { Vec::new() } else { left_out(document, &options.rules) };
    for turn in 0..=rules::LAST_TURN {
        for (rule, _) in options.rules.iter().zip(&turns).filter(|(_, own)| **own == turn) {
            if !rule.formats.include(document) {
                findings.pass_over(rule);
                continue;
            }
            let is_kept = |kept: &Vec<&Rule>| kept.iter().any(|kept| kept.name == rule.name);
            findings.start(rule, options.kept.as_ref().is_none_or(is_kept));
            let started = options.timed.then(Instant::now);
            (rule.check)(document, &mut findings);
            times.extend(started.map(|started| (rule.name, started.elapsed())));
        }
        // What programs do because of something that only these find is not blamed on what others find there.
        for rule in left_out.iter().filter(|rule| rules::turn(rule) == turn) {
            findings.start_left_out(rule);
            (rule.check)(document, &mut findings);
        }
    }
    let (mut findings, tallies, silenced) = findings.finish();
    let Silenced { suppressed, known, entries } = silenced;
    // The sort is stable: at one place the findings stay in the order of the rules.
    findings.sort_by_key(|finding| finding.span().start);
    let (findings, hidden) = match options.keeps_hidden {
        true => findings.into_iter().partition(|finding| finding.status == Status::Open),
        false => (findings, Vec::new()),
    };
    let titles = programs.iter().map(|run| run.program.title);
    let unseen_textures = UnseenTextures::of(document, context.file_tree.as_deref(), titles);
    Report { findings, hidden, tallies, suppressed, known, entries, programs, unseen_textures, times }
}

/// The other rules that may find something in a document. Those that depend on what others found are not among them.
fn left_out(document: &Document, selected: &[&'static Rule]) -> Vec<&'static Rule> {
    // Mostly they are selected in the order of the list.
    let mut next = selected.iter().peekable();
    let mut is_selected = |rule: &Rule| {
        next.next_if(|other| std::ptr::eq(**other, rule)).is_some()
            || selected.iter().any(|other| other.name == rule.name)
    };
    let others = rules::ALL.iter().filter(|rule| !is_selected(rule));
    let may_find =
        |rule: &&&'static Rule| rules::turn(rule) < rules::LAST_TURN && rule.formats.include(document);
    others.filter(may_find).copied().collect()
}
