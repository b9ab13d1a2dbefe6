//! A bone whose parent comes after it in the file.

use std::collections::HashMap;

use crate::diagnostics::prelude::*;
use crate::fix::Applicability;
use crate::fix::renumber::move_bone_extras;
use crate::fix::weights::version;
use crate::model::skeleton::parent_cycles;
use crate::model::{ABSENT, Block, Bone, Parent};

pub(super) static RULE: Rule = Rule {
    name: "parent-after-child",
    group: Group::Bones,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Depends(
        "safe fix where the order is certain, unsafe where names are not clear or programs misread the weights",
        &[Aspect::BoneOrder],
    ),
    summary: "A bone whose parent is after it in the file",
    page: page!("parent-after-child"),
    check,
};

/// The most bones of which 8 bits with a sign hold each index.
const MOST_BONES: usize = 128;

fn check(document: &Document, findings: &mut Sink) {
    let mut in_cycle: Vec<u32> = parent_cycles(&document.model).into_iter().flatten().collect();
    in_cycle.sort_unstable();
    let children =
        document.model.bones.iter().enumerate().filter_map(|(index, bone)| match bone.parent_bone {
            // In a cycle some parent always comes after its child; that is not what is wrong with it.
            Parent::Bone(parent)
                if parent as usize > index && in_cycle.binary_search(&(index as u32)).is_err() =>
            {
                Some((index, bone, parent))
            }
            _ => None,
        });
    let count = children.clone().count();
    let mut fix =
        Shared::new(|| repair(document).filter(|_| in_cycle.is_empty()).map(|fix| fix.of_places(count)));
    for (index, bone, parent) in children {
        findings.add(Place::object(Record::Bone, index).field(fields::bone::PARENT), || {
            let name = Place::object(Record::Bone, parent as usize).field(fields::bone::NAME);
            let text = bone.parent.map_or_else(String::new, |span| show(document, span));
            Draft::new(format!("the parent \"{text}\" comes after this bone"))
                .label("not known yet")
                .also(document.locate(name), "the parent")
                .help("put parents before their children")
                .fix(fix.share())
        });
    }
}

/// Puts every parent before its children, and renumbers the bones wherever they are used.
/// `None` where that cannot be done without a doubt.
fn repair(document: &Document) -> Option<Fix> {
    let model = &document.model;
    let block = skeleton(document)?;
    let order = order(&model.bones);
    let mut fix = Fix::safe("move the bones, and number them again wherever they are used");
    // A program that reads weights from the wrong bytes finds others there afterwards.
    let is_misread = version(document).is_some_and(|(_, version)| version == 3);
    if is_misread || !keeps_first_of_each_name(document, &order) {
        fix.applicability = Applicability::Unsafe;
    }
    let mut new_index = vec![0; order.len()];
    for (new, old) in order.iter().enumerate() {
        new_index[*old] = new;
    }
    // A negative index is larger than any count.
    let moved = |bone: i32| new_index.get(bone as usize).copied().filter(|new| *new != bone as usize);
    for (object, geometry) in model.geometries() {
        for (index, vertex) in geometry.vertices.iter() {
            let Some(bone) = moved(vertex.bone) else { continue };
            let place = Place::row(Record::Vertex, object, index).field(fields::vertex::BONE);
            fix = set_field(fix, document, place, bone.to_string());
        }
    }
    for (index, comment) in model.comments.iter().enumerate() {
        let kind = model.blocks.get(comment.block as usize).map(|block| block.kind);
        let bone = comment.index.filter(|_| kind == Some(BlockKind::BoneComments)).and_then(moved);
        if let Some(bone) = bone {
            let place = Place::object(Record::Comment, index).field(fields::comment::INDEX);
            fix = set_field(fix, document, place, bone.to_string());
        }
    }
    let fix = move_bone_extras(fix, document, &new_index);
    let mut fix = move_bones(fix, document, block, &order);
    fix.edits.sort_by_key(|edit| edit.span.start);
    Some(fix)
}

