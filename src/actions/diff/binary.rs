//! Compares what only binary models have.

use std::collections::HashMap;

use crate::actions::convert::DEFAULT_RATE;
use crate::actions::diff::meshes::{MeshMatch, bone_of};
use crate::actions::diff::pairs::Pairs;
use crate::actions::diff::tally::Tallied;
use crate::actions::diff::{ChangedAspect, DiffBuilder, are_same, of_all};
use crate::base::display::{counted, float, number};
use crate::document::Document;
use crate::fix::weights;
use crate::fix::weights::percentages;
use crate::layout::{BlockKind, Record, fields};
use crate::model::place::{Place, SHARED};
use crate::model::{Binary, ModelExtra, VertexExtra};
use crate::parse::binary::tail;

impl DiffBuilder<'_> {
    pub(super) fn binary(&mut self, old: &Binary, new: &Binary, meshes: &MeshMatch, bones: &Pairs) {
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
        if self.old.is_truncated() || self.new.is_truncated() {
            // What is left of a record that was cut is not after the model.
        } else if was != is {
            let says = format!("{} after the model, before {was}", counted(is, "byte"));
            self.add(ChangedAspect::Storage, says, was.abs_diff(is));
        } else if self.old.bytes(old.rest) != self.new.bytes(new.rest) {
            self.add(
                ChangedAspect::Storage,
                format!("the {} after the model changed", counted(is, "byte")),
                1,
            );
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
        let without =
            |binary: &Binary| binary.geometry.vertices.len().saturating_sub(binary.vertex_extras.len());
        let (lacked, lacks) = (without(old), without(new));
        if lacked != lacks {
            let says = format!("{} without weights, before {}", counted(lacks, "vertex"), number(lacked));
            self.add(ChangedAspect::Weights, says, lacked.abs_diff(lacks));
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
            let places = [was, is].map(|row| Some(Place::row(Record::VertexExtra, 0, row)));
            self.add_at(ChangedAspect::Weights, says, tally.count, None, places);
        }
        self.extra_numbers(old, &new_of);
    }

    /// The numbers that vertices have for programs. Where another version has room for others, that was said.
    fn extra_numbers(&mut self, old: &Binary, new_of: &HashMap<u32, u32>) {
        let mut tally = Tallied::default();
        for (row, _) in old.vertex_extras.iter() {
            let Some(other) = new_of.get(&(row as u32)).map(|other| *other as usize) else { continue };
            let [was, is] = [extra_numbers(self.old, row), extra_numbers(self.new, other)];
            if was.iter().zip(&is).any(|(was, is)| was != is) {
                tally.add((row, other), 0.0);
            }
        }
        if let Some((was, is)) = tally.at {
            let words = |document: &Document, row: usize| {
                let numbers = extra_numbers(document, row);
                numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ")
            };
            let (before, after) = (words(self.old, was), words(self.new, is));
            let of = of_all(tally.count, new_of.len(), "vertex");
            let says = format!("numbers for programs of {of} changed: the first has {after}, was {before}");
            let places = [was, is].map(|row| Some(Place::row(Record::VertexExtra, 0, row)));
            self.add_at(ChangedAspect::Editor, says, tally.count, None, places);
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

    /// What one of two formats cannot have, unless a conversion would write it.
    pub(super) fn binary_only(&mut self) {
        let document = if self.old.is_binary() { self.old } else { self.new };
        let Some(binary) = &document.model.binary else { return };
        let held = [held_of_vertices(document, binary), held_of_others(document, binary)].concat();
        if !held.is_empty() {
            let which = if self.old.is_binary() { "the old" } else { "the new" };
            self.diff.limits.push(format!("only {which} format can hold: {}", held.join("; ")));
        }
    }
}

/// What vertices of a binary model have beside what an ASCII one can hold.
fn held_of_vertices(document: &Document, binary: &Binary) -> Vec<String> {
    let scale = weights::scale(document);
    let has_no_weight = |extra: &VertexExtra| {
        let [_, shares @ ..] = match extra.weights {
            [0, 0, 0] => [0; 4],
            _ => percentages(extra, scale),
        };
        extra.bones.iter().zip(shares).any(|(bone, share)| *bone != -1 && share == 0)
    };
    let is_weighted =
        |extra: &VertexExtra| extra.weights != [0; 3] && percentages(extra, scale) != [100, 0, 0, 0];
    let extras = || binary.vertex_extras.iter();
    let numbered =
        extras().filter(|(row, _)| extra_numbers(document, *row).iter().any(|number| *number != 0));
    let held = [
        ("weights", extras().filter(|(_, extra)| is_weighted(extra)).count()),
        ("bones without weight", extras().filter(|(_, extra)| has_no_weight(extra)).count()),
        ("numbers for programs", numbered.count()),
    ];
    let held = held.into_iter().filter(|(_, count)| *count > 0);
    held.map(|(what, count)| format!("{what} of {}", counted(count, "vertex"))).collect()
}

/// The same of the rest of the model.
fn held_of_others(document: &Document, binary: &Binary) -> Vec<String> {
    let mut held = Vec::new();
    let rate = binary.animation.map(|animation| animation.rate).filter(|rate| *rate != DEFAULT_RATE);
    held.extend(rate.map(|rate| format!("{} frames per second", float(rate))));
    let mode = |index| stored_number(document, mode_of(index)).filter(|mode| *mode != 0);
    let modes = (0..document.model.materials.len()).filter_map(mode).count();
    let colors = binary.bone_extras.iter().filter(|(_, extra)| extra.color != tail::BONE_COLOR).count();
    for (what, count, noun) in [("mode", modes, "material"), ("colour", colors, "bone")] {
        if count > 0 {
            held.push(format!("the {what} of {}", counted(count, noun)));
        }
    }
    if let Some(ModelExtra { joint_size, transparency_mode, alpha_reference, .. }) = binary.model_extra {
        let joint_size = Some(joint_size).filter(|size| *size != tail::JOINT_SIZE);
        held.extend(joint_size.map(|size| format!("joint size {}", float(size))));
        let mode = Some(transparency_mode).filter(|mode| *mode != tail::TRANSPARENCY_MODE);
        held.extend(mode.map(|mode| format!("transparency mode {mode}")));
        let reference = Some(alpha_reference).filter(|reference| *reference != tail::ALPHA_REFERENCE);
        held.extend(reference.map(|reference| format!("alpha reference {}", float(reference))));
    }
    held
}

/// The place of the mode of a material.
pub(super) fn mode_of(material: usize) -> Place {
    Place::object(Record::Material, material).field(fields::material::MODE)
}

/// A whole number of a binary file, which the model does not keep; `None` if the file has no such field.
pub(super) fn stored_number(document: &Document, place: Place) -> Option<u32> {
    let (_, span) = document.binary_field(place)?;
    Some(document.bytes(span).iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// The numbers for programs that a vertex has: none, one or two, as the version of the file has room for.
fn extra_numbers(document: &Document, vertex: usize) -> Vec<u32> {
    let place = Place::row(Record::VertexExtra, 0, vertex);
    fields::vertex_extra::EXTRA
        .iter()
        .filter_map(|field| stored_number(document, place.field(*field)))
        .collect()
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
