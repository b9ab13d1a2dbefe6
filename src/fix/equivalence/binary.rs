//! Compares what only binary models hold, and faces that meshes share.

use super::text::moved;
use super::{Comparison, ensure};
use crate::document::Document;
use crate::document::describe::describe;
use crate::fix::Aspect;
use crate::fix::renumber::{corner_uvs, group_of, lists_each_face_once};
use crate::layout::{Record, fields};
use crate::model::place::{Place, SHARED};
use crate::model::{Binary, Member, ModelExtra, VertexExtra};
use crate::parse::binary::tail;

/// What only binary files hold. How many corners use a vertex is ignored: it is counted.
impl Comparison<'_> {
    pub(super) fn binary(&self, before: &Binary, after: &Binary, order: &[usize]) -> Result<(), String> {
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
            fields.into_iter().try_for_each(|field| self.record_slice(extra.field(field)))?;
        }
        if self.may(Aspect::Rest) && after.rest.is_empty() {
            return Ok(());
        }
        let [was, is] = [self.before.bytes(before.rest), self.after.bytes(after.rest)];
        ensure(was == is, || "the bytes after the model were others".into())
    }

    /// A field whose value the model does not keep, or that no rule changes.
    pub(super) fn record_slice(&self, place: Place) -> Result<(), String> {
        let [was, is] = [self.before, self.after].map(|document| stored_bytes(document, place));
        ensure(was == is, || {
            format!("{} was {} and is {}", describe(self.before, place), in_hex(was), in_hex(is))
        })
    }

    /// The texture coordinates, which belong to the vertices in an ASCII file.
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
        // An index of a missing mesh stays as it is.
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

    /// Whether the order of faces may change. It can be known where each is in the list of exactly one mesh.
    pub(super) fn may_move_faces(&self) -> bool {
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
        fields
            .into_iter()
            .try_for_each(|field| self.record_slice(Place::object(Record::Animation, 0).field(field)))
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

    /// An extra number for programs. Another version has no room for it, or more room.
    fn extra_number(&self, place: Place) -> Result<(), String> {
        let [was, is] = [self.before, self.after].map(|document| stored_bytes(document, place));
        let is_of_version = is.is_none() || (was.is_none() && is == Some(&[0; 4]));
        if self.may(Aspect::ExtraVersion) && is_of_version { Ok(()) } else { self.record_slice(place) }
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
    document.binary_field(place).map(|(_, span)| document.bytes(span))
}

/// The bytes of a field in words.
fn in_hex(bytes: Option<&[u8]>) -> String {
    let digits = |byte: &u8| format!("{byte:02x}");
    bytes.map_or("not there".to_string(), |bytes| bytes.iter().map(digits).collect::<Vec<_>>().join(" "))
}

/// The bytes of a face of a binary file that a mesh lists.
fn listed_face<'d>(document: &'d Document, member: &Member) -> Option<&'d [u8]> {
    let face = Place::row(Record::Face, SHARED as usize, member.face as usize);
    document.locate(face).map(|span| document.bytes(span))
}
