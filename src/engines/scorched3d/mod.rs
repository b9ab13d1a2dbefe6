//! Scorched3D 44.2: `MSModelFactory.cpp` reads the file from its first line to the last bone, each line being the one
//! that it expects; `Model.cpp` centres the model and binds it to its bones; `ModelRendererMesh.cpp` draws it.
//! Numbers are fixed point, in 1/10000 (`fixed.cpp`).

pub mod fixed;

use crate::base::display::visible;
use crate::base::file_tree::{FileTree, Resolution};
use crate::document::Document;
use crate::engines::scan::{Scanned, scan};
use crate::engines::scorched3d::fixed::{Fixed, fixed, normalized};
use crate::engines::texture_files;
use crate::engines::wanted::Wanted;
use crate::engines::{Failure, FailureKind, Loading, Run};

/// What the program holds of a model.
#[derive(Debug, Default)]
pub struct ScorchedModel<'d> {
    /// How many frames the file says there are.
    pub frame_count: i32,
    /// The frame that is shown if the model is not animated.
    pub start_frame: i32,
    /// The meshes.
    pub meshes: Vec<ScorchedMesh<'d>>,
    /// The bones.
    pub bones: Vec<ScorchedBone<'d>>,
}

/// A mesh, with the material that it got.
#[derive(Debug)]
pub struct ScorchedMesh<'d> {
    /// Its name, with its quotes.
    pub name: &'d [u8],
    /// Its material.
    pub material: ScorchedMaterial,
    /// Its vertices.
    pub vertices: Vec<ScorchedVertex>,
    /// The faces.
    pub faces: Vec<ScorchedFace>,
}

/// A vertex.
#[derive(Debug, Clone, Copy)]
pub struct ScorchedVertex {
    /// Offset of its line.
    pub at: u32,
    /// Where it is, with y and z swapped.
    pub position: [Fixed; 3],
    /// The index of its bone, -1 for none.
    pub bone: i32,
}

/// A material, as a mesh has it.
#[derive(Debug, Clone, Default)]
pub struct ScorchedMaterial {
    /// The path of its texture from the folder of the model; empty for none.
    pub texture: Vec<u8>,
    /// The path of its alpha map; empty for none.
    pub alpha_map: Vec<u8>,
    /// Ambient, diffuse, specular and emissive.
    pub colors: [[Fixed; 4]; 4],
    /// How much it shines.
    pub shininess: Fixed,
}

/// A face, whose second and third corners are swapped.
#[derive(Debug, Clone, Copy)]
pub struct ScorchedFace {
    /// The indices of its vertices.
    pub vertices: [i32; 3],
    /// The normals of its corners.
    pub normals: [[Fixed; 3]; 3],
    /// The texture coordinates of its corners; v runs up.
    pub uvs: [[Fixed; 2]; 3],
}

/// A bone.
#[derive(Debug)]
pub struct ScorchedBone<'d> {
    /// Its name, with its quotes.
    pub name: &'d [u8],
    /// The name of its parent.
    pub parent: &'d [u8],
    /// Its position and its rotation, as they are in the file.
    pub position: [Fixed; 3],
    /// Radians.
    pub rotation: [Fixed; 3],
    /// Times and positions.
    pub position_keys: Vec<[Fixed; 4]>,
    /// Times and rotations.
    pub rotation_keys: Vec<[Fixed; 4]>,
}

/// Loads a model that has these files around it, and draws it; without them, every texture is there. The case of file
/// names counts, as it does on Linux.
pub fn load<'d>(
    document: &'d Document,
    files: Option<&dyn FileTree>,
) -> (ScorchedModel<'d>, Result<(), Failure>) {
    let lines = CLines { bytes: document.source.bytes(), at: 0, last: 0 };
    let mut loader =
        ScorchedLoader { files, lines, held: ScorchedModel::default(), object: ("", 0), blocks: [0; 3] };
    let result = loader.load();
    (loader.held, result)
}

/// What happens when the program loads a model.
pub fn run(document: &Document, files: Option<&dyn FileTree>) -> Run {
    let (_, result) = load(document, files);
    Run { failure: result.err(), oddities: Vec::new() }
}

