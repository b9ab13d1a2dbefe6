//! What Scorched3D takes otherwise than an ASCII model says, once it has loaded it.

use crate::base::display::{counted, visible};
use crate::base::file_tree::FileTree;
use crate::diagnostics::effect::{EffectCause, Topic};
use crate::document::Document;
use crate::engines::lines::line_at;
use crate::engines::posed::{PosedBone, late_key, misplaced, unsorted_keys};
use crate::engines::scan::quoted;
use crate::engines::scorched3d::held::{ScorchedBone, ScorchedModel};
use crate::engines::{Oddity, OddityKind};
use crate::layout::BlockKind;

/// All of them.
pub(super) fn of(document: &Document, held: &ScorchedModel, files: Option<&dyn FileTree>) -> Vec<Oddity> {
    let mut found = spheres(document, held, files);
    found.extend(names(document, held));
    found.extend(behind_bones(document));
    let mut vertices = held.meshes.iter().flat_map(|mesh| &mesh.vertices);
    match vertices.any(|vertex| vertex.bone != -1) {
        true => {
            found.extend(parents(held));
            found.extend(one_sided(held));
            found.extend(late(document, held));
            found.extend(unsorted_keys(document));
        }
        false => found.extend(unbound(held)),
    }
    found
}

/// Blocks with meshes, materials or bones behind the first one with bones, where the program stops reading.
fn behind_bones(document: &Document) -> impl Iterator<Item = Oddity> {
    let blocks = document.model.blocks.iter().skip_while(|block| block.kind != BlockKind::Bones).skip(1);
    let read = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones];
    let unread = blocks.filter(move |block| block.found > 0 && read.contains(&block.kind));
    let says = "does not read this block: it reads nothing after the first block Bones";
    unread.map(move |block| Oddity::new(OddityKind::Drops, block.at, says))
}

/// A texture is shown like a mirror if a name in its path begins with a word. Who calls the file so means it, but not
/// who has such a folder.
fn spheres(document: &Document, held: &ScorchedModel, files: Option<&dyn FileTree>) -> Vec<Oddity> {
    const WORD: &[u8] = b"/sphere_";
    let holds = |path: &[u8]| memchr::memmem::find(path, WORD).is_some();
    // What is in the path of the model is also in those of its textures.
    let is_in_folder =
        files.is_some_and(|files| files.path_holds(&WORD[1..]) && holds(&[b"/", &files.path()[..]].concat()));
    let meshes = held.meshes.iter().zip(&document.model.meshes);
    let mut users: Vec<Vec<&[u8]>> = vec![Vec::new(); document.model.materials.len()];
    for (held, mesh) in meshes {
        let material = mesh.material.and_then(|material| usize::try_from(material).ok());
        if let Some(users) = material.and_then(|material| users.get_mut(material)) {
            users.push(&held.material.texture);
        }
    }
    let mut found = Vec::new();
    for (index, material) in document.model.materials.iter().enumerate() {
        let Some(path) = material.texture else { continue };
        let folder = |byte: &u8| if *byte == b'\\' { b'/' } else { *byte };
        let whole: Vec<u8> = [b'/'].into_iter().chain(document.bytes(path).iter().map(folder)).collect();
        let is_used = users[index].iter().any(|texture| !texture.is_empty() && whole.ends_with(texture));
        let folders = &whole[..memchr::memrchr(b'/', &whole).unwrap_or_default() + 1];
        let is_wanted = whole[folders.len()..].starts_with(&WORD[1..]);
        if is_used && (is_in_folder || holds(&whole)) {
            let (topic, says) = match is_wanted {
                true => (
                    Topic::WantedMirror,
                    "shows this texture like a mirror: its name begins with \"sphere_\"",
                ),
                false if !holds(&whole) => (
                    Topic::Mirror,
                    "shows this texture like a mirror: the name of a folder of the model begins with \"sphere_\"",
                ),
                false => (
                    Topic::Mirror,
                    "shows this texture like a mirror: a folder in its path begins with \"sphere_\"",
                ),
            };
            let mirror = Oddity::new(OddityKind::Differs, path.start, says);
            found.push(mirror.about(EffectCause::Topic(topic)));
        }
    }
    found
}

/// Names of bones end at a blank.
fn names(document: &Document, held: &ScorchedModel) -> Vec<Oddity> {
    let mut found = Vec::new();
    for bone in &held.bones {
        let meant = quoted(line_at(document.source.bytes(), bone.at));
        if meant.iter().any(u8::is_ascii_whitespace) && bone.name.len() < meant.len() {
            let read = bone.name.strip_prefix(b"\"").unwrap_or(bone.name);
            let says = format!("reads \"{}\" for \"{}\"", visible(read), visible(meant));
            found.push(Oddity::new(OddityKind::Misreads, bone.at, says));
        }
    }
    found
}

/// A root is a bone whose parent is not found. That of a bone without a parent has an empty name, in quotes.
fn parents<'d>(held: &ScorchedModel<'d>) -> Vec<Oddity> {
    const NONE: &[u8] = b"\"\"";
    let is_named = held.bones.iter().any(|bone| bone.name == NONE);
    let posed = |bone: &ScorchedBone<'d>| PosedBone {
        name: bone.name,
        parent: Some(bone.parent).filter(|parent| is_named || *parent != NONE),
        parent_at: bone.parent_at,
    };
    misplaced(&held.bones.iter().map(posed).collect::<Vec<_>>())
}

fn one_sided(held: &ScorchedModel) -> Vec<Oddity> {
    // Without position keys a bone has the last position that any bone had: none if no bone has keys.
    let have_positions = held.bones.iter().any(|bone| !bone.position_keys.is_empty());
    let mut found = Vec::new();
    for bone in &held.bones {
        let [positions, rotations] = bone.key_counts_at;
        let (at, says) = match (bone.position_keys.is_empty(), bone.rotation_keys.is_empty()) {
            (false, true) => {
                (rotations, "shrinks what hangs on this bone to a point: it has no rotation keys")
            }
            (true, false) if have_positions => {
                (positions, "moves this bone to where another one is: it has no position keys")
            }
            _ => continue,
        };
        found.push(Oddity::new(OddityKind::Differs, at, says).misplacing_bones());
    }
    found
}

/// Frames are counted up to the number that the file says.
fn late(document: &Document, held: &ScorchedModel) -> Option<Oddity> {
    let last = i64::from(held.frame_count) * 10_000;
    let is_late = |bone: &&ScorchedBone| {
        bone.position_keys.iter().chain(&bone.rotation_keys).any(|[time, ..]| *time > last)
    };
    let mut bones = held.bones.iter().filter(is_late);
    let first = bones.next()?;
    let bones = counted(bones.count() + 1, "bone");
    let frames = counted(usize::try_from(held.frame_count).unwrap_or(0), "frame");
    let says = format!("never comes to the last keys of {bones}, as it plays {frames}");
    let at = late_key(document, held.frame_count).unwrap_or(first.at);
    Some(Oddity::new(OddityKind::Drops, at, says).about(EffectCause::Topic(Topic::Length)))
}

fn unbound(held: &ScorchedModel) -> Option<Oddity> {
    let has_keys = |bone: &&ScorchedBone| bone.position_keys.len() + bone.rotation_keys.len() > 1;
    let first = held.bones.iter().find(has_keys)?;
    Some(Oddity::new(OddityKind::Drops, first.at, "plays no animation, since no vertex has a bone"))
}
