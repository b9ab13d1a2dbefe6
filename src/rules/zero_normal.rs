//! A normal of length 0.

use std::cell::{LazyCell, OnceCell};
use std::collections::HashMap;

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
    fix: FixKind::Depends("unsafe fix unless a face that uses it lacks a vertex", &[Aspect::Normals]),
    summary: "A normal of length 0",
    page: page!("zero-normal"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (mesh_index, geometry, row_stats) in document.geometries() {
        if row_stats.normals[0] > 0.0 {
            continue;
        }
        let better = LazyCell::new(|| Better::of(geometry));
        for (index, normal) in geometry.normals.iter() {
            if normal.direction == [0.0; 3] {
                let place = Place::row(Record::Normal, mesh_index, index);
                findings.add(place, || {
                    let draft = Draft::new("the normal has length 0, and so no direction").label("no direction");
                    match better.direction(index) {
                        Ok((direction, title)) => {
                            draft.fix(set_normal(Fix::unsafe_fix(title), document, place, direction))
                        }
                        Err(face) => draft.help(format!(
                            "first repair the vertices of face {face}, which uses it: they give the direction"
                        )),
                    }
                });
            }
        }
    }
}

/// What directions there are for the normals of a mesh that have none.
struct Better<'d> {
    geometry: &'d Geometry,
    of_faces: Vec<Vector>,
    /// Few need to know.
    of_vertices: OnceCell<Vec<Vector>>,
    /// For each normal the first face that uses it and lacks a vertex. Few need to know.
    unknown: OnceCell<HashMap<i32, usize>>,
}

impl<'d> Better<'d> {
    fn of(geometry: &'d Geometry) -> Self {
        let of_faces = sums(geometry, |_, area| area);
        Self { geometry, of_faces, of_vertices: OnceCell::new(), unknown: OnceCell::new() }
    }

    /// The direction of the faces that use a normal, and what may be said of that. The error is a face that uses it and
    /// lacks a vertex, if no other says anything.
    fn direction(&self, normal: usize) -> Result<([f32; 3], &'static str), usize> {
        let of_vertices = || {
            self.of_vertices.get_or_init(|| {
                let around = vertex_areas(self.geometry);
                sums(self.geometry, |vertex, _| around[vertex])
            })
        };
        if let Some(direction) = unit(self.of_faces[normal]) {
            return Ok((direction, "replace it with the average direction of the faces that use it"));
        }
        if let Some(face) = self.unknown.get_or_init(|| unknown(self.geometry)).get(&(normal as i32)) {
            return Err(*face);
        }
        Ok(match unit(of_vertices()[normal]) {
            Some(direction) => {
                (direction, "replace it with the average direction of the faces around its vertex")
            }
            // A face without area is invisible, so any direction will do that has a length.
            None => (
                [0.0, 1.0, 0.0],
                "replace it with any direction, such as up: no face that has an area uses it",
            ),
        })
    }
}

/// For each normal that a face without one of its vertices uses the first such face.
fn unknown(geometry: &Geometry) -> HashMap<i32, usize> {
    let mut unknown = HashMap::new();
    for (index, face) in geometry.faces.iter().filter(|(_, face)| area(geometry, face).is_none()) {
        for normal in face.normals {
            unknown.entry(normal).or_insert(index);
        }
    }
    unknown
}

/// For each normal of a mesh that has length 0 the sum of what the corners say that use it, given their vertex and the
/// area of their face.
fn sums(geometry: &Geometry, says: impl Fn(usize, Vector) -> Vector) -> Vec<Vector> {
    let normals = &geometry.normals.rows;
    let is_asked = |normal: i32| normals.get(normal as usize).is_some_and(|row| row.direction == [0.0; 3]);
    let mut sums = vec![[0.0; 3]; normals.len()];
    for (_, face) in geometry.faces.iter().filter(|(_, face)| face.normals.into_iter().any(is_asked)) {
        let Some(area) = area(geometry, face) else { continue };
        for (vertex, normal) in face.vertices.into_iter().zip(face.normals) {
            if let Some(sum) = sums.get_mut(normal as usize) {
                add(sum, says(vertex as usize, area));
            }
        }
    }
    sums
}
