//! A vertex with flags that are not 0.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "vertex-flags-set",
    group: Group::Meshes,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Flags]),
    summary: "A vertex whose flags are not 0",
    page: page!("vertex-flags-set"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (mesh_index, geometry, row_stats) in document.geometries() {
        if row_stats.vertex_flags == 0 {
            continue;
        }
        for (index, vertex) in geometry.vertices.iter().filter(|(_, vertex)| vertex.flags != 0) {
            let place = Place::row(Record::Vertex, mesh_index, index).field(fields::vertex::FLAGS);
            findings.add(place, || {
                Draft::new(format!("the flags are {}, not 0", vertex.flags)).label("not 0").fix(set_field(
                    Fix::unsafe_fix("write 0"),
                    document,
                    place,
                    "0",
                ))
            });
        }
    }
}
