//! Meshes as they are seen, in both formats alike: each with its own faces.

use crate::model::place::SHARED;
use crate::model::vector::is_flat;
use crate::model::{Face, Geometry, Member, Model};

impl Model {
    /// All meshes, each with its faces.
    pub fn shapes(&self) -> impl Iterator<Item = VisibleMesh<'_>> {
        self.meshes.iter().enumerate().map(|(index, mesh)| match &self.binary {
            None => VisibleMesh { object: index, geometry: &mesh.geometry, members: None },
            Some(binary) => VisibleMesh {
                object: SHARED as usize,
                geometry: &binary.geometry,
                members: Some(&mesh.members.rows),
            },
        })
    }
}

/// A mesh as it is seen: its faces, and the vertices and normals that these name.
pub struct VisibleMesh<'m> {
    /// The object that the places of its faces, vertices and normals name: the index of the mesh, or [`SHARED`].
    pub object: usize,
    /// The tables that hold its faces, and the vertices and normals that these use.
    pub geometry: &'m Geometry,
    /// Which faces are its own; `None` where all are.
    members: Option<&'m [Member]>,
}

impl<'m> VisibleMesh<'m> {
    /// How many faces it has, those included that could not be read.
    pub fn face_count(&self) -> usize {
        self.members.map_or(self.geometry.faces.len(), <[Member]>::len)
    }

    /// One of its faces, counted through its own, with its row. `None` for one that could
    /// not be read or does not exist.
    pub fn face(&self, number: usize) -> Option<(usize, Face)> {
        let row = match self.members {
            None => number as i32,
            Some(members) => members.get(number)?.face,
        };
        Some((row as usize, *self.geometry.faces.get(row)?))
    }

    /// Whether it has faces, and none of them has an area. One that could not be read, or names what does not exist, may
    /// have one.
    pub fn is_flat(&self) -> bool {
        let vertices = &self.geometry.vertices;
        let is_flat = |number: usize| {
            let Some((_, face)) = self.face(number) else { return false };
            let corners = face.vertices.map(|vertex| vertices.get(vertex).map(|vertex| vertex.position));
            matches!(corners, [Some(p), Some(q), Some(r)] if is_flat(p, q, r))
        };
        self.face_count() > 0 && (0..self.face_count()).all(is_flat)
    }

    /// Its faces that could be read, each with its row.
    pub fn faces(&self) -> impl Iterator<Item = (usize, Face)> {
        (0..self.face_count()).filter_map(|number| self.face(number))
    }
}
