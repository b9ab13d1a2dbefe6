//! The parents of bones: looks them up by name, and finds cycles.

use std::collections::HashMap;

use crate::base::span::Span;
use crate::model::{Model, Parent};

impl Model {
    /// Looks the parents of bones up by name, as every engine does: the first bone of that name. `text` gives
    /// the bytes of a span.
    pub(crate) fn resolve_parents<'a>(&mut self, text: impl Fn(Span) -> &'a [u8]) {
        let mut by_name = HashMap::with_capacity(self.bones.len());
        for (index, bone) in self.bones.iter().enumerate() {
            if let Some(name) = bone.name {
                by_name.entry(text(name)).or_insert(index as u32);
            }
        }
        for bone in &mut self.bones {
            bone.parent_bone = match bone.parent {
                None => Parent::Unknown,
                Some(name) if name.is_empty() => Parent::Root,
                Some(name) => by_name.get(text(name)).map_or(Parent::Missing, |index| Parent::Bone(*index)),
            };
        }
    }
}

/// The cycles among the parents of bones, each from its first bone on, from child to parent.
pub(crate) fn parent_cycles(model: &Model) -> Vec<Vec<u32>> {
    /// Which walk came by a bone first; 0 for none yet.
    type Walk = u32;
    let parent = |bone: u32| match model.bones[bone as usize].parent_bone {
        Parent::Bone(parent) => Some(parent),
        _ => None,
    };
    let mut walked: Vec<Walk> = vec![0; model.bones.len()];
    let mut cycles = Vec::new();
    for start in 0..model.bones.len() as u32 {
        let walk = start + 1;
        let mut at = Some(start);
        while let Some(bone) = at.filter(|bone| walked[*bone as usize] == 0) {
            walked[bone as usize] = walk;
            at = parent(bone);
        }
        // A bone that this very walk came by before: the walk has run into a cycle.
        if let Some(entry) = at.filter(|bone| walked[*bone as usize] == walk) {
            let next = |bone: &u32| parent(*bone).filter(|parent| *parent != entry);
            let mut cycle: Vec<u32> = std::iter::successors(Some(entry), next).collect();
            let first = cycle.iter().enumerate().min_by_key(|(_, bone)| **bone).map_or(0, |(at, _)| at);
            cycle.rotate_left(first);
            cycles.push(cycle);
        }
    }
    cycles
}
