//! Writes the canonical spelling of an ASCII model: lines in the order of MilkShape's own exporter, with its
//! empty lines, single spaces between fields, CRLF.
//!
//! A document that could not be read completely is refused. Besides the model only comments are kept, at the
//! top.

use crate::actions::fmt::complete::{Refusal, complete};
use crate::base::lines::line_from;
use crate::base::span::Span;
use crate::document::Document;
use crate::layout::BlockKind;
use crate::model::{Block, Bone, Comment, Key, Material, Mesh, Model, Table, Text};
use crate::parse::ascii::lexer::{first_nonblank, is_blank};
use crate::parse::ascii::number_format::{fitting, push_integer, push_usual};
use crate::parse::ascii::parser::{BYTE_ORDER_MARK, MAGIC};

/// The bytes of a document in the canonical spelling.
///
/// # Errors
///
/// A [`Refusal`], if part of it would be lost or made up.
pub(crate) fn write(document: &Document) -> Result<Vec<u8>, Refusal> {
    complete(document)?;
    let bytes = document.source.bytes();
    let comments = comments(document)?;
    let comments = comments.into_iter().map(|comment| &bytes[comment.range()]);
    // A few bytes more than before: most files are almost in the canonical spelling.
    let out = Vec::with_capacity(bytes.len() + 256);
    let mut writer = ModelWriter { model: &document.model, texts: bytes, out, rounded: None };
    // A file with the magic line is a whole model, not one of several parts.
    let is_whole = document.is_whole() || comments.clone().any(|comment| comment.starts_with(MAGIC));
    if is_whole {
        writer.line(MAGIC);
    }
    comments.filter(|comment| *comment != MAGIC).for_each(|comment| writer.line(comment));
    writer.blocks(is_whole)?;
    Ok(writer.out)
}

/// A model written as ASCII.
pub(crate) struct Written {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The offsets of rows and lines with a number that was rounded.
    pub rounded: Vec<u32>,
}

/// Writes an ASCII model whose texts are spans of `texts`. Numbers that are too long for engines are
/// rounded.
///
/// # Errors
///
/// A [`Refusal`], if part of it could not be read, or a number cannot be rounded either.
pub(crate) fn write_model(model: &Model, texts: &[u8]) -> Result<Written, Refusal> {
    let mut writer = ModelWriter { model, texts, out: Vec::new(), rounded: Some(Vec::new()) };
    writer.line(MAGIC);
    writer.blocks(true)?;
    Ok(Written { bytes: writer.out, rounded: writer.rounded.unwrap_or_default() })
}

/// The lines that start with `//`, without leading and trailing whitespace, in the order of the file.
///
/// # Errors
///
/// A [`Refusal`] of a line that the parser skips although it is no comment.
pub(crate) fn comments(document: &Document) -> Result<Vec<Span>, Refusal> {
    let bytes = document.source.bytes();
    let mut texts = document.model.comments.iter().filter_map(|comment| comment.text).peekable();
    let mut comments = Vec::new();
    let mut at = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    while at < bytes.len() {
        let line = line_from(bytes, at);
        at = line.next;
        if texts.next_if(|text| text.start as usize == line.start).is_some() {
            continue;
        }
        let start = first_nonblank(bytes, line);
        let content = &bytes[start..line.end];
        match content {
            [b'/', b'/', ..] => {
                let blanks = content.iter().rev().take_while(|byte| is_blank(**byte)).count();
                comments.push(Span::new(start, line.end - blanks));
            }
            // The parser skips such lines.
            [first, ..] if first.is_ascii_control() => {
                return Err(Refusal::new(line.start as u32, "the line has nothing but control characters"));
            }
            _ => {}
        }
    }
    Ok(comments)
}

struct ModelWriter<'a> {
    model: &'a Model,
    /// The bytes that the text spans of the model refer to.
    texts: &'a [u8],
    out: Vec<u8>,
    /// The offsets of rounded numbers; `None` if no number may be rounded.
    rounded: Option<Vec<u32>>,
}

