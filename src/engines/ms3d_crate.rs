//! The crate ms3d 0.1.3 for Rust, as its `lib.rs` reads binary models from bytes (`Model::from_bytes`). It reads all
//! sections, and keeps what it reads as it is.

use std::ops::Range;

use super::faces::dangling;
use super::held::{HeldFace, HeldMesh, HeldModel};
use super::records::{ByteReader, Sections, text, u16_of};
use super::{Failure, Loading, Oddity, OddityKind, Run, refuse};
use crate::base::display::{counted, number};
use crate::diagnostics::effect::EffectCause;
use crate::diagnostics::group::Group;
use crate::document::Document;
use crate::layout::binary::{
    ANIMATION, BONE, BONE_EXTRA, FACE, FILE, MATERIAL, MEMBER, MESH, MODEL_EXTRA, POSITION_KEY, VERTEX,
    offset, range, vertex_extra, width,
};
use crate::layout::fields::{bone, face, file, material, mesh, vertex};

/// What happens when the crate loads a model.
pub fn run(document: &Document) -> Run {
    let reader = ByteReader { bytes: document.source.bytes(), at: 0 };
    let mut loader = CrateLoader { reader, cut_flags: None, model_comment: None };
    match loader.load() {
        Ok(()) => Run { failure: None, oddities: loader.oddities(document) },
        Err(failure) => failure.in_document(document).into(),
    }
}

/// What the crate holds of a model that it has loaded.
pub fn held(document: &Document) -> HeldModel<'_> {
    let sections = Sections::of(document);
    let meshes = sections.meshes.iter().flatten().map(|mesh| HeldMesh {
        material: i64::from(mesh.material),
        name: mesh.name().into(),
        faces: mesh.faces().map(|face| HeldFace::Listed(face.into())).collect(),
    });
    let bones = sections.bones.as_deref().unwrap_or_default();
    let keys = bones.iter().map(|bone| bone.rotation_keys.count + bone.position_keys.count);
    HeldModel {
        meshes: meshes.collect(),
        vertex_count: sections.vertices.unwrap_or_default().count,
        material_count: sections.materials.unwrap_or_default().count,
        bone_count: bones.len(),
        key_count: keys.sum(),
        ..HeldModel::default()
    }
}

/// The bits of flags that the crate knows, of each kind of record.
const VERTEX_BITS: u8 = 1 | 2 | 4;
const FACE_BITS: u8 = 1 | 2 | 4;
const MESH_BITS: u8 = 1 | 2;
const BONE_BITS: u8 = 1 | 8;

struct CrateLoader<'d> {
    reader: ByteReader<'d>,
    /// The first face with flags that are cut to 8 bits, and how many there are.
    cut_flags: Option<(usize, usize)>,
    /// Where the model comment is.
    model_comment: Option<usize>,
}

impl<'d> CrateLoader<'d> {
    fn load(&mut self) -> Loading {
        self.head()?;
        let vertices = self.vertices()?;
        self.faces()?;
        self.meshes()?;
        self.materials()?;
        self.record(width(ANIMATION), "the length of the animation")?;
        let bones = self.bones()?;
        self.comments()?;
        let version = self.version("vertex extras", &[1, 2, 3])?;
        let extra = vertex_extra(version).map_or(0, width);
        self.record(vertices * extra, "the vertex extras")?;
        self.version("bone extras", &[1])?;
        self.record(bones * width(BONE_EXTRA), "the bone extras")?;
        self.version("model extra", &[1])?;
        self.record(width(MODEL_EXTRA), "the model extra")?;
        Ok(())
    }

    fn head(&mut self) -> Loading {
        let head = self.record(width(FILE), "its head")?;
        let (id, version) = head.split_at(offset(FILE, file::VERSION));
        if id != b"MS3D000000" {
            return refuse(0, "it does not begin as a binary model does");
        }
        match version.first_chunk().map(|bytes| i32::from_le_bytes(*bytes)) {
            Some(4) => Ok(()),
            version => {
                let version = version.unwrap_or_default();
                refuse(id.len(), format!("its version is {version}, and the crate knows only 4"))
            }
        }
    }

    fn vertices(&mut self) -> Loading<usize> {
        let count = self.count("the vertices")?;
        for index in 0..count {
            let at = self.reader.at;
            let record = self.record(width(VERTEX), "the vertices")?;
            let place = offset(VERTEX, vertex::FLAGS);
            check_flags(record[place], VERTEX_BITS, at + place, "vertex", index)?;
        }
        Ok(count)
    }

    fn faces(&mut self) -> Loading {
        for index in 0..self.count("the faces")? {
            let at = self.reader.at;
            let record = self.record(width(FACE), "the faces")?;
            let flags = u16_of(record, FACE, face::FLAGS);
            if flags > u16::from(u8::MAX) {
                let (_, count) = self.cut_flags.get_or_insert((at, 0));
                *count += 1;
            }
            check_flags(flags as u8, FACE_BITS, at + offset(FACE, face::FLAGS), "face", index)?;
        }
        Ok(())
    }

    fn meshes(&mut self) -> Loading {
        for index in 0..self.count("the meshes")? {
            let at = self.reader.at;
            let record = self.record(width(MESH), "the meshes")?;
            let place = offset(MESH, mesh::FLAGS);
            check_flags(record[place], MESH_BITS, at + place, "mesh", index)?;
            check_text(record, range(MESH, mesh::NAME, mesh::NAME), at, "name of mesh", index)?;
            let members = usize::from(u16_of(record, MESH, mesh::FACE_COUNT)) * width(MEMBER);
            self.record(members, "the faces of a mesh")?;
            self.record(1, "the material of a mesh")?;
        }
        Ok(())
    }

