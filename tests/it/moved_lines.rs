//! What fixes that move, add or delete lines make of files whose lines are odd: that end in another
//! way or not at all, that are indented, or have comments between them.

use crate::support::{check, of_rule, repair_rule};
use ms3dlint::fix::Applicability;
use ms3dlint::rules::find;

/// Repairs with all fixes of a rule.
#[track_caller]
fn repaired(rule: &str, text: &str) -> String {
    let rule = find(rule).unwrap();
    let (_, report) = check("model.txt", text.as_bytes());
    assert!(!of_rule(&report, rule.name).is_empty(), "{} finds nothing in\n{text}", rule.name);
    let bytes = repair_rule(text.as_bytes(), None, rule, Applicability::Unsafe);
    String::from_utf8(bytes).unwrap()
}

const ONE_KIND_OF_KEYS: &str = "Bones: 1\n\"arm\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n1\n2.5 0.0 1.0 0.0\n0";

#[test]
fn a_line_is_added_as_the_lines_of_the_file_are() {
    let neutral = |ending: &str| format!("{ending}2.500000 0.000000 0.000000 0.000000");
    for ending in ["\n", "\r\n", "\r", "\r\r\n"] {
        let before = ONE_KIND_OF_KEYS.replace('\n', ending);
        let after = format!("{}1{}", &before[..before.len() - 1], neutral(ending));
        assert_eq!(repaired("one-sided-keys", &before), after, "{ending:?}");
        assert_eq!(repaired("one-sided-keys", &(before + ending)), after + ending, "{ending:?}");
    }
    // The file ends between the CR and the LF of its last line.
    let before = ONE_KIND_OF_KEYS.replace('\n', "\r\n") + "\r";
    let after = format!("{}1{}", &before[..before.len() - 2], neutral("\r\n"));
    assert_eq!(repaired("one-sided-keys", &before), after);
}

#[test]
fn a_line_is_added_behind_its_count_and_in_front_of_what_follows() {
    let before = "Bones: 1\n\"arm\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n 0 // none\n// turns\n2\n3.0 0.0 0.0 1.0\n2.0 0.0 0.0 0.0\n";
    let after = "Bones: 1\n\"arm\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n 1 // none\n2.000000 0.000000 0.000000 0.000000\n// turns\n2\n3.0 0.0 0.0 1.0\n2.0 0.0 0.0 0.0\n";
    assert_eq!(repaired("one-sided-keys", before), after);
}

#[test]
fn keys_are_sorted_and_what_stands_between_them_stays() {
    let head = "Bones: 1\n\"arm\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n0\n4\n";
    let before =
        format!("{head}3.0 0.0 0.0 1.0\r\n// between\n\n  1.0 0.0 0.0 2.0 7\n2.0 0.0 0.0 3.0\n1 0.0 0.0 4.0");
    let after =
        format!("{head}  1.0 0.0 0.0 2.0 7\r\n// between\n\n1 0.0 0.0 4.0\n2.0 0.0 0.0 3.0\n3.0 0.0 0.0 1.0");
    assert_eq!(repaired("key-times-unsorted", &before), after);
    // One row is not counted, and importers do not read it.
    let uncounted = before.replace("\n4\n", "\n3\n");
    assert_eq!(repaired("key-times-unsorted", &uncounted), uncounted);
}

#[test]
fn of_keys_at_one_time_the_last_stays() {
    let head = "Bones: 1\n\"arm\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n1\n1.0 0.0 0.0 0.0\n";
    let before =
        format!("{head}4\n1.0 0.0 0.0 1.0\n1 0.0 0.0 2.0\n// between\n1.0 0.0 0.0 3.0\n2.0 0.0 0.0 4.0");
    let after = format!("{head}2\n// between\n1.0 0.0 0.0 3.0\n2.0 0.0 0.0 4.0");
    assert_eq!(repaired("duplicate-key-time", &before), after);
}

#[test]
fn comments_about_nothing_go_with_both_of_their_lines() {
    let head = "Meshes: 1\n\"body\" 0 -1\n0\n0\n0\nMaterials: 0\nBones: 0\n";
    let before = format!("{head}GroupComments: 3\n1\nnowhere\n0\nof the body\n-1\n");
    let after = format!("{head}GroupComments: 1\n0\nof the body\n");
    assert_eq!(repaired("comment-index-out-of-range", &(before + "nowhere")), after);
}

const MESH: &str = "Meshes: 1\n\"body\" 0 -1\n3\n0 0.0 0.0 0.0 0.0 1.0 0\n0 1.0 0.0 0.0 1.0 1.0 02\n0 0.0 1.0 0.0 0.0 0.0 1 9\n0\n0\n";
const HAND: &str = "// the hand\n\"hand\"\n\"arm\"\n0 3.0 0.0 0.0 0.0 0.0 0.0\n// no key\n0\n0\n";
const ARM: &str = "\n\"arm\"\n\"body\"\n0 2.0 0.0 0.0 0.0 0.0 0.0\n0\n1\n1.0 0.0 0.0 0.0\n";
const BODY: &str = "\"body\"\n\"\"\n0 1.0 0.0 0.0 0.0 0.0 0.0\n0\n0";

