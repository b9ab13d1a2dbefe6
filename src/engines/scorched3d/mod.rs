//! Scorched3D 44.2: `MSModelFactory.cpp` reads the file from its first line to the last bone, each line being the one
//! that it expects; `Model.cpp` centres the model and binds it to its bones; `ModelRendererMesh.cpp` draws it.
//! Numbers are fixed point, in 1/10000 (`fixed.cpp`).

mod faces;
pub(crate) mod fixed;
pub mod held;
mod lines;
mod numbers;
mod oddities;

use crate::base::display::{number, visible};
use crate::base::file_tree::{FileTree, Resolution};
use crate::base::model_files::with_slashes;
use crate::diagnostics::group::Group;
use crate::document::Document;
use crate::engines::held::HeldModel;
use crate::engines::lines::{ModelAt, line_at};
use crate::engines::rows::COLORS;
use crate::engines::scan::{Scanned, quoted, scan, usual_bind_pose, usual_block, usual_integer, word};
use crate::engines::scorched3d::fixed::{Fixed, normalized};
use crate::engines::scorched3d::held::{
    ScorchedBone, ScorchedMaterial, ScorchedMesh, ScorchedModel, ScorchedVertex,
};
use crate::engines::scorched3d::lines::CLines;
use crate::engines::texture_files;
use crate::engines::wanted::Wanted;
use crate::engines::{Failure, FailureKind, Loading, Oddity, OddityKind, Run};
use crate::layout::BlockKind;
use crate::model::{Key, Model, Table, Vertex};

/// Loads a model that has these files around it, and draws it; without them, every texture is there. The case of file
/// names counts, as it does on Linux.
pub fn load<'d>(
    document: &'d Document,
    files: Option<&dyn FileTree>,
) -> (ScorchedModel<'d>, Result<(), Failure>) {
    let mut loader = ScorchedLoader::new(document, files);
    let result = loader.load();
    (loader.held, result)
}

/// What the program holds of a model that it loads, as if all textures were there.
pub fn held(document: &Document) -> HeldModel<'_> {
    load(document, None).0.beside(document)
}

/// Why a line is no comment that looks like one.
fn no_comment(line: &[u8]) -> &'static str {
    let is_indented = line.first().is_some_and(u8::is_ascii_whitespace);
    let is_like_one = is_indented && line.trim_ascii_start().starts_with(b"//");
    if is_like_one { ", and an indented comment is none to it" } else { "" }
}

/// What happens when the program loads a model.
pub fn run(document: &Document, files: Option<&dyn FileTree>) -> Run {
    // What usual rows hold is known, and nobody asks what the program holds.
    let known = document.endings.are_plain().then_some(&document.model);
    let mut loader = ScorchedLoader { known, ..ScorchedLoader::new(document, files) };
    let failure = loader.load().err();
    let mut oddities = std::mem::take(&mut loader.oddities);
    if failure.is_none() {
        oddities.extend(oddities::of(document, &loader.held, files));
    }
    oddities.sort_by_key(|oddity| oddity.at);
    Run { failure, oddities }
}

struct ScorchedLoader<'d, 'f> {
    files: Option<&'f dyn FileTree>,
    /// The model as the parser reads it, if rows in the usual spelling need not be read again.
    known: Option<&'d Model>,
    /// What numbers and paths are read as something else.
    oddities: Vec<Oddity>,
    lines: CLines<'d>,
    held: ScorchedModel<'d>,
    /// What is being read: "mesh" and its index.
    object: (&'static str, usize),
    /// Where the lines `Frames:`, `Frame:` and `Meshes:` are.
    blocks: [u32; 3],
    /// Where the number of the normals is that were read last.
    normals_at: u32,
    /// Where the paths of the material are that was read last.
    paths_at: [u32; 2],
}

impl<'d, 'f> ScorchedLoader<'d, 'f> {
    fn new(document: &'d Document, files: Option<&'f dyn FileTree>) -> Self {
        Self {
            files,
            known: None,
            oddities: Vec::new(),
            lines: CLines { bytes: document.source.bytes(), at: 0, last: 0 },
            held: ScorchedModel::default(),
            object: ("", 0),
            blocks: [0; 3],
            normals_at: 0,
            paths_at: [0; 2],
        }
    }

