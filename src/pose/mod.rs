//! Poses: where the bones and the vertices of an animated model are at a time.
//!
//! A [`Rig`] is made once of a document and a [convention], which says how a program poses models. It gives
//! the [`Pose`] at any time.
//!
//! ```
//! use ms3dlint::document::read;
//! use ms3dlint::pose::{Rig, convention};
//!
//! // One bone, which moves from 0 to 6 on x in frames 0 to 24, and a vertex that hangs on it.
//! let text = b"// MilkShape 3D ASCII\r\nFrames: 24\r\nFrame: 1\r\nMeshes: 1\r\n\"body\" 0 -1\r\n\
//!     1\r\n0 0.5 2.0 0.0 0.0 0.0 0\r\n0\r\n0\r\nMaterials: 0\r\nBones: 1\r\n\"arm\"\r\n\"\"\r\n\
//!     0 0.0 1.0 0.0 0.0 0.0 0.0\r\n2\r\n0.0 0.0 0.0 0.0\r\n24.0 6.0 0.0 0.0\r\n0\r\n";
//! let document = read("body.txt", text.to_vec());
//! let rig = Rig::new(&document, &convention::MILKSHAPE);
//! let pose = rig.pose(0.5);
//! assert_eq!(pose.bones[0].translation, [3.0, 1.0, 0.0]);
//! assert_eq!(pose.positions(), [[3.5, 2.0, 0.0]]);
//! ```
//!
//! What is computed: a bone is turned by its angles around x, then y, then z, moved to its position, and is then within its
//! parent: that is its bind pose. Keys turn and move it within that. A vertex is moved by what takes each of its bones
//! from the bind pose to where it is, by weights. Lengths are in the unit of the file, angles in radians, times in
//! seconds; x, y and z are right-handed, and matrices are for columns, as in the file formats.
//!
//! A model may have anything: parents that are not there or go in a circle count as none, and a vertex without a bone does
//! not move. All numbers are finite if those of the file are. A pose takes time that is linear in bones and vertices.

pub mod convention;
pub(crate) mod decimal;
mod decimal_bones;
#[doc(hidden)]
pub mod excursion;
#[doc(hidden)]
pub mod flight;
#[doc(hidden)]
pub mod quaternion;
mod skeleton;
#[doc(hidden)]
pub mod skin;
mod track;
#[doc(hidden)]
pub mod transform;

use crate::document::Document;
use crate::model::vector::{Vector, add, dot};
use crate::model::{Bone, Geometry};
use crate::pose::convention::Convention;
pub use crate::pose::quaternion::Quaternion;
use crate::pose::skeleton::Skeleton;
pub use crate::pose::skin::Influences;
use crate::pose::skin::{influences, vertices};
pub use crate::pose::transform::Transform;
pub use track::PositionKey;

/// What the poses of a model have in common.
#[derive(Debug)]
pub struct Rig<'d> {
    document: &'d Document,
    skeleton: Skeleton,
    /// Of each vertex where it is at rest, and what moves it.
    vertices: Vec<([f32; 3], Influences)>,
    /// For each bone what takes a point from the model into the bone at rest.
    into_bones: Vec<Transform>,
    /// Where the origin of the bones is in the model.
    origin: Vector,
    /// The greatest time of a key, in the unit of the file.
    last_key: f64,
}

impl<'d> Rig<'d> {
    /// That of a model, as a program poses it.
    pub fn new(document: &'d Document, convention: &Convention) -> Self {
        Self::of_held(document, &document.model.bones, &[], convention)
    }

    /// The same with what the program holds of it: other numbers in its bones and other keys, and what moves the first
    /// vertices, as many as these are.
    #[doc(hidden)]
    pub fn of_held(
        document: &'d Document,
        bones: &[Bone],
        held: &[Influences],
        convention: &Convention,
    ) -> Self {
        let skeleton = Skeleton::new(document, bones, convention);
        let mut influences = influences(document, &convention.weights);
        let exist = |held: &Influences| held.iter().all(|(bone, _)| bone < bones.len());
        let known = influences.iter_mut().zip(held).filter(|(_, held)| exist(held));
        known.for_each(|(own, held)| *own = *held);
        let vertices = vertices(document).map(|vertex| vertex.position).zip(influences).collect();
        let origin = if convention.is_centred { middle(document) } else { [0.0; 3] };
        let from_origin = Transform { translation: origin.map(|part| -part), ..Transform::IDENTITY };
        let into_bones = skeleton.bind().map(|bone| bone.inverse().then(&from_origin)).collect();
        let keys = bones.iter().flat_map(|bone| bone.tables()).flat_map(|(_, table)| table.iter());
        let times = keys.map(|(_, key)| f64::from(key.time)).filter(|time| time.is_finite());
        Self { document, skeleton, vertices, into_bones, origin, last_key: times.fold(0.0, f64::max) }
    }