    fn materials(&mut self) -> Loading {
        for index in 0..self.count("the materials")? {
            let at = self.reader.at;
            let record = self.record(width(MATERIAL), "the materials")?;
            for (field, what) in [
                (material::NAME, "name of material"),
                (material::TEXTURE, "texture of material"),
                (material::ALPHA_MAP, "alpha map of material"),
            ] {
                check_text(record, range(MATERIAL, field, field), at, what, index)?;
            }
        }
        Ok(())
    }

    fn bones(&mut self) -> Loading<usize> {
        let count = self.count("the bones")?;
        for index in 0..count {
            let at = self.reader.at;
            let record = self.record(width(BONE), "the bones")?;
            let place = offset(BONE, bone::FLAGS);
            check_flags(record[place], BONE_BITS, at + place, "bone", index)?;
            check_text(record, range(BONE, bone::NAME, bone::NAME), at, "name of bone", index)?;
            check_text(record, range(BONE, bone::PARENT, bone::PARENT), at, "parent of bone", index)?;
            for field in [bone::ROTATION_KEY_COUNT, bone::POSITION_KEY_COUNT] {
                let keys = usize::from(u16_of(record, BONE, field)) * width(POSITION_KEY);
                self.record(keys, "the keys of a bone")?;
            }
        }
        Ok(count)
    }

    /// All comments, of which that on the model is read as if it had an index too.
    fn comments(&mut self) -> Loading {
        self.version("comments", &[1])?;
        for what in ["the comments on meshes", "the comments on materials", "the comments on bones"] {
            // A negative number is a huge one, and so many comments are in no file.
            for _ in 0..self.integer(what)? as u32 {
                self.comment(what)?;
            }
        }
        let at = self.reader.at;
        match self.integer("the comment on the model")? {
            0 => Ok(()),
            1 => {
                self.model_comment = Some(self.reader.at);
                self.comment("the comment on the model").map_err(|failure| {
                    let why = "the crate expects an index before the comment on the model";
                    let reason = format!("{why}, and so {}", failure.reason);
                    Failure { reason, ..failure }.about(Group::Comments)
                })
            }
            count => refuse(at, format!("there are {count} comments on the model, and one is the most")),
        }
    }

    fn comment(&mut self, what: &str) -> Loading {
        let at = self.reader.at;
        self.record(4, what)?;
        // A negative length is a huge one.
        let length = self.integer(what)?;
        let start = self.reader.at;
        let Some(text) = usize::try_from(length).ok().and_then(|length| self.reader.take(length)) else {
            let reason = match usize::try_from(length) {
                Ok(length) => format!("the file does not have the {} bytes of {what}", number(length)),
                Err(_) => format!("the length of {what} is {length}"),
            };
            return refuse(at, reason);
        };
        match str::from_utf8(text) {
            Ok(_) => Ok(()),
            Err(error) => refuse(start + error.valid_up_to(), format!("the text of {what} is not UTF-8")),
        }
    }

    /// So many bytes.
    fn record(&mut self, width: usize, what: &str) -> Loading<&'d [u8]> {
        let at = self.reader.at;
        self.reader.take(width).map_or_else(|| self.ends(at, what), Ok)
    }

    fn count(&mut self, what: &str) -> Loading<usize> {
        let at = self.reader.at;
        self.reader.u16().map_or_else(|| self.ends(at, what), |count| Ok(usize::from(count)))
    }

    fn integer(&mut self, what: &str) -> Loading<i32> {
        let at = self.reader.at;
        self.reader.i32().map_or_else(|| self.ends(at, what), Ok)
    }

    /// The version of a section.
    fn version(&mut self, section: &str, known: &[i32]) -> Loading<i32> {
        let at = self.reader.at;
        let version = self.integer(&format!("the {section}"))?;
        if !known.contains(&version) {
            return refuse(
                at,
                format!("the version of the {section} is {version}, which the crate does not know"),
            );
        }
        Ok(version)
    }

    fn ends<T>(&self, at: usize, what: &str) -> Loading<T> {
        let word = if at == self.reader.bytes.len() { "before" } else { "within" };
        refuse(at, format!("the file ends {word} {what}"))
    }

    fn oddities(&self, document: &Document) -> Vec<Oddity> {
        let flags = self.cut_flags.map(|(at, count)| {
            (at, format!("keeps only the lower 8 of the 16 bits of the flags of {}", counted(count, "face")))
        });
        let comment = self.model_comment.map(|at| {
            (at, "reads an index and a length before the model comment, where only a length is".to_string())
        });
        let misread = |(at, says): (usize, String)| Oddity::new(OddityKind::Misreads, at as u32, says);
        let comment = comment.map(|found| misread(found).about(EffectCause::Group(Group::Comments)));
        let misread = flags.map(misread).into_iter().chain(comment);
        let unchecked = dangling(document).oddity(OddityKind::Differs, "face", |faces| {
            format!("keeps {faces}, and does not check whether faces and vertices exist")
        });
        misread.chain(unchecked).collect()
    }
}

fn check_flags(flags: u8, known: u8, at: usize, noun: &str, index: usize) -> Loading {
    match flags & !known {
        0 => Ok(()),
        unknown => {
            refuse(at, format!("{noun} {index} has flags {flags}, and the crate does not know {unknown}"))
        }
    }
}

fn check_text(record: &[u8], room: Range<usize>, at: usize, what: &str, index: usize) -> Loading {
    let start = at + room.start;
    match str::from_utf8(text(&record[room])) {
        Ok(_) => Ok(()),
        Err(error) => refuse(start + error.valid_up_to(), format!("the {what} {index} is not UTF-8")),
    }
}
