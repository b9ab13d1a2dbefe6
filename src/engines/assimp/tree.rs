//! How assimp hangs bones below each other: from the roots down, all bones that name a bone as their parent.

use std::collections::HashMap;

use crate::engines::records::RawBone;

/// Which bones assimp finds below the roots.
pub(super) struct AssimpTree {
    /// For each bone whether it is there.
    pub(super) reached: Vec<bool>,
    /// A bone that takes children for which another bone of its name had made room. What is in that room is not
    /// written, and is followed.
    pub(super) torn: Option<usize>,
    /// The first bone below more others than the stack of the program holds.
    pub(super) too_deep: Option<usize>,
}

/// It calls itself for each bone of a chain. With a stack of 8 MiB, as Linux gives, version 5.2.5 of Debian loaded a chain
/// of 23,000 bones and crashed at one of 24,000. The source of 6.0.5 does the same.
pub(super) const LONGEST_CHAIN: usize = 23_000;

/// The bones that name one parent.
#[derive(Default)]
struct Siblings {
    bones: Vec<usize>,
    /// How many of them have been hung up.
    hung: usize,
    /// Whether a bone is being given them.
    is_open: bool,
}

impl AssimpTree {
    pub(super) fn of(bones: &[RawBone]) -> Self {
        let mut by_parent: HashMap<&[u8], Siblings> = HashMap::new();
        for (index, bone) in bones.iter().enumerate() {
            by_parent.entry(bone.parent()).or_default().bones.push(index);
        }
        let mut tree = Self { reached: vec![false; bones.len()], torn: None, too_deep: None };
        // The root has no name yet, and all that have no parent hang on it.
        let mut open: Vec<&[u8]> = vec![b""];
        while let Some(siblings) = open.last().and_then(|name| by_parent.get_mut(name)) {
            siblings.is_open = true;
            let Some(bone) = siblings.bones.get(siblings.hung).copied() else {
                siblings.is_open = false;
                open.pop();
                continue;
            };
            siblings.hung += 1;
            tree.reached[bone] = true;
            if open.len() > LONGEST_CHAIN {
                tree.too_deep = tree.too_deep.or(Some(bone));
            }
            let name = bones[bone].name();
            match by_parent.get(name).filter(|children| children.hung < children.bones.len()) {
                Some(children) if children.is_open => {
                    tree.torn = Some(bone);
                    return tree;
                }
                Some(_) => open.push(name),
                None => {}
            }
        }
        tree
    }
}
