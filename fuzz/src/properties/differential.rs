//! Properties of one model that is read or written in two ways.

use super::{Violation, document, ensure, reference};
use ms3dlint::actions::convert;
use ms3dlint::actions::fmt::FmtTrouble;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair::errors;
use ms3dlint::base::span::Span;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::{Group, Severity};
use ms3dlint::diagnostics::rule::Rule;
use ms3dlint::document::{Document, read};
use ms3dlint::fix::Aspect;
use ms3dlint::fix::equivalence::difference;
use ms3dlint::fix::renumber::corner_uvs;
use ms3dlint::layout::BlockKind;
use ms3dlint::model::note::{NoteKind, Quirk};
use ms3dlint::model::{Bone, Face, Geometry, Key, Material, Mesh, Text, Vertex, VisibleMesh};
use ms3dlint::parse::ascii::number;
use ms3dlint::rules;

/// What the first of the properties here is called.
const CONVERSION: &str = "conversions_keep_the_model";

/// What is converted to the other format and back has the same faces, and if nothing is reported lost it is
/// the same model. From then on it stays as it is, byte by byte, if nothing more is reported as lost.
pub fn conversions_keep_the_model(bytes: &[u8]) -> Result<(), Violation> {
    let before = document(bytes);
    let is_binary = before.is_binary();
    let Some((there, lost)) = converted(&before)? else { return Ok(()) };
    let is_read = there.is_certain() && there.is_binary() != is_binary;
    ensure(is_read, CONVERSION, || format!("{:?} after a conversion", there.notes))?;
    same_faces(&before, &there)?;
    no_new_error(&before, &there)?;
    let Some((back, lost_again)) = converted(&there)? else { return Ok(()) };
    same_faces(&there, &back)?;
    if !(is_binary || lost || lost_again) {
        let may_differ = [
            Aspect::Blocks,
            Aspect::BlockOrder,
            Aspect::Vertices,
            Aspect::Normals,
            Aspect::Faces,
            Aspect::Counts,
        ];
        let difference = difference(&before, &back, &may_differ);
        ensure(difference.is_none(), CONVERSION, || format!("not told: {difference:?}"))?;
    }
    // The first conversions may round what makes two normals alike.
    let Some((third, _)) = converted(&back)? else { return Ok(()) };
    let Some((fourth, lost_there)) = converted(&third)? else { return Ok(()) };
    let Some((fifth, lost_back)) = converted(&fourth)? else { return Ok(()) };
    let is_stable = third.source.bytes() == fifth.source.bytes() || lost_there || lost_back;
    ensure(is_stable, CONVERSION, || "another round changes it".to_string())
}

/// A file in the other format, if it can be converted, and whether anything of it is lost.
fn converted(document: &Document) -> Result<Option<(Document, bool)>, Violation> {
    let size = document.source.len();
    let converted = match document.is_binary() {
        true => convert::to_text(document),
        false => convert::to_binary(document, convert::DEFAULT_RATE),
    };
    let converted = match converted {
        Ok(converted) => converted,
        Err(FmtTrouble::Refused(refusal)) => {
            let is_inside = refusal.at as usize <= size;
            return ensure(is_inside, CONVERSION, || format!("{refusal:?}")).map(|()| None);
        }
        Err(_) => return Ok(None),
    };
    for loss in &converted.losses {
        let is_inside = loss.span().end as usize <= size && loss.span() != Span::default();
        ensure(is_inside, CONVERSION, || format!("{loss:?}"))?;
    }
    let is_lossy = converted.losses.iter().any(|loss| loss.severity > Severity::Hint);
    Ok(Some((read("input.txt", converted.bytes), is_lossy)))
}

/// What is an error in a converted file was one before. For a damaged file, the damage alone is reported.
fn no_new_error(before: &Document, after: &Document) -> Result<(), Violation> {
    if before.damage().is_some() {
        return Ok(());
    }
    let known = errors(before, &Context::default());
    let new = errors(after, &Context::default()).into_keys().find(|rule| !known.contains_key(rule));
    ensure(new.is_none(), CONVERSION, || format!("{new:?}"))
}

