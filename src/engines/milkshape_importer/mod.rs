//! The importer of ASCII models that is part of MilkShape 3D's SDK for 1.8.4 (`msASCIIImporter/msPlugInImpl.cpp`).
//!
//! It reads the file once, in text mode and through a buffer of 256 bytes. A line that begins no block is passed over;
//! inside a block every line has to be the one that is expected. After an error it says that it could not import the
//! file, and what it has read so far stays in the scene. An error in a row only ends its table: the rest of the mesh
//! or the bone is still read, with whatever counts come next.

pub mod held;

use std::borrow::Cow;

use crate::document::Document;
use crate::engines::held::HeldModel;
use crate::engines::lines::{ModelAt, TextLines};
use crate::engines::milkshape_importer::held::{
    ImportedBone, ImportedComment, ImportedMaterial, ImportedMesh, ImportedModel,
};
use crate::engines::noticed::{Noticed, NoticedKind};
use crate::engines::rows::{BIND_POSE, COLORS, FACE, KEY, NORMAL, VERTEX};
use crate::engines::scan::{CLibrary, Scanned, is_space, scan_with, usual_bind_pose, usual_integer};
use crate::engines::unread::{faceless, unread};
use crate::engines::wanted::Wanted;
use crate::engines::{Failure, FailureKind, Run};
use crate::layout::BlockKind;
use crate::model::{Geometry, Model, Table};

/// What happens when the program imports a model.
pub fn run(document: &Document) -> Run {
    load(document).1
}

/// What is in the scene once the program has imported a model, or has stopped on the way, and what happened.
pub fn load(document: &Document) -> (ImportedModel<'_>, Run) {
    let mut importer = MilkShapeImporter {
        model: &document.model,
        lines: TextLines::of_windows(document),
        held: ImportedModel::default(),
        object: ("", 0),
        failure: None,
        noticed: Noticed::default(),
    };
    importer.import();
    let MilkShapeImporter { held, failure, noticed, .. } = importer;
    let mut oddities = noticed.oddities(failure.as_ref(), document);
    if failure.is_none() {
        oddities.extend(unread(document, [held.meshes.len(), held.materials.len(), held.bones.len()]));
        let meshes = held.meshes.iter().zip(&document.model.meshes);
        oddities.extend(meshes.filter_map(|(mesh, known)| faceless(known, mesh.faces.len())));
    }
    (held, Run { failure, oddities })
}

/// What the program holds of a model that it imports.
pub fn held(document: &Document) -> HeldModel<'_> {
    load(document).0.beside(document)
}

struct MilkShapeImporter<'d> {
    model: &'d Model,
    lines: TextLines<'d>,
    held: ImportedModel<'d>,
    /// What is being read: "mesh" and its index.
    object: (&'static str, usize),
    /// The first error.
    failure: Option<Failure>,
    noticed: Noticed,
}

/// The room for the name of a mesh or a bone.
const ROOM: usize = 32;

/// Reading functions give `None` where the importer notes an error and leaves a loop.
impl<'d> MilkShapeImporter<'d> {
    fn import(&mut self) {
        while self.failure.is_none()
            && let Some((line, _)) = self.lines.next_piece()
        {
            if !line.starts_with(b"//") && self.block(line).is_none() {
                break;
            }
        }
    }

    /// Reads the block that a line opens, if it opens one.
    fn block(&mut self, line: &'d [u8]) -> Option<()> {
        let (name, rest) = line.split_at(memchr::memchr(b':', line).unwrap_or(line.len()));
        let number = scan_with(CLibrary::VisualC, ":%d", rest);
        let count = number.integer(0);
        let known = BlockKind::ALL.into_iter().find(|kind| kind.name().as_bytes() == name);
        let Some(kind) = known.filter(|_| number.count > 0) else {
            // A comment that is indented is passed over like another, as was meant.
            let text = line.iter().position(|byte| !is_space(*byte)).map(|start| &line[start..]);
            if number.count > 0 || text.is_some_and(|text| !text.starts_with(b"//")) {
                self.notice(NoticedKind::IgnoredLine, String::new);
            }
            return Some(());
        };
        self.noticed.add_line((self.lines.last + name.len()) as u32, rest, &number);
        match kind {
            BlockKind::Frames => self.held.frame_count = count,
            BlockKind::Frame => self.held.frame = count,
            BlockKind::Meshes => self.objects("mesh", count, Self::mesh)?,
            BlockKind::Materials => self.objects("material", count, Self::material)?,
            BlockKind::Bones => self.objects("bone", count, Self::bone)?,
            BlockKind::ModelComment => self.objects("comment", count.min(1), Self::comment_on_model)?,
            _ => self.objects("comment", count, |importer| importer.comment_on(kind))?,
        }
        Some(())
    }

