//! The meshes of a model, in both formats alike: each with its vertices, and its faces with what their corners have.

use crate::actions::diff::rows::Alignment;
use crate::document::Document;
use crate::model::place::SHARED;
use crate::model::{ABSENT, Geometry, Vertex};

/// A mesh.
pub(super) struct MeshView {
    /// Its index; `None` for what belongs to no mesh of a binary model.
    pub mesh: Option<usize>,
    /// The object that the places of its vertices and faces name.
    pub object: u32,
    pub vertices: Vec<VertexView>,
    pub faces: Vec<DiffFace>,
    /// How many of its vertices and faces could not be read.
    pub unreadable: [usize; 2],
}

/// A vertex.
#[derive(Clone, Copy)]
pub(super) struct VertexView {
    pub row: u32,
    /// Its index through all meshes.
    pub index: u32,
    pub position: [f32; 3],
    /// In a binary model it belongs to corners.
    pub uv: Option<[f32; 2]>,
    pub bone: i32,
    pub flags: i32,
}

/// A face.
pub(super) struct DiffFace {
    pub row: u32,
    pub corners: [DiffCorner; 3],
    pub flags: i32,
    pub smoothing_group: i32,
}

/// A corner of a face.
#[derive(Clone, Copy)]
pub(super) struct DiffCorner {
    /// Its vertex, as the mesh counts them here; or else the index in the file, which names none.
    pub vertex: Result<u32, i32>,
    pub normal: Option<[f32; 3]>,
    pub uv: Option<[f32; 2]>,
}

/// All meshes of a model, and last what belongs to none.
pub(super) fn views(document: &Document) -> Vec<MeshView> {
    match &document.model.binary {
        Some(_) => binary_views(document),
        None => {
            let mut first = 0;
            let meshes = document.model.meshes.iter().enumerate();
            let view = |(index, mesh): (usize, &crate::model::Mesh)| {
                let view = ascii_view(index, &mesh.geometry, first);
                first += mesh.geometry.vertices.len() as u32;
                view
            };
            meshes.map(view).collect()
        }
    }
}

fn ascii_view(index: usize, geometry: &Geometry, first: u32) -> MeshView {
    let Geometry { vertices, normals, faces } = geometry;
    let view = |(row, vertex): (usize, &Vertex)| VertexView {
        uv: Some(vertex.uv),
        ..vertex_view(row, first, vertex)
    };
    let own: Vec<_> = vertices.iter().map(view).collect();
    let place_of = |vertex: i32| {
        let found = own.binary_search_by_key(&i64::from(vertex), |own| own.row.into());
        found.map(|place| place as u32).map_err(|_| vertex)
    };
    let faces_of = faces.iter().map(|(row, face)| DiffFace {
        row: row as u32,
        corners: [0, 1, 2].map(|corner| {
            let vertex = place_of(face.vertices[corner]);
            DiffCorner {
                vertex,
                normal: normals.get(face.normals[corner]).map(|normal| normal.direction),
                uv: vertex.ok().and_then(|vertex| own[vertex as usize].uv),
            }
        }),
        flags: face.flags,
        smoothing_group: face.smoothing_group,
    });
    let faces_of = faces_of.collect();
    let unreadable = [vertices.broken.len(), faces.broken.len()];
    MeshView { mesh: Some(index), object: index as u32, vertices: own, faces: faces_of, unreadable }
}

fn vertex_view(row: usize, first: u32, vertex: &Vertex) -> VertexView {
    let Vertex { position, bone, flags, .. } = *vertex;
    VertexView { row: row as u32, index: first + row as u32, position, uv: None, bone, flags }
}

fn binary_views(document: &Document) -> Vec<MeshView> {
    let model = &document.model;
    let Some(binary) = &model.binary else { return Vec::new() };
    let geometry = &binary.geometry;
    let mut is_used = vec![false; geometry.vertices.len()];
    let mut views: Vec<_> = model
        .meshes
        .iter()
        .enumerate()
        .map(|(index, mesh)| {
            let rows = mesh.members.iter().map(|(_, member)| member.face);
            shared_view(document, Some(index), rows, |_| false, &mut is_used)
        })
        .collect();
    let loose = binary.owners.iter().enumerate().filter(|(_, owner)| **owner == ABSENT);
    let loose: Vec<_> = loose.map(|(row, _)| row as i32).collect();
    let used = is_used.clone();
    let rest = shared_view(document, None, loose.into_iter(), |vertex| !used[vertex], &mut is_used);
    if !rest.vertices.is_empty() || !rest.faces.is_empty() {
        views.push(rest);
    }
    views
}

/// The faces of these rows, with the vertices that they use, and these too.
fn shared_view(
    document: &Document,
    mesh: Option<usize>,
    rows: impl Iterator<Item = i32>,
    also: impl Fn(usize) -> bool,
    is_used: &mut [bool],
) -> MeshView {
    let geometry = document.model.binary.as_ref().map(|binary| &binary.geometry);
    let uvs = document.model.binary.as_ref().map_or(&[][..], |binary| &binary.uvs);
    let empty = Geometry::default();
    let Geometry { vertices, normals, faces } = geometry.unwrap_or(&empty);
    let found: Vec<_> = rows.filter_map(|row| Some((row as u32, faces.get(row)?))).collect();
    let mut own: Vec<u32> = found
        .iter()
        .flat_map(|(_, face)| face.vertices)
        .filter(|vertex| vertices.get(*vertex).is_some())
        .map(|vertex| vertex as u32)
        .collect();
    if mesh.is_none() {
        let rest = vertices.iter().map(|(vertex, _)| vertex);
        own.extend(rest.filter(|vertex| also(*vertex)).map(|vertex| vertex as u32));
    }
    own.sort_unstable();
    own.dedup();
    own.iter().for_each(|vertex| is_used[*vertex as usize] = true);
    let faces = found.into_iter().map(|(row, face)| DiffFace {
        row,
        corners: [0, 1, 2].map(|corner| DiffCorner {
            vertex: u32::try_from(face.vertices[corner])
                .ok()
                .and_then(|vertex| own.binary_search(&vertex).ok())
                .map(|place| place as u32)
                .ok_or(face.vertices[corner]),
            normal: normals.get(face.normals[corner]).map(|normal| normal.direction),
            uv: uvs.get(row as usize).map(|uvs| [uvs[corner], uvs[corner + 3]]),
        }),
        flags: face.flags,
        smoothing_group: face.smoothing_group,
    });
    let faces = faces.collect();
    let vertices = own.iter().filter_map(|row| {
        let vertex = vertices.get(*row as i32)?;
        Some(vertex_view(*row as usize, 0, vertex))
    });
    MeshView { mesh, object: SHARED, vertices: vertices.collect(), faces, unreadable: [0, 0] }
}

/// Two meshes that are the same, with the vertices that are.
pub(super) struct MeshPair<'v> {
    pub old: &'v MeshView,
    pub new: &'v MeshView,
    pub vertices: Alignment,
}
