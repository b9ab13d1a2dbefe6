//! What refers to what: fields that hold an index, or the name of a bone.

use crate::document::Document;
use crate::layout::{self, BlockKind, FieldKind, Record, fields};
use crate::model::Parent;
use crate::model::place::{Place, SHARED};
use crate::parse::ascii::number;
use crate::parse::binary;

/// What a field refers to. `None` where it refers to nothing, or to something that the file does not have.
pub fn referred(document: &Document, place: Place) -> Option<Place> {
    let target = match (place.record, place.field?) {
        (Record::Bone, fields::bone::PARENT) => {
            match document.model.bones.get(place.object as usize)?.parent_bone {
                Parent::Bone(parent) => Place::object(Record::Bone, parent as usize),
                Parent::Root | Parent::Missing | Parent::Unknown => return None,
            }
        }
        _ => index_and_target(document, place)?.1,
    };
    document.locate(target).map(|_| target)
}

/// The index in a field, and what it refers to if there is such a thing. `None` where the field is no index.
pub fn index_and_target(document: &Document, place: Place) -> Option<(i32, Place)> {
    let index = integer(document, place)?;
    Some((index, target(document, place, place.field?, index as u32)?))
}

/// The value of an integer.
fn integer(document: &Document, place: Place) -> Option<i32> {
    if layout::field(place.record, place.field?)?.kind != FieldKind::Integer {
        return None;
    }
    match document.binary_field(place) {
        Some((slot, span)) => binary::spell(slot.store, document.bytes(span)).parse().ok(),
        None => number::integer(document.bytes(document.locate(place)?)).value,
    }
}

/// The place that an index refers to; `None` where the field is no index.
fn target(document: &Document, place: Place, field: u8, index: u32) -> Option<Place> {
    use fields::{comment, face, member, vertex, vertex_extra};
    let owner = if document.is_binary() { SHARED } else { place.object };
    let row = |record| Some(Place { record, object: owner, row: index, field: None });
    let object = |record| Some(Place { record, object: index, row: 0, field: None });
    match (place.record, field) {
        (Record::Vertex, vertex::BONE) => object(Record::Bone),
        (Record::Face, field) if face::VERTICES.contains(&field) => row(Record::Vertex),
        (Record::Face, field) if face::NORMAL_INDICES.contains(&field) => row(Record::Normal),
        (Record::Face, face::GROUP) => object(Record::Mesh),
        (Record::Mesh, fields::mesh::MATERIAL) => object(Record::Material),
        (Record::Member, member::FACE) => row(Record::Face),
        (Record::VertexExtra, field) if vertex_extra::BONES.contains(&field) => object(Record::Bone),
        (Record::Comment, comment::INDEX) => object(subject(document, place.object)?),
        _ => None,
    }
}

/// What a comment is about.
fn subject(document: &Document, comment: u32) -> Option<Record> {
    let block = document.model.comments.get(comment as usize)?.block;
    match document.model.blocks[block as usize].kind {
        BlockKind::GroupComments => Some(Record::Mesh),
        BlockKind::MaterialComments => Some(Record::Material),
        BlockKind::BoneComments => Some(Record::Bone),
        _ => None,
    }
}

/// What there is to see of what a place is about: of a comment the mesh, the material or the bone that it is kept with, of the
/// comment of the model all meshes, and of anything else just that place.
pub fn seen_at(document: &Document, place: Place) -> Vec<Place> {
    match place.record {
        Record::Comment => {
            let comment = document.model.comments.get(place.object as usize);
            let index = comment.and_then(|comment| usize::try_from(comment.index?).ok());
            let object = subject(document, place.object).zip(index);
            object.map(|(record, index)| Place::object(record, index)).into_iter().collect()
        }
        Record::ModelComment => {
            (0..document.model.meshes.len()).map(|mesh| Place::object(Record::Mesh, mesh)).collect()
        }
        _ => vec![place],
    }
}

