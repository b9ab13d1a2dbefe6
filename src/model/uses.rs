//! Which records use others by their index: what is used and not there was probably lost.

use std::fmt::{Display, Formatter};
use std::ops::Range;

use crate::base::display::{counted, was_or_were};
use crate::layout::{BlockKind, Record, fields};
use crate::model::place::{Place, SHARED};
use crate::model::{Face, Model};

/// A record that uses another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The record.
    pub user: Place,
    /// What it uses.
    pub used: &'static str,
    /// The index of that.
    pub index: i32,
}

impl Display for Use {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        let Self { user: Place { record, object, row, .. }, used, index } = self;
        match record {
            Record::Face => write!(f, "face {row}")?,
            Record::Vertex if *object == SHARED => write!(f, "vertex {row}")?,
            Record::Vertex => write!(f, "vertex {row} of mesh {object}")?,
            _ => write!(f, "mesh {object}")?,
        }
        write!(f, " uses {used} {index}")
    }
}

impl Use {
    /// What to do where so many of what is used were lost.
    pub fn advice(&self, lost: usize, noun: &str) -> String {
        format!("get the file again: {self}, so {} {} probably lost", counted(lost, noun), was_or_were(lost))
    }
}

impl Model {
    /// The first record that uses one whose index is in a range, of those that the count at a place counts.
    pub fn first_use(&self, count: Place, range: Range<i32>) -> Option<Use> {
        use fields::mesh::{NORMAL_COUNT, VERTEX_COUNT};
        match (count.record, count.field) {
            _ if range.is_empty() => None,
            (Record::Mesh, Some(VERTEX_COUNT)) if self.binary.is_none() => {
                self.by_corner(count.object, "vertex", range, |face| face.vertices)
            }
            (Record::Mesh, Some(NORMAL_COUNT)) if self.binary.is_none() => {
                self.by_corner(count.object, "normal", range, |face| face.normals)
            }
            (Record::Block, _) => self.first_use_of(self.blocks.get(count.object as usize)?.kind, range),
            _ => None,
        }
    }

    /// The same of records of a block.
    fn first_use_of(&self, kind: BlockKind, range: Range<i32>) -> Option<Use> {
        // The rows of several blocks of a kind are counted together.
        if self.blocks.iter().filter(|block| block.kind == kind).nth(1).is_some() {
            return None;
        }
        let meshes = || self.meshes.iter().enumerate();
        let (used, (user, index)) = match kind {
            BlockKind::Vertices => return self.by_corner(SHARED, "vertex", range, |face| face.vertices),
            BlockKind::Faces => {
                let mut listed = meshes()
                    .flat_map(|(mesh, of)| of.members.rows.iter().map(move |member| (mesh, member.face)));
                let (mesh, face) = listed.find(|(_, face)| range.contains(face))?;
                ("face", (Place::object(Record::Mesh, mesh), face))
            }
            BlockKind::Meshes => {
                let mut groups =
                    self.binary.iter().flat_map(|binary| &binary.groups).map(|group| i32::from(*group));
                let (face, group) = groups.by_ref().enumerate().find(|(_, group)| range.contains(group))?;
                ("mesh", (Place::row(Record::Face, SHARED as usize, face), group))
            }
            BlockKind::Materials => {
                let mut painted = meshes().filter_map(|(mesh, of)| Some((mesh, of.material?)));
                let (mesh, material) = painted.find(|(_, material)| range.contains(material))?;
                ("material", (Place::object(Record::Mesh, mesh), material))
            }
            BlockKind::Bones => {
                let mut vertices = self.geometries().flat_map(|(object, geometry)| {
                    geometry.vertices.iter().map(move |(row, vertex)| (object, row, vertex.bone))
                });
                let (object, row, bone) = vertices.find(|(_, _, bone)| range.contains(bone))?;
                ("bone", (Place::row(Record::Vertex, object, row), bone))
            }
            _ => return None,
        };
        Some(Use { user, used, index })
    }

    /// The first face with a corner that uses such a record.
    fn by_corner(
        &self,
        object: u32,
        used: &'static str,
        range: Range<i32>,
        corners: fn(&Face) -> [i32; 3],
    ) -> Option<Use> {
        let geometry = self.geometry_of(object as usize)?;
        geometry.faces.iter().find_map(|(row, face)| {
            let index = corners(face).into_iter().find(|index| range.contains(index))?;
            Some(Use { user: Place::row(Record::Face, object as usize, row), used, index })
        })
    }
}
