//! Vector arithmetic, and the area of triangles.

/// x, y, z, computed with more digits than files have.
pub type Vector = [f64; 3];

/// From one point to another.
pub fn difference(to: [f32; 3], from: [f32; 3]) -> Vector {
    std::array::from_fn(|axis| f64::from(to[axis]) - f64::from(from[axis]))
}

/// The cross product.
pub fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The dot product.
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Adds to a vector.
pub fn add(sum: &mut Vector, more: Vector) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// The vector at length 1; `None` if it has no direction.
pub fn unit(v: Vector) -> Option<[f32; 3]> {
    let length = dot(v, v).sqrt();
    (length > 0.0 && length.is_finite()).then(|| v.map(|part| (part / length) as f32))
}

/// The square of the length of a vector.
#[inline]
pub fn square([x, y, z]: [f32; 3]) -> f32 {
    x * x + y * y + z * z
}

/// Corners count as collinear if the triangle is this much flatter than it is long; positions
/// have seven significant digits.
const FLAT: f32 = 1e-6;

/// The square of the length of a cross product up to which a triangle counts as flat, by the square of its
/// longest side.
#[inline]
fn flat_limit(longest: f32) -> f32 {
    FLAT * FLAT * longest * longest
}

#[inline]
fn side([x, y, z]: [f32; 3], from: [f32; 3]) -> [f32; 3] {
    [x - from[0], y - from[1], z - from[2]]
}

/// The square of the length of the cross product.
#[inline]
fn cross_square(u: [f32; 3], v: [f32; 3]) -> f32 {
    square([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])
}

/// Whether a triangle certainly has an area. Nearly all do, and this is found out fast.
#[inline]
pub fn has_area(p: [f32; 3], q: [f32; 3], r: [f32; 3]) -> bool {
    let (u, v) = (side(q, p), side(r, p));
    // No side is longer than both others together.
    cross_square(u, v) > flat_limit(2.0 * (square(u) + square(v)))
}

/// Whether a triangle has no area: its corners are collinear, or some of them equal. False if its size
/// is not finite.
pub fn is_flat(p: [f32; 3], q: [f32; 3], r: [f32; 3]) -> bool {
    if has_area(p, q, r) {
        return false;
    }
    let (u, v) = (side(q, p), side(r, p));
    let limit = flat_limit(square(u).max(square(v)).max(square(side(r, q))));
    limit.is_finite() && cross_square(u, v) <= limit
}
