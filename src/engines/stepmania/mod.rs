//! StepMania 5.1, and its relatives: ITGmania, which reads models alike, and OpenITG, which reads fewer of them and
//! checks less.
//!
//! Each of them reads the file three times: for materials (`Model.cpp`, `LoadMaterialsFromMilkshapeAscii`), for
//! meshes (`RageModelGeometry.cpp`, `LoadMilkshapeAscii`) and for bones (`ModelTypes.cpp`,
//! `LoadMilkshapeAsciiBones`). A block is found by its first line, wherever that is. Then the vertices are moved into
//! the space of their bones, and the model is posed and drawn.

mod extent;
pub mod held;
mod joining;
mod materials;
mod meshes;
mod oddities;
mod parts;
mod quaternion;

use crate::base::display::{counted, number};
use crate::base::file_tree::FileTree;
use crate::document::Document;
use crate::engines::held::HeldModel;
use crate::engines::lines::{ModelAt, TextLines};
use crate::engines::noticed::{Noticed, NoticedKind};
use crate::engines::rows::{BIND_POSE, KEY, VERTEX};
use crate::engines::scan::{Scanned, is_space, quoted, scan, usual_bind_pose, usual_block, usual_integer};
use crate::engines::stepmania::held::{StepManiaBone, StepManiaModel, StepManiaVertex};
use crate::engines::stepmania::parts::PartSources;
use crate::engines::wanted::{Wanted, read_as};
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

/// What a file is to the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A whole model.
    Whole,
    /// The materials, the meshes or the bones of one, of which the rest is in other files.
    Part,
}

/// Loads a model that has these files around it; without them, every texture is there. What the program holds is
/// whole if the reading came to its end, even if it crashes afterwards.
pub fn load<'d>(
    document: &'d Document,
    branch: Branch,
    extent: Extent,
    files: Option<&dyn FileTree>,
) -> (StepManiaModel<'d>, Result<(), Failure>) {
    let mut loader = StepManiaLoader::new(document, branch, PartSources::alone(extent), files);
    let result = loader.load(document);
    (loader.held, result)
}

/// What the program holds of a model that it loads, as if all textures and other parts were there.
pub fn held(document: &Document, branch: Branch) -> HeldModel<'_> {
    load(document, branch, Extent::Whole, None).0.beside(document)
}

/// What happens when the program loads a model, or a part of one together with the parts beside it.
pub fn run(document: &Document, branch: Branch, files: Option<&dyn FileTree>) -> Run {
    let sources = PartSources::of(document, branch, files);
    let loader = StepManiaLoader::new(document, branch, sources, files);
    // What usual rows hold is known, and nobody asks what the program holds.
    let mut loader = StepManiaLoader { keeps_normals: false, ..loader };
    let failure = loader.load(document).err();
    let mut oddities = loader.noticed.oddities(failure.as_ref(), document);
    oddities.extend(oddities::of(document, &loader.held, branch, failure.is_none()));
    oddities.sort_by_key(|oddity| oddity.at);
    Run { failure, oddities }
}

struct StepManiaLoader<'d, 'f> {
    branch: Branch,
    sources: PartSources,
    files: Option<&'f dyn FileTree>,
    model: &'d Model,
    lines: TextLines<'d>,
    held: StepManiaModel<'d>,
    /// What is being read: "mesh" and its index.
    object: (&'static str, usize),
    /// Where the block starts that is being read.
    block: u32,
    /// Where the number of normals is of the mesh that is being read.
    normals_at: u32,
    /// Whether vertices get the normals of usual rows, even if each of these has a direction.
    keeps_normals: bool,
    /// What it takes otherwise than lines say.
    noticed: Noticed,
}

/// The room for the name of a mesh or a bone, and for that of a material or texture.
const NAME_ROOM: usize = 32;
const TEXT_ROOM: usize = 256;

impl<'d, 'f> StepManiaLoader<'d, 'f> {
    fn new(
        document: &'d Document,
        branch: Branch,
        sources: PartSources,
        files: Option<&'f dyn FileTree>,
    ) -> Self {
        Self {
            branch,
            sources,
            files,
            model: &document.model,
            lines: TextLines::new(document),
            held: StepManiaModel::default(),
            object: ("", 0),
            block: 0,
            normals_at: 0,
            keeps_normals: true,
            noticed: Noticed::default(),
        }
    }

