//! Floor 3: whether two files mean the same, which is how fixes prove that they changed no more than
//! they said.

use std::collections::{HashMap, VecDeque};
use std::fmt::Debug;

use crate::ascii::sniff::Content;
use crate::document::Document;
use crate::fix::Aspect;
use crate::layout::BlockKind;
use crate::model::{Bone, Comment, Face, Key, Material, Mesh, Normal, Parent, Table, Text, Vertex};
use crate::source::line_from;

/// What one file means and the other does not, in words, apart from what may differ. `None` if they
/// mean the same.
///
/// Numbers are compared by value, names and paths byte by byte; how anything is spelled and where it
/// stands means nothing.
pub fn difference(before: &Document, after: &Document, may_differ: &[Aspect]) -> Option<String> {
    let may = |aspect| may_differ.contains(&aspect);
    // What could not be read at all had no meaning that could be lost.
    if may(Aspect::Reading) && before.content != Content::Text {
        return None;
    }
    Comparison { before, after, may_differ }.all().err()
}

struct Comparison<'a> {
    before: &'a Document,
    after: &'a Document,
    may_differ: &'a [Aspect],
}

type Same = Result<(), String>;

fn ensure(same: bool, what: impl FnOnce() -> String) -> Same {
    if same { Ok(()) } else { Err(what()) }
}

