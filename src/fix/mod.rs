//! The type of a fix: edits of the bytes of a file, and which aspects of the model they may change.

#[doc(hidden)]
pub mod edits;
#[doc(hidden)]
pub mod equivalence;
pub(crate) mod fields;
pub(crate) mod rename;
#[doc(hidden)]
pub mod renumber;
pub(crate) mod weights;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::base::span::Span;

/// Whether a fix may be applied. Ordered: one is applied if it is at least what the user allows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Applicability {
    /// Only a person can do it.
    Manual,
    /// It may change the model: an unsafe fix.
    Unsafe,
    /// The model means the same afterwards, for every engine.
    Safe,
}

impl Applicability {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Manual, Self::Unsafe, Self::Safe];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Unsafe => "unsafe",
            Self::Safe => "safe",
        }
    }
}

/// What of a model the fixes of a rule may change. What no applied fix may change is compared after
/// every round of fixes, and must be what it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aspect {
    /// The file can be read where it could not: what was unreadable gets a value.
    Reading,
    /// Numbers, by less than a millionth of a millionth.
    Precision,
    /// Which blocks there are: one that holds nothing is added.
    Blocks,
    /// The order of the blocks.
    BlockOrder,
    /// What is declared about how many rows there are.
    Counts,
    /// The numbers of `Frames` and `Frame`.
    Frames,
    /// Names, along with every reference to them.
    Names,
    /// Which meshes there are.
    Meshes,
    /// The flags of meshes, vertices, faces and bones.
    Flags,
    /// Positions, texture coordinates and number of vertices, and which of them faces use.
    Vertices,
    /// The bones of vertices.
    VertexBones,
    /// The normals, and which of them faces use.
    Normals,
    /// The faces: which there are, which way round they are, their smoothing groups. In a binary file what belongs
    /// to their corners is included.
    Faces,
    /// The paths of textures.
    Paths,
    /// Colours, shininess and transparency of materials.
    Colors,
    /// The order of the bones, along with every reference to them.
    BoneOrder,
    /// Which bone is the parent of one whose parent is itself, or no bone.
    BoneParents,
    /// How bones are turned, in their bind pose and by their rotation keys.
    BonePoses,
    /// The times of all keys.
    KeyTimes,
    /// The order of the keys of a bone.
    KeyOrder,
    /// Which keys of a bone there are at one time: of several the last stays.
    Keys,
    /// Keys between two of the same value may be removed.
    RepeatedKeys,
    /// A bone with keys of one kind alone gets one of the other kind, which does not move or turn it.
    NeutralKeys,
    /// The comments that MilkShape keeps: those about missing objects may be removed.
    Comments,
    /// The sections at the end of a binary file: those that are missing are added, and are empty.
    Tail,
    /// The bytes after the end of a binary file: they may be removed.
    Rest,
    /// The bones and weights in the vertex extras of a binary file.
    Weights,
    /// The version of the vertex extras of a binary file, and the numbers for programs there.
    ExtraVersion,
    /// The mesh that each face of a binary file names, besides the lists of the meshes.
    FaceGroups,
    /// The order of the faces of a binary file, along with every reference to them.
    FaceOrder,
    /// The frame rate of a binary file.
    FrameRate,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Self; 31] = [
        Self::Reading,
        Self::Precision,
        Self::Blocks,
        Self::BlockOrder,
        Self::Counts,
        Self::Frames,
        Self::Names,
        Self::Meshes,
        Self::Flags,
        Self::Vertices,
        Self::VertexBones,
        Self::Normals,
        Self::Faces,
        Self::Paths,
        Self::Colors,
        Self::BoneOrder,
        Self::BoneParents,
        Self::BonePoses,
        Self::KeyTimes,
        Self::KeyOrder,
        Self::Keys,
        Self::RepeatedKeys,
        Self::NeutralKeys,
        Self::Comments,
        Self::Tail,
        Self::Rest,
        Self::Weights,
        Self::ExtraVersion,
        Self::FaceGroups,
        Self::FaceOrder,
        Self::FrameRate,
    ];
}