    fn load(&mut self, document: &'d Document) -> Loading {
        self.materials()?;
        self.lines = TextLines::new(document);
        self.meshes()?;
        self.merge_meshes();
        self.check_materials()?;
        self.lines = TextLines::new(document);
        self.bones()?;
        self.join()
    }

    /// A failure because of another line.
    fn blaming<T>(&self, cause: u32, kind: FailureKind, reason: String) -> Loading<T> {
        Err(Failure { cause: Some(cause), ..Failure::new(kind, self.lines.last, reason) })
    }

    fn wanted(&self, what: &'static str, row: Option<i32>) -> Wanted {
        Wanted { object: self.object, what, row }
    }

    fn failure<T>(&self, kind: FailureKind, reason: impl Into<String>) -> Loading<T> {
        Err(Failure::new(kind, self.lines.last, reason))
    }

    /// A line that cannot be parsed, of which so many bytes could be read.
    fn failure_behind<T>(&self, read: usize, reason: String) -> Loading<T> {
        match read {
            0 => self.failure(FailureKind::Refuses, reason),
            _ => self.blaming((self.lines.last + read) as u32, FailureKind::Refuses, reason),
        }
    }

    /// Goes on behind the line that begins the next block of a kind, and gives the number in it.
    fn next_block(&mut self, name: &str) -> Option<i32> {
        let number = self.lines.next_block(name)?;
        let line = self.lines.line_at(self.lines.last as u32);
        if usual_block(line, name).is_none() {
            self.noticed.add_line(self.lines.last as u32, line, &scan(&format!("{name}: %d"), line));
        }
        Some(number)
    }

    /// Notes that a block takes the place of an earlier one, of which there are so many.
    fn notice_replaced(&mut self, count: usize, noun: &str) {
        if count > 0 {
            self.noticed.add(NoticedKind::Replaced, self.lines.last as u32, || counted(count, noun));
        }
    }

    /// The next line, in which something is expected: what, and its number if it is a row.
    fn line(&mut self, what: &'static str, row: Option<i32>) -> Loading<&'d [u8]> {
        match self.lines.next() {
            Some(line) => Ok(line),
            None => self.failure(FailureKind::Refuses, self.wanted(what, row).is_missing()),
        }
    }

    /// The values of a line, all of which must be there.
    fn values(
        &mut self,
        format: &str,
        count: usize,
        what: &'static str,
        row: Option<i32>,
    ) -> Loading<Scanned<'d>> {
        let line = self.line(what, row)?;
        self.values_of(line, format, count, what, row)
    }

    fn values_of(
        &mut self,
        line: &'d [u8],
        format: &str,
        count: usize,
        what: &'static str,
        row: Option<i32>,
    ) -> Loading<Scanned<'d>> {
        let values = scan(format, line);
        if values.count == count {
            self.noticed.add_line(self.lines.last as u32, line, &values);
            return Ok(values);
        }
        self.failure_behind(values.end, self.wanted(what, row).is_not(count))
    }

    /// A number of rows, for which so many bytes each are asked for.
    fn count(&mut self, what: &'static str, size: u64) -> Loading<i32> {
        let line = self.line(what, None)?;
        let count = match usual_integer(line) {
            Some(count) => count,
            None => self.values_of(line, "%d", 1, what, None)?.integer(0),
        };
        self.room(count, what, size)
    }

    /// Asks for room for so many of this size.
    fn room(&mut self, count: i32, what: &'static str, size: u64) -> Loading<i32> {
        /// More than the recorded runs could have.
        const MOST_MEMORY: u64 = 2_500_000_000;
        let wanted = self.wanted(what, None);
        match u64::try_from(count) {
            Ok(count) if count * size > MOST_MEMORY => self.failure(
                FailureKind::Crashes,
                format!("{wanted} is {}, which asks for too much memory", number(count as usize)),
            ),
            Ok(_) => Ok(count),
            Err(_) => self.failure(FailureKind::Crashes, format!("{wanted} is {count}")),
        }
    }