/// The fields that refer to a mesh, a material, a bone, a vertex, a normal or a face. Those of one kind are in the order
/// of the file.
pub fn referring(document: &Document, to: Place) -> Vec<Place> {
    let mut found = Vec::new();
    match to.record {
        Record::Vertex => add_corners(document, to, fields::face::VERTICES, &mut found),
        Record::Normal => add_corners(document, to, fields::face::NORMAL_INDICES, &mut found),
        Record::Face => add_members(document, to, &mut found),
        Record::Mesh => {
            let groups = document.model.binary.iter().flat_map(|binary| binary.groups.iter().enumerate());
            let own = groups.filter(|(_, group)| u32::from(**group) == to.object);
            let field = |face| Place::row(Record::Face, SHARED as usize, face).field(fields::face::GROUP);
            found.extend(own.map(|(face, _)| field(face)));
            add_comments(document, to, &mut found);
        }
        Record::Material => {
            let field = |mesh| Place::object(Record::Mesh, mesh).field(fields::mesh::MATERIAL);
            let meshes = document.model.meshes.iter().map(|mesh| mesh.material).zip(0..);
            let using = meshes.filter(|(index, mesh)| leads_to(document, field(*mesh), *index, to));
            found.extend(using.map(|(_, mesh)| field(mesh)));
            add_comments(document, to, &mut found);
        }
        Record::Bone => {
            add_bound(document, to, &mut found);
            add_comments(document, to, &mut found);
        }
        _ => {}
    }
    found
}

/// The corners of faces that use a vertex or a normal.
fn add_corners(document: &Document, to: Place, numbers: [u8; 3], found: &mut Vec<Place>) {
    let Some(geometry) = document.model.geometry_of(to.object as usize) else { return };
    let of =
        |face: &crate::model::Face| if to.record == Record::Vertex { face.vertices } else { face.normals };
    for row in 0..geometry.faces.len() {
        let corners = geometry.faces.get(row as i32).map(of);
        for (corner, field) in numbers.into_iter().enumerate() {
            let place = Place::row(Record::Face, to.object as usize, row).field(field);
            let index = corners.map(|corners| corners[corner]);
            found.extend(leads_to(document, place, index, to).then_some(place));
        }
    }
}

/// Whether a field that holds an index refers to something. What of a row cannot be read as a whole may still be an
/// index.
fn leads_to(document: &Document, field: Place, index: Option<i32>, to: Place) -> bool {
    let number = if matches!(to.record, Record::Vertex | Record::Normal) { to.row } else { to.object };
    match index {
        Some(index) => index == number as i32,
        None => index_and_target(document, field).is_some_and(|(_, target)| target == to),
    }
}

/// The members of meshes of a binary model that are a face.
fn add_members(document: &Document, to: Place, found: &mut Vec<Place>) {
    for (mesh, of) in document.model.meshes.iter().enumerate() {
        let members = of.members.rows.iter().enumerate().filter(|(_, member)| member.face == to.row as i32);
        found.extend(
            members.map(|(row, _)| Place::row(Record::Member, mesh, row).field(fields::member::FACE)),
        );
    }
}

/// The vertices that a bone moves, and the bones that it is the parent of.
fn add_bound(document: &Document, to: Place, found: &mut Vec<Place>) {
    for (object, geometry) in document.model.geometries() {
        let vertices = &geometry.vertices;
        let places = (0..vertices.len())
            .map(|row| (row, Place::row(Record::Vertex, object, row).field(fields::vertex::BONE)));
        let index = |row: usize| vertices.get(row as i32).map(|vertex| vertex.bone);
        let bound = places.filter(|(row, place)| leads_to(document, *place, index(*row), to));
        found.extend(bound.map(|(_, place)| place));
    }
    for (row, extra) in document.model.binary.iter().flat_map(|binary| binary.vertex_extras.iter()) {
        let place = Place::row(Record::VertexExtra, 0, row);
        let bones = extra.bones.into_iter().zip(fields::vertex_extra::BONES);
        let bound = bones.filter(|(bone, _)| i64::from(*bone) == i64::from(to.object));
        found.extend(bound.map(|(_, field)| place.field(field)));
    }
    let children = document.model.bones.iter().enumerate();
    let children = children.filter(|(_, bone)| bone.parent_bone == Parent::Bone(to.object));
    found.extend(children.map(|(bone, _)| Place::object(Record::Bone, bone).field(fields::bone::PARENT)));
}

/// The comments about an object.
fn add_comments(document: &Document, to: Place, found: &mut Vec<Place>) {
    let comments = document.model.comments.iter().zip(0..);
    let about = comments.filter(|(comment, number)| {
        comment.index == Some(to.object as i32) && subject(document, *number) == Some(to.record)
    });
    found
        .extend(about.map(|(_, number)| {
            Place::object(Record::Comment, number as usize).field(fields::comment::INDEX)
        }));
}