/// The mesh with its vertices bound to other bones.
fn mesh(bones: [&str; 3]) -> String {
    let [a, b, c] = bones;
    MESH.replace("1.0 0\n", &format!("1.0 {a}\n"))
        .replace("1.0 02\n", &format!("1.0 {b}\n"))
        .replace("0.0 1 9\n", &format!("0.0 {c} 9\n"))
}

#[test]
fn bones_move_with_their_comments_and_take_their_vertices_along() {
    let comments = "BoneComments: 2\n0\nof the hand\n1\nof the arm\n";
    let moved = "BoneComments: 2\n2\nof the hand\n1\nof the arm\n";
    let before = format!("{comments}{MESH}Bones: 3\n{HAND}{ARM}{BODY}");
    let after = format!("{moved}{}Bones: 3\n{BODY}\n{ARM}{HAND}", mesh(["2", "0", "1"]));
    assert_eq!(repaired("parent-after-child", &before), after);
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(repaired("parent-after-child", &windows(&before)), windows(&after));
    assert_eq!(repaired("parent-after-child", &(windows(&before) + "\r")), windows(&after));
    // Only those that have to move do.
    let before = format!("{MESH}Bones: 3\n{BODY}\n{HAND}{ARM}");
    let after = format!("{}Bones: 3\n{BODY}\n{ARM}{HAND}", mesh(["0", "1", "2"]));
    assert_eq!(repaired("parent-after-child", &before), after);
}

#[test]
fn bones_stay_where_their_order_may_matter_to_others() {
    let bones = format!("Bones: 3\n{HAND}{ARM}{BODY}");
    let unread = MESH.replace("1.0 02\n", "1.0 x\n");
    let unbound = mesh(["-1", "-1", "-1"]);
    let again = format!("{MESH}{bones}\nBones: 1\n\"tail\"\n\"\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n");
    let twice = format!("{MESH}{bones}\n{}", BODY.replace("body", "hand")).replace("Bones: 3", "Bones: 4");
    let miscounted = format!("{MESH}{bones}").replace("Bones: 3", "Bones: 2");
    let odd = format!("{MESH}{bones}").replace("\n\n\"arm\"", "\n7 7\n\"arm\"");
    for text in [
        bones.clone(),
        format!("{unbound}{bones}"),
        format!("{unread}{bones}"),
        again,
        twice,
        miscounted,
        odd,
        format!("{MESH}{bones}\n\"tail\"\n\"tail\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n")
            .replace("Bones: 3", "Bones: 4"),
    ] {
        assert_eq!(repaired("parent-after-child", &text), text);
    }
}

#[test]
fn bones_that_some_readers_confuse_move_only_with_consent() {
    let rule = find("parent-after-child").unwrap();
    let text = format!("{MESH}Bones: 3\n{HAND}{ARM}{BODY}").replace("\"hand\"", "\"Body hand\"");
    let safely = repair_rule(text.as_bytes(), None, rule, Applicability::Safe);
    assert_eq!(String::from_utf8(safely).unwrap(), text);
    assert_ne!(repaired("parent-after-child", &text), text);
}

#[test]
fn guessed_parents_form_no_cycle() {
    let bone =
        |name: &str, parent: &str| format!("\"{name}\"\n\"{parent}\"\n0 0.0 0.0 0.0 0.0 0.0 0.0\n0\n0\n");
    let skeleton = |parents: [&str; 3]| {
        let names = ["shoulder", "elbow", "wrist"];
        let bones: String = names.into_iter().zip(parents).map(|(name, parent)| bone(name, parent)).collect();
        format!("Bones: 3\n{bones}")
    };
    let before = skeleton(["wrst", "sholder", "elbw"]);
    assert_eq!(repaired("parent-not-found", &before), skeleton(["wrist", "shoulder", ""]));
    let before = skeleton(["shoulders", "spine", "elbow"]);
    assert_eq!(repaired("parent-not-found", &before), skeleton(["", "", "elbow"]));
}

#[test]
fn keys_in_degrees_are_told_by_their_size() {
    let bone =
        |pose: &str, key: &str| format!("Bones: 1\n\"arm\"\n\"\"\n0 0.0 0.0 0.0 {pose}\n0\n1\n1.0 {key}\n");
    let before = bone("90 0.0 -10.5", "0.0 180 -5");
    let after = bone("1.570796 0.0 -0.183260", "0.0 3.141593 -0.087266");
    assert_eq!(repaired("rotation-in-degrees", &before), after);
    let before = bone("0.0 450.0 0.0", "0.0 3.1 0.0");
    let after = bone("0.0 1.570796 0.0", "0.0 3.1 0.0");
    assert_eq!(repaired("rotation-in-degrees", &before), after);
}