    /// The text in a line that a name must be in, which the room for it must hold.
    fn name(&mut self, room: usize) -> Loading<&'d [u8]> {
        let name = self.quoted("the name", room)?;
        if name.is_empty() {
            let wanted = self.wanted("the name", None);
            return self.failure(FailureKind::Refuses, format!("{wanted} is empty or has no quotes"));
        }
        Ok(name)
    }

    /// The text between quotes at the start of the next line; empty if there is none.
    fn quoted(&mut self, what: &'static str, room: usize) -> Loading<&'d [u8]> {
        let line = self.line(what, None)?;
        let text = quoted(line);
        let at = self.lines.last as u32;
        self.noticed.add_text(at, line, text.len());
        if text.len() < room {
            return Ok(text);
        }
        match self.branch {
            Branch::StepMania => {
                self.noticed.add(NoticedKind::TextCut, at, || (room - 1).to_string());
                Ok(&text[..room - 1])
            }
            Branch::OpenItg => {
                let reason = self.wanted(what, None).is_longer(text.len(), room - 1);
                self.failure(FailureKind::Crashes, reason)
            }
        }
    }

    fn bones(&mut self) -> Loading {
        while let Some(count) = self.next_block("Bones") {
            self.object = ("", 0);
            self.notice_replaced(self.held.bones.len(), "bone");
            let count = self.room(count, "the number of bones", 152)?;
            self.held.bones.truncate(count as usize);
            for index in 0..count as usize {
                if self.held.bones.len() == index {
                    self.held.bones.push(StepManiaBone::default());
                }
                self.object = ("bone", index);
                self.bone(index)?;
            }
            let keys = |bone: &StepManiaBone| {
                let keys = bone.position_keys.iter().chain(&bone.rotation_keys);
                keys.map(|[time, ..]| whole(*time)).max().unwrap_or(0)
            };
            self.held.frame_count = self.held.bones.iter().map(keys).max().unwrap_or(0).max(0);
        }
        Ok(())
    }

    fn bone(&mut self, index: usize) -> Loading {
        let name = self.name(NAME_ROOM)?;
        let start = self.lines.last as u32;
        let parent_at = self.lines.at as u32;
        let parent = self.quoted("the parent", NAME_ROOM)?;
        let line = self.line("the bind pose", None)?;
        let (flags, [x, y, z, turns @ ..]) = match usual_bind_pose(line) {
            Some(pose) => pose,
            None => {
                let row = self.values_of(line, BIND_POSE, 7, "the bind pose", None)?;
                (row.integer(0), row.floats(1))
            }
        };
        let known = self.model.bone_at(start as usize);
        let keys = ["the number of position keys", "position key"];
        let first_count = self.lines.at as u32;
        let position_keys = self.keys(known.map(|bone| &bone.position_keys), keys)?;
        let keys = ["the number of rotation keys", "rotation key"];
        let second_count = self.lines.at as u32;
        let rotation_keys = self.keys(known.map(|bone| &bone.rotation_keys), keys)?;
        self.held.bones[index] = StepManiaBone {
            at: start,
            parent_at,
            key_counts_at: [first_count, second_count],
            name,
            parent,
            flags,
            position: [x, y, z],
            rotation: turns,
            position_keys,
            rotation_keys,
        };
        Ok(())
    }

    fn keys(&mut self, known: Option<&Table<Key>>, what: [&'static str; 2]) -> Loading<Vec<[f32; 4]>> {
        let count = self.count(what[0], 16)?;
        let four = |key: &Key| [key.time, key.value[0], key.value[1], key.value[2]];
        if let Some(rows) = known.and_then(|table| self.lines.take(table, count)) {
            return Ok(rows.iter().map(four).collect());
        }
        let mut keys = Vec::new();
        for row in 0..count {
            keys.push(self.values(KEY, 4, what[1], Some(row))?.floats(0));
        }
        Ok(keys)
    }

    /// Where the material of a mesh is, in its first line.
    fn material_at(&self, mesh: u32) -> u32 {
        mesh + behind("\"%[^\"]\" %d", self.lines.line_at(mesh))
    }

    /// Where the bone of a vertex is, in its line.
    fn bone_at(&self, vertex: u32) -> u32 {
        vertex + behind("%d %f %f %f %f %f", self.lines.line_at(vertex))
    }

    /// The bone of a vertex in words.
    fn bone_of(&self, vertex: &StepManiaVertex) -> String {
        let given = scan(VERTEX, self.lines.line_at(vertex.at)).integer(6);
        read_as(given, given as i8)
    }
}

/// A time without its fraction, as processors of PCs convert it: one that does not fit is the least number.
fn whole(time: f32) -> i32 {
    if time.abs() < i32::MAX as f32 { time as i32 } else { i32::MIN }
}

/// Where the next text starts behind what a format reads of a line.
fn behind(format: &str, line: &[u8]) -> u32 {
    let end = scan(format, line).end;
    let blanks = line.get(end..).unwrap_or_default().iter().take_while(|byte| is_space(**byte)).count();
    (end + blanks) as u32
}
