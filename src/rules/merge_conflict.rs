//! A merge left both versions of some lines in the file.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "merge-conflict",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Conflicted,
    reach: Reach::Behind,
    fix: FixKind::None,
    summary: "A merge conflict: both versions of some lines are in the file",
    page: page!("merge-conflict"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for conflict in document.conflicts() {
        findings.add_at(Place::FILE, Some(conflict.first), || {
            Draft::new("a merge conflict is left: both versions of some lines are here")
                .label("one version begins")
                .also(Some(conflict.second), "the other version begins")
                .also(Some(conflict.end), "it ends")
                .help(
                    "take out the lines of one version and the three markers, or take one version of the whole file \
                     with `git checkout --ours` or `--theirs`; the rest of it is checked then",
                )
        });
    }
}
