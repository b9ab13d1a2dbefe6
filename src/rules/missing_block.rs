//! Frames, Frame, Meshes, Materials and Bones.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::layout::BlockKind;
use crate::model::Place;
use crate::span::Span;

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "missing-block",
    group: Group::Syntax,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::None,
    summary: "A whole model without one of the blocks that every model has",
    page: include_str!("../../rules/missing-block.md"),
    check,
};

/// What a whole model has. The comments are optional: older versions of MilkShape write none.
const NEEDED: [BlockKind; 5] =
    [BlockKind::Frames, BlockKind::Frame, BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones];

fn check(document: &Document, findings: &mut Findings) {
    if !document.is_whole() || document.is_truncated() {
        return;
    }
    let missing: Vec<_> =
        NEEDED.into_iter().filter(|kind| document.model.block(*kind).is_none()).collect();
    if missing.is_empty() {
        return;
    }
    findings.add(Place::FILE, || {
        let names: Vec<_> = missing.iter().map(|kind| format!("`{}:`", kind.name())).collect();
        let lines: Vec<_> = missing.iter().map(|kind| format!("`{}: 0`", kind.name())).collect();
        Draft::new(format!("the model has no {}, which is fatal in Scorched3D", names.join(", no ")))
            .at(Span::empty(document.source.bytes.len()))
            .label("the file ends here")
            .help(format!("add {} unless the model is one of several parts", lines.join(", ")))
    });
}
