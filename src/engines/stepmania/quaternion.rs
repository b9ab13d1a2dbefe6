//! The rotations that StepMania and ITGmania make of angles (`RageMath.cpp`).

use std::f32::consts::PI;
use std::sync::LazyLock;

/// The quaternion of a rotation around x, y and z in radians: x, y, z, w. The program takes a detour over degrees.
pub(super) fn quaternion(rotation: [f32; 3]) -> [f32; 4] {
    let halves = rotation.map(|angle| degrees(angle) * PI / 180.0 / 2.0);
    let [sx, sy, sz] = halves.map(fast_sine);
    let [cx, cy, cz] = halves.map(|angle| fast_sine(angle + 0.5 * PI));
    [
        sx * cy * cz - cx * sy * sz,
        cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    ]
}

/// The sine, between two values of a table. Of a negative angle these are not the two around it, but the next ones
/// towards 0.
fn fast_sine(angle: f32) -> f32 {
    const SIZE: u32 = 1024;
    static SINES: LazyLock<Vec<f32>> =
        LazyLock::new(|| (0..SIZE).map(|index| (index as f32 * PI / SIZE as f32).sin()).collect());
    if angle == 0.0 {
        return 0.0;
    }
    let index = (f64::from(angle) * (f64::from(2 * SIZE) / f64::from(PI * 2.0))) as f32;
    // What the processor makes of numbers that are none or too large.
    let first = if (-2_147_483_648.0..2_147_483_648.0).contains(&index) { index as i32 } else { i32::MIN };
    let at = |index: i32| {
        let index = index as u32 % (2 * SIZE);
        let sine = SINES[(index % SIZE) as usize];
        if index >= SIZE { -sine } else { sine }
    };
    let (from, to) = (at(first), at(first.wrapping_add(1)));
    from + (to - from) * (index - first as f32)
}

/// An angle in degrees.
pub(super) fn degrees(radians: f32) -> f32 {
    radians * (180.0 / std::f32::consts::PI)
}
