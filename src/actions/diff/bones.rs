//! Compares bones and their key frames.

use std::f64::consts::TAU;
use std::hash::Hash;

use crate::actions::diff::pairs::{ObjectMark, Pairs, digest};
use crate::actions::diff::rows::Alignment;
use crate::actions::diff::tally::Tallied;
use crate::actions::diff::{
    ChangedAspect, DiffBuilder, are_same, at_most, bits, distance, of_all, reading, short,
};
use crate::base::display::{counted, quote};
use crate::document::Document;
use crate::layout::Record;
use crate::model::place::Place;
use crate::model::{Bone, Key, Parent, Table};

impl DiffBuilder<'_> {
    /// Compares the bones, and returns which are the same.
    pub(super) fn bones(&mut self) -> Pairs {
        let marks = [self.old, self.new].map(|document| {
            let bones = document.model.bones.iter().enumerate();
            bones.map(|(index, bone)| mark(document, index, bone)).collect::<Vec<_>>()
        });
        self.paired((Record::Bone, "bones"), &marks, Self::bone)
    }

    fn bone(&mut self, was: usize, is: usize, pairs: &Pairs) {
        let places = [was, is].map(|index| Some(Place::object(Record::Bone, index)));
        let (old, new) = (&self.old.model.bones[was], &self.new.model.bones[is]);
        let moved = match old.parent_bone {
            Parent::Bone(bone) => pairs.new_of[bone as usize].map(|bone| Parent::Bone(bone as u32)),
            other => Some(other),
        };
        let name = |document: &Document, bone: &Bone| bone.parent.map(|span| document.bytes(span).to_vec());
        let is_other_name =
            || old.parent_bone == Parent::Missing && name(self.old, old) != name(self.new, new);
        if moved != Some(new.parent_bone) || is_other_name() {
            let (was, is) = (parent(self.old, old), parent(self.new, new));
            self.add_at(ChangedAspect::Parent, format!("parent {is}, was {was}"), 1, None, places);
        }
        if !are_same(&old.position, &new.position) {
            let by = distance(old.position, new.position);
            let how_far = if by.is_finite() { format!(" by {}", short(by)) } else { String::new() };
            self.add_at(ChangedAspect::BindPose, format!("moved{how_far} at rest"), 1, Some(by), places);
        }
        if !are_same(&old.rotation, &new.rotation) {
            let by = difference(old.rotation, new.rotation);
            let says = match by {
                _ if by <= SAME_ANGLE => "the same rotation at rest, with other whole turns".to_string(),
                _ if by.is_finite() => format!("turned by {} radians at rest", short(by)),
                _ => "turned at rest".to_string(),
            };
            self.add_at(ChangedAspect::BindPose, says, 1, Some(by), places);
        }
        self.field(ChangedAspect::Editor, "flags", old.flags.to_string(), new.flags.to_string());
        for ((record, was_keys), (_, is_keys)) in old.tables().into_iter().zip(new.tables()) {
            self.keys(record, (was, was_keys), (is, is_keys));
        }
    }

    fn keys(&mut self, record: Record, (was, old): (usize, &Table<Key>), (is, new): (usize, &Table<Key>)) {
        let (noun, unit) = match record {
            Record::PositionKey => ("position key", ""),
            _ => ("rotation key", " radians"),
        };
        let (old_time, new_time) = (time_of(self.old, self.new), time_of(self.new, self.old));
        let keys = |table: &Table<Key>, time: &dyn Fn(f32) -> u64, level: usize| {
            let key =
                |key: &Key| ((level < 2).then(|| time(key.time)), (level != 1).then(|| bits(key.value)));
            table.iter().map(|(_, row)| key(row)).collect::<Vec<_>>()
        };
        let rows = [old, new].map(|table| table.iter().collect::<Vec<_>>());
        let levels = [0, 1, 2].map(|level| [keys(old, &old_time, level), keys(new, &new_time, level)]);
        let alignment = Alignment::of([rows[0].len(), rows[1].len()], &levels);
        let [mut values, mut turns, mut times] = <[Tallied; 3]>::default();
        for (row, other) in alignment.pairs() {
            let (key, other_key) = (rows[0][row].1, rows[1][other].1);
            if !are_same(&key.value, &other_key.value) {
                match record {
                    Record::PositionKey => values.add((row, other), distance(key.value, other_key.value)),
                    _ => match difference(key.value, other_key.value) {
                        by if by <= SAME_ANGLE => turns.add((row, other), 0.0),
                        by => values.add((row, other), by),
                    },
                }
            }
            if old_time(key.time) != new_time(other_key.time) && !self.is_rounded(key.time, other_key.time) {
                times.add((row, other), 0.0);
            }
        }
        let place = |row: usize, other: usize| {
            [Some(Place::row(record, was, rows[0][row].0)), Some(Place::row(record, is, rows[1][other].0))]
        };
        let all = alignment.pairs().count();
        if let Some((row, other)) = values.at {
            let at_most = at_most(values.largest);
            let unit = if at_most.is_empty() { "" } else { unit };
            let says = format!("{} changed{at_most}{unit}", of_all(values.count, all, noun));
            self.add_at(ChangedAspect::Keys, says, values.count, Some(values.largest), place(row, other));
        }
        if let Some((row, other)) = turns.at {
            let says =
                format!("{} with other whole turns, at the same angles", of_all(turns.count, all, noun));
            self.add_at(ChangedAspect::Keys, says, turns.count, None, place(row, other));
        }
        if let Some((row, other)) = times.at {
            let says = format!("time of {} changed", of_all(times.count, all, noun));
            self.add_at(ChangedAspect::Keys, says, times.count, None, place(row, other));
        }
        let says = match alignment.gone_and_new() {
            [0, 0] => String::new(),
            [0, added] => format!("{} new", counted(added, noun)),
            [gone, 0] => format!("{} gone", counted(gone, noun)),
            [gone, added] => format!("{} new, {gone} gone", counted(added, noun)),
        };
        if !says.is_empty() {
            self.add(ChangedAspect::Keys, says, alignment.gone_and_new().into_iter().sum());
        }
        if alignment.is_reordered() {
            self.add(ChangedAspect::Order, format!("the order of its {noun}s changed"), 1);
        }
        if self.old.is_text() && self.new.is_text() {
            self.declared(&format!("{noun}s"), old, new);
        }
        if old.broken != new.broken {
            let [was, is] = [old.broken.len(), new.broken.len()];
            self.add(ChangedAspect::Reading, reading([was, is], noun), was.abs_diff(is));
        }
    }
}

