//! The mark of a finding: a hash of what it is about, in 32 bits, by which a baseline recognizes it.
//!
//! The mark of a row is made of what identifies it, and not of its index: the position of a vertex, those of the
//! corners of a face, the vertex that a normal belongs to, the time of a key. So rows may be added and removed before
//! it. The mark of a field is made of its value in any spelling, except counts and indices of rows, which change
//! with every row. What could not be read is hashed by its bytes.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::base::model_files::with_slashes;
use crate::base::span::Span;
use crate::document::Document;
use crate::document::describe::row_name;
use crate::layout::{self, FieldKind, Record};
use crate::model::place::Place;
use crate::model::{Face, Geometry};
use crate::parse::ascii::number;

/// So many bytes of a text distinguish it from others, at a bounded cost.
const LONGEST: usize = 4096;

/// The mark of a finding. Written as eight hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceHash {
    digest: u32,
    /// Whether it is of a size (too much of something), baselined as long as it does not grow; and not of a place,
    /// which is baselined as often as it was recorded.
    pub is_size: bool,
}

impl fmt::Display for PlaceHash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:08x}", self.digest)
    }
}

impl FromStr for PlaceHash {
    type Err = &'static str;

    /// The mark of a place.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_mark = text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let digest = u32::from_str_radix(text, 16).ok().filter(|_| is_mark);
        digest.map(Self::of_place).ok_or("a mark has eight hexadecimal digits")
    }
}

impl PlaceHash {
    fn of_place(digest: u32) -> Self {
        Self { digest, is_size: false }
    }
}

/// Makes the marks of a file.
pub(crate) struct PlaceHasher<'d> {
    document: &'d Document,
    /// For each object that was asked about, where each normal is used.
    lit: HashMap<u32, HashMap<i32, PointKey>>,
}

impl<'d> PlaceHasher<'d> {
    /// For the findings of a file.
    pub(crate) fn new(document: &'d Document) -> Self {
        Self { document, lit: HashMap::new() }
    }

    /// The mark of a finding at a place, and at a span if it is not that of the place.
    pub(crate) fn mark(&mut self, place: Place, span: Option<Span>) -> PlaceHash {
        let mut digest = Digest(Sha256::new());
        digest.text(row_name(place.record).unwrap_or_default().as_bytes());
        let is_read = self.add_row(place, &mut digest);
        if !is_read {
            digest.text(self.bytes(self.document.locate(place.whole())));
        }
        match place.field {
            Some(number) => self.add_field(place, number, &mut digest),
            None if is_read => digest.text(self.bytes(span)),
            None => {}
        }
        digest.mark()
    }

    /// The mark of a finding at a place that is another one as soon as these words are.
    pub(crate) fn mark_by(&mut self, place: Place, words: &str) -> PlaceHash {
        let place = self.mark(place, None).digest;
        let mut digest = Digest(Sha256::new());
        digest.number(place);
        digest.text(words.as_bytes());
        digest.mark()
    }

    /// The mark of a finding that there is too much of something at a place.
    pub(crate) fn mark_of_size(&mut self, place: Place, of: &str) -> PlaceHash {
        PlaceHash { is_size: true, ..self.mark_by(place, of) }
    }

    /// Adds what makes a row what it is. Whether that could be read.
    fn add_row(&mut self, place: Place, digest: &mut Digest) -> bool {
        let document = self.document;
        let model = &document.model;
        let (object, row) = (place.object as usize, place.row as i32);
        let geometry = || document.model.geometry_of(object);
        let bone = || model.bones.get(object);
        let read = match place.record {
            Record::Vertex => geometry().and_then(|of| digest.vertex(of, row)),
            Record::Normal => geometry().and_then(|of| {
                let used_at = self.positions_of_normals(place.object, of).get(&row).copied();
                of.normals
                    .get(row)
                    .map(|normal| digest.position(used_at.unwrap_or(normal.direction.map(bits))))
            }),
            Record::Face => geometry().and_then(|of| of.faces.get(row).map(|face| digest.face(of, face))),
            Record::Member => model.meshes.get(object).and_then(|mesh| {
                let member = mesh.members.get(row)?;
                let of = geometry()?;
                of.faces.get(member.face).map(|face| digest.face(of, face))
            }),
            Record::VertexExtra => geometry().and_then(|of| digest.vertex(of, row)),
            Record::PositionKey => {
                bone().and_then(|bone| bone.position_keys.get(row)).map(|key| digest.number(bits(key.time)))
            }
            Record::RotationKey => {
                bone().and_then(|bone| bone.rotation_keys.get(row)).map(|key| digest.number(bits(key.time)))
            }
            _ => Some(()),
        };
        read.is_some()
    }

