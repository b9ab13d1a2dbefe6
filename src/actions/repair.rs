//! Applies fixes in rounds and verifies each result: a round that adds an error, or changes more than its
//! rules allow, is undone. So are fixes after which a program no longer loads the file.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use crate::actions::effects::{ProgramRun, meant, run_all};
use crate::actions::lint;
use crate::actions::lint::{Report, lint};
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::Targets;
use crate::diagnostics::finding::{Finding, Severity};
use crate::diagnostics::rule::{FixKind, Rule};
use crate::document::describe::with_place;
use crate::document::{Document, read};
use crate::fix::equivalence::difference;
use crate::fix::{Applicability, Aspect, Fix, Patch, SharedEdits};
use crate::model::place::Place;
use crate::rules;

/// All repairs are done after this many rounds, however large the file: fixes that overlap wait for the
/// next round, and only a few can touch the same bytes.
pub const MOST_ROUNDS: usize = 10;

/// So many changes of each rule are shown.
const MOST_SHOWN: usize = 3;

/// Which fixes are applied.
#[derive(Clone)]
pub struct RepairOptions {
    /// The rules that are run, the programs that the file is meant for, and from which severity on findings are
    /// repaired. What hurts one of the programs that are named is repaired in any case.
    pub lint: lint::Options,
    /// The least applicability of a fix.
    pub least: Applicability,
    /// If there are any, only the findings of these rules are repaired, whatever their severity.
    pub only: Vec<&'static Rule>,
}

/// A file after its repair.
#[non_exhaustive]
pub struct Repaired {
    /// The file as it is now.
    pub document: Document,
    /// How many places of each rule were repaired, by name.
    pub fixed: BTreeMap<&'static str, usize>,
    /// How many of these places had hints.
    pub hints: usize,
    /// What the first of these fixes of each rule did: a place and words.
    pub changes: BTreeMap<&'static str, Vec<String>>,
    /// The rules whose fixes were left out, each with a program that would no longer load the file.
    pub left_out: Vec<(&'static str, &'static str)>,
}

/// A failed repair, which is a bug in this program. The file is unchanged.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadFix {
    /// The rules whose fixes were applied, of which at least one is wrong.
    pub rules: Vec<&'static str>,
    /// What went wrong.
    pub what: String,
}

impl fmt::Display for BadFix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a fix of {} is wrong: {}", self.rules.join(", "), self.what)
    }
}

impl Error for BadFix {}

/// Repairs a file.
///
/// # Errors
///
/// A [`BadFix`], if fixes never come to an end, add an error or change more than they declare. In a file that
/// is not certain, as its lines may be something else than they were taken for, such fixes are only left out.
pub fn repair(document: Document, context: &Context, options: &RepairOptions) -> Result<Repaired, BadFix> {
    let mut options = options.clone();
    let again = |options: &RepairOptions| {
        let document = read(&*document.source.name, document.source.bytes().to_vec());
        rounds(document, context, options)
    };
    let mut repaired = again(&options)?;
    let mut left_out = Vec::new();
    let may_leave_out = options.least == Applicability::Safe && !repaired.fixed.is_empty();
    let before = if may_leave_out { run_all(&document, context) } else { Vec::new() };
    // Fixes can bring to light what a program has passed over until now. Then the file is better left as it is, unless
    // somebody wants fixes that are not safe.
    while may_leave_out
        && !repaired.fixed.is_empty()
        && let Some(program) = lost(&before, &repaired.document, context)
    {
        let without = |names: &[&'static str]| {
            let mut options = options.clone();
            options.lint.rules.retain(|rule| !names.contains(&rule.name));
            again(&options).map(|repaired| (options, repaired))
        };
        let all: Vec<_> = repaired.fixed.keys().copied().collect();
        let is_kept =
            |(_, repaired): &(_, Repaired)| lost(&before, &repaired.document, context) != Some(program);
        let alone = all.iter().map(|name| ([*name], without(&[*name])));
        let mut alone = alone.filter(|(_, result)| result.as_ref().is_ok_and(is_kept));
        let (names, result) = match alone.next() {
            Some((name, result)) => (name.to_vec(), result),
            None => (all.clone(), without(&all)),
        };
        left_out.extend(names.into_iter().map(|name| (name, program)));
        (options, repaired) = result?;
    }
    Ok(Repaired { left_out, ..repaired })
}

/// The name that people know a program by that loaded the document before, and does not load it now, whatever the file is
/// meant for: the next one who opens it may use another program. One that finds nothing in a file does not load it.
fn lost(before: &[ProgramRun], after: &Document, context: &Context) -> Option<&'static str> {
    let after = run_all(after, context);
    let lost = before.iter().zip(&after).find(|(before, after)| before.loads() && !after.loads());
    lost.map(|(before, _)| before.program.title)
}

