//! Flags with an undocumented bit.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "unknown-flags",
    group: Group::Meshes,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "Flags with a bit that nobody documents",
    page: page!("unknown-flags"),
    check,
};

/// Selected, hidden, dirty, averaged and the like: bits 0 to 6 have names somewhere.
const KNOWN: i32 = 0x7F;

fn check(document: &Document, findings: &mut Sink) {
    let mut look = |place: Place, flags: i32| {
        if flags & !KNOWN != 0 {
            findings.add(place, || {
                let unknown = flags & !KNOWN;
                let help = match document.is_binary() {
                    false => "look for a field too many or too few, or write 0",
                    true => "write 0, unless some program of yours needs the bit",
                };
                Draft::new(format!("the flags {flags} have a bit that no known program sets: {unknown:#x}"))
                    .label("unknown bit")
                    .help(help)
            });
        }
    };
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        look(Place::object(Record::Mesh, index).field(fields::mesh::FLAGS), mesh.flags);
    }
    for (index, geometry, row_stats) in document.geometries() {
        if row_stats.vertex_flags & !KNOWN != 0 {
            for (row, vertex) in geometry.vertices.iter() {
                look(Place::row(Record::Vertex, index, row).field(fields::vertex::FLAGS), vertex.flags);
            }
        }
        if row_stats.face_flags & !KNOWN != 0 {
            for (row, face) in geometry.faces.iter() {
                look(Place::row(Record::Face, index, row).field(fields::face::FLAGS), face.flags);
            }
        }
    }
    for (index, bone) in document.model.bones.iter().enumerate() {
        look(Place::object(Record::Bone, index).field(fields::bone::FLAGS), bone.flags);
    }
}
