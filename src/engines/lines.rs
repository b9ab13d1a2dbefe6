//! The lines of an ASCII model, as programs read them, and the tables in it that all programs read alike.

use crate::document::Document;
use crate::engines::scan::{scan, usual_block};
use crate::model::{Bone, Geometry, Material, Model, Table, Text};

/// The objects of a model whose tables a program comes to next, if it is where the parser was.
pub(super) trait ModelAt {
    /// Those of the last mesh that starts up to this offset.
    fn geometry_at(&self, at: usize) -> Option<&Geometry>;

    /// The last bone that starts up to this offset.
    fn bone_at(&self, at: usize) -> Option<&Bone>;

    /// The material that starts at this offset, if all its lines are in the usual spelling.
    fn usual_material_at(&self, at: usize) -> Option<&Material>;
}

impl ModelAt for Model {
    fn geometry_at(&self, at: usize) -> Option<&Geometry> {
        let index = self.meshes.partition_point(|mesh| mesh.lines[0] as usize <= at).checked_sub(1)?;
        Some(&self.meshes[index].geometry)
    }

    fn bone_at(&self, at: usize) -> Option<&Bone> {
        let index = self.bones.partition_point(|bone| bone.lines[0] as usize <= at).checked_sub(1)?;
        Some(&self.bones[index])
    }

    fn usual_material_at(&self, at: usize) -> Option<&Material> {
        let index = self.materials.partition_point(|material| (material.lines[0] as usize) < at);
        let material = self.materials.get(index)?;
        (material.lines[0] as usize == at && material.usual_end.is_some()).then_some(material)
    }
}

/// A material that all programs read alike.
pub(super) struct UsualMaterial<'d> {
    pub(super) name: &'d [u8],
    pub(super) colors: [[f32; 4]; 4],
    pub(super) shininess: f32,
    pub(super) transparency: f32,
    /// Its texture and its alpha map.
    pub(super) paths: [&'d [u8]; 2],
    /// Where the lines of these are.
    pub(super) path_lines: [u32; 2],
}

/// The rows of a table, if it starts at an offset, has so many rows and all of them are in the usual spelling.
pub(super) fn usual_rows<T>(table: &Table<T>, at: usize, count: i32) -> Option<&[T]> {
    let is_here = table.usual_from == Some(at as u32) && !table.rows.is_empty();
    (is_here && i32::try_from(table.rows.len()) == Ok(count)).then_some(&table.rows)
}

/// Where the line starts that ends at an offset.
pub(super) fn line_before(bytes: &[u8], at: usize) -> usize {
    let before = bytes.get(..at.saturating_sub(1)).unwrap_or_default();
    memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)
}

/// The line that starts at an offset, up to its first CR or LF.
pub(super) fn line_at(bytes: &[u8], at: u32) -> &[u8] {
    let rest = bytes.get(at as usize..).unwrap_or_default();
    &rest[..memchr::memchr2(b'\r', b'\n', rest).unwrap_or(rest.len())]
}

/// Reads lines up to LF, without it and without one CR before it, as most programs do.
pub(super) struct TextLines<'d> {
    pub(super) bytes: &'d [u8],
    /// Where the next line starts.
    pub(super) at: usize,
    /// Where the line starts that was read last.
    pub(super) last: usize,
    /// Whether all lines of the document are those that programs see: none ends in CR alone.
    is_plain: bool,
}

impl<'d> TextLines<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        Self { bytes: document.source.bytes(), at: 0, last: 0, is_plain: document.endings.are_plain() }
    }

    /// Those that the C library of Windows reads of a text file: Ctrl-Z ends it.
    pub(super) fn of_windows(document: &'d Document) -> Self {
        const CTRL_Z: u8 = 0x1A;
        let mut lines = Self::new(document);
        lines.bytes = &lines.bytes[..memchr::memchr(CTRL_Z, lines.bytes).unwrap_or(lines.bytes.len())];
        lines
    }

    /// What `fgets` with room for 256 bytes reads next on Windows: a line, or 255 bytes of a longer one. Then whether
    /// LF ends it, which is left out.
    pub(super) fn next_piece(&mut self) -> Option<(&'d [u8], bool)> {
        const MOST: usize = 255;
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return None;
        }
        self.last = self.at;
        let near = &rest[..rest.len().min(MOST + 2)];
        let end = memchr::memchr(b'\n', near);
        let line = end.map_or(near, |end| near[..end].strip_suffix(b"\r").unwrap_or(&near[..end]));
        match end {
            Some(end) if line.len() < MOST => {
                self.at += end + 1;
                Some((line, true))
            }
            _ => {
                let line = &line[..line.len().min(MOST)];
                self.at += line.len();
                Some((line, false))
            }
        }
    }

    /// The next line; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Option<&'d [u8]> {
        let rest = &self.bytes[self.at..];
        let length = memchr::memchr(b'\n', rest);
        let line = &rest[..length.unwrap_or(rest.len())];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if length.is_none() && line.is_empty() {
            return None;
        }
        self.last = self.at;
        self.at += length.map_or(rest.len(), |length| length + 1);
        Some(line)
    }

    /// The line that starts at an offset.
    pub(super) fn line_at(&self, at: u32) -> &'d [u8] {
        line_at(self.bytes, at)
    }

    /// Goes on behind the next line that starts with the name of a block, a colon and a number, and gives the number.
    pub(super) fn next_block(&mut self, name: &str) -> Option<i32> {
        let (bytes, from) = (self.bytes, self.at);
        // Hardly anything else has a colon.
        for found in memchr::memchr_iter(b':', &bytes[from..]) {
            let start = from + found.saturating_sub(name.len());
            let begins_line = start == 0 || bytes[start - 1] == b'\n';
            if begins_line && bytes[start..from + found] == *name.as_bytes() {
                self.at = start;
                let line = self.next()?;
                let number = usual_block(line, name).or_else(|| {
                    let values = scan(&format!("{name}: %d"), line);
                    (values.count == 1).then(|| values.integer(0))
                });
                if number.is_some() {
                    return number;
                }
            }
        }
        self.at = bytes.len();
        None
    }

    /// Takes a whole material, if one starts here, it has a name, and all its lines are in the usual spelling.
    pub(super) fn take_material(&mut self, model: &Model) -> Option<UsualMaterial<'d>> {
        let known = model.usual_material_at(self.at).filter(|_| self.is_plain)?;
        let text = |span: Text| self.bytes.get(span?.range());
        let material = UsualMaterial {
            name: text(known.name).filter(|name| !name.is_empty())?,
            colors: known.colors.map(Option::unwrap_or_default),
            shininess: known.shininess?,
            transparency: known.transparency?,
            paths: [text(known.texture)?, text(known.alpha_map)?],
            path_lines: [known.lines[7], known.lines[8]],
        };
        let end = known.usual_end.map(|end| end as usize).filter(|end| *end <= self.bytes.len())?;
        (self.last, self.at) = (known.lines[8] as usize, end);
        Some(material)
    }

    /// Takes a whole table, if it starts here, has so many rows and all of them are in the usual spelling.
    pub(super) fn take<'m, T>(&mut self, table: &'m Table<T>, count: i32) -> Option<&'m [T]> {
        let rows = usual_rows(table, self.at, count).filter(|_| self.is_plain)?;
        self.at = table.end as usize;
        self.last = line_before(self.bytes, self.at);
        Some(rows)
    }
}
