//! Parts of a model that fly off: that are far away from where the model is at rest.

use crate::document::Document;
use crate::model::bounds::Bounds;
use crate::model::vector::{Vector, dot};
use crate::model::{Bone, Key, Model};
use crate::pose::excursion::{strays, swings};
use crate::pose::skeleton::{parents, parents_first};
use crate::pose::{Rig, convention};

/// A bone that is far away with what hangs on it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    /// The bone.
    pub bone: usize,
    /// When it is farthest away, in the unit of the keys.
    pub time: f32,
    /// How far it is then, in sizes of the model.
    pub sizes: f64,
    /// Whether vertices hang on it, of which the middle was measured, and not the bone itself.
    pub has_vertices: bool,
}

/// So many times the size of the model is far.
const FAR: f64 = 8.0;
/// Nothing walks further from key to key.
const LONGEST_STEP: f64 = 2.0;

/// The bones that are at any time far away from the model at rest, and whose parents are not. What leads a bone there and
/// back, a [stray key or a swinging curve](crate::pose::excursion), is no flight, and a model that walks there is none.
///
/// Poses are measured at the keys and half way between them: as many as can be had in a time that is linear in the number
/// of keys. The size of the model is that of the box around all vertices and the origin, since models that are away from
/// it turn around it.
pub fn flights(document: &Document) -> Vec<Flight> {
    let model = &document.model;
    let bounds = model.bounds();
    // Where there is no vertex, nobody knows what is far.
    if bounds.middle().is_none() {
        return Vec::new();
    }
    let bounds = bounds.with([0.0; 3]);
    let size = bounds.diagonal();
    if size == 0.0
        || !size.is_finite()
        || longest_reach(model).is_none_or(|reach| reach <= (FAR - 1.0) * size)
    {
        return Vec::new();
    }
    let rig = Rig::new(document, &convention::MILKSHAPE);
    let flights = measured(document, &rig, &bounds);
    if flights.is_empty() {
        return flights;
    }
    let is_explained = explained(model, &rig);
    let is_flight = |flight: &Flight| !is_explained[flight.bone] && !walks(model, &rig, flight.bone, size);
    flights.into_iter().filter(is_flight).collect()
}

/// Whether the whole model goes away with a bone, step by step.
fn walks(model: &Model, rig: &Rig, bone: usize, size: f64) -> bool {
    let mut goes_along = vec![false; model.bones.len()];
    for other in rig.parents_first().iter().copied() {
        goes_along[other] = other == bone || rig.parent(other).is_some_and(|parent| goes_along[parent]);
    }
    let goes_as_whole = middles(rig).iter().zip(goes_along).all(|(middle, goes)| goes || middle.is_none());
    let keys = model.bones[bone].position_keys.rising().unwrap_or_default();
    let places = keys.iter().map(|key| key.value.map(f64::from));
    let from = std::iter::once([0.0; 3]).chain(places.clone());
    let step = |(from, to): (Vector, Vector)| length([0, 1, 2].map(|axis| to[axis] - from[axis]));
    let leads_away = places.clone().any(|place| length(place) > (FAR - 1.0) * size);
    goes_as_whole && leads_away && from.zip(places).map(step).all(|step| step <= LONGEST_STEP * size)
}

/// The bones that are far away at any time that is looked at, and whose parents are not.
fn measured(document: &Document, rig: &Rig, bounds: &Bounds) -> Vec<Flight> {
    let (model, size) = (&document.model, bounds.diagonal());
    let middles = middles(rig);
    let at_rest: Vec<Vector> =
        rig.bind().zip(&middles).map(|(bone, m)| m.unwrap_or(bone.translation)).collect();
    let mut farthest = vec![(0.0_f64, 0.0_f32); at_rest.len()];
    let seconds_per_unit = if document.is_binary() { 1.0 } else { 1.0 / rig.rate() };
    for time in times(model) {
        let pose = rig.pose(time * seconds_per_unit);
        for ((point, moved), farthest) in at_rest.iter().zip(pose.moves()).zip(&mut farthest) {
            let there = moved.apply(*point);
            let way = length([0, 1, 2].map(|axis| there[axis] - point[axis]));
            let away = bounds.distance(there.map(|part| part as f32)).min(way) / size;
            if away.is_finite() && away > farthest.0 {
                *farthest = (away, time as f32);
            }
        }
    }
    let is_away = |bone: usize| farthest[bone].0 > FAR;
    let flying = (0..farthest.len()).filter(|bone| is_away(*bone) && !rig.parent(*bone).is_some_and(is_away));
    flying
        .map(|bone| {
            let (sizes, time) = farthest[bone];
            Flight { bone, time, sizes, has_vertices: middles[bone].is_some() }
        })
        .collect()
}

