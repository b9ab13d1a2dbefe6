//! An index of a vertex, a normal, a material or a bone that does not exist.

use crate::diagnostics::prelude::*;
use crate::document::describe::whole;
use crate::document::siblings::ModelSiblings;
use crate::fix::fields::count_place;
use crate::model::{Face, Geometry};

pub(super) static VERTEX_INDEX_OUT_OF_RANGE: Rule = Rule {
    name: "vertex-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A face that uses a vertex that its mesh does not have",
    page: page!("vertex-index-out-of-range"),
    check: vertices,
};

fn vertices(document: &Document, findings: &mut Sink) {
    let whole = whole(document);
    let help = format!("use a vertex of this {whole}, or delete the face");
    for (object, geometry, row_stats) in document.geometries() {
        let count = geometry.vertices.len();
        if (row_stats.vertex as usize) >= count {
            let place = Place::object(Record::Vertex, object);
            let targets = CornerTargets { noun: "vertex", place, count, whole };
            targets.check(document, findings, geometry, fields::face::VERTICES, |face| face.vertices, &help);
        }
    }
}

pub(super) static NORMAL_INDEX_OUT_OF_RANGE: Rule = Rule {
    name: "normal-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A face that uses a normal that its mesh does not have",
    page: page!("normal-index-out-of-range"),
    check: normals,
};

fn normals(document: &Document, findings: &mut Sink) {
    let (whole, help) = ("mesh", "use a normal of this mesh, or add the missing ones");
    for (object, geometry, row_stats) in document.geometries() {
        let count = geometry.normals.len();
        // Where there is no normal at all, `missing-normals` reports that.
        let has_none = geometry.normals.declared == Some(0) && count == 0;
        if (row_stats.normal as usize) >= count && !has_none {
            let place = Place::object(Record::Normal, object);
            let targets = CornerTargets { noun: "normal", place, count, whole };
            targets.check(
                document,
                findings,
                geometry,
                fields::face::NORMAL_INDICES,
                |face| face.normals,
                help,
            );
        }
    }
}

/// The vertices or the normals of a mesh, which the corners of faces name.
struct CornerTargets {
    noun: &'static str,
    place: Place,
    count: usize,
    /// What has them: in a binary file all meshes share them.
    whole: &'static str,
}

impl CornerTargets {
    /// Reports each corner that names none of them. `targets` are the fields of the three corners.
    fn check(
        &self,
        document: &Document,
        findings: &mut Sink,
        geometry: &Geometry,
        targets: [u8; 3],
        corners: fn(&Face) -> [i32; 3],
        help: &str,
    ) {
        let Self { noun, count, whole, .. } = *self;
        let (has, range) = (counted(count, noun), index_range(count));
        let declared = count_place(document, self.place).and_then(|place| document.locate(place));
        for (index, face) in geometry.faces.iter() {
            let face_place = Place::row(Record::Face, self.place.object as usize, index);
            for (corner, target) in targets.into_iter().zip(corners(face)) {
                // As an unsigned number a negative index is larger than any count.
                if (target as u32 as usize) < count {
                    continue;
                }
                findings.add(face_place.field(corner), || {
                    Draft::new(format!("no {noun} {target}: the {whole} has {has}{range}"))
                        .label(format!("no such {noun}"))
                        .also(declared, format!("{has} here"))
                        .help(help.to_string())
                });
            }
        }
    }
}

pub(super) static MATERIAL_INDEX_OUT_OF_RANGE: Rule = Rule {
    name: "material-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A mesh that uses a material that the model does not have",
    page: page!("material-index-out-of-range"),
    check: materials,
};

fn materials(document: &Document, findings: &mut Sink) {
    if document.is_truncated() {
        return;
    }
    // The materials of a split model are in another file; what is not there cannot be checked.
    let count = document.model.materials.len();
    let block = document.model.block(BlockKind::Materials).filter(|_| count > 0 || document.is_binary());
    let known = block.map(|(block, _)| (block, count));
    for (index, mesh) in document.model.meshes.iter().enumerate() {
        let Some(material) = mesh.material else { continue };
        if material < -1 || (known.is_some() && material >= count as i32) {
            let place = Place::object(Record::Mesh, index).field(fields::mesh::MATERIAL);
            findings.add(place, || no_such("material", material, document, known));
        }
    }
}

pub(super) static BONE_INDEX_OUT_OF_RANGE: Rule = Rule {
    name: "bone-index-out-of-range",
    group: Group::Meshes,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Depends("unsafe fix unless the bone was lost", &[Aspect::VertexBones]),
    summary: "A vertex that hangs on a bone that the model does not have",
    page: page!("bone-index-out-of-range"),
    check: bones,
};

fn bones(document: &Document, findings: &mut Sink) {
    if document.is_truncated() {
        return;
    }
    // The bones of a split model are in another file; what is not there cannot be checked.
    let count = document.model.bones.len();
    let known = document.model.block(BlockKind::Bones).map(|(block, _)| (block, count));
    let declared = known.and_then(|(block, _)| document.model.blocks[block].declared());
    let is_lost = |bone: i32| bone >= 0 && declared.is_some_and(|declared| (bone as u32) < declared);
    let is_wrong = |bone: i32| bone < -1 || (known.is_some() && bone >= count as i32);
    if count == 0
        && !document.is_binary()
        && document.geometries().any(|(.., rows)| rows.bones.into_iter().any(is_wrong))
    {
        let files = findings.context().file_tree.as_deref();
        // A part of a split model can say `Bones: 0`, too.
        if ModelSiblings::of(document, files).has(b"bone") {
            return;
        }
    }
    for (mesh_index, geometry, row_stats) in document.geometries() {
        if !row_stats.bones.into_iter().any(is_wrong) {
            continue;
        }
        for (index, vertex) in geometry.vertices.iter().filter(|(_, vertex)| is_wrong(vertex.bone)) {
            let place = Place::row(Record::Vertex, mesh_index, index).field(fields::vertex::BONE);
            findings.add(place, || {
                let fix = set_field(Fix::unsafe_fix("write -1, for no bone"), document, place, "-1");
                let draft = no_such("bone", vertex.bone, document, known);
                match is_lost(vertex.bone) {
                    true => draft.help("get the file again: this bone is declared, so it was probably lost"),
                    false => draft.fix(fix),
                }
            });
        }
    }
}

/// What is wrong with the index of a material or a bone: of these `known` is the block and the number, unless
/// they are in another file.
fn no_such(noun: &str, index: i32, document: &Document, known: Option<(usize, usize)>) -> Draft {
    let draft = match known {
        Some((block, count)) => {
            let declared = Place::object(Record::Block, block).field(fields::block::COUNT);
            let (has, range) = (counted(count, noun), index_range(count));
            Draft::new(format!("no {noun} {index}: the model has {has}{range}"))
                .also(document.locate(declared), format!("{has} here"))
                .help(format!("use a {noun} of this model, or -1 for none"))
        }
        None => Draft::new(format!("no {noun} {index}: indices start at 0, and -1 is none"))
            .help(format!("write the index of a {noun}, or -1 for none")),
    };
    draft.label(format!("no such {noun}"))
}
