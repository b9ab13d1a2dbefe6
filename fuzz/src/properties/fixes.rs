//! Properties of fixes.

use std::collections::HashSet;

use super::{Violation, document, ensure};
use crate::held;
use ms3dlint::actions::effects::run_all;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::Targets;
use ms3dlint::diagnostics::finding::{Finding, Group, Severity};
use ms3dlint::diagnostics::rule::sink::Tally;
use ms3dlint::document::Document;
use ms3dlint::engines::input::EngineInput;
use ms3dlint::engines::list::{self, Engine};
use ms3dlint::fix::edits::whole_lines;
use ms3dlint::fix::{Applicability, Aspect, Fix, Patch};
use ms3dlint::layout::{self, FieldKind, Record};
use ms3dlint::model::place::Place;
use ms3dlint::rules;

/// Repairing a file comes to an end, adds no error, changes nothing but what the rules say, and leaves
/// nothing that could be repaired. Safe fixes alone do so too.
pub fn fixes_converge(bytes: &[u8]) -> Result<(), Violation> {
    for least in [Applicability::Safe, Applicability::Unsafe] {
        let options = repair::RepairOptions { lint: Options::default(), least, only: Vec::new() };
        let repaired = repair::repair(document(bytes), &Context::default(), &options);
        let repaired = repaired.map_err(|defect| Violation {
            property: "fixes_converge",
            what: format!("{:?}: {}", defect.rules, defect.what),
        })?;
        let counted: usize = repaired.fixed.values().sum();
        let changed = repaired.document.source.bytes() != bytes;
        ensure(changed == (counted > 0), "fixes_converge", || format!("{counted} places were repaired"))?;
        let mut left = fixable(&repaired.document, least);
        left.retain(|rule| repaired.left_out.iter().all(|(left_out, _)| left_out != rule));
        ensure(left.is_empty() || !repaired.document.is_certain(), "fixes_converge", || {
            format!("{left:?} can still be repaired")
        })?;
    }
    Ok(())
}

/// The rules of which a finding can be repaired.
fn fixable(document: &Document, least: Applicability) -> Vec<&'static str> {
    let tallies = lint(document, &Context::default(), &Options::default()).tallies;
    let is_left =
        |tally: &Tally| tally.fixable[0] > 0 || (least <= Applicability::Unsafe && tally.fixable[1] > 0);
    tallies.iter().filter(|tally| is_left(tally)).map(|tally| tally.rule.name).collect()
}

/// The fix of a finding, applied alone, lies in the file and in what the finding is about, does not overlap
/// itself, and makes fewer findings of its rule.
pub fn fixes_repair_their_findings(bytes: &[u8]) -> Result<(), Violation> {
    /// Of so many findings of one rule is each fix tried.
    const MOST: usize = 3;
    let before = document(bytes);
    let options = Options { expand: true, most_per_rule: MOST, ..Options::default() };
    let report = lint(&before, &Context::default(), &options);
    for finding in &report.findings {
        let broken = |what: String| Err(Violation { property: "fixes_repair_their_findings", what });
        let Some(fix) = &finding.fix else { continue };
        let mut patch = Patch::default();
        let inside = fix.edits.iter().all(|edit| edit.span.end as usize <= bytes.len());
        if fix.edits.is_empty() || !inside || !patch.add(fix.edits.clone()) {
            return broken(format!("{}: {:?}", finding.rule, fix.edits));
        }
        // A fix of how something is written touches only the lines that the finding is about.
        let owned = whole_lines(&before, finding.span());
        let is_inside =
            fix.edits.iter().all(|edit| owned.start <= edit.span.start && edit.span.end <= owned.end);
        let is_spelling = rules::find(finding.rule).is_some_and(|rule| !rule.fix.changes_structure());
        if is_spelling && finding.place.record != Record::File && !is_inside {
            return broken(format!("{} edits other lines: {:?}", finding.rule, fix.edits));
        }
        let count = |tallies: &[Tally]| {
            let own = tallies.iter().find(|tally| tally.rule.name == finding.rule);
            own.map_or(0, |tally| tally.count)
        };
        let after = document(&patch.apply(bytes));
        let left = lint(&after, &Context::default(), &Options { most_per_rule: 0, ..Options::default() });
        // What could not be read before may hold any number of mistakes.
        let rule = rules::find(finding.rule);
        let reveals = rule.is_none_or(|rule| {
            // Neither does one suppression go without the comment that it is in, which another may silence.
            rule.fix.aspects().contains(&Aspect::Reading) || rule.group == Group::Suppressions
        });
        if !reveals && count(&left.tallies) >= count(&report.tallies) {
            return broken(format!("{} is found as often as before", finding.rule));
        }
    }
    Ok(())
}