    /// For each normal, the least of the positions of the vertices that faces use with it. It does not
    /// depend on the order of the faces.
    fn positions_of_normals(&mut self, object: u32, geometry: &Geometry) -> &HashMap<i32, PointKey> {
        self.lit.entry(object).or_insert_with(|| {
            let mut least = HashMap::new();
            for (_, face) in geometry.faces.iter() {
                for (normal, vertex) in face.normals.into_iter().zip(face.vertices) {
                    let Some(position) = position(geometry, vertex) else { continue };
                    let known = least.entry(normal).or_insert(position);
                    *known = position.min(*known);
                }
            }
            least
        })
    }

    /// Adds the field and its value.
    fn add_field(&self, place: Place, number: u8, digest: &mut Digest) {
        let Some(field) = layout::field(place.record, number) else { return };
        digest.text(field.name.as_bytes());
        if field.kind == FieldKind::Count || points_to_rows(place.record, number) {
            return;
        }
        let bytes = self.bytes(self.document.locate(place));
        let is_binary = self.document.is_binary();
        let value = match field.kind {
            _ if is_binary => None,
            FieldKind::Integer => number::integer(bytes).value.map(|value| value as u32),
            FieldKind::Float => number::float(bytes).value.map(bits),
            _ => None,
        };
        match value {
            Some(value) => digest.number(value),
            None if field.kind == FieldKind::Text => {
                let text = text_of(bytes, is_binary);
                match is_path(place.record, number) {
                    true => digest.text(&with_slashes(text)),
                    false => digest.text(text),
                }
            }
            None => digest.text(bytes),
        }
    }

    /// The bytes of a span, without spaces around them.
    fn bytes(&self, span: Option<Span>) -> &'d [u8] {
        let bytes = span.map_or(&[][..], |span| self.document.bytes(span));
        bytes[..bytes.len().min(LONGEST)].trim_ascii()
    }
}

/// A text without the bytes after its NUL in a binary file, and without quotes in an ASCII one.
fn text_of(bytes: &[u8], is_binary: bool) -> &[u8] {
    if is_binary {
        return bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    }
    let text = bytes.strip_prefix(b"\"").unwrap_or(bytes);
    text.strip_suffix(b"\"").unwrap_or(text)
}

/// Whether a field holds a path, in which a backslash separates folders as well.
fn is_path(record: Record, number: u8) -> bool {
    use layout::fields::material::{ALPHA_MAP, TEXTURE};
    record == Record::Material && matches!(number, TEXTURE | ALPHA_MAP)
}

/// Whether a field holds the index of a row.
fn points_to_rows(record: Record, number: u8) -> bool {
    use layout::fields::face::{NORMAL_INDICES, VERTICES};
    match record {
        Record::Face => VERTICES.contains(&number) || NORMAL_INDICES.contains(&number),
        Record::Member => true,
        _ => false,
    }
}

/// Three floats, as numbers that have an order.
type PointKey = [u32; 3];

/// Negative zero is zero.
fn bits(float: f32) -> u32 {
    (float + 0.0).to_bits()
}

/// The position of a vertex; `None` if there is no such vertex.
fn position(geometry: &Geometry, vertex: i32) -> Option<PointKey> {
    geometry.vertices.get(vertex).map(|vertex| vertex.position.map(bits))
}

/// The input of a mark. Texts go in with their lengths.
struct Digest(Sha256);

impl Digest {
    fn mark(self) -> PlaceHash {
        let [a, b, c, d, ..]: [u8; 32] = self.0.finalize().into();
        PlaceHash::of_place(u32::from_be_bytes([a, b, c, d]))
    }

    fn number(&mut self, number: u32) {
        self.0.update(number.to_le_bytes());
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u32);
        self.0.update(text);
    }

    fn position(&mut self, position: PointKey) {
        position.into_iter().for_each(|number| self.number(number));
    }

    /// The position of a vertex; `None` if there is no such vertex.
    fn vertex(&mut self, geometry: &Geometry, index: i32) -> Option<()> {
        position(geometry, index).map(|position| self.position(position))
    }

    /// The corners of a face, in any order, as of equal faces the later ones are reported. One beyond the table
    /// is hashed by how far beyond it is.
    fn face(&mut self, geometry: &Geometry, face: &Face) {
        let beyond = |index| (index as u32).wrapping_sub(geometry.vertices.len() as u32);
        let mut corners = face.vertices.map(|index| position(geometry, index).ok_or(beyond(index)));
        corners.sort_unstable();
        for corner in corners {
            match corner {
                Ok(position) => self.position(position),
                Err(beyond) => self.number(beyond),
            }
        }
    }
}
