//! A suppression that has done its work, or never had any. Runs last.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::model::Place;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule, show};
use crate::suppress::Unused;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "unused-suppression",
    group: Group::Suppressions,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "An `ms3dlint: allow` that silences nothing",
    page: include_str!("../../rules/unused-suppression.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    // What it is meant for may be cut off.
    if document.is_truncated() {
        return;
    }
    let unused = findings.unused_suppressions();
    for of_comment in unused.chunk_by(|one, next| std::ptr::eq(one.by, next.by)) {
        for unused in of_comment {
            findings.add_at(Place::FILE, Some(unused.rule), || {
                let help = match of_comment.len() == unused.by.rules.len() {
                    true => "delete the comment",
                    false => "delete the name from the list",
                };
                draft(document, unused).help(help)
            });
        }
    }
}

fn draft(document: &Document, unused: &Unused) -> Draft {
    let rule = show(document, unused.rule);
    let object = unused.by.object.map_or(String::new(), |named| {
        format!(" in {} \"{}\"", named.noun(), show(document, named.name))
    });
    let why = match unused.earlier {
        Some(_) => "is allowed already",
        None => "is allowed, but there is nothing to silence",
    };
    Draft::new(format!("`{rule}`{object} {why}"))
        .label("silences nothing")
        .also(unused.earlier, "allowed here")
}