/// What a report says that `--fix` repairs, `--fix` repairs, whatever program the file is meant for.
pub fn what_is_marked_is_repaired(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "what_is_marked_is_repaired";
    let context = Context::default();
    let before = document(bytes);
    let alone = list::chief(&before).map(|engine| Targets::Named(vec![engine.programs[0].name]));
    for targets in alone.chain([Targets::Ignored, Targets::Unknown]) {
        let linting = Options {
            targets: targets.clone(),
            level: Severity::Info,
            repaired_from: Severity::Info,
            fixable_from: Severity::Info,
            empty_fixes: true,
            ..Options::default()
        };
        let is_marked = |finding: &&Finding| {
            finding.fix.as_ref().is_some_and(|fix| fix.applicability == Applicability::Safe)
        };
        let marked = |document: &Document| -> HashSet<&'static str> {
            let findings = lint(document, &context, &linting).findings;
            findings.iter().filter(is_marked).map(|finding| finding.rule).collect()
        };
        let promised = marked(&before);
        // A wrong fix is another property's business.
        let options =
            repair::RepairOptions { lint: linting.clone(), least: Applicability::Safe, only: Vec::new() };
        let repaired = match promised.is_empty() {
            true => continue,
            false => repair::repair(document(bytes), &context, &options),
        };
        let Ok(repaired) = repaired else { continue };
        let left = marked(&repaired.document);
        let is_done = |rule: &&'static str| {
            let is_left_out = repaired.left_out.iter().any(|(left_out, _)| left_out == rule);
            repaired.fixed.contains_key(rule) || is_left_out || !left.contains(rule)
        };
        ensure(promised.iter().all(is_done) || !before.is_certain(), PROPERTY, || {
            let wrong: Vec<_> = promised.iter().filter(|rule| !is_done(rule)).collect();
            format!("for {targets:?} nothing was done about {wrong:?}")
        })?;
    }
    Ok(())
}

/// Fixes that do not get into each other's way give the same result in any order.
pub fn fixes_apply_in_any_order(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "fixes_apply_in_any_order";
    let findings =
        lint(&document(bytes), &Context::default(), &Options { expand: true, ..Options::default() }).findings;
    let mut forwards = Patch::default();
    let fixes = findings.into_iter().filter_map(|finding| finding.fix);
    let taken: Vec<Fix> = fixes.filter(|fix| forwards.add(fix.edits.clone())).collect();
    let mut backwards = Patch::default();
    for fix in taken.into_iter().rev() {
        let title = fix.title.clone();
        ensure(backwards.add(fix.edits), PROPERTY, || {
            format!("`{title}` overlaps another in one order alone")
        })?;
    }
    ensure(forwards.apply(bytes) == backwards.apply(bytes), PROPERTY, || {
        "the order of fixes matters".to_string()
    })
}

