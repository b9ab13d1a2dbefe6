//! The language server, driven by messages as an editor sends them.

mod agreement;
mod disk;
mod encodings;
mod repairs;
mod watching;

use std::collections::BTreeMap;

use crate::support::{bytes_of, models, root, text_models};
use ms3dlint::actions::fmt::format;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::read;
use ms3dlint_fuzz::editor::{Editor, MemoryFiles, Stored};
use serde_json::{Value, json};

const URI: &str = "file:///models/model.txt";

/// A model with a mesh, a material and three bones, in which nothing is wrong.
const MODEL: &str = "\
// MilkShape 3D ASCII
Frames: 30
Frame: 1
Meshes: 1
\"body\" 0 0
3
0 0.0 0.0 0.0 0.0 0.0 1
0 1.0 0.0 0.0 1.0 0.0 2
0 0.0 1.0 0.0 0.0 1.0 2
1
0.0 0.0 1.0
1
0 0 1 2 0 0 0 1
Materials: 1
\"shell\"
0.2 0.2 0.2 1.0
0.8 0.8 0.8 1.0
0.0 0.0 0.0 1.0
0.0 0.0 0.0 1.0
0.0
1.0
\"shell.png\"
\"\"
Bones: 3
\"root\"
\"\"
0 0.0 0.0 0.0 0.0 0.0 0.0
1
1.0 0.0 0.0 0.0
1
1.0 0.0 0.0 0.0
\"arm\"
\"root\"
0 1.0 0.0 0.0 0.0 0.0 0.0
0
0
\"hand\"
\"arm\"
0 1.0 0.0 0.0 0.0 0.0 0.0
0
0
";

/// An editor that shows this text, and all that is found in it but for hints.
fn editor(text: &str) -> Editor {
    let files =
        MemoryFiles { level: Severity::Info, beside: vec!["shell.png".into()], ..MemoryFiles::default() };
    let mut editor = Editor::new(files, "utf-16");
    editor.open(URI, text);
    editor
}

/// An editor that has read a file.
fn reader(uri: &str, text: &str, stored: &[u8]) -> Editor {
    let files = Stored::default();
    files.lock().unwrap().insert(uri.to_string(), stored.to_vec());
    let workspace = MemoryFiles { stored: files, level: Severity::Hint, ..MemoryFiles::default() };
    let mut editor = Editor::new(workspace, "utf-16");
    editor.open(uri, text);
    editor
}

/// The rules of the findings.
fn rules(editor: &Editor) -> Vec<&str> {
    editor.findings().iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

/// Where in the text a piece of it is.
#[track_caller]
fn at(editor: &Editor, piece: &str) -> usize {
    editor.text.find(piece).unwrap_or_else(|| panic!("there is no {piece}"))
}

/// The text of the line where each of some locations begins.
fn lines<'e>(editor: &'e Editor, locations: &Value) -> Vec<&'e str> {
    let line = |location: &Value| {
        let line = location["range"]["start"]["line"].as_u64().unwrap() as usize;
        editor.text.lines().nth(line).unwrap()
    };
    locations.as_array().unwrap().iter().map(line).collect()
}

#[test]
fn what_is_typed_is_checked() {
    let mut editor = editor(MODEL);
    assert_eq!(rules(&editor), Vec::<&str>::new());
    let start = at(&editor, "0.0 1.0\n1\n0 0 1");
    let number = at(&editor, "1.0 0.0 2\n0 0.0 1.0");
    editor.change(number..number + 3, "4e-05");
    assert_eq!(rules(&editor), ["exponent-float"]);
    let finding = editor.findings()[0].clone();
    assert_eq!(finding["source"], "ms3dlint");
    assert_eq!(
        finding["range"],
        json!({ "start": { "line": 7, "character": 14 }, "end": { "line": 7, "character": 19 } })
    );
    assert!(finding["codeDescription"]["href"].as_str().unwrap().ends_with("/rules/exponent-float.html"));
    assert!(finding["message"].as_str().unwrap().starts_with("mesh \"body\", vertex 1, u: "), "{finding}");
    editor.change(number..number + 5, "1.0");
    assert_eq!(rules(&editor), Vec::<&str>::new());
    assert_eq!(editor.text, MODEL);
    // A file that ends in the middle of a line.
    editor.change(start + 2..editor.text.len(), "");
    assert!(rules(&editor).contains(&"truncated-file"), "{:?}", rules(&editor));
    editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(editor.published.unwrap().1, Vec::<Value>::new());
}

