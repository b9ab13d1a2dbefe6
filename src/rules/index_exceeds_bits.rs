//! An index that exists, but does not fit the 8 or 16 bits that a binary file has for it.

use crate::diagnostics::prelude::*;

pub(super) static INDEX_EXCEEDS_16_BITS: Rule = Rule {
    name: "index-exceeds-16-bits",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A face that uses a vertex or a normal beyond 65,535",
    page: page!("index-exceeds-16-bits"),
    check: corners,
};

/// The greatest index that 16 bits hold.
const GREATEST_OF_16_BITS: i32 = 0xFFFF;

fn corners(document: &Document, findings: &mut Sink) {
    for (mesh_index, geometry, row_stats) in document.geometries() {
        if row_stats.vertex.max(row_stats.normal) <= GREATEST_OF_16_BITS as u32 {
            continue;
        }
        // An index that does not exist is reported by another rule.
        let exceeds = |index: i32, count: usize| index > GREATEST_OF_16_BITS && (index as usize) < count;
        for (index, face) in geometry.faces.iter() {
            let vertices = face.vertices.into_iter().zip(fields::face::VERTICES);
            let normals = face.normals.into_iter().zip(fields::face::NORMAL_INDICES);
            let vertex = vertices.map(|(index, field)| ("vertex", index, field, geometry.vertices.len()));
            let normal = normals.map(|(index, field)| ("normal", index, field, geometry.normals.len()));
            let first = vertex.chain(normal).find(|(_, index, _, count)| exceeds(*index, *count));
            let Some((noun, target, field, _)) = first else { continue };
            findings.add(Place::row(Record::Face, mesh_index, index).field(field), || {
                let instead = target & GREATEST_OF_16_BITS;
                Draft::new(format!(
                    "{noun} {target} does not fit into 16 bits, in which it becomes {noun} {instead}"
                ))
                .label("beyond 65535")
                .help("split the mesh into smaller ones")
            });
        }
    }
}

pub(super) static BONE_INDEX_EXCEEDS_8_BITS: Rule = Rule {
    name: "bone-index-exceeds-8-bits",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A vertex that hangs on a bone beyond 127",
    page: page!("bone-index-exceeds-8-bits"),
    check: bones,
};

fn bones(document: &Document, findings: &mut Sink) {
    // The bones may be in another file.
    let count = document.model.block(BlockKind::Bones).map(|_| document.model.bones.len());
    for (mesh_index, geometry, row_stats) in document.geometries() {
        if row_stats.bones[1] <= GREATEST_OF_8_BITS
            || count.is_some_and(|count| count <= GREATEST_OF_8_BITS as usize)
        {
            continue;
        }
        for (index, vertex) in geometry.vertices.iter().filter(|(_, vertex)| exceeds(vertex.bone, count)) {
            let place = Place::row(Record::Vertex, mesh_index, index).field(fields::vertex::BONE);
            findings.add(place, || beyond_127("bone", vertex.bone));
        }
    }
}

pub(super) static MATERIAL_INDEX_EXCEEDS_8_BITS: Rule = Rule {
    name: "material-index-exceeds-8-bits",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A mesh that uses a material beyond 127",
    page: page!("material-index-exceeds-8-bits"),
    check: materials,
};

fn materials(document: &Document, findings: &mut Sink) {
    // The materials may be in another file.
    let count = Some(document.model.materials.len()).filter(|count| *count > 0);
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let Some(material) = mesh.material.filter(|material| exceeds(*material, count)) else { continue };
        let place = Place::object(Record::Mesh, index).field(fields::mesh::MATERIAL);
        findings.add(place, || beyond_127("material", material));
    }
}

/// The greatest index that 8 bits with a sign hold.
const GREATEST_OF_8_BITS: i32 = 127;

/// Whether an index is beyond that and exists: if not, another rule reports it. Where the count is not known,
/// 255 may be meant for -1, which it becomes.
fn exceeds(index: i32, count: Option<usize>) -> bool {
    index > GREATEST_OF_8_BITS && count.map_or(index != 255, |count| (index as usize) < count)
}

fn beyond_127(noun: &str, index: i32) -> Draft {
    let instead = index as i8;
    Draft::new(format!("{noun} {index} does not fit into 8 bits with a sign, in which it becomes {instead}"))
        .label("beyond 127")
        .help(format!("use at most 128 {noun}s, of which the last is 127"))
}