    /// The pose at a time in seconds from the beginning, of which frame 1 is one frame away.
    pub fn pose(&self, seconds: f64) -> Pose<'_> {
        let bones = self.skeleton.at(seconds);
        let moves = bones.iter().zip(&self.into_bones).map(|(bone, into)| {
            let mut moves = bone.then(into);
            add(&mut moves.translation, self.origin);
            moves
        });
        let moves = moves.collect();
        Pose { bones, rig: self, moves }
    }

    /// How many frames a second has.
    pub fn rate(&self) -> f64 {
        self.skeleton.rate()
    }

    /// When the last key is reached, in seconds; 0 if there is none.
    pub fn end(&self) -> f64 {
        if self.document.model.binary.is_some() { self.last_key } else { self.last_key / self.rate() }
    }

    /// How many bones there are.
    pub fn bone_count(&self) -> usize {
        self.skeleton.bone_count()
    }

    /// The bone that a bone hangs on. A circle of parents is cut at its first bone.
    pub fn parent(&self, bone: usize) -> Option<usize> {
        self.skeleton.parent(bone)
    }

    /// All bones, each after its parent.
    pub fn parents_first(&self) -> &[usize] {
        self.skeleton.parents_first()
    }

    /// The keys that count of the position of a bone that exists.
    pub fn position_keys(&self, bone: usize) -> impl Iterator<Item = PositionKey> {
        self.skeleton.position_keys(bone)
    }

    /// The keys that count of the rotation of a bone that exists, in its bind pose, each with its time in seconds.
    pub fn rotation_keys(&self, bone: usize) -> impl Iterator<Item = (f64, Quaternion)> {
        self.skeleton.rotation_keys(bone)
    }

    /// Where each bone is at rest.
    pub fn bind(&self) -> impl ExactSizeIterator<Item = &Transform> {
        self.skeleton.bind()
    }

    /// How many vertices there are. Those of an ASCII model are counted through all meshes.
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Where a vertex is at rest.
    pub fn at_rest(&self, vertex: usize) -> Option<Vector> {
        self.vertices.get(vertex).map(|(position, _)| position.map(f64::from))
    }

    /// What moves a vertex.
    pub fn influences(&self, vertex: usize) -> Option<&Influences> {
        self.vertices.get(vertex).map(|(_, influences)| influences)
    }
}

/// The keys that count of the position of a bone of a model, as a program poses it: [`Rig::position_keys`] without all else.
#[doc(hidden)]
pub fn position_keys(document: &Document, bone: &Bone, convention: &Convention) -> Vec<PositionKey> {
    skeleton::position_keys(&document.model, bone, convention)
}

/// The middle of the box around all vertices. A mesh without vertices counts as a point in the origin.
fn middle(document: &Document) -> Vector {
    let mut bounds = document.model.bounds();
    if document.model.geometries().any(|(_, geometry)| geometry.vertices.is_empty()) {
        bounds = bounds.with([0.0; 3]);
    }
    let middle = bounds.middle().filter(|middle| middle.iter().all(|part| part.is_finite()));
    middle.unwrap_or_default()
}

/// Where bones and vertices are at a time.
#[derive(Clone, Debug)]
pub struct Pose<'r> {
    /// Where each bone is: what takes a point from its own system into that of the model.
    pub bones: Vec<Transform>,
    rig: &'r Rig<'r>,
    /// For each bone what takes a point of the model at rest to where the bone moves it.
    moves: Vec<Transform>,
}

impl Pose<'_> {
    /// For each bone what takes a point of the model at rest to where the bone moves it.
    pub fn moves(&self) -> &[Transform] {
        &self.moves
    }

    /// Where a vertex is; `None` if it does not exist.
    pub fn position(&self, vertex: usize) -> Option<Vector> {
        self.rig.vertices.get(vertex).map(|vertex| self.moved(vertex))
    }

    /// Where all vertices are.
    pub fn positions(&self) -> Vec<Vector> {
        let mut positions = Vec::new();
        self.positions_into(&mut positions);
        positions
    }

    /// The same, in place of what a list held before.
    pub fn positions_into(&self, positions: &mut Vec<Vector>) {
        positions.clear();
        positions.extend(self.rig.vertices.iter().map(|vertex| self.moved(vertex)));
    }

    /// A direction at a vertex that exists, turned as its bones turn it. Its length is 1, or 0 if it has no direction.
    pub fn turned(&self, vertex: usize, direction: Vector) -> Vector {
        let (_, influences) = &self.rig.vertices[vertex];
        unit(influences.blend(direction, |bone| self.moves[bone].turn(direction)))
    }

    fn moved(&self, (position, influences): &([f32; 3], Influences)) -> Vector {
        let position = position.map(f64::from);
        influences.blend(position, |bone| self.moves[bone].apply(position))
    }

    /// The normals of the corners of all faces, three for each face, in the order of the file. Each is of length 1, unless
    /// the file has none there: that of a corner without a vertex or a normal is 0.
    pub fn normals(&self) -> Vec<[Vector; 3]> {
        let mut normals = Vec::new();
        self.normals_into(&mut normals);
        normals
    }

    /// The same, in place of what a list held before.
    pub fn normals_into(&self, normals: &mut Vec<[Vector; 3]>) {
        normals.clear();
        let mut first = 0;
        for (_, geometry) in self.rig.document.model.geometries() {
            let Geometry { vertices, normals: directions, faces } = geometry;
            normals.extend(faces.rows.iter().map(|face| {
                [0, 1, 2].map(|corner| {
                    let vertex = usize::try_from(face.vertices[corner]).ok();
                    let vertex =
                        vertex.filter(|vertex| *vertex < vertices.len()).map(|vertex| first + vertex);
                    let influences = vertex.and_then(|vertex| self.rig.influences(vertex));
                    let direction = directions.get(face.normals[corner]).map(|normal| normal.direction);
                    influences.zip(direction).map_or([0.0; 3], |(influences, direction)| {
                        let direction = direction.map(f64::from);
                        unit(influences.blend(direction, |bone| self.moves[bone].turn(direction)))
                    })
                })
            }));
            first += vertices.len();
        }
    }
}

/// A direction at length 1; 0 if it has none.
fn unit(direction: Vector) -> Vector {
    let length = dot(direction, direction).sqrt();
    if length > 0.0 { direction.map(|part| part / length) } else { [0.0; 3] }
}
