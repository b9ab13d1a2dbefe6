//! Vertex extras of version 3, whose length some engines do not know.

use crate::diagnostics::prelude::*;
use crate::fix::weights::{Scale, extras, percentages, to_version_2, version, weighted};

pub(super) static RULE: Rule = Rule {
    name: "misread-weights",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    reach: Reach::Weights,
    fix: FixKind::Depends("safe fix where nothing is lost, otherwise unsafe", &[Aspect::ExtraVersion]),
    summary: "Vertex extras of version 3, whose length some importers do not know",
    page: page!("misread-weights"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let Some((place, 3)) = version(document) else { return };
    if extras(document).is_empty() {
        return;
    }
    let table_edits = findings.table_edits();
    findings.add(place, || {
        let fix = if loses_numbers(document) {
            Fix::unsafe_fix("write version 2, without the second number for programs of each vertex")
        } else if have_parts(document) {
            Fix::unsafe_fix("write version 2; programs that did not read these weights will use them")
        } else {
            Fix::safe("write version 2, which says the same")
        };
        let fix = if table_edits { to_version_2(fix, document, |extra| extra.weights) } else { fix };
        Draft::new("vertex extras of version 3, with 14 bytes for each vertex, and not 10")
            .label("14 bytes each")
            .fix(fix)
    });
}

/// Whether any vertex has a number that version 2 has no room for.
fn loses_numbers(document: &Document) -> bool {
    (0..extras(document).len()).any(|vertex| {
        let place = Place::row(Record::VertexExtra, 0, vertex).field(fields::vertex_extra::EXTRA[1]);
        document.locate(place).is_some_and(|span| document.bytes(span).iter().any(|byte| *byte != 0))
    })
}

/// Whether the weights that come first for some vertex are not all of 100 percent. Who sees a vertex on its own bone
/// alone, as it should be, may see it elsewhere once they are read.
fn have_parts(document: &Document) -> bool {
    let bones = 0..document.model.bones.len() as i32;
    let vertex = |index: usize| document.model.binary.as_ref()?.geometry.vertices.get(index as i32);
    weighted(document).any(|(index, extra)| {
        let own = vertex(index).map_or(-1, |vertex| vertex.bone);
        let listed = [own].into_iter().chain(extra.bones.map(i32::from)).zip(percentages(extra, Scale::Percent));
        let first = listed.take_while(|(bone, percent)| *percent > 0 && bones.contains(bone));
        first.map(|(_, percent)| percent).sum::<u32>() != 100
    })
}
