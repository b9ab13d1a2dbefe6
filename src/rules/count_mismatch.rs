//! A declared count that differs from the number of rows after it.

use crate::base::display::{is_or_are, number};
use crate::base::lines::line_from;
use crate::diagnostics::prelude::*;
use crate::layout;
use crate::model::Table;
use crate::parse::ascii::lexer::is_blank;

pub(super) static RULE: Rule = Rule {
    name: "count-mismatch",
    group: Group::Syntax,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Count,
    fix: FixKind::Depends("unsafe fix unless a row was lost, is there twice, or shares a line with another", &[Aspect::Counts]),
    summary: "A count that differs from the number of rows that follow it",
    page: page!("count-mismatch"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    let model = &document.model;
    for (index, block) in model.blocks.iter().enumerate() {
        let (Some(noun), Some(declared)) = (block.kind.counts(), block.declared()) else { continue };
        let (found, surplus, end) = (block.found as usize, block.surplus, block.end);
        let mismatch = Mismatch { noun, declared, found, surplus, repeated: None, is_joined: false, end };
        if !block.cut && block.kind != BlockKind::Unknown {
            mismatch.report(
                document,
                findings,
                Place::object(Record::Block, index).field(fields::block::COUNT),
            );
        }
    }
    for (index, mesh) in model.meshes.iter().enumerate() {
        use fields::mesh::{FACE_COUNT, NORMAL_COUNT, VERTEX_COUNT};
        let place = Place::object(Record::Mesh, index);
        table(document, findings, ("vertex", Record::Vertex), &mesh.geometry.vertices, |row| row.at, place.field(VERTEX_COUNT));
        table(document, findings, ("normal", Record::Normal), &mesh.geometry.normals, |row| row.at, place.field(NORMAL_COUNT));
        table(document, findings, ("face", Record::Face), &mesh.geometry.faces, |row| row.at, place.field(FACE_COUNT));
    }
    for (index, bone) in model.bones.iter().enumerate() {
        use fields::bone::{POSITION_KEY_COUNT, ROTATION_KEY_COUNT};
        let place = Place::object(Record::Bone, index);
        let (position, rotation) = (place.field(POSITION_KEY_COUNT), place.field(ROTATION_KEY_COUNT));
        table(document, findings, ("position key", Record::PositionKey), &bone.position_keys, |row| row.at, position);
        table(document, findings, ("rotation key", Record::RotationKey), &bone.rotation_keys, |row| row.at, rotation);
    }
}

fn table<T>(
    document: &Document,
    findings: &mut Sink,
    (noun, row): (&'static str, Record),
    table: &Table<T>,
    at: fn(&T) -> u32,
    place: Place,
) {
    let Some(declared) = table.declared.filter(|declared| !table.cut && *declared as usize != table.len()) else {
        return;
    };
    let rows: Vec<u32> = table.rows.iter().map(at).collect();
    table_mismatch(document, (noun, row), declared, (&rows, table.end), place).report(document, findings, place);
}

/// What is known about a table with another number of rows than is declared, given where these start and where they end.
fn table_mismatch(
    document: &Document,
    (noun, row): (&'static str, Record),
    declared: u32,
    (rows, end): (&[u32], u32),
    place: Place,
) -> Mismatch {
    let found = rows.len();
    let surplus = rows.get(declared as usize).copied();
    let last = declared as i32..found as i32;
    // Where the last row is used, none is too many.
    let is_one_unused =
        found.checked_sub(1) == Some(declared as usize) && document.model.first_use(place, last).is_none();
    let repeated = if is_one_unused { repeated(document, rows) } else { None };
    let is_joined = found < declared as usize && rows.iter().any(|at| has_two(document, row, *at));
    Mismatch { noun, declared, found, surplus, repeated, is_joined, end }
}

/// Whether a line has the fields of two rows.
fn has_two(document: &Document, row: Record, at: u32) -> bool {
    let line = document.bytes(document.line_without_ending(at));
    let fields = line.split(|byte| is_blank(*byte)).filter(|field| !field.is_empty()).count();
    fields == 2 * layout::lines(row)[0].len()
}

/// The offset of the only line in a table that is the same as the one before it.
fn repeated(document: &Document, rows: &[u32]) -> Option<u32> {
    let mut before: Option<&[u8]> = None;
    let mut same = rows.iter().copied().filter(|at| {
        let line = document.bytes(document.line_without_ending(*at));
        before.replace(line) == Some(line)
    });
    same.next().filter(|_| same.next().is_none())
}

/// A count beside what it counts.
struct Mismatch {
    noun: &'static str,
    declared: u32,
    found: usize,
    /// Offset of the first row too many.
    surplus: Option<u32>,
    /// Offset of the row that is there twice, if that explains the count.
    repeated: Option<u32>,
    /// Whether a line has the fields of two rows, where there are too few.
    is_joined: bool,
    /// Offset of the line after the last row.
    end: u32,
}

impl Mismatch {
    fn report(self, document: &Document, findings: &mut Sink, place: Place) {
        let Self { noun, found, .. } = self;
        let declared = self.declared as usize;
        if declared == found {
            return;
        }
        let at = self.surplus.unwrap_or(self.end);
        let line = line_from(document.source.bytes(), at as usize).span();
        findings.add_at(place, Some(line), || {
            let verb = is_or_are(declared);
            let lost = document.model.first_use(place, found as i32..declared as i32);
            let is_count = lost.is_none() && self.repeated.is_none() && !self.is_joined;
            let fix = document.locate(place).filter(|_| is_count).map(|count| {
                Fix::unsafe_fix(format!("write {found} there")).replace(count, found.to_string())
            });
            let (first, here) = (counted(declared, noun), format!("{} {}", number(found), is_or_are(found)));
            let label = match self.surplus {
                Some(_) if found == declared + 1 => format!("{noun} {declared}, one too many"),
                Some(_) => format!("{noun} {declared}, the first of {} too many", number(found - declared)),
                None => format!("{noun} {found} should be here"),
            };
            Draft::new(format!("{first} {verb} declared, but {here} there"))
                .label(label)
                .also(document.locate(place), format!("{} declared here", number(declared)))
                .also(
                    self.repeated.map(|at| document.line_without_ending(at)),
                    "the same as the line before it",
                )
                .fix(fix)
                .help(match lost {
                    _ if self.repeated.is_some() => {
                        "delete one of the two lines that are the same, if nothing else is wrong".to_string()
                    }
                    _ if self.is_joined => "two rows are on one line: begin a new line between them".to_string(),
                    Some(lost) => lost.advice(declared - found, noun),
                    None => format!("write {found} there, if nothing else is wrong"),
                })
        });
    }
}
