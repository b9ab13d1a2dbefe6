//! How the program reads the faces of a mesh.

use crate::engines::lines::line_at;
use crate::engines::scan::scan;
use crate::engines::scorched3d::ScorchedLoader;
use crate::engines::scorched3d::fixed::Fixed;
use crate::engines::scorched3d::held::{ScorchedFace, ScorchedMesh};
use crate::engines::wanted::Wanted;
use crate::engines::{FailureKind, Loading};
use crate::model::{Face, Geometry};

/// The program keeps neither the flags nor the smoothing group of a face.
const FACE: &str = "%-i %i %i %i %i %i %i %-i";

/// The indices of a face, in the order of the file.
struct FaceIndices {
    vertices: [i32; 3],
    normals: [i32; 3],
}

impl<'d> ScorchedLoader<'d, '_> {
    pub(super) fn faces(
        &mut self,
        known: Option<&'d Geometry>,
        mesh: &mut ScorchedMesh,
        normals: &[[Fixed; 3]],
        uvs: &[[Fixed; 2]],
    ) -> Loading {
        let count = self.count("the number of faces")?;
        let rows = known.and_then(|geometry| self.lines.take(&geometry.faces, count));
        let is_in =
            |indices: [i32; 3], count: usize| indices.iter().all(|index| (*index as u32 as usize) < count);
        // Of usual rows nobody asks what the program holds.
        let is_usual = |row: &Face| is_in(row.vertices, uvs.len()) && is_in(row.normals, normals.len());
        let is_loaded = rows.is_some_and(|rows| rows.iter().all(is_usual));
        for number in 0..if is_loaded { 0 } else { count } {
            let wanted = self.wanted("face", Some(number));
            let row = match rows.and_then(|rows| rows.get(number as usize)) {
                Some(row) => {
                    self.lines.last = row.at as usize;
                    FaceIndices { vertices: row.vertices, normals: row.normals }
                }
                None => {
                    let row = self.values(FACE, 8, wanted)?;
                    let three = |first: usize| [0, 1, 2].map(|corner| row.integer(first + corner));
                    FaceIndices { vertices: three(1), normals: three(4) }
                }
            };
            let vertices = [0, 2, 1].map(|corner| row.vertices[corner]);
            let mut face = ScorchedFace { vertices, normals: [[0; 3]; 3], uvs: [[0; 2]; 3] };
            // The second normal is read into the third variable, and the third into the second.
            for (corner, index) in [0, 2, 1].into_iter().enumerate() {
                face.normals[corner] =
                    self.looked_up(normals, row.normals[index], "normal", 4 + index, wanted)?;
            }
            for (corner, index) in [0, 2, 1].into_iter().enumerate() {
                face.uvs[corner] = self.looked_up(uvs, row.vertices[index], "vertex", 1 + index, wanted)?;
            }
            mesh.faces.push(face);
        }
        Ok(())
    }

    /// The entry of a list, after an assertion that the index is not too large. It is this field of the face.
    fn looked_up<T: Copy>(
        &self,
        list: &[T],
        index: i32,
        noun: &str,
        field: usize,
        wanted: Wanted,
    ) -> Loading<T> {
        let (kind, reason) = match usize::try_from(index) {
            Ok(place) if place < list.len() => return Ok(list[place]),
            Ok(_) => (FailureKind::Refuses, wanted.has(noun, index, list.len())),
            Err(_) => (FailureKind::Crashes, format!("{wanted} has {noun} {index}")),
        };
        let line = line_at(self.lines.bytes, self.lines.last as u32);
        let cause = match noun {
            "normal" if list.is_empty() => self.normals_at,
            _ => (self.lines.last + scan(FACE, line).start(field)) as u32,
        };
        self.blaming(cause, kind, reason)
    }
}
