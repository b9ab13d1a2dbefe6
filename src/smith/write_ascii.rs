//! Writes generated models as ASCII files. Has its own writer, so that a bug in the program's cannot hide.

use std::io::Write;

use super::field_names::{AXES, COLORS, COMMENTS, CORNER_NORMALS, CORNERS, MODEL_COMMENT, TURNS};
use super::knobs::{Blocks, Header, LineEnds, Separators, Spelling};
use super::model::{Bone, Comment, Key, Material, Mesh, Model};
use super::sample::{Path, Record, Sample};

const FRAMES: &str = "Frames";
const FRAME: &str = "Frame";
const MESHES: &str = "Meshes";
const MATERIALS: &str = "Materials";
const BONES: &str = "Bones";
/// Writes a model as an ASCII file.
pub(super) fn write(sample: &mut Sample, model: &Model) {
    let mut pen = Pen { sample, lines: 0 };
    pen.header();
    let order: &[&str] = match pen.sample.config.blocks {
        Blocks::All => {
            &[FRAMES, FRAME, MESHES, MATERIALS, BONES, COMMENTS[0], COMMENTS[1], COMMENTS[2], MODEL_COMMENT]
        }
        Blocks::NoComments => &[FRAMES, FRAME, MESHES, MATERIALS, BONES],
        Blocks::NoModelComment => {
            &[FRAMES, FRAME, MESHES, MATERIALS, BONES, COMMENTS[0], COMMENTS[1], COMMENTS[2]]
        }
        Blocks::Shuffled => {
            &[BONES, MATERIALS, FRAME, COMMENTS[2], MESHES, MODEL_COMMENT, COMMENTS[0], FRAMES, COMMENTS[1]]
        }
        Blocks::MeshesAlone => &[MESHES],
        Blocks::MaterialsAlone => &[MATERIALS],
        Blocks::BonesAlone => &[BONES],
    };
    let mut comments = 0;
    for block in order {
        pen.block(block, model, &mut comments);
        if pen.sample.config.header == Header::Aired {
            pen.end();
        }
    }
    if !sample.config.final_newline {
        while sample.bytes.ends_with(b"\n") || sample.bytes.ends_with(b"\r") {
            sample.bytes.pop();
        }
    }
    sample.model = model.clone();
}

struct Pen<'p> {
    sample: &'p mut Sample,
    /// How many lines were written.
    lines: u32,
}

