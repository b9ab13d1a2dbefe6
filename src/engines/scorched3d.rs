//! Scorched3D 44.2: `MSModelFactory.cpp` reads the file from its first line to the last bone, each line being the one
//! that it expects; `Model.cpp` centres the model and binds it to its bones; `ModelRendererMesh.cpp` draws it.
//! Numbers are fixed point, in 1/10000 (`fixed.cpp`).

use crate::document::Document;
use crate::engines::scan::{Scanned, scan};
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
    /// Positions with y and z swapped, and bones.
    pub vertices: Vec<([Fixed; 3], i32)>,
    /// The faces.
    pub faces: Vec<ScorchedFace>,
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

/// A number in 1/10000.
pub type Fixed = i64;

/// Loads a model and draws it.
pub fn load(document: &Document) -> (ScorchedModel<'_>, Result<(), Failure>) {
    let lines = CLines { bytes: document.source.bytes(), at: 0, last: 0 };
    let mut loader = ScorchedLoader { lines, held: ScorchedModel::default() };
    let result = loader.load();
    (loader.held, result)
}

/// What happens when the program loads a model.
pub fn run(document: &Document) -> Run {
    let (_, result) = load(document);
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

struct ScorchedLoader<'d> {
    lines: CLines<'d>,
    held: ScorchedModel<'d>,
}

impl<'d> ScorchedLoader<'d> {
    fn load(&mut self) -> Loading {
        self.held.frame_count = self.values("Frames: %i", 1)?.integer(0);
        self.held.start_frame = self.values("Frame: %i", 1)?.integer(0);
        let count = self.count("Meshes: %i")?;
        let mut materials = Vec::new();
        for _ in 0..count {
            let material = self.mesh()?;
            materials.push(material);
        }
        let count = self.count("Materials: %i")?;
        let mut read = Vec::new();
        for _ in 0..count {
            read.push(self.material()?);
        }
        for (mesh, material) in self.held.meshes.iter_mut().zip(&materials) {
            if let Some(material) = usize::try_from(*material).ok().and_then(|index| read.get(index)) {
                mesh.material.clone_from(material);
            } else if *material == -1 {
                let gray = |value| [value, value, value, 10_000];
                mesh.material.colors = [gray(3000), gray(8000), [0; 4], [0; 4]];
            }
        }
        let count = self.count("Bones: %i")?;
        for _ in 0..count {
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

    fn line(&mut self) -> Loading<&'d [u8]> {
        match self.lines.next() {
            Some(line) => Ok(line),
            None => self.failure(FailureKind::Refuses, "the file ends too early"),
        }
    }

    fn values(&mut self, format: &str, count: usize) -> Loading<Scanned<'d>> {
        let line = self.line()?;
        self.counted(scan(format, line), count)
    }

    fn counted(&self, values: Scanned<'d>, count: usize) -> Loading<Scanned<'d>> {
        if values.count == count {
            return Ok(values);
        }
        self.failure(FailureKind::Refuses, "the line cannot be parsed")
    }

    /// The values of a line of integers and fixed point numbers.
    fn row(&mut self, format: &str, count: usize) -> Loading<Scanned<'d>> {
        /// The room for a number as text.
        const ROOM: usize = 20;
        let line = self.line()?;
        let values = scan(format, line);
        if (0..values.count).any(|index| values.text(index).len() >= ROOM) {
            return self.failure(FailureKind::Crashes, "a number has more characters than the room for it");
        }
        self.counted(values, count)
    }

    fn count(&mut self, format: &str) -> Loading<i32> {
        Ok(self.values(format, 1)?.integer(0))
    }

    /// The fixed point numbers among the values of a line, from one on.
    fn fixed<const COUNT: usize>(&self, values: &Scanned<'d>, first: usize) -> Loading<[Fixed; COUNT]> {
        let numbers: [_; COUNT] = std::array::from_fn(|index| fixed(values.text(first + index)));
        if numbers.contains(&None) {
            return self.failure(FailureKind::Crashes, "a number has more digits than the room for it");
        }
        Ok(numbers.map(Option::unwrap_or_default))
    }

    /// A line of nothing but fixed point numbers.
    fn fixed_line<const COUNT: usize>(&mut self) -> Loading<[Fixed; COUNT]> {
        let values = self.row(&["%s"; COUNT].join(" "), COUNT)?;
        self.fixed(&values, 0)
    }

    fn mesh(&mut self) -> Loading<i32> {
        let head = self.values("%s %i %i", 3)?;
        let mut mesh = ScorchedMesh {
            name: head.text(0),
            material: ScorchedMaterial::default(),
            vertices: Vec::new(),
            faces: Vec::new(),
        };
        let mut uvs = Vec::new();
        for _ in 0..self.count("%i")? {
            let row = self.row("%i %s %s %s %s %s %i", 7)?;
            let [x, y, z, u, v] = self.fixed(&row, 1)?;
            uvs.push([u, 10_000 - v]);
            mesh.vertices.push(([x, z, y], row.integer(6)));
        }
        let mut normals = Vec::new();
        for _ in 0..self.count("%i")? {
            let [x, y, z] = self.fixed_line()?;
            normals.push(normalized([x, z, y]));
        }
        for _ in 0..self.count("%i")? {
            let row = self.values("%i %i %i %i %i %i %i %i", 8)?;
            let vertices = [1, 3, 2].map(|index| row.integer(index));
            let mut face = ScorchedFace { vertices, normals: [[0; 3]; 3], uvs: [[0; 2]; 3] };
            // The second normal is read into the third variable, and the third into the second.
            for (corner, index) in [4, 6, 5].into_iter().enumerate() {
                face.normals[corner] = self.looked_up(&normals, row.integer(index))?;
            }
            for (corner, index) in vertices.into_iter().enumerate() {
                face.uvs[corner] = self.looked_up(&uvs, index)?;
            }
            mesh.faces.push(face);
        }
        self.held.meshes.push(mesh);
        Ok(head.integer(2))
    }

