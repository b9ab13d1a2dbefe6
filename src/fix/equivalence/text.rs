//! Compares what ASCII and binary models both hold: blocks, meshes, materials, bones and comments.

use std::collections::{HashMap, VecDeque};
use std::fmt::Debug;

use super::{Comparison, ensure};
use crate::document::Document;
use crate::fix::Aspect;
use crate::layout::BlockKind;
use crate::model::{
    Bone, Comment, Face, Geometry, Key, Material, Member, Mesh, Normal, Parent, Table, Text, Vertex,
};

/// The blocks at the end of a binary file, which may all be missing.
const TAIL: [BlockKind; 8] = [
    BlockKind::Comments,
    BlockKind::GroupComments,
    BlockKind::MaterialComments,
    BlockKind::BoneComments,
    BlockKind::ModelComment,
    BlockKind::VertexExtras,
    BlockKind::BoneExtras,
    BlockKind::ModelExtras,
];

impl Comparison<'_> {
    pub(super) fn blocks(&self) -> Result<(), String> {
        let kinds = |document: &Document| -> Vec<BlockKind> {
            document.model.blocks.iter().map(|block| block.kind).collect()
        };
        let (mut before, mut after) = (kinds(self.before), kinds(self.after));
        if self.may(Aspect::BlockOrder) {
            before.sort_unstable();
            after.sort_unstable();
        }
        if self.may(Aspect::Blocks) {
            let is_new = |kind: &BlockKind| {
                let holds = self.after.model.block(*kind).map_or(0, |(_, block)| block.found);
                !before.contains(kind) && holds == 0
            };
            after.retain(|kind| !is_new(kind));
        }
        if self.may(Aspect::Tail) && self.after.is_binary() {
            after.retain(|kind| !TAIL.contains(kind) || before.contains(kind));
        }
        self.equal("order of blocks", &before, &after)?;
        for kind in before {
            let number = |document: &Document| document.model.block(kind).and_then(|(_, block)| block.number);
            let aspects: &[Aspect] = match kind {
                BlockKind::Frames | BlockKind::Frame => &[Aspect::Frames],
                BlockKind::Meshes => &[Aspect::Counts, Aspect::Meshes],
                BlockKind::GroupComments => &[Aspect::Counts, Aspect::Meshes, Aspect::Comments],
                BlockKind::MaterialComments | BlockKind::BoneComments => &[Aspect::Counts, Aspect::Comments],
                BlockKind::VertexExtras => &[Aspect::ExtraVersion],
                _ => &[Aspect::Counts],
            };
            if !aspects.iter().any(|aspect| self.may(*aspect)) {
                self.equal_if_read(kind.name(), number(self.before), number(self.after))?;
            }
        }
        Ok(())
    }

    /// Where each bone is now. Bones that are alike keep their order.
    pub(super) fn bone_order(&self) -> Vec<usize> {
        let (before, after) = (&self.before.model.bones, &self.after.model.bones);
        if !self.may(Aspect::BoneOrder) || before.len() != after.len() {
            return (0..before.len()).collect();
        }
        let mut places: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (index, bone) in after.iter().enumerate() {
            places.entry(alike(self.after, bone)).or_default().push_back(index);
        }
        let place = |(index, bone)| {
            places.get_mut(&alike(self.before, bone)).and_then(VecDeque::pop_front).unwrap_or(index)
        };
        before.iter().enumerate().map(place).collect()
    }

    pub(super) fn mesh(&self, before: &Mesh, after: &Mesh, order: &[usize]) -> Result<(), String> {
        self.name(before.name, after.name)?;
        // The flags are on the same line as the material.
        if !self.may(Aspect::Flags) && (before.material.is_some() || !self.may(Aspect::Reading)) {
            self.equal("flags", before.flags, after.flags)?;
        }
        self.equal_if_read("material", before.material, after.material)?;
        self.members(before, after)?;
        self.geometry(&before.geometry, &after.geometry, order)
    }

    /// Which of the faces that meshes share are those of one.
    fn members(&self, before: &Mesh, after: &Mesh) -> Result<(), String> {
        if self.may(Aspect::Faces) || self.may_move_faces() {
            return Ok(());
        }
        self.rows("member", &before.members, &after.members, |a: &Member, b: &Member| a.face == b.face)
    }

    pub(super) fn geometry(
        &self,
        before: &Geometry,
        after: &Geometry,
        order: &[usize],
    ) -> Result<(), String> {
        let flags_may = self.may(Aspect::Flags);
        if !self.may(Aspect::Vertices) {
            let moved = |bone: i32| moved(bone, order);
            self.rows("vertex", &before.vertices, &after.vertices, |a: &Vertex, b: &Vertex| {
                self.floats(&a.position, &b.position)
                    && self.floats(&a.uv, &b.uv)
                    && (flags_may || a.flags == b.flags)
                    && (self.may(Aspect::VertexBones) || moved(a.bone) == b.bone)
            })?;
        }
        // In a binary file they go with their faces.
        let go_with_faces = self.may(Aspect::Faces) && self.before.is_binary() || self.may_move_faces();
        if !self.may(Aspect::Normals) && !go_with_faces {
            self.rows("normal", &before.normals, &after.normals, |a: &Normal, b: &Normal| {
                self.floats(&a.direction, &b.direction)
            })?;
        }
        if !self.may(Aspect::Faces) && !self.may_move_faces() {
            self.rows("face", &before.faces, &after.faces, |a: &Face, b: &Face| {
                (self.may(Aspect::Vertices) || a.vertices == b.vertices)
                    && (self.may(Aspect::Normals) || a.normals == b.normals)
                    && (flags_may || a.flags == b.flags)
                    && a.smoothing_group == b.smoothing_group
            })?;
        }
        Ok(())
    }

    /// Rows that could be read, and how many are declared and there.
    pub(super) fn rows<T: Debug>(
        &self,
        what: &str,
        before: &Table<T>,
        after: &Table<T>,
        same: impl Fn(&T, &T) -> bool,
    ) -> Result<(), String> {
        let may_be_read = self.may(Aspect::Reading);
        if !self.may(Aspect::Counts) {
            self.equal_if_read(&format!("{what} count"), before.declared, after.declared)?;
        }
        self.equal(&format!("number of {what} rows"), before.len(), after.len())?;
        if !may_be_read {
            self.equal(&format!("unreadable {what} rows"), &before.broken, &after.broken)?;
        }
        for (index, row) in before.iter() {
            let is_same = after.get(index as i32).is_some_and(|other| same(row, other));
            ensure(is_same, || format!("{what} {index} was {row:?} and is {:?}", after.rows.get(index)))?;
        }
        Ok(())
    }

    pub(super) fn material(&self, before: &Material, after: &Material) -> Result<(), String> {
        self.name(before.name, after.name)?;
        if !self.may(Aspect::Colors) {
            for (a, b) in before.colors.iter().zip(&after.colors) {
                self.floats_if_read("colour", a.as_ref().map(|c| &c[..]), b.as_ref().map(|c| &c[..]))?;
            }
            for (what, a, b) in [
                ("shininess", before.shininess, after.shininess),
                ("transparency", before.transparency, after.transparency),
            ] {
                self.floats_if_read(
                    what,
                    a.as_ref().map(std::slice::from_ref),
                    b.as_ref().map(std::slice::from_ref),
                )?;
            }
        }
        if self.may(Aspect::Paths) {
            return Ok(());
        }
        self.text("texture", before.texture, after.texture)?;
        self.text("alpha map", before.alpha_map, after.alpha_map)
    }

    fn floats_if_read(
        &self,
        what: &str,
        before: Option<&[f32]>,
        after: Option<&[f32]>,
    ) -> Result<(), String> {
        match (before, after) {
            (None, Some(_)) if self.may(Aspect::Reading) => Ok(()),
            (None, None) => Ok(()),
            (Some(a), Some(b)) if self.floats(a, b) => Ok(()),
            _ => Err(format!("{what} was {before:?} and is {after:?}")),
        }
    }

    pub(super) fn floats(&self, a: &[f32], b: &[f32]) -> bool {
        let near = |a: f32, b: f32| self.may(Aspect::Precision) && (a - b).abs() < 1e-12;
        a.iter().zip(b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()) || near(*a, *b))
    }

    pub(super) fn bone(
        &self,
        before: &Bone,
        after: &Bone,
        names_itself: bool,
        order: &[usize],
    ) -> Result<(), String> {
        self.name(before.name, after.name)?;
        // Only a parent that does not exist may become another.
        let is_none = before.parent_bone == Parent::Missing || names_itself;
        if !(self.may(Aspect::BoneParents) && is_none) {
            let parent = match before.parent_bone {
                Parent::Bone(parent) => Parent::Bone(order[parent as usize] as u32),
                other => other,
            };
            let is_new = parent == Parent::Unknown && self.may(Aspect::Reading);
            // Where names may differ, two equal names may become different, so that a reference is lost.
            ensure(is_new || parent == after.parent_bone, || {
                format!("parent was {parent:?} and is {:?}", after.parent_bone)
            })?;
        }
        // A line that could not be read left zeros.
        let zeros = (before.flags, before.position, before.rotation) == (0, [0.0; 3], [0.0; 3]);
        if !(zeros && self.may(Aspect::Reading)) {
            self.pose(before, after)?;
        }
        let [was, is] = [before, after].map(|bone| (&bone.position_keys, &bone.rotation_keys));
        if !self.is_neutral(was.0, is.0, [was.1, is.1]) {
            self.keys("position key", was.0, is.0, false)?;
        }
        if !self.is_neutral(was.1, is.1, [was.0, is.0]) {
            self.keys("rotation key", was.1, is.1, self.may(Aspect::BonePoses))?;
        }
        Ok(())
    }

    /// Whether a table of keys was empty and now holds a neutral one, as it may: at the time of the
    /// earliest key of the other table, before or after, or at the beginning.
    fn is_neutral(&self, before: &Table<Key>, after: &Table<Key>, others: [&Table<Key>; 2]) -> bool {
        let earliest = |table: &Table<Key>| table.iter().map(|(_, key)| key.time).reduce(f32::min);
        let beginning = self.before.model.beginning();
        let is_then =
            |time: f32| time == beginning || others.into_iter().any(|table| earliest(table) == Some(time));
        self.may(Aspect::NeutralKeys)
            && (before.is_whole() && before.is_empty() && after.is_whole() && !others[1].is_empty())
            && matches!(after.rows[..], [Key { time, value: [0.0, 0.0, 0.0], .. }] if is_then(time))
    }

    /// The keys of one kind, whose order may differ, and of which only the last at one time may be left.
    fn keys(
        &self,
        what: &str,
        before: &Table<Key>,
        after: &Table<Key>,
        values_may: bool,
    ) -> Result<(), String> {
        let same = |a: &Key, b: &Key| {
            (self.may(Aspect::KeyTimes) || self.floats(&[a.time], &[b.time]))
                && (values_may || self.floats(&a.value, &b.value))
        };
        let becomes = |drops: bool, sorts: bool| {
            let mut keys = before.rows.to_vec();
            if drops {
                // The last key at each time is kept; in reverse order it is the first.
                keys.reverse();
                keys.dedup_by(|earlier, later| earlier.time == later.time);
                keys.reverse();
            }
            if sorts {
                // Zero and negative zero are one time.
                keys.sort_by(|a, b| (a.time + 0.0).total_cmp(&(b.time + 0.0)));
            }
            keys.len() == after.len() && keys.iter().zip(&after.rows).all(|(a, b)| same(a, b))
        };
        let may_become = || {
            let ways = [(true, false), (false, true), (true, true)].into_iter();
            let mut ways = ways.filter(|(drops, sorts)| {
                (self.may(Aspect::Keys) || !drops) && (self.may(Aspect::KeyOrder) || !sorts)
            });
            before.is_whole() && after.is_whole() && ways.any(|(drops, sorts)| becomes(drops, sorts))
        };
        let is_left = || self.may(Aspect::RepeatedKeys) && are_left(before, after, same);
        self.rows(what, before, after, same).or_else(|what| ensure(may_become() || is_left(), || what))
    }

    fn pose(&self, before: &Bone, after: &Bone) -> Result<(), String> {
        if !self.may(Aspect::Flags) {
            self.equal("flags", before.flags, after.flags)?;
        }
        self.floats_if_read("position", Some(&before.position), Some(&after.position))?;
        if self.may(Aspect::BonePoses) {
            return Ok(());
        }
        self.floats_if_read("rotation", Some(&before.rotation), Some(&after.rotation))
    }

    /// The comments, those of one kind in their order.
    pub(super) fn comments(&self, order: &[usize]) -> Result<(), String> {
        let kind = |document: &Document, comment: &Comment| {
            document.model.blocks.get(comment.block as usize).map(|block| block.kind)
        };
        let of = |document: &Document, kept: &[usize], moved: bool| {
            let is_kept = |comment: &&Comment| {
                let kind = kind(document, comment);
                let is_about = || is_about_something(document, kind, comment);
                // A mesh that may be taken out takes the comments about it with it.
                let is_of_kept = || match comment.index.map(|mesh| mesh as usize) {
                    Some(mesh) if kind == Some(BlockKind::GroupComments) => {
                        mesh >= document.model.meshes.len() || kept.binary_search(&mesh).is_ok()
                    }
                    _ => true,
                };
                (!self.may(Aspect::Comments) || is_about()) && is_of_kept()
            };
            let mut comments: Vec<_> = document.model.comments.iter().filter(is_kept).collect();
            comments.sort_by_key(|comment| kind(document, comment));
            let told = comments.into_iter().map(|comment| {
                let kind = kind(document, comment);
                let moves = moved && kind == Some(BlockKind::BoneComments);
                let index = match comment.index {
                    Some(bone) if moves => Some(self::moved(bone, order)),
                    Some(_) if kind == Some(BlockKind::GroupComments) && self.may(Aspect::Meshes) => None,
                    index => index,
                };
                let bytes = document.source.bytes();
                let text = comment.text.map_or(&[][..], |text| &bytes[text.range()]);
                (index, (kind, String::from_utf8_lossy(text).into_owned()))
            });
            told.collect::<Vec<_>>()
        };
        let [were, are] = &self.meshes;
        let (before, after) = (of(self.before, were, true), of(self.after, are, false));
        self.equal("number of comments", before.len(), after.len())?;
        for (before, after) in before.into_iter().zip(after) {
            self.equal_if_read("what a comment is about", before.0, after.0)?;
            self.equal("comment", before.1, after.1)?;
        }
        Ok(())
    }
}

