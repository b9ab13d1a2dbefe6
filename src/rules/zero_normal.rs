//! A normal of length 0.

use std::cell::LazyCell;

use crate::diagnostics::prelude::*;
use crate::fix::fields::set_normal;
use crate::model::Geometry;
use crate::model::face_directions::{area, vertex_areas};
use crate::model::vector::{Vector, add, unit};

pub(super) static RULE: Rule = Rule {
    name: "zero-normal",
    group: Group::Meshes,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Normals]),
    summary: "A normal of length 0",
    page: include_str!("../../rules/zero-normal.md"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (mesh_index, geometry, row_stats) in document.geometries() {
        if row_stats.normals[0] > 0.0 {
            continue;
        }
        let better = LazyCell::new(|| better(geometry));
        for (index, normal) in geometry.normals.iter() {
            if normal.direction == [0.0; 3] {
                let place = Place::row(Record::Normal, mesh_index, index);
                findings.add(place, || {
                    let (direction, title) = better[index];
                    Draft::new("the normal has length 0, and so no direction")
                        .label("no direction")
                        .fix(set_normal(Fix::unsafe_fix(title), document, place, direction))
                });
            }
        }
    }
}

/// For each normal of a mesh the direction of the faces that use it, and what may be said of that.
fn better(geometry: &Geometry) -> Vec<([f32; 3], &'static str)> {
    let of_faces = sums(geometry, |_, area| area);
    // Few need to know.
    let of_vertices = LazyCell::new(|| {
        let around = vertex_areas(geometry);
        sums(geometry, |vertex, _| around[vertex])
    });
    let choose = |(index, faces)| match unit(faces).ok_or_else(|| unit(of_vertices[index])) {
        Ok(direction) => (direction, "replace it with the average direction of the faces that use it"),
        Err(Some(direction)) => (direction, "replace it with the average direction of the faces around its vertex"),
        // A face without area is invisible, so any direction will do that has a length.
        Err(None) => ([0.0, 1.0, 0.0], "replace it with any direction, such as up: no face that has an area uses it"),
    };
    of_faces.into_iter().enumerate().map(choose).collect()
}

/// For each normal of a mesh the sum of what the corners say that use it, given their vertex and the area of their face.
fn sums(geometry: &Geometry, says: impl Fn(usize, Vector) -> Vector) -> Vec<Vector> {
    let mut sums = vec![[0.0; 3]; geometry.normals.len()];
    for (_, face) in geometry.faces.iter() {
        let Some(area) = area(geometry, face) else { continue };
        for (vertex, normal) in face.vertices.into_iter().zip(face.normals) {
            if let Some(sum) = sums.get_mut(normal as usize) {
                add(sum, says(vertex as usize, area));
            }
        }
    }
    sums
}
