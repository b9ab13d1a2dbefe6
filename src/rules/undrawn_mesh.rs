//! A mesh that has faces, of which none is drawn: all are without area, or the mesh is hidden.

use crate::diagnostics::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "undrawn-mesh",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Meaning,
    fix: FixKind::None,
    summary: "A mesh with faces of which none is drawn",
    page: page!("undrawn-mesh"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, (mesh, shape)) in document.model.meshes.iter().zip(document.model.shapes()).enumerate() {
        let count = shape.face_count();
        let place = Place::object(Record::Mesh, index);
        if shape.is_flat() {
            findings.add(place, || {
                let faces = match count {
                    1 => "the only face of the mesh has no area".to_string(),
                    _ => format!("none of the {} of the mesh has an area", counted(count, "face")),
                };
                Draft::new(format!("{faces}: nothing of it is seen"))
                    .label("all faces without area")
                    .help("delete the mesh, unless a program looks for its name")
            });
        } else if mesh.is_hidden() && count > 0 {
            findings.add(place.field(fields::mesh::FLAGS), || {
                Draft::new(format!("the mesh is hidden, with {}", counted(count, "face")))
                    .label("hidden")
                    .help("delete the mesh, or write flags without 2 if it should be seen")
            });
        }
    }
}
