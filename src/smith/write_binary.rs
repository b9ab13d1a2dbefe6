//! Writes a generated model as a binary file. The smith has its own writer, so that a mistake in the
//! program's writer cannot hide here.

use super::field_names::{AXES, COLORS, COMMENTS, CORNERS, MODEL_COMMENT, NORMALS, TURNS};
use super::knobs::Tail;
use super::model::{Bone, Comment, Key, Material, Mesh, Model};
use super::sample::{Path, Record, Sample};

/// The size of a name field.
const NAME: usize = 32;
/// The size of the field for a texture path.
const PATH: usize = 128;

/// Writes a model as a binary file, or as much of it as the configuration keeps.
pub(super) fn write(sample: &mut Sample, model: &Model) {
    let (version, tail) = (sample.config.version, sample.config.tail);
    let mut pen = Pen { sample };
    let start = pen.at();
    pen.bytes(Path::FILE.field("id"), b"MS3D000000");
    pen.i32(Path::FILE.field("version"), version);
    pen.sample.note(Path::FILE, start);
    let starts = starts(model);
    pen.vertices(model);
    pen.faces(model, &starts);
    pen.meshes(model);
    pen.count("Materials", model.materials.len());
    model.materials.iter().enumerate().for_each(|(index, material)| pen.material(index, material));
    pen.animation(model);
    pen.count("Bones", model.bones.len());
    model.bones.iter().enumerate().for_each(|(index, bone)| pen.bone(index, bone, model.rate));
    let sections: [fn(&mut Pen<'_>, &Model); 4] = [
        |pen, model| pen.comments(model),
        |pen, model| pen.vertex_extras(model),
        |pen, model| pen.bone_extras(model),
        |pen, _| pen.model_extras(),
    ];
    let count = match tail {
        Tail::None => 0,
        Tail::Comments => 1,
        Tail::VertexExtras => 2,
        Tail::BoneExtras => 3,
        Tail::Whole => 4,
    };
    sections[..count].iter().for_each(|section| section(&mut pen, model));
    sample.model = model.clone();
}

/// The index of the first vertex of each mesh among all vertices.
fn starts(model: &Model) -> Vec<usize> {
    let mut sum = 0;
    let starts = model.meshes.iter().map(|mesh| {
        let start = sum;
        sum += mesh.vertices.len();
        start
    });
    starts.collect()
}

/// How many corners of faces use each vertex. After 255 the byte starts again at 0.
fn uses(mesh: &Mesh) -> Vec<u8> {
    let mut uses = vec![0u8; mesh.vertices.len()];
    for corner in mesh.faces.iter().flat_map(|face| face.vertices) {
        if let Some(count) = uses.get_mut(corner as usize) {
            *count = count.wrapping_add(1);
        }
    }
    uses
}

struct Pen<'p> {
    sample: &'p mut Sample,
}

