//! Where in a file the records of its model are: the offsets of their lines, or of their parts in a binary file.

use crate::base::span::Span;
use crate::layout::{self, BlockKind, Field, FieldKind, Record};
use crate::model::place::Place;
use crate::model::{ABSENT, Model};

/// A stretch of the file that belongs to one record or one table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stretch {
    /// One line of a record, as a number into [`layout::lines`], or one part of it in a binary file.
    Line(Place, usize),
    /// The rows of a table; the place is its first row.
    Rows(Place),
}

/// What a line is in the model.
#[derive(Clone, Copy)]
pub(super) struct Role {
    /// The record, or the row.
    pub(super) place: Place,
    /// Which of its lines this is.
    pub(super) number: usize,
}

impl Role {
    fn fields(self) -> &'static [Field] {
        layout::lines(self.place.record)[self.number]
    }

    pub(super) fn field(self, column: usize) -> Option<Place> {
        let first = layout::first_field(self.place.record, self.number);
        (column < self.fields().len()).then(|| self.place.field(first + column as u8))
    }

    pub(super) fn is_free_text(self) -> bool {
        matches!(self.fields(), [Field { kind: FieldKind::FreeText, .. }])
    }
}

/// The lines of all records and the starts of all tables, in the order of the file.
#[derive(Debug)]
pub(super) struct Outline(Vec<(u32, Stretch)>);

impl Outline {
    /// The outline of the file that this model was read from.
    pub(super) fn of(model: &Model) -> Self {
        let lines = 3 * model.meshes.len() + 10 * model.materials.len() + 4 * model.bones.len();
        let mut outline = Vec::with_capacity(model.blocks.len() + lines + 2 * model.comments.len());
        let mut lines = |place: Place, lines: &[u32]| {
            let present = lines.iter().enumerate().filter(|(_, at)| **at != ABSENT);
            outline.extend(present.map(|(number, at)| (*at, Stretch::Line(place, number))));
        };
        let mut tables = Vec::new();
        let mut rows = |record, object, first: Option<u32>| {
            tables.extend(first.map(|at| (at, Stretch::Rows(Place::object(record, object)))));
        };
        for (index, block) in model.blocks.iter().enumerate() {
            lines(Place::object(Record::Block, index), &[block.at]);
        }
        for (index, mesh) in model.meshes.iter().enumerate() {
            lines(Place::object(Record::Mesh, index), &mesh.lines);
            rows(Record::Member, index, mesh.members.rows.first().map(|row| row.at));
        }
        for (object, geometry) in model.geometries() {
            rows(Record::Vertex, object, geometry.vertices.rows.first().map(|row| row.at));
            rows(Record::Face, object, geometry.faces.rows.first().map(|row| row.at));
            // In a binary file they are parts of the faces.
            let normals = Some(&geometry.normals).filter(|_| model.binary.is_none());
            rows(Record::Normal, object, normals.and_then(|normals| Some(normals.rows.first()?.at)));
        }
        if let Some(binary) = &model.binary {
            lines(Place::FILE, &[0]);
            lines(Place::object(Record::Animation, 0), &[binary.animation.map_or(ABSENT, |row| row.at)]);
            lines(Place::object(Record::ModelExtra, 0), &[binary.model_extra.map_or(ABSENT, |row| row.at)]);
            rows(Record::VertexExtra, 0, binary.vertex_extras.rows.first().map(|row| row.at));
            rows(Record::BoneExtra, 0, binary.bone_extras.rows.first().map(|row| row.at));
        }
        for (index, material) in model.materials.iter().enumerate() {
            lines(Place::object(Record::Material, index), &material.lines);
        }
        for (index, bone) in model.bones.iter().enumerate() {
            lines(Place::object(Record::Bone, index), &bone.lines);
            rows(Record::PositionKey, index, bone.position_keys.rows.first().map(|row| row.at));
            rows(Record::RotationKey, index, bone.rotation_keys.rows.first().map(|row| row.at));
        }
        for (index, comment) in model.comments.iter().enumerate() {
            // In a binary file a text without a byte takes no room.
            let is_there = |text: &Span| !(model.binary.is_some() && text.is_empty());
            let text = comment.text.filter(is_there).map_or(ABSENT, |text| text.start);
            match model.blocks[comment.block as usize].kind {
                BlockKind::ModelComment if model.binary.is_none() => {
                    lines(Place::object(Record::ModelComment, index), &[text]);
                }
                BlockKind::ModelComment => {
                    lines(Place::object(Record::ModelComment, index), &[comment.at, text]);
                }
                _ => lines(Place::object(Record::Comment, index), &[comment.at, text]),
            }
        }
        outline.append(&mut tables);
        // It is in order but for a few long runs, which a stable sort merges.
        outline.sort_by_key(|(at, _)| *at);
        Self(outline)
    }