    /// The entry of a list, after an assertion that the index is not too large.
    fn looked_up<T: Copy>(&self, list: &[T], index: i32) -> Loading<T> {
        match usize::try_from(index) {
            Ok(place) if place < list.len() => Ok(list[place]),
            Ok(_) => self.failure(FailureKind::Refuses, "an index is too large"),
            Err(_) => self.failure(FailureKind::Crashes, "an index is negative"),
        }
    }

    fn material(&mut self) -> Loading<ScorchedMaterial> {
        self.values("%s", 1)?;
        let colors = [self.fixed_line()?, self.fixed_line()?, self.fixed_line()?, self.fixed_line()?];
        let [shininess] = self.fixed_line()?;
        let [_transparency] = self.fixed_line::<1>()?;
        Ok(ScorchedMaterial { texture: self.path()?, alpha_map: self.path()?, colors, shininess })
    }

    /// A path: the first word of the line without its first and its last character.
    fn path(&mut self) -> Loading<Vec<u8>> {
        let text = self.values("%s", 1)?.text(0);
        let path = text.get(1..text.len() - 1).unwrap_or_default();
        Ok(path.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect())
    }

    fn bone(&mut self) -> Loading {
        let name = self.values("%s", 1)?.text(0);
        let parent = self.values("%s", 1)?.text(0);
        let row = self.row("%i %s %s %s %s %s %s", 7)?;
        let position = self.fixed(&row, 1)?;
        let rotation = self.fixed(&row, 4)?;
        let mut keys = [Vec::new(), Vec::new()];
        for keys in &mut keys {
            for _ in 0..self.count("%i")? {
                keys.push(self.fixed_line()?);
            }
        }
        let [position_keys, rotation_keys] = keys;
        self.held.bones.push(ScorchedBone { name, parent, position, rotation, position_keys, rotation_keys });
        Ok(())
    }

    /// Centres the model, and moves its vertices into the space of their bones.
    fn set_up(&self) -> Loading {
        if self.held.meshes.is_empty() {
            return Failure::after_reading(FailureKind::Crashes, "there are no meshes");
        }
        for (_, bone) in self.held.meshes.iter().flat_map(|mesh| &mesh.vertices) {
            if *bone >= self.held.bones.len() as i32 {
                return Failure::after_reading(
                    FailureKind::Refuses,
                    "a vertex has a bone that does not exist",
                );
            }
            if *bone < -1 {
                return Failure::after_reading(FailureKind::Crashes, "a vertex has a negative bone");
            }
        }
        Ok(())
    }

    fn draw(&self) -> Loading {
        let mut vertices = self.held.meshes.iter().flat_map(|mesh| &mesh.vertices);
        let is_bound = vertices.any(|(_, bone)| *bone != -1);
        let frames = if is_bound { self.held.frame_count } else { 1 };
        // One list entry of 4 bytes for each frame.
        if frames > 500_000_000 {
            return Failure::after_reading(
                FailureKind::Crashes,
                "the number of frames asks for too much memory",
            );
        }
        let shown = if frames <= 1 { self.held.start_frame } else { 0 };
        if shown < 0 || shown > frames {
            return Failure::after_reading(FailureKind::Refuses, "the frame that is shown does not exist");
        }
        Ok(())
    }
}

/// A number as text, of which digits before and after the point are collected. `None` if there are too many of them
/// for the room.
pub fn fixed(text: &[u8]) -> Option<Fixed> {
    const ROOM: usize = 15;
    let (mut whole, mut fraction) = (Vec::new(), Vec::new());
    let (mut is_fraction, mut is_negative) = (false, false);
    for byte in text {
        match byte {
            b'.' => is_fraction = true,
            b'-' => is_negative = true,
            _ if is_fraction => fraction.push(*byte),
            _ => whole.push(*byte),
        }
    }
    if whole.len() >= ROOM || fraction.len() > ROOM {
        return None;
    }
    fraction.resize(fraction.len().max(4), b'0');
    let value = atol(&whole) * 10_000 + atol(&fraction[..4]);
    Some(if is_negative { -value } else { value })
}

/// The digits at the start of a text, after a plus.
fn atol(text: &[u8]) -> i64 {
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |value, digit| value * 10 + i64::from(digit - b'0'))
}

/// A direction of length 1, as near as the root of `FixedVector.cpp` comes: to 1/100.
fn normalized(v: [Fixed; 3]) -> [Fixed; 3] {
    let squares = v.map(|part| part.wrapping_mul(part) / 10_000);
    let length = root(squares.into_iter().fold(0, i64::wrapping_add)).wrapping_mul(100);
    let length = if length == 0 { 1 } else { length };
    v.map(|part| part.wrapping_mul(10_000).wrapping_div(length))
}

/// The square root, rounded, of a number up to 32 bits; of others whatever sixteen steps come to.
fn root(mut value: i64) -> i64 {
    let mut root = 0i64;
    for shift in (0..=30).step_by(2) {
        let bit = 0x4000_0000i64 >> shift;
        if bit + root <= value {
            value -= bit + root;
            root = (root >> 1) | bit;
        } else {
            root >>= 1;
        }
    }
    root + i64::from(root < value)
}