impl ModelWriter<'_> {
    fn line(&mut self, content: &[u8]) {
        self.out.extend_from_slice(content);
        self.end_line();
    }

    fn end_line(&mut self) {
        self.out.extend_from_slice(b"\r\n");
    }

    /// Writes a count on its own line.
    fn count(&mut self, count: usize) {
        // No file has so many rows that the count would overflow.
        push_integer(count as i32, &mut self.out);
        self.end_line();
    }

    /// Writes a line of numbers: integers, then floats, then integers.
    fn numbers(&mut self, at: u32, before: &[i32], floats: &[f32], behind: &[i32]) -> Result<(), Refusal> {
        for integer in before {
            push_integer(*integer, &mut self.out);
            self.out.push(b' ');
        }
        for float in floats {
            if !push_usual(*float, &mut self.out) {
                self.rounded(at, *float)?;
            }
            self.out.push(b' ');
        }
        for integer in behind {
            push_integer(*integer, &mut self.out);
            self.out.push(b' ');
        }
        self.out.pop();
        self.end_line();
        Ok(())
    }

    /// Refuses or rounds a number that has no exact spelling for every engine.
    fn rounded(&mut self, at: u32, float: f32) -> Result<(), Refusal> {
        let near = fitting(float).and_then(|spelled| spelled.text.parse().ok());
        if let (Some(rounded), Some(near)) = (&mut self.rounded, near)
            && push_usual(near, &mut self.out)
        {
            rounded.push(at);
            return Ok(());
        }
        if !float.is_finite() {
            return Err(Refusal::new(
                at,
                format!("{} is not a finite number", float.to_string().to_lowercase()),
            ));
        }
        let what = format!("the number {float:e} needs more digits than some programs read");
        Err(Refusal { is_number: true, ..Refusal::new(at, what) })
    }

    /// Writes a quoted string, without the line ending.
    fn quoted(&mut self, at: u32, text: Text) -> Result<(), Refusal> {
        let text = text.ok_or_else(|| Refusal::new(at, "the string cannot be read"))?;
        self.out.push(b'"');
        self.out.extend_from_slice(&self.texts[text.range()]);
        self.out.push(b'"');
        Ok(())
    }

    fn string(&mut self, at: u32, text: Text) -> Result<(), Refusal> {
        self.quoted(at, text)?;
        self.end_line();
        Ok(())
    }

    /// Writes the line that opens a block, with the empty line before it that MilkShape writes.
    fn opening(&mut self, kind: BlockKind, number: i32) {
        let has_blank =
            matches!(kind, BlockKind::Frames | BlockKind::Meshes | BlockKind::Materials | BlockKind::Bones);
        if has_blank && !self.out.is_empty() {
            self.end_line();
        }
        self.out.extend_from_slice(kind.name().as_bytes());
        self.out.extend_from_slice(b": ");
        push_integer(number, &mut self.out);
        self.end_line();
    }

    /// Writes the blocks in their order. Missing blocks of a whole model are added, but not those in another
    /// file.
    fn blocks(&mut self, is_whole: bool) -> Result<(), Refusal> {
        let model = self.model;
        for kind in BlockKind::ALL {
            match model.block(kind) {
                Some((index, block)) => self.block(index, block)?,
                None if is_whole && BlockKind::NEEDED.contains(&kind) && !model.uses(kind) => {
                    self.opening(kind, model.number_of_missing(kind))
                }
                None => {}
            }
        }
        Ok(())
    }

    fn block(&mut self, index: usize, block: &Block) -> Result<(), Refusal> {
        let Block { kind, at, .. } = *block;
        let model = self.model;
        let number = block.number.ok_or_else(|| Refusal::new(at, "the count cannot be read"))?;
        self.opening(kind, number);
        match kind {
            BlockKind::Meshes => model.meshes.iter().try_for_each(|mesh| self.mesh(mesh)),
            BlockKind::Materials => model.materials.iter().try_for_each(|material| self.material(material)),
            BlockKind::Bones => model.bones.iter().try_for_each(|bone| self.bone(bone)),
            BlockKind::GroupComments
            | BlockKind::MaterialComments
            | BlockKind::BoneComments
            | BlockKind::ModelComment => {
                let own = model.comments.iter().filter(|comment| comment.block as usize == index);
                { own }.try_for_each(|comment| self.comment(kind, comment))
            }
            _ => Ok(()),
        }
    }

    fn mesh(&mut self, mesh: &Mesh) -> Result<(), Refusal> {
        let at = mesh.lines[0];
        let material = mesh.material.ok_or_else(|| Refusal::new(at, "the line cannot be read"))?;
        self.quoted(at, mesh.name)?;
        self.out.push(b' ');
        self.numbers(at, &[mesh.flags, material], &[], &[])?;
        self.table(&mesh.geometry.vertices, |writer, row| {
            let ([x, y, z], [u, v]) = (row.position, row.uv);
            writer.numbers(row.at, &[row.flags], &[x, y, z, u, v], &[row.bone])
        })?;
        self.table(&mesh.geometry.normals, |writer, row| writer.numbers(row.at, &[], &row.direction, &[]))?;
        self.table(&mesh.geometry.faces, |writer, row| {
            let ([a, b, c], [d, e, f]) = (row.vertices, row.normals);
            writer.numbers(row.at, &[row.flags, a, b, c, d, e, f, row.smoothing_group], &[], &[])
        })
    }

    /// Writes the count of a table, and its rows.
    fn table<T>(
        &mut self,
        table: &Table<T>,
        row: fn(&mut Self, &T) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.count(table.len());
        table.rows.iter().try_for_each(|one| row(self, one))
    }

    fn material(&mut self, material: &Material) -> Result<(), Refusal> {
        let [name, colors @ .., shininess, transparency, texture, alpha_map] = material.lines;
        let missing = |at| move || Refusal::new(at, "the line cannot be read");
        self.string(name, material.name)?;
        for (at, color) in colors.into_iter().zip(material.colors) {
            self.numbers(at, &[], &color.ok_or_else(missing(at))?, &[])?;
        }
        for (at, value) in [(shininess, material.shininess), (transparency, material.transparency)] {
            self.numbers(at, &[], &[value.ok_or_else(missing(at))?], &[])?;
        }
        self.string(texture, material.texture)?;
        self.string(alpha_map, material.alpha_map)
    }

    fn bone(&mut self, bone: &Bone) -> Result<(), Refusal> {
        let [name, parent, pose, ..] = bone.lines;
        self.string(name, bone.name)?;
        self.string(parent, bone.parent)?;
        let ([x, y, z], [a, b, c]) = (bone.position, bone.rotation);
        self.numbers(pose, &[bone.flags], &[x, y, z, a, b, c], &[])?;
        self.table(&bone.position_keys, Self::key)?;
        self.table(&bone.rotation_keys, Self::key)
    }

    fn key(&mut self, key: &Key) -> Result<(), Refusal> {
        let [x, y, z] = key.value;
        self.numbers(key.at, &[], &[key.time, x, y, z], &[])
    }

    fn comment(&mut self, kind: BlockKind, comment: &Comment) -> Result<(), Refusal> {
        let missing = || Refusal::new(comment.at, "the comment cannot be read");
        if kind != BlockKind::ModelComment {
            self.numbers(comment.at, &[comment.index.ok_or_else(missing)?], &[], &[])?;
        }
        let text = comment.text.ok_or_else(missing)?;
        self.line(&self.texts[text.range()]);
        Ok(())
    }
}