/// Whether all keys are left of a table but some that were between two of the same value.
fn are_left(before: &Table<Key>, after: &Table<Key>, same: impl Fn(&Key, &Key) -> bool) -> bool {
    let mut left = after.rows.iter().peekable();
    let is_left_or_repeats = |(index, key): (usize, &Key)| {
        if left.next_if(|left| same(key, left)).is_some() {
            return true;
        }
        let around = index.checked_sub(1).and_then(|first| before.rows.get(first..first + 3));
        around.is_some_and(|keys| keys.iter().all(|other| other.value == key.value))
    };
    let are_all = before.rows.iter().enumerate().all(is_left_or_repeats);
    before.is_whole() && after.is_whole() && are_all && left.next().is_none()
}

/// Whether the object of a comment exists, as far as that could be read.
fn is_about_something(document: &Document, kind: Option<BlockKind>, comment: &Comment) -> bool {
    let model = &document.model;
    let count = match kind {
        Some(BlockKind::GroupComments) => model.meshes.len(),
        Some(BlockKind::MaterialComments) => model.materials.len(),
        Some(BlockKind::BoneComments) => model.bones.len(),
        _ => return true,
    };
    comment.index.is_none_or(|index| usize::try_from(index).is_ok_and(|index| index < count))
}

/// The index of a bone in the new order.
pub(super) fn moved(bone: i32, order: &[usize]) -> i32 {
    order.get(bone as usize).map_or(bone, |bone| *bone as i32)
}

/// What distinguishes a bone from others, whatever their order.
fn alike(document: &Document, bone: &Bone) -> String {
    let text = |text: Text| text.map(|span| document.bytes(span).to_vec());
    let keys =
        |table: &Table<Key>| -> Vec<_> { table.rows.iter().map(|key| (key.time, key.value)).collect() };
    let (positions, rotations) = (keys(&bone.position_keys), keys(&bone.rotation_keys));
    let names = (text(bone.name), text(bone.parent));
    format!("{:?}", (names, bone.flags, bone.position, bone.rotation, positions, rotations))
}
