//! A Git LFS pointer in place of the model.

use crate::diagnostics::prelude::*;
use crate::parse::sniff::Content;

pub(super) static RULE: Rule = Rule {
    name: "git-lfs-pointer",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::All,
    fix: FixKind::None,
    summary: "A Git LFS pointer in place of the model",
    page: page!("git-lfs-pointer"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    if document.content == Content::LfsPointer {
        findings.add(Place::FILE, || {
            Draft::new("this is a Git LFS pointer; the file itself was not fetched")
                .label("not the file")
                .help("run `git lfs pull`")
        });
    }
}
