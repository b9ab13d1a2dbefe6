//! Maverick Model 3D 1.3.15: `ms3dfilter.cc` reads the file record by record (`datasource.cc`), and stops only at
//! indices out of range, missing parents, and too few bytes for the faces. Otherwise it goes on behind the end of the
//! file with the values that it has. `model_anim.cc` and `model_influence.cc` hold keys and weights.

mod cut;
mod oddities;
mod source;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::base::display::{but_there_are, counted, number, quote};
use crate::diagnostics::group::Group;
use crate::document::Document;
use crate::engines::held::{HeldFace, HeldMesh, HeldModel, IN_NO_MESH};
use crate::engines::mm3d::cut::CutBone;
use crate::engines::mm3d::oddities::{influences, oddities};
use crate::engines::mm3d::source::MaverickSource;
use crate::engines::records::{key_values, text, u16_of};
use crate::engines::tally::OddityTally;
use crate::engines::{Loading, Run, crash, refuse};
use crate::layout::binary::{
    ANIMATION, BONE, FACE, FILE, MATERIAL, MESH, NAME_WIDTH, POSITION_KEY, Slot, VERTEX, offset, range,
    vertex_extra, width,
};
use crate::layout::fields::{bone, face, mesh};

/// What happens when the program loads a model.
pub fn run(document: &Document) -> Run {
    let (model, result) = load(document);
    let failure = result.err().map(|failure| failure.in_document(document));
    Run { failure, oddities: oddities(document, &model) }
}

/// What the program holds of a model that it has loaded. The faces that no mesh lists are in a mesh of their own.
pub fn held(document: &Document) -> HeldModel<'_> {
    let (model, _) = load(document);
    let mut is_listed = vec![false; model.face_count];
    let mut held = HeldModel {
        vertex_count: model.vertex_count,
        material_count: model.material_count,
        bone_count: model.bone_count,
        key_count: model.key_count,
        bones: cut::bones(document, &model),
        influences: influences(document, &model),
        ..HeldModel::default()
    };
    for mesh in model.meshes {
        // A mesh is a set of faces.
        let mut members: Vec<u16> = members(&mesh.members).collect();
        members.sort_unstable();
        members.dedup();
        for member in &members {
            is_listed[usize::from(*member)] = true;
        }
        let faces = members.into_iter().map(|face| HeldFace::Listed(face.into())).collect();
        held.meshes.push(HeldMesh { material: mesh.material, name: mesh.name, faces });
    }
    let loose = (0..).zip(&is_listed).filter(|(_, is_listed)| !**is_listed);
    let faces: Vec<_> = loose.map(|(face, _)| HeldFace::Listed(face)).collect();
    if !faces.is_empty() {
        held.meshes.push(HeldMesh { material: IN_NO_MESH, name: Cow::Borrowed(b""), faces });
    }
    held
}

/// What the program holds, and what of the file it does not.
#[derive(Debug, Default)]
struct MaverickModel<'d> {
    vertex_count: usize,
    face_count: usize,
    meshes: Vec<MaverickMesh<'d>>,
    material_count: usize,
    /// How many frames there are, and how many of them in a second.
    frame_count: i32,
    rate: f32,
    bone_count: usize,
    /// The bone that each bone hangs on.
    parents: Vec<Option<usize>>,
    /// The bones of a file that ends within them, as far as they are not the same as the last of these.
    cut: Vec<CutBone>,
    key_count: usize,
    /// The keys that are not kept, and not after the last frame.
    lost_keys: OddityTally,
    /// Those that are after the last frame.
    late_keys: OddityTally,
    /// Those that are kept at another time.
    moved_keys: OddityTally,
    /// Where a comment on the model was taken for an index and a length.
    misread_comment: Option<usize>,
    /// The version and the place of the extras of the vertices, and how many were read.
    extras: Option<MaverickExtras>,
    /// Whether it has been read to the end.
    is_whole: bool,
    /// Where the program stopped.
    end: usize,
}

/// The extras of the vertices.
#[derive(Clone, Copy, Debug)]
struct MaverickExtras {
    version: i32,
    at: usize,
    count: usize,
}

/// A mesh.
#[derive(Debug)]
struct MaverickMesh<'d> {
    name: Cow<'d, [u8]>,
    /// The faces that it lists, two bytes each.
    members: Cow<'d, [u8]>,
    material: i64,
}

fn members(bytes: &[u8]) -> impl Iterator<Item = u16> {
    bytes.as_chunks().0.iter().map(|index| u16::from_le_bytes(*index))
}

