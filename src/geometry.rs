//! Floor 1: the directions of faces.

use crate::model::{Face, Geometry};

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

/// Where a face looks, as long as twice its area: its corners run counter-clockwise seen from there.
/// `None` if the mesh does not have its vertices.
pub fn area(geometry: &Geometry, face: &Face) -> Option<Vector> {
    let [a, b, c] = face.vertices.map(|index| geometry.vertices.get(index).map(|vertex| vertex.position));
    let a = a?;
    Some(cross(difference(b?, a), difference(c?, a)))
}

/// Where each vertex of a mesh looks: the sum of the areas of its faces.
pub fn vertex_areas(geometry: &Geometry) -> Vec<Vector> {
    let mut sums = vec![[0.0; 3]; geometry.vertices.len()];
    for (_, face) in geometry.faces.iter() {
        let Some(area) = area(geometry, face) else { continue };
        for vertex in face.vertices {
            if let Some(sum) = sums.get_mut(vertex as usize) {
                add(sum, area);
            }
        }
    }
    sums
}