impl DiffBuilder<'_> {
    /// Whether two times of files that count in different units are as near as these can be: both are numbers of 24 bits,
    /// and frames have thousandths.
    fn is_rounded(&self, old: f32, new: f32) -> bool {
        const PRECISION: f64 = 1.0 / (1 << 22) as f64;
        const LEAST: f64 = 0.001;
        let [old_frame, new_frame] = [self.old.model.frame_at(old), self.new.model.frame_at(new)];
        self.old.is_binary() != self.new.is_binary()
            && (old_frame - new_frame).abs() <= LEAST + old_frame.abs() * PRECISION
    }
}

/// The time of a key, as a number that is the same where the times are: as it is, or its frame in thousandths, if the
/// other file counts in another unit.
fn time_of<'d>(document: &'d Document, other: &Document) -> impl Fn(f32) -> u64 + use<'d> {
    let is_one_format = document.is_binary() == other.is_binary();
    move |time| match is_one_format {
        true => u64::from(bits([time])[0]),
        false => ((document.model.frame_at(time) * 1000.0).round() + 0.0).to_bits(),
    }
}

/// As far apart are angles, in radians, that are the same but for how exact numbers are.
const SAME_ANGLE: f64 = 1e-5;

/// The largest difference between angles, of which whole turns are no part.
fn difference(was: [f32; 3], is: [f32; 3]) -> f64 {
    let parts = was.iter().zip(&is).map(|(was, is)| {
        let part = (f64::from(*was) - f64::from(*is)).abs() % TAU;
        part.min(TAU - part)
    });
    parts.fold(
        0.0,
        |largest: f64, part| if part.is_nan() || largest.is_nan() { f64::NAN } else { largest.max(part) },
    )
}

/// The parent of a bone, in words.
fn parent(document: &Document, bone: &Bone) -> String {
    let name = bone.parent.map_or(String::new(), |span| quote(document.bytes(span)));
    match bone.parent_bone {
        Parent::Root => "none".to_string(),
        Parent::Unknown => "unreadable".to_string(),
        Parent::Missing => format!("\"{name}\", which does not exist"),
        Parent::Bone(_) => format!("\"{name}\""),
    }
}

fn mark<'d>(document: &'d Document, index: usize, bone: &Bone) -> ObjectMark<'d> {
    let name = document.name_of(Record::Bone, index as u32).unwrap_or_default();
    let parent = bone.parent.map(|span| document.bytes(span));
    let gist = |hasher: &mut _| (parent, bits(bone.position), bits(bone.rotation)).hash(hasher);
    let content = digest(|hasher| {
        gist(hasher);
        for (_, table) in bone.tables() {
            table.rows.iter().for_each(|key| bits(key.value).hash(hasher));
        }
    });
    ObjectMark { name, content, gist: Some(digest(gist)) }
}
