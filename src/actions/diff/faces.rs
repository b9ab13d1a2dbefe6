//! Compares the faces of two meshes, as sets of corners.

use crate::actions::diff::pairs::Pairs;
use crate::actions::diff::tally::{Tallied, by_key, degrees, uv_distance};
use crate::actions::diff::view::{DiffCorner, DiffFace, MeshPair, MeshView, VertexView};
use crate::actions::diff::{ChangedAspect, DiffBuilder, are_same, at_most, bits, of_all};
use crate::base::display::counted;
use crate::document::Document;
use crate::layout::Record;
use crate::model::Geometry;
use crate::model::place::Place;
use crate::model::vector::{cross, dot};

/// The corners of a face by numbers that both meshes share, from the least on.
type Corners = [i64; 3];

/// Which faces of two meshes are the same.
pub(super) struct FaceComparison {
    /// Pairs of faces: old, new, and how many corners later the new one begins.
    same: Vec<(usize, usize, usize)>,
    /// Those that are turned around.
    turned: Vec<(usize, usize)>,
    gone: Vec<usize>,
    added: Vec<usize>,
    is_one_format: bool,
}

impl FaceComparison {
    pub(super) fn of(pair: &MeshPair, bones: &Pairs, is_one_format: bool) -> Self {
        let numbers = numbers(pair, bones, is_one_format);
        let corners = |view: &MeshView, side: usize| -> Vec<(Corners, usize)> {
            view.faces.iter().map(|face| from_least(corners_of(face, &numbers[side]))).collect()
        };
        let (old, new) = (corners(pair.old, 0), corners(pair.new, 1));
        let mut left = by_key(new.iter().map(|(corners, _)| *corners));
        left.values_mut().for_each(|rows| rows.reverse());
        let mut found = Self { same: vec![], turned: vec![], gone: vec![], added: vec![], is_one_format };
        let mut is_found = vec![false; new.len()];
        let mut rest = Vec::new();
        for (row, (corners, start)) in old.iter().enumerate() {
            match left.get_mut(corners).and_then(Vec::pop) {
                Some(other) => {
                    is_found[other] = true;
                    found.same.push((row, other, (new[other].1 + 3 - start) % 3));
                }
                None => rest.push(row),
            }
        }
        for row in rest {
            let [a, b, c] = old[row].0;
            match left.get_mut(&[a, c, b]).and_then(Vec::pop) {
                Some(other) => {
                    is_found[other] = true;
                    found.turned.push((row, other));
                }
                None => found.gone.push(row),
            }
        }
        found.added = (0..new.len()).filter(|row| !is_found[*row]).collect();
        found
    }

    /// Reports what differs.
    pub(super) fn report(&self, to: &mut DiffBuilder, pair: &MeshPair) {
        let place = |view: &MeshView, face: usize| {
            Some(Place::row(Record::Face, view.object as usize, view.faces[face].row as usize))
        };
        let (old, new) = (pair.old, pair.new);
        let says = match (self.added.len(), self.gone.len()) {
            (0, 0) => String::new(),
            (added, 0) => format!("{} new", counted(added, "face")),
            (0, gone) => format!("{} gone", counted(gone, "face")),
            (added, gone) => format!("{} new, {gone} gone", counted(added, "face")),
        };
        if !says.is_empty() {
            let places = [
                self.gone.first().and_then(|face| place(old, *face)),
                self.added.first().and_then(|face| place(new, *face)),
            ];
            let count = self.added.len() + self.gone.len();
            to.add_at(ChangedAspect::Faces, says, count, None, places);
        }
        if let Some((was, is)) = self.turned.first() {
            let says = format!("{} turned around", of_all(self.turned.len(), old.faces.len(), "face"));
            let places = [place(old, *was), place(new, *is)];
            to.add_at(ChangedAspect::Faces, says, self.turned.len(), None, places);
        }
        self.corners(to, pair);
        let differing = |differs: &dyn Fn(&DiffFace, &DiffFace) -> bool| {
            let mut tally = Tallied::default();
            for (was, is, _) in &self.same {
                if differs(&old.faces[*was], &new.faces[*is]) {
                    tally.add((*was, *is), 0.0);
                }
            }
            tally
        };
        let mut field = |aspect, name: &str, value: &dyn Fn(&DiffFace) -> i32| {
            let tally = differing(&|was, is| value(was) != value(is));
            if let Some((was, is)) = tally.at {
                let says = format!("{name} of {} changed", of_all(tally.count, self.same.len(), "face"));
                to.add_at(aspect, says, tally.count, None, [place(old, was), place(new, is)]);
            }
        };
        field(ChangedAspect::SmoothingGroups, "smoothing group", &|face| face.smoothing_group);
        field(ChangedAspect::Editor, "flags", &|face| face.flags);
        if !self.same.iter().map(|(_, new, _)| new).is_sorted() {
            to.add(ChangedAspect::Order, "the order of the faces changed", 1);
        }
        let begun = self.same.iter().filter(|(_, _, later)| *later != 0).count();
        if begun > 0 {
            let says = format!("{} begin with another corner", of_all(begun, self.same.len(), "face"));
            to.add(ChangedAspect::Order, says, begun);
        }
    }

