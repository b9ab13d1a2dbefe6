//! The area vectors of faces and vertices: the direction in which they face.

use crate::model::vector::{Vector, add, cross, difference, dot};
use crate::model::{Face, Geometry};

/// The area vector of a face: its normal, with twice its area as length. Its corners run counter-clockwise
/// seen from there. `None` if the mesh does not have its vertices.
pub(crate) fn area(geometry: &Geometry, face: &Face) -> Option<Vector> {
    let corner = |index: i32| geometry.vertices.get(index).map(|vertex| vertex.position);
    let [a, b, c] = face.vertices;
    let (a, b, c) = (corner(a)?, corner(b)?, corner(c)?);
    Some(cross(difference(b, a), difference(c, a)))
}

/// The area vector of each vertex of a mesh: the sum of those of its faces.
pub(crate) fn vertex_areas(geometry: &Geometry) -> Vec<Vector> {
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

/// Above 0 where a face runs along its normals, below where against; `None` where that is unknown.
pub(crate) fn along_normals(geometry: &Geometry, face: &Face) -> Option<f64> {
    let mut normals = [0.0; 3];
    for normal in face.normals {
        add(&mut normals, geometry.normals.get(normal)?.direction.map(f64::from));
    }
    let area = area(geometry, face)?;
    let along = dot(area, normals);
    let is_clear = along * along > CLEAR * CLEAR * dot(area, area) * dot(normals, normals);
    is_clear.then_some(along)
}

/// The cosine of an angle near a right one, at which a face is neither along its normals nor against.
const CLEAR: f64 = 0.1;