fn load(document: &Document) -> (MaverickModel<'_>, Loading) {
    let source = MaverickSource::new(document.source.bytes());
    let mut loader = MaverickLoader { source, model: MaverickModel::default() };
    let result = loader.load();
    loader.model.is_whole = result.is_ok();
    let stop = result.as_ref().err().and_then(|failure| failure.at);
    loader.model.end = stop.map_or(document.source.len(), |at| at as usize);
    (loader.model, result)
}

struct MaverickLoader<'d> {
    source: MaverickSource<'d>,
    model: MaverickModel<'d>,
}

/// Where a record starts, and what of it the program holds.
struct MaverickBone<'d> {
    at: usize,
    record: Cow<'d, [u8]>,
}

/// A name, of which the program keeps one byte less than there is room.
fn name(record: &[u8], range: Range<usize>) -> &[u8] {
    text(&record[range][..NAME_WIDTH - 1])
}

impl<'d> MaverickLoader<'d> {
    fn load(&mut self) -> Loading {
        self.head()?;
        self.vertices()?;
        self.faces()?;
        self.meshes()?;
        self.materials()?;
        self.animation()?;
        self.bones()?;
        if !self.source.is_at_end() && !self.comments()? {
            return Ok(());
        }
        if !self.source.is_at_end() {
            self.vertex_extras()?;
        }
        Ok(())
    }

    fn head(&mut self) -> Loading {
        // The program wants as much as its own record takes in memory, which has two bytes of padding.
        if self.source.remaining() < width(FILE) + 2 + size_of::<u16>() {
            return refuse(self.source.at + self.source.remaining(), "the file ends too early");
        }
        let mut head = Cow::default();
        self.source.record(FILE, &mut head)?;
        let (id, version) = head.split_at(head.len() - size_of::<i32>());
        if id != b"MS3D000000" {
            return refuse(0, "it does not start with MS3D000000");
        }
        let version = version.try_into().map_or(0, i32::from_le_bytes);
        if version != 3 && version != 4 {
            return refuse(id.len(), format!("it has version {version}, not 3 or 4"));
        }
        Ok(())
    }

    /// Passes over records of which nothing is needed.
    fn pass_over(&mut self, count: usize, slots: &[Slot]) -> Loading {
        if self.source.take(count * width(slots)).is_none() {
            let mut record = Cow::default();
            for _ in 0..count {
                self.source.record(slots, &mut record)?;
                if self.source.is_spent(1) {
                    break;
                }
            }
        }
        Ok(())
    }

    fn vertices(&mut self) -> Loading {
        self.model.vertex_count = self.source.u16(0)?.into();
        self.pass_over(self.model.vertex_count, VERTEX)
    }

    fn faces(&mut self) -> Loading {
        /// What the program takes a face for.
        const FACE_WIDTH: usize = width(FACE) + 2;
        const CORNERS: Range<usize> = range(FACE, face::VERTICES[0], face::VERTICES[2]);
        let at = self.source.at;
        let count = usize::from(self.source.u16(0)?);
        let remaining = self.source.remaining();
        if remaining < FACE_WIDTH * count + size_of::<u16>() {
            let reason = match self.source.has_failed {
                true => format!("the file ends within its {}", counted(self.model.vertex_count, "vertex")),
                false => format!(
                    "{} and what follows them take {} bytes or more, and there are {}",
                    counted(count, "face"),
                    number(FACE_WIDTH * count + size_of::<u16>()),
                    number(remaining)
                ),
            };
            return refuse(at, reason);
        }
        let at = self.source.at;
        let faces = self.source.take(count * width(FACE)).unwrap_or_default();
        for (index, record) in faces.chunks_exact(width(FACE)).enumerate() {
            for (number, vertex) in members(&record[CORNERS]).enumerate() {
                if usize::from(vertex) >= self.model.vertex_count {
                    let corner = offset(FACE, face::VERTICES[number]);
                    let but = but_there_are(self.model.vertex_count, "vertex");
                    let reason = format!("face {index} has vertex {vertex}, {but}");
                    return refuse(at + index * width(FACE) + corner, reason);
                }
            }
        }
        self.model.face_count = count;
        Ok(())
    }

