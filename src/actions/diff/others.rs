//! Compares comments, frames, and what only binary models have.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use crate::actions::diff::meshes::{MeshMatch, bone_of};
use crate::actions::diff::pairs::Pairs;
use crate::actions::diff::tally::Tallied;
use crate::actions::diff::{ChangedAspect, DiffBuilder, are_same, of_all};
use crate::base::display::{counted, float, quote};
use crate::document::Document;
use crate::document::describe::describe;
use crate::layout::{BlockKind, Record};
use crate::model::place::{Place, SHARED};
use crate::model::{Binary, VertexExtra};

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

    fn binary(&mut self, old: &Binary, new: &Binary, meshes: &MeshMatch, bones: &Pairs) {
        self.field(ChangedAspect::Storage, "version", old.version.to_string(), new.version.to_string());
        let rate = |binary: &Binary| binary.animation.map_or("none".to_string(), |found| float(found.rate));
        self.field(ChangedAspect::Frames, "frames per second", rate(old), rate(new));
        self.weights(old, new, meshes, bones);
        self.extras(old, new, bones);
        match (old.model_extra, new.model_extra) {
            (Some(_), None) => self.add(ChangedAspect::Storage, "the extra of the model is gone", 1),
            (None, Some(_)) => self.add(ChangedAspect::Storage, "the model has an extra now", 1),
            (None, None) => {}
            (Some(old), Some(new)) => {
                let float = |was: f32, is: f32| (float(was), float(is));
                let size = float(old.joint_size, new.joint_size);
                self.field(ChangedAspect::Editor, "joint size", size.0, size.1);
                let modes = [old.transparency_mode, new.transparency_mode].map(|mode| mode.to_string());
                let [was, is] = modes;
                self.field(ChangedAspect::Look, "transparency mode", was, is);
                let reference = float(old.alpha_reference, new.alpha_reference);
                self.field(ChangedAspect::Look, "alpha reference", reference.0, reference.1);
            }
        }
        let (was, is) = (old.rest.len(), new.rest.len());
        if was != is {
            let says = format!("{} after the model, before {was}", counted(is, "byte"));
            self.add(ChangedAspect::Storage, says, was.abs_diff(is));
        }
    }

    /// The extra bones and weights of vertices.
    fn weights(&mut self, old: &Binary, new: &Binary, meshes: &MeshMatch, bones: &Pairs) {
        let (was, is) = (old.vertex_extras.len(), new.vertex_extras.len());
        if was != is && (was == 0 || is == 0) {
            let says = match is {
                0 => format!("weights of {} gone", counted(was, "vertex")),
                _ => format!("weights of {} new", counted(is, "vertex")),
            };
            return self.add(ChangedAspect::Weights, says, was.max(is));
        }
        let version = |document: &Document| {
            document.model.block(BlockKind::VertexExtras).map_or(String::new(), |(_, block)| {
                block.number.map_or("unreadable".to_string(), |number| number.to_string())
            })
        };
        let (was, is) = (version(self.old), version(self.new));
        self.field(ChangedAspect::Storage, "version of vertex extras", was, is);
        let new_of: HashMap<u32, u32> = meshes.vertices.iter().map(|[was, is]| (*was, *is)).collect();
        let mut tally = Tallied::default();
        for (row, extra) in old.vertex_extras.iter() {
            let other = new_of.get(&(row as u32)).copied();
            let Some(found) = other.and_then(|other| new.vertex_extras.get(other as i32)) else { continue };
            let moved = extra.bones.map(|bone| bones.moved(bone.into()));
            if moved != found.bones.map(|bone| Some(i32::from(bone))) || extra.weights != found.weights {
                tally.add((row, other.unwrap_or_default() as usize), 0.0);
            }
        }
        if let Some((was, is)) = tally.at {
            let words = |document: &Document, extra: Option<&VertexExtra>| {
                extra.map_or(String::new(), |extra| weighted(document, extra))
            };
            let (before, after) = (
                words(self.old, old.vertex_extras.get(was as i32)),
                words(self.new, new.vertex_extras.get(is as i32)),
            );
            let of = of_all(tally.count, new_of.len(), "vertex");
            let says = format!("weights of {of} changed: the first has {after}, was {before}");
            let places = [(was, 0), (is, 1)].map(|(row, _)| Some(Place::row(Record::VertexExtra, 0, row)));
            self.add_at(ChangedAspect::Weights, says, tally.count, None, places);
        }
    }

    /// The colours of bones, and the meshes that faces say they belong to.
    fn extras(&mut self, old: &Binary, new: &Binary, bones: &Pairs) {
        let (was, is) = (old.bone_extras.len(), new.bone_extras.len());
        let changed = bones.pairs().filter(|(was, is)| {
            let colors = (old.bone_extras.get(*was as i32), new.bone_extras.get(*is as i32));
            matches!(colors, (Some(was), Some(is)) if !are_same(&was.color, &is.color))
        });
        let changed = changed.count();
        if was != is {
            let says = format!("{} with a colour, before {was}", counted(is, "bone"));
            self.add(ChangedAspect::Editor, says, was.abs_diff(is));
        } else if changed > 0 {
            let says = format!("colour of {} changed", of_all(changed, was, "bone"));
            self.add(ChangedAspect::Editor, says, changed);
        }
        let is_one_set = !self.diff.changes.iter().any(|change| change.aspect == ChangedAspect::Faces);
        if is_one_set && old.owners != new.owners && old.owners.len() == new.owners.len() {
            let says = "the order of the faces in the file, across meshes, changed";
            self.add(ChangedAspect::Order, says, 1);
        }
        let is_one_geometry = old.geometry.faces.len() == new.geometry.faces.len();
        if is_one_geometry && old.owners == new.owners && old.groups != new.groups {
            let differing = old.groups.iter().zip(&new.groups).filter(|(was, is)| was != is).count();
            let all = old.groups.len();
            let says = format!("the mesh that {} name as theirs changed", of_all(differing, all, "face"));
            let place = Some(Place::row(Record::Face, SHARED as usize, 0));
            self.add_at(ChangedAspect::Storage, says, differing, None, [place, place]);
        }
    }

    /// What one of two formats cannot have.
    fn binary_only(&mut self) {
        let model = if self.old.is_binary() { &self.old.model } else { &self.new.model };
        let Some(binary) = &model.binary else { return };
        let weighted = binary.vertex_extras.rows.iter().filter(|extra| extra.weights != [0; 3]).count();
        let mut held = Vec::new();
        if weighted > 0 {
            held.push(format!("weights of {}", counted(weighted, "vertex")));
        }
        held.extend(binary.animation.map(|animation| format!("{} frames per second", float(animation.rate))));
        if !binary.bone_extras.is_empty() {
            held.push(format!("the colour of {}", counted(binary.bone_extras.len(), "bone")));
        }
        held.extend(binary.model_extra.map(|extra| {
            let mode = extra.transparency_mode;
            format!("joint size {}, transparency mode {mode}", float(extra.joint_size))
        }));
        if !held.is_empty() {
            let which = if self.old.is_binary() { "the old" } else { "the new" };
            self.diff.limits.push(format!("only {which} format can hold: {}", held.join("; ")));
        }
    }
}

/// What an extra of a vertex says.
fn weighted(document: &Document, extra: &VertexExtra) -> String {
    let bones = extra.bones.map(|bone| bone_of(document, bone.into()));
    format!(
        "bones {} and weights {}",
        bones.join(", "),
        extra.weights.map(|weight| weight.to_string()).join(", ")
    )
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
