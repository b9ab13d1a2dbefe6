//! What is promised of one model in two ways of reading or writing it.

use super::{Violation, document, ensure};
use crate::convert;
use crate::diagnostic::Severity;
use crate::document::{Document, read};
use crate::edits::shared::corner_uvs;
use crate::fix::Aspect;
use crate::format::Trouble;
use crate::meaning::difference;
use crate::model::{Face, Geometry, Shape};
use crate::repair::errors;
use crate::span::Span;

/// What is converted to the other format and back has the same faces, and if nothing was told to be lost it is
/// the same model. From then on it stays as it is, byte by byte.
pub fn conversions_keep_the_model(bytes: &[u8]) -> Result<(), Violation> {
    const PROMISE: &str = "conversions_keep_the_model";
    let before = document(bytes);
    let is_binary = before.is_binary();
    let Some((there, lost)) = converted(&before)? else { return Ok(()) };
    let is_read = there.is_certain() && there.is_binary() != is_binary;
    ensure(is_read, PROMISE, || format!("{:?} after a conversion", there.notes))?;
    same_faces(&before, &there)?;
    no_new_error(&before, &there)?;
    let Some((back, lost_again)) = converted(&there)? else { return Ok(()) };
    same_faces(&there, &back)?;
    if !(is_binary || lost || lost_again) {
        let may_differ = [
            Aspect::Blocks,
            Aspect::BlockOrder,
            Aspect::Vertices,
            Aspect::Normals,
            Aspect::Faces,
            Aspect::Counts,
        ];
        let difference = difference(&before, &back, &may_differ);
        ensure(difference.is_none(), PROMISE, || format!("not told: {difference:?}"))?;
    }
    // The first conversions may round what makes two normals alike.
    let Some((third, _)) = converted(&back)? else { return Ok(()) };
    let Some((fourth, _)) = converted(&third)? else { return Ok(()) };
    let Some((fifth, _)) = converted(&fourth)? else { return Ok(()) };
    let is_stable = third.source.bytes() == fifth.source.bytes();
    ensure(is_stable, PROMISE, || "another round changes it".to_string())
}

/// A file in the other format, if it can be converted, and whether anything of it is lost.
fn converted(document: &Document) -> Result<Option<(Document, bool)>, Violation> {
    let size = document.source.len();
    let converted = match document.is_binary() {
        true => convert::to_text(document),
        false => convert::to_binary(document, convert::DEFAULT_RATE),
    };
    let converted = match converted {
        Ok(converted) => converted,
        Err(Trouble::Refused(refusal)) => {
            let is_inside = refusal.at as usize <= size;
            return ensure(is_inside, "converted", || format!("{refusal:?}")).map(|()| None);
        }
        Err(_) => return Ok(None),
    };
    for loss in &converted.losses {
        let is_inside = loss.span().end as usize <= size && loss.span() != Span::default();
        ensure(is_inside, "converted", || format!("{loss:?}"))?;
    }
    let is_lossy = converted.losses.iter().any(|loss| loss.severity > Severity::Hint);
    Ok(Some((read("input.txt", converted.bytes), is_lossy)))
}

/// What is an error in a converted file was one before.
fn no_new_error(before: &Document, after: &Document) -> Result<(), Violation> {
    let known = errors(before);
    let new = errors(after).into_keys().find(|rule| !known.contains_key(rule));
    ensure(new.is_none(), "no_new_error", || format!("{new:?}"))
}

/// Two files in different formats show the same, apart from rounding.
fn same_faces(before: &Document, after: &Document) -> Result<(), Violation> {
    const ROUNDING: f32 = 1e-6;
    let same = |a: f32, b: f32| a == b || (a - b).abs() <= ROUNDING;
    let [before, after] = [before, after].map(faces);
    let is_same = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(*a, *b)));
    ensure(is_same, "same_faces", || format!("{before:?}\nand not\n{after:?}"))
}

/// The faces of each mesh as numbers that mean the same in both formats.
fn faces(document: &Document) -> Vec<Vec<f32>> {
    let of_shape = |shape: Shape| {
        let numbers = |(row, face): (usize, Face)| {
            let uvs = match document.is_binary() {
                true => corner_uvs(document, row),
                false => {
                    let [a, b, c] =
                        face.vertices.map(|index| shape.geometry.vertices.rows[index as usize].uv);
                    [a[0], b[0], c[0], a[1], b[1], c[1]]
                }
            };
            face_numbers(shape.geometry, &face, uvs)
        };
        shape.faces().flat_map(numbers).collect()
    };
    document.model.shapes().map(of_shape).collect()
}

/// All that a face shows. Of flags and smoothing groups what both formats hold.
fn face_numbers(geometry: &Geometry, face: &Face, uvs: [f32; 6]) -> Vec<f32> {
    let group = u8::try_from(face.smoothing_group).unwrap_or(0);
    let mut numbers = vec![f32::from(face.flags as u16), f32::from(group)];
    numbers.extend(uvs);
    for (vertex, normal) in face.vertices.into_iter().zip(face.normals) {
        let vertex = geometry.vertices.rows[vertex as usize];
        let normal = geometry.normals.rows[normal as usize];
        numbers.extend([f32::from(vertex.flags as u8), vertex.bone as f32]);
        numbers.extend([vertex.position, normal.direction].concat());
    }
    numbers
}
