//! A second block of the same kind.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "duplicate-block",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::None,
    summary: "A block that is in the file twice",
    page: page!("duplicate-block"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, block) in document.model.blocks.iter().enumerate() {
        let Some((first, _)) = document.model.block(block.kind) else { continue };
        if first == index || block.kind == BlockKind::Unknown {
            continue;
        }
        findings.add(Place::object(Record::Block, index), || {
            let name = block.kind.name();
            Draft::new(format!("a second `{name}:` in one file"))
                .label("again here")
                .also(document.locate(Place::object(Record::Block, first)), "first here")
                .help("join the two, or delete one of them")
        });
    }
}
