//! assimp 5.2.5 and 6.0.5, as `MS3DLoader.cpp` reads binary models, `ScenePreprocessor.cpp` completes them, and
//! `ValidateDataStructure.cpp` checks them for programs that ask for it.

mod oddities;
mod tree;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::held::{HeldFace, HeldMesh, HeldModel};
use super::records::{ByteReader, RawBone, RawMesh, RawTable, Sections, u16_of};
use super::{Failure, FailureKind, Loading, Oddity, Run, refuse};
use crate::base::display::{but_there_are, counted, number, quote};
use crate::diagnostics::group::Group;
use crate::document::Document;
use crate::layout::BlockKind;
use crate::layout::binary::{BONE, FACE, FILE, MEMBER, MESH, VERTEX, offset, range, vertex_extra, width};
use crate::layout::fields::{bone, face, file, mesh, vertex};
use crate::model::Bone;
use tree::{AssimpTree, LONGEST_CHAIN};

/// Which assimp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssimpVersion {
    /// 5.2.5. It takes the index behind the last for a good one.
    V5,
    /// 6.0.5. Its validation takes no model with bones.
    V6,
}

/// What happens when assimp loads a model. Programs choose whether it `validates` what it has loaded.
pub fn run(file: &AssimpFile, version: AssimpVersion, validates: bool) -> Run {
    let loading = file.scene.as_ref().map_err(Failure::clone).and_then(|scene| {
        scene.check(version)?;
        if validates {
            scene.validate(version)?;
        }
        Ok(scene)
    });
    match loading {
        Ok(scene) => {
            let oddities = file.oddities.get_or_init(|| oddities::of(file.document, scene));
            Run { failure: None, oddities: oddities.clone() }
        }
        Err(failure) => failure.into(),
    }
}

/// What assimp holds of a model that it has loaded: the same in both versions.
pub fn held(document: &Document) -> HeldModel<'_> {
    let scene = AssimpScene::read(document)
        .and_then(|scene| scene.check(AssimpVersion::V6).map(|()| scene.held(document)));
    scene.unwrap_or_default()
}

/// What both versions read of a file, and take otherwise in it, alike.
pub struct AssimpFile<'d> {
    document: &'d Document,
    scene: Loading<AssimpScene<'d>>,
    oddities: OnceCell<Vec<Oddity>>,
}

impl<'d> AssimpFile<'d> {
    pub(super) fn read(document: &'d Document) -> Self {
        Self { document, scene: AssimpScene::read(document), oddities: OnceCell::new() }
    }
}

/// A model that assimp has read.
struct AssimpScene<'d> {
    sections: Sections<'d>,
    vertices: RawTable,
    faces: RawTable,
    meshes: Vec<RawMesh<'d>>,
    /// How many materials the file has.
    materials: usize,
    bones: Vec<RawBone<'d>>,
    extras: Option<AssimpExtras>,
    tree: AssimpTree,
    /// Whether all is there that indices lead to.
    has_good_indices: OnceCell<bool>,
}

/// Where assimp reads the other bones of vertices and their weights.
#[derive(Clone, Copy)]
struct AssimpExtras {
    at: usize,
    width: usize,
}

impl<'d> AssimpScene<'d> {
    fn read(document: &'d Document) -> Loading<Self> {
        let mut sections = Sections::of(document);
        check_head(&sections)?;
        check_whole(&sections)?;
        let meshes = sections.meshes.take().unwrap_or_default();
        let bones = sections.bones.take().unwrap_or_default();
        let vertices = sections.vertices.unwrap_or_default();
        let faces = sections.faces.unwrap_or_default();
        let materials = sections.materials.unwrap_or_default().count;
        let reader = ByteReader { bytes: sections.bytes, at: sections.end };
        let extras = read_tail(reader, vertices.count).map_err(|failure| Failure {
            cause: first_comments(document).filter(|cause| Some(*cause) != failure.at),
            ..failure
        })?;
        let tree = AssimpTree::of(&bones);
        Ok(Self {
            sections,
            vertices,
            faces,
            meshes,
            materials,
            bones,
            extras,
            tree,
            has_good_indices: OnceCell::new(),
        })
    }

    /// Makes meshes and bones out of what was read.
    fn check(&self, version: AssimpVersion) -> Loading {
        // What version 6 takes, version 5 takes too.
        if !*self.has_good_indices.get_or_init(|| self.check_indices(AssimpVersion::V6).is_ok()) {
            self.check_indices(version)?;
        }
        self.check_tree()
    }

