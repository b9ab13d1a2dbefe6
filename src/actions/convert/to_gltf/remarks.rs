//! Reports what else of a model is not in the glTF file.

use std::collections::HashSet;

use crate::actions::convert::loss;
use crate::actions::convert::to_gltf::ToGltf;
use crate::actions::fmt::spelling_error;
use crate::actions::fmt::writer::comments;
use crate::base::display::counted;
use crate::layout::{BlockKind, Record, fields};
use crate::model::ABSENT;
use crate::model::note::NoteKind;
use crate::model::place::{Place, SHARED};
use crate::model::vector::{dot, unit};
use crate::parse::binary::tail;
use crate::scene::Scene;

impl ToGltf<'_> {
    pub(super) fn remarks(&mut self, scene: &Scene) {
        self.of_the_file();
        self.of_meshes(scene);
        self.of_corners(scene);
        self.of_editors();
        self.of_the_end();
    }

    fn of_the_file(&mut self) {
        if let Some(error) = spelling_error(self.document) {
            self.losses.add_at(&loss::UNREAD, error.place, error.span(), || error.message.clone());
        }
        for (number, comment) in self.document.model.comments.iter().enumerate() {
            let is_empty = comment.text.is_none_or(|text| text.is_empty());
            let kind = self.document.model.blocks[comment.block as usize].kind;
            let place = match kind {
                BlockKind::ModelComment => Place::object(Record::ModelComment, number),
                _ => Place::object(Record::Comment, number),
            };
            if !is_empty {
                self.losses.add(&loss::COMMENTS, place, || "glTF has no comments".to_string());
            }
        }
        if self.document.is_text() {
            let lines = comments(self.document).unwrap_or_default();
            for line in lines.into_iter().filter(|line| Some(*line) != self.document.header) {
                self.losses
                    .add_at(&loss::COMMENT_LINES, Place::FILE, line, || "glTF has no comments".to_string());
            }
        }
        let notes = &self.document.notes;
        if let Some(note) = notes.iter().find(|note| note.kind == NoteKind::TrailingBytes) {
            self.losses.add_at(&loss::TRAILING_BYTES, Place::FILE, note.span, || {
                format!("{} after the end of the model", counted(note.span.len(), "byte"))
            });
        }
    }

    /// Meshes and faces that are not drawn, and materials that do not exist.
    fn of_meshes(&mut self, scene: &Scene) {
        let model = &self.document.model;
        for (part, shape) in scene.parts.iter().zip(model.shapes()) {
            let place = Place::object(Record::Mesh, part.mesh);
            let (all, drawn) = (shape.face_count(), part.faces.len());
            if drawn < all {
                self.losses.add(&loss::LEFT_OUT_FACE, place, || {
                    let faces = counted(all, "face");
                    format!(
                        "{} of {faces} cannot be drawn, as a vertex does not exist or is nowhere",
                        all - drawn
                    )
                });
            }
            if drawn == 0 {
                self.losses.add(&loss::LEFT_OUT_MESH, place, || "no face of the mesh is drawn".to_string());
            }
            match model.meshes[part.mesh].material {
                None | Some(-1) => {}
                Some(material) if part.material.is_none() => {
                    let place = place.field(fields::mesh::MATERIAL);
                    self.losses.add(&loss::NO_SUCH_MATERIAL, place, || {
                        format!("material {material} does not exist")
                    });
                }
                Some(_) => {}
            }
        }
        let owners = model.binary.iter().flat_map(|binary| &binary.owners).enumerate();
        for (face, _) in owners.filter(|(_, owner)| **owner == ABSENT) {
            let place = Place::row(Record::Face, SHARED as usize, face);
            self.losses.add(&loss::UNLISTED_FACE, place, || "no mesh lists this face".to_string());
        }
    }

    /// Vertices that are not drawn, and numbers of corners that are not those of the file.
    fn of_corners(&mut self, scene: &Scene) {
        let model = &self.document.model;
        let used: HashSet<u32> = scene.corners.iter().map(|corner| corner.vertex).collect();
        let mut first = 0;
        for (object, geometry) in model.geometries() {
            for (row, vertex) in geometry.vertices.iter() {
                let place = Place::row(Record::Vertex, object, row);
                if !used.contains(&(first + row as u32)) {
                    let message = || "no face that is drawn uses this vertex".to_string();
                    self.losses.add(&loss::UNUSED_VERTEX, place, message);
                } else if model.binary.is_none() {
                    for (number, field) in vertex.uv.into_iter().zip([fields::vertex::U, fields::vertex::V]) {
                        if !number.is_finite() {
                            let message = || format!("{number} becomes 0");
                            self.losses.add(&loss::NOT_A_NUMBER, place.field(field), message);
                        }
                    }
                }
            }
            first += geometry.vertices.len() as u32;
        }
        for (_, face) in scene.faces() {
            let (object, row) = (face.place.object as usize, face.place.row as usize);
            let Some(geometry) = model.geometry_of(object) else { continue };
            let uvs = model.binary.as_ref().and_then(|binary| binary.uvs.get(row));
            if let Some(number) = uvs.iter().copied().flatten().find(|number| !number.is_finite()) {
                self.losses.add(&loss::NOT_A_NUMBER, face.place, || format!("{number} becomes 0"));
            }
            let normals = geometry.faces.rows[row].normals.map(|normal| geometry.normals.get(normal));
            let mut lengths = normals.iter().flatten().map(|normal| {
                let direction = normal.direction.map(f64::from);
                dot(direction, direction).sqrt()
            });
            // Without a length there is no normal, and files have six decimals or fewer.
            let is_other = |length: &f64| *length > 0.0 && (length - 1.0).abs() > 0.001;
            if let Some(length) = lengths.find(is_other) {
                let message = || format!("a normal has the length {}, which becomes 1", length as f32);
                self.losses.add(&loss::NORMAL_LENGTH, face.place, message);
            }
            let has_direction = |normal| unit(normal).is_some();
            if !normals.iter().all(|normal| normal.is_some_and(|n| has_direction(n.direction.map(f64::from))))
            {
                self.losses.add(&loss::MADE_NORMAL, face.place, || {
                    "a corner has no normal, and gets that of the face".to_string()
                });
            }
        }
    }

    /// What only editors use.
    fn of_editors(&mut self) {
        let model = &self.document.model;
        let mut losses = Vec::new();
        for (index, mesh) in model.meshes.iter().enumerate().filter(|(_, mesh)| mesh.flags != 0) {
            if mesh.is_hidden() {
                let place = Place::object(Record::Mesh, index).field(fields::mesh::FLAGS);
                self.losses.add(&loss::HIDDEN_MESH, place, || "glTF has no hidden meshes".to_string());
            } else {
                losses.push((Place::object(Record::Mesh, index), format!("flags {}", mesh.flags)));
            }
        }
        for (object, geometry) in model.geometries() {
            if let Some((row, face)) = geometry.faces.iter().find(|(_, face)| face.smoothing_group != 0) {
                let what = format!("smoothing group {}; normals show it", face.smoothing_group);
                losses.push((Place::row(Record::Face, object, row), what));
            }
        }
        if let Some(binary) = &model.binary {
            for (row, _) in binary.vertex_extras.iter() {
                let fields = fields::vertex_extra::EXTRA.into_iter();
                let place = Place::row(Record::VertexExtra, 0, row);
                if let Some(place) =
                    fields.map(|field| place.field(field)).find(|place| !self.is_zero(*place))
                {
                    self.losses
                        .add(&loss::VERTEX_EXTRA, place, || "glTF has no place for this number".to_string());
                }
            }
            if let Some(animation) = binary.animation {
                let what = format!("{} frames per second; keys have seconds", animation.rate);
                losses.push((Place::object(Record::Animation, 0), what));
            }
            if let Some((row, extra)) = binary.bone_extras.iter().find(|(_, e)| e.color != tail::BONE_COLOR) {
                let [red, green, blue] = extra.color;
                let what = format!("the colour {red} {green} {blue} of a bone");
                losses.push((Place::object(Record::BoneExtra, row), what));
            }
            if let Some(extra) = binary.model_extra.filter(|extra| extra.joint_size != tail::JOINT_SIZE) {
                losses
                    .push((Place::object(Record::ModelExtra, 0), format!("joint size {}", extra.joint_size)));
            }
        }
        for (place, what) in losses {
            self.losses.add(&loss::EDITOR_DATA, place, || format!("glTF has no place for {what}"));
        }
    }

    /// Whether a field of a binary model has no bit, or is not there.
    pub(super) fn is_zero(&self, place: Place) -> bool {
        let bytes = self.document.locate(place).map_or(&[][..], |span| self.document.bytes(span));
        bytes.iter().all(|byte| *byte == 0)
    }

    /// An animation that ends after its last key.
    fn of_the_end(&mut self) {
        let model = &self.document.model;
        if let (Some((place, frames)), Some(last)) = (model.frames(), model.last_key_frame())
            && frames > last
        {
            self.losses.add(&loss::AFTER_LAST_KEY, place, || {
                format!("the last key is at frame {last} of {frames}, and the animation ends there")
            });
        }
    }
}