#[test]
fn a_file_that_is_no_model_is_left_alone() {
    for text in ["", "Dear diary,\ntoday I made a model.\n", "1 2 3\n"] {
        let mut editor = editor(text);
        assert_eq!(rules(&editor), Vec::<&str>::new());
        for method in ["textDocument/hover", "textDocument/definition", "textDocument/completion"] {
            assert_eq!(editor.ask(method, 0), Ok(Value::Null));
        }
        let params =
            json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
        assert_eq!(editor.request("textDocument/formatting", params), Ok(Value::Null));
    }
}

#[test]
fn a_session_has_its_order() {
    let code = |answer: Result<Value, Value>| answer.unwrap_err()["code"].as_i64().unwrap();
    let mut editor = editor(MODEL);
    assert_eq!(
        code(editor.request("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }))),
        -32600
    );
    assert_eq!(code(editor.request("textDocument/colours", json!({}))), -32601);
    assert_eq!(code(editor.request("textDocument/hover", json!({ "position": 3 }))), -32602);
    let asked = editor.asked("shutdown", Value::Null);
    assert_eq!(editor.send(vec![asked]), [Ok(Value::Null)]);
    assert_eq!(code(editor.ask("textDocument/hover", 0)), -32600);
}

#[test]
fn what_is_cancelled_is_not_done() {
    let mut editor = editor(MODEL);
    let hover = json!({ "textDocument": { "uri": URI }, "position": { "line": 4, "character": 2 } });
    let (asked, cancelled) = (editor.asked("textDocument/hover", hover.clone()), editor.cancelled());
    let next = editor.asked("textDocument/hover", hover);
    let answers = editor.send(vec![asked, cancelled, next]);
    assert_eq!(answers[0].as_ref().unwrap_err()["code"], -32800);
    assert!(answers[1].as_ref().is_ok_and(|hover| hover["contents"]["value"].is_string()), "{answers:?}");
}

#[test]
fn hover_says_what_a_number_is_and_what_uses_it() {
    let mut editor = editor(MODEL);
    let at = at(&editor, "2\n0 0.0 1.0");
    let hover = editor.ask("textDocument/hover", at).unwrap();
    assert_eq!(
        hover["contents"]["value"],
        "`mesh \"body\", vertex 1, bone: 2`\n\n- `that is bone \"hand\"`\n- `used by 1 face: 0`"
    );
    let at = at_name(&editor, "\"shell\"");
    let hover = editor.ask("textDocument/hover", at).unwrap();
    assert_eq!(hover["contents"]["value"], "`material \"shell\", name: \"shell\"`\n\n- `used by 1 mesh: 0`");
}

/// Inside of a name in quotes.
#[track_caller]
fn at_name(editor: &Editor, quoted: &str) -> usize {
    at(editor, quoted) + 2
}

#[test]
fn indices_and_names_lead_to_what_they_mean() {
    let mut editor = editor(MODEL);
    for (piece, within, line) in [
        // The bone of a vertex, a corner of a face, its normal, the material of a mesh, and the parent of a bone.
        ("2\n0 0.0 1.0", 0, "\"hand\""),
        // The cursor may be after the last character of a field, too.
        ("2\n0 0.0 1.0", 1, "\"hand\""),
        ("0 0 1 2 0 0 0 1", 5, "0 1.0 0.0 0.0 1.0 0.0 2"),
        ("0 0 1 2 0 0 0 1", 4, "0 1.0 0.0 0.0 1.0 0.0 2"),
        ("0 0 1 2 0 0 0 1", 8, "0.0 0.0 1.0"),
        ("0\n3\n", 0, "\"shell\""),
        ("\"arm\"\n0 1.0", 2, "\"arm\""),
    ] {
        let at = at(&editor, piece) + within;
        let found = editor.ask("textDocument/definition", at).unwrap();
        assert_eq!(lines(&editor, &json!([found])), [line], "{piece}");
    }
}

#[test]
fn references_are_all_that_is_broken_without_it() {
    let mut editor = editor(MODEL);
    let mut found = |piece: &str, within: usize| {
        let at = at(&editor, piece) + within;
        let found = editor.ask("textDocument/references", at).unwrap();
        lines(&editor, &found).into_iter().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(found("0 1.0 0.0 0.0 1.0 0.0 2", 3), ["0 1.0 0.0 0.0 1.0 0.0 2", "0 0 1 2 0 0 0 1"]);
    assert_eq!(
        found("0.0 0.0 1.0\n1\n", 0),
        ["0.0 0.0 1.0", "0 0 1 2 0 0 0 1", "0 0 1 2 0 0 0 1", "0 0 1 2 0 0 0 1"]
    );
    assert_eq!(found("\"shell\"", 2), ["\"body\" 0 0", "\"shell\""]);
    assert_eq!(found("\"arm\"\n\"root\"", 2), ["0 0.0 0.0 0.0 0.0 0.0 1", "\"arm\"", "\"arm\""]);
}

#[test]
fn a_bone_is_renamed_wherever_it_is_named() {
    let model = MODEL.replace("ASCII\n", "ASCII\n// ms3dlint: allow(empty-bone) in bone \"arm\"\n");
    let mut editor = editor(&model);
    let place = |editor: &Editor, at: usize| {
        let [line, character] = editor.position(at);
        json!({ "line": line, "character": character })
    };
    let position = place(&editor, at_name(&editor, "\"arm\"\n0 1.0"));
    let params = json!({ "textDocument": { "uri": URI }, "position": position });
    let prepared = editor.request("textDocument/prepareRename", params).unwrap();
    assert_eq!(prepared["placeholder"], "arm");
    let rename = |editor: &mut Editor, name: &str| {
        let params = json!({ "textDocument": { "uri": URI }, "position": position, "newName": name });
        editor.request("textDocument/rename", params)
    };
    for (name, why) in [
        ("root", "another bone is called \"root\""),
        ("Root", "Maverick Model 3D"),
        ("", "at least one"),
        ("a\"b", "a quote"),
        (&"x".repeat(32), "31 bytes"),
    ] {
        let error = rename(&mut editor, name).unwrap_err();
        assert_eq!(error["code"], -32803);
        assert!(error["message"].as_str().unwrap().contains(why), "{error}");
    }
    // It is the same bone in capitals.
    let edit = rename(&mut editor, "Arm").unwrap();
    editor.apply(&edit);
    assert_eq!(editor.text, model.replace("\"arm\"", "\"Arm\""));
    let edit = rename(&mut editor, "upper arm").unwrap();
    editor.apply(&edit);
    assert_eq!(editor.text, model.replace("\"arm\"", "\"upper arm\""));
    // There is nothing to rename at a number.
    let position = place(&editor, at(&editor, "0 0 1 2"));
    let params = json!({ "textDocument": { "uri": URI }, "position": position });
    assert_eq!(editor.request("textDocument/prepareRename", params), Ok(Value::Null));
}

#[test]
fn the_outline_has_all_parts() {
    let mut editor = editor(MODEL);
    let symbols =
        editor.request("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } })).unwrap();
    let mut out = String::new();
    write_symbols(&symbols, 0, &mut out);
    assert_eq!(
        out,
        "Frames\nFrame\nMeshes (1 mesh)\n  body (3 vertices, 1 face)\n    3 vertices\n    1 normal\n    1 face\n\
         Materials (1 material)\n  shell (shell.png)\nBones (3 bones)\n  root\n    1 position key\n    \
         1 rotation key\n  arm (on \"root\")\n  hand (on \"arm\")\n"
    );
    let folds =
        editor.request("textDocument/foldingRange", json!({ "textDocument": { "uri": URI } })).unwrap();
    let folds: Vec<_> = folds
        .as_array()
        .unwrap()
        .iter()
        .map(|fold| (fold["startLine"].as_u64().unwrap(), fold["endLine"].as_u64().unwrap()))
        .collect();
    assert!(folds.contains(&(3, 12)) && folds.contains(&(5, 8)) && folds.contains(&(24, 30)), "{folds:?}");
}

/// The parts of a binary model are lines of its listing.
#[test]
fn a_listing_has_an_outline_and_folds() {
    let bytes = bytes_of(&root().join("corpus/ok/flag_waving.listing"));
    let stored = Stored::default();
    stored.lock().unwrap().insert("file:///a/model.ms3d".to_string(), bytes);
    let mut editor = Editor::new(MemoryFiles { stored, ..MemoryFiles::default() }, "utf-16");
    let text = editor.request("ms3dlint/listing", json!({ "uri": "file:///a/model.ms3d" })).unwrap();
    let uri = "ms3dlint-listing:/a/model.ms3d";
    editor.open(uri, text.as_str().unwrap());
    let about = json!({ "textDocument": { "uri": uri } });
    let symbols = editor.request("textDocument/documentSymbol", about.clone()).unwrap();
    let mut out = String::new();
    write_symbols(&symbols, 0, &mut out);
    assert_eq!(
        out,
        "Vertices (15 vertices)\nFaces (14 faces)\nMeshes (2 meshes)\n  foot (6 faces)\n  cloth (8 faces)\n\
         Materials (1 material)\n  linen (linen.bmp)\nBones (3 bones)\n  pole\n    2 rotation keys\n    \
         2 position keys\n  inner (on \"pole\")\n    3 rotation keys\n    3 position keys\n  outer (on \"inner\")\n    \
         3 rotation keys\n    3 position keys\nComments\nGroupComments (1 comment)\n\
         MaterialComments (0 comments)\nBoneComments (1 comment)\nModelComment (1 comment)\nVertexExtras\n\
         BoneExtras\nModelExtras\n"
    );
    let folds = editor.request("textDocument/foldingRange", about).unwrap();
    let line =
        |fold: &Value, end: &str| editor.text.lines().nth(fold[end].as_u64().unwrap() as usize).unwrap();
    let words = |line: &str| line.split(':').next().unwrap().to_string();
    let folds = folds.as_array().unwrap().iter();
    let folds: Vec<_> =
        folds.map(|fold| ["startLine", "endLine"].map(|end| words(line(fold, end))).join(" - ")).collect();
    for fold in [
        "vertices - vertex 14",
        "meshes - end of mesh 1",
        "mesh 0 - end of mesh 0",
        "bone 1 - position key 2",
        "rotation key 0 - rotation key 2",
        "vertex extras - vertex extra 14",
    ] {
        assert!(folds.contains(&fold.to_string()), "{fold}: {folds:?}");
    }
}

fn write_symbols(symbols: &Value, depth: usize, out: &mut String) {
    for symbol in symbols.as_array().into_iter().flatten() {
        let detail = symbol["detail"].as_str().map_or(String::new(), |detail| format!(" ({detail})"));
        *out += &format!("{}{}{detail}\n", "  ".repeat(depth), symbol["name"].as_str().unwrap());
        write_symbols(&symbol["children"], depth + 1, out);
    }
}

#[test]
fn hints_name_rows_and_count_them() {
    let mut editor = editor(MODEL);
    let range = json!({ "start": { "line": 4, "character": 0 }, "end": { "line": 12, "character": 0 } });
    let hints = editor
        .request("textDocument/inlayHint", json!({ "textDocument": { "uri": URI }, "range": range }))
        .unwrap();
    let labels: Vec<_> =
        hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap()).collect();
    assert_eq!(
        labels,
        [
            "mesh 0, material \"shell\"",
            "3 vertices",
            "vertex 0, bone \"arm\"",
            "vertex 1, bone \"hand\"",
            "vertex 2, bone \"hand\"",
            "1 normal",
            "normal 0",
            "1 face",
            "face 0"
        ]
    );
}

#[test]
fn names_and_paths_are_completed() {
    let mut editor = editor(MODEL);
    let labels = |editor: &mut Editor, at: usize| {
        let items = editor.ask("textDocument/completion", at).unwrap();
        items
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["label"].as_str().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    let parent = at(&editor, "\"arm\"\n0 1.0") + 1;
    // A bone is not its own parent.
    assert_eq!(labels(&mut editor, parent), ["root", "arm"]);
    // Nor is one its parent that hangs on it: they would hang on each other.
    let parent = at(&editor, "\"root\"\n0 1.0") + 1;
    assert_eq!(labels(&mut editor, parent), ["root"]);
    let parent = at(&editor, "\"\"\n0 0.0") + 1;
    assert_eq!(labels(&mut editor, parent), Vec::<String>::new());
    let texture = at(&editor, "\"shell.png\"") + 1;
    assert_eq!(labels(&mut editor, texture), ["shell.png"]);
    let end = editor.text.len();
    editor.change(end..end, "Mat");
    let blocks = labels(&mut editor, end + 3);
    assert!(
        blocks.contains(&"MaterialComments: 0".to_string()) && !blocks.contains(&"Meshes: 0".to_string()),
        "{blocks:?}"
    );
    let comment = at(&editor, "Frames");
    editor.change(comment..comment, "// ms3dlint: allow(zero-normal, une\n");
    let names = labels(&mut editor, comment + 35);
    assert!(names.contains(&"uneven-rotation".to_string()) || names.len() == ms3dlint::rules::ALL.len());
    // The cursor is inside of a word, which is replaced as a whole.
    let items = editor.ask("textDocument/completion", comment + 26).unwrap();
    let range = &items[0]["textEdit"]["range"];
    assert_eq!((&range["start"]["character"], &range["end"]["character"]), (&json!(19), &json!(30)));
}

/// A quick fix makes the edits of its finding, so that the finding is gone, and a comment allows what it names.
#[test]
fn quick_actions_do_what_they_say() {
    let mut done: BTreeMap<&str, usize> = BTreeMap::new();
    for path in text_models(&root().join("corpus/bad")) {
        let Ok(text) = String::from_utf8(bytes_of(&path)) else { continue };
        let mut first = editor(&text);
        let findings = first.findings().to_vec();
        for finding in findings.iter().take(3) {
            let rule = finding["code"].as_str().unwrap();
            let count =
                |editor: &Editor| editor.findings().iter().filter(|other| other["code"] == rule).count();
            for action in first.actions(finding, Some("quickfix")) {
                if action["diagnostics"][0] != *finding {
                    continue;
                }
                let mut editor = editor(&text);
                let before = count(&editor);
                editor.apply(&action["edit"]);
                assert_ne!(editor.text, text, "{}: {}", path.display(), action["title"]);
                let title = action["title"].as_str().unwrap();
                let left = count(&editor);
                if title.starts_with("Allow") && !document_is_odd(&text) {
                    let is_gone = if title.ends_with("in this file") { left == 0 } else { left < before };
                    assert!(
                        is_gone,
                        "{}: {title}: {before} before, {left} left in\n{}",
                        path.display(),
                        editor.text
                    );
                    *done.entry("allowed").or_default() += 1;
                } else if !title.starts_with("Allow") {
                    assert!(!editor.findings().contains(finding), "{}: {title}: {finding}", path.display());
                    *done.entry("fixed").or_default() += 1;
                }
            }
        }
    }
    assert!(done["allowed"] > 100 && done["fixed"] > 60, "{done:?}");
}

/// Whether lines end in CR alone, so that a comment may be no line of its own.
fn document_is_odd(text: &str) -> bool {
    text.replace("\r\n", "").contains('\r')
}

#[test]
fn formatting_is_that_of_the_command_line() {
    let mut formatted = 0;
    for path in text_models(&root().join("corpus")) {
        let Ok(text) = String::from_utf8(bytes_of(&path)) else { continue };
        let document = read("model.txt", text.clone().into_bytes());
        if !document.is_text() || text.starts_with('\u{FEFF}') {
            continue;
        }
        let mut editor = editor(&text);
        let params =
            json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
        match (editor.request("textDocument/formatting", params), format(&document)) {
            (Ok(edits), Ok(expected)) => {
                editor.apply(&edits);
                assert_eq!(editor.text, String::from_utf8(expected).unwrap(), "{}", path.display());
                formatted += 1;
            }
            (Err(error), Err(_)) => {
                assert!(error["message"].as_str().unwrap().starts_with("not formatted"), "{error}")
            }
            (answer, _) => panic!("{}: {answer:?}", path.display()),
        }
    }
    assert!(formatted > 50, "{formatted} files");
}

#[test]
fn a_text_is_checked_as_it_is_stored() {
    let crlf = MODEL.replace('\n', "\r\n");
    // Emacs and Vim send LF for each line, whatever is stored.
    assert_eq!(rules(&reader(URI, MODEL, crlf.as_bytes())), rules(&editor_without_files(&crlf)));
    assert!(!rules(&reader(URI, MODEL, crlf.as_bytes())).contains(&"bare-line-feed"));
    let named = crlf.replace("body", "r\u{FC}be");
    let stored: Vec<u8> = named.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let mut editor = reader(URI, &named, &stored);
    let found =
        editor.findings().iter().find(|finding| finding["code"] == "non-ascii-text").cloned().unwrap();
    assert_eq!(found["range"]["start"], json!({ "line": 4, "character": 1 }), "{found}");
    assert_eq!(found["range"]["end"], json!({ "line": 4, "character": 5 }), "{found}");
    let at = at(&editor, "0 0\r\n3");
    let hover = editor.ask("textDocument/hover", at).unwrap();
    assert_eq!(
        hover["contents"]["value"].as_str().unwrap().lines().next(),
        Some("`mesh \"r\\xFCbe\", flags: 0`")
    );
    // Once it is stored in UTF-8, it is checked so.
    let marked = format!("\u{FEFF}{crlf}");
    assert!(rules(&reader(URI, &crlf, marked.as_bytes())).contains(&"byte-order-mark"));
}

fn editor_without_files(text: &str) -> Editor {
    let files = MemoryFiles { level: Severity::Hint, ..MemoryFiles::default() };
    let mut editor = Editor::new(files, "utf-8");
    editor.open(URI, text);
    editor
}

/// The findings of a binary model are in its listing, on the line that shows their bytes.
#[test]
fn a_binary_model_is_shown_by_its_listing() {
    let mut found = 0;
    for path in models(&root().join("corpus")) {
        let bytes = bytes_of(&path);
        let document = read("model.ms3d", bytes.clone());
        if !document.is_binary() {
            continue;
        }
        let stored = Stored::default();
        stored.lock().unwrap().insert("file:///a/model.ms3d".to_string(), bytes);
        let mut editor = Editor::new(MemoryFiles { stored, ..MemoryFiles::default() }, "utf-16");
        let text = editor.request("ms3dlint/listing", json!({ "uri": "file:///a/model.ms3d" })).unwrap();
        let text = text.as_str().unwrap().to_string();
        let uris = ["ms3dlint-listing:/a/model.ms3d", "ms3dlint-listing:file%3A%2F%2F%2Fa%2Fmodel.ms3d"];
        editor.open(uris[found % 2], &text);
        for finding in editor.findings().to_vec() {
            let line = finding["range"]["start"]["line"].as_u64().unwrap() as usize;
            assert!(line < text.lines().count(), "{}: {finding}", path.display());
            let at = editor.offset(Editor::pair(&finding["range"]["start"]));
            editor.ask("textDocument/hover", at).unwrap();
            assert_eq!(editor.actions(&finding, None), Vec::<Value>::new());
            found += 1;
        }
    }
    assert!(found > 30, "{found} findings");
}
