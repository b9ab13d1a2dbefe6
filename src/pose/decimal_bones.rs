//! Bones that are posed with numbers of four decimals, as Scorched3D poses them (`Bone.cpp`, `ModelRendererMesh.cpp`).

use crate::model::{Bone, Key, Table};
use crate::pose::decimal::{
    DecimalMatrix, FourDecimal, IDENTITY, matrix_of, matrix_of_angles, product, quaternion_of_angles, slerp,
};
use crate::pose::transform::Transform;

/// The bones of a model.
#[derive(Debug)]
pub(super) struct DecimalBones {
    bones: Vec<DecimalBone>,
}

/// A bone.
#[derive(Debug)]
struct DecimalBone {
    parent: Option<usize>,
    /// The bind pose within its parent, and within the model.
    local: DecimalMatrix,
    bind: DecimalMatrix,
    positions: Vec<DecimalKey>,
    rotations: Vec<DecimalKey>,
}

/// A key: its frame, and a position or angles.
type DecimalKey = (FourDecimal, [FourDecimal; 3]);

impl DecimalBones {
    /// Those with these parents, in an order in which each is after its parent.
    pub(super) fn new(bones: &[Bone], parents: &[Option<usize>], order: &[usize]) -> Self {
        let mut bones: Vec<_> =
            bones.iter().zip(parents).map(|(bone, parent)| DecimalBone::new(bone, *parent)).collect();
        for index in order.iter().copied() {
            if let Some(parent) = bones[index].parent {
                bones[index].bind = product(&bones[parent].bind, &bones[index].local);
            }
        }
        Self { bones }
    }

    /// Where a bone is at rest.
    pub(super) fn bind(&self, bone: usize) -> Transform {
        transform(&self.bones[bone].bind)
    }

    /// Where all bones are at a frame.
    pub(super) fn at(&self, frame: f64, order: &[usize]) -> Vec<Transform> {
        let frame = FourDecimal::of(frame);
        let mut posed = vec![IDENTITY; self.bones.len()];
        for index in order.iter().copied() {
            let bone = &self.bones[index];
            posed[index] = match (bone.at(frame), bone.parent) {
                (None, _) => bone.bind,
                (Some(local), None) => local,
                (Some(local), Some(parent)) => product(&posed[parent], &local),
            };
        }
        posed.iter().map(transform).collect()
    }
}

impl DecimalBone {
    fn new(bone: &Bone, parent: Option<usize>) -> Self {
        let mut local = matrix_of_angles(bone.rotation.map(decimal));
        move_by(&mut local, bone.position.map(decimal));
        let [positions, rotations] = [&bone.position_keys, &bone.rotation_keys].map(keys);
        Self { parent, local, bind: local, positions, rotations }
    }

    /// Where it is within its parent; `None` without keys.
    fn at(&self, frame: FourDecimal) -> Option<DecimalMatrix> {
        if self.positions.is_empty() && self.rotations.is_empty() {
            return None;
        }
        let mut moved = match around(&self.rotations, frame) {
            KeysAround::Nothing => IDENTITY,
            KeysAround::At(angles) => matrix_of_angles(angles),
            KeysAround::Between(from, to, share) => {
                matrix_of(slerp(quaternion_of_angles(from), quaternion_of_angles(to), share))
            }
        };
        let position = match around(&self.positions, frame) {
            KeysAround::Nothing => [FourDecimal::ZERO; 3],
            KeysAround::At(position) => position,
            KeysAround::Between(from, to, share) => {
                [0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * share)
            }
        };
        move_by(&mut moved, position);
        Some(product(&self.local, &moved))
    }
}

/// Where a frame is among keys.
enum KeysAround {
    /// There are none.
    Nothing,
    /// Beyond their ends.
    At([FourDecimal; 3]),
    /// Between two of them, this share of the way.
    Between([FourDecimal; 3], [FourDecimal; 3], FourDecimal),
}

/// The first key that is not before a frame, and the one in front of it, however they are sorted.
fn around(keys: &[DecimalKey], frame: FourDecimal) -> KeysAround {
    let next = keys.iter().position(|(time, _)| *time >= frame).unwrap_or(keys.len());
    let before = next.checked_sub(1).and_then(|before| keys.get(before));
    match (before, keys.get(next)) {
        (None, None) => KeysAround::Nothing,
        (Some((_, value)), None) | (None, Some((_, value))) => KeysAround::At(*value),
        (Some((start, from)), Some((end, to))) => {
            KeysAround::Between(*from, *to, (frame - *start) / (*end - *start))
        }
    }
}

fn keys(table: &Table<Key>) -> Vec<DecimalKey> {
    table.iter().map(|(_, key)| (decimal(key.time), key.value.map(decimal))).collect()
}

fn decimal(number: f32) -> FourDecimal {
    FourDecimal::of(f64::from(number))
}

/// Puts a position into a matrix that only turns.
fn move_by(matrix: &mut DecimalMatrix, position: [FourDecimal; 3]) {
    for (row, part) in matrix.iter_mut().zip(position) {
        row[3] = part;
    }
}

fn transform(matrix: &DecimalMatrix) -> Transform {
    let numbers = matrix.map(|row| row.map(FourDecimal::to_f64));
    Transform { rotation: numbers.map(|[x, y, z, _]| [x, y, z]), translation: numbers.map(|row| row[3]) }
}
