//! Places: the addresses of meshes, rows and fields in a model.

use crate::layout::Record;

/// The object of rows that belong to no mesh: all meshes of a binary model share its vertices and faces.
pub const SHARED: u32 = u32::MAX;

/// The address of something in the model: `mesh 2, vertex 311, bone`.
///
/// Rules speak in places; a [`Document`](crate::document::Document) turns places into bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// What kind of thing.
    pub record: Record,
    /// Index of the object: of the mesh, material, bone, comment or block; 0 for the file, and [`SHARED`] for
    /// rows that belong to no mesh.
    pub object: u32,
    /// Index of the row in its object; 0 where the record is no row.
    pub row: u32,
    /// A field, as [`layout::field`](crate::layout::field) counts them; `None` for the whole record.
    pub field: Option<u8>,
}

/// The object that a place belongs to. Findings of one rule are folded together per object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    /// The file.
    File,
    /// The line that opens a block.
    Block(u32),
    /// A mesh, with all that is in it.
    Mesh(u32),
    /// A material.
    Material(u32),
    /// A bone, with its keys.
    Bone(u32),
}

impl Place {
    /// The file as a whole.
    pub const FILE: Self = Self { record: Record::File, object: 0, row: 0, field: None };

    /// A record that is an object of its own.
    pub fn object(record: Record, index: usize) -> Self {
        Self::row(record, index, 0)
    }

    /// A row of an object.
    pub fn row(record: Record, object: usize, row: usize) -> Self {
        Self { record, object: object as u32, row: row as u32, field: None }
    }

    /// A field of this place.
    pub fn field(self, number: u8) -> Self {
        Self { field: Some(number), ..self }
    }

    /// This place without its field.
    pub fn whole(self) -> Self {
        Self { field: None, ..self }
    }

    /// The object it belongs to.
    pub fn owner(self) -> Object {
        match self.record {
            Record::File
            | Record::Comment
            | Record::ModelComment
            | Record::Animation
            | Record::VertexExtra
            | Record::ModelExtra => Object::File,
            Record::Block => Object::Block(self.object),
            Record::Vertex | Record::Normal | Record::Face if self.object == SHARED => Object::File,
            Record::Mesh | Record::Member | Record::Vertex | Record::Normal | Record::Face => {
                Object::Mesh(self.object)
            }
            Record::Material => Object::Material(self.object),
            Record::Bone | Record::PositionKey | Record::RotationKey | Record::BoneExtra => {
                Object::Bone(self.object)
            }
        }
    }
}