    fn meshes(&mut self) -> Loading {
        let count = self.source.u16(0)?;
        let mut head: Cow<[u8]> = Cow::Owned(vec![0; width(MESH)]);
        let mut materials_at = Vec::new();
        for _ in 0..count {
            // The number of faces is 0 where it is missing, and the rest is that of the last mesh.
            let face_count = offset(MESH, mesh::FACE_COUNT);
            if self.source.remaining() < width(MESH) {
                head.to_mut()[face_count..].fill(0);
            }
            self.source.record(MESH, &mut head)?;
            let members = self.members(u16_of(&head, MESH, mesh::FACE_COUNT))?;
            materials_at.push(self.source.at);
            let material = self.source.u8()?;
            let material = if material == u8::MAX { -1 } else { i64::from(material) };
            let name_at = offset(MESH, mesh::NAME);
            let name = match &head {
                Cow::Borrowed(head) => Cow::Borrowed(name(head, name_at..name_at + NAME_WIDTH)),
                Cow::Owned(head) => Cow::Owned(name(head, name_at..name_at + NAME_WIDTH).to_vec()),
            };
            self.model.meshes.push(MaverickMesh { name, members, material });
            // All that follow have material 0, and there is none.
            if self.source.is_spent(1) {
                break;
            }
        }
        let count = self.source.u16(0)?;
        for (index, (mesh, at)) in self.model.meshes.iter().zip(materials_at).enumerate() {
            if mesh.material >= i64::from(count) {
                let but = but_there_are(count.into(), "material");
                let reason = format!("mesh {index} has material {}, {but}", mesh.material);
                return refuse(at, reason);
            }
        }
        self.model.material_count = count.into();
        Ok(())
    }

