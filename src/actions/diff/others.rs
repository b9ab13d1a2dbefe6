//! Compares comments, frames and blocks.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::actions::diff::meshes::MeshMatch;
use crate::actions::diff::pairs::Pairs;
use crate::actions::diff::{ChangedAspect, DiffBuilder};
use crate::base::display::{counted, float, quote};
use crate::document::Document;
use crate::document::describe::describe;
use crate::layout::{BlockKind, Record};
use crate::model::place::Place;

/// What a comment is about: the kind of its block, and the index there.
type About = (BlockKind, Option<i32>);

impl DiffBuilder<'_> {
    /// Compares what belongs to no mesh, material or bone alone.
    pub(super) fn others(&mut self, meshes: &MeshMatch, materials: &Pairs, bones: &Pairs) {
        self.comments(meshes, materials, bones);
        self.frames();
        if let (Some(old), Some(new)) = (&self.old.model.binary, &self.new.model.binary) {
            self.binary(old, new, meshes, bones);
        } else if self.old.is_text() && self.new.is_text() {
            self.blocks();
        } else {
            self.binary_only();
        }
    }

    fn comments(&mut self, meshes: &MeshMatch, materials: &Pairs, bones: &Pairs) {
        let moved = |(kind, index): About| {
            let pairs = match kind {
                BlockKind::GroupComments => &meshes.pairs,
                BlockKind::MaterialComments => materials,
                BlockKind::BoneComments => bones,
                _ => return Some((kind, index)),
            };
            match index {
                Some(index) => Some((kind, Some(pairs.moved(index)?))),
                None => Some((kind, None)),
            }
        };
        let mut texts: BTreeMap<About, [Vec<Cow<[u8]>>; 2]> = BTreeMap::new();
        let is_one_format = self.old.is_binary() == self.new.is_binary();
        let mut lost = 0;
        for (about, text) in comments(self.old, is_one_format) {
            match moved(about) {
                Some(about) => texts.entry(about).or_default()[0].push(text),
                // With what it was about.
                None => lost += 1,
            }
        }
        comments(self.new, is_one_format)
            .for_each(|(about, text)| texts.entry(about).or_default()[1].push(text));
        for (about, [was, is]) in texts.into_iter().filter(|(_, [was, is])| was != is) {
            self.object = self.commented(about);
            let noun = match (about, self.object.is_empty()) {
                (_, false) => "comment".to_string(),
                ((kind, Some(index)), _) => format!("comment in {} about {index}", kind.name()),
                ((BlockKind::ModelComment, _), _) => "comment of the model".to_string(),
                ((kind, None), _) => format!("comment in {} about something unreadable", kind.name()),
            };
            let says = match (&was[..], &is[..]) {
                ([], [is]) => format!("{noun} \"{}\" new", quote(is)),
                ([was], []) => format!("{noun} \"{}\" gone", quote(was)),
                ([was], [is]) => format!("{noun} \"{}\", was \"{}\"", quote(is), quote(was)),
                (was, is) => format!("{} of {noun}, before {}, or others", is.len(), was.len()),
            };
            self.add(ChangedAspect::Comments, says, 1);
        }
        self.object.clear();
        if lost > 0 {
            let says = format!("{} gone with what they are about", counted(lost, "comment"));
            self.add(ChangedAspect::Comments, says, lost);
        }
    }

    /// What a comment is about, in words.
    fn commented(&self, (kind, index): About) -> String {
        let record = match kind {
            BlockKind::GroupComments => Record::Mesh,
            BlockKind::MaterialComments => Record::Material,
            BlockKind::BoneComments => Record::Bone,
            _ => return String::new(),
        };
        match index.map(usize::try_from) {
            Some(Ok(index)) if self.new.name_of(record, index as u32).is_some() => {
                describe(self.new, Place::object(record, index))
            }
            _ => String::new(),
        }
    }

    fn frames(&mut self) {
        let count = |document: &Document| {
            document.model.frames().map_or("none".to_string(), |(_, frames)| frames.to_string())
        };
        let (was, is) = (count(self.old), count(self.new));
        self.field(ChangedAspect::Frames, "number of frames", was, is);
        let current = |document: &Document| {
            if let Some(binary) = &document.model.binary {
                return binary.animation.map(|animation| animation.current_frame);
            }
            document.model.block(BlockKind::Frame)?.1.number.map(|frame| frame as f32)
        };
        let words = |frame: Option<f32>| frame.map_or("none".to_string(), float);
        let (was, is) = (words(current(self.old)), words(current(self.new)));
        self.field(ChangedAspect::Editor, "current frame", was, is);
    }

    /// The blocks of ASCII models.
    fn blocks(&mut self) {
        let kinds = |document: &Document| -> Vec<BlockKind> {
            document.model.blocks.iter().map(|block| block.kind).collect()
        };
        for kind in
            BlockKind::ALL.into_iter().filter(|kind| !matches!(kind, BlockKind::Frames | BlockKind::Frame))
        {
            let block = |document: &Document| {
                document.model.block(kind).map(|(_, block)| (block.declared(), block.found as usize))
            };
            if let (Some(was), Some(is)) = (block(self.old), block(self.new)) {
                self.declared_number(kind.name(), was, is);
            }
        }
        let (was, is) = (kinds(self.old), kinds(self.new));
        if was == is {
            return;
        }
        let mut counts: BTreeMap<BlockKind, [usize; 2]> = BTreeMap::new();
        was.iter().for_each(|kind| counts.entry(*kind).or_default()[0] += 1);
        is.iter().for_each(|kind| counts.entry(*kind).or_default()[1] += 1);
        let differing: Vec<_> = counts.into_iter().filter(|(_, [was, is])| was != is).collect();
        if differing.is_empty() {
            self.add(ChangedAspect::Order, "the order of the blocks changed", 1);
        }
        for (kind, [was, is]) in differing {
            let name = kind.name();
            let says = match (was, is) {
                (0, 1) if kind == BlockKind::Unknown => "a block that no program knows is new".to_string(),
                (1, 0) if kind == BlockKind::Unknown => "a block that no program knows is gone".to_string(),
                (0, 1) => format!("block {name} new"),
                (1, 0) => format!("block {name} gone"),
                (was, is) => format!("{} {name}, before {was}", counted(is, "block")),
            };
            self.add(ChangedAspect::Storage, says, was.abs_diff(is));
        }
    }
}

/// All comments, each with what it is about. Ends of lines are `\n` in ASCII models, and in binary ones unless these are
/// compared with each other.
fn comments(document: &Document, is_one_format: bool) -> impl Iterator<Item = (About, Cow<'_, [u8]>)> {
    document.model.comments.iter().filter_map(move |comment| {
        let block = document.model.blocks.get(comment.block as usize)?;
        let text = comment.text.map_or(&[][..], |text| document.bytes(text));
        let text = match is_one_format || document.is_text() {
            true => Cow::Borrowed(text),
            false => Cow::Owned(on_one_line(text)),
        };
        Some(((block.kind, comment.index), text))
    })
}

/// A text with `\n` for each end of a line.
fn on_one_line(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\r' if bytes.peek() == Some(&b'\n') => {}
            b'\n' => out.extend(b"\\n"),
            other => out.push(other),
        }
    }
    out
}