    /// Normals and texture coordinates.
    fn corners(&self, to: &mut DiffBuilder, pair: &MeshPair) {
        let (old, new) = (pair.old, pair.new);
        let place = |view: &MeshView, face: usize| {
            Some(Place::row(Record::Face, view.object as usize, view.faces[face].row as usize))
        };
        let (mut normals, mut uvs) = (Tallied::default(), Tallied::default());
        // The texture coordinates of vertices are compared with these.
        let is_of_vertices = self.is_one_format && !to.old.is_binary();
        for (was, is, later) in &self.same {
            let both = [0, 1, 2].map(|corner| {
                let other: DiffCorner = new.faces[*is].corners[(corner + later) % 3];
                (old.faces[*was].corners[corner], other)
            });
            let turn = both.iter().filter_map(|(was, is)| angle(was.normal, is.normal)).reduce(worse);
            if let Some(turn) = turn {
                normals.add((*was, *is), turn);
            }
            let slide = both.iter().filter_map(|(was, is)| match (was.uv, is.uv) {
                (Some(was), Some(is)) if !are_same(&was, &is) => Some(uv_distance(was, is)),
                _ => None,
            });
            if let Some(slide) = slide.reduce(worse).filter(|_| !is_of_vertices) {
                uvs.add((*was, *is), slide);
            }
        }
        if let Some((was, is)) = normals.at {
            let of = of_all(normals.count, self.same.len(), "face");
            let says = format!("normals of {of} changed{}", degrees(normals.largest));
            let places = [place(old, was), place(new, is)];
            to.add_at(ChangedAspect::Normals, says, normals.count, Some(normals.largest), places);
        } else if self.is_one_format {
            self.stored_normals(to, pair);
        }
        if let Some((was, is)) = uvs.at {
            let of = of_all(uvs.count, self.same.len(), "face");
            let says = format!("texture coordinates of {of} changed{}", at_most(uvs.largest));
            let places = [place(old, was), place(new, is)];
            to.add_at(ChangedAspect::TextureCoordinates, says, uvs.count, Some(uvs.largest), places);
        }
    }

    /// The normals of an ASCII model, which faces name, and which may be other ones even if all faces have the same. Of
    /// faces that are elsewhere in the file, those are compared that are the same.
    fn stored_normals(&self, to: &mut DiffBuilder, pair: &MeshPair) {
        let [was, is] =
            [(to.old, pair.old), (to.new, pair.new)].map(|(document, view)| own_geometry(document, view));
        let (Some(was), Some(is)) = (was, is) else { return };
        let values = |geometry: &Geometry| -> Vec<_> {
            geometry.normals.rows.iter().map(|normal| bits(normal.direction)).collect()
        };
        let named = |geometry: &Geometry, view: &MeshView, face: usize| {
            geometry.faces.get(view.faces[face].row as i32).map(|face| face.normals)
        };
        let names_others = |(old, new, later): &(usize, usize, usize)| {
            let (before, after) = (named(was, pair.old, *old), named(is, pair.new, *new));
            before != after.map(|after| [0, 1, 2].map(|corner| after[(corner + later) % 3]))
        };
        let (before, after) = (was.normals.len(), is.normals.len());
        if before != after {
            let says = format!("{} stored, before {before}", counted(after, "normal"));
            to.add(ChangedAspect::Storage, says, before.abs_diff(after));
        } else if values(was) != values(is) {
            to.add(ChangedAspect::Storage, "normals that no face uses, or their order, changed", 1);
        } else {
            let count = self.same.iter().filter(|same| names_others(same)).count();
            if count > 0 {
                let of = of_all(count, self.same.len(), "face");
                let says = format!(
                    "{of} {} other normals of the same direction",
                    if count == 1 { "names" } else { "name" }
                );
                to.add(ChangedAspect::Storage, says, count);
            }
        }
    }
}