/// Two files in different formats show the same, apart from rounding.
fn same_faces(before: &Document, after: &Document) -> Result<(), Violation> {
    const ROUNDING: f32 = 1e-6;
    let same = |a: f32, b: f32| a == b || (a - b).abs() <= ROUNDING;
    let [before, after] = [before, after].map(faces);
    let is_same = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(*a, *b)));
    ensure(is_same, CONVERSION, || format!("{before:?}\nand not\n{after:?}"))
}

/// The faces of each mesh as numbers that mean the same in both formats.
fn faces(document: &Document) -> Vec<Vec<f32>> {
    let of_shape = |shape: VisibleMesh| {
        let numbers = |(row, face): (usize, Face)| {
            let uvs = match document.is_binary() {
                true => corner_uvs(document, row),
                false => {
                    let [a, b, c] =
                        face.vertices.map(|index| shape.geometry.vertices.rows[index as usize].uv);
                    [a[0], b[0], c[0], a[1], b[1], c[1]]
                }
            };
            face_numbers(shape.geometry, &face, uvs)
        };
        shape.faces().flat_map(numbers).collect()
    };
    document.model.shapes().map(of_shape).collect()
}

/// All that a face shows. Of flags and smoothing groups what both formats hold.
fn face_numbers(geometry: &Geometry, face: &Face, uvs: [f32; 6]) -> Vec<f32> {
    let group = u8::try_from(face.smoothing_group).unwrap_or(0);
    let mut numbers = vec![f32::from(face.flags as u16), f32::from(group)];
    numbers.extend(uvs);
    for (vertex, normal) in face.vertices.into_iter().zip(face.normals) {
        let vertex = geometry.vertices.rows[vertex as usize];
        let normal = geometry.normals.rows[normal as usize];
        numbers.extend([f32::from(vertex.flags as u8), vertex.bone as f32]);
        numbers.extend([vertex.position, normal.direction].concat());
    }
    numbers
}

/// What a strict reader, written from the specification alone, refuses besides that in which a rule about syntax or
/// numbers finds an error: what tolerant importers accept.
const REFUSED_TOO: [&str; 7] = [
    "extra-fields",
    "merge-conflict",
    "quote-in-name",
    "text-after-string",
    "truncated-file",
    "unknown-block",
    "unterminated-string",
];

/// A strict parser of the format reads just those ASCII models in which nothing is wrong with syntax and numbers,
/// and reads the same.
pub fn reference_agrees(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "reference_agrees";
    let document = document(bytes);
    let begins_so = document.header.is_some_and(|line| line.start == 0);
    // Of these the specification says nothing.
    let has_controls = document.notes.has_kind(|kind| kind == NoteKind::ControlCharacters);
    if !begins_so || has_controls || !document.endings.are_plain() || has_hexadecimal(&document) {
        return Ok(());
    }
    let is_wrong = |rule: &&Rule| {
        let is_basic = matches!(rule.group, Group::Syntax | Group::Numbers);
        (is_basic && rule.severity == Severity::Error) || REFUSED_TOO.contains(&rule.name)
    };
    let rules = rules::ALL.iter().copied().filter(is_wrong).collect();
    let options = Options { rules, heeds_suppressions: false, most_per_rule: 0, ..Options::default() };
    let wrong: Vec<_> =
        lint(&document, &Context::default(), &options).tallies.iter().map(|tally| tally.rule.name).collect();
    match reference::read(bytes) {
        Ok(model) => {
            ensure(wrong.is_empty(), PROPERTY, || format!("{wrong:?} in a file that the reference reads"))?;
            let found = as_reference(&document);
            ensure(found.as_ref() == Some(&model), PROPERTY, || format!("{found:?}\nand not\n{model:?}"))
        }
        Err(refusal) => ensure(!wrong.is_empty(), PROPERTY, || format!("nothing is wrong, but {refusal:?}")),
    }
}

