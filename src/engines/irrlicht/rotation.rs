//! The rotations that the program holds of keys, with all their digits: where these are the same, it drops keys.

use crate::engines::records::{RawBone, bone_position, bone_rotation};

/// Where a bone is in its parent: three directions, then the position, as the loader mirrors them.
type BoneMatrix = [[f32; 3]; 4];

/// Whether the rotations that the program makes of the angles of two keys of a bone are the same. What is no number
/// equals nothing, and no angle comes of one that is infinite.
pub(super) fn is_same_rotation(bone: &RawBone) -> impl Fn(&[f32; 3], &[f32; 3]) -> bool + use<> {
    /// The rounding of angles that are farther apart does not make them the same.
    const NEAR: f32 = 0.001;
    let own = matrix(bone_rotation(bone.head), bone_position(bone.head));
    move |one, other| {
        let is_near = (0..3).all(|axis| (one[axis] - other[axis]).abs() < NEAR);
        is_near && rotation(&own, *one) == rotation(&own, *other)
    }
}

/// The matrix of angles around x, y and z, and of a position.
fn matrix(angles: [f32; 3], [x, y, z]: [f32; 3]) -> BoneMatrix {
    let [(sr, cr), (sp, cp), (sy, cy)] = angles.map(|angle| {
        let (sine, cosine) = angle.sin_cos();
        (f64::from(sine), f64::from(cosine))
    });
    let (srsp, crsp) = (sr * sp, cr * sp);
    let rows = [
        [cp * cy, cp * sy, sp],
        [srsp * cy - cr * sy, srsp * sy + cr * cy, -(sr * cp)],
        [-(crsp * cy + sr * sy), -(crsp * sy - sr * cy), cr * cp],
    ];
    let [a, b, c] = rows.map(|row| row.map(|cell| cell as f32));
    [a, b, c, [x, y, -z]]
}

/// The quaternion of a key, given the matrix of its bone.
fn rotation(own: &BoneMatrix, key: [f32; 3]) -> [f32; 4] {
    let key = matrix(key, [0.0; 3]);
    // The position counts 0 times, which only shows if it is not finite.
    let cell = |row: usize, column: usize| {
        let [a, b, c] = key[row];
        own[0][column] * a + own[1][column] * b + own[2][column] * c + own[3][column] * 0.0
    };
    let [a, b, c] = [0, 1, 2].map(|row| [0, 1, 2].map(|column| cell(row, column)));
    let whole = a[0] + b[1] + c[2] + 1.0;
    let quaternion = if whole > 0.0 {
        let scale = whole.sqrt() * 2.0;
        [(c[1] - b[2]) / scale, (a[2] - c[0]) / scale, (b[0] - a[1]) / scale, 0.25 * scale]
    } else if a[0] > b[1] && a[0] > c[2] {
        let scale = (1.0 + a[0] - b[1] - c[2]).sqrt() * 2.0;
        [0.25 * scale, (a[1] + b[0]) / scale, (c[0] + a[2]) / scale, (c[1] - b[2]) / scale]
    } else if b[1] > c[2] {
        let scale = (1.0 + b[1] - a[0] - c[2]).sqrt() * 2.0;
        [(a[1] + b[0]) / scale, 0.25 * scale, (b[2] + c[1]) / scale, (a[2] - c[0]) / scale]
    } else {
        let scale = (1.0 + c[2] - a[0] - b[1]).sqrt() * 2.0;
        [(a[2] + c[0]) / scale, (b[2] + c[1]) / scale, 0.25 * scale, (b[0] - a[1]) / scale]
    };
    let length = quaternion.iter().map(|part| part * part).fold(0.0, |sum: f32, part| sum + part);
    if length == 1.0 { quaternion } else { quaternion.map(|part| part * (1.0 / length.sqrt())) }
}