    /// Reads so many objects.
    fn objects(
        &mut self,
        noun: &'static str,
        count: i32,
        read: impl Fn(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.check_count(count);
        for index in 0..count {
            self.object = (noun, index as usize);
            read(self)?;
            if self.failure.is_some() {
                return None;
            }
        }
        Some(())
    }

    fn check_count(&mut self, count: i32) {
        if count < 0 {
            self.notice(NoticedKind::NegativeCount, || count.to_string());
        }
    }

    fn notice(&mut self, oddity: NoticedKind, sample: impl FnOnce() -> String) {
        self.noticed.add(oddity, self.lines.last as u32, sample);
    }

    /// Notes an error in the line that was read last, unless it is not the first.
    fn fail<T>(&mut self, kind: FailureKind, reason: impl FnOnce() -> String) -> Option<T> {
        self.fail_behind(0, kind, reason)
    }

    /// The same, of which so many bytes could be read.
    fn fail_behind<T>(
        &mut self,
        read: usize,
        kind: FailureKind,
        reason: impl FnOnce() -> String,
    ) -> Option<T> {
        let at = self.lines.last as u32;
        let cause = (read > 0).then_some(at + read as u32);
        let failure = || Failure { cause, ..Failure::new(kind, at as usize, reason()) };
        self.failure.get_or_insert_with(failure);
        self.noticed.end();
        None
    }

    fn wanted(&self, what: &'static str, row: Option<i32>) -> Wanted {
        Wanted { object: self.object, what, row }
    }

    /// The next line, in which something is expected: what, and its number if it is a row.
    fn piece(&mut self, what: &'static str, row: Option<i32>) -> Option<(&'d [u8], bool)> {
        let wanted = self.wanted(what, row);
        self.lines.next_piece().or_else(|| self.fail(FailureKind::Refuses, || wanted.is_missing()))
    }

    /// The values of the next line, all of which must be there.
    fn values(
        &mut self,
        format: &str,
        count: usize,
        what: &'static str,
        row: Option<i32>,
    ) -> Option<Scanned<'d>> {
        let (line, _) = self.piece(what, row)?;
        self.values_of(line, format, count, what, row)
    }

