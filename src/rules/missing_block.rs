//! Frames, Frame, Meshes, Materials and Bones.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::layout::{BlockKind, Record};
use crate::model::Place;
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};
use crate::span::Span;
use crate::text::list;

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

fn check(document: &Document, findings: &mut Findings) {
    if !document.is_whole() || document.is_truncated() || !document.has_objects() {
        return;
    }
    let missing: Vec<_> =
        BlockKind::NEEDED.into_iter().filter(|kind| document.model.block(*kind).is_none()).collect();
    let Some(first) = missing.first() else { return };
    // The place of the first one: in front of the block that comes next in a whole model.
    let next = document.model.blocks.iter().position(|block| block.kind > *first);
    let place = next.map_or(Place::FILE, |index| Place::object(Record::Block, index));
    let span = match next {
        Some(_) => document.locate(place),
        None => Some(Span::empty(document.source.len())),
    };
    findings.add_at(Place::FILE, span, || {
        let names: Vec<_> = missing.iter().map(|kind| format!("no `{}:`", kind.name())).collect();
        let lines: Vec<_> = missing.iter().map(|kind| format!("`{}: {}`", kind.name(), kind.least())).collect();
        Draft::new(format!("the model has {}, which is fatal in Scorched3D", list(&names)))
            .label(match next {
                Some(_) => format!("`{}:` belongs in front of this", first.name()),
                None => "the file ends here".to_string(),
            })
            .help(format!("add {} unless the model is one of several parts", list(&lines)))
    });
}
