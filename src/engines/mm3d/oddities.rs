//! What Maverick Model 3D takes otherwise than the file says.

use crate::base::display::counted;
use crate::document::Document;
use crate::engines::mm3d::{MaverickExtras, MaverickModel};
use crate::engines::records::ByteReader;
use crate::engines::weights::{BoneShares, otherwise_bound};
use crate::engines::{Oddity, OddityKind};
use crate::layout::binary::{NAME_WIDTH, vertex_extra, width};
use crate::model::{ABSENT, Material, Parent, named_objects};

/// Those in what was read, in the order of the file.
pub(super) fn oddities(document: &Document, model: &MaverickModel) -> Vec<Oddity> {
    let mut oddities = Vec::new();
    let mut add = |kind, (at, count): (usize, usize), says: &dyn Fn(usize) -> String| {
        if count > 0 {
            oddities.push(Oddity { kind, at: Some(at as u32), says: says(count) });
        }
    };
    add(OddityKind::Differs, loose_faces(document, model), &|count| {
        format!("shows {} that no mesh lists", counted(count, "face"))
    });
    add(OddityKind::Misreads, long_names(document), &|count| {
        format!("reads {} without the last of {NAME_WIDTH} bytes", counted(count, "name"))
    });
    let materials = &document.model.materials[..document.model.materials.len().min(model.material_count)];
    add(
        OddityKind::Drops,
        first_of(materials.iter().filter(|material| is_faded(material)).map(start)),
        &|count| format!("does not read the transparency of {}", counted(count, "material")),
    );
    add(OddityKind::Drops, model.lost_keys, &|count| {
        format!(
            "does not keep {}: their frame is none of the {} of the animation, or has another key",
            counted(count, "key"),
            model.frame_count
        )
    });
    add(OddityKind::Differs, model.moved_keys, &|count| {
        format!("moves {} between frames to the nearest frame", counted(count, "key"))
    });
    let parents = || model.parents.iter().zip(&document.model.bones).enumerate();
    let is_other = |parent: Option<usize>, said| match said {
        Parent::Bone(said) => parent != Some(said as usize),
        Parent::Missing => parent.is_some(),
        Parent::Root | Parent::Unknown => false,
    };
    let other = parents().filter(|(_, (parent, bone))| is_other(**parent, bone.parent_bone));
    add(OddityKind::Misreads, first_of(other.map(|(_, (_, bone))| bone.lines[0] as usize)), &|count| {
        format!(
            "hangs {} on another parent: small letters and capitals are the same to it",
            counted(count, "bone")
        )
    });
    let early = parents().filter(|(index, (parent, _))| parent.is_some_and(|parent| parent >= *index));
    add(OddityKind::Differs, first_of(early.map(|(_, (_, bone))| bone.lines[0] as usize)), &|count| {
        format!("poses {} wrongly, because the parent is not in front of it", counted(count, "bone"))
    });
    if let Some(at) = model.misread_comment {
        let says = "takes the text of the comment on the model for its length".to_string();
        oddities.push(Oddity { kind: OddityKind::Misreads, at: Some(at as u32), says });
    }
    if model.is_whole {
        oddities.extend(other_weights(document, model));
    }
    oddities
}

/// The first of some offsets, and how many there are.
fn first_of(mut offsets: impl Iterator<Item = usize>) -> (usize, usize) {
    offsets.next().map_or((0, 0), |first| (first, 1 + offsets.count()))
}

fn loose_faces(document: &Document, model: &MaverickModel) -> (usize, usize) {
    let Some(binary) = document.model.binary.as_ref().filter(|_| model.is_whole) else { return (0, 0) };
    let faces = binary.geometry.faces.rows.iter().zip(&binary.owners);
    first_of(faces.filter(|(_, owner)| **owner == ABSENT).map(|(face, _)| face.at as usize))
}

fn long_names(document: &Document) -> (usize, usize) {
    let names = named_objects(&document.model).filter_map(|(_, _, name)| name);
    first_of(names.filter(|name| name.len() >= NAME_WIDTH).map(|name| name.start as usize))
}

/// Whether the transparency says something that the colours do not, which have an alpha of their own.
fn is_faded(material: &Material) -> bool {
    let alpha = material.colors[1].map_or(1.0, |[.., alpha]| alpha);
    material.transparency.is_some_and(|transparency| (transparency - alpha).abs() > 0.01)
}

fn start(material: &Material) -> usize {
    material.lines[0] as usize
}

/// What becomes of the weights.
fn other_weights(document: &Document, model: &MaverickModel) -> Option<Oddity> {
    let single = BoneShares::single;
    let Some(extras) = model.extras else {
        let (at, count) = otherwise_bound(document, |_, bone, _| single(bone))?;
        let says = format!("does not read the weights: {} keep one bone", counted(count, "vertex"));
        return Some(Oddity { kind: OddityKind::Drops, at: Some(at), says });
    };
    let bytes = document.source.bytes();
    let width = vertex_extra(extras.version).map_or(0, width);
    let (at, count) = otherwise_bound(document, |index, bone, _| {
        let at = extras.at + index * width;
        let extra = ByteReader { bytes, at }.take(6).filter(|_| index < extras.count);
        match extra {
            Some(&[a, b, c, x, y, z]) => shares(extras, bone, [a, b, c], [x, y, z], model.bone_count),
            _ => single(bone),
        }
    })?;
    let says = match extras.version {
        1 => format!("takes the weights of {} for values up to 255, not percent", counted(count, "vertex")),
        _ => format!(
            "leaves out weights of {}: it reads no bone behind an empty one",
            counted(count, "vertex")
        ),
    };
    Some(Oddity { kind: OddityKind::Misreads, at: Some(at), says })
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
        1 => i32::from(weight) * 100 / 255,
        _ => i32::from(weight),
    });
    let [second, third, fourth] = bones.map(i32::from);
    let mut shares = BoneShares::single(bone);
    let parts = [(bone, a), (second, b), (third, c), (fourth, (100 - a - b - c).max(0))];
    let listed = parts.into_iter().take_while(|(bone, _)| *bone != i32::from(u8::MAX));
    for (index, part) in listed.enumerate().filter(|(_, (bone, _))| (*bone as usize) < bone_count) {
        let known = (0..index).find(|known| shares.bones[*known] == part.0);
        let slot = known.unwrap_or(index);
        (shares.bones[slot], shares.percent[slot]) = part;
    }
    shares
}