    /// The stretch that begins at an offset or last before it, and where that is.
    pub(super) fn up_to(&self, offset: usize) -> Option<(usize, Stretch)> {
        let next = self.0.partition_point(|(at, _)| *at as usize <= offset);
        self.0[..next].last().map(|(at, stretch)| (*at as usize, *stretch))
    }

    /// Where the next stretch after an offset begins.
    pub(super) fn next_after(&self, offset: usize) -> Option<usize> {
        let next = self.0.partition_point(|(at, _)| *at as usize <= offset);
        self.0.get(next).map(|(at, _)| *at as usize)
    }

    /// What the line that starts at an offset is in the model.
    pub(super) fn role(&self, model: &Model, start: usize) -> Option<Role> {
        match self.up_to(start)? {
            (at, Stretch::Line(place, number)) => (at == start).then_some(Role { place, number }),
            (_, Stretch::Rows(place)) => {
                let row = row_at(model, place, start as u32)?;
                Some(Role { place: Place { row: row as u32, ..place }, number: 0 })
            }
        }
    }
}

/// The index of the row of a table that starts at an offset.
fn row_at(model: &Model, table: Place, start: u32) -> Option<usize> {
    let object = table.object as usize;
    let geometry = || model.geometry_of(object);
    let bone = || model.bones.get(object);
    match table.record {
        Record::Vertex => geometry()?.vertices.rows.binary_search_by_key(&start, |row| row.at).ok(),
        Record::Normal => geometry()?.normals.rows.binary_search_by_key(&start, |row| row.at).ok(),
        Record::Face => geometry()?.faces.rows.binary_search_by_key(&start, |row| row.at).ok(),
        Record::PositionKey => bone()?.position_keys.rows.binary_search_by_key(&start, |row| row.at).ok(),
        Record::RotationKey => bone()?.rotation_keys.rows.binary_search_by_key(&start, |row| row.at).ok(),
        _ => None,
    }
}

/// Where a line of a record starts, or a part of it in a binary file. `None` for what the file does not
/// have.
pub(super) fn start_of(model: &Model, place: Place, number: usize) -> Option<u32> {
    let binary = model.binary.as_ref();
    let (object, row) = (place.object as usize, place.row as usize);
    let at = match place.record {
        Record::File => 0,
        Record::Block => model.blocks.get(object)?.at,
        Record::Mesh => *model.meshes.get(object)?.lines.get(number)?,
        Record::Member => model.meshes.get(object)?.members.rows.get(row)?.at,
        Record::Vertex => model.geometry_of(object)?.vertices.rows.get(row)?.at,
        Record::Normal => model.geometry_of(object)?.normals.rows.get(row)?.at,
        Record::Face => model.geometry_of(object)?.faces.rows.get(row)?.at,
        Record::Material => *model.materials.get(object)?.lines.get(number)?,
        Record::Bone => *model.bones.get(object)?.lines.get(number)?,
        Record::PositionKey => model.bones.get(object)?.position_keys.rows.get(row)?.at,
        Record::RotationKey => model.bones.get(object)?.rotation_keys.rows.get(row)?.at,
        Record::Comment if number == 0 => model.comments.get(object)?.at,
        Record::ModelComment if number == 0 && binary.is_some() => model.comments.get(object)?.at,
        Record::Comment | Record::ModelComment => model.comments.get(object)?.text?.start,
        Record::Animation => binary?.animation?.at,
        Record::VertexExtra => binary?.vertex_extras.rows.get(row)?.at,
        Record::BoneExtra => binary?.bone_extras.rows.get(object)?.at,
        Record::ModelExtra => binary?.model_extra?.at,
    };
    (at != ABSENT).then_some(at)
}