/// Repairs a file in rounds.
fn rounds(document: Document, context: &Context, options: &RepairOptions) -> Result<Repaired, BadFix> {
    let mut document = document;
    let mut options = options.clone();
    let mut fixed = RepairedPlaces::new();
    let mut changes: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let (mut rounds, mut hints) = (0, 0);
    while rounds < MOST_ROUNDS {
        let fixes = fixes(&document, context, &options, &fixed);
        if fixes.is_empty() {
            return Ok(Repaired { document, fixed, hints, changes, left_out: Vec::new() });
        }
        let (after, applied) = round(&document, fixes);
        let rules = names(&applied);
        if let Some(what) = what_got_worse([&document, &after], context, &rules) {
            let culprits = culprits(&document, context, (&options, &fixed), rules);
            if document.is_certain() {
                return Err(BadFix { rules: culprits, what });
            }
            // If a line may have another meaning than the parser assumed, a fix may change that meaning.
            // Such a fix waits until the rest is repaired.
            options.lint.rules.retain(|rule| !culprits.contains(&rule.name));
            continue;
        }
        rounds += 1;
        for AppliedFix { rule, places, hints: of_fix, place, title } in applied {
            hints += of_fix;
            *fixed.entry(rule).or_default() += places;
            let shown = changes.entry(rule).or_default();
            if shown.len() < MOST_SHOWN {
                shown.push(with_place(&document, place, &title));
            }
        }
        document = after;
    }
    let left = fixes(&document, context, &options, &fixed);
    if left.is_empty() {
        return Ok(Repaired { document, fixed, hints, changes, left_out: Vec::new() });
    }
    let mut rules: Vec<_> = left.iter().map(|fix| fix.rule).collect();
    rules.dedup();
    Err(BadFix { rules, what: format!("it does not come to an end in {MOST_ROUNDS} rounds") })
}

/// A fix to apply, of a rule that found something at a place.
struct ChosenFix {
    rule: &'static str,
    place: Place,
    fix: Fix,
    /// How many of the places that it repairs have hints.
    hints: usize,
}

/// How many places each rule has repaired.
type RepairedPlaces = BTreeMap<&'static str, usize>;

/// The fixes to apply, in the order of the file, after these rules have repaired something.
fn fixes(
    document: &Document,
    context: &Context,
    options: &RepairOptions,
    before: &RepairedPlaces,
) -> Vec<ChosenFix> {
    let RepairOptions { lint: linting, least, only } = options;
    let has_targets = linting.targets != Targets::Ignored;
    let is_asked_for = |rule: &&&'static Rule| match only[..] {
        // How bad a finding is depends on what programs do with it.
        [] => has_targets || linting.severity(rule) >= linting.repaired_from,
        _ => only.iter().any(|other| other.name == rule.name),
    };
    let has_fixes = |rule: &&&'static Rule| match rule.fix {
        FixKind::None => false,
        FixKind::Unsafe(_) => *least <= Applicability::Unsafe,
        FixKind::Safe(_) | FixKind::Depends(..) => true,
    };
    let repaired: Vec<_> = linting.rules.iter().filter(is_asked_for).filter(has_fixes).copied().collect();
    // Unused suppressions, and which finding an effect belongs to, are known only after all rules have run.
    let needs_all = has_targets || !document.directives.is_empty();
    let rules = if needs_all { linting.rules.clone() } else { repaired.clone() };
    let options = lint::Options {
        rules,
        kept: Some(repaired),
        level: Severity::Hint,
        // The finding that has the edits of several may be less than is repaired.
        empty_fixes: true,
        // Baselined findings are left alone, unless their rule is named.
        known: linting.known.clone().filter(|_| only.is_empty()),
        expand: true,
        severities: linting.severities.clone(),
        named: linting.named.clone(),
        targets: linting.targets.clone(),
        limits: linting.limits,
        ..lint::Options::default()
    };
    let Report { findings, .. } = lint(document, context, &options);
    let has_names = matches!(meant(document, &linting.targets), Targets::Named(_));
    let hurts_target = |finding: &Finding| has_names && !finding.effects.is_empty();
    let is_bad = |finding: &Finding| {
        !only.is_empty() || finding.severity >= linting.repaired_from || hurts_target(finding)
    };
    // A program can stumble over the next place only once the one before is repaired: then all are repaired at once.
    let bad = findings.iter().filter(|finding| is_bad(finding)).map(|finding| finding.rule);
    let again: BTreeSet<_> = bad.filter(|rule| before.contains_key(rule)).collect();
    let is_meant = |finding: &Finding| is_bad(finding) || again.contains(finding.rule);
    let mut shared = SharedEdits::default();
    let shared_hints = hints_of_shared_fixes(&findings);
    let fix_of = |finding: Finding| {
        let Finding { rule, place, severity, fix, .. } = finding;
        let fix = fix?;
        let hints = match fix.shared_by() {
            Some(address) => shared_hints.get(&address).copied().unwrap_or(0),
            None if severity == Severity::Hint => fix.places,
            None => 0,
        };
        Some(ChosenFix { rule, place, fix: shared.give(fix), hints })
    };
    let is_allowed = |ChosenFix { fix, .. }: &_| fix.applicability >= *least && !fix.edits.is_empty();
    let mut fixes: Vec<_> =
        findings.into_iter().filter(is_meant).filter_map(fix_of).filter(is_allowed).collect();
    if let Some(first) = fixes.iter().map(|fix| stage(fix.rule)).min() {
        fixes.retain(|fix| stage(fix.rule) == first);
    }
    fixes.sort_by_key(|ChosenFix { fix, .. }| fix.edits[0].span.start);
    fixes
}