/// Whether an integer is written as `0x1F`, which one importer takes and others do not.
fn has_hexadecimal(document: &Document) -> bool {
    let mut zeros = document.notes.iter().filter(|note| note.kind == NoteKind::Number(Quirk::LeadingZero));
    zeros.any(|note| number::integer(document.bytes(note.span)).value.is_none())
}

/// A model as the reference reads it; `None` if something in it could not be read.
fn as_reference(document: &Document) -> Option<reference::Model<'_>> {
    let model = &document.model;
    let number = |kind| model.block(kind).and_then(|(_, block)| block.number);
    let text = |span: Text| span.map(|span| document.bytes(span));
    let has = |kind| model.block(kind).is_some();
    let meshes: Option<Vec<_>> = model.meshes.iter().map(|mesh| reference_mesh(mesh, text)).collect();
    let materials: Option<Vec<_>> = model.materials.iter().map(|one| reference_material(one, text)).collect();
    let bones: Option<Vec<_>> = model.bones.iter().map(|bone| reference_bone(bone, text)).collect();
    let comments = |kind| {
        let (block, _) = model.block(kind)?;
        let own = model.comments.iter().filter(|comment| comment.block as usize == block);
        let comments =
            own.map(|comment| Some(reference::Comment { index: comment.index, text: text(comment.text)? }));
        comments.collect::<Option<Vec<_>>>()
    };
    Some(reference::Model {
        frames: number(BlockKind::Frames),
        frame: number(BlockKind::Frame),
        meshes: Some(meshes?).filter(|_| has(BlockKind::Meshes)),
        materials: Some(materials?).filter(|_| has(BlockKind::Materials)),
        bones: Some(bones?).filter(|_| has(BlockKind::Bones)),
        comments: BlockKind::COMMENTS.map(comments),
    })
}

fn reference_mesh<'a>(mesh: &Mesh, text: impl Fn(Text) -> Option<&'a [u8]>) -> Option<reference::Mesh<'a>> {
    let Geometry { vertices, normals, faces } = &mesh.geometry;
    let vertex = |row: &Vertex| {
        let [x, y, z] = row.position;
        let floats = [x, y, z, row.uv[0], row.uv[1]].map(f32::to_bits);
        reference::Vertex { flags: row.flags, floats, bone: row.bone }
    };
    let face = |row: &Face| {
        let ([a, b, c], [d, e, f]) = (row.vertices, row.normals);
        [row.flags, a, b, c, d, e, f, row.smoothing_group]
    };
    Some(reference::Mesh {
        name: text(mesh.name)?,
        flags: mesh.flags,
        material: mesh.material?,
        vertices: vertices.rows.iter().map(vertex).collect(),
        normals: normals.rows.iter().map(|row| row.direction.map(f32::to_bits)).collect(),
        faces: faces.rows.iter().map(face).collect(),
    })
}

fn reference_material<'a>(
    material: &Material,
    text: impl Fn(Text) -> Option<&'a [u8]>,
) -> Option<reference::Material<'a>> {
    let [Some(ambient), Some(diffuse), Some(specular), Some(emissive)] = material.colors else { return None };
    Some(reference::Material {
        name: text(material.name)?,
        colors: [ambient, diffuse, specular, emissive].map(|color| color.map(f32::to_bits)),
        shininess: material.shininess?.to_bits(),
        transparency: material.transparency?.to_bits(),
        texture: text(material.texture)?,
        alpha_map: text(material.alpha_map)?,
    })
}

fn reference_bone<'a>(bone: &Bone, text: impl Fn(Text) -> Option<&'a [u8]>) -> Option<reference::Bone<'a>> {
    let ([x, y, z], [a, b, c]) = (bone.position, bone.rotation);
    let key = |row: &Key| [row.time, row.value[0], row.value[1], row.value[2]].map(f32::to_bits);
    Some(reference::Bone {
        name: text(bone.name)?,
        parent: text(bone.parent)?,
        flags: bone.flags,
        pose: [x, y, z, a, b, c].map(f32::to_bits),
        positions: bone.position_keys.rows.iter().map(key).collect(),
        rotations: bone.rotation_keys.rows.iter().map(key).collect(),
    })
}
