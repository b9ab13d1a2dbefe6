//! Windows does not tell cases apart; most other systems do.

use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::retext;
use crate::fix::{Aspect, Fix};
use crate::layout::Record;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::base::file_tree::Found;
use crate::base::display::quote;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "texture-case-mismatch",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    fix: FixKind::Safe(&[Aspect::Paths]),
    summary: "A texture whose file has another case in its name",
    page: include_str!("../../rules/texture-case-mismatch.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    for (index, material) in document.model.materials.iter().enumerate() {
        for (field, path) in material.paths() {
            let Found::OtherCase(spelled) = findings.find(path) else { continue };
            findings.add_at(Place::object(Record::Material, index).field(field), Some(path), || {
                let fix = |title| retext(Fix::safe(title), document, path, &spelled[..]);
                let spelled = quote(&spelled);
                Draft::new(format!(
                    "the file is called {spelled} on the disk: only systems that ignore case find it"
                ))
                .label("another case")
                .fix(fix(format!("write \"{spelled}\"")))
            });
        }
    }
}