/// Whether a rule repairs what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixKind {
    /// It does not.
    None,
    /// Every place that it finds has a safe fix, which may change these aspects of the model.
    Safe(&'static [Aspect]),
    /// Every place that it finds has an unsafe fix, which may change these aspects.
    Unsafe(&'static [Aspect]),
    /// It depends on the place whether there is a fix, and which; in words.
    Depends(&'static str, &'static [Aspect]),
}

impl FixKind {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "no fix",
            Self::Safe(_) => "safe fix",
            Self::Unsafe(_) => "unsafe fix",
            Self::Depends(words, _) => words,
        }
    }

    /// Whether its fixes change more than how a file is written. Then the file must be certain: where lines may be
    /// something else than they were taken for, a model is not changed.
    pub fn changes_structure(self) -> bool {
        self.aspects().iter().any(|aspect| !matches!(aspect, Aspect::Reading | Aspect::Precision))
    }

    /// Whether all that its fixes do is to put the parts of a model in another order, or to add keys that say nothing:
    /// the model is sound as it is, and only programs can mind.
    pub fn only_arranges(self) -> bool {
        let arranges =
            |aspect: &Aspect| matches!(aspect, Aspect::BlockOrder | Aspect::BoneOrder | Aspect::NeutralKeys);
        !self.aspects().is_empty() && self.aspects().iter().all(arranges)
    }

    /// What its fixes may change of the model.
    pub fn aspects(self) -> &'static [Aspect] {
        match self {
            Self::None => &[],
            Self::Safe(aspects) | Self::Unsafe(aspects) | Self::Depends(_, aspects) => aspects,
        }
    }
}

/// Bytes put in place of others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What is put there.
    pub text: Vec<u8>,
}

/// A repair of what a finding reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, as an imperative.
    pub title: Cow<'static, str>,
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it may be applied.
    pub applicability: Applicability,
    /// How many places it repairs: more than one if they can only be repaired together.
    pub places: usize,
    /// The edits that repair this along with other places. Of the findings that are kept, one has them as its own.
    pub(crate) shared: Option<Arc<[Edit]>>,
}

impl Fix {
    /// A fix without edits yet, after which the model means the same.
    pub fn safe(title: impl Into<Cow<'static, str>>) -> Self {
        let (title, edits, applicability) = (title.into(), Vec::new(), Applicability::Safe);
        Self { title, edits, applicability, places: 1, shared: None }
    }

    /// An unsafe fix without edits yet.
    pub fn unsafe_fix(title: impl Into<Cow<'static, str>>) -> Self {
        Self { applicability: Applicability::Unsafe, ..Self::safe(title) }
    }

    /// The same fix, which repairs so many places together.
    pub fn of_places(self, places: usize) -> Self {
        Self { places, ..self }
    }

    /// What identifies the edits that it shares with other fixes, if it does.
    pub(crate) fn shared_by(&self) -> Option<usize> {
        self.shared.as_ref().map(|edits| edits.as_ptr().addr())
    }

    /// The same fix for one of several places, without edits of its own.
    fn for_several(self) -> Self {
        Self { shared: Some(self.edits.into()), edits: Vec::new(), ..self }
    }

    /// The same fix with bytes put in place of others.
    pub fn replace(mut self, span: Span, text: impl Into<Vec<u8>>) -> Self {
        self.edits.push(Edit { span, text: text.into() });
        self
    }

    /// The same fix with bytes inserted before an offset.
    pub fn insert(self, at: u32, text: impl Into<Vec<u8>>) -> Self {
        self.replace(Span { start: at, end: at }, text)
    }

    /// The same fix with bytes removed.
    pub fn remove(self, span: Span) -> Self {
        self.replace(span, Vec::new())
    }
}

/// A fix for several places that can only be repaired together. Each that asks for it gets one without edits of its own,
/// which knows those that it shares with the others.
pub struct Shared<F> {
    make: Option<F>,
    made: Option<Fix>,
}

impl<F: FnOnce() -> Option<Fix>> Shared<F> {
    /// A fix that is made when it is first asked for.
    pub fn new(make: F) -> Self {
        Self { make: Some(make), made: None }
    }

    /// The fix for one more of the places.
    pub fn share(&mut self) -> Option<Fix> {
        if let Some(make) = self.make.take() {
            self.made = make().map(Fix::for_several);
        }
        self.made.clone()
    }
}