    /// The vertices of a face, as indices.
    fn corners(&self, index: u16) -> [u16; 3] {
        const CORNERS: Range<usize> = range(FACE, face::VERTICES[0], face::VERTICES[2]);
        let at = self.faces.at + usize::from(index) * const { width(FACE) };
        let indices = self.sections.bytes[at..][CORNERS].as_chunks().0;
        [0, 1, 2].map(|number| u16::from_le_bytes(indices[number]))
    }

    /// The bones of a vertex, and -1 for none.
    fn bones_of(&self, vertex: u16) -> [i8; 4] {
        const BONE_AT: usize = offset(VERTEX, vertex::BONE);
        let at = self.vertices.at + usize::from(vertex) * const { width(VERTEX) };
        let first = self.sections.bytes[at + BONE_AT] as i8;
        let others = self.extras.and_then(|extras| {
            let at = extras.at + extras.width * usize::from(vertex);
            // Each bone is read with its weight behind it.
            let record: &[u8; 6] = self.sections.bytes.get(at..)?.first_chunk()?;
            Some([record[0], record[2], record[4]].map(|bone| bone as i8))
        });
        let [second, third, fourth] = others.unwrap_or([-1; 3]);
        [first, second, third, fourth]
    }

    /// All corners of a mesh, as indices of vertices.
    fn corners_of(&self, mesh: &RawMesh<'d>) -> impl Iterator<Item = u16> {
        mesh.faces().flat_map(|face| self.corners(face))
    }

    /// The material of a mesh. What has none gets one that assimp makes up.
    fn material_of(&self, mesh: &RawMesh) -> u32 {
        match mesh.material {
            _ if self.materials == 0 => 0,
            -1 => self.materials as u32,
            material => i32::from(material) as u32,
        }
    }

    /// How many materials there are, with the one that assimp makes up.
    fn material_count(&self) -> usize {
        let has_default = self.materials == 0 || self.meshes.iter().any(|mesh| mesh.material == -1);
        self.materials + usize::from(has_default)
    }

