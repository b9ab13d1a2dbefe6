//! StepMania 5.1, and its relatives: ITGmania, which reads models alike, and OpenITG, which reads fewer of them and
//! checks less.
//!
//! Each of them reads the file three times: for materials (`Model.cpp`, `LoadMaterialsFromMilkshapeAscii`), for
//! meshes (`RageModelGeometry.cpp`, `LoadMilkshapeAscii`) and for bones (`ModelTypes.cpp`,
//! `LoadMilkshapeAsciiBones`). A block is found by its first line, wherever that is. Then the vertices are moved into
//! the space of their bones, and the model is posed and drawn.

pub mod held;
mod meshes;

use crate::document::Document;
use crate::engines::lines::TextLines;
use crate::engines::scan::{Scanned, scan, strtof};
use crate::engines::stepmania::held::{StepManiaBone, StepManiaMaterial, StepManiaModel};
use crate::engines::{Failure, FailureKind, Loading, Run};
use crate::model::{Key, Model, Table};

/// Which of the programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// StepMania 5.1 and ITGmania.
    StepMania,
    /// OpenITG.
    OpenItg,
}

/// Loads a model. What the program holds is whole if the reading came to its end, even if it crashes afterwards.
pub fn load(document: &Document, branch: Branch) -> (StepManiaModel<'_>, Result<(), Failure>) {
    let mut loader = StepManiaLoader {
        branch,
        model: &document.model,
        lines: TextLines::new(document),
        held: StepManiaModel::default(),
    };
    let result = loader.load(document);
    (loader.held, result)
}

/// What happens when the program loads a model.
pub fn run(document: &Document, branch: Branch) -> Run {
    let (_, result) = load(document, branch);
    Run { failure: result.err(), oddities: Vec::new() }
}

struct StepManiaLoader<'d> {
    branch: Branch,
    model: &'d Model,
    lines: TextLines<'d>,
    held: StepManiaModel<'d>,
}

/// The room for the name of a mesh or a bone, and for that of a material or texture.
const NAME_ROOM: usize = 32;
const TEXT_ROOM: usize = 256;

impl<'d> StepManiaLoader<'d> {
    fn load(&mut self, document: &'d Document) -> Loading {
        self.materials()?;
        self.lines = TextLines::new(document);
        self.meshes()?;
        self.merge_meshes();
        self.check_materials()?;
        self.lines = TextLines::new(document);
        self.bones()?;
        self.bind()?;
        self.draw()
    }

    fn failure<T>(&self, kind: FailureKind, reason: impl Into<String>) -> Loading<T> {
        Err(Failure { kind, at: Some(self.lines.last as u32), cause: None, reason: reason.into() })
    }