/// The block of the bones, if their order can be changed: all that is there could be read, and what uses
/// the bones is in this file.
fn skeleton(document: &Document) -> Option<&Block> {
    let model = &document.model;
    let mut blocks = model.blocks.iter().filter(|block| block.kind == BlockKind::Bones);
    let block = blocks.next()?;
    let is_only = blocks.next().is_none() && block.declared() == Some(block.found);
    let is_sound = |(index, bone): (usize, &Bone)| {
        (document.is_binary() || !bone.lines.contains(&ABSENT))
            && bone.name.is_some_and(|name| !name.is_empty())
            && document.is_only_of_its_name(Record::Bone, index as u32)
            && bone.parent_bone != Parent::Unknown
            && bone.tables().iter().all(|(_, table)| table.is_whole())
    };
    // The bones of a split model are in a file of their own, for meshes in another.
    let vertices = || model.meshes.iter().flat_map(|mesh| &mesh.geometry.vertices.rows);
    let is_used = document.is_binary() || vertices().any(|vertex| vertex.bone >= 0);
    let are_meshes_read = model.meshes.iter().all(|mesh| mesh.geometry.vertices.broken.is_empty());
    let are_comments_read =
        model.comments.iter().all(|comment| comment.at == ABSENT || comment.index.is_some());
    // Beyond these, an index that moves may be one that importers cut off.
    let is_small = model.bones.len() <= MOST_BONES;
    let can_be_done = is_only
        && is_small
        && is_used
        && are_meshes_read
        && are_comments_read
        && model.bones.iter().enumerate().all(is_sound);
    can_be_done.then_some(block)
}

/// The bones in the order of the file, but each after its parent. There is no cycle among them.
fn order(bones: &[Bone]) -> Vec<usize> {
    let mut order = Vec::with_capacity(bones.len());
    let mut is_placed = vec![false; bones.len()];
    for bone in 0..bones.len() {
        let mut line = Vec::new();
        let mut at = Some(bone);
        while let Some(next) = at.filter(|next| !is_placed[*next]) {
            is_placed[next] = true;
            line.push(next);
            at = match bones[next].parent_bone {
                Parent::Bone(parent) => Some(parent as usize),
                _ => None,
            };
        }
        order.extend(line.into_iter().rev());
    }
    order
}

/// Whether importers that look names up by their first word, or ignoring case, and take the first
/// bone that fits, still find the same bones.
fn keeps_first_of_each_name(document: &Document, order: &[usize]) -> bool {
    let names = |order: &mut dyn Iterator<Item = usize>, only_first_word: bool| {
        let mut firsts: HashMap<Vec<u8>, usize> = HashMap::new();
        for bone in order {
            let name = document.name_of(Record::Bone, bone as u32).unwrap_or_default();
            let word = name.split(u8::is_ascii_whitespace).next().filter(|_| only_first_word).unwrap_or(name);
            firsts.entry(word.to_ascii_lowercase()).or_insert(bone);
        }
        firsts
    };
    let keeps = |word| names(&mut (0..order.len()), word) == names(&mut order.iter().copied(), word);
    keeps(true) && keeps(false)
}

/// Puts the bones in another order, each with its lines and with what is before them.
fn move_bones(mut fix: Fix, document: &Document, block: &Block, order: &[usize]) -> Fix {
    let slots = slots(document, block);
    for (slot, bone) in order.iter().enumerate().filter(|(slot, bone)| slot != *bone) {
        fix = fix.replace(slots[slot], ended(document, slots[*bone]));
    }
    fix
}

/// The bytes of a bone. In a text file the last line of it may have no ending, and gets one.
fn ended(document: &Document, bone: Span) -> Vec<u8> {
    let mut bytes = document.bytes(bone).to_vec();
    if document.is_binary() || bytes.ends_with(b"\n") {
        return bytes;
    }
    if document.ends_in_half_crlf() && bone.end as usize == document.source.len() {
        bytes.push(b'\n');
    } else if !bytes.ends_with(b"\r") {
        bytes.extend_from_slice(document.line_ending());
    }
    bytes
}

/// The bytes of each bone, with its keys.
fn slots(document: &Document, block: &Block) -> Vec<Span> {
    let bones = document.model.bones.iter();
    let mut start = match document.is_binary() {
        false => document.whole_line(block.at).end,
        true => bones.clone().next().map_or(0, |bone| bone.lines[0]),
    };
    let slot = |bone: &Bone| {
        // The tables follow each other: rotation keys are last in an ASCII file and first in a binary one.
        let slot = Span { start, end: bone.rotation_keys.end.max(bone.position_keys.end) };
        start = slot.end;
        slot
    };
    bones.map(slot).collect()
}
