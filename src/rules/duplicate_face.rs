//! The same face again.

use crate::diagnostic::{Group, Severity};
use crate::document::Document;
use crate::edits::remove_rows;
use crate::fix::{Aspect, Fix};
use crate::layout::Record;
use crate::model::{Face, Mesh, Place};
use crate::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "duplicate-face",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Ascii,
    fix: FixKind::Unsafe(&[Aspect::Faces, Aspect::Counts]),
    summary: "A face that stands in its mesh twice",
    page: include_str!("../../rules/duplicate-face.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let mut seen = Vec::new();
    for (mesh_index, mesh) in document.model.meshes.iter().enumerate() {
        let copies = copies(mesh, &mut seen);
        let deleted = || {
            let rows: Vec<u32> = copies.iter().map(|(copy, _)| *copy).collect();
            let title = if rows.len() == 1 { "delete it" } else { "delete all copies in this mesh" };
            let table = Place::object(Record::Face, mesh_index);
            let fix = Fix::consented(title).of_places(rows.len());
            remove_rows(fix, document, table, &rows, mesh.faces.len())
        };
        for (number, (copy, original)) in copies.iter().enumerate() {
            let place = Place::row(Record::Face, mesh_index, *copy as usize);
            findings.add(place, || {
                let first = Place::row(Record::Face, mesh_index, *original as usize);
                Draft::new(format!("the same face as face {original}: it is drawn twice"))
                    .label("the same again")
                    .also(document.locate(first), "first here")
                    .help("delete it")
                    .fix((number == 0).then(deleted))
            });
        }
    }
}

/// The faces of a mesh that stand in it in front of them already, each with the first of its kind.
///
/// A bit for each kind of face, or rather for what is computed from its corners, tells nearly always
/// that there are none. `bits` is room for them.
fn copies(mesh: &Mesh, bits: &mut Vec<u64>) -> Vec<(u32, u32)> {
    let words = (mesh.faces.len() / 4 + 1).next_power_of_two();
    let shift = 64 - (64 * words).ilog2();
    let bit_of = |face: &Face| {
        let mixed = face.vertices.map(|index| {
            let product = (index as u32 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            product ^ (product >> 31)
        });
        let bit = mixed[0].wrapping_add(mixed[1]).wrapping_add(mixed[2]).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> shift;
        ((bit >> 6) as usize, 1 << (bit & 63))
    };
    bits.clear();
    bits.resize(words, 0);
    let mut again: Vec<u64> = Vec::new();
    for (_, face) in mesh.faces.iter() {
        let (word, bit) = bit_of(face);
        if bits[word] & bit != 0 {
            again.resize(words, 0);
            again[word] |= bit;
        }
        bits[word] |= bit;
    }
    if again.is_empty() {
        return Vec::new();
    }
    let suspects = mesh.faces.iter().filter(|(_, face)| {
        let (word, bit) = bit_of(face);
        again[word] & bit != 0
    });
    let mut suspects: Vec<([i32; 3], u32)> = suspects.map(|(index, face)| (from_least(face.vertices), index as u32)).collect();
    suspects.sort_unstable();
    let alike = suspects.chunk_by(|a, b| a.0 == b.0);
    let mut copies: Vec<_> = alike.flat_map(|faces| faces[1..].iter().map(|(_, copy)| (*copy, faces[0].1))).collect();
    copies.sort_unstable();
    copies
}

/// The corners in the same sense, from the least on.
fn from_least([a, b, c]: [i32; 3]) -> [i32; 3] {
    match a.min(b).min(c) {
        least if least == a => [a, b, c],
        least if least == b => [b, c, a],
        _ => [c, a, b],
    }
}
