//! A strict parser of ASCII models, to compare the tolerant one with. It is written from the specification of
//! the format and knows nothing else of this crate: it goes by the counts that a file declares, takes nothing
//! that the specification does not describe, and stops at the first line that is not as it should be.
//!
//! Where the specification is silent or wrong, it goes by what MilkShape itself does: a vertex is
//! `flags x y z u v bone`, and four blocks of comments may follow, of which that of the model has no indices.

use std::mem;

/// What a file holds. Floats are kept as bits, so that models can be compared.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Model<'a> {
    pub(super) frames: Option<i32>,
    pub(super) frame: Option<i32>,
    pub(super) meshes: Option<Vec<Mesh<'a>>>,
    pub(super) materials: Option<Vec<Material<'a>>>,
    pub(super) bones: Option<Vec<Bone<'a>>>,
    /// Those about meshes, materials and bones, and that of the model.
    pub(super) comments: [Option<Vec<Comment<'a>>>; 4],
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mesh<'a> {
    pub(super) name: &'a [u8],
    pub(super) flags: i32,
    pub(super) material: i32,
    pub(super) vertices: Vec<Vertex>,
    pub(super) normals: Vec<[u32; 3]>,
    /// Flags, three vertices, three normals and the smoothing group.
    pub(super) faces: Vec<[i32; 8]>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Vertex {
    pub(super) flags: i32,
    /// Its position and its texture coordinates.
    pub(super) floats: [u32; 5],
    pub(super) bone: i32,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Material<'a> {
    pub(super) name: &'a [u8],
    /// Ambient, diffuse, specular and emissive.
    pub(super) colors: [[u32; 4]; 4],
    pub(super) shininess: u32,
    pub(super) transparency: u32,
    pub(super) texture: &'a [u8],
    pub(super) alpha_map: &'a [u8],
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bone<'a> {
    pub(super) name: &'a [u8],
    pub(super) parent: &'a [u8],
    pub(super) flags: i32,
    /// Its position and its rotation.
    pub(super) pose: [u32; 6],
    /// Time and position.
    pub(super) positions: Vec<[u32; 4]>,
    /// Time and rotation.
    pub(super) rotations: Vec<[u32; 4]>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// What it is about; `None` for the model.
    pub(super) index: Option<i32>,
    pub(super) text: &'a [u8],
}

/// Where reading stopped.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The line, from 1.
    pub(super) line: usize,
    /// What was expected there.
    pub(super) expected: &'static str,
}

type Taken<T> = Result<T, Refusal>;

/// Reads a whole file.
pub(super) fn read(bytes: &[u8]) -> Taken<Model<'_>> {
    let mut lines = Lines { rest: bytes, number: 0 };
    if !bytes.starts_with(b"// MilkShape 3D ASCII") {
        return lines.refuse("the first line of a model");
    }
    let mut model = Model::default();
    while let Some(line) = lines.next_that_counts() {
        let (name, count) = lines.header(line)?;
        let is_new = match name {
            b"Frames" => model.frames.replace(count).is_none(),
            b"Frame" => model.frame.replace(count).is_none(),
            b"Meshes" => model.meshes.replace(lines.many(count, Lines::mesh)?).is_none(),
            b"Materials" => model.materials.replace(lines.many(count, Lines::material)?).is_none(),
            b"Bones" => model.bones.replace(lines.many(count, Lines::bone)?).is_none(),
            b"GroupComments" => model.comments[0].replace(lines.many(count, Lines::comment)?).is_none(),
            b"MaterialComments" => model.comments[1].replace(lines.many(count, Lines::comment)?).is_none(),
            b"BoneComments" => model.comments[2].replace(lines.many(count, Lines::comment)?).is_none(),
            b"ModelComment" => model.comments[3].replace(lines.many(count, Lines::text)?).is_none(),
            _ => return lines.refuse("the name of a block"),
        };
        if !is_new {
            return lines.refuse("a block that was not there before");
        }
    }
    Ok(model)
}