    /// A line that is read when the file is not to end.
    fn line(&mut self) -> Loading<&'d [u8]> {
        match self.lines.next() {
            Some(line) => Ok(line),
            None => self.failure(FailureKind::Refuses, "the file ends too early"),
        }
    }

    /// The values of a line, all of which must be there.
    fn values(&mut self, format: &str, count: usize) -> Loading<Scanned<'d>> {
        let line = self.line()?;
        let values = scan(format, line);
        if values.count == count {
            return Ok(values);
        }
        self.failure(FailureKind::Refuses, "the line cannot be parsed")
    }

    /// A count, for which so many bytes each are asked for.
    fn count(&mut self, format: &str, size: u64) -> Loading<i32> {
        let count = self.values(format, 1)?.integer(0);
        self.room(count, size)
    }

    /// Asks for room for so many of this size.
    fn room(&mut self, count: i32, size: u64) -> Loading<i32> {
        /// More than the recorded runs could have.
        const MOST_MEMORY: u64 = 2_500_000_000;
        match u64::try_from(count) {
            Ok(count) if count * size > MOST_MEMORY => {
                self.failure(FailureKind::Crashes, "the count asks for too much memory")
            }
            Ok(_) => Ok(count),
            Err(_) => self.failure(FailureKind::Crashes, "the count is negative"),
        }
    }

    /// The text in a line that a name must be in, which the room for it must hold.
    fn name(&mut self, room: usize) -> Loading<&'d [u8]> {
        let line = self.line()?;
        let name = self.quoted(line, room)?;
        if name.is_empty() {
            return self.failure(FailureKind::Refuses, "the line cannot be parsed");
        }
        Ok(name)
    }

    /// The text between quotes at the start of a line; empty if there is none.
    fn quoted(&mut self, line: &'d [u8], room: usize) -> Loading<&'d [u8]> {
        let text = scan("\"%[^\"]", line).text(0);
        if text.len() < room {
            return Ok(text);
        }
        match self.branch {
            Branch::StepMania => Ok(&text[..room - 1]),
            Branch::OpenItg => self.failure(FailureKind::Crashes, "the text is longer than the room for it"),
        }
    }

    fn materials(&mut self) -> Loading {
        while let Some(line) = self.lines.next_with("Materials:") {
            let header = scan("Materials: %d", line);
            if header.count == 0 {
                continue;
            }
            let count = self.room(header.integer(0), 300)?;
            self.held.materials.truncate(count as usize);
            for index in 0..count as usize {
                self.material(index)?;
            }
        }
        Ok(())
    }

    fn material(&mut self, index: usize) -> Loading {
        if self.held.materials.len() == index {
            self.held.materials.push(StepManiaMaterial::default());
        }
        self.held.materials[index].name = self.name(TEXT_ROOM)?;
        for color in 0..4 {
            self.held.materials[index].colors[color] = self.values("%f %f %f %f", 4)?.floats(0);
        }
        self.held.materials[index].shininess = self.plain_float()?;
        self.held.materials[index].transparency = self.plain_float()?;
        for texture in 0..2 {
            let line = self.line()?;
            let path = self.quoted(line, TEXT_ROOM)?;
            let slot = &mut self.held.materials[index].textures[texture];
            if path.is_empty() {
                // A picture that is blank, which OpenITG does without.
                slot.picture_count += usize::from(self.branch == Branch::StepMania);
                continue;
            }
            if slot.picture_count > 0 {
                return self.failure(FailureKind::Crashes, "the texture is loaded a second time");
            }
            let path = collapsed(path);
            slot.is_sphere = memchr::memmem::find(&path, b"sphere").is_some();
            slot.picture_count = 1;
            slot.path = Some(path);
        }
        Ok(())
    }

    /// A line that `strtof` reads: the shininess and the transparency.
    fn plain_float(&mut self) -> Loading<f32> {
        let line = self.line()?;
        match strtof(line) {
            Some(value) if value.is_finite() || self.branch == Branch::OpenItg => Ok(value),
            _ => self.failure(FailureKind::Refuses, "the line cannot be parsed"),
        }
    }

    fn check_materials(&mut self) -> Loading {
        let count = self.held.materials.len();
        match self.held.meshes.iter().find(|mesh| i64::from(mesh.material) >= count as i64) {
            Some(mesh) => {
                let reason = format!("a mesh has material {}, but there are only {count}", mesh.material);
                Failure::after_reading(FailureKind::Refuses, reason)
            }
            None => Ok(()),
        }
    }

    fn bones(&mut self) -> Loading {
        while let Some(line) = self.lines.next_with("Bones:") {
            let header = scan("Bones: %d", line);
            if header.count == 0 {
                continue;
            }
            let count = self.room(header.integer(0), 152)?;
            self.held.bones.truncate(count as usize);
            for index in 0..count as usize {
                if self.held.bones.len() == index {
                    self.held.bones.push(StepManiaBone::default());
                }
                self.bone(index)?;
            }
            let keys = |bone: &StepManiaBone| {
                let keys = bone.position_keys.iter().chain(&bone.rotation_keys);
                keys.map(|[time, ..]| *time as i32).max().unwrap_or(0)
            };
            self.held.frame_count = self.held.bones.iter().map(keys).max().unwrap_or(0).max(0);
        }
        Ok(())
    }

    fn bone(&mut self, index: usize) -> Loading {
        let name = self.name(NAME_ROOM)?;
        let start = self.lines.last as u32;
        let line = self.line()?;
        let parent = self.quoted(line, NAME_ROOM)?;
        let row = self.values("%d %f %f %f %f %f %f", 7)?;
        let known = self.model.bones.partition_point(|bone| bone.lines[0] <= start).checked_sub(1);
        let known = known.map(|index| &self.model.bones[index]);
        let bone = StepManiaBone {
            name,
            parent,
            flags: row.integer(0),
            position: row.floats(1),
            rotation: row.floats(4),
            position_keys: self.keys(known.map(|bone| &bone.position_keys))?,
            rotation_keys: self.keys(known.map(|bone| &bone.rotation_keys))?,
        };
        self.held.bones[index] = bone;
        Ok(())
    }

    fn keys(&mut self, known: Option<&Table<Key>>) -> Loading<Vec<[f32; 4]>> {
        let count = self.count("%d", 16)?;
        let four = |key: &Key| [key.time, key.value[0], key.value[1], key.value[2]];
        if let Some(rows) = known.and_then(|table| self.lines.take(table, count)) {
            return Ok(rows.iter().map(four).collect());
        }
        let mut keys = Vec::new();
        for _ in 0..count {
            keys.push(self.values("%f %f %f %f", 4)?.floats(0));
        }
        Ok(keys)
    }

    /// Moves the vertices that have a bone of their own into its space, and poses the bones.
    fn bind(&mut self) -> Loading {
        let crash = |reason: &str| Failure::after_reading(FailureKind::Crashes, reason);
        let bones = self.held.bones.len();
        let is_missing = |bone: i8| bone != -1 && usize::try_from(bone).map_or(true, |bone| bone >= bones);
        let mut vertices = self.held.meshes.iter().flat_map(|mesh| &mesh.vertices);
        if vertices.any(|vertex| is_missing(vertex.bone)) {
            return crash("a vertex has a bone that does not exist");
        }
        if self.held.bones.iter().any(|bone| bone.position_keys.is_empty() != bone.rotation_keys.is_empty()) {
            return crash("a bone has keys of only one kind");
        }
        Ok(())
    }

    fn draw(&mut self) -> Loading {
        let crash = |reason: &str| Failure::after_reading(FailureKind::Crashes, reason);
        let bones = self.held.bones.len();
        for mesh in &self.held.meshes {
            if mesh.material < -1 {
                return crash("a mesh has a material that does not exist");
            }
            if mesh.bone < -1 || mesh.bone >= 0 && mesh.bone as usize >= bones {
                return crash("a mesh has a bone that does not exist");
            }
        }
        Ok(())
    }
}

/// A path without `.`, without folders that `..` leaves again, and with slashes.
fn collapsed(path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|byte| matches!(byte, b'/' | b'\\')) {
        match part {
            b"" | b"." => {}
            b".." if parts.last().is_some_and(|last| *last != b"..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join(&b'/')
}
