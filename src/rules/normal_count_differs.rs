//! A mesh with different numbers of normals and vertices.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "normal-count-differs",
    group: Group::Meshes,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "A mesh with another number of normals than of vertices",
    page: page!("normal-count-differs"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let (vertices, normals) = (mesh.geometry.vertices.len(), mesh.geometry.normals.len());
        // Where a count is wrong, the file ends or there is no normal at all, that is what is wrong.
        let declared = [mesh.geometry.vertices.declared, mesh.geometry.normals.declared];
        let counted_right = declared == [Some(vertices as u32), Some(normals as u32)];
        if vertices == normals || normals == 0 || !counted_right || document.is_truncated() {
            continue;
        }
        let place = Place::object(Record::Mesh, index);
        findings.add(place.field(fields::mesh::NORMAL_COUNT), || {
            let (vertices, normals) = (counted(vertices, "vertex"), counted(normals, "normal"));
            Draft::new(format!(
                "{vertices}, but {normals}: not one for each vertex, which is legal"
            ))
            .label(normals)
            .also(document.locate(place.field(fields::mesh::VERTEX_COUNT)), vertices)
            .help("leave it, unless your program needs as many normals as vertices")
        });
    }
}
