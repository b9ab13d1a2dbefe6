//! What programs share that look a parent up by its name, of which the first counts, and pose bones in the order of the
//! file.

use std::collections::HashMap;

use crate::engines::{Oddity, OddityKind};

/// A bone, as such a program holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PosedBone<'d> {
    pub(super) name: &'d [u8],
    /// `None` for a root.
    pub(super) parent: Option<&'d [u8]>,
    /// Where the name of its parent is.
    pub(super) parent_at: u32,
}

/// Bones that lose their parent, and those that are posed before it.
pub(super) fn misplaced(bones: &[PosedBone]) -> Vec<Oddity> {
    let mut first_of: HashMap<&[u8], usize> = HashMap::new();
    for (index, bone) in bones.iter().enumerate() {
        first_of.entry(bone.name).or_insert(index);
    }
    let mut found = Vec::new();
    for (index, bone) in bones.iter().enumerate() {
        let Some(parent) = bone.parent else { continue };
        let says = match first_of.get(parent) {
            None => "takes this bone for a root, since it finds no parent of that name",
            Some(parent) if *parent == index => "poses this bone wrongly: it is its own parent",
            Some(parent) if *parent > index => {
                "poses this bone wrongly: its parent is not known when the bone is read"
            }
            Some(_) => continue,
        };
        found.push(Oddity::new(OddityKind::Differs, bone.parent_at, says));
    }
    found
}