/// How many hints each fix repairs that several findings share.
fn hints_of_shared_fixes(findings: &[Finding]) -> BTreeMap<usize, usize> {
    let mut hints = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Hint) {
        if let Some(address) = finding.fix.as_ref().and_then(Fix::shared_by) {
            *hints.entry(address).or_default() += 1;
        }
    }
    hints
}

/// A fix that was applied: of which rule, how many places and hints it repaired, where, and what it did.
struct AppliedFix {
    rule: &'static str,
    places: usize,
    hints: usize,
    place: Place,
    title: Cow<'static, str>,
}

/// The order of fixes: first the syntax of the file, then the unit of its times, then changes of the model, which depend
/// on both, and last what depends on these.
fn stage(rule: &str) -> u8 {
    let fix = rules::find(rule).map_or(FixKind::None, |rule| rule.fix);
    let changes = |aspect| fix.aspects().contains(&aspect);
    match fix.changes_structure() {
        false => 0,
        true if changes(Aspect::KeyTimes) => 1,
        // Moved faces are written as they are in the file, so they must be final.
        true if changes(Aspect::FaceOrder) => 3,
        // Other fixes may have reduced what is removed with a mesh.
        true if changes(Aspect::Meshes) => 4,
        // The data at the end of a file depends on the number of vertices and bones.
        true if changes(Aspect::Tail) => 5,
        true => 2,
    }
}

/// Applies the fixes that do not overlap, and reads the result.
fn round(document: &Document, fixes: Vec<ChosenFix>) -> (Document, Vec<AppliedFix>) {
    let mut patch = Patch::default();
    let mut applied = Vec::new();
    for ChosenFix { rule, place, fix, hints } in fixes {
        if patch.add(fix.edits) {
            applied.push(AppliedFix { rule, places: fix.places, hints, place, title: fix.title });
        }
    }
    (read(&*document.source.name, patch.apply(document.source.bytes())), applied)
}

/// The rules among these fixes, each once.
fn names(applied: &[AppliedFix]) -> Vec<&'static str> {
    let mut names: Vec<_> = applied.iter().map(|fix| fix.rule).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What the fixes of these rules made worse, in words.
fn what_got_worse(
    [before, after]: [&Document; 2],
    context: &Context,
    applied: &[&'static str],
) -> Option<String> {
    let mut aspects: Vec<Aspect> = applied
        .iter()
        .filter_map(|name| rules::find(name))
        .flat_map(|rule| rule.fix.aspects())
        .copied()
        .collect();
    aspects.sort_unstable();
    aspects.dedup();
    if let Some(what) = difference(before, after, &aspects) {
        return Some(format!("it changes more than it should: {what}"));
    }
    // An error that was hidden before is no new one. Rules do not judge rows while it is
    // unclear whether all of them were read.
    if aspects.iter().any(|aspect| matches!(aspect, Aspect::Reading | Aspect::Counts)) {
        return None;
    }
    let (before, after) = (errors(before, context), errors(after, context));
    let new = after.iter().find(|(rule, count)| before.get(*rule).is_none_or(|had| had < *count));
    new.map(|(rule, _)| format!("it adds an error: {rule}"))
}

/// The number of errors of each rule, including those that comments of the file suppress.
pub fn errors(document: &Document, context: &Context) -> BTreeMap<&'static str, usize> {
    let rules = rules::ALL.iter().copied().filter(|rule| rule.severity == Severity::Error).collect();
    let options =
        lint::Options { rules, most_per_rule: 0, heeds_suppressions: false, ..lint::Options::default() };
    let tallies = lint(document, context, &options).tallies;
    tallies.iter().map(|tally| (tally.rule.name, tally.count)).collect()
}