/// A safe fix takes nothing away from those who load the file: what a program holds of it stays the same, but for what
/// ms3dlint says that this program takes otherwise than the file says, and what the rule declares that it changes of
/// the model. After a repair no program stops loading the file.
pub fn safe_fixes_keep_what_programs_hold(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "safe_fixes_keep_what_programs_hold";
    /// Of so many findings of one rule is each fix tried.
    const MOST: usize = 2;
    let before = document(bytes);
    let targets = Targets::Named(list::targets(["all"]).unwrap_or_default());
    let options = Options { expand: true, targets, ..Options::default() };
    let findings = lint(&before, &Context::default(), &options).findings;
    // A fix can be about all places that a rule finds something in.
    let told: HashSet<_> = findings
        .iter()
        .flat_map(|finding| finding.effects.iter().map(|effect| (finding.rule, effect.title)))
        .collect();
    // Or it repairs a line on the way that something is said of.
    let effects: Vec<_> =
        run_all(&before, &Context::default()).into_iter().flat_map(|run| run.effects).collect();
    let is_told_where = |fix: &Fix, title: &str| {
        let lines: HashSet<_> =
            fix.edits.iter().map(|edit| before.whole_line(edit.span.start).start).collect();
        let mut own = effects.iter().filter(|effect| effect.title == title);
        own.any(|effect| {
            let others = effect.others.iter().map(|at| before.whole_line(*at).start);
            effect.line.into_iter().chain(others).any(|line| lines.contains(&line))
        })
    };
    // Or of a number of rows before it: what a program reads from there on are other lines than the file says.
    let is_elsewhere = |fix: &Fix, title: &str| {
        let counts =
            effects.iter().filter(|effect| effect.title == title && effect.place.is_some_and(is_count));
        let first = counts.map(|effect| effect.at).min();
        first.is_some_and(|first| fix.edits.iter().all(|edit| edit.span.start > first))
    };
    let keeps_model = |finding: &&Finding| {
        let changes = rules::find(finding.rule).map_or(&[][..], |rule| rule.fix.aspects());
        changes.iter().all(|aspect| matches!(aspect, Aspect::Reading | Aspect::Precision))
    };
    // In a binary model with errors, programs read any bytes for anything.
    let is_error =
        |finding: &Finding| rules::find(finding.rule).is_some_and(|rule| rule.severity == Severity::Error);
    let is_readable = !before.is_binary() || !findings.iter().any(is_error);
    let held: Vec<_> =
        list::of(&before).map(|engine| held_by(engine, &before).filter(|_| is_readable)).collect();
    let tried = findings.iter().filter(|finding| finding.number < MOST).filter(keeps_model);
    for (finding, fix) in tried.filter_map(|finding| Some((finding, finding.fix.as_ref()?))) {
        if fix.applicability != Applicability::Safe {
            continue;
        }
        let mut patch = Patch::default();
        patch.add(fix.edits.clone());
        let after = document(&patch.apply(bytes));
        for (engine, before) in list::of(&before).zip(&held) {
            let title = engine.programs[0].title;
            let Some((before, after)) = before.as_ref().zip(held_by(engine, &after)) else { continue };
            let other = before.lines().zip(after.lines()).find(|(before, after)| before != after);
            let is_same = *before == after
                || told.contains(&(finding.rule, title))
                || is_told_where(fix, title)
                || is_elsewhere(fix, title);
            ensure(is_same, PROPERTY, || {
                format!("after the fix of {} {title} holds something else: {other:?}", finding.rule)
            })?;
        }
    }
    let options =
        repair::RepairOptions { lint: Options::default(), least: Applicability::Safe, only: Vec::new() };
    let Ok(repaired) = repair::repair(document(bytes), &Context::default(), &options) else { return Ok(()) };
    for engine in list::of(&before) {
        let is_lost = loads(engine, &before) && !loads(engine, &repaired.document);
        ensure(!is_lost, PROPERTY, || format!("{} no longer loads the file", engine.programs[0].title))?;
    }
    Ok(())
}

/// Whether a place is a number that says how much follows.
fn is_count(place: Place) -> bool {
    let field = place.field.and_then(|number| layout::field(place.record, number));
    field.is_some_and(|field| field.kind == FieldKind::Count)
}

/// What the first program of an engine holds of a model, if it loads it and finds something in it. Zero has no sign, and
/// texts end before the quote that some programs keep.
fn held_by(engine: &Engine, document: &Document) -> Option<String> {
    let held = loads(engine, document).then(|| held::by(engine, &engine.programs[0], document))??;
    Some(held.replace("80000000", "00000000").replace("22 ", " "))
}

/// Whether the programs of an engine load a model, and find something in it.
fn loads(engine: &Engine, document: &Document) -> bool {
    let run = (engine.run)(&EngineInput::new(document, None));
    run.failure.is_none() && run.oddities.iter().all(|oddity| oddity.at.is_some())
}
