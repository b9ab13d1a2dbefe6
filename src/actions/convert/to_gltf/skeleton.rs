//! Bones as nodes, and the skin that binds vertices to them.

use gltf_json::scene::UnitQuaternion;
use gltf_json::skin::Skin;
use gltf_json::{Index, Node};

use crate::actions::convert::loss;
use crate::actions::convert::to_gltf::{ToGltf, single};
use crate::layout::{Record, fields};
use crate::model::Parent;
use crate::model::place::Place;
use crate::model::vector::Vector;
use crate::pose::quaternion::Quaternion;
use crate::pose::transform::Transform;

/// The nodes of the bones, which have the indices of the bones.
pub(super) struct Joints {
    /// The node above all of them, as a skin must have one.
    pub(super) root: Index<Node>,
    /// The rotation and the position of each bone in its parent.
    pub(super) rest: Vec<(Quaternion, Vector)>,
    /// What takes a point of the model at rest into each bone.
    into_bones: Vec<Transform>,
}

impl Joints {
    /// Most bones that vertices may hang on, with the node that does not move.
    const MOST: usize = u16::MAX as usize;

    /// The joint of a bone; `None` if it has too high an index.
    pub(super) fn of_bone(bone: usize) -> Option<u16> {
        u16::try_from(bone).ok().filter(|_| bone < Self::MOST)
    }

    /// The joint of what does not move, after those of the bones: the node above all of them.
    pub(super) fn still(&self) -> u16 {
        self.into_bones.len().min(Self::MOST) as u16
    }
}

impl ToGltf<'_> {
    /// A node for each bone, and one above the roots; `None` if there are no bones.
    pub(super) fn bones(&mut self) -> Option<Joints> {
        let document = self.document;
        if document.model.bones.is_empty() {
            return None;
        }
        let rest: Vec<_> = (0..document.model.bones.len()).map(|bone| self.rest(bone)).collect();
        let mut into_bones = vec![Transform::IDENTITY; rest.len()];
        let mut children = vec![Vec::new(); rest.len()];
        let mut roots = Vec::new();
        for bone in self.rig.parents_first().iter().copied() {
            let (rotation, translation) = rest[bone];
            let out = Transform { rotation: rotation.rows(), translation }.inverse();
            into_bones[bone] = match self.rig.parent(bone) {
                Some(parent) => out.then(&into_bones[parent]),
                None => out,
            };
        }
        for (bone, source) in document.model.bones.iter().enumerate() {
            let list = match self.rig.parent(bone) {
                Some(parent) => &mut children[parent],
                None => &mut roots,
            };
            list.push(Index::new(bone as u32));
            let is_cut = matches!(source.parent_bone, Parent::Bone(_)) && self.rig.parent(bone).is_none();
            if is_cut || matches!(source.parent_bone, Parent::Missing | Parent::Unknown) {
                let place = Place::object(Record::Bone, bone).field(fields::bone::PARENT);
                self.losses.add(&loss::CUT_PARENT, place, || match is_cut {
                    true => "the bone hangs on itself, so it becomes a root".to_string(),
                    false => "no bone has this name, so the bone becomes a root".to_string(),
                });
            }
        }
        for (bone, children) in children.into_iter().enumerate() {
            let place = Place::object(Record::Bone, bone).field(fields::bone::NAME);
            let name = self.text(place, document.model.bones[bone].name);
            let (rotation, translation) = rest[bone];
            self.glb.root.push(Node {
                name,
                children: (!children.is_empty()).then_some(children),
                rotation: Some(UnitQuaternion(single(rotation.0))),
                translation: Some(single(translation)),
                ..Node::default()
            });
        }
        let name = Some("skeleton".to_string());
        let root = self.glb.root.push(Node { name, children: Some(roots), ..Node::default() });
        Some(Joints { root, rest, into_bones })
    }

    /// The rotation and the position of a bone in its parent.
    fn rest(&mut self, bone: usize) -> (Quaternion, Vector) {
        let source = &self.document.model.bones[bone];
        let place = Place::object(Record::Bone, bone);
        let rotation = self.finite(source.rotation, place, fields::bone::ROTATION);
        let position = self.finite(source.position, place, fields::bone::POSITION);
        (Quaternion::of_angles(rotation).normalized(), position)
    }

    /// The one skin of the model. Its last joint is the one that does not move, if a vertex needs that.
    pub(super) fn skin(&mut self, joints: &Joints, has_still: bool) {
        let count = joints.into_bones.len().min(Joints::MOST);
        let columns = |transform: &Transform| {
            let rows = transform.matrix();
            let mut columns: [f64; 16] = std::array::from_fn(|at| rows[at % 4 * 4 + at / 4]);
            // Adding zero turns a negative zero into a positive one.
            columns.iter_mut().for_each(|number| *number += 0.0);
            single(columns)
        };
        let mut matrices: Vec<_> = joints.into_bones[..count].iter().map(columns).collect();
        let mut nodes: Vec<_> = (0..count as u32).map(Index::new).collect();
        if has_still {
            matrices.push(columns(&Transform::IDENTITY));
            nodes.push(joints.root);
        }
        let matrices = self.glb.floats(&matrices, None);
        self.glb.root.push(Skin {
            inverse_bind_matrices: Some(matrices),
            joints: nodes,
            skeleton: Some(joints.root),
            name: None,
            extensions: None,
            extras: Default::default(),
        });
    }
}