impl Pen<'_> {
    fn header(&mut self) {
        const FORMAT: &[u8] = b"// MilkShape 3D ASCII";
        if self.sample.config.header == Header::Missing {
            return;
        }
        self.line(FORMAT);
        match self.sample.config.header {
            Header::Aired => self.end(),
            Header::Stamped => self.line(b"// exported by a tool that says so"),
            Header::Long => self.line(&[b'/'; 4000]),
            Header::Plain | Header::Missing => {}
        }
    }

    fn block(&mut self, block: &'static str, model: &Model, comments: &mut usize) {
        let count = match block {
            FRAMES => model.frames,
            FRAME => model.frame,
            MESHES => model.meshes.len() as i32,
            MATERIALS => model.materials.len() as i32,
            BONES => model.bones.len() as i32,
            MODEL_COMMENT => i32::from(model.comment.is_some()),
            _ => about(block, model).len() as i32,
        };
        let start = self.at();
        let colon = if self.sample.config.tight_colons { ":" } else { ": " };
        let _ = write!(self.sample.bytes, "{block}{colon}");
        self.integer(Path::block(block).field("count"), count);
        self.sample.note(Path::block(block), start);
        self.end();
        match block {
            MESHES => model.meshes.iter().enumerate().for_each(|(index, mesh)| self.mesh(index, mesh)),
            MATERIALS => model
                .materials
                .iter()
                .enumerate()
                .for_each(|(index, material)| self.material(index, material)),
            BONES => model.bones.iter().enumerate().for_each(|(index, bone)| self.bone(index, bone)),
            MODEL_COMMENT => model.comment.iter().for_each(|text| {
                self.model_comment(text);
                *comments += 1;
            }),
            _ => about(block, model).iter().for_each(|comment| {
                self.comment(*comments, comment);
                *comments += 1;
            }),
        }
    }

    fn mesh(&mut self, index: usize, mesh: &Mesh) {
        let path = Path::object(Record::Mesh, index);
        let start = self.at();
        self.quoted(path.field("name"), &mesh.name);
        self.separator();
        self.integer(path.field("flags"), mesh.flags);
        self.separator();
        self.integer(path.field("material"), mesh.material);
        self.sample.note(path, start);
        self.end();
        self.count(path.field("vertex count"), mesh.vertices.len());
        for (row, vertex) in mesh.vertices.iter().enumerate() {
            let path = Path::row(Record::Vertex, index, row);
            let start = self.at();
            self.integer(path.field("flags"), vertex.flags);
            self.separator();
            self.floats(path, &AXES, &vertex.position);
            self.separator();
            self.floats(path, &["u", "v"], &vertex.uv);
            self.separator();
            self.integer(path.field("bone"), vertex.bone);
            self.row(path, start);
        }
        self.count(path.field("normal count"), mesh.normals.len());
        for (row, normal) in mesh.normals.iter().enumerate() {
            let path = Path::row(Record::Normal, index, row);
            let start = self.at();
            self.floats(path, &AXES, normal);
            self.row(path, start);
        }
        self.count(path.field("face count"), mesh.faces.len());
        for (row, face) in mesh.faces.iter().enumerate() {
            let path = Path::row(Record::Face, index, row);
            let start = self.at();
            self.integer(path.field("flags"), face.flags);
            self.separator();
            self.integers(path, &CORNERS, &face.vertices);
            self.separator();
            self.integers(path, &CORNER_NORMALS, &face.normals);
            self.separator();
            self.integer(path.field("smoothing group"), face.smoothing_group);
            self.row(path, start);
        }
    }

    fn material(&mut self, index: usize, material: &Material) {
        let path = Path::object(Record::Material, index);
        let start = self.at();
        self.quoted(path.field("name"), &material.name);
        self.row(path, start);
        for (names, color) in COLORS.iter().zip(&material.colors) {
            self.floats(path, names, color);
            self.end();
        }
        self.float(path.field("shininess"), material.shininess);
        self.end();
        self.float(path.field("transparency"), material.transparency);
        self.end();
        self.quoted(path.field("texture"), &material.texture);
        self.end();
        self.quoted(path.field("alpha map"), &material.alpha_map);
        self.end();
    }

    fn bone(&mut self, index: usize, bone: &Bone) {
        let path = Path::object(Record::Bone, index);
        let start = self.at();
        self.quoted(path.field("name"), &bone.name);
        self.row(path, start);
        self.quoted(path.field("parent"), &bone.parent);
        self.end();
        self.integer(path.field("flags"), bone.flags);
        self.separator();
        self.floats(path, &AXES, &bone.position);
        self.separator();
        self.floats(path, &TURNS, &bone.rotation);
        self.end();
        self.count(path.field("position key count"), bone.position_keys.len());
        self.keys(Record::PositionKey, &AXES, index, &bone.position_keys);
        self.count(path.field("rotation key count"), bone.rotation_keys.len());
        self.keys(Record::RotationKey, &TURNS, index, &bone.rotation_keys);
    }

    fn keys(&mut self, record: Record, names: &[&'static str; 3], bone: usize, keys: &[Key]) {
        for (row, key) in keys.iter().enumerate() {
            let path = Path::row(record, bone, row);
            let start = self.at();
            self.float(path.field("time"), key.frame);
            self.separator();
            self.floats(path, names, &key.value);
            self.row(path, start);
        }
    }

    fn comment(&mut self, index: usize, comment: &Comment) {
        let path = Path::object(Record::Comment, index);
        let start = self.at();
        self.integer(path.field("index"), comment.index);
        self.row(path, start);
        let start = self.at();
        self.sample.bytes.extend_from_slice(&comment.text);
        self.row(path.field("text"), start);
    }

    fn model_comment(&mut self, text: &[u8]) {
        let start = self.at();
        self.sample.bytes.extend_from_slice(text);
        self.sample.note(Path::object(Record::ModelComment, 0).field("text"), start);
        self.row(Path::object(Record::ModelComment, 0), start);
    }

    fn at(&self) -> usize {
        self.sample.bytes.len()
    }

    fn line(&mut self, line: &[u8]) {
        self.sample.bytes.extend_from_slice(line);
        self.end();
    }

    /// Ends a line.
    fn end(&mut self) {
        self.lines += 1;
        let is_crlf = match self.sample.config.line_ends {
            LineEnds::CrLf => true,
            LineEnds::Lf => false,
            LineEnds::Mixed => self.lines % 3 == 1,
        };
        self.sample.bytes.extend_from_slice(if is_crlf { b"\r\n" } else { b"\n" });
    }

    /// Ends a line that is all there is to say about a place.
    fn row(&mut self, path: Path, start: usize) {
        self.sample.note(path, start);
        self.end();
    }

    fn separator(&mut self) {
        let between: &[u8] = match self.sample.config.separators {
            Separators::Blank => b" ",
            Separators::Tab => b"\t",
            Separators::TwoBlanks => b"  ",
        };
        self.sample.bytes.extend_from_slice(between);
    }

    fn count(&mut self, path: Path, count: usize) {
        self.integer(path, count as i32);
        self.end();
    }

    fn integer(&mut self, path: Path, number: i32) {
        let start = self.at();
        digits(&mut self.sample.bytes, i64::from(number), 0);
        self.sample.note(path, start);
    }

    fn integers(&mut self, path: Path, names: &[&'static str], numbers: &[i32]) {
        for (index, (name, number)) in names.iter().zip(numbers).enumerate() {
            if index > 0 {
                self.separator();
            }
            self.integer(path.field(name), *number);
        }
    }

    fn float(&mut self, path: Path, number: f32) {
        let start = self.at();
        spell(&mut self.sample.bytes, self.sample.config.spelling, number);
        self.sample.note(path, start);
    }

    fn floats(&mut self, path: Path, names: &[&'static str], numbers: &[f32]) {
        for (index, (name, number)) in names.iter().zip(numbers).enumerate() {
            if index > 0 {
                self.separator();
            }
            self.float(path.field(name), *number);
        }
    }

    fn quoted(&mut self, path: Path, text: &[u8]) {
        let start = self.at();
        self.sample.bytes.push(b'"');
        self.sample.bytes.extend_from_slice(text);
        self.sample.bytes.push(b'"');
        self.sample.note(path, start);
    }
}

fn about<'m>(block: &str, model: &'m Model) -> &'m [Comment] {
    COMMENTS.iter().position(|name| *name == block).map_or(&[], |index| &model.comments[index])
}

