//! Compares what two files mean. This is how a fix is verified: it changed no more than its rule allows.

mod binary;
mod text;

use std::fmt::Debug;

use crate::document::Document;
use crate::document::lost_block::lost_blocks;
use crate::fix::Aspect;
use crate::fix::renumber::named_groups;
use crate::layout::{Record, fields};
use crate::model::place::Place;
use crate::model::{Mesh, Parent, Text};
use crate::parse::sniff::Content;

/// What one file means and the other does not, in words, apart from what may differ. `None` if they
/// mean the same.
///
/// Numbers are compared by value, names and paths byte by byte; spelling and position in the file
/// are ignored.
pub fn difference(before: &Document, after: &Document, may_differ: &[Aspect]) -> Option<String> {
    let may = |aspect| may_differ.contains(&aspect);
    // What could not be read at all had no meaning that could be lost.
    let is_model = matches!(before.content, Content::Text | Content::Binary);
    let was_read = || is_model && before.is_in_place() && lost_blocks(before).is_empty();
    if may(Aspect::Reading) && !was_read() {
        return None;
    }
    let meshes = [before, after].map(|document| meshes(document, may(Aspect::Meshes)));
    Comparison { before, after, may_differ, meshes }.all().err()
}

struct Comparison<'a> {
    before: &'a Document,
    after: &'a Document,
    may_differ: &'a [Aspect],
    /// The indices of the meshes before and after that are compared.
    meshes: [Vec<usize>; 2],
}

fn ensure(same: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if same { Ok(()) } else { Err(what()) }
}

impl Comparison<'_> {
    fn may(&self, aspect: Aspect) -> bool {
        self.may_differ.contains(&aspect)
    }

    fn all(&self) -> Result<(), String> {
        let (before, after) = (&self.before.model, &self.after.model);
        self.blocks()?;
        let order = self.bone_order();
        let mut places = order.clone();
        places.sort_unstable();
        places.dedup();
        self.equal("number of bones that are still there", order.len(), places.len())?;
        let [were, are] = &self.meshes;
        self.equal("number of meshes", were.len(), are.len())?;
        for (index, (was, is)) in were.iter().zip(are).enumerate() {
            self.mesh(&before.meshes[*was], &after.meshes[*is], &order)
                .map_err(|what| format!("mesh {index}: {what}"))?;
        }
        self.equal("number of materials", before.materials.len(), after.materials.len())?;
        for (index, pair) in before.materials.iter().zip(&after.materials).enumerate() {
            self.material(pair.0, pair.1).map_err(|what| format!("material {index}: {what}"))?;
            self.record_slice(Place::object(Record::Material, index).field(fields::material::MODE))?;
        }
        self.equal("number of bones", before.bones.len(), after.bones.len())?;
        for (index, bone) in before.bones.iter().enumerate() {
            let other = &after.bones[order[index]];
            let names_itself = bone.parent_bone == Parent::Bone(index as u32);
            self.bone(bone, other, names_itself, &order).map_err(|what| format!("bone {index}: {what}"))?;
        }
        self.comments(&order)?;
        match (&before.binary, &after.binary) {
            (Some(before), Some(after)) => self.binary(before, after, &order),
            (None, None) => Ok(()),
            _ => Err("one file is text and the other is binary".to_string()),
        }
    }

    fn equal<T: PartialEq + Debug>(&self, what: &str, before: T, after: T) -> Result<(), String> {
        ensure(before == after, || format!("{what} was {before:?} and is {after:?}"))
    }

    /// The same, unless it was nothing that could be read, and may be read now.
    fn equal_if_read<T: PartialEq + Debug>(
        &self,
        what: &str,
        before: Option<T>,
        after: Option<T>,
    ) -> Result<(), String> {
        let is_new = before.is_none() && self.may(Aspect::Reading);
        if is_new { Ok(()) } else { self.equal(what, before, after) }
    }

    fn text(&self, what: &str, before: Text, after: Text) -> Result<(), String> {
        let before = before.map(|span| String::from_utf8_lossy(self.before.bytes(span)));
        let after = after.map(|span| String::from_utf8_lossy(self.after.bytes(span)));
        self.equal_if_read(what, before, after)
    }

    fn name(&self, before: Text, after: Text) -> Result<(), String> {
        if self.may(Aspect::Names) { Ok(()) } else { self.text("name", before, after) }
    }
}

/// The indices of the meshes of a file, without those that show nothing where these may go.
fn meshes(document: &Document, may_go: bool) -> Vec<usize> {
    // In a binary file, engines differ on whether meshes or faces define which belong together.
    let named = named_groups(document);
    let shows_something = |index: usize, mesh: &Mesh| match document.is_binary() {
        false => !(mesh.geometry.vertices.is_empty() || mesh.geometry.faces.is_empty()),
        true => !mesh.members.is_empty() || named.get(index) == Some(&true),
    };
    let meshes = document.model.meshes.iter().enumerate();
    meshes.filter(|(index, mesh)| !may_go || shows_something(*index, mesh)).map(|(index, _)| index).collect()
}
