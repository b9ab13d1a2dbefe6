//! A binary file without one of the four sections that newer versions of MilkShape write at its end.

use crate::base::display::list;
use crate::diagnostics::prelude::*;
use crate::parse::binary::tail;

pub(super) static RULE: Rule = Rule {
    name: "missing-tail",
    group: Group::Binary,
    severity: Severity::Hint,
    formats: Formats::Binary,
    reach: Reach::Tail,
    fix: FixKind::Safe(&[Aspect::Tail]),
    summary: "A binary file that ends before one of the sections that newer versions of MilkShape write",
    page: page!("missing-tail"),
    check,
};

/// The sections that may be missing, in the order of the file.
const TAIL: [(BlockKind, &str); 4] = [
    (BlockKind::Comments, "comments"),
    (BlockKind::VertexExtras, "vertex extras"),
    (BlockKind::BoneExtras, "bone extras"),
    (BlockKind::ModelExtras, "extras of the model"),
];

fn check(document: &Document, findings: &mut Sink) {
    let Some(binary) = &document.model.binary else { return };
    let is_missing = |(kind, _): &(BlockKind, &str)| document.model.block(*kind).is_none();
    let missing: Vec<_> = TAIL.into_iter().filter(is_missing).collect();
    // Version 3 is older than these sections, and a file that is cut off may have had any of them.
    if missing.is_empty() || binary.version != 4 || !document.is_certain() || !binary.rest.is_empty() {
        return;
    }
    let end = Span::empty(document.source.len());
    findings.add_at(Place::FILE, Some(end), || {
        let names: Vec<_> = missing.iter().map(|(_, name)| (*name).to_string()).collect();
        let (vertices, bones) = (binary.geometry.vertices.len(), document.model.bones.len());
        let sections: Vec<u8> =
            missing.iter().flat_map(|(kind, _)| tail::section(*kind, vertices, bones)).collect();
        Draft::new(format!("the file ends before its {}", list(&names)))
            .label("the file ends here")
            .fix(Fix::safe("add the missing sections, which say nothing").insert(end.end, sections))
    });
}
