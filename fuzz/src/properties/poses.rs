//! Properties of poses: what holds of bones and vertices at any time, whatever the file.

use super::naive_pose::{NaivePose, pose as naive_pose};
use super::{Violation, document, ensure};
use ms3dlint::document::Document;
use ms3dlint::model::Model;
use ms3dlint::model::vector::Vector;
use ms3dlint::pose::convention::{BetweenRotations, Convention, MILKSHAPE, PROGRAMS};
use ms3dlint::pose::transform::Transform;
use ms3dlint::pose::{Pose, Rig};

/// Poses can be had of any file at any time; they are finite where the file is, rigid where one bone moves, at rest in the
/// bind pose, and those of a second implementation.
pub fn poses_hold(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let conventions = PROGRAMS.iter().map(|(_, convention)| *convention).chain([&MILKSHAPE]);
    conventions.into_iter().try_for_each(|convention| poses_are_sound(&document, convention))?;
    let rig = Rig::new(&document, &MILKSHAPE);
    is_at_rest(&rig)?;
    [0.0, rig.end() / 3.0, rig.end()]
        .into_iter()
        .try_for_each(|time| is_as_naive(&document.model, &rig, time))
}

/// What is small beside numbers of this size.
pub(super) fn small(largest: f64) -> f64 {
    1e-7 * (1.0 + largest)
}

pub(super) fn distance(one: Vector, other: Vector) -> f64 {
    (0..3).map(|axis| (one[axis] - other[axis]).powi(2)).sum::<f64>().sqrt()
}

pub(super) fn is_finite(model: &Model) -> bool {
    let of_bones = model.bones.iter().flat_map(|bone| bone.position.into_iter().chain(bone.rotation));
    let keys = model.bones.iter().flat_map(|bone| bone.tables()).flat_map(|(_, table)| &table.rows);
    let of_keys = keys.flat_map(|key| key.value.into_iter().chain([key.time]));
    let of_vertices =
        model.geometries().flat_map(|(_, geometry)| &geometry.vertices.rows).flat_map(|v| v.position);
    let normals = model.geometries().flat_map(|(_, geometry)| &geometry.normals.rows);
    let of_normals = normals.flat_map(|normal| normal.direction);
    let rate = model.binary.iter().filter_map(|binary| binary.animation).map(|animation| animation.rate);
    of_bones.chain(of_keys).chain(of_vertices).chain(of_normals).chain(rate).all(f32::is_finite)
}

fn poses_are_sound(document: &Document, convention: &Convention) -> Result<(), Violation> {
    let rig = Rig::new(document, convention);
    let is_finite = is_finite(&document.model);
    let is_rigid = convention.between_rotations != BetweenRotations::ArcOrBareLine;
    let times = [f64::NEG_INFINITY, -1.0, 0.0, rig.end() / 2.0, rig.end(), 1e30, f64::NAN];
    times.into_iter().try_for_each(|time| {
        let pose = rig.pose(time);
        let (positions, normals) = (pose.positions(), pose.normals());
        let parts = pose.bones.iter().flat_map(Transform::matrix).chain(positions.iter().copied().flatten());
        let mut parts = parts.chain(normals.into_iter().flatten().flatten());
        ensure(!is_finite || parts.all(f64::is_finite), "poses_hold", || {
            format!("not finite at {time}, as {convention:?}")
        })?;
        // Where the model is moved and its bones are not, vertices turn around other points.
        if is_finite && is_rigid && !convention.is_centred {
            keeps_distances(&rig, &pose, &positions)
        } else {
            Ok(())
        }
    })
}

/// A vertex that one bone moves stays as far from that as it is at rest.
fn keeps_distances(rig: &Rig, pose: &Pose, positions: &[Vector]) -> Result<(), Violation> {
    let bind: Vec<Vector> = rig.bind().map(|bone| bone.translation).collect();
    positions.iter().enumerate().try_for_each(|(vertex, position)| {
        let mut influences = rig.influences(vertex).into_iter().flat_map(|influences| influences.iter());
        let Some((bone, 1.0)) = influences.next() else { return Ok(()) };
        let at_rest = rig.at_rest(vertex).unwrap_or_default();
        let (before, after) =
            (distance(at_rest, bind[bone]), distance(*position, pose.bones[bone].translation));
        let sizes = [at_rest, bind[bone], *position, pose.bones[bone].translation];
        let largest = sizes.into_iter().flatten().fold(0.0, |largest: f64, part| largest.max(part.abs()));
        ensure((before - after).abs() <= small(largest), "poses_hold", || {
            format!("vertex {vertex} is {after} from its bone, and at rest {before}")
        })
    })
}

/// Before time 0 bones are in their bind pose, and vertices where the file has them, if their weights are whole.
fn is_at_rest(rig: &Rig) -> Result<(), Violation> {
    let pose = rig.pose(-1.0);
    let is_bound = format!("{:?}", pose.bones) == format!("{:?}", rig.bind().collect::<Vec<_>>());
    ensure(is_bound, "poses_hold", || "bones are not in their bind pose".to_string())?;
    let bones =
        rig.bind().flat_map(|bone| bone.translation).fold(0.0, |largest: f64, part| largest.max(part.abs()));
    pose.positions().into_iter().enumerate().try_for_each(|(vertex, position)| {
        let at_rest = rig.at_rest(vertex).unwrap_or_default();
        let weights: f64 =
            rig.influences(vertex).into_iter().flat_map(|i| i.iter()).map(|(_, weight)| weight).sum();
        let off = distance(position, at_rest);
        let largest = at_rest.into_iter().fold(bones, |largest, part| largest.max(part.abs()));
        let is_there =
            off <= small(largest) || !off.is_finite() || weights != 0.0 && (weights - 1.0).abs() > 1e-6;
        ensure(is_there, "poses_hold", || format!("vertex {vertex} is {off} from where it is at rest"))
    })
}

/// Bones and vertices are where a second implementation has them.
fn is_as_naive(model: &Model, rig: &Rig, time: f64) -> Result<(), Violation> {
    /// It goes from each bone to the root, and so takes the square of their number.
    const MOST_BONES: usize = 500;
    if model.bones.len() > MOST_BONES || !is_finite(model) {
        return Ok(());
    }
    let NaivePose { bones, vertices, largest, is_open } = naive_pose(model, time);
    if is_open {
        return Ok(());
    }
    let pose = rig.pose(time);
    let matrices = bones
        .iter()
        .zip(&pose.bones)
        .map(|(naive, bone)| (naive.as_flattened().to_vec(), bone.matrix().to_vec()));
    let points = vertices.iter().zip(pose.positions()).map(|(naive, point)| (naive.to_vec(), point.to_vec()));
    matrices.chain(points).enumerate().try_for_each(|(index, (naive, computed))| {
        let is_same = naive.iter().zip(&computed).all(|(one, other)| (one - other).abs() <= small(largest));
        ensure(is_same, "poses_hold", || {
            let what = if index < bones.len() { ("bone", index) } else { ("vertex", index - bones.len()) };
            format!("{what:?} at {time} is {computed:?}, and by the second implementation {naive:?}")
        })
    })
}