/// The lines of a file that were not read yet.
struct Lines<'a> {
    rest: &'a [u8],
    /// The number of the line that was read last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn refuse<T>(&self, expected: &'static str) -> Taken<T> {
        Err(Refusal { line: self.number, expected })
    }

    /// The next line, whatever it holds. `\n` and `\r\n` end a line.
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next line that is neither empty nor a comment.
    fn next_that_counts(&mut self) -> Option<&'a [u8]> {
        loop {
            let line = self.next()?;
            let content = line.trim_ascii_start();
            if !content.is_empty() && !content.starts_with(b"//") {
                return Some(line);
            }
        }
    }

    fn demand(&mut self, what: &'static str) -> Taken<&'a [u8]> {
        match self.next_that_counts() {
            Some(line) => Ok(line),
            None => self.refuse(what),
        }
    }

    /// `Name: n`
    fn header(&self, line: &'a [u8]) -> Taken<(&'a [u8], i32)> {
        const EXPECTED: &str = "the name of a block, a colon and a number";
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { return self.refuse(EXPECTED) };
        let mut fields = Fields(&line[colon + 1..]);
        match (fields.integer(), fields.are_over()) {
            (Some(number), true) => Ok((&line[..colon], number)),
            _ => self.refuse(EXPECTED),
        }
    }

    /// As many of something as a count says, which must not be negative.
    fn many<T>(&mut self, count: i32, read: fn(&mut Self) -> Taken<T>) -> Taken<Vec<T>> {
        if count < 0 {
            return self.refuse("a count");
        }
        (0..count).map(|_| read(self)).collect()
    }

    /// A line with a count, and as many rows as it says.
    fn table<T>(&mut self, read: fn(&mut Self) -> Taken<T>) -> Taken<Vec<T>> {
        let line = self.demand("a count")?;
        let mut fields = Fields(line);
        match (fields.integer(), fields.are_over()) {
            (Some(count), true) => self.many(count, read),
            _ => self.refuse("a count"),
        }
    }

    /// A line of integers, floats and integers again.
    fn row<const FIRST: usize, const FLOATS: usize, const LAST: usize>(
        &mut self,
        what: &'static str,
    ) -> Taken<([i32; FIRST], [u32; FLOATS], [i32; LAST])> {
        let line = self.demand(what)?;
        let mut fields = Fields(line);
        let row = (fields.integers(), fields.floats(), fields.integers());
        match (row, fields.are_over()) {
            ((Some(first), Some(floats), Some(last)), true) => Ok((first, floats, last)),
            _ => self.refuse(what),
        }
    }

    fn floats<const COUNT: usize>(&mut self, what: &'static str) -> Taken<[u32; COUNT]> {
        let ([], floats, []) = self.row::<0, COUNT, 0>(what)?;
        Ok(floats)
    }

    /// A line that holds a string alone.
    fn string(&mut self, what: &'static str) -> Taken<&'a [u8]> {
        let line = self.demand(what)?;
        let mut fields = Fields(line);
        match (fields.string(), fields.are_over()) {
            (Some(text), true) => Ok(text),
            _ => self.refuse(what),
        }
    }

    fn mesh(&mut self) -> Taken<Mesh<'a>> {
        const EXPECTED: &str = "the name of a mesh, its flags and its material";
        let line = self.demand(EXPECTED)?;
        let mut fields = Fields(line);
        let (Some(name), Some([flags, material]), true) =
            (fields.string(), fields.integers(), fields.are_over())
        else {
            return self.refuse(EXPECTED);
        };
        let (vertices, normals) = (self.table(Self::vertex)?, self.table(|lines| lines.floats("a normal"))?);
        let faces = self.table(|lines| Ok(lines.row::<8, 0, 0>("a face")?.0))?;
        Ok(Mesh { name, flags, material, vertices, normals, faces })
    }

    fn vertex(&mut self) -> Taken<Vertex> {
        let ([flags], floats, [bone]) = self.row("a vertex")?;
        Ok(Vertex { flags, floats, bone })
    }

    fn material(&mut self) -> Taken<Material<'a>> {
        let name = self.string("the name of a material")?;
        let mut colors = [[0; 4]; 4];
        for color in &mut colors {
            *color = self.floats("a color")?;
        }
        let ([shininess], [transparency]) = (self.floats("the shininess")?, self.floats("the transparency")?);
        let (texture, alpha_map) = (self.string("a texture")?, self.string("an alpha map")?);
        Ok(Material { name, colors, shininess, transparency, texture, alpha_map })
    }

    fn bone(&mut self) -> Taken<Bone<'a>> {
        let (name, parent) = (self.string("the name of a bone")?, self.string("the name of a parent")?);
        let ([flags], pose, []) = self.row("the pose of a bone")?;
        let key: fn(&mut Self) -> Taken<[u32; 4]> = |lines| lines.floats("a key");
        let (positions, rotations) = (self.table(key)?, self.table(key)?);
        Ok(Bone { name, parent, flags, pose, positions, rotations })
    }

    fn comment(&mut self) -> Taken<Comment<'a>> {
        let ([index], [], []) = self.row("the index of what a comment is about")?;
        Ok(Comment { index: Some(index), ..self.text()? })
    }

    /// A line of free text, which is taken as it is.
    fn text(&mut self) -> Taken<Comment<'a>> {
        match self.next() {
            Some(text) => Ok(Comment { index: None, text }),
            None => self.refuse("the text of a comment"),
        }
    }
}

/// The fields of a line that were not read yet.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn are_over(&self) -> bool {
        self.0.trim_ascii_start().is_empty()
    }

    /// The next word, which ends at a space.
    fn word(&mut self) -> &'a [u8] {
        let rest = mem::take(&mut self.0).trim_ascii_start();
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        word
    }

    /// A string, which is at the very beginning of its line.
    fn string(&mut self) -> Option<&'a [u8]> {
        let inside = self.0.strip_prefix(b"\"")?;
        let end = inside.iter().position(|byte| *byte == b'"')?;
        self.0 = &inside[end + 1..];
        Some(&inside[..end])
    }

    /// A sign and digits.
    fn integer(&mut self) -> Option<i32> {
        std::str::from_utf8(self.word()).ok()?.parse().ok()
    }

    fn integers<const COUNT: usize>(&mut self) -> Option<[i32; COUNT]> {
        let mut integers = [0; COUNT];
        for integer in &mut integers {
            *integer = self.integer()?;
        }
        Some(integers)
    }

    /// A number with or without a fraction or an exponent, but neither `inf` nor `nan`, nor one that is
    /// too large.
    fn float(&mut self) -> Option<u32> {
        let word = std::str::from_utf8(self.word()).ok()?;
        let value: f32 = word.parse().ok()?;
        value.is_finite().then_some(value.to_bits())
    }

    fn floats<const COUNT: usize>(&mut self) -> Option<[u32; COUNT]> {
        let mut floats = [0; COUNT];
        for float in &mut floats {
            *float = self.float()?;
        }
        Some(floats)
    }
}