/// The geometry that a mesh of an ASCII model has of its own.
fn own_geometry<'d>(document: &'d Document, view: &MeshView) -> Option<&'d Geometry> {
    let mesh = document.model.meshes.get(view.mesh?)?;
    (!document.is_binary()).then_some(&mesh.geometry)
}

/// The larger of two, or the one that is no number.
fn worse(one: f64, other: f64) -> f64 {
    if one.is_nan() || other.is_nan() { f64::NAN } else { one.max(other) }
}

/// The angle between two normals that differ; 0 if they only differ in length.
fn angle(was: Option<[f32; 3]>, is: Option<[f32; 3]>) -> Option<f64> {
    let (was, is) = match (was, is) {
        (None, None) => return None,
        (Some(was), Some(is)) if are_same(&was, &is) => return None,
        (Some(was), Some(is)) => (was.map(f64::from), is.map(f64::from)),
        _ => return Some(f64::NAN),
    };
    let across = cross(was, is);
    Some(dot(across, across).sqrt().atan2(dot(was, is)).to_degrees())
}

/// Numbers for the vertices of both meshes: the same for those that are the same.
fn numbers(pair: &MeshPair, bones: &Pairs, is_one_format: bool) -> [Vec<i64>; 2] {
    /// Beyond all vertices of the new mesh.
    const GONE: i64 = 1 << 40;
    let MeshPair { old, new, vertices } = pair;
    let own: Vec<i64> = (0..new.vertices.len() as i64).collect();
    let matched = |old: usize| vertices.new_of[old].map_or(GONE + old as i64, i64::from);
    if is_one_format {
        return [(0..old.vertices.len()).map(matched).collect(), own];
    }
    // A format may need a vertex several times that the other needs once: the first of the same is meant by all.
    let value = |vertex: &VertexView, bone: Option<i32>| (bits(vertex.position), bone);
    let mut first = std::collections::HashMap::new();
    let new_numbers: Vec<i64> = new
        .vertices
        .iter()
        .zip(own)
        .map(|(vertex, number)| *first.entry(value(vertex, Some(vertex.bone))).or_insert(number))
        .collect();
    let old_numbers = old.vertices.iter().enumerate().map(|(row, vertex)| {
        let known = first.get(&value(vertex, bones.moved(vertex.bone)));
        known.copied().unwrap_or_else(|| {
            vertices.new_of[row].map_or(GONE + row as i64, |new| new_numbers[new as usize])
        })
    });
    [old_numbers.collect(), new_numbers]
}

/// The numbers of the corners of a face. A vertex that does not exist has one of its own.
fn corners_of(face: &DiffFace, numbers: &[i64]) -> Corners {
    /// Beyond all vertices, and all that are gone.
    const MISSING: i64 = 1 << 50;
    face.corners.map(|corner| match corner.vertex {
        Ok(vertex) => numbers[vertex as usize],
        Err(index) => MISSING + i64::from(index),
    })
}

/// The corners from the least on, in their order, and which that is.
fn from_least(corners: Corners) -> (Corners, usize) {
    let turns = [0, 1, 2].map(|start| [0, 1, 2].map(|corner| corners[(start + corner) % 3]));
    let least = (0..3).min_by_key(|start| turns[*start]).unwrap_or(0);
    (turns[least], least)
}
