//! Floor 3: whether two files mean the same, which is how fixes prove that they changed no more than
//! they said.

use std::collections::{HashMap, VecDeque};
use std::fmt::Debug;

use crate::document::Document;
use crate::document::describe::describe;
use crate::fix::Aspect;
use crate::fix::renumber::{corner_uvs, group_of, lists_each_face_once, named_groups};
use crate::layout::{BlockKind, Record, fields};
use crate::model::place::{Place, SHARED};
use crate::model::{
    Binary, Bone, Comment, Face, Geometry, Key, Material, Member, Mesh, ModelExtra, Normal, Parent, Table,
    Text, Vertex, VertexExtra,
};
use crate::parse::binary::tail;
use crate::parse::sniff::Content;

/// What one file means and the other does not, in words, apart from what may differ. `None` if they
/// mean the same.
///
/// Numbers are compared by value, names and paths byte by byte; how anything is spelled and where it
/// stands means nothing.
pub fn difference(before: &Document, after: &Document, may_differ: &[Aspect]) -> Option<String> {
    let may = |aspect| may_differ.contains(&aspect);
    // What could not be read at all had no meaning that could be lost.
    let was_read = matches!(before.content, Content::Text | Content::Binary) && before.damage().is_none();
    if may(Aspect::Reading) && !was_read {
        return None;
    }
    let meshes = [before, after].map(|document| meshes(document, may(Aspect::Meshes)));
    Comparison { before, after, may_differ, meshes }.all().err()
}

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

struct Comparison<'a> {
    before: &'a Document,
    after: &'a Document,
    may_differ: &'a [Aspect],
    /// The indices of the meshes before and after that are compared.
    meshes: [Vec<usize>; 2],
}

fn ensure(same: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if same { Ok(()) } else { Err(what()) }
}