    fn values_of(
        &mut self,
        line: &'d [u8],
        format: &str,
        count: usize,
        what: &'static str,
        row: Option<i32>,
    ) -> Option<Scanned<'d>> {
        let values = scan_with(CLibrary::VisualC, format, line);
        if values.count == count {
            self.noticed.add_line(self.lines.last as u32, line, &values);
            return Some(values);
        }
        let wanted = self.wanted(what, row);
        self.fail_behind(values.end, FailureKind::Refuses, || wanted.is_not(count))
    }

    /// The text between quotes at the start of a line, which must have less bytes than there is room for. Without a
    /// second quote it includes the LF.
    fn quoted(
        &mut self,
        (line, is_ended): (&'d [u8], bool),
        what: &'static str,
        room: usize,
    ) -> Option<Cow<'d, [u8]>> {
        let text = line.strip_prefix(b"\"").unwrap_or_default();
        let end = memchr::memchr2(b'"', 0, text);
        let mut text = Cow::Borrowed(&text[..end.unwrap_or(text.len())]);
        if end.is_none() && is_ended && line.starts_with(b"\"") {
            text.to_mut().push(b'\n');
            self.notice(NoticedKind::LineEndInText, String::new);
        }
        if text.len() < room {
            return Some(text);
        }
        let wanted = self.wanted(what, None);
        self.fail(FailureKind::Crashes, || wanted.is_longer(text.len(), room - 1))
    }

    /// The text in the next line; empty if the line does not begin with a quote.
    fn text(&mut self, what: &'static str, room: usize) -> Option<Cow<'d, [u8]>> {
        let (line, is_ended) = self.piece(what, None)?;
        let text = self.quoted((line, is_ended), what, room)?;
        self.noticed.add_text(self.lines.last as u32, line, text.len());
        Some(text)
    }

    /// The text in the next line, which must not be empty.
    fn name(&mut self, room: usize) -> Option<Cow<'d, [u8]>> {
        let name = self.text("the name", room)?;
        if !name.is_empty() {
            return Some(name);
        }
        let wanted = self.wanted("the name", None);
        self.fail(FailureKind::Refuses, || format!("{wanted} is empty or has no quotes"))
    }

    /// A count and so many rows: where the parser of the document reads them alike, as it has them. An error in a row
    /// ends them; one in the count ends more.
    fn rows<T: Clone>(
        &mut self,
        known: Option<&'d Table<T>>,
        what: [&'static str; 2],
        (format, values): (&str, usize),
        row: fn(&Scanned<'d>, u32) -> T,
    ) -> Option<Cow<'d, [T]>> {
        let (line, _) = self.piece(what[0], None)?;
        let count = match usual_integer(line) {
            Some(count) => count,
            None => self.values_of(line, "%d", 1, what[0], None)?.integer(0),
        };
        self.check_count(count);
        if let Some(rows) = known.and_then(|table| self.lines.take(table, count)) {
            return Some(Cow::Borrowed(rows));
        }
        let mut rows = Vec::new();
        for number in 0..count {
            let Some(values) = self.values(format, values, what[1], Some(number)) else { break };
            rows.push(row(&values, self.lines.last as u32));
        }
        Some(Cow::Owned(rows))
    }

    fn mesh(&mut self) -> Option<()> {
        let index = self.held.meshes.len();
        self.held.meshes.push(ImportedMesh {
            name: Cow::default(),
            flags: 0,
            material: 0,
            vertices: Cow::default(),
            normals: Cow::default(),
            faces: Cow::default(),
        });
        let (line, is_ended) = self.piece("the name", None)?;
        let name = self.quoted((line, is_ended), "the name", ROOM)?;
        let head = scan_with(CLibrary::VisualC, "\"%[^\"]\" %d %d", line);
        if head.count < 3 {
            let wanted = self.wanted("the name", None);
            return self.fail_behind(head.end, FailureKind::Refuses, || wanted.is_no_head());
        }
        self.noticed.add_line(self.lines.last as u32, line, &head);
        let (flags, given) = (head.integer(1) as u8, head.integer(2));
        let material = given as i8;
        let mesh = &mut self.held.meshes[index];
        (mesh.name, mesh.flags, mesh.material) = (name, flags, material);
        if i32::from(material) != given {
            self.notice(NoticedKind::MaterialWraps, || format!("takes material {given} for {material}"));
        }
        self.geometry(index, self.model.geometry_at(self.lines.last))
    }

    fn geometry(&mut self, index: usize, known: Option<&'d Geometry>) -> Option<()> {
        let what = ["the number of vertices", "vertex"];
        let vertices = self.rows(known.map(|known| &known.vertices), what, (VERTEX, 7), Scanned::vertex)?;
        for vertex in vertices.iter().filter(|vertex| i8::try_from(vertex.bone).is_err()) {
            let sample = || format!("takes bone {} for {}", vertex.bone, vertex.bone as i8);
            self.noticed.add(NoticedKind::BoneWraps, vertex.at, sample);
        }
        self.held.meshes[index].vertices = vertices;

        let what = ["the number of normals", "normal"];
        let normals = self.rows(known.map(|known| &known.normals), what, (NORMAL, 3), Scanned::normal)?;
        self.held.meshes[index].normals = normals;

        let what = ["the number of faces", "face"];
        let faces = self.rows(known.map(|known| &known.faces), what, (FACE, 8), Scanned::face)?;
        for face in faces.iter() {
            let mut indices = face.vertices.iter().chain(&face.normals);
            if let Some(index) = indices.find(|index| u16::try_from(**index).is_err()) {
                let sample = || format!("takes index {index} for {}", *index as u16);
                self.noticed.add(NoticedKind::IndexWraps, face.at, sample);
            }
        }
        self.held.meshes[index].faces = faces;
        Some(())
    }

    fn material(&mut self) -> Option<()> {
        let index = self.held.materials.len();
        self.held.materials.push(ImportedMaterial::default());
        if let Some(known) = self.lines.take_material(self.model) {
            let [texture, alpha_map] = known.paths.map(Cow::Borrowed);
            let (colors, shininess, transparency) = (known.colors, known.shininess, known.transparency);
            let name = known.name.into();
            self.held.materials[index] =
                ImportedMaterial { name, colors, shininess, transparency, texture, alpha_map };
            return Some(());
        }
        // The room for these is as long as a line.
        let mut material = ImportedMaterial { name: self.name(usize::MAX)?, ..Default::default() };
        for (color, what) in material.colors.iter_mut().zip(COLORS) {
            *color = self.values("%f %f %f %f", 4, what, None)?.floats(0);
        }
        material.shininess = self.values("%f", 1, "the shininess", None)?.float(0);
        material.transparency = self.values("%f", 1, "the transparency", None)?.float(0);
        material.texture = self.text("the texture", usize::MAX)?;
        material.alpha_map = self.text("the alpha map", usize::MAX)?;
        self.held.materials[index] = material;
        Some(())
    }

    fn bone(&mut self) -> Option<()> {
        let index = self.held.bones.len();
        self.held.bones.push(ImportedBone::default());
        let name = self.name(ROOM)?;
        let start = self.lines.last;
        let parent = self.text("the parent", ROOM)?;
        let what = "the bind pose";
        let (line, _) = self.piece(what, None)?;
        let (flags, pose) = match usual_bind_pose(line) {
            Some(usual) => usual,
            None => {
                let row = self.values_of(line, BIND_POSE, 7, what, None)?;
                (row.integer(0), row.floats(1))
            }
        };
        let [x, y, z, turns @ ..] = pose;
        let bone = &mut self.held.bones[index];
        (bone.name, bone.parent, bone.flags) = (name, parent, flags);
        (bone.position, bone.rotation) = ([x, y, z], turns);

        let known = self.model.bone_at(start);
        let what = ["the number of position keys", "position key"];
        let keys = known.map(|bone| &bone.position_keys);
        self.held.bones[index].position_keys = self.rows(keys, what, (KEY, 4), Scanned::key)?;
        let what = ["the number of rotation keys", "rotation key"];
        let keys = known.map(|bone| &bone.rotation_keys);
        self.held.bones[index].rotation_keys = self.rows(keys, what, (KEY, 4), Scanned::key)?;
        Some(())
    }

    /// A comment on an object, which is found by its index.
    fn comment_on(&mut self, block: BlockKind) -> Option<()> {
        let index = self.values("%d", 1, "the index", None)?.integer(0);
        let at = self.lines.last as u32;
        let text = self.comment()?;
        let count = match block {
            BlockKind::GroupComments => self.held.meshes.len(),
            BlockKind::MaterialComments => self.held.materials.len(),
            _ => self.held.bones.len(),
        };
        match usize::try_from(index) {
            Ok(index) if index < count => self.held.comments.push(ImportedComment { block, index, text }),
            _ => self.noticed.add(NoticedKind::CommentOnNothing, at, String::new),
        }
        Some(())
    }

    fn comment_on_model(&mut self) -> Option<()> {
        let text = self.comment()?;
        self.held.comments.push(ImportedComment { block: BlockKind::ModelComment, index: 0, text });
        Some(())
    }

    /// The text of a comment: a line without its last character, which should be LF.
    fn comment(&mut self) -> Option<Cow<'d, [u8]>> {
        let (line, is_ended) = self.piece("the text", None)?;
        let nul = memchr::memchr(0, line);
        let text = &line[..nul.unwrap_or(line.len())];
        let is_ended = is_ended && nul.is_none();
        let Some(most) = (text.len() + usize::from(is_ended)).checked_sub(1) else {
            return self.fail(FailureKind::Crashes, || {
                "the text of a comment begins with a NUL character".to_string()
            });
        };
        if !is_ended {
            self.notice(NoticedKind::CommentCut, String::new);
        }
        let text = &text[..most];
        if text.ends_with(b"\r") {
            self.notice(NoticedKind::LineEndInText, String::new);
        }
        if memchr::memmem::find(text, b"\\n").is_none() {
            return Some(Cow::Borrowed(text));
        }
        let mut text = text.to_vec();
        for at in 1..text.len() {
            if text[at - 1..=at] == *b"\\n" {
                text[at - 1..=at].copy_from_slice(b"\r\n");
            }
        }
        Some(Cow::Owned(text))
    }
}
