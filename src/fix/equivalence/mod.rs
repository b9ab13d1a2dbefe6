//! Compares what two files mean. This is how a fix is proved: it changed no more than its rule allows.

mod binary;
mod text;

use std::fmt::Debug;

use crate::document::Document;
use crate::fix::Aspect;
use crate::fix::renumber::named_groups;
use crate::layout::{Record, fields};
use crate::model::place::Place;
use crate::model::{Mesh, Parent, Text};
use crate::parse::sniff::Content;

/// What one file means and the other does not, in words, apart from what may differ. `None` if they
/// mean the same.
///
/// Numbers are compared by value, names and paths byte by byte; how anything is spelled and where it
/// stands means nothing.
pub fn difference(before: &Document, after: &Document, may_differ: &[Aspect]) -> Option<String> {
    let may = |aspect| may_differ.contains(&aspect);
    // What could not be read at all had no meaning that could be lost.
    let was_read = matches!(before.content, Content::Text | Content::Binary) && before.damage().is_none();
    if may(Aspect::Reading) && !was_read {
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
            self.stored(Place::object(Record::Material, index).field(fields::material::MODE))?;
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
    // In a binary file readers differ on whether meshes or faces tell which belong together.
    let named = named_groups(document);
    let shows_something = |index: usize, mesh: &Mesh| match document.is_binary() {
        false => !(mesh.geometry.vertices.is_empty() || mesh.geometry.faces.is_empty()),
        true => !mesh.members.is_empty() || named.get(index) == Some(&true),
    };
    let meshes = document.model.meshes.iter().enumerate();
    meshes.filter(|(index, mesh)| !may_go || shows_something(*index, mesh)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    const MODEL: &str = r#"// MilkShape 3D ASCII
Frames: 30
Frame: 1
Meshes: 2
"body" 0 0
4
0 0.0 0.0 0.0 0.0 1.0 0
0 1.0 0.0 0.0 1.0 1.0 1
0 0.0 1.0 0.0 0.0 0.0 1
0 0.0 1.0 1.0 0.0 0.0 -1
1
0.0 0.0 1.0
1
0 0 1 2 0 0 0 1
"nothing" 0 -1
0
0
0
Materials: 1
"skin"
0.2 0.2 0.2 1.0
0.8 0.8 0.8 1.0
0.0 0.0 0.0 1.0
0.0 0.0 0.0 1.0
0.0
1.0
"skin.png"
""
Bones: 3
"arm"
"shoulder"
0 1.0 0.0 0.0 0.0 0.0 0.5
3
2.0 0.0 0.0 0.0
1.0 0.0 0.0 0.0
1.0 0.0 0.0 3.0
0
"shoulder"
""
0 2.0 0.0 0.0 0.0 0.0 0.0
0
0
"hand"
"am"
0 3.0 0.0 0.0 0.0 0.0 0.0
0
0
BoneComments: 2
0
of the arm
7
of nothing
"#;

    const ARM: &str = "\"arm\"\n\"shoulder\"\n0 1.0 0.0 0.0 0.0 0.0 0.5\n3\n2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n0\n";
    const SHOULDER: &str = "\"shoulder\"\n\"\"\n0 2.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n";

    /// What is replaced in the model, and by what, so that two models differ in one aspect alone. Nothing for what
    /// only binary models have.
    fn change(aspect: Aspect) -> Vec<(String, String)> {
        let one = |from: &str, to: &str| vec![(from.to_string(), to.to_string())];
        match aspect {
            Aspect::Reading => one("\"body\" 0 0", "\"body\" 0 x"),
            Aspect::Precision => one("0 2.0 0.0", "0 2.0 0.0000000000005"),
            Aspect::Blocks => one("BoneComments", "GroupComments: 0\nBoneComments"),
            Aspect::BlockOrder => one("Frames: 30\nFrame: 1\n", "Frame: 1\nFrames: 30\n"),
            Aspect::Counts => one("Materials: 1", "Materials: 2"),
            Aspect::Frames => one("Frames: 30", "Frames: 31"),
            Aspect::Names => one("skin\"", "hide\""),
            Aspect::Meshes => {
                [one("Meshes: 2", "Meshes: 1"), one("\"nothing\" 0 -1\n0\n0\n0\n", "")].concat()
            }
            Aspect::Flags => one("0 2.0 0.0", "1 2.0 0.0"),
            Aspect::Vertices => one("0 0.0 1.0 1.0 0.0 0.0 -1", "0 0.0 1.0 2.0 0.0 0.0 -1"),
            Aspect::VertexBones => one("0.0 0.0 -1", "0.0 0.0 0"),
            Aspect::Normals => one("0.0 0.0 1.0\n1", "0.0 1.0 0.0\n1"),
            Aspect::Faces => one("0 0 1 2 0 0 0 1", "0 0 1 2 0 0 0 2"),
            Aspect::Paths => one("skin.png", "skin.bmp"),
            Aspect::Colors => one("0.0\n1.0\n\"skin", "0.0\n0.5\n\"skin"),
            Aspect::BoneOrder => {
                let bones = format!("{SHOULDER}{ARM}");
                let vertices = (
                    "1.0 0\n0 1.0 0.0 0.0 1.0 1.0 1\n0 0.0 1.0 0.0 0.0 0.0 1",
                    "1.0 1\n0 1.0 0.0 0.0 1.0 1.0 0\n0 0.0 1.0 0.0 0.0 0.0 0",
                );
                [
                    one(&format!("{ARM}{SHOULDER}"), &bones),
                    one(vertices.0, vertices.1),
                    one("0\nof the arm", "1\nof the arm"),
                ]
                .concat()
            }
            Aspect::BoneParents => one("\"am\"", "\"arm\""),
            Aspect::BonePoses => one("0.0 0.5\n", "0.0 0.6\n"),
            Aspect::KeyOrder => one(
                "2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n",
                "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n2.0 0.0 0.0 0.0\n",
            ),
            Aspect::Keys => one("3\n2.0 0.0 0.0 0.0\n1.0 0.0 0.0 0.0\n", "2\n2.0 0.0 0.0 0.0\n"),
            Aspect::KeyTimes => one("2.0 0.0 0.0 0.0\n1.0", "60.0 0.0 0.0 0.0\n1.0"),
            Aspect::NeutralKeys => one("3.0\n0\n", "3.0\n1\n1.0 0.0 0.0 0.0\n"),
            Aspect::Comments => {
                one("BoneComments: 2\n0\nof the arm\n7\nof nothing\n", "BoneComments: 1\n0\nof the arm\n")
            }
            Aspect::Tail
            | Aspect::Rest
            | Aspect::Weights
            | Aspect::ExtraVersion
            | Aspect::FaceGroups
            | Aspect::FaceOrder
            | Aspect::FrameRate => Vec::new(),
        }
    }

    fn changed(model: &str, changes: &[(String, String)]) -> String {
        changes.iter().fold(model.to_string(), |model, (from, to)| {
            assert!(model.contains(from), "the model has no {from:?}");
            model.replacen(from, to, 1)
        })
    }

    fn compare(before: &str, after: &str, may_differ: &[Aspect]) -> Option<String> {
        let document = |text: &str| read("model.txt", text.as_bytes().to_vec());
        difference(&document(before), &document(after), may_differ)
    }

    #[test]
    fn every_aspect_is_found_and_may_be_allowed() {
        for aspect in Aspect::ALL.into_iter().filter(|aspect| !change(*aspect).is_empty()) {
            let (mut before, mut after) = (MODEL.to_string(), changed(MODEL, &change(aspect)));
            if aspect == Aspect::Reading {
                std::mem::swap(&mut before, &mut after);
            }
            assert_eq!(compare(&before, &before, &[]), None, "{aspect:?}");
            assert!(compare(&before, &after, &[]).is_some(), "{aspect:?} is not found");
            assert_eq!(compare(&before, &after, &[aspect]), None, "{aspect:?}");
            // The bones of vertices are a part of the vertices.
            let covers = |other: &Aspect| {
                *other == aspect || (aspect, *other) == (Aspect::VertexBones, Aspect::Vertices)
            };
            let others: Vec<_> = Aspect::ALL.into_iter().filter(|other| !covers(other)).collect();
            let is_found = compare(&before, &after, &others).is_some();
            assert!(is_found, "{aspect:?} is not found where all others may differ");
        }
    }

    /// Changes of the kind that an aspect allows, which go too far.
    #[test]
    fn what_goes_too_far_is_found() {
        for (aspect, from, to) in [
            (Aspect::Reading, "\"body\" 0 0", "\"body\" 0 x"),
            (Aspect::Meshes, "\"body\" 0 0", "\"body\" 0 -1"),
            (Aspect::BoneOrder, "0.0 0.0 -1", "0.0 0.0 0"),
            (Aspect::BoneOrder, "0\nof the arm", "1\nof the arm"),
            (Aspect::BoneParents, "\"arm\"\n\"shoulder\"", "\"arm\"\n\"\""),
            (Aspect::BonePoses, "0 1.0 0.0 0.0 0.0", "0 1.5 0.0 0.0 0.0"),
            (Aspect::BonePoses, "1.0 0.0 0.0 3.0", "1.0 0.0 0.0 2.0"),
            (Aspect::KeyOrder, "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n", "1.0 0.0 0.0 3.0\n1.0 0.0 0.0 0.0\n"),
            (Aspect::Keys, "3\n2.0 0.0 0.0 0.0\n", "2\n"),
            (Aspect::Keys, "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 3.0\n", "1.0 0.0 0.0 0.0\n1.0 0.0 0.0 2.0\n"),
            (Aspect::NeutralKeys, "3.0\n0\n", "3.0\n1\n1.0 0.0 0.0 0.1\n"),
            (Aspect::NeutralKeys, "3.0\n0\n", "3.0\n1\n5.0 0.0 0.0 0.0\n"),
            (Aspect::Comments, "2\n0\nof the arm\n", "1\n"),
            (Aspect::Comments, "of the arm", "of an arm"),
        ] {
            let after = changed(MODEL, &[(from.to_string(), to.to_string())]);
            assert!(compare(MODEL, &after, &[aspect]).is_some(), "{aspect:?}: {from:?}");
        }
    }
}
