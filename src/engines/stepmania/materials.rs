//! Reads the materials (`Model.cpp`, and `AnimatedTexture` in `ModelTypes.cpp`).

use crate::base::animated_texture::{IniReader, IniValues, has_picture, is_animated, values};
use crate::base::display::{quote, visible};
use crate::base::file_tree::{FileTree, Resolution};
use crate::diagnostics::effect::EffectCause;
use crate::diagnostics::group::Group;
use crate::engines::noticed::NoticedKind;
use crate::engines::rows::COLORS;
use crate::engines::scan::{is_space, scan, strtof, usual_floats, word};
use crate::engines::stepmania::held::StepManiaMaterial;
use crate::engines::stepmania::{Branch, StepManiaLoader, TEXT_ROOM};
use crate::engines::texture_files;
use crate::engines::{Failure, FailureKind, Loading};
use crate::parse::sniff::LFS_MAGIC;

/// What the textures of a material are called, in the order of the file.
const TEXTURES: [&str; 2] = ["the texture", "the alpha map"];

impl<'d> StepManiaLoader<'d, '_> {
    pub(super) fn materials(&mut self) -> Loading {
        while let Some(count) = self.next_block("Materials") {
            self.object = ("", 0);
            self.notice_replaced(self.held.materials.len(), "material");
            self.block = self.lines.last as u32;
            let count = self.room(count, "the number of materials", 300)?;
            self.held.materials.truncate(count as usize);
            for index in 0..count as usize {
                self.object = ("material", index);
                self.material(index)?;
            }
        }
        Ok(())
    }

    fn material(&mut self, index: usize) -> Loading {
        if self.held.materials.len() == index {
            self.held.materials.push(StepManiaMaterial::default());
        }
        if let Some(known) = self.lines.take_material(self.model) {
            let held = &mut self.held.materials[index];
            (held.name, held.colors) = (known.name, known.colors);
            (held.shininess, held.transparency) = (known.shininess, known.transparency);
            for (texture, what) in TEXTURES.into_iter().enumerate() {
                self.lines.last = known.path_lines[texture] as usize;
                self.texture(index, texture, what, known.paths[texture])?;
            }
            return Ok(());
        }
        self.held.materials[index].name = self.name(TEXT_ROOM)?;
        for (color, what) in COLORS.into_iter().enumerate() {
            self.held.materials[index].colors[color] = self.color(what)?;
        }
        self.held.materials[index].shininess = self.plain_float("the shininess")?;
        self.held.materials[index].transparency = self.plain_float("the transparency")?;
        for (texture, what) in TEXTURES.into_iter().enumerate() {
            let path = self.quoted(what, TEXT_ROOM)?;
            self.texture(index, texture, what, path)?;
        }
        Ok(())
    }

    fn texture(&mut self, material: usize, texture: usize, what: &'static str, path: &'d [u8]) -> Loading {
        let slot = &mut self.held.materials[material].textures[texture];
        if path.is_empty() {
            // A picture that is blank, which OpenITG does without.
            slot.picture_count += usize::from(self.branch == Branch::StepMania);
            return Ok(());
        }
        let is_loaded = slot.picture_count > 0;
        let collapsed_path = collapsed(path);
        let found = texture_files::find(self.files, &collapsed_path);
        // StepMania keeps a `.` or `..` at the end, and looks for a file of that name.
        let name = path.rsplit(|byte| is_slash(*byte)).next().unwrap_or_default();
        let is_no_name = self.branch == Branch::StepMania && matches!(name, b"." | b"..");
        if matches!(found, Some(Resolution::Nothing(_) | Resolution::Folder { .. }))
            || texture_files::is_unlisted(self.files, &collapsed_path)
            || is_no_name
        {
            let kind = match self.branch {
                Branch::OpenItg if is_format(path) => FailureKind::Crashes,
                _ => FailureKind::Refuses,
            };
            let wanted = self.wanted(what, None);
            let reason = format!("{wanted} leads to \"{}\", which is not a file", visible(path));
            // What it reads otherwise has another reason.
            let is_as_written =
                texture_files::is_as_written(self.lines.line_at(self.lines.last as u32), path);
            let failure = self.failure(kind, reason);
            return failure
                .map_err(|failure| if is_as_written { failure.about(Group::Materials) } else { failure });
        }
        // A path that ends with a slash has no extension.
        let is_animated = is_animated(path);
        let values = found.filter(|_| is_animated).and_then(|found| self.values_in(&found, &collapsed_path));
        if values.as_ref().is_some_and(Option::is_none) {
            let wanted = self.wanted(what, None);
            let lacks = match self.branch {
                Branch::StepMania => "no section [AnimatedTexture]",
                Branch::OpenItg => "no value in a section [AnimatedTexture]",
            };
            let reason = format!("{wanted} leads to \"{}\", which has {lacks}", visible(path));
            let failure = self.failure(FailureKind::Refuses, reason);
            return failure.map_err(|failure| Failure { about: EffectCause::Program, ..failure });
        }
        if is_loaded {
            let wanted = self.wanted(what, None);
            let reason = format!("{wanted} is loaded a second time, for a second block Materials");
            return self.blaming(self.block, FailureKind::Crashes, reason);
        }
        // The program looks at the whole path.
        const SPHERE: &[u8] = b"sphere";
        let has_word = |path: &[u8]| memchr::memmem::find(path, SPHERE).is_some();
        let whole = |files: &dyn FileTree| collapsed(&[&files.path(), &b"/"[..], path].concat());
        let is_sphere = has_word(&collapsed_path)
            || self.files.is_some_and(|files| files.path_holds(SPHERE) && has_word(&whole(files)));
        let slot = &mut self.held.materials[material].textures[texture];
        slot.is_sphere = is_sphere;
        slot.picture_count = usize::from(values.flatten().as_ref().is_none_or(has_picture));
        slot.path = Some(collapsed_path);
        Ok(())
    }

    /// What the section of an animated texture says, if it has one; `None` if the file cannot be read, is empty, or is a
    /// pointer of Git LFS: the one that is meant is somewhere else.
    fn values_in(&self, found: &Resolution, path: &[u8]) -> Option<Option<IniValues>> {
        let path = match found {
            Resolution::File => path,
            Resolution::OtherCase(path) => path,
            _ => return None,
        };
        let reader = match self.branch {
            Branch::StepMania => IniReader::StepMania,
            Branch::OpenItg => IniReader::OpenItg,
        };
        let is_other = |text: &[u8]| text.is_empty() || text.starts_with(LFS_MAGIC);
        self.files?.read(path).filter(|text| !is_other(text)).map(|text| values(&text, reader))
    }

    fn color(&mut self, what: &'static str) -> Loading<[f32; 4]> {
        let line = self.line(what, None)?;
        match usual_floats(line) {
            Some(color) => Ok(color),
            None => Ok(self.values_of(line, "%f %f %f %f", 4, what, None)?.floats(0)),
        }
    }

    /// Notes that only the start of a word is read as a number.
    fn notice_start(&mut self, line: &[u8], value: f32) {
        let start = line.iter().position(|byte| !is_space(*byte)).unwrap_or(0);
        let at = self.lines.last + start;
        self.noticed
            .add(NoticedKind::Misread, at as u32, || format!("reads {value} for {}", quote(word(line))));
    }

    /// A line that `strtof` reads: the shininess and the transparency.
    fn plain_float(&mut self, what: &'static str) -> Loading<f32> {
        let line = self.line(what, None)?;
        if let Some([value]) = usual_floats(line) {
            return Ok(value);
        }
        match strtof(line) {
            Some(value) if value.is_finite() || self.branch == Branch::OpenItg => {
                let values = scan("%f", line);
                match values.count {
                    0 => self.notice_start(line, value),
                    _ => self.noticed.add_line(self.lines.last as u32, line, &values),
                }
                Ok(value)
            }
            _ => self.failure(FailureKind::Refuses, self.wanted(what, None).is_not(1)),
        }
    }
}

/// Whether OpenITG, which prints a path as if it were a format, looks for a text or a number in memory that is not there.
fn is_format(path: &[u8]) -> bool {
    memchr::memchr_iter(b'%', path).any(|at| {
        let is_size =
            |byte: &u8| matches!(byte, b'-' | b'+' | b' ' | b'#' | b'.' | b'0'..=b'9' | b'h' | b'l');
        let conversion = path[at + 1..].iter().find(|byte| !is_size(byte));
        matches!(conversion, Some(b'n' | b's'))
    })
}

/// A path without `.`, without folders that `..` leaves again, and with slashes.
fn collapsed(path: &[u8]) -> Vec<u8> {
    if path != b"." && !path.iter().any(|byte| is_slash(*byte)) {
        return path.to_vec();
    }
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|byte| is_slash(*byte)) {
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

fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}