    /// The faces that a mesh lists.
    fn members(&mut self, count: u16) -> Loading<Cow<'d, [u8]>> {
        let at = self.source.at;
        let bytes = match self.source.take(usize::from(count) * 2) {
            Some(bytes) => Cow::Borrowed(bytes),
            None => {
                let mut bytes = Vec::new();
                let mut member = 0;
                for _ in 0..count {
                    member = self.source.u16(member)?;
                    bytes.extend(member.to_le_bytes());
                    if self.source.is_spent(size_of::<u16>()) {
                        break;
                    }
                }
                Cow::Owned(bytes)
            }
        };
        for (number, member) in members(&bytes).enumerate() {
            if usize::from(member) >= self.model.face_count {
                let mesh = self.model.meshes.len();
                let but = but_there_are(self.model.face_count, "face");
                let reason = format!("mesh {mesh} lists face {member}, {but}");
                return refuse(at + number * 2, reason);
            }
        }
        Ok(bytes)
    }

    fn materials(&mut self) -> Loading {
        self.pass_over(self.model.material_count, MATERIAL)
    }

    fn animation(&mut self) -> Loading {
        let mut record = Cow::Owned(vec![0; width(ANIMATION)]);
        self.source.record(ANIMATION, &mut record)?;
        let values: Vec<[u8; 4]> = record.as_chunks().0.to_vec();
        if let [rate, _, frame_count] = values[..] {
            self.model.rate = f32::from_le_bytes(rate);
            self.model.frame_count = i32::from_le_bytes(frame_count);
        }
        Ok(())
    }

    fn bones(&mut self) -> Loading {
        self.model.bone_count = self.source.u16(0)?.into();
        let at = self.source.at;
        // Both times it reads into the same memory.
        let mut bone = MaverickBone { at: 0, record: Cow::Owned(vec![0; width(BONE)]) };
        let names = self.bone_names(&mut bone.record)?;
        self.source.seek(at);
        for index in 0..self.model.bone_count {
            let are_same = self.source.is_spent(1);
            let key_count = self.model.key_count;
            bone.at = self.source.at;
            self.source.record(BONE, &mut bone.record)?;
            let parent = self.parent(index, &bone, &names)?;
            self.model.parents.push(parent);
            if self.source.has_failed {
                self.model.cut.push(CutBone::new(&bone.record));
            }
            for field in [bone::ROTATION_KEY_COUNT, bone::POSITION_KEY_COUNT] {
                self.keys(u16_of(&bone.record, BONE, field))?;
            }
            if are_same {
                let more = self.model.bone_count - index - 1;
                self.model.key_count += (self.model.key_count - key_count) * more;
                self.model.parents.resize(self.model.bone_count, parent);
                break;
            }
        }
        Ok(())
    }

    /// Goes through the bones once for their names, in small letters: the first bone of each name.
    fn bone_names(&mut self, record: &mut Cow<'d, [u8]>) -> Loading<HashMap<Vec<u8>, usize>> {
        let mut names = HashMap::new();
        for index in 0..self.model.bone_count {
            self.source.record(BONE, record)?;
            let counts = [bone::ROTATION_KEY_COUNT, bone::POSITION_KEY_COUNT];
            let keys: usize = counts.map(|field| usize::from(u16_of(record, BONE, field))).iter().sum();
            self.source.seek(self.source.at + keys * width(POSITION_KEY));
            let name = name(record, range(BONE, bone::NAME, bone::NAME));
            names.entry(name.to_ascii_lowercase()).or_insert(index);
            if self.source.is_spent(1) {
                break;
            }
        }
        Ok(names)
    }

    fn parent(
        &self,
        index: usize,
        bone: &MaverickBone,
        names: &HashMap<Vec<u8>, usize>,
    ) -> Loading<Option<usize>> {
        let parent = name(&bone.record, range(BONE, bone::PARENT, bone::PARENT));
        if parent.is_empty() {
            return Ok(None);
        }
        match names.get(&parent.to_ascii_lowercase()) {
            Some(parent) => Ok(Some(*parent)),
            None => refuse(
                bone.at + offset(BONE, bone::PARENT),
                format!("bone {index} has the parent \"{}\", and no bone has that name", quote(parent)),
            ),
        }
    }

    /// Keys of one kind. They are kept at whole frames, counted from the second one, as far as these are part of the
    /// animation; of several at one frame there is one.
    fn keys(&mut self, count: u16) -> Loading {
        /// More than rounding makes of the time of a frame.
        const FRACTION: f64 = 0.01;
        // What the file does not have is not dropped.
        if self.source.is_spent(size_of::<f32>()) {
            return Ok(());
        }
        let mut frames = Vec::new();
        let mut record = Cow::Owned(vec![0; width(POSITION_KEY)]);
        let all = self.source.at..self.source.at + usize::from(count) * width(POSITION_KEY);
        let rest = self.source.take(all.len()).unwrap_or_default();
        for index in 0..usize::from(count) {
            match rest.get(index * width(POSITION_KEY)..).and_then(|rest| rest.get(..width(POSITION_KEY))) {
                Some(key) => record = Cow::Borrowed(key),
                None => self.source.record(POSITION_KEY, &mut record)?,
            }
            let at = all.start + index * width(POSITION_KEY);
            let time = f64::from(key_values(&record).0) * f64::from(self.model.rate);
            let frame = frame(time);
            let is_kept =
                i64::from(frame) < i64::from(self.model.frame_count) && frames.last() != Some(&frame);
            // What is no time is wrong of itself.
            let is_late = self.model.frame_count > 0
                && time.is_finite()
                && time.round() > f64::from(self.model.frame_count);
            if is_kept {
                frames.push(frame);
            } else if is_late {
                self.model.late_keys.add(at);
            } else {
                self.model.lost_keys.add(at);
            }
            if is_kept && (time - time.round()).abs() > FRACTION {
                self.model.moved_keys.add(at);
            }
            if rest.is_empty() && self.source.is_spent(size_of::<f32>()) {
                break;
            }
        }
        let kept = frames.len();
        frames.sort_unstable();
        frames.dedup();
        self.model.lost_keys.add_all(all.start, kept - frames.len());
        self.model.key_count += frames.len();
        Ok(())
    }

    /// Passes over the comments; whether the program reads on after them. It takes the one on the model for one with an
    /// index, as the others have.
    fn comments(&mut self) -> Loading<bool> {
        /// What the recorded runs could have, for the text twice.
        const MOST_MEMORY: i32 = 180_000_000;
        let _version = self.source.i32(0)?;
        let mut count = 0;
        for kind in ["mesh", "material", "bone", "model"] {
            count = self.source.i32(count)?;
            for _ in 0..count {
                let at = self.source.at;
                let _index = self.source.i32(0)?;
                let length = self.source.i32(0)?;
                if self.source.is_at_end() {
                    return Ok(false);
                }
                if kind == "model" {
                    self.model.misread_comment.get_or_insert(at);
                }
                if !(0..MOST_MEMORY).contains(&length) {
                    let is_sound = kind == "model";
                    return crash(at, too_long(kind, length))
                        .map_err(|failure| if is_sound { failure.about(Group::Comments) } else { failure });
                }
                self.source.pass(length as usize)?;
                if self.source.is_spent(size_of::<i32>()) && !self.source.is_at_end() {
                    break;
                }
            }
        }
        Ok(true)
    }

    fn vertex_extras(&mut self) -> Loading {
        let version = self.source.i32(0)?;
        let Some(slots) = vertex_extra(version) else { return Ok(()) };
        if !self.source.has_failed {
            let count = (self.source.remaining() / width(slots)).min(self.model.vertex_count);
            self.model.extras = Some(MaverickExtras { version, at: self.source.at, count });
        }
        Ok(())
    }
}

/// The frame that a key is kept at. What no frame is comes out as none of the animation.
fn frame(time: f64) -> u32 {
    (time.round() as i64 as u32).wrapping_sub(1)
}

/// Why a comment is too much for the memory.
fn too_long(kind: &str, length: i32) -> String {
    let what = match kind {
        "model" => "the text of the comment on the model is taken for its length".to_string(),
        kind => format!("it cannot have a comment on a {kind} of this length"),
    };
    match usize::try_from(length) {
        Ok(length) if kind == "model" => {
            format!("{what}, {} bytes, and it does not get the memory for that", number(length))
        }
        Ok(length) => format!("{what}, {} bytes", number(length)),
        Err(_) => format!("{what}, {length}"),
    }
}
