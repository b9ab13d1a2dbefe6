//! What Maverick Model 3D takes otherwise than the file says.

use crate::diagnostics::effect::{EffectCause, Topic};
use crate::diagnostics::group::Group;
use crate::document::Document;
use crate::engines::faces::unlisted;
use crate::engines::loose::missing_records;
use crate::engines::mm3d::{MaverickExtras, MaverickModel};
use crate::engines::posed::{hung_otherwise, straightened};
use crate::engines::records::{ByteReader, Sections};
use crate::engines::tally::OddityTally;
use crate::engines::weights::{BoneShares, RawShares, otherwise_bound, shared_vertices};
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{MATERIAL, NAME_WIDTH, offset, vertex_extra, width};
use crate::layout::fields::material;
use crate::model::{Material, Model, Vertex, named_objects};
use crate::pose::Influences;

/// Those in what was read, in the order of the file.
pub(super) fn oddities(document: &Document, model: &MaverickModel) -> Vec<Oddity> {
    use OddityKind::{Differs, Drops, Misreads};

    let read = &document.model;
    let mut oddities = Vec::new();
    let mut add = |tally: OddityTally, kind, noun, says: &dyn Fn(&str) -> String| {
        oddities.extend(tally.oddity(kind, noun, says));
    };
    if model.is_whole {
        add(unlisted(document), Differs, "face", &|faces| format!("shows {faces} that no mesh lists"));
    }
    let names = named_objects(read).filter_map(|(_, _, name)| name);
    let names = names.filter(|name| (name.start as usize) < model.end);
    let long = OddityTally::of(names.filter(|name| name.len() >= NAME_WIDTH).map(|name| name.start as usize));
    add(long, Misreads, "name", &|names| format!("leaves out the last of the {NAME_WIDTH} bytes of {names}"));
    let materials = read.materials.iter().take(model.material_count);
    let faded = OddityTally::of(
        materials
            .filter(|material| is_faded(material))
            .map(|material| start(&material.lines) + offset(MATERIAL, material::TRANSPARENCY)),
    );
    let faded = faded.oddity(Drops, "material", |materials| {
        format!("reads the alpha of the diffuse color, and not the transparency, of {materials}")
    });
    let keeps = match model.frame_count {
        ..=0 => "has no frames".to_string(),
        1 => "keeps one key of each kind at its only frame".to_string(),
        count => format!("keeps one key of each kind at each of its {count} frames"),
    };
    add(model.lost_keys.clone(), Drops, "key", &|keys| format!("drops {keys}: it {keeps}"));
    add(model.moved_keys.clone(), Differs, "key", &|keys| {
        format!("moves {keys} between frames to the nearest frame")
    });
    oddities.extend(misplaced(read, model));
    oddities.extend(faded.map(|faded| faded.about(EffectCause::Program)));
    let late = model.late_keys.clone();
    let late = late.oddity(Drops, "key", |keys| format!("drops {keys} after the last frame: it {keeps}"));
    oddities.extend(late.map(|late| late.about(EffectCause::Topic(Topic::Length))));
    let misread = model.misread_comment.filter(|_| model.is_whole);
    let misread = OddityTally::of(misread).oddity(Misreads, "comment", |_| {
        "takes the text of the comment on the model for its length".to_string()
    });
    oddities.extend(misread.map(|oddity| oddity.about(EffectCause::Group(Group::Comments))));
    // Where it has dropped keys, the lines are between others.
    if model.is_whole && model.lost_keys.is_empty() && model.late_keys.is_empty() {
        oddities.extend(straightened(document));
    }
    if model.is_whole {
        let does = "takes what is missing for 0 or for what it read before";
        oddities.extend(missing_records(&Sections::of(document), does));
        oddities.extend(other_weights(document, model));
    }
    oddities
}

/// Bones that the program hangs on other parents or poses wrongly.
fn misplaced(read: &Model, model: &MaverickModel) -> Vec<Oddity> {
    let why = match model.cut.is_empty() {
        true => "capitals are small letters to it",
        false => "it takes one bone for all",
    };
    hung_otherwise(&read.bones, &model.parents, why)
}