impl Pen<'_> {
    fn vertices(&mut self, model: &Model) {
        self.count("Vertices", model.meshes.iter().map(|mesh| mesh.vertices.len()).sum());
        for (index, mesh) in model.meshes.iter().enumerate() {
            let uses = uses(mesh);
            for (row, vertex) in mesh.vertices.iter().enumerate() {
                let path = Path::row(Record::Vertex, index, row);
                let start = self.at();
                self.u8(path.field("flags"), vertex.flags as u8);
                self.floats(path, &AXES, &vertex.position);
                self.u8(path.field("bone"), vertex.bone as u8);
                self.u8(path.field("reference count"), uses[row]);
                self.sample.note(path, start);
            }
        }
    }

    fn faces(&mut self, model: &Model, starts: &[usize]) {
        let mut rows: Vec<(usize, usize)> = model
            .meshes
            .iter()
            .enumerate()
            .flat_map(|(mesh, of)| (0..of.faces.len()).map(move |face| (mesh, face)))
            .collect();
        if self.sample.config.scattered_faces {
            // The first faces of all meshes, then the second ones, and so on.
            rows.sort_by_key(|(mesh, face)| (*face, *mesh));
        }
        let mut order: Vec<Vec<usize>> = model.meshes.iter().map(|mesh| vec![0; mesh.faces.len()]).collect();
        self.count("Faces", rows.len());
        for (row, (index, of_mesh)) in rows.into_iter().enumerate() {
            order[index][of_mesh] = row;
            let mesh = &model.meshes[index];
            let face = &mesh.faces[of_mesh];
            let path = Path::row(Record::Face, index, of_mesh);
            let start = self.at();
            self.u16(path.field("flags"), face.flags as u16);
            for (name, corner) in CORNERS.iter().zip(face.vertices) {
                self.u16(path.field(name), (corner as usize + starts[index]) as u16);
            }
            for (names, normal) in NORMALS.iter().zip(face.normals) {
                self.floats(path, names, &mesh.normals[normal as usize]);
            }
            let uvs = face.vertices.map(|corner| mesh.vertices[corner as usize].uv);
            self.floats(path, &["first u", "second u", "third u"], &uvs.map(|uv| uv[0]));
            self.floats(path, &["first v", "second v", "third v"], &uvs.map(|uv| uv[1]));
            self.u8(path.field("smoothing group"), face.smoothing_group as u8);
            self.u8(path.field("group"), index as u8);
            self.sample.note(path, start);
        }
        self.sample.face_rows = order;
    }

    fn meshes(&mut self, model: &Model) {
        self.count("Meshes", model.meshes.len());
        for (index, mesh) in model.meshes.iter().enumerate() {
            let path = Path::object(Record::Mesh, index);
            let start = self.at();
            self.u8(path.field("flags"), mesh.flags as u8);
            self.text(path.field("name"), &mesh.name, NAME);
            self.u16(path.field("face count"), mesh.faces.len() as u16);
            self.sample.note(path, start);
            for row in 0..mesh.faces.len() {
                let path = Path::row(Record::Member, index, row);
                let start = self.at();
                let face = self.sample.face_rows[index][row];
                self.u16(path.field("face"), face as u16);
                self.sample.note(path, start);
            }
            self.u8(path.field("material"), mesh.material as u8);
        }
    }

    fn material(&mut self, index: usize, material: &Material) {
        let path = Path::object(Record::Material, index);
        let start = self.at();
        self.text(path.field("name"), &material.name, NAME);
        for (names, color) in COLORS.iter().zip(&material.colors) {
            self.floats(path, names, color);
        }
        self.floats(path, &["shininess", "transparency"], &[material.shininess, material.transparency]);
        self.u8(path.field("mode"), material.mode);
        self.text(path.field("texture"), &material.texture, PATH);
        self.text(path.field("alpha map"), &material.alpha_map, PATH);
        self.sample.note(path, start);
    }

    fn animation(&mut self, model: &Model) {
        let path = Path::object(Record::Animation, 0);
        let start = self.at();
        self.floats(path, &["frames per second", "current frame"], &[model.rate, model.frame as f32]);
        self.i32(path.field("frame count"), model.frames);
        self.sample.note(path, start);
    }

    fn bone(&mut self, index: usize, bone: &Bone, rate: f32) {
        let path = Path::object(Record::Bone, index);
        let start = self.at();
        self.u8(path.field("flags"), bone.flags as u8);
        self.text(path.field("name"), &bone.name, NAME);
        self.text(path.field("parent"), &bone.parent, NAME);
        self.floats(path, &TURNS, &bone.rotation);
        self.floats(path, &AXES, &bone.position);
        self.u16(path.field("rotation key count"), bone.rotation_keys.len() as u16);
        self.u16(path.field("position key count"), bone.position_keys.len() as u16);
        self.sample.note(path, start);
        self.keys(Record::RotationKey, &TURNS, index, &bone.rotation_keys, rate);
        self.keys(Record::PositionKey, &AXES, index, &bone.position_keys, rate);
    }

    fn keys(&mut self, record: Record, names: &[&'static str; 3], bone: usize, keys: &[Key], rate: f32) {
        for (row, key) in keys.iter().enumerate() {
            let path = Path::row(record, bone, row);
            let start = self.at();
            self.f32(path.field("time"), key.frame / rate);
            self.floats(path, names, &key.value);
            self.sample.note(path, start);
        }
    }

    fn comments(&mut self, model: &Model) {
        self.version("Comments", 1);
        let mut number = 0;
        for (block, comments) in COMMENTS.iter().zip(&model.comments) {
            self.i32(Path::block(block).field("count"), comments.len() as i32);
            for comment in comments {
                self.comment(number, comment);
                number += 1;
            }
        }
        self.i32(Path::block(MODEL_COMMENT).field("count"), i32::from(model.comment.is_some()));
        if let Some(text) = &model.comment {
            let path = Path::object(Record::ModelComment, 0);
            let start = self.at();
            self.i32(path.field("length"), text.len() as i32);
            self.sample.note(path, start);
            self.bytes(path.field("text"), text);
        }
    }

    fn comment(&mut self, number: usize, comment: &Comment) {
        let path = Path::object(Record::Comment, number);
        let start = self.at();
        self.i32(path.field("index"), comment.index);
        self.i32(path.field("length"), comment.text.len() as i32);
        self.sample.note(path, start);
        self.bytes(path.field("text"), &comment.text);
    }

    fn vertex_extras(&mut self, model: &Model) {
        const BONES: [&str; 3] = ["second bone", "third bone", "fourth bone"];
        const WEIGHTS: [&str; 3] = ["first weight", "second weight", "third weight"];
        let version = self.sample.config.vertex_extras;
        self.version("VertexExtras", version);
        let meshes = model.meshes.iter().enumerate();
        let rows =
            meshes.flat_map(|(index, mesh)| mesh.vertices.iter().enumerate().map(move |row| (index, row)));
        for (index, (row, vertex)) in rows {
            let path = Path::row(Record::VertexExtra, index, row);
            let start = self.at();
            BONES
                .iter()
                .zip(vertex.more_bones)
                .for_each(|(name, bone)| self.u8(path.field(name), bone as u8));
            WEIGHTS.iter().zip(vertex.weights).for_each(|(name, weight)| self.u8(path.field(name), weight));
            for name in ["extra", "more extra"].iter().take(version as usize - 1) {
                self.i32(path.field(name), 0);
            }
            self.sample.note(path, start);
        }
    }

    fn bone_extras(&mut self, model: &Model) {
        self.version("BoneExtras", 1);
        for (index, bone) in model.bones.iter().enumerate() {
            let path = Path::object(Record::BoneExtra, index);
            let start = self.at();
            self.floats(path, &["red", "green", "blue"], &bone.color);
            self.sample.note(path, start);
        }
    }

    fn model_extras(&mut self) {
        self.version("ModelExtras", 1);
        let path = Path::object(Record::ModelExtra, 0);
        let start = self.at();
        self.f32(path.field("joint size"), 1.0);
        self.i32(path.field("transparency mode"), 0);
        self.f32(path.field("alpha reference"), 0.5);
        self.sample.note(path, start);
    }

    fn at(&self) -> usize {
        self.sample.bytes.len()
    }

    fn bytes(&mut self, path: Path, bytes: &[u8]) {
        let start = self.at();
        self.sample.bytes.extend_from_slice(bytes);
        self.sample.note(path, start);
    }

    /// Text in a field of so many bytes, padded with NULs, or with one NUL and leftover memory.
    fn text(&mut self, path: Path, text: &[u8], room: usize) {
        let start = self.at();
        let text = &text[..text.len().min(room)];
        self.sample.bytes.extend_from_slice(text);
        self.sample.bytes.resize(start + room, 0);
        if self.sample.config.garbage {
            let rest = self.sample.bytes[start + text.len()..].iter_mut().skip(1);
            rest.enumerate().for_each(|(index, byte)| *byte = (index as u8).wrapping_mul(37) ^ 0xcc);
        }
        self.sample.note(path, start);
    }

    fn u8(&mut self, path: Path, number: u8) {
        self.bytes(path, &[number]);
    }

    fn u16(&mut self, path: Path, number: u16) {
        self.bytes(path, &number.to_le_bytes());
    }

    fn i32(&mut self, path: Path, number: i32) {
        self.bytes(path, &number.to_le_bytes());
    }

    fn f32(&mut self, path: Path, number: f32) {
        self.bytes(path, &number.to_le_bytes());
    }

    fn floats(&mut self, path: Path, names: &[&'static str], numbers: &[f32]) {
        names.iter().zip(numbers).for_each(|(name, number)| self.f32(path.field(name), *number));
    }

    fn count(&mut self, block: &'static str, count: usize) {
        let path = Path::block(block);
        let start = self.at();
        self.u16(path.field("count"), count as u16);
        self.sample.note(path, start);
    }

    fn version(&mut self, block: &'static str, version: i32) {
        let path = Path::block(block);
        let start = self.at();
        self.i32(path.field("version"), version);
        self.sample.note(path, start);
    }
}
