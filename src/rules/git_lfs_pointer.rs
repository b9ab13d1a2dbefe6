//! What Git leaves where the large file was not fetched.

use crate::parse::sniff::Content;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::model::Place;
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "git-lfs-pointer",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Both,
    fix: FixKind::None,
    summary: "A Git LFS pointer in place of the model",
    page: include_str!("../../rules/git-lfs-pointer.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    if document.content == Content::LfsPointer {
        findings.add(Place::FILE, || {
            Draft::new("this is a Git LFS pointer; the file itself was not fetched")
                .label("not the file")
                .help("run `git lfs pull`")
        });
    }
}
