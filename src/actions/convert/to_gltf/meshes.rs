//! Meshes: corners, faces, and the joints of corners.

use std::collections::{BTreeMap, HashMap};

use gltf_json::buffer::Target;
use gltf_json::mesh::{Mesh, Mode, Primitive, Semantic};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Index, Node};

use crate::actions::convert::loss;
use crate::actions::convert::to_gltf::ToGltf;
use crate::actions::convert::to_gltf::skeleton::Joints;
use crate::layout::{Record, fields};
use crate::model::place::{Place, SHARED};
use crate::scene::{Scene, SceneCorner, ScenePart};

/// Four joints with their weights.
type Bound = ([u16; 4], [f32; 4]);

/// Where the vertices of a mesh are.
#[derive(Clone, Copy)]
struct VertexRows {
    /// The object of their places.
    object: usize,
    /// The index of the first one, counted through all meshes.
    first: usize,
}

/// What several meshes need.
struct Skinning<'j> {
    joints: &'j Joints,
    /// Whether a vertex hangs on the joint that does not move.
    has_still: bool,
    is_used: bool,
}

impl ToGltf<'_> {
    /// A node with a mesh for each mesh of which something can be drawn, and the skin.
    pub(super) fn meshes(&mut self, scene: &Scene, joints: Option<&Joints>) -> Vec<Index<Node>> {
        let mut skinning = joints.map(|joints| Skinning { joints, has_still: false, is_used: false });
        let mut nodes = Vec::new();
        let model = &self.document.model;
        let mut vertices = VertexRows { object: SHARED as usize, first: 0 };
        for part in &scene.parts {
            if model.binary.is_none() {
                vertices.object = part.mesh;
            }
            if !part.faces.is_empty() {
                nodes.push(self.mesh(scene, part, vertices, skinning.as_mut()));
            }
            vertices.first += model.meshes[part.mesh].geometry.vertices.len();
        }
        if let Some(skinning) = skinning.filter(|skinning| skinning.is_used) {
            self.skin(skinning.joints, skinning.has_still);
        }
        nodes
    }

    /// The node of a mesh.
    fn mesh(
        &mut self,
        scene: &Scene,
        part: &ScenePart,
        vertices: VertexRows,
        skinning: Option<&mut Skinning<'_>>,
    ) -> Index<Node> {
        let (corners, indices) = own_corners(scene, part);
        let mut attributes = BTreeMap::new();
        let mut add = |semantic, accessor: Index<Accessor>| {
            attributes.insert(Valid(semantic), accessor);
        };
        let target = Some(Target::ArrayBuffer);
        let positions: Vec<_> = corners.iter().map(|corner| corner.position).collect();
        let normals: Vec<_> = corners.iter().map(|corner| corner.normal).collect();
        let uvs: Vec<_> = corners.iter().map(|corner| corner.uv).collect();
        add(Semantic::Positions, self.glb.floats_in_bounds(&positions, target));
        add(Semantic::Normals, self.glb.floats(&normals, target));
        add(Semantic::TexCoords(0), self.glb.floats(&uvs, target));
        let skin = self.bound(&corners, vertices, skinning).map(|bound| {
            let (joints, weights): (Vec<_>, Vec<_>) = bound.into_iter().unzip();
            add(Semantic::Joints(0), self.glb.joints(&joints));
            add(Semantic::Weights(0), self.glb.floats(&weights, target));
            // The skin is written after all meshes.
            Index::new(0)
        });
        let primitive = Primitive {
            attributes,
            indices: Some(self.glb.indices(&indices)),
            material: part.material.map(|material| Index::new(material as u32)),
            mode: Valid(Mode::Triangles),
            targets: None,
            extensions: None,
            extras: Default::default(),
        };
        let place = Place::object(Record::Mesh, part.mesh).field(fields::mesh::NAME);
        let name = self.text(place, self.document.model.meshes[part.mesh].name);
        let mesh = self.glb.root.push(Mesh {
            primitives: vec![primitive],
            weights: None,
            name: name.clone(),
            extensions: None,
            extras: Default::default(),
        });
        self.glb.root.push(Node { name, mesh: Some(mesh), skin, ..Node::default() })
    }

    /// The joints and weights of corners; `None` if none of them has a bone.
    fn bound(
        &mut self,
        corners: &[SceneCorner],
        vertices: VertexRows,
        skinning: Option<&mut Skinning<'_>>,
    ) -> Option<Vec<Bound>> {
        let bound: Vec<_> = corners.iter().map(|corner| self.bound_by(corner, vertices)).collect();
        let skinning = skinning.filter(|_| bound.iter().any(Option::is_some))?;
        skinning.is_used = true;
        skinning.has_still |= bound.contains(&None);
        let still = ([skinning.joints.still(), 0, 0, 0], [1.0, 0.0, 0.0, 0.0]);
        Some(bound.into_iter().map(|bound| bound.unwrap_or(still)).collect())
    }

    /// The joints and weights of a corner: each joint once, and weights whose sum is 1.
    fn bound_by(&mut self, corner: &SceneCorner, vertices: VertexRows) -> Option<Bound> {
        /// Weights that are nearer to 1 differ by rounding.
        const NEAR: f64 = 1e-5;
        let vertex = corner.vertex as usize;
        let row = vertex - vertices.first;
        let place = Place::row(Record::Vertex, vertices.object, row);
        let mut bones: Vec<(u16, f64)> = Vec::with_capacity(4);
        for (bone, weight) in self.rig.influences(vertex)?.iter() {
            let Some(joint) = Joints::of_bone(bone) else { continue };
            match bones.iter_mut().find(|(known, _)| *known == joint) {
                Some((_, sum)) => *sum += weight,
                None => bones.push((joint, weight)),
            }
        }
        if bones.is_empty() {
            let bone = self.document.model.geometry_of(vertices.object)?.vertices.get(row as i32)?.bone;
            if bone != -1 {
                self.losses.add(&loss::NO_SUCH_BONE, place.field(fields::vertex::BONE), || {
                    format!("bone {bone} does not exist, so the vertex does not move")
                });
            }
            return None;
        }
        let sum: f64 = bones.iter().map(|(_, weight)| weight).sum();
        if (sum - 1.0).abs() > NEAR {
            self.losses.add(&loss::SCALED_WEIGHTS, place, || {
                format!("the weights are {:.0} percent together, and are scaled to 100", sum * 100.0)
            });
        }
        let mut bound = Bound::default();
        for (slot, (joint, weight)) in bones.into_iter().enumerate() {
            (bound.0[slot], bound.1[slot]) = (joint, (weight / sum) as f32);
        }
        Some(bound)
    }
}

/// The corners that a mesh uses, in the order of its faces, and the indices of these corners.
fn own_corners(scene: &Scene, part: &ScenePart) -> (Vec<SceneCorner>, Vec<u32>) {
    let mut corners = Vec::new();
    let mut known = HashMap::new();
    let indices = part.faces.iter().flat_map(|face| face.corners).map(|corner| {
        *known.entry(corner).or_insert_with(|| {
            corners.push(scene.corners[corner as usize]);
            corners.len() as u32 - 1
        })
    });
    let indices = indices.collect();
    (corners, indices)
}