/// The offset of a record.
fn start(lines: &[u32]) -> usize {
    lines.first().map_or(0, |at| *at as usize)
}

/// Whether the transparency says something that the colours do not, which have an alpha of their own.
fn is_faded(material: &Material) -> bool {
    let alpha = material.colors[1].map_or(1.0, |[.., alpha]| alpha);
    material.transparency.is_some_and(|transparency| (transparency - alpha).abs() > 0.01)
}

/// What becomes of the weights.
fn other_weights(document: &Document, model: &MaverickModel) -> Option<Oddity> {
    let Some(extras) = model.extras else {
        return shared_vertices(document).oddity(OddityKind::Drops, "vertex", |vertices| {
            format!("does not read the weights of {vertices}")
        });
    };
    let other = otherwise_bound(
        document,
        |index| read_shares(document, model, index),
        |bone, read| bound(model, bone, read),
    );
    other.oddity(OddityKind::Misreads, "vertex", |vertices| match extras.version {
        1 => format!("takes the weights of {vertices} for values up to 255, not percent"),
        _ => format!("leaves out weights of {vertices}: it reads no bone after an empty one"),
    })
}

/// What moves each vertex; empty if the program reads no weights.
pub(super) fn influences(document: &Document, model: &MaverickModel) -> Vec<Influences> {
    let Some(binary) = document.model.binary.as_ref().filter(|_| model.extras.is_some()) else {
        return Vec::new();
    };
    let exists = |bone: i32| (0..model.bone_count as i32).contains(&bone);
    let of_vertex = |(index, vertex): (usize, &Vertex)| match exists(vertex.bone) {
        true => bound(model, vertex.bone, read_shares(document, model, index)).scaled().influences(),
        false => Influences::default(),
    };
    binary.geometry.vertices.iter().map(of_vertex).collect()
}

/// The bytes that the program reads for other bones of a vertex and for weights.
fn read_shares(document: &Document, model: &MaverickModel, index: usize) -> Option<RawShares> {
    let extras = model.extras.filter(|extras| index < extras.count)?;
    let at = extras.at + index * vertex_extra(extras.version).map_or(0, width);
    ByteReader { bytes: document.source.bytes(), at }.array()
}

/// How bones move a vertex that has this one, and for which the program reads these bytes.
fn bound(model: &MaverickModel, bone: i32, read: Option<RawShares>) -> BoneShares {
    match (model.extras, read) {
        (Some(extras), Some([a, b, c, x, y, z])) => {
            shares(extras, bone, [a, b, c], [x, y, z], model.bone_count)
        }
        _ => BoneShares::single(bone),
    }
}

/// How bones move a vertex. The list of bones ends at the first empty one, and a bone that is there twice has its last
/// weight.
fn shares(
    extras: MaverickExtras,
    bone: i32,
    bones: [u8; 3],
    weights: [u8; 3],
    bone_count: usize,
) -> BoneShares {
    if weights == [0; 3] {
        return BoneShares::single(bone);
    }
    let [a, b, c] = weights.map(|weight| match extras.version {
        1 => f32::from(u16::from(weight) * 100 / 255),
        _ => f32::from(weight),
    });
    let [second, third, fourth] = bones.map(i32::from);
    let mut shares = BoneShares::single(bone);
    let parts = [(bone, a), (second, b), (third, c), (fourth, (100.0 - a - b - c).max(0.0))];
    let listed = parts.into_iter().take_while(|(bone, _)| *bone != i32::from(u8::MAX));
    for (index, part) in listed.enumerate().filter(|(_, (bone, _))| (*bone as usize) < bone_count) {
        let known = (0..index).find(|known| shares.bones[*known] == part.0);
        let slot = known.unwrap_or(index);
        (shares.bones[slot], shares.percent[slot]) = part;
    }
    shares
}