/// The lines that `fgets` with room for 256 reads, without those that the program skips.
struct CLines<'d> {
    bytes: &'d [u8],
    at: usize,
    last: usize,
}

impl<'d> CLines<'d> {
    /// The next line, up to its first CR or NUL; `None` at the end of the file.
    fn next(&mut self) -> Option<&'d [u8]> {
        const MOST: usize = 255;
        loop {
            let rest = &self.bytes[self.at..];
            if rest.is_empty() {
                return None;
            }
            let room = &rest[..rest.len().min(MOST)];
            let length = memchr::memchr(b'\n', room).map_or(room.len(), |end| end + 1);
            self.last = self.at;
            self.at += length;
            let line = &room[..length];
            let line = &line[..memchr::memchr(0, line).unwrap_or(length)];
            // A CR becomes the LF that ends the line.
            let text = &line[..memchr::memchr2(b'\r', b'\n', line).unwrap_or(line.len())];
            if !(text.is_empty() || text.starts_with(b"//") || text.starts_with(b"\\\\")) {
                return Some(text);
            }
        }
    }
}

struct ScorchedLoader<'d, 'f> {
    files: Option<&'f dyn FileTree>,
    lines: CLines<'d>,
    held: ScorchedModel<'d>,
    /// What is being read: "mesh" and its index.
    object: (&'static str, usize),
    /// Where the lines `Frames:`, `Frame:` and `Meshes:` are.
    blocks: [u32; 3],
}

impl<'d> ScorchedLoader<'d, '_> {
    fn load(&mut self) -> Loading {
        self.held.frame_count = self.block("Frames: %i")?;
        self.blocks[0] = self.lines.last as u32;
        self.held.start_frame = self.block("Frame: %i")?;
        self.blocks[1] = self.lines.last as u32;
        let count = self.block("Meshes: %i")?;
        self.blocks[2] = self.lines.last as u32;
        let mut materials = Vec::new();
        for index in 0..count {
            self.object = ("mesh", index as usize);
            let material = self.mesh()?;
            materials.push(material);
        }
        self.object = ("", 0);
        let count = self.block("Materials: %i")?;
        let mut read = Vec::new();
        for index in 0..count {
            self.object = ("material", index as usize);
            let material = self.material()?;
            if self.files.is_some() && materials.contains(&index) {
                self.find("the texture", &material.texture)?;
                self.find("the alpha map", &material.alpha_map)?;
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
        let count = self.block("Bones: %i")?;
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
        Err(Failure { kind, at, cause: None, reason: reason.into() })
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
        self.counted(scan(format, line), count, wanted)
    }

    fn counted(&self, values: Scanned<'d>, count: usize, wanted: Wanted) -> Loading<Scanned<'d>> {
        if values.count == count {
            return Ok(values);
        }
        let cause = (values.end > 0).then_some((self.lines.last + values.end) as u32);
        let at = Some(self.lines.last as u32);
        Err(Failure { kind: FailureKind::Refuses, at, cause, reason: wanted.is_not(count) })
    }

    /// The values of a line of integers and fixed point numbers.
    fn row(&mut self, format: &str, count: usize, wanted: Wanted) -> Loading<Scanned<'d>> {
        /// The room for a number as text.
        const ROOM: usize = 20;
        let line = self.line(wanted)?;
        let values = scan(format, line);
        if let Some(index) = (0..values.count).find(|index| values.text(*index).len() >= ROOM) {
            let (number, length) = (visible(values.text(index)), values.text(index).len());
            let reason =
                format!("{wanted} has the number {number} of {length} characters, and there is room for 19");
            return self.failure(FailureKind::Crashes, reason);
        }
        self.counted(values, count, wanted)
    }

    /// The number in a line that opens a block, with a format like `Frames: %i`.
    fn block(&mut self, format: &'static str) -> Loading<i32> {
        let name = format.trim_end_matches(" %i");
        let Some(line) = self.lines.next() else {
            return self.failure(FailureKind::Refuses, format!("the file ends before a line \"{name}\""));
        };
        let values = scan(format, line);
        match values.count {
            1 => Ok(values.integer(0)),
            _ => self
                .failure(FailureKind::Refuses, format!("a line \"{name}\" with a number should come here")),
        }
    }

    fn count(&mut self, what: &'static str) -> Loading<i32> {
        Ok(self.values("%i", 1, self.wanted(what, None))?.integer(0))
    }

    /// The text in the next line: its first word.
    fn word(&mut self, what: &'static str) -> Loading<&'d [u8]> {
        let wanted = self.wanted(what, None);
        let line = self.line(wanted)?;
        let values = scan("%s", line);
        if values.count == 1 {
            return Ok(values.text(0));
        }
        self.failure(FailureKind::Refuses, format!("{wanted} is blank"))
    }

    /// The fixed point numbers among the values of a line, from one on.
    fn fixed<const COUNT: usize>(
        &self,
        values: &Scanned<'d>,
        first: usize,
        wanted: Wanted,
    ) -> Loading<[Fixed; COUNT]> {
        let numbers: [_; COUNT] = std::array::from_fn(|index| fixed(values.text(first + index)));
        if let Some(index) = numbers.iter().position(Option::is_none) {
            let number = visible(values.text(first + index));
            let reason =
                format!("{wanted} has the number {number}, which has more digits than there is room for");
            return self.failure(FailureKind::Crashes, reason);
        }
        Ok(numbers.map(Option::unwrap_or_default))
    }

    /// A line of nothing but fixed point numbers.
    fn fixed_line<const COUNT: usize>(
        &mut self,
        what: &'static str,
        row: Option<i32>,
    ) -> Loading<[Fixed; COUNT]> {
        let wanted = self.wanted(what, row);
        const FORMATS: [&str; 5] = ["", "%s", "%s %s", "%s %s %s", "%s %s %s %s"];
        let values = self.row(FORMATS[COUNT], COUNT, wanted)?;
        self.fixed(&values, 0, wanted)
    }

    fn mesh(&mut self) -> Loading<i32> {
        let wanted = self.wanted("the name", None);
        let line = self.line(wanted)?;
        let head = scan("%s %i %i", line);
        if head.count != 3 {
            let name = scan("\"%[^\"]", line).text(0);
            let blank = if name.iter().any(u8::is_ascii_whitespace) { ": it has a blank" } else { "" };
            let reason = format!("{wanted} is not one word followed by two numbers{blank}");
            return self.failure(FailureKind::Refuses, reason);
        }
        let mut mesh = ScorchedMesh {
            name: head.text(0),
            material: ScorchedMaterial::default(),
            vertices: Vec::new(),
            faces: Vec::new(),
        };
        let mut uvs = Vec::new();
        for number in 0..self.count("the number of vertices")? {
            let wanted = self.wanted("vertex", Some(number));
            let row = self.row("%i %s %s %s %s %s %i", 7, wanted)?;
            let [x, y, z, u, v] = self.fixed(&row, 1, wanted)?;
            uvs.push([u, 10_000 - v]);
            let at = self.lines.last as u32;
            mesh.vertices.push(ScorchedVertex { at, position: [x, z, y], bone: row.integer(6) });
        }
        let mut normals = Vec::new();
        for number in 0..self.count("the number of normals")? {
            let [x, y, z] = self.fixed_line("normal", Some(number))?;
            normals.push(normalized([x, z, y]));
        }
        for number in 0..self.count("the number of faces")? {
            let wanted = self.wanted("face", Some(number));
            let row = self.values("%i %i %i %i %i %i %i %i", 8, wanted)?;
            let vertices = [1, 3, 2].map(|index| row.integer(index));
            let mut face = ScorchedFace { vertices, normals: [[0; 3]; 3], uvs: [[0; 2]; 3] };
            // The second normal is read into the third variable, and the third into the second.
            for (corner, index) in [4, 6, 5].into_iter().enumerate() {
                face.normals[corner] =
                    self.looked_up(&normals, row.integer(index), ["normal", "normals"], wanted)?;
            }
            for (corner, index) in vertices.into_iter().enumerate() {
                face.uvs[corner] = self.looked_up(&uvs, index, ["vertex", "vertices"], wanted)?;
            }
            mesh.faces.push(face);
        }
        self.held.meshes.push(mesh);
        Ok(head.integer(2))
    }

    /// The entry of a list, after an assertion that the index is not too large.
    fn looked_up<T: Copy>(
        &self,
        list: &[T],
        index: i32,
        [noun, plural]: [&str; 2],
        wanted: Wanted,
    ) -> Loading<T> {
        match usize::try_from(index) {
            Ok(place) if place < list.len() => Ok(list[place]),
            Ok(_) => self.failure(FailureKind::Refuses, wanted.has(noun, index, plural, list.len())),
            Err(_) => self.failure(FailureKind::Crashes, format!("{wanted} has {noun} {index}")),
        }
    }

    fn material(&mut self) -> Loading<ScorchedMaterial> {
        self.word("the name")?;
        let colors = [
            self.fixed_line("the ambient color", None)?,
            self.fixed_line("the diffuse color", None)?,
            self.fixed_line("the specular color", None)?,
            self.fixed_line("the emissive color", None)?,
        ];
        let [shininess] = self.fixed_line("the shininess", None)?;
        let [_transparency] = self.fixed_line::<1>("the transparency", None)?;
        let (texture, alpha_map) = (self.path("the texture")?, self.path("the alpha map")?);
        Ok(ScorchedMaterial { texture, alpha_map, colors, shininess })
    }

    /// A path: the first word of the line without its first and its last character.
    fn path(&mut self, what: &'static str) -> Loading<Vec<u8>> {
        let text = self.word(what)?;
        let path = text.get(1..text.len() - 1).unwrap_or_default();
        Ok(path.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect())
    }

    /// Looks for a texture that a mesh uses. A folder of that name is enough.
    fn find(&self, what: &'static str, path: &[u8]) -> Loading {
        // The system only goes up from a folder that exists.
        let separators = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
        let left = separators.filter(|at| path[at + 1..].starts_with(b".."));
        let but = left.map(|at| &path[..at]).chain([path]).find_map(|path| {
            match texture_files::find(self.files, path)? {
                Resolution::Nothing(_) => Some("which does not exist".to_string()),
                Resolution::OtherCase(other) => Some(format!("which is called \"{}\"", visible(&other))),
                Resolution::Folder { is_exact: false } => {
                    Some("which is written in another case".to_string())
                }
                _ => None,
            }
        });
        match but.filter(|_| !path.is_empty()) {
            Some(but) => {
                let wanted = self.wanted(what, None);
                let path = visible(path);
                self.failure(FailureKind::Refuses, format!("{wanted} leads to \"{path}\", {but}"))
            }
            None => Ok(()),
        }
    }

    fn bone(&mut self) -> Loading {
        let name = self.word("the name")?;
        let parent = self.word("the parent")?;
        let wanted = self.wanted("the bind pose", None);
        let row = self.row("%i %s %s %s %s %s %s", 7, wanted)?;
        let position = self.fixed(&row, 1, wanted)?;
        let rotation = self.fixed(&row, 4, wanted)?;
        let mut position_keys = Vec::new();
        for number in 0..self.count("the number of position keys")? {
            position_keys.push(self.fixed_line("position key", Some(number))?);
        }
        let mut rotation_keys = Vec::new();
        for number in 0..self.count("the number of rotation keys")? {
            rotation_keys.push(self.fixed_line("rotation key", Some(number))?);
        }
        self.held.bones.push(ScorchedBone { name, parent, position, rotation, position_keys, rotation_keys });
        Ok(())
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
                    Ok(bone) if bone >= count => {
                        (FailureKind::Refuses, wanted().has("bone", bone, "bones", count))
                    }
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
            let reason = format!("{frames} frames ask for too much memory");
            return Failure::after_reading(FailureKind::Crashes, self.blocks[0], reason);
        }
        let shown = if frames <= 1 { self.held.start_frame } else { 0 };
        if shown < 0 || shown > frames {
            let why = if is_bound { "" } else { ", since no vertex has a bone" };
            let are = if frames == 1 { "is" } else { "are" };
            let reason = format!("frame {shown} is to be shown, but only {frames} {are} played{why}");
            // Of a negative number of frames none can be shown.
            let cause = self.blocks[usize::from(frames >= 0)];
            return Failure::after_reading(FailureKind::Refuses, cause, reason);
        }
        Ok(())
    }
}