    /// Makes meshes out of what was read.
    fn check_indices(&self, version: AssimpVersion) -> Loading {
        if self.meshes.is_empty() {
            let count = self.faces.at + self.faces.count * width(FACE);
            return refuse_at(count, "there are no meshes");
        }
        let material_count = self.material_count();
        // Most models need not be asked at each corner.
        let has_all_bones = (0..self.vertices.count as u16).all(|vertex| self.check_bones(vertex).is_ok());
        for (number, mesh) in self.meshes.iter().enumerate() {
            if self.material_of(mesh) as usize > material_count {
                return self.refuse_material(number, mesh);
            }
            for (row, index) in mesh.faces().enumerate() {
                let place = || (mesh.at + width(MESH) + row * width(MEMBER), format!("mesh {number} lists"));
                check_index("face", index, self.faces.count, version, place)?;
                for vertex in self.corners(index) {
                    let at = self.faces.at + usize::from(index) * width(FACE);
                    let place = || (at, format!("face {index} has"));
                    check_index("vertex", vertex, self.vertices.count, version, place)?;
                    if !has_all_bones {
                        self.check_bones(vertex)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn check_bones(&self, vertex: u16) -> Loading {
        let count = self.bones.len();
        for bone in self.bones_of(vertex) {
            if bone != -1 && i32::from(bone) as u32 as usize >= count {
                let at = self.vertices.at + usize::from(vertex) * width(VERTEX);
                let but = but_there_are(count, "bone");
                return refuse_at(at, format!("vertex {vertex} has bone {bone}, {but}"));
            }
        }
        Ok(())
    }

    fn refuse_material(&self, number: usize, mesh: &RawMesh) -> Loading {
        let (material, but) = (mesh.material, but_there_are(self.materials, "material"));
        refuse_at(mesh.at, format!("mesh {number} has material {material}, {but}"))
    }

    /// Hangs the bones below each other.
    fn check_tree(&self) -> Loading {
        if let Some(bone) = self.tree.too_deep.and_then(|deep| self.bones.get(deep)) {
            let above = number(LONGEST_CHAIN);
            let reason = format!(
                "this bone hangs below {above} others, one below the other, for which its stack has no room"
            );
            return Failure::after_reading(FailureKind::Crashes, bone.at as u32, reason);
        }
        let Some(bone) = self.tree.torn.and_then(|torn| self.bones.get(torn)) else { return Ok(()) };
        let reason = match bone.name() {
            [] => "a bone without a name takes the roots after it for its children".to_string(),
            name => format!("two bones are called \"{}\", and one hangs below the other", quote(name)),
        };
        Failure::after_reading(FailureKind::Crashes, bone.at as u32, reason)
    }

    /// Checks what was made, before anything is added to it.
    fn validate(&self, version: AssimpVersion) -> Loading {
        if let Some(first) = self.bones.first().filter(|_| version == AssimpVersion::V6) {
            let count = counted(self.bones.len(), "bone");
            let reason = format!("the validation takes no model with bones, and this one has {count}");
            // The number of bones is before the first of them.
            return refuse_at(first.at - 2, reason).map_err(|failure| failure.about(Group::Bones));
        }
        let names: HashSet<_> = self.bones.iter().map(RawBone::name).collect();
        let has_same_names = names.len() < self.bones.len();
        for (number, mesh) in self.meshes.iter().enumerate() {
            if self.materials > 0 && self.material_of(mesh) as usize >= self.material_count() {
                return self.refuse_material(number, mesh);
            }
            if mesh.faces().len() == 0 {
                let count = mesh.at + offset(MESH, mesh::FACE_COUNT);
                return refuse_at(count, format!("mesh {number} has no faces"));
            }
            if let Some(bone) = has_same_names.then(|| self.repeated_name(mesh)).flatten() {
                let reason =
                    format!("mesh {number} uses two bones that are called \"{}\"", quote(bone.name()));
                return refuse_at(bone.at, reason);
            }
        }
        match self.bones.first() {
            Some(first) if self.bones.iter().all(|bone| key_count(bone) == [0; 2]) => {
                refuse_at(first.at, "there are bones, and none of them has a key")
                    .map_err(|failure| failure.about(Group::Animation))
            }
            _ => Ok(()),
        }
    }

    /// A bone that a mesh uses beside another one of that name.
    fn repeated_name(&self, mesh: &RawMesh<'d>) -> Option<&RawBone<'d>> {
        let mut by_name = HashMap::new();
        let used = self.corners_of(mesh).flat_map(|vertex| self.bones_of(vertex));
        used.filter_map(|index| self.bones.get(usize::try_from(index).ok()?)).find(|bone| {
            let known = by_name.insert(bone.name(), bone.at);
            known.is_some_and(|at| at != bone.at)
        })
    }

    fn held(&self, document: &Document) -> HeldModel<'d> {
        let meshes: Vec<_> = self.meshes.iter().map(|mesh| self.held_mesh(mesh)).collect();
        let reached = self.bones.iter().zip(&self.tree.reached).filter(|(_, is_reached)| **is_reached);
        let nodes: HashSet<_> = reached.map(|(bone, _)| bone.name()).collect();
        let keys = self.bones.iter().filter(|bone| key_count(bone) != [0; 2]).map(|bone| {
            // What has keys of one kind alone gets one of the other, if there is a node that it moves.
            let least = usize::from(nodes.contains(bone.name()));
            key_count(bone).into_iter().map(|count| count.max(least)).sum::<usize>()
        });
        HeldModel {
            vertex_count: meshes.iter().map(|mesh| mesh.faces.len() * 3).sum(),
            material_count: self.material_count(),
            bone_count: self.tree.reached.iter().filter(|is_reached| **is_reached).count(),
            key_count: keys.sum(),
            bones: self.moving_bones(document),
            influences: Vec::new(),
            meshes,
        }
    }

    /// The bones of the file, without the keys of those that the program leaves out: what hangs on them stays where it
    /// is. Empty if there are none of these.
    fn moving_bones(&self, document: &Document) -> Vec<Bone> {
        if self.tree.reached.iter().all(|is_reached| *is_reached) {
            return Vec::new();
        }
        let mut bones = document.model.bones.clone();
        let reached = bones.iter_mut().zip(&self.tree.reached);
        for (bone, _) in reached.filter(|(_, is_reached)| !**is_reached) {
            bone.position_keys.rows.clear();
            bone.rotation_keys.rows.clear();
        }
        bones
    }

    fn held_mesh(&self, mesh: &RawMesh<'d>) -> HeldMesh<'d> {
        HeldMesh {
            material: i64::from(self.material_of(mesh)),
            name: Cow::default(),
            faces: mesh.faces().map(|face| HeldFace::Listed(face.into())).collect(),
        }
    }
}

/// How many keys a bone has: of its rotation and of its position.
fn key_count(bone: &RawBone) -> [usize; 2] {
    [bone.rotation_keys.count, bone.position_keys.count]
}

fn check_head(sections: &Sections) -> Loading {
    let is_cut = sections.bytes.len() < width(FILE);
    match sections.version {
        None if sections.bytes.is_empty() => refuse(0, "it is empty"),
        None if is_cut => refuse(0, "the file ends within its head"),
        None => refuse(0, "it does not begin as a binary model does"),
        Some(4) => Ok(()),
        Some(version) => {
            refuse(offset(FILE, file::VERSION), format!("its version is {version}, and assimp knows only 4"))
        }
    }
}

/// Checks that all is there up to the bones.
fn check_whole(sections: &Sections) -> Loading {
    for bone in sections.bones.iter().flatten() {
        check_key_counts(bone.head, bone.at)?;
    }
    let Some((at, what)) = sections.cut() else { return Ok(()) };
    let head = sections.bytes.get(at..).and_then(|rest| rest.get(..width(BONE)));
    if let Some(head) = head.filter(|_| sections.animation.is_some()) {
        check_key_counts(head, at)?;
    }
    refuse(at, format!("the file ends within {what}"))
}

/// Numbers of keys are read as signed, and it asks for the memory of what is then huge.
fn check_key_counts(head: &[u8], at: usize) -> Loading {
    for field in [bone::ROTATION_KEY_COUNT, bone::POSITION_KEY_COUNT] {
        let count = u16_of(head, BONE, field);
        if i16::try_from(count).is_err() {
            return refuse(at, format!("a bone has {count} keys of one kind, and 32767 are the most"));
        }
    }
    Ok(())
}

/// Reads what is behind the bones: comments, and weights for so many vertices.
///
/// Numbers of comments are read from two bytes, and have four. If all are 0 it is six bytes behind after them, takes
/// zeros for the version of the weights, and never reads these.
fn read_tail(mut reader: ByteReader, vertices: usize) -> Loading<Option<AssimpExtras>> {
    const LEAST: usize = 4;
    if remaining(&reader) <= LEAST || reader.i32() != Some(1) {
        return Ok(None);
    }
    for _ in ["meshes", "materials", "bones"] {
        read_comments(&mut reader)?;
    }
    let at = reader.at;
    let ends = || refuse(at, "the file ends within the comments");
    let Some(has_comment) = reader.i32() else { return ends() };
    if has_comment != 0 {
        let Some(length) = reader.i32() else { return ends() };
        if usize::try_from(length).map_or(true, |length| length > remaining(&reader)) {
            return refuse(at, misread_length(i64::from(length)));
        }
    }
    if remaining(&reader) <= LEAST {
        return Ok(None);
    }
    let Some(layout) = reader.i32().filter(|version| [2, 3].contains(version)).and_then(vertex_extra) else {
        return Ok(None);
    };
    let extras = AssimpExtras { at: reader.at, width: width(layout) };
    match reader.take(vertices * extras.width) {
        Some(_) => Ok(Some(extras)),
        None => refuse(extras.at, "the file ends within the weights of the vertices"),
    }
}

/// Reads comments on objects of one kind.
fn read_comments(reader: &mut ByteReader) -> Loading {
    let at = reader.at;
    let ends = || refuse(at, "the file ends within the comments");
    let Some(count) = reader.u16() else { return ends() };
    for _ in 0..count {
        let at = reader.at;
        let (Some(_), Some(length)) = (reader.i32(), reader.i32()) else { return ends() };
        if reader.take(length as u32 as usize).is_none() {
            return refuse(at, misread_length(i64::from(length as u32)));
        }
    }
    Ok(())
}

fn misread_length(length: i64) -> String {
    format!(
        "assimp reads only two of the four bytes of numbers of comments, and then takes {length} for a length"
    )
}

fn remaining(reader: &ByteReader) -> usize {
    reader.bytes.len().saturating_sub(reader.at)
}

/// Where the first comments are on meshes, materials or bones.
fn first_comments(document: &Document) -> Option<u32> {
    let kinds = [BlockKind::GroupComments, BlockKind::MaterialComments, BlockKind::BoneComments];
    let mut blocks = document.model.blocks.iter();
    blocks.find(|block| kinds.contains(&block.kind) && block.number != Some(0)).map(|block| block.at)
}

/// Checks the index of a face or a vertex. It is read as signed.
fn check_index(
    noun: &str,
    index: u16,
    count: usize,
    version: AssimpVersion,
    place: impl FnOnce() -> (usize, String),
) -> Loading {
    let is_negative = i16::try_from(index).is_err();
    if !is_negative && usize::from(index) < count {
        return Ok(());
    }
    let (at, start) = place();
    if version == AssimpVersion::V5 && usize::from(index) == count && !is_negative {
        let reason = format!(
            "{start} {noun} {index}, one after the last: what memory has there can also make it refuse the file"
        );
        return Failure::after_reading(FailureKind::Crashes, at as u32, reason);
    }
    let reason = match is_negative {
        true => format!("{start} {noun} {index}, and assimp takes indices above 32767 for negative ones"),
        false => format!("{start} {noun} {index}, {}", but_there_are(count, noun)),
    };
    refuse_at(at, reason)
}

/// Refuses a file that was read, because of what is at this offset.
fn refuse_at<T>(cause: usize, reason: impl Into<String>) -> Loading<T> {
    Failure::after_reading(FailureKind::Refuses, cause as u32, reason)
}