impl Comparison<'_> {
    fn may(&self, aspect: Aspect) -> bool {
        self.may_differ.contains(&aspect)
    }

    fn all(&self) -> Result<(), String> {
        let (before, after) = (&self.before.model, &self.after.model);
        self.blocks()?;
        let order = self.bone_order();
        let mut places = order.clone();
        places.sort_unstable();
        places.dedup();
        self.equal("number of bones that are still there", order.len(), places.len())?;
        let [were, are] = &self.meshes;
        self.equal("number of meshes", were.len(), are.len())?;
        for (index, (was, is)) in were.iter().zip(are).enumerate() {
            self.mesh(&before.meshes[*was], &after.meshes[*is], &order)
                .map_err(|what| format!("mesh {index}: {what}"))?;
        }
        self.equal("number of materials", before.materials.len(), after.materials.len())?;
        for (index, pair) in before.materials.iter().zip(&after.materials).enumerate() {
            self.material(pair.0, pair.1).map_err(|what| format!("material {index}: {what}"))?;
            self.stored(Place::object(Record::Material, index).field(fields::material::MODE))?;
        }
        self.equal("number of bones", before.bones.len(), after.bones.len())?;
        for (index, bone) in before.bones.iter().enumerate() {
            let other = &after.bones[order[index]];
            let names_itself = bone.parent_bone == Parent::Bone(index as u32);
            self.bone(bone, other, names_itself, &order).map_err(|what| format!("bone {index}: {what}"))?;
        }
        self.comments(&order)?;
        match (&before.binary, &after.binary) {
            (Some(before), Some(after)) => self.binary(before, after, &order),
            (None, None) => Ok(()),
            _ => Err("one file is text and the other is binary".to_string()),
        }
    }

    fn equal<T: PartialEq + Debug>(&self, what: &str, before: T, after: T) -> Result<(), String> {
        ensure(before == after, || format!("{what} was {before:?} and is {after:?}"))
    }

    /// The same, unless it was nothing that could be read, and may be read now.
    fn equal_if_read<T: PartialEq + Debug>(
        &self,
        what: &str,
        before: Option<T>,
        after: Option<T>,
    ) -> Result<(), String> {
        let is_new = before.is_none() && self.may(Aspect::Reading);
        if is_new { Ok(()) } else { self.equal(what, before, after) }
    }

    fn text(&self, what: &str, before: Text, after: Text) -> Result<(), String> {
        let before = before.map(|span| String::from_utf8_lossy(self.before.bytes(span)));
        let after = after.map(|span| String::from_utf8_lossy(self.after.bytes(span)));
        self.equal_if_read(what, before, after)
    }

    fn name(&self, before: Text, after: Text) -> Result<(), String> {
        if self.may(Aspect::Names) { Ok(()) } else { self.text("name", before, after) }
    }

    fn blocks(&self) -> Result<(), String> {
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

    fn mesh(&self, before: &Mesh, after: &Mesh, order: &[usize]) -> Result<(), String> {
        self.name(before.name, after.name)?;
        // The flags stand on the same line as the material.
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

    fn geometry(&self, before: &Geometry, after: &Geometry, order: &[usize]) -> Result<(), String> {
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
    fn rows<T: Debug>(
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

    fn material(&self, before: &Material, after: &Material) -> Result<(), String> {
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

    fn floats(&self, a: &[f32], b: &[f32]) -> bool {
        let near = |a: f32, b: f32| self.may(Aspect::Precision) && (a - b).abs() < 1e-12;
        a.iter().zip(b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()) || near(*a, *b))
    }

    fn bone(&self, before: &Bone, after: &Bone, names_itself: bool, order: &[usize]) -> Result<(), String> {
        self.name(before.name, after.name)?;
        // Only a parent that is none may become another.
        let is_none = before.parent_bone == Parent::Missing || names_itself;
        if !(self.may(Aspect::BoneParents) && is_none) {
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
                // Of keys at one time the last is the first from behind.
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
        self.rows(what, before, after, same).or_else(|what| ensure(may_become(), || what))
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
    fn comments(&self, order: &[usize]) -> Result<(), String> {
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

/// What only binary files hold. How many corners use a vertex means nothing: it is counted.
impl Comparison<'_> {
    fn binary(&self, before: &Binary, after: &Binary, order: &[usize]) -> Result<(), String> {
        self.equal("version", before.version, after.version)?;
        self.geometry(&before.geometry, &after.geometry, order)?;
        if self.may_move_faces() {
            self.moved_faces()?;
        } else {
            self.corners(before)?;
            self.groups(before)?;
        }
        self.animation()?;
        self.vertex_extras(before, after, order)?;
        self.bone_extras(before, after, order)?;
        if self.may(Aspect::Tail) && before.model_extra.is_none() {
            let usual = (tail::JOINT_SIZE, tail::TRANSPARENCY_MODE, tail::ALPHA_REFERENCE);
            let is_usual = |extra: ModelExtra| {
                (extra.joint_size, extra.transparency_mode, extra.alpha_reference) == usual
            };
            ensure(after.model_extra.is_none_or(is_usual), || {
                "the new extra of the model says something".into()
            })?;
        } else {
            use fields::model_extra::{ALPHA_REFERENCE, JOINT_SIZE, TRANSPARENCY_MODE};
            let fields = [JOINT_SIZE, TRANSPARENCY_MODE, ALPHA_REFERENCE];
            let extra = Place::object(Record::ModelExtra, 0);
            fields.into_iter().try_for_each(|field| self.stored(extra.field(field)))?;
        }
        if self.may(Aspect::Rest) && after.rest.is_empty() {
            return Ok(());
        }
        self.equal("rest", self.before.bytes(before.rest), self.after.bytes(after.rest))
    }

    /// A field whose value the model does not keep, or that no rule changes.
    fn stored(&self, place: Place) -> Result<(), String> {
        let [was, is] = [self.before, self.after].map(|document| stored_bytes(document, place));
        ensure(was == is, || format!("{} was {was:?} and is {is:?}", describe(self.before, place)))
    }

    /// The texture coordinates, which belong to the vertices in a text file.
    fn corners(&self, before: &Binary) -> Result<(), String> {
        if self.may(Aspect::Faces) {
            return Ok(());
        }
        (0..before.geometry.faces.len()).try_for_each(|face| {
            let [was, is] = [self.before, self.after].map(|document| corner_uvs(document, face));
            ensure(self.floats(&was, &is), || format!("face {face}: u and v were {was:?} and are {is:?}"))
        })
    }

    /// The meshes that faces name as theirs.
    fn groups(&self, before: &Binary) -> Result<(), String> {
        if self.may(Aspect::Faces) {
            return Ok(());
        }
        let [were, are] = &self.meshes;
        // One that is not there stays the number that it is.
        let group = |document, kept: &[usize], face| {
            let group = group_of(document, face).map(usize::from)?;
            Some(kept.binary_search(&group).map_err(|_| group))
        };
        (0..before.geometry.faces.len()).try_for_each(|face| {
            let (was, is) = (group(self.before, were, face), group(self.after, are, face));
            let is_of_its_mesh =
                || Some(were.binary_search(&(before.owners[face] as usize)).ok()) == is.map(Result::ok);
            let is_put_right = self.may(Aspect::FaceGroups) && is_of_its_mesh();
            ensure(was == is || is_put_right, || format!("face {face}: group was {was:?} and is {is:?}"))
        })
    }

    /// Whether faces may stand in another order. That can be told where each is in the list of one mesh.
    fn may_move_faces(&self) -> bool {
        self.may(Aspect::FaceOrder) && [self.before, self.after].into_iter().all(lists_each_face_once)
    }

    /// The faces in the order in which meshes list them.
    fn moved_faces(&self) -> Result<(), String> {
        let [were, are] = &self.meshes;
        were.iter().zip(are).try_for_each(|(was, is)| {
            let (was, is) = (&self.before.model.meshes[*was], &self.after.model.meshes[*is]);
            self.rows("member", &was.members, &is.members, |a, b| {
                listed_face(self.before, a) == listed_face(self.after, b)
            })
        })
    }

    fn animation(&self) -> Result<(), String> {
        use fields::animation::{CURRENT_FRAME, FRAME_COUNT, RATE};
        let may = |field: &u8| match *field {
            RATE => self.may(Aspect::FrameRate),
            FRAME_COUNT => self.may(Aspect::Frames),
            _ => false,
        };
        let fields = [RATE, CURRENT_FRAME, FRAME_COUNT].into_iter().filter(|field| !may(field));
        fields.into_iter().try_for_each(|field| self.stored(Place::object(Record::Animation, 0).field(field)))
    }

    fn vertex_extras(&self, before: &Binary, after: &Binary, order: &[usize]) -> Result<(), String> {
        if self.may(Aspect::Vertices) {
            return Ok(());
        }
        let (before, after) = (&before.vertex_extras, &after.vertex_extras);
        let numbers = |row| {
            let extra = Place::row(Record::VertexExtra, 0, row);
            fields::vertex_extra::EXTRA.map(|number| extra.field(number))
        };
        if self.may(Aspect::Tail) && before.is_empty() {
            let says_nothing = |extra: &VertexExtra| (extra.bones, extra.weights) == ([-1; 3], [0; 3]);
            let is_zero = |place| stored_bytes(self.after, place).is_none_or(|number| number == [0; 4]);
            let is_nothing =
                after.rows.iter().all(says_nothing) && (0..after.len()).flat_map(numbers).all(is_zero);
            return ensure(is_nothing, || "new vertex extras say something".to_string());
        }
        self.rows("vertex extra", before, after, |a: &VertexExtra, b: &VertexExtra| {
            let bones = a.bones.map(|bone| moved(bone.into(), order));
            self.may(Aspect::Weights) || (bones == b.bones.map(i32::from) && a.weights == b.weights)
        })?;
        (0..before.len()).flat_map(numbers).try_for_each(|number| self.extra_number(number))
    }

    /// A number for programs. Another version has no room for it, or more room.
    fn extra_number(&self, place: Place) -> Result<(), String> {
        let [was, is] = [self.before, self.after].map(|document| stored_bytes(document, place));
        let is_of_version = is.is_none() || (was.is_none() && is == Some(&[0; 4]));
        if self.may(Aspect::ExtraVersion) && is_of_version { Ok(()) } else { self.stored(place) }
    }

    fn bone_extras(&self, before: &Binary, after: &Binary, order: &[usize]) -> Result<(), String> {
        let (before, after) = (&before.bone_extras, &after.bone_extras);
        if self.may(Aspect::Tail) && before.is_empty() {
            let is_usual = after.rows.iter().all(|extra| extra.color == tail::BONE_COLOR);
            return ensure(is_usual, || "new bone extras say something".to_string());
        }
        self.equal("number of bone extras", before.len(), after.len())?;
        before.iter().try_for_each(|(bone, extra)| {
            let other = order.get(bone).and_then(|bone| after.get(*bone as i32));
            let is_same = other.is_some_and(|other| self.floats(&extra.color, &other.color));
            ensure(is_same, || format!("bone {bone}: extra was {extra:?} and is {other:?}"))
        })
    }
}

/// The bytes of a field of a binary file; `None` if it has no such field.
fn stored_bytes(document: &Document, place: Place) -> Option<&[u8]> {
    document.stored_field(place).map(|(_, span)| document.bytes(span))
}

/// The bytes of a face of a binary file that a mesh lists.
fn listed_face<'d>(document: &'d Document, member: &Member) -> Option<&'d [u8]> {
    let face = Place::row(Record::Face, SHARED as usize, member.face as usize);
    document.locate(face).map(|span| document.bytes(span))
}

/// Whether there is what a comment is about, as far as that could be read.
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

/// The indices of the meshes of a file, without those that show nothing where these may go.
fn meshes(document: &Document, may_go: bool) -> Vec<usize> {
    // In a binary file readers differ on whether meshes or faces tell which belong together.
    let named = named_groups(document);
    let shows_something = |index: usize, mesh: &Mesh| match document.is_binary() {
        false => !(mesh.geometry.vertices.is_empty() || mesh.geometry.faces.is_empty()),
        true => !mesh.members.is_empty() || named.get(index) == Some(&true),
    };
    let meshes = document.model.meshes.iter().enumerate();
    meshes.filter(|(index, mesh)| !may_go || shows_something(*index, mesh)).map(|(index, _)| index).collect()
}

/// The index of a bone in the new order.
fn moved(bone: i32, order: &[usize]) -> i32 {
    order.get(bone as usize).map_or(bone, |bone| *bone as i32)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    const MODEL: &str = r#"// MilkShape 3D ASCII
Frames: 30
Frame: 1
Meshes: 2
"body" 0 0
4
0 0.0 0.0 0.0 0.0 1.0 0
0 1.0 0.0 0.0 1.0 1.0 1
0 0.0 1.0 0.0 0.0 0.0 1
0 0.0 1.0 1.0 0.0 0.0 -1
1
0.0 0.0 1.0
1
0 0 1 2 0 0 0 1
"nothing" 0 -1
0
0
0
Materials: 1
"skin"
0.2 0.2 0.2 1.0
0.8 0.8 0.8 1.0
0.0 0.0 0.0 1.0
0.0 0.0 0.0 1.0
0.0
1.0
"skin.png"
""
Bones: 3
"arm"
"shoulder"
0 1.0 0.0 0.0 0.0 0.0 0.5
3
2.0 0.0 0.0 0.0
1.0 0.0 0.0 0.0
1.0 0.0 0.0 3.0
0
"shoulder"
""
0 2.0 0.0 0.0 0.0 0.0 0.0
0
0
"hand"
"am"
0 3.0 0.0 0.0 0.0 0.0 0.0
0
0
BoneComments: 2
0
of the arm
7
of nothing
"#;

    const ARM: &str = "\"arm\"\n\"shoulder\"\n0 1.0 0.0 0.0 0.0 0.0 0.5\n3\n2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n0\n";
    const SHOULDER: &str = "\"shoulder\"\n\"\"\n0 2.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n";

    /// What is replaced in the model, and by what, so that two models differ in one aspect alone. Nothing for what
    /// only binary models have.
    fn change(aspect: Aspect) -> Vec<(String, String)> {
        let one = |from: &str, to: &str| vec![(from.to_string(), to.to_string())];
        match aspect {
            Aspect::Reading => one("\"body\" 0 0", "\"body\" 0 x"),
            Aspect::Precision => one("0 2.0 0.0", "0 2.0 0.0000000000005"),
            Aspect::Blocks => one("BoneComments", "GroupComments: 0\nBoneComments"),
            Aspect::BlockOrder => one("Frames: 30\nFrame: 1\n", "Frame: 1\nFrames: 30\n"),
            Aspect::Counts => one("Materials: 1", "Materials: 2"),
            Aspect::Frames => one("Frames: 30", "Frames: 31"),
            Aspect::Names => one("skin\"", "hide\""),
            Aspect::Meshes => {
                [one("Meshes: 2", "Meshes: 1"), one("\"nothing\" 0 -1\n0\n0\n0\n", "")].concat()
            }
            Aspect::Flags => one("0 2.0 0.0", "1 2.0 0.0"),
            Aspect::Vertices => one("0 0.0 1.0 1.0 0.0 0.0 -1", "0 0.0 1.0 2.0 0.0 0.0 -1"),
            Aspect::VertexBones => one("0.0 0.0 -1", "0.0 0.0 0"),
            Aspect::Normals => one("0.0 0.0 1.0\n1", "0.0 1.0 0.0\n1"),
            Aspect::Faces => one("0 0 1 2 0 0 0 1", "0 0 1 2 0 0 0 2"),
            Aspect::Paths => one("skin.png", "skin.bmp"),
            Aspect::Colors => one("0.0\n1.0\n\"skin", "0.0\n0.5\n\"skin"),
            Aspect::BoneOrder => {
                let bones = format!("{SHOULDER}{ARM}");
                let vertices = (
                    "1.0 0\n0 1.0 0.0 0.0 1.0 1.0 1\n0 0.0 1.0 0.0 0.0 0.0 1",
                    "1.0 1\n0 1.0 0.0 0.0 1.0 1.0 0\n0 0.0 1.0 0.0 0.0 0.0 0",
                );
                [
                    one(&format!("{ARM}{SHOULDER}"), &bones),
                    one(vertices.0, vertices.1),
                    one("0\nof the arm", "1\nof the arm"),
                ]
                .concat()
            }
            Aspect::BoneParents => one("\"am\"", "\"arm\""),
            Aspect::BonePoses => one("0.0 0.5\n", "0.0 0.6\n"),
            Aspect::KeyOrder => one(
                "2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n",
                "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n2.0 0.0 0.0 0.0\n",
            ),
            Aspect::Keys => one("3\n2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n", "2\n2.0 0.0 0.0 0.0\n"),
            Aspect::KeyTimes => one("2.0 0.0 0.0 0.0\n1.0", "60.0 0.0 0.0 0.0\n1.0"),
            Aspect::NeutralKeys => one("3.0\n0\n", "3.0\n1\n1.0 0.0 0.0 0.0\n"),
            Aspect::Comments => {
                one("BoneComments: 2\n0\nof the arm\n7\nof nothing\n", "BoneComments: 1\n0\nof the arm\n")
            }
            Aspect::Tail
            | Aspect::Rest
            | Aspect::Weights
            | Aspect::ExtraVersion
            | Aspect::FaceGroups
            | Aspect::FaceOrder
            | Aspect::FrameRate => Vec::new(),
        }
    }

    fn changed(model: &str, changes: &[(String, String)]) -> String {
        changes.iter().fold(model.to_string(), |model, (from, to)| {
            assert!(model.contains(from), "the model has no {from:?}");
            model.replacen(from, to, 1)
        })
    }

    fn compare(before: &str, after: &str, may_differ: &[Aspect]) -> Option<String> {
        let document = |text: &str| read("model.txt", text.as_bytes().to_vec());
        difference(&document(before), &document(after), may_differ)
    }

    #[test]
    fn every_aspect_is_found_and_may_be_allowed() {
        for aspect in Aspect::ALL.into_iter().filter(|aspect| !change(*aspect).is_empty()) {
            let (mut before, mut after) = (MODEL.to_string(), changed(MODEL, &change(aspect)));
            if aspect == Aspect::Reading {
                std::mem::swap(&mut before, &mut after);
            }
            assert_eq!(compare(&before, &before, &[]), None, "{aspect:?}");
            assert!(compare(&before, &after, &[]).is_some(), "{aspect:?} is not found");
            assert_eq!(compare(&before, &after, &[aspect]), None, "{aspect:?}");
            // The bones of vertices are a part of the vertices.
            let covers = |other: &Aspect| {
                *other == aspect || (aspect, *other) == (Aspect::VertexBones, Aspect::Vertices)
            };
            let others: Vec<_> = Aspect::ALL.into_iter().filter(|other| !covers(other)).collect();
            let is_found = compare(&before, &after, &others).is_some();
            assert!(is_found, "{aspect:?} is not found where all others may differ");
        }
    }

    /// Changes of the kind that an aspect allows, which go too far.
    #[test]
    fn what_goes_too_far_is_found() {
        for (aspect, from, to) in [
            (Aspect::Reading, "\"body\" 0 0", "\"body\" 0 x"),
            (Aspect::Meshes, "\"body\" 0 0", "\"body\" 0 -1"),
            (Aspect::BoneOrder, "0.0 0.0 -1", "0.0 0.0 0"),
            (Aspect::BoneOrder, "0\nof the arm", "1\nof the arm"),
            (Aspect::BoneParents, "\"arm\"\n\"shoulder\"", "\"arm\"\n\"\""),
            (Aspect::BonePoses, "0 1.0 0.0 0.0 0.0", "0 1.5 0.0 0.0 0.0"),
            (Aspect::BonePoses, "1.0 0.0 0.0 3.0", "1.0 0.0 0.0 2.0"),
            (Aspect::KeyOrder, "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n", "1.0 0.0 0.0 3.0\n1.0 0.0 0.0 0.0\n"),
            (Aspect::Keys, "3\n2.0 0.0 0.0 0.0\n", "2\n"),
            (Aspect::Keys, "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n", "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 2.0\n"),
            (Aspect::NeutralKeys, "3.0\n0\n", "3.0\n1\n1.0 0.0 0.0 0.1\n"),
            (Aspect::NeutralKeys, "3.0\n0\n", "3.0\n1\n5.0 0.0 0.0 0.0\n"),
            (Aspect::Comments, "2\n0\nof the arm\n", "1\n"),
            (Aspect::Comments, "of the arm", "of an arm"),
        ] {
            let after = changed(MODEL, &[(from.to_string(), to.to_string())]);
            assert!(compare(MODEL, &after, &[aspect]).is_some(), "{aspect:?}: {from:?}");
        }
    }
}