/// For each bone whether a key or a curve of it, or of a bone that it hangs on, leads away and back.
fn explained(model: &Model, rig: &Rig) -> Vec<bool> {
    let size = model.bounds().diagonal();
    let mut is_explained = vec![false; model.bones.len()];
    for bone in rig.parents_first().iter().copied() {
        let keys = model.bones[bone].position_keys.rising().unwrap_or_default();
        let leads_away = !strays(keys, size).is_empty() || !swings(rig, bone, keys, size).is_empty();
        is_explained[bone] = leads_away || rig.parent(bone).is_some_and(|parent| is_explained[parent]);
    }
    is_explained
}

/// How far bones can lead any point from where it is at rest, however they turn, as all their places and keys together are
/// so long; `None` without any key. Curves between keys may lead further, but those that do are found otherwise.
fn longest_reach(model: &Model) -> Option<f64> {
    let parents = parents(model);
    let mut reach = vec![0.0_f64; parents.len()];
    for bone in parents_first(&parents) {
        let (rest, keys) = (&model.bones[bone], &model.bones[bone].position_keys);
        let keyed = keys.iter().map(|(_, key)| length(key.value.map(f64::from))).fold(0.0, f64::max);
        // Once from the bone at rest into the bone, and once back from where it is.
        let own = 2.0 * length(rest.position.map(f64::from)) + keyed;
        reach[bone] = own + parents[bone].map_or(0.0, |parent| reach[parent]);
    }
    let has_keys = |bone: &Bone| bone.tables().iter().any(|(_, table)| !table.is_empty());
    model.bones.iter().any(has_keys).then(|| reach.into_iter().fold(0.0, f64::max))
}

/// Of each bone the middle of the vertices of which no other bone moves more.
fn middles(rig: &Rig) -> Vec<Option<Vector>> {
    let mut boxes = vec![Bounds::NONE; rig.bone_count()];
    for vertex in 0..rig.vertex_count() {
        let Some((influences, point)) = rig.influences(vertex).zip(rig.at_rest(vertex)) else { continue };
        let heaviest = influences.iter().reduce(|one, other| if other.1 > one.1 { other } else { one });
        if let Some((bone, _)) = heaviest {
            boxes[bone] = boxes[bone].with(point.map(|part| part as f32));
        }
    }
    boxes.iter().map(Bounds::middle).collect()
}

/// So many times are looked at whatever there is.
const LEAST: usize = 64;
/// And so many more for each key that a bone has on average.
const PER_KEY: usize = 4;

/// The times of keys, in order, and those half way between two.
fn times(model: &Model) -> Vec<f64> {
    let keys = || model.bones.iter().flat_map(Bone::tables).flat_map(|(_, table)| table.iter());
    let mut times: Vec<f64> = keys().map(|(_, key): (_, &Key)| f64::from(key.time)).collect();
    let most = LEAST + PER_KEY * times.len() / model.bones.len().max(1);
    times.retain(|time| time.is_finite() && *time >= 0.0);
    times.sort_by(f64::total_cmp);
    times.dedup();
    let step = times.len().div_ceil(most).max(1);
    let kept: Vec<f64> = times.into_iter().step_by(step).collect();
    let between = kept.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    let mut all: Vec<f64> = kept.iter().copied().chain(between).collect();
    all.sort_by(f64::total_cmp);
    all
}

fn length(v: Vector) -> f64 {
    dot(v, v).sqrt()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::document::read;

    /// Bones with so many keys each, all at different times, the last of them far away.
    fn bones(bones: usize, keys: usize) -> Document {
        let mut text =
            "Frames: 9\r\nFrame: 1\r\nMeshes: 1\r\n\"m\" 0 -1\r\n1\r\n0 1.0 0.0 0.0 0.0 0.0 0\r\n0\r\n0\r\n\
            Materials: 0\r\n"
                .to_string();
        let _ = write!(text, "Bones: {bones}\r\n");
        for bone in 0..bones {
            let _ = write!(text, "\"b{bone}\"\r\n\"\"\r\n0 0.0 0.0 0.0 0.0 0.0 0.0\r\n{keys}\r\n");
            for key in 0..keys {
                let _ = write!(text, "{}.0 {}.0 0.0 0.0\r\n", 1 + key * bones + bone, 100 * key);
            }
            text += "0\r\n";
        }
        read("bones.txt", text.into_bytes())
    }

    #[test]
    fn as_many_bones_are_posed_as_is_linear_in_the_number_of_keys() {
        for (bone_count, keys) in [(1, 5000), (10, 500), (100, 50), (1000, 5), (2500, 2)] {
            let document = bones(bone_count, keys);
            let posed = times(&document.model).len() * bone_count;
            let most = 2 * (LEAST * bone_count + PER_KEY * keys * bone_count);
            assert!(posed <= most, "{bone_count} bones of {keys} keys are posed {posed} times");
            assert_eq!(flights(&document).len(), bone_count, "{bone_count} bones of {keys} keys");
        }
    }
}
