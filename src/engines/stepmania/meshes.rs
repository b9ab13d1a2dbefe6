//! Reads the meshes (`RageModelGeometry.cpp`).

use crate::base::display::counted;
use crate::engines::lines::ModelAt;
use crate::engines::noticed::NoticedKind;
use crate::engines::rows::{NORMAL, VERTEX};
use crate::engines::scan::{quoted, scan};
use crate::engines::stepmania::held::{StepManiaMesh, StepManiaVertex};
use crate::engines::stepmania::{Branch, NAME_ROOM, StepManiaLoader, behind};
use crate::engines::wanted::read_as;
use crate::engines::{FailureKind, Loading};
use crate::model::{Face, Geometry, Normal, Vertex};

/// The programs keep neither the flags nor the smoothing group of a face.
const FACE: &str = "%-d %d %d %d %d %d %d %-d";

impl<'d> StepManiaLoader<'d, '_> {
    pub(super) fn meshes(&mut self) -> Loading {
        while let Some(count) = self.next_block("Meshes") {
            self.object = ("", 0);
            let first = self.held.meshes.len();
            if first > 0 {
                let first = counted(first, "mesh");
                let reason = format!("the file has a second block Meshes, and the first one has {first}");
                return self.failure(FailureKind::Crashes, reason);
            }
            let count = self.room(count, "the number of meshes", 88)?;
            for index in 0..count {
                self.object = ("mesh", index as usize);
                self.mesh()?;
            }
        }
        Ok(())
    }

    fn mesh(&mut self) -> Loading {
        let format = match self.branch {
            Branch::StepMania => "\"%31[^\"]\" %-d %d",
            Branch::OpenItg => "\"%[^\"]\" %-d %d",
        };
        let line = self.line("the name", None)?;
        let wanted = self.wanted("the name", None);
        let head = scan(format, line);
        let name = quoted(line);
        if name.len() >= NAME_ROOM {
            let kind = match self.branch {
                Branch::StepMania => FailureKind::Refuses,
                Branch::OpenItg => FailureKind::Crashes,
            };
            return self.failure(kind, wanted.is_longer(name.len(), NAME_ROOM - 1));
        }
        if head.count != 3 {
            return match name.is_empty() {
                true => self.failure(FailureKind::Refuses, format!("{wanted} is empty or has no quotes")),
                false => self.failure_behind(head.end, wanted.is_no_head()),
            };
        }
        let (at, given) = (self.lines.last as u32, head.integer(2));
        self.noticed.add_line(at, line, &head);
        if i8::try_from(given).is_err() {
            let sample = || format!("takes material {given} for {}", given as i8);
            self.noticed.add(NoticedKind::MaterialWraps, self.material_at(at), sample);
        }
        let mut mesh =
            StepManiaMesh { at, name, material: given as i8, bone: -1, ..StepManiaMesh::default() };
        let geometry = self.model.geometry_at(self.lines.last);
        mesh.vertices = self.vertices(geometry)?;
        let normals = self.normals(geometry)?;
        self.faces(geometry, &mut mesh, &normals)?;
        mesh.find_common_bone();
        self.held.meshes.push(mesh);
        Ok(())
    }

    fn vertices(&mut self, known: Option<&Geometry>) -> Loading<Vec<StepManiaVertex>> {
        let count = self.count("the number of vertices", 44)?;
        if let Some(rows) = known.and_then(|geometry| self.lines.take(&geometry.vertices, count)) {
            let branch = self.branch;
            if rows.iter().all(|row| i8::try_from(row.bone).is_ok()) {
                return Ok(rows.iter().map(|row| StepManiaVertex::of(row, branch)).collect());
            }
            return Ok(rows.iter().map(|row| self.vertex(row)).collect());
        }
        let mut vertices = Vec::new();
        for number in 0..count {
            let row = self.values(VERTEX, 7, "vertex", Some(number))?;
            let row = row.vertex(self.lines.last as u32);
            vertices.push(self.vertex(&row));
        }
        Ok(vertices)
    }

    fn vertex(&mut self, row: &Vertex) -> StepManiaVertex {
        if i8::try_from(row.bone).is_err() {
            let sample = || format!("takes bone {} for {}", row.bone, row.bone as i8);
            self.noticed.add(NoticedKind::BoneWraps, self.bone_at(row.at), sample);
        }
        StepManiaVertex::of(row, self.branch)
    }

    fn normals(&mut self, known: Option<&Geometry>) -> Loading<Vec<[f32; 3]>> {
        self.normals_at = self.lines.at as u32;
        let count = self.count("the number of normals", 12)?;
        let have_directions = |rows: &[Normal]| rows.iter().all(|row| row.direction != [0.0; 3]);
        Ok(match known.and_then(|geometry| self.lines.take(&geometry.normals, count)) {
            Some(rows) if !self.keeps_normals && have_directions(rows) => vec![[0.0; 3]; rows.len()],
            Some(rows) => rows.iter().map(|row: &Normal| normalized(row.direction)).collect(),
            None => {
                let mut normals = Vec::new();
                for number in 0..count {
                    let row = self.values(NORMAL, 3, "normal", Some(number))?;
                    normals.push(normalized(row.floats(0)));
                }
                normals
            }
        })
    }

    fn faces(&mut self, known: Option<&Geometry>, mesh: &mut StepManiaMesh, normals: &[[f32; 3]]) -> Loading {
        let count = self.count("the number of faces", 6)?;
        match known.and_then(|geometry| self.lines.take(&geometry.faces, count)) {
            Some(rows) => {
                mesh.faces.reserve(rows.len());
                let is_usual = |row: &Face| has_usual_indices(row, mesh.vertices.len(), normals.len());
                // Vertices have this normal before a face gives them one.
                if normals.iter().all(|normal| *normal == [0.0; 3]) && rows.iter().all(is_usual) {
                    mesh.faces.extend(rows.iter().map(|row| row.vertices.map(|index| index as u16)));
                    return Ok(());
                }
                for row in rows {
                    self.lines.last = row.at as usize;
                    self.face(mesh, normals, row)?;
                }
            }
            None => {
                for number in 0..count {
                    let row = self.values(FACE, 8, "face", Some(number))?;
                    self.face(mesh, normals, &row.face(self.lines.last as u32))?;
                }
            }
        }
        Ok(())
    }

    /// Adds a face, which gives its normals to its vertices.
    fn face(&mut self, mesh: &mut StepManiaMesh, normals: &[[f32; 3]], row: &Face) -> Loading {
        let vertices = row.vertices.map(|index| index as u16);
        if give_normals(mesh, normals, row) {
            mesh.faces.push(vertices);
            return Ok(());
        }
        for (corner, normal) in row.normals.into_iter().enumerate() {
            let wanted = self.wanted("face", Some(mesh.faces.len() as i32));
            let Some(vertex) = mesh.vertices.get_mut(usize::from(vertices[corner])) else {
                let vertex = read_as(row.vertices[corner], vertices[corner]);
                let reason = wanted.has("vertex", vertex, mesh.vertices.len());
                return self.blaming(self.index_at(corner), FailureKind::Crashes, reason);
            };
            let Some(direction) = normals.get(usize::from(normal as u16)) else {
                let normal = read_as(normal, normal as u16);
                let reason = wanted.has("normal", normal, normals.len());
                let cause = if normals.is_empty() { self.normals_at } else { self.index_at(3 + corner) };
                return self.blaming(cause, FailureKind::Crashes, reason);
            };
            vertex.normal = *direction;
        }
        let indices = row.vertices.iter().chain(&row.normals);
        if let Some((number, index)) = indices.enumerate().find(|(_, index)| u16::try_from(**index).is_err())
        {
            let sample = || format!("takes index {index} for {}", *index as u16);
            self.noticed.add(NoticedKind::IndexWraps, self.index_at(number), sample);
        }
        mesh.faces.push(vertices);
        Ok(())
    }

    /// Where an index of the face is that was read last.
    fn index_at(&self, number: usize) -> u32 {
        let format = ["%d"].into_iter().chain(std::iter::repeat_n(" %d", number)).collect::<String>();
        let at = self.lines.last as u32;
        at + behind(&format, self.lines.line_at(at))
    }

    /// Two meshes that are all of the model, and have one name, become one; the second is drawn once more.
    pub(super) fn merge_meshes(&mut self) {
        if self.branch == Branch::OpenItg {
            return;
        }
        if let [first, second] = &mut self.held.meshes[..]
            && first.name == second.name
        {
            let shift = first.vertices.len() as u16;
            first.vertices.extend(&second.vertices);
            let shifted = second.faces.iter().map(|face| face.map(|vertex| vertex.wrapping_add(shift)));
            first.faces.extend(shifted);
        }
    }
}

/// A direction of length 1; not a number if it has no length.
fn normalized(v: [f32; 3]) -> [f32; 3] {
    let scale = 1.0 / (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    v.map(|part| part * scale)
}

/// Whether all vertices and normals of a face exist, and no index is cut to 16 bits.
fn has_usual_indices(row: &Face, vertices: usize, normals: usize) -> bool {
    const MOST: usize = u16::MAX as usize + 1;
    let are_in = |indices: [i32; 3], count: usize| {
        indices.iter().all(|index| (*index as u32 as usize) < count.min(MOST))
    };
    are_in(row.vertices, vertices) && are_in(row.normals, normals)
}

/// Gives the normals of a face to its vertices, if all of them exist and no index is cut to 16 bits.
fn give_normals(mesh: &mut StepManiaMesh, normals: &[[f32; 3]], row: &Face) -> bool {
    let is_usual = has_usual_indices(row, mesh.vertices.len(), normals.len());
    if is_usual {
        for (vertex, normal) in row.vertices.into_iter().zip(row.normals) {
            mesh.vertices[vertex as usize].normal = normals[normal as usize];
        }
    }
    is_usual
}