impl Comparison<'_> {
    fn may(&self, aspect: Aspect) -> bool {
        self.may_differ.contains(&aspect)
    }

    fn all(&self) -> Same {
        let (before, after) = (&self.before.model, &self.after.model);
        self.blocks()?;
        let order = self.bone_order();
        // A mesh that shows nothing may be taken out where meshes may.
        let is_kept =
            |mesh: &&Mesh| !self.may(Aspect::Meshes) || !(mesh.vertices.is_empty() || mesh.faces.is_empty());
        let meshes: [Vec<_>; 2] = [before, after].map(|model| model.meshes.iter().filter(is_kept).collect());
        self.equal("number of meshes", meshes[0].len(), meshes[1].len())?;
        for (index, (before, after)) in meshes[0].iter().zip(&meshes[1]).enumerate() {
            self.mesh(before, after, &order).map_err(|what| format!("mesh {index}: {what}"))?;
        }
        self.equal("number of materials", before.materials.len(), after.materials.len())?;
        for (index, pair) in before.materials.iter().zip(&after.materials).enumerate() {
            self.material(pair.0, pair.1).map_err(|what| format!("material {index}: {what}"))?;
        }
        self.equal("number of bones", before.bones.len(), after.bones.len())?;
        for (index, bone) in before.bones.iter().enumerate() {
            let other = &after.bones[order[index]];
            self.bone(bone, other, &order).map_err(|what| format!("bone {index}: {what}"))?;
        }
        if self.may(Aspect::Comments) { Ok(()) } else { self.comments(&order) }
    }

    fn equal<T: PartialEq + Debug>(&self, what: &str, before: T, after: T) -> Same {
        ensure(before == after, || format!("{what} was {before:?} and is {after:?}"))
    }

    /// The same, unless it was nothing that could be read, and may be read now.
    fn equal_if_read<T: PartialEq + Debug>(&self, what: &str, before: Option<T>, after: Option<T>) -> Same {
        let is_new = before.is_none() && self.may(Aspect::Reading);
        if is_new { Ok(()) } else { self.equal(what, before, after) }
    }

    fn text(&self, what: &str, before: Text, after: Text) -> Same {
        let before = before.map(|span| String::from_utf8_lossy(self.before.bytes(span)));
        let after = after.map(|span| String::from_utf8_lossy(self.after.bytes(span)));
        self.equal_if_read(what, before, after)
    }

    fn name(&self, before: Text, after: Text) -> Same {
        if self.may(Aspect::Names) { Ok(()) } else { self.text("name", before, after) }
    }

    fn blocks(&self) -> Same {
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
        self.equal("order of blocks", &before, &after)?;
        let counts_may = [Aspect::Counts, Aspect::Meshes, Aspect::Comments].into_iter().any(|a| self.may(a));
        for kind in before {
            let number = |document: &Document| document.model.block(kind).and_then(|(_, block)| block.number);
            let may = match kind {
                BlockKind::Frames | BlockKind::Frame => self.may(Aspect::Frames),
                _ => counts_may,
            };
            if !may {
                self.equal_if_read(kind.name(), number(self.before), number(self.after))?;
            }
        }
        Ok(())
    }

    /// Where each bone is now. Bones that are alike keep their order.
    fn bone_order(&self) -> Vec<usize> {
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

    fn mesh(&self, before: &Mesh, after: &Mesh, order: &[usize]) -> Same {
        self.name(before.name, after.name)?;
        // The flags stand on the same line as the material.
        if !self.may(Aspect::Flags) && (before.material.is_some() || !self.may(Aspect::Reading)) {
            self.equal("flags", before.flags, after.flags)?;
        }
        self.equal_if_read("material", before.material, after.material)?;
        let flags_may = self.may(Aspect::Flags);
        if !self.may(Aspect::Vertices) {
            let moved = |bone: i32| order.get(bone as usize).map_or(bone, |bone| *bone as i32);
            self.rows("vertex", &before.vertices, &after.vertices, |a: &Vertex, b: &Vertex| {
                self.floats(&a.position, &b.position)
                    && self.floats(&a.uv, &b.uv)
                    && (flags_may || a.flags == b.flags)
                    && (self.may(Aspect::VertexBones) || moved(a.bone) == b.bone)
            })?;
        }
        if !self.may(Aspect::Normals) {
            self.rows("normal", &before.normals, &after.normals, |a: &Normal, b: &Normal| {
                self.floats(&a.direction, &b.direction)
            })?;
        }
        if !self.may(Aspect::Faces) {
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
    fn rows<T: Debug>(
        &self,
        what: &str,
        before: &Table<T>,
        after: &Table<T>,
        same: impl Fn(&T, &T) -> bool,
    ) -> Same {
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

    fn material(&self, before: &Material, after: &Material) -> Same {
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

    fn floats_if_read(&self, what: &str, before: Option<&[f32]>, after: Option<&[f32]>) -> Same {
        match (before, after) {
            (None, Some(_)) if self.may(Aspect::Reading) => Ok(()),
            (None, None) => Ok(()),
            (Some(a), Some(b)) if self.floats(a, b) => Ok(()),
            _ => Err(format!("{what} was {before:?} and is {after:?}")),
        }
    }

    fn floats(&self, a: &[f32], b: &[f32]) -> bool {
        let near = |a: f32, b: f32| self.may(Aspect::Precision) && (a - b).abs() < 1e-12;
        a.iter().zip(b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()) || near(*a, *b))
    }

    fn bone(&self, before: &Bone, after: &Bone, order: &[usize]) -> Same {
        self.name(before.name, after.name)?;
        if !self.may(Aspect::BoneParents) {
            let parent = match before.parent_bone {
                Parent::Bone(parent) => Parent::Bone(order[parent as usize] as u32),
                other => other,
            };
            let is_new = parent == Parent::Unknown && self.may(Aspect::Reading);
            // Where names may differ, two that are alike may be told apart, so that a reference is lost.
            ensure(is_new || parent == after.parent_bone, || {
                format!("parent was {parent:?} and is {:?}", after.parent_bone)
            })?;
        }
        // What could not be read is all zero.
        let zeros = [0.0; 3];
        let was_zero = before.flags == 0 && before.position == zeros && before.rotation == zeros;
        if !(was_zero && self.may(Aspect::Reading)) {
            self.pose(before, after)?;
        }
        if self.may(Aspect::Keys) {
            return Ok(());
        }
        let same = |a: &Key, b: &Key| self.floats(&[a.time], &[b.time]) && self.floats(&a.value, &b.value);
        self.rows("position key", &before.position_keys, &after.position_keys, same)?;
        self.rows("rotation key", &before.rotation_keys, &after.rotation_keys, same)
    }

    fn pose(&self, before: &Bone, after: &Bone) -> Same {
        if !self.may(Aspect::Flags) {
            self.equal("flags", before.flags, after.flags)?;
        }
        if self.may(Aspect::BonePoses) {
            return Ok(());
        }
        self.floats_if_read("position", Some(&before.position), Some(&after.position))?;
        self.floats_if_read("rotation", Some(&before.rotation), Some(&after.rotation))
    }

    /// The comments, those of one kind in their order.
    fn comments(&self, order: &[usize]) -> Same {
        let kind = |document: &Document, comment: &Comment| {
            document.model.blocks.get(comment.block as usize).map(|block| block.kind)
        };
        let of = |document: &Document, moved: bool| {
            let mut comments: Vec<_> = document.model.comments.iter().collect();
            comments.sort_by_key(|comment| kind(document, comment));
            let told = comments.into_iter().map(|comment| {
                let kind = kind(document, comment);
                let moves = moved && kind == Some(BlockKind::BoneComments);
                let index = match comment.index {
                    Some(bone) if moves => Some(order.get(bone as usize).map_or(bone, |bone| *bone as i32)),
                    Some(_) if kind == Some(BlockKind::GroupComments) && self.may(Aspect::Meshes) => None,
                    index => index,
                };
                let bytes = document.source.bytes();
                let at = (comment.text_at as usize).min(bytes.len());
                let text = &bytes[line_from(bytes, at).span().range()];
                (index, (kind, String::from_utf8_lossy(text).into_owned()))
            });
            told.collect::<Vec<_>>()
        };
        let (before, after) = (of(self.before, true), of(self.after, false));
        self.equal("number of comments", before.len(), after.len())?;
        for (before, after) in before.into_iter().zip(after) {
            self.equal_if_read("what a comment is about", before.0, after.0)?;
            self.equal("comment", before.1, after.1)?;
        }
        Ok(())
    }
}

/// What tells a bone from others, whatever their order.
fn alike(document: &Document, bone: &Bone) -> String {
    let text = |text: Text| text.map(|span| document.bytes(span).to_vec());
    let keys =
        |table: &Table<Key>| -> Vec<_> { table.rows.iter().map(|key| (key.time, key.value)).collect() };
    let (positions, rotations) = (keys(&bone.position_keys), keys(&bone.rotation_keys));
    let names = (text(bone.name), text(bone.parent));
    format!("{:?}", (names, bone.flags, bone.position, bone.rotation, positions, rotations))
}
