//! A texture path that differs from the name of its file in case.

use super::texture_path::texture_paths;
use crate::base::display::quote_path;
use crate::base::file_tree::Resolution;
use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "texture-case-mismatch",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Meaning,
    fix: FixKind::Safe(&[Aspect::Paths]),
    summary: "A texture whose file has another case in its name",
    page: page!("texture-case-mismatch"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (place, path) in texture_paths(document) {
        let Resolution::OtherCase(spelled) = findings.find(path) else { continue };
        findings.add_at(place, Some(path), || {
            let fix = |title| set_text(Fix::safe(title), document, path, &spelled[..]);
            let spelled = quote_path(&spelled);
            Draft::new(format!(
                "the file is called {spelled} on the disk: only systems that ignore case find it"
            ))
            .label("another case")
            .fix(fix(format!("write \"{spelled}\"")))
        });
    }
}
