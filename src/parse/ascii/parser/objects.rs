//! Parses meshes, materials and bones of ASCII models: the lines that each has once, and then its tables.

use crate::base::lines::Line;
use crate::base::span::Span;
use crate::layout::{self, Record};
use crate::model::note::{Missing, Note, NoteKind};
use crate::model::place::Place;
use crate::model::{ABSENT, Bone, Geometry, Key, Material, Mesh, Parent, Table};
use crate::parse::ascii::lexer;
use crate::parse::ascii::lexer::Pieces;
use crate::parse::ascii::parser::extra_line::{LinesSoFar, expected};
use crate::parse::ascii::parser::fields::Values;
use crate::parse::ascii::parser::{AsciiParser, LineShape, MOST_FIELDS, width};

/// How the lines were read that a record has once each.
struct RecordLines {
    /// Whether the record goes on after them.
    is_whole: bool,
    /// Whether all of them are in the usual spelling, and follow each other.
    is_usual: bool,
}

impl AsciiParser<'_> {
    pub(super) fn begins_mesh(&mut self, line: Line, owed: bool) -> bool {
        let fields = Pieces::of_line(self.bytes, line).take(MOST_FIELDS).count();
        let whole = fields >= width(Record::Mesh, 0);
        match self.shape(line) {
            LineShape::Quoted => owed || whole || self.following_shape(line) == Some(LineShape::Fields(1)),
            // The line with the name is missing.
            LineShape::Fields(1) => owed && self.following_shape(line) == Some(LineShape::Fields(7)),
            _ => owed && whole && self.following_shape(line) == Some(LineShape::Fields(1)),
        }
    }

    pub(super) fn mesh(&mut self, line: Line, more: bool) {
        let index = self.read.model.meshes.len();
        let place = Place::object(Record::Mesh, index);
        let is_missing = self.shape(line) == LineShape::Fields(1);
        let values = if is_missing {
            self.note(
                NoteKind::MissingLine,
                Span::empty(line.start),
                place.field(layout::fields::mesh::NAME),
            );
            None
        } else {
            self.values(line, 0, place)
        };
        let header = if is_missing { ABSENT } else { line.start as u32 };
        let mut mesh = Mesh {
            lines: [header, ABSENT, ABSENT, ABSENT],
            name: self.name_of(line),
            flags: values.map_or(0, |v| v[1].integer),
            material: values.map(|v| v[2].integer),
            geometry: Geometry::default(),
            members: Table::default(),
        };
        self.tables_of_mesh(place, &mut mesh, more);
        self.read.model.meshes.push(mesh);
    }

    /// Reads the three tables of a mesh; `None` when it ends before them.
    fn tables_of_mesh(&mut self, place: Place, mesh: &mut Mesh, more: bool) -> Option<()> {
        let (vertex, normal, face) = (Record::Vertex, Record::Normal, Record::Face);
        mesh.geometry.vertices = self.table(vertex, Some(normal), place, 1, &mut mesh.lines, true)?;
        mesh.geometry.normals = self.table(normal, Some(face), place, 2, &mut mesh.lines, true)?;
        mesh.geometry.faces = self.table(face, None, place, 3, &mut mesh.lines, more)?;
        Some(())
    }

    /// The text of a line that starts with a closed string, whatever follows it.
    fn name_of(&self, line: Line) -> Option<Span> {
        let piece = Pieces::of_line(self.bytes, line).next()?;
        lexer::quoted(self.bytes, piece).filter(|quoted| quoted.closed).map(|quoted| quoted.text)
    }

    pub(super) fn begins_material(&mut self, line: Line, owed: bool) -> bool {
        let quoted = self.shape(line) == LineShape::Quoted;
        (quoted && owed) || ((quoted || owed) && self.following_shape(line) == Some(LineShape::Fields(4)))
    }

    pub(super) fn material(&mut self, line: Line, more: bool) {
        let index = self.read.model.materials.len();
        let place = Place::object(Record::Material, index);
        let mut lines = [ABSENT; 9];
        let mut values = [None; 9];
        let read = self.record_lines(line, place, &mut lines, &mut values, more);
        let [name, a, d, s, e, shininess, transparency, texture, alpha_map] = values;
        let color = |values: Option<Values>| values.map(|v| [v[0].float, v[1].float, v[2].float, v[3].float]);
        self.read.model.materials.push(Material {
            lines,
            name: name.and_then(|v| v[0].text),
            colors: [color(a), color(d), color(s), color(e)],
            shininess: shininess.map(|v| v[0].float),
            transparency: transparency.map(|v| v[0].float),
            texture: texture.and_then(|v| v[0].text),
            alpha_map: alpha_map.and_then(|v| v[0].text),
            usual_end: read.is_usual.then_some(self.at as u32),
        });
    }

    pub(super) fn begins_bone(&mut self, line: Line, owed: bool) -> bool {
        let quoted = self.shape(line) == LineShape::Quoted;
        (quoted && owed) || ((quoted || owed) && self.following_shape(line) == Some(LineShape::Quoted))
    }

    pub(super) fn bone(&mut self, line: Line, more: bool) {
        let index = self.read.model.bones.len();
        let place = Place::object(Record::Bone, index);
        let mut lines = [ABSENT; 5];
        let mut values = [None; 3];
        let whole = self.record_lines(line, place, &mut lines, &mut values, more).is_whole;
        let [name, parent, pose] = values;
        // One of two strings is missing: the other can be the name or the parent.
        let name = name.filter(|_| lines[1] != ABSENT || !whole);
        let pose = pose.unwrap_or_default();
        let mut bone = Bone {
            lines,
            name: name.and_then(|v| v[0].text),
            parent: parent.and_then(|v| v[0].text),
            parent_bone: Parent::Unknown,
            flags: pose[0].integer,
            position: [pose[1].float, pose[2].float, pose[3].float],
            rotation: [pose[4].float, pose[5].float, pose[6].float],
            position_keys: Table::default(),
            rotation_keys: Table::default(),
        };
        if whole {
            self.tables_of_bone(place, &mut bone, more);
        }
        self.read.model.bones.push(bone);
    }

    fn tables_of_bone(&mut self, place: Place, bone: &mut Bone, more: bool) -> Option<()> {
        let (position, rotation) = (Record::PositionKey, Record::RotationKey);
        bone.position_keys = self.table(position, Some(rotation), place, 3, &mut bone.lines, true)?;
        if let Some(rotation_keys) = self.uncounted_keys(place, &mut bone.position_keys) {
            bone.rotation_keys = rotation_keys;
            return Some(());
        }
        bone.rotation_keys = self.table(rotation, None, place, 4, &mut bone.lines, more)?;
        Some(())
    }

    /// The rotation keys, if they follow the position keys without their count: more rows
    /// than declared, and no count after them. Both kinds of rows look alike.
    fn uncounted_keys(&mut self, owner: Place, positions: &mut Table<Key>) -> Option<Table<Key>> {
        let declared = positions.declared? as usize;
        let first = positions.rows.get(declared)?.at;
        let next = self.peek(None).map(|line| self.shape(line));
        if matches!(next, Some(LineShape::Fields(_))) {
            return None;
        }
        let place = owner.field(layout::fields::bone::ROTATION_KEY_COUNT);
        self.read.notes.push(Note {
            span: Span { start: first, end: first },
            place,
            kind: NoteKind::MissingLine,
        });
        let behind = positions.broken.partition_point(|row| (*row as usize) < declared);
        let broken =
            positions.broken.split_off(behind).into_iter().map(|row| row - declared as u32).collect();
        let rows = positions.rows.split_off(declared);
        // Programs that go by the count read what follows otherwise.
        positions.usual_from = None;
        for note in self.read.notes.iter_mut().rev().take_while(|note| note.span.start >= first) {
            if note.place.record == Record::PositionKey && note.place.row >= declared as u32 {
                note.place.record = Record::RotationKey;
                note.place.row -= declared as u32;
            }
        }
        Some(Table { declared: None, rows, broken, cut: false, end: positions.end, usual_from: None })
    }

    /// Reads the lines that a record has once each, the first of which is `line`.
    fn record_lines(
        &mut self,
        line: Line,
        place: Place,
        lines: &mut [u32],
        values: &mut [Option<Values>],
        more: bool,
    ) -> RecordLines {
        let (count, notes) = (values.len(), self.read.notes.len());
        let mut read = RecordLines { is_whole: false, is_usual: true };
        lines[0] = line.start as u32;
        values[0] = self.usual_text(place.record, 0).or_else(|| {
            read.is_usual = false;
            self.values(line, 0, place)
        });
        for number in 1..values.len() {
            let field = place.field(layout::first_field(place.record, number));
            let start = self.at as u32;
            let usual = self.usual_text(place.record, number).or_else(|| self.usual_numbers(number, field));
            if let Some(usual) = usual {
                lines[number] = start;
                values[number] = Some(usual);
                continue;
            }
            read.is_usual = false;
            let Some(line) = self.peek(Some(place)) else {
                self.cut(field, Missing::Line);
                return read;
            };
            if self.shape(line) == LineShape::Header {
                self.note(NoteKind::MissingLine, Span::empty(line.start), field);
                return read;
            }
            if self.is_extra(line, place.record, number, count, more) {
                self.pass_extra(line, number, place, &mut LinesSoFar { lines, values, notes });
                // The line that belongs here is next.
                let Some(line) = self.peek(Some(place)) else { return read };
                lines[number] = line.start as u32;
                values[number] = self.values(line, number, place);
                continue;
            }
            if self.is_missing(line, place.record, number) {
                self.note(NoteKind::MissingLine, Span::empty(line.start), field);
                continue;
            }
            lines[number] = line.start as u32;
            values[number] = self.values(line, number, place);
        }
        if self.may_be_extra(place.record) {
            let line = self.line(self.at);
            if self.skipped(line).is_none() && self.is_extra(line, place.record, count, count, more) {
                read.is_usual = false;
                self.pass_extra(line, count, place, &mut LinesSoFar { lines, values, notes });
            }
        }
        RecordLines { is_whole: true, ..read }
    }

    /// Whether a line of a record is left out, so that `line` is already the one after it.
    fn is_missing(&mut self, line: Line, record: Record, number: usize) -> bool {
        let shape = self.shape(line);
        // The last line of the file may be the expected one, cut off.
        if line.is_open() {
            return false;
        }
        let expected = |number| expected(record, number);
        if record == Record::Material && shape == LineShape::Quoted && expected(number) == Some(shape) {
            // Two strings end a material and one begins it: only the line after shows which it is.
            return self.following_shape(line) == expected(1);
        }
        Some(shape) != expected(number) && Some(shape) == expected(number + 1)
    }
}