/// Gives the edits that several fixes share to the first of them: those that were given, by their address.
#[derive(Default)]
pub(crate) struct SharedEdits(HashMap<usize, Arc<[Edit]>>);

impl SharedEdits {
    /// The fix with its edits, if no other one has had them.
    pub(crate) fn give(&mut self, fix: Fix) -> Fix {
        let Some(shared) = &fix.shared else { return fix };
        let is_first = self.0.insert(shared.as_ptr().addr(), shared.clone()).is_none();
        let edits = if is_first { shared.to_vec() } else { Vec::new() };
        Fix { edits, ..fix }
    }
}

/// Edits of one file that do not overlap, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Patch(BTreeMap<(u32, u32), Vec<u8>>);

impl Patch {
    /// Adds edits, all or none of them: none if one overlaps another that is already there. Two
    /// insertions at one offset overlap, as their order is not defined.
    pub fn add(&mut self, edits: Vec<Edit>) -> bool {
        let first = edits.first().map_or(0, |edit| edit.span.start);
        let in_order = edits
            .windows(2)
            .all(|pair| pair[0].span.end <= pair[1].span.start && pair[0].span != pair[1].span);
        // Edits after all existing ones overlap nothing, as long as they do not overlap each other.
        let is_behind = in_order && self.0.last_key_value().is_none_or(|((_, end), _)| *end < first);
        let mut added = Vec::new();
        for Edit { span, text } in edits {
            let key = (span.start, span.end);
            if !is_behind && !self.is_free(span) {
                added.iter().for_each(|key| {
                    self.0.remove(key);
                });
                return false;
            }
            if self.0.insert(key, text).is_none() {
                added.push(key);
            }
        }
        true
    }

    fn is_free(&self, span: Span) -> bool {
        let Span { start, end } = span;
        let before = self.0.range(..=(start, end)).next_back();
        let behind = self.0.range((start, end)..).find(|((from, _), _)| *from > start || !span.is_empty());
        before.is_none_or(|((from, to), _)| *to <= start && (*from, *to) != (start, end))
            && behind.is_none_or(|((from, to), _)| *from >= end && (*from, *to) != (start, end))
    }

    /// Whether there is no edit.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The edits, in the order of the file.
    pub fn into_edits(self) -> Vec<Edit> {
        let edit = |((start, end), text)| Edit { span: Span { start, end }, text };
        self.0.into_iter().map(edit).collect()
    }

    /// The bytes of a file after the edits.
    pub fn apply(&self, bytes: &[u8]) -> Vec<u8> {
        let more: usize = self.0.values().map(Vec::len).sum();
        let mut out = Vec::with_capacity(bytes.len() + more);
        let mut at = 0;
        for ((start, end), text) in &self.0 {
            out.extend_from_slice(&bytes[at..*start as usize]);
            out.extend_from_slice(text);
            at = *end as usize;
        }
        out.extend_from_slice(&bytes[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit { span: Span::new(start, end), text: text.into() }
    }

    #[test]
    fn edits_that_overlap_wait() {
        let mut patch = Patch::default();
        assert!(patch.add(vec![edit(4, 6, "x")]));
        for overlapping in
            [edit(5, 5, "y"), edit(5, 7, "y"), edit(3, 5, "y"), edit(4, 6, "y"), edit(0, 9, "y")]
        {
            assert!(!patch.add(vec![edit(1, 2, "z"), overlapping.clone()]), "{overlapping:?}");
        }
        assert_eq!(patch.clone().into_edits().len(), 1);
        for beside in [edit(4, 4, "a"), edit(6, 6, "b"), edit(2, 4, "c"), edit(6, 7, "d")] {
            assert!(patch.add(vec![beside]));
        }
        assert!(!patch.add(vec![edit(6, 6, "again")]));
        assert_eq!(patch.apply(b"0123456789"), b"01caxbd789");
    }

    #[test]
    fn a_fix_that_overlaps_itself_is_not_added() {
        let mut patch = Patch::default();
        assert!(!patch.add(vec![edit(4, 6, "x"), edit(5, 7, "y")]));
        assert!(!patch.add(vec![edit(4, 4, "x"), edit(4, 4, "y")]));
        assert!(patch.is_empty());
    }
}
