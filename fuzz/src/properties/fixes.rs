//! Properties of fixes.

use super::{Violation, document, ensure};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Group;
use ms3dlint::diagnostics::rule::sink::Tally;
use ms3dlint::document::Document;
use ms3dlint::fix::edits::whole_lines;
use ms3dlint::fix::{Applicability, Aspect, Fix, Patch};
use ms3dlint::layout::Record;
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
        let left = fixable(&repaired.document, least);
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