/// The one applied rule that alone does the damage; all of them if none does.
fn culprits(
    document: &Document,
    context: &Context,
    (options, before): (&RepairOptions, &RepairedPlaces),
    applied: Vec<&'static str>,
) -> Vec<&'static str> {
    let alone = applied.iter().copied().filter(|rule| {
        let fixes = fixes(document, context, options, before);
        let (after, _) = round(document, fixes.into_iter().filter(|fix| fix.rule == *rule).collect());
        what_got_worse([document, &after], context, &[rule]).is_some()
    });
    let alone: Vec<_> = alone.collect();
    if alone.is_empty() { applied } else { alone }
}

/// Wrong fixes of each kind, and how the repair rejects them.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::draft::Draft;
    use crate::diagnostics::finding::Group;
    use crate::diagnostics::limits::Limits;
    use crate::diagnostics::rule::sink::Sink;
    use crate::diagnostics::rule::{Formats, Reach};

    const MODEL: &str = "// MilkShape 3D ASCII\nFrames: 30\nFrame: 1\nMeshes: 0\nMaterials: 0\nBones: 1\n\"arm\"\n\
        \"\"\n0 1.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n";

    /// A rule whose fix replaces the first `found` in the file with `text`.
    const fn rule(check: fn(&Document, &mut Sink)) -> Rule {
        Rule {
            name: "wrong",
            group: Group::File,
            severity: Severity::Error,
            formats: Formats::Ascii,
            reach: Reach::Line,
            fix: FixKind::Safe(&[]),
            summary: "",
            page: "",
            check,
        }
    }

    fn replace(document: &Document, findings: &mut Sink, found: &str, text: &str) {
        let content = String::from_utf8_lossy(document.source.bytes()).into_owned();
        if let Some(at) = content.find(found) {
            let span = crate::base::span::Span::new(at, at + found.len());
            findings.add(Place::FILE, || Draft::new("wrong").fix(Fix::safe("wrong").replace(span, text)));
        }
    }

    fn repaired(rule: &'static Rule) -> Result<Repaired, BadFix> {
        let linting = lint::Options { rules: vec![rule], ..lint::Options::default() };
        let options = RepairOptions { lint: linting, least: Applicability::Safe, only: Vec::new() };
        repair(read("model.txt", MODEL.into()), &Context::default(), &options)
    }

    #[track_caller]
    fn assert_defect(rule: &'static Rule, what: &str) {
        let defect = repaired(rule).err().expect("the fix is found out");
        assert_eq!(defect.rules, ["wrong"]);
        assert!(defect.what.contains(what), "{}", defect.what);
    }

    #[test]
    fn a_fix_that_changes_more_than_it_says_is_undone() {
        static RULE: Rule = rule(|document, findings| replace(document, findings, "0 1.0 0.0", "0 2.0 0.0"));
        assert_defect(&RULE, "it changes more than it should: bone 0: position was");
    }

    #[test]
    fn a_fix_that_adds_an_error_is_undone() {
        static RULE: Rule = rule(|document, findings| replace(document, findings, "\n\"arm\"", "\n \"arm\""));
        assert_defect(&RULE, "it adds an error: indented-line");
    }

    #[test]
    fn a_fix_that_comes_to_no_end_is_undone() {
        static RULE: Rule = rule(|document, findings| replace(document, findings, "30", "30 "));
        assert_defect(&RULE, "it does not come to an end in 10 rounds");
    }

    #[test]
    fn a_fix_that_is_right_is_applied_in_a_round() {
        static RULE: Rule = rule(|document, findings| replace(document, findings, "30\n", "30 \n"));
        let repaired = repaired(&RULE).map(|repaired| (repaired.fixed, repaired.changes));
        let changes = BTreeMap::from([("wrong", vec!["wrong".to_string()])]);
        assert_eq!(repaired, Ok((BTreeMap::from([("wrong", 1)]), changes)));
    }

    #[test]
    fn what_keeps_to_the_limits_that_were_set_is_left_alone() {
        const LONG_NORMAL: &str = "// MilkShape 3D ASCII\nMeshes: 1\n\"kite\" 0 -1\n3\n0 0.0 0.0 0.0 0.0 0.0 -1\n\
            0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.2\n1\n0 0 1 2 0 0 0 1\n";
        let fixed = |normal_tolerance| {
            let limits = Limits { normal_tolerance, ..Limits::default() };
            let rules = crate::rules::find("unnormalized-normal").into_iter().collect();
            let linting = lint::Options { rules, limits, ..lint::Options::default() };
            let options = RepairOptions { lint: linting, least: Applicability::Unsafe, only: Vec::new() };
            let repaired = repair(read("model.txt", LONG_NORMAL.into()), &Context::default(), &options);
            repaired.map(|repaired| repaired.fixed.values().sum::<usize>())
        };
        assert_eq!((fixed(0.1), fixed(0.3)), (Ok(1), Ok(0)));
    }
}
