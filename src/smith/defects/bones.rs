//! Defects of bones: parents, cycles and rotations.

use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{BOTH, Defect, Mark};
use crate::smith::knobs::Skeleton;
use crate::smith::model::Model;
use crate::smith::sample::{Path, Record};

/// 90 radians, that are meant as degrees.
const RIGHT_ANGLE: f32 = 90.0;
const TURNS: [&str; 3] = ["rotation x", "rotation y", "rotation z"];

/// A bone is turned by so much.
macro_rules! turned {
    ($what:literal, $by:expr) => {
        Defect::of_model("rotation-in-degrees", $what, BOTH, |model, choices| {
            let bone = choices.below(model.bones.len());
            Some(turn(model, choices, bone, $by))
        })
        .needs(preconditions::bones)
    };
}

/// The name of a parent is spelled in another way, that no bone is called by.
macro_rules! misspelled {
    ($what:literal, $spell:expr) => {
        Defect::of_model("parent-not-found", $what, BOTH, |model, choices| misspell(model, choices, $spell))
            .needs(two)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    Defect::of_model("parent-not-found", "a parent that is not a bone at all", BOTH, |model, choices| {
        let index = choices.below(model.bones.len());
        model.bones[index].parent = b"nowhere near".to_vec();
        Some(Mark::at(parent_of(index)))
    })
    .needs(preconditions::bones)
    // Its repair makes it a root.
    .shadowed_by(&["multiple-roots"]),
    // Its repair makes it a root where several names are as near.
    misspelled!("a parent whose name lacks its last letter", |name| name.truncate(name.len() - 1))
        .shadowed_by(&["multiple-roots"]),
    misspelled!("a parent whose name is in upper case", |name| name.make_ascii_uppercase()),
    Defect::of_model("self-parent", "a bone is its own parent", BOTH, |model, choices| {
        let index = choices.below(model.bones.len());
        let bone = &mut model.bones[index];
        bone.parent.clone_from(&bone.name);
        Some(Mark::at(parent_of(index)))
    })
    .needs(preconditions::bones)
    // Its repair makes it a root.
    .shadowed_by(&["multiple-roots"]),
    Defect::of_model("parent-cycle", "two bones are the parents of each other", BOTH, |model, choices| {
        close_cycle(model, choices, 2)
    })
    .needs(two),
    Defect::of_model(
        "parent-cycle",
        "three bones are parents of each other, in a ring",
        BOTH,
        |model, choices| close_cycle(model, choices, 3),
    )
    .needs(|config| {
        preconditions::bones(config);
        config.bones.at_least(3);
        config.skeleton = Skeleton::Chain;
    }),
    Defect::of_model(
        "parent-cycle",
        "the parent of a root is the last bone of its longest chain",
        BOTH,
        |model, choices| {
            let longest = (0..model.bones.len()).map(|bone| chain(model, bone).len()).max()?;
            close_cycle(model, choices, longest)
        },
    )
    .needs(two),
    Defect::of_model("parent-after-child", "a bone is before its parent", BOTH, |model, choices| {
        let (child, parent) = hanging(model, choices)?;
        // If the parent is already after it, the defect would be repaired.
        let bone = (parent < child).then(|| model.bones.remove(child))?;
        model.bones.insert(parent, bone);
        Some(Mark::at(parent_of(parent)))
    })
    .needs(two),
    Defect::of_model("multiple-roots", "one more bone has no parent", BOTH, |model, choices| {
        let (child, _) = hanging(model, choices)?;
        model.bones[child].parent.clear();
        let mut roots = (0..model.bones.len()).filter(|bone| model.bones[*bone].parent.is_empty());
        Some(Mark::at(parent_of(roots.nth(1)?)))
    })
    .needs(two),
    Defect::of_model("unbound-skeleton", "no vertex refers to a bone", BOTH, |model, _| {
        for vertex in model.meshes.iter_mut().flat_map(|mesh| &mut mesh.vertices) {
            (vertex.bone, vertex.more_bones, vertex.weights) = (-1, [-1; 3], [0; 3]);
        }
        Some(Mark::at(Path::block("Bones")))
    })
    .needs(|config| {
        preconditions::bones(config);
        // Vertices that are bound to bones must be in the same file.
        preconditions::whole(config);
    }),
    turned!("a bone is turned by 90 radians", RIGHT_ANGLE),
    turned!("a bone is turned by -90 radians", -RIGHT_ANGLE),
    Defect::of_model(
        "rotation-in-degrees",
        "a bone and its keys are turned by 90 radians",
        BOTH,
        |model, choices| {
            let bone = choices.below(model.bones.len());
            let keys = &mut model.bones[bone].rotation_keys;
            keys.iter_mut().for_each(|key| key.value[0] = RIGHT_ANGLE);
            Some(turn(model, choices, bone, RIGHT_ANGLE))
        },
    )
    .needs(|config| {
        preconditions::bones(config);
        config.keys.at_least(1);
    }),
];

fn two(config: &mut Config) {
    preconditions::bones(config);
    config.bones.at_least(2);
}

fn parent_of(bone: usize) -> Path {
    Path::object(Record::Bone, bone).field("parent")
}

/// The bones from this one up to its root, or up to where the chain closes a cycle.
fn chain(model: &Model, bone: usize) -> Vec<usize> {
    let parent = |bone: &usize| {
        let name = &model.bones[*bone].parent;
        model.bones.iter().position(|other| other.name == *name)
    };
    std::iter::successors(Some(bone), parent).take(model.bones.len()).collect()
}

/// Any bone that has a parent, and that parent; `None` if none has.
fn hanging(model: &Model, choices: &mut Choices) -> Option<(usize, usize)> {
    let pairs = (0..model.bones.len()).filter_map(|bone| Some((bone, *chain(model, bone).get(1)?)));
    let pairs: Vec<_> = pairs.collect();
    (!pairs.is_empty()).then(|| choices.one_of(&pairs))
}

/// Spells the parent of a bone in another way, that no bone is called by.
fn misspell(model: &mut Model, choices: &mut Choices, spell: fn(&mut Vec<u8>)) -> Option<Mark> {
    let (child, _) = hanging(model, choices)?;
    spell(&mut model.bones[child].parent);
    let parent = &model.bones[child].parent;
    let is_known = parent.is_empty() || model.bones.iter().any(|bone| bone.name == *parent);
    (!is_known).then(|| Mark::at(parent_of(child)))
}

/// Gives a bone one of its descendants as parent, so that this many bones form a cycle.
fn close_cycle(model: &mut Model, choices: &mut Choices, length: usize) -> Option<Mark> {
    let chains = (0..model.bones.len()).map(|bone| chain(model, bone)).filter(|chain| chain.len() >= length);
    let chains: Vec<_> = chains
        .map(|mut chain| {
            chain.truncate(length);
            chain
        })
        .collect();
    let ring = chains.get(choices.below(chains.len())).filter(|_| length > 1)?;
    let (last, first) = (ring[0], ring[length - 1]);
    model.bones[first].parent = model.bones[last].name.clone();
    Some(Mark::at(parent_of(*ring.iter().min()?)))
}

fn turn(model: &mut Model, choices: &mut Choices, bone: usize, by: f32) -> Mark {
    let axis = choices.below(TURNS.len());
    model.bones[bone].rotation[axis] = by;
    Mark::at(Path::object(Record::Bone, bone).field(TURNS[axis]))
}