/// A number as the configuration spells it.
fn spell(bytes: &mut Vec<u8>, spelling: Spelling, number: f32) {
    /// Below this, millionths are integers that a float of 64 bits holds.
    const PLAIN: f32 = 1e9;
    let _ = match spelling {
        Spelling::SixDecimals if number.abs() < PLAIN => {
            let millionths = (f64::from(number) * 1e6).round() as i64;
            if number.is_sign_negative() && millionths == 0 {
                bytes.push(b'-');
            }
            digits(bytes, millionths, 6);
            Ok(())
        }
        Spelling::SixDecimals => write!(bytes, "{number:.6}"),
        Spelling::Exponent if number != 0.0 && !(1e-4..1e6).contains(&number.abs()) => {
            write!(bytes, "{number:e}")
        }
        Spelling::Shortest | Spelling::Exponent => write!(bytes, "{number}"),
    };
}

/// The digits of a number, with this many of them after the decimal point.
fn digits(bytes: &mut Vec<u8>, number: i64, decimals: usize) {
    let mut digits = [0; 24];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    while rest > 0 || digits.len() - at <= decimals {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if decimals > 0 && digits.len() - at == decimals {
            at -= 1;
            digits[at] = b'.';
        }
    }
    // The point is no digit.
    if decimals > 0 && digits[at] == b'.' {
        at -= 1;
        digits[at] = b'0';
    }
    if number < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    bytes.extend_from_slice(&digits[at..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(spelling: Spelling, number: f32) -> String {
        let mut bytes = Vec::new();
        spell(&mut bytes, spelling, number);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn numbers_are_spelled() {
        let six = |number| spelled(Spelling::SixDecimals, number);
        assert_eq!(six(0.0), "0.000000");
        assert_eq!(six(-0.0), "-0.000000");
        assert_eq!(six(1.5), "1.500000");
        assert_eq!(six(-0.001), "-0.001000");
        assert_eq!(six(123.25), "123.250000");
        assert_eq!(six(-1e9), "-1000000000.000000");
        assert_eq!(spelled(Spelling::Shortest, 2.0), "2");
        assert_eq!(spelled(Spelling::Exponent, 2e-5), "2e-5");
        for index in -2000..2000 {
            let number = index as f32 * 0.37;
            assert_eq!(six(number), format!("{number:.6}"));
        }
    }
}
