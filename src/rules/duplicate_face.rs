//! The same face again.

use crate::document::describe::whole;
use crate::diagnostics::finding::{Group, Severity};
use crate::document::Document;
use crate::fix::edits::remove_rows;
use crate::model::row_stats::from_least;
use crate::fix::{Aspect, Fix};
use crate::layout::Record;
use crate::model::{Face, Geometry, Place};
use crate::diagnostics::rule::{Draft, Findings, FixKind, Formats, Rule};

/// See the page.
pub(super) static RULE: Rule = Rule {
    name: "duplicate-face",
    group: Group::Meshes,
    severity: Severity::Info,
    formats: Formats::Both,
    fix: FixKind::Unsafe(&[Aspect::Faces, Aspect::Counts]),
    summary: "A face that stands in its mesh twice",
    page: include_str!("../../rules/duplicate-face.md"),
    check,
};

fn check(document: &Document, findings: &mut Findings) {
    let table_edits = findings.table_edits();
    let mut seen = Vec::new();
    for (object, geometry, extremes) in document.geometries() {
        // Where rows are lost or too many, that is what is wrong.
        if !geometry.faces.is_whole() || extremes.are_distinct {
            continue;
        }
        let copies = copies(geometry, &mut seen, |face| mesh_of(document, face));
        let deleted = || {
            let rows: Vec<u32> = copies.iter().map(|(copy, _)| *copy).collect();
            let title = match rows.len() {
                1 => "delete it".to_string(),
                _ => format!("delete all copies in this {}", whole(document)),
            };
            let table = Place::object(Record::Face, object);
            let fix = Fix::consented(title).of_places(rows.len());
            if table_edits { remove_rows(fix, document, table, &rows, geometry.faces.len()) } else { fix }
        };
        for (number, (copy, original)) in copies.iter().enumerate() {
            let place = Place::row(Record::Face, object, *copy as usize);
            findings.add(place, || {
                let first = Place::row(Record::Face, object, *original as usize);
                Draft::new(format!("the same face as face {original}: it is drawn twice"))
                    .label("the same again")
                    .also(document.locate(first), "first here")
                    .help("delete it")
                    .fix((number == 0).then(deleted))
            });
        }
    }
}

/// The most places of the table that are looked at for one face. Faces that are not made to meet there
/// never come near.
const MOST_STEPS: usize = 100;

/// The mesh of a face that meshes share; 0 in a text file, where only the faces of one mesh are compared.
fn mesh_of(document: &Document, face: usize) -> u32 {
    document.model.binary.as_ref().map_or(0, |binary| binary.owners[face])
}

/// The faces of a mesh that stand in it in front of them already, each with the first of its kind.
/// `table` is room for half a mixture of the corners of each face, and its index from 1.
fn copies(geometry: &Geometry, table: &mut Vec<u64>, mesh_of: impl Fn(usize) -> u32) -> Vec<(u32, u32)> {
    let room = (2 * geometry.faces.len()).next_power_of_two().max(2);
    if table.len() < room {
        *table = vec![0; room];
    }
    let table = &mut table[..room];
    table.fill(0);
    let shift = 64 - room.ilog2();
    let mut copies = Vec::new();
    for (index, face) in geometry.faces.iter() {
        // A face that names a vertex twice is not drawn at all, however often it stands there.
        let [a, b, c] = face.vertices;
        if a == b || b == c || c == a {
            continue;
        }
        let mixed = mixed(face);
        let entry = (mixed << 32) | (index as u64 + 1);
        let start = (mixed >> shift) as usize;
        for step in start..start + MOST_STEPS {
            let place = &mut table[step & (room - 1)];
            if *place == 0 {
                *place = entry;
                break;
            }
            let other = (*place as u32 - 1) as usize;
            if *place >> 32 == entry >> 32
                && from_least(geometry.faces.rows[other].vertices) == from_least(face.vertices)
                && mesh_of(index) == mesh_of(other)
            {
                copies.push((index as u32, other as u32));
                break;
            }
        }
    }
    copies
}

/// A number that is the same for the same corners in any order, and hardly ever for others.
fn mixed(face: &Face) -> u64 {
    let mixed = face.vertices.map(|index| {
        let product = u64::from(index as u32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        product ^ (product >> 31)
    });
    mixed[0].wrapping_add(mixed[1]).wrapping_add(mixed[2]).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
