//! Files in encodings that the server does not know: no text of theirs is lost.

use super::{MODEL, URI, at_name, reader};
use ms3dlint_fuzz::editor::Editor;
use serde_json::{Value, json};

/// A model with a defect that is repaired, and with this name of a material.
fn model(name: &str) -> String {
    MODEL.replace("shell\"", &format!("{name}\"")).replace("Materials: 1", "  Materials: 1")
}

/// The bytes of a text in an encoding with one byte for each character, or two for one of Shift-JIS.
fn stored(text: &str) -> Vec<u8> {
    let bytes = |c: char| match c {
        'а'..='я' => vec![(u32::from(c) - u32::from('а') + 0xE0) as u8],
        '鋼' => vec![0x8D, 0x7C],
        'ü' => vec![0xFC],
        _ => vec![u8::try_from(c).unwrap()],
    };
    text.chars().flat_map(bytes).collect()
}

/// Does all that repairs the whole text, and gives the lines that are other than before.
fn repaired(editor: &mut Editor) -> Vec<(String, String)> {
    let before = editor.text.clone();
    let finding = editor.findings()[0].clone();
    let all = editor.actions(&finding, Some("source.fixAll"));
    assert_eq!(all.len(), 1);
    let action = editor.request("codeAction/resolve", all[0].clone()).unwrap();
    editor.apply(&action["edit"]);
    assert_eq!(before.lines().count(), editor.text.lines().count());
    let both = before.lines().zip(editor.text.lines()).filter(|(old, new)| old != new);
    both.map(|(old, new)| (old.to_string(), new.to_string())).collect()
}

fn the_repair() -> Vec<(String, String)> {
    vec![("  Materials: 1".to_string(), "Materials: 1".to_string())]
}

#[test]
fn a_repair_leaves_names_in_other_encodings() {
    for name in ["сталь", "鋼", "stühl"] {
        let text = model(name);
        let mut editor = reader(URI, &text, &stored(&text));
        assert_eq!(repaired(&mut editor), the_repair(), "{name}");
    }
}

#[test]
fn a_repair_leaves_a_name_that_is_typed_in_another_script() {
    let text = model("stühl");
    let mut editor = reader(URI, &text, &stored(&text));
    let name = editor.text.find("body").unwrap();
    editor.change(name..name + 4, "крюк");
    assert_eq!(repaired(&mut editor), the_repair());
    // It is stored in one byte for each character again, once the name is gone.
    editor.change(name..name + "крюк".len(), "body");
    let hover = editor.ask("textDocument/hover", at_name_of_material(&editor)).unwrap();
    assert!(hover["contents"]["value"].as_str().unwrap().contains("st\\xFChl"), "{hover}");
}

/// An editor that does not show the mark at the beginning of a file.
#[test]
fn what_is_put_after_a_hidden_mark_is_put_there() {
    let text = MODEL.split_once('\n').unwrap().1;
    let editor = reader(URI, text, format!("\u{FEFF}{text}").as_bytes());
    for finding in editor.findings().to_vec() {
        let mut editor = reader(URI, text, format!("\u{FEFF}{text}").as_bytes());
        for action in editor.actions(&finding, Some("quickfix")) {
            assert_ne!(action["edit"]["changes"][URI], json!([]), "{action}");
        }
    }
    let missing =
        editor.findings().iter().find(|finding| finding["code"] == "header-missing").unwrap().clone();
    let mut editor = reader(URI, text, format!("\u{FEFF}{text}").as_bytes());
    let actions = editor.actions(&missing, Some("quickfix"));
    let fix = actions.iter().find(|action| !action["title"].as_str().unwrap().starts_with("Allow")).unwrap();
    editor.apply(&fix["edit"]);
    assert!(editor.text.starts_with("// MilkShape 3D ASCII"), "{}", editor.text);
}

fn at_name_of_material(editor: &Editor) -> usize {
    at_name(editor, "\"stühl\"")
}

#[test]
fn a_new_name_is_what_was_typed() {
    let text = model("stühl");
    let mut editor = reader(URI, &text, &stored(&text));
    let [line, character] = editor.position(at_name(&editor, "\"arm\""));
    let position = json!({ "line": line, "character": character });
    let mut rename = |name: &str| -> Result<Value, Value> {
        let params = json!({ "textDocument": { "uri": URI }, "position": position, "newName": name });
        editor.request("textDocument/rename", params)
    };
    for name in ["кран", "ж", "für", "鋼"] {
        let edit = rename(name).unwrap();
        let changes = edit["changes"][URI].as_array().unwrap();
        assert_eq!(changes.len(), 2, "{edit}");
        assert!(changes.iter().all(|change| change["newText"] == name), "{edit}");
    }
    // 31 bytes are counted as they are stored.
    assert!(rename(&"ü".repeat(31)).is_ok());
    assert!(rename(&"ж".repeat(16)).unwrap_err()["message"].as_str().unwrap().contains("has 32"));
}

/// Emacs and Vim show the first CR of CR CR LF, and leave the second out.
#[test]
fn doubled_carriage_returns_are_found_where_the_editor_shows_one() {
    let [shown, stored] = ["\r\n", "\r\r\n"].map(|ending| MODEL.replace('\n', ending));
    for (text, stored, count) in [(&shown, &stored, 1), (&stored, &stored, 1), (&shown, &shown, 0)] {
        let editor = reader(URI, text, stored.as_bytes());
        let findings = editor.findings();
        let found = findings.iter();
        assert_eq!(
            found.filter(|finding| finding["code"] == "doubled-carriage-return").count(),
            count,
            "{text:?}"
        );
    }
}