    fn load(&mut self) -> Loading {
        self.held.frame_count = self.block(BlockKind::Frames)?;
        self.blocks[0] = self.lines.last as u32;
        self.held.start_frame = self.block(BlockKind::Frame)?;
        self.blocks[1] = self.lines.last as u32;
        let count = self.block(BlockKind::Meshes)?;
        self.blocks[2] = self.lines.last as u32;
        let mut materials = Vec::new();
        for index in 0..count {
            self.object = ("mesh", index as usize);
            let material = self.mesh()?;
            materials.push(material);
        }
        self.object = ("", 0);
        let mut used: Vec<u32> = materials.iter().map(|material| *material as u32).collect();
        used.sort_unstable();
        let count = self.block(BlockKind::Materials)?;
        let mut read = Vec::new();
        for index in 0..count {
            self.object = ("material", index as usize);
            let material = self.material()?;
            if self.files.is_some() && used.binary_search(&(index as u32)).is_ok() {
                self.find("the texture", &material.texture, self.paths_at[0])?;
                self.find("the alpha map", &material.alpha_map, self.paths_at[1])?;
            }
            read.push(material);
        }
        for (mesh, material) in self.held.meshes.iter_mut().zip(&materials) {
            if let Some(material) = usize::try_from(*material).ok().and_then(|index| read.get(index)) {
                mesh.material.clone_from(material);
            } else if *material == -1 {
                let gray = |value| [value, value, value, 10_000];
                mesh.material.colors = [gray(3000), gray(8000), [0; 4], [0; 4]];
            }
        }
        self.object = ("", 0);
        let count = self.block(BlockKind::Bones)?;
        for index in 0..count {
            self.object = ("bone", index as usize);
            self.bone()?;
        }
        self.set_up()?;
        self.draw()
    }

    fn failure<T>(&self, kind: FailureKind, reason: impl Into<String>) -> Loading<T> {
        // Of an empty file no line is read.
        let at = (!self.lines.bytes.is_empty()).then_some(self.lines.last as u32);
        Err(Failure { at, ..Failure::new(kind, 0, reason) })
    }

    /// A failure because of another place.
    fn blaming<T>(&self, cause: u32, kind: FailureKind, reason: String) -> Loading<T> {
        Err(Failure { cause: Some(cause), ..Failure::new(kind, self.lines.last, reason) })
    }

    /// Where a text is that was read.
    fn offset_of(&self, text: &[u8]) -> u32 {
        (text.as_ptr() as usize).wrapping_sub(self.lines.bytes.as_ptr() as usize) as u32
    }

    fn wanted(&self, what: &'static str, row: Option<i32>) -> Wanted {
        Wanted { object: self.object, what, row }
    }

    fn line(&mut self, wanted: Wanted) -> Loading<&'d [u8]> {
        match self.lines.next() {
            Some(line) => Ok(line),
            None => self.failure(FailureKind::Refuses, wanted.is_missing()),
        }
    }

