//! Several rules give new names in one round of fixes; they must not get into each other's way.

use crate::support;
use ms3dlint::actions::lint;
use ms3dlint::actions::lint::lint;
use ms3dlint::actions::repair::{RepairOptions, errors, repair};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::{Document, read};
use ms3dlint::fix::Applicability;
use ms3dlint::layout::Record;
use ms3dlint::model::Parent;
use ms3dlint::rules;

const FACE: &str = "3\n0 0.0 0.0 0.0 0.0 1.0 -1\n0 1.0 0.0 0.0 1.0 1.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n\
                    1\n0.0 0.0 1.0\n1\n0 0 1 2 0 0 0 1\n";
const COLORS: &str =
    "0.2 0.2 0.2 1.0\n0.8 0.8 0.8 1.0\n0.0 0.0 0.0 1.0\n0.0 0.0 0.0 1.0\n0.0\n1.0\n\"\"\n\"\"\n";

/// A model with meshes, materials and bones of these names, the bones each with its parent.
fn model(names: &[&str], bones: &[(&str, &str)]) -> String {
    let meshes: String = names.iter().map(|name| format!("\"{name}\" 0 -1\n{FACE}")).collect();
    let materials: String = names.iter().map(|name| format!("\"{name}\"\n{COLORS}")).collect();
    let bone = |(name, parent): &(&str, &str)| {
        format!(
            "\"{name}\"\n\"{parent}\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n1\n1.0 0.0 0.0 0.0\n1\n1.0 0.0 0.0 0.0\n"
        )
    };
    let (count, bone_count) = (names.len(), bones.len());
    let bones: String = bones.iter().map(bone).collect();
    format!(
        "// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: {count}\n{meshes}Materials: {count}\n{materials}\
         Bones: {bone_count}\n{bones}"
    )
}

/// Long names with spaces that are alike once they are cut, joined or both, and others beside them that
/// have the names that these would get.
const BAD: &[&str] = &[
    "the upper left arm of the large robot",
    "the upper left arm of the large robot",
    "the upper left arm of the large robot with a glove",
    "the upper left arm of the large",
    "the_upper_left_arm_of_the_large",
    "the_upper_left_arm_of_the_large robot",
    "the_upper_left_arm_of_the_lar-2",
    "the \"upper\" left arm of the large robot",
    "",
    "",
    " ",
    "_",
    "mesh",
    "bone",
    "bone",
    "bone-2",
    "bone 2",
    "bone_2",
    "\"",
];

fn repaired(text: &str, only: &[&str]) -> Document {
    let only = only.iter().filter_map(|name| rules::find(name)).collect();
    let options = RepairOptions { lint: lint::Options::default(), least: Applicability::Unsafe, only };
    match repair(read("names.txt", text.into()), &Context::default(), &options) {
        Ok(repaired) => repaired.document,
        Err(defect) => panic!("{:?}: {}", defect.rules, defect.what),
    }
}

fn names(document: &Document, record: Record, count: usize) -> Vec<String> {
    let name = |index| String::from_utf8_lossy(document.name_of(record, index).unwrap()).into_owned();
    (0..count as u32).map(name).collect()
}

#[test]
fn names_that_are_bad_in_many_ways_become_good_ones() {
    let parent = |index| if index == 0 { "" } else { BAD[index / 2] };
    let bones: Vec<_> = BAD.iter().enumerate().map(|(index, name)| (*name, parent(index))).collect();
    let document = repaired(&model(BAD, &bones), &[]);
    assert_eq!(errors(&document, &Context::default()).keys().collect::<Vec<_>>(), Vec::<&&str>::new());
    for record in [Record::Mesh, Record::Material, Record::Bone] {
        let names = names(&document, record, BAD.len());
        for (index, name) in names.iter().enumerate() {
            let limit = if record == Record::Material { 255 } else { 31 };
            assert!(!name.is_empty() && name.len() <= limit && !name.contains([' ', '"']), "{name:?}");
            assert!(!names[..index].contains(name), "{name:?} twice");
        }
    }
}

/// A child keeps its parent, however that is renamed: the first bone of the name.
#[test]
fn references_follow() {
    let long = "a bone whose name is longer than any reader likes";
    let bones = [("root", ""), (long, "root"), (long, "root"), ("finger", long), ("thumb", long)];
    let document = repaired(&model(&["body"], &bones), &[]);
    let names = names(&document, Record::Bone, bones.len());
    assert_eq!(names[1], "a_bone_whose_name_is_longer_tha");
    let parents = document.model.bones.iter().map(|bone| bone.parent_bone);
    let expected = [Parent::Root, Parent::Bone(0), Parent::Bone(0), Parent::Bone(1), Parent::Bone(1)];
    assert!(parents.eq(expected), "{names:?}");
}

/// Whichever rules are asked for, alone or in pairs, none undoes another.
#[test]
fn any_two_rules_get_along() {
    let text = model(BAD, &BAD.iter().map(|name| (*name, "")).collect::<Vec<_>>());
    let about_names = [
        "empty-name",
        "name-too-long",
        "name-with-whitespace",
        "quote-in-name",
        "duplicate-bone-name",
        "duplicate-mesh-name",
        "duplicate-material-name",
    ];
    for one in about_names {
        for other in about_names {
            let document = repaired(&text, &[one, other]);
            for tally in lint(&document, &Context::default(), &lint::Options::default()).tallies {
                assert!(
                    ![one, other].contains(&tally.rule.name),
                    "{one} and {other} leave {}",
                    tally.rule.name
                );
            }
        }
    }
}

/// Many bones of one name take one round, not one for each.
#[test]
fn many_names_are_given_at_once() {
    let bones: Vec<_> = (0..2000).map(|_| ("the same long name for each and every bone", "")).collect();
    let document = repaired(&model(&["body"], &bones), &[]);
    assert_eq!(errors(&document, &Context::default()).len(), 0);
}

/// A suppression goes on covering what is called otherwise now.
#[test]
fn suppressions_follow_a_new_name() {
    let text = "// MilkShape 3D ASCII\r\n// ms3dlint: allow(empty-mesh) in mesh \"two words\" -- a pivot\r\n\
        Frames: 1\r\nFrame: 1\r\nMeshes: 1\r\n\"two words\" 0 -1\r\n0\r\n0\r\n0\r\nMaterials: 0\r\nBones: 0\r\n";
    let rule = ms3dlint::rules::find("name-with-whitespace").unwrap();
    let fixed = support::repair_rule(text.as_bytes(), None, rule, Applicability::Unsafe);
    assert_eq!(String::from_utf8(fixed).unwrap(), text.replace("two words", "two_words"));
}

/// What is allowed stays, also where a fix is about several objects.
#[test]
fn a_mesh_that_may_be_empty_is_not_deleted_with_others() {
    let text = "// MilkShape 3D ASCII\r\n// ms3dlint: allow(empty-mesh) in mesh \"pivot\" -- turned around\r\n\
        Frames: 1\r\nFrame: 1\r\nMeshes: 2\r\n\"pivot\" 0 -1\r\n0\r\n0\r\n0\r\n\"leftover\" 0 -1\r\n0\r\n0\r\n0\r\n\
        Materials: 0\r\nBones: 0\r\n";
    let rule = ms3dlint::rules::find("empty-mesh").unwrap();
    let fixed = support::repair_rule(text.as_bytes(), None, rule, Applicability::Unsafe);
    let expected = text.replace("\"leftover\" 0 -1\r\n0\r\n0\r\n0\r\n", "").replace("Meshes: 2", "Meshes: 1");
    assert_eq!(String::from_utf8(fixed).unwrap(), expected);
}