    fn values(&mut self, format: &str, count: usize, wanted: Wanted) -> Loading<Scanned<'d>> {
        let line = self.line(wanted)?;
        self.counted(line, scan(format, line), count, wanted)
    }

    fn counted(
        &mut self,
        line: &'d [u8],
        values: Scanned<'d>,
        count: usize,
        wanted: Wanted,
    ) -> Loading<Scanned<'d>> {
        if values.count == count {
            self.notice_integer(line, &values);
            return Ok(values);
        }
        let cause = (values.end > 0).then_some((self.lines.last + values.end) as u32);
        let reason = format!("{}{}", wanted.is_not(count), no_comment(line));
        Err(Failure { cause, ..Failure::new(FailureKind::Refuses, self.lines.last, reason) })
    }

    /// The number in a line that opens a block.
    fn block(&mut self, kind: BlockKind) -> Loading<i32> {
        let name = kind.name();
        let Some(line) = self.lines.next() else {
            let reason = format!("the file ends before a line \"{name}:\"");
            return self.failure(FailureKind::Refuses, reason).map_err(|failure| failure.wanting(kind));
        };
        if let Some(number) = usual_block(line, name) {
            return Ok(number);
        }
        let values = scan(&format!("{name}: %i"), line);
        match values.count {
            1 => {
                self.notice_integer(line, &values);
                Ok(values.integer(0))
            }
            _ => {
                let no_comment = no_comment(line);
                let reason = format!("a line \"{name}:\" with a number should come here{no_comment}");
                self.failure(FailureKind::Refuses, reason).map_err(|failure| failure.wanting(kind))
            }
        }
    }

    fn count(&mut self, what: &'static str) -> Loading<i32> {
        let wanted = self.wanted(what, None);
        let line = self.line(wanted)?;
        match usual_integer(line) {
            Some(count) => Ok(count),
            None => Ok(self.counted(line, scan("%i", line), 1, wanted)?.integer(0)),
        }
    }

    /// The text in the next line: its first word.
    fn word(&mut self, what: &'static str) -> Loading<&'d [u8]> {
        let wanted = self.wanted(what, None);
        let line = self.line(wanted)?;
        match word(line) {
            b"" => self.failure(FailureKind::Refuses, format!("{wanted} is blank")),
            word => Ok(word),
        }
    }

    fn mesh(&mut self) -> Loading<i32> {
        let wanted = self.wanted("the name", None);
        let line = self.line(wanted)?;
        let head = scan("%s %-i %i", line);
        if head.count != 3 {
            let name = quoted(line);
            let has_space = name.iter().any(u8::is_ascii_whitespace);
            let blank = if has_space { ": it has whitespace" } else { "" };
            let reason = format!("{wanted} is not one word followed by two numbers{blank}");
            let failure = self.failure(FailureKind::Refuses, reason);
            return failure.map_err(|failure| if has_space { failure.about(Group::Names) } else { failure });
        }
        self.notice_integer(line, &head);
        let mut mesh = ScorchedMesh {
            name: head.text(0),
            material: ScorchedMaterial::default(),
            vertices: Vec::new(),
            faces: Vec::new(),
        };
        let mut uvs = Vec::new();
        let known = self.known.and_then(|model| model.geometry_at(self.lines.last));
        let count = self.count("the number of vertices")?;
        let rows = known.and_then(|geometry| self.lines.take(&geometry.vertices, count));
        if let Some(rows) = rows {
            uvs.resize(rows.len(), [0; 2]);
            let held = |row: &Vertex| ScorchedVertex { at: row.at, position: [0; 3], bone: row.bone };
            mesh.vertices.extend(rows.iter().map(held));
        }
        for number in uvs.len() as i32..count {
            let wanted = self.wanted("vertex", Some(number));
            let row = self.row("%-i %s %s %s %s %s %i", 7, wanted)?;
            let [x, y, z, u, v] = self.fixed(&row, 1, wanted)?;
            uvs.push([u, 10_000 - v]);
            let at = self.lines.last as u32;
            mesh.vertices.push(ScorchedVertex { at, position: [x, z, y], bone: row.integer(6) });
        }
        let mut normals = Vec::new();
        let count = self.count("the number of normals")?;
        self.normals_at = self.lines.last as u32;
        if let Some(rows) = known.and_then(|geometry| self.lines.take(&geometry.normals, count)) {
            normals.resize(rows.len(), [0; 3]);
        }
        for number in normals.len() as i32..count {
            let [x, y, z] = self.fixed_line("normal", Some(number))?;
            normals.push(normalized([x, z, y]));
        }
        self.faces(known, &mut mesh, &normals, &uvs)?;
        self.held.meshes.push(mesh);
        Ok(head.integer(2))
    }

    fn material(&mut self) -> Loading<ScorchedMaterial> {
        let mut colors = [[0; 4]; 4];
        let mut shininess = 0;
        match self.known.and_then(|model| model.usual_material_at(self.lines.at)) {
            // Nobody asks what the program holds.
            Some(known) => self.lines.at = known.lines[7] as usize,
            None => {
                self.word("the name")?;
                for (color, what) in colors.iter_mut().zip(COLORS) {
                    *color = self.fixed_line(what, None)?;
                }
                [shininess] = self.fixed_line("the shininess", None)?;
                let [_transparency] = self.fixed_line::<1>("the transparency", None)?;
            }
        }
        let texture = self.path("the texture")?;
        self.paths_at[0] = self.lines.last as u32;
        let alpha_map = self.path("the alpha map")?;
        self.paths_at[1] = self.lines.last as u32;
        Ok(ScorchedMaterial { texture, alpha_map, colors, shininess })
    }

    /// A path: the first word of the line without its first and its last character. Of a single one nothing is left.
    fn path(&mut self, what: &'static str) -> Loading<Vec<u8>> {
        let text = self.word(what)?;
        let path = text.get(1..text.len() - 1).unwrap_or_default();
        let line = line_at(self.lines.bytes, self.lines.last as u32);
        let line = line.trim_ascii_start();
        let meant = quoted(line);
        if path != meant {
            let read = visible(path);
            let says = match line.first() {
                Some(b'"') => format!("reads \"{read}\" for \"{}\"", visible(meant)),
                _ => format!(
                    "reads \"{read}\" in this line: it leaves out the ends of a word, which should be quotes"
                ),
            };
            self.oddities.push(Oddity::new(OddityKind::Misreads, self.lines.last as u32, says));
        }
        Ok(with_slashes(path))
    }

    /// Looks for a texture that a mesh uses. A folder of that name is enough.
    fn find(&self, what: &'static str, path: &[u8], path_at: u32) -> Loading {
        if path.is_empty() {
            return Ok(());
        }
        // The system only goes up from a folder that exists, and nothing is in a file.
        let separators = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
        let left = separators.filter(|at| matches!(&path[at + 1..], [b'.', b'.', ..] | b"" | b"."));
        let folders = left.map(|at| (&path[..at], true));
        let but = folders.chain([(path, false)]).find_map(|(path, is_left)| {
            if texture_files::is_unlisted(self.files, path) {
                return Some("which does not exist".to_string());
            }
            match texture_files::find(self.files, path)? {
                Resolution::File if is_left => Some("which is a file, and is used as a folder".to_string()),
                Resolution::Nothing(_) => Some("which does not exist".to_string()),
                Resolution::OtherCase(other) => Some(format!("which is called \"{}\"", visible(&other))),
                Resolution::Folder { is_exact: false } => {
                    Some("which is written in another case".to_string())
                }
                _ => None,
            }
        });
        match but {
            Some(but) => {
                let wanted = self.wanted(what, None);
                let written = path;
                let path = visible(path);
                let reason = format!("{wanted} leads to \"{path}\", {but}");
                let line = line_at(self.lines.bytes, path_at);
                let is_as_written = texture_files::is_as_written(line, written);
                let failure = self.blaming(path_at, FailureKind::Refuses, reason);
                // What it reads otherwise has another reason, unless there is no such file as is written either.
                let is_missing = || {
                    let slash = |byte: &u8| if *byte == b'\\' { b'/' } else { *byte };
                    let meant: Vec<u8> = quoted(line).iter().map(slash).collect();
                    matches!(texture_files::find(self.files, &meant), Some(Resolution::Nothing(_)))
                };
                let is_known = is_as_written || is_missing();
                failure.map_err(|failure| if is_known { failure.about(Group::Materials) } else { failure })
            }
            None => Ok(()),
        }
    }

    fn bone(&mut self) -> Loading {
        let at = self.lines.at as u32;
        let name = self.word("the name")?;
        let parent_at = self.lines.at as u32;
        let parent = self.word("the parent")?;
        let wanted = self.wanted("the bind pose", None);
        let line = self.line(wanted)?;
        let (position, rotation) = match usual_bind_pose(line) {
            // Nobody asks what the program holds.
            Some(_) if self.known.is_some() => Default::default(),
            _ => {
                let row = self.row_of(line, "%-i %s %s %s %s %s %s", 7, wanted)?;
                (self.fixed(&row, 1, wanted)?, self.fixed(&row, 4, wanted)?)
            }
        };
        let known = self.known.and_then(|model| model.bone_at(at as usize));
        let first_count = self.lines.at as u32;
        let keys = ["the number of position keys", "position key"];
        let position_keys = self.keys(known.map(|bone| &bone.position_keys), keys)?;
        let second_count = self.lines.at as u32;
        let keys = ["the number of rotation keys", "rotation key"];
        let rotation_keys = self.keys(known.map(|bone| &bone.rotation_keys), keys)?;
        self.held.bones.push(ScorchedBone {
            at,
            parent_at,
            key_counts_at: [first_count, second_count],
            name,
            parent,
            position,
            rotation,
            position_keys,
            rotation_keys,
        });
        Ok(())
    }

    fn keys(&mut self, known: Option<&Table<Key>>, what: [&'static str; 2]) -> Loading<Vec<[Fixed; 4]>> {
        /// Up to so many frames, single precision has a difference for each step of fixed point.
        const MOST_FRAMES: i32 = 1000;
        let count = self.count(what[0])?;
        let last = self.held.frame_count.min(MOST_FRAMES) as f32;
        // Whether keys come too late is all that is asked of those that are known.
        let known = known.filter(|table| table.rows.iter().all(|key| key.time <= last));
        if let Some(rows) = known.and_then(|table| self.lines.take(table, count)) {
            return Ok(vec![[0; 4]; rows.len()]);
        }
        (0..count).map(|number| self.fixed_line(what[1], Some(number))).collect()
    }

    /// Centres the model, and moves its vertices into the space of their bones.
    fn set_up(&self) -> Loading {
        if self.held.meshes.is_empty() {
            return Failure::after_reading(FailureKind::Crashes, self.blocks[2], "there are no meshes");
        }
        let count = self.held.bones.len();
        for (object, mesh) in self.held.meshes.iter().enumerate() {
            for (vertex, row) in mesh.vertices.iter().zip(0..) {
                let wanted = || Wanted { object: ("mesh", object), what: "vertex", row: Some(row) };
                let (kind, reason) = match usize::try_from(vertex.bone) {
                    Ok(bone) if bone >= count => (FailureKind::Refuses, wanted().has("bone", bone, count)),
                    Err(_) if vertex.bone < -1 => {
                        (FailureKind::Crashes, format!("{} has bone {}", wanted(), vertex.bone))
                    }
                    _ => continue,
                };
                return Failure::after_reading(kind, vertex.at, reason);
            }
        }
        Ok(())
    }

    fn draw(&self) -> Loading {
        let mut vertices = self.held.meshes.iter().flat_map(|mesh| &mesh.vertices);
        let is_bound = vertices.any(|vertex| vertex.bone != -1);
        let frames = if is_bound { self.held.frame_count } else { 1 };
        // One list entry of 4 bytes for each frame.
        if frames > 500_000_000 {
            let reason = format!("{} frames ask for too much memory", number(frames as usize));
            return Failure::after_reading(FailureKind::Crashes, self.blocks[0], reason);
        }
        let shown = if frames <= 1 { self.held.start_frame } else { 0 };
        if shown < 0 || shown > frames {
            let why = if is_bound { "" } else { ", since no vertex has a bone" };
            let played = match frames {
                ..=0 => "none is played".to_string(),
                1 => "only one is played".to_string(),
                _ => format!("only {frames} are played"),
            };
            let reason = format!("frame {shown} is to be shown, but {played}{why}");
            // Where there is no frame, none can be shown.
            let cause = self.blocks[usize::from(frames > 0)];
            return Failure::after_reading(FailureKind::Refuses, cause, reason);
        }
        Ok(())
    }
}
