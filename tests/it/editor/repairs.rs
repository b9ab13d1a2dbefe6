//! What an editor has after all safe fixes is what `ms3dlint --fix` makes of the file, byte for byte.

use super::{URI, reader};
use crate::support::{bytes_of, root, text_models};
use ms3dlint::actions::repair::{RepairOptions, repair};
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::read;
use ms3dlint::fix::Applicability;
use ms3dlint_fuzz::editor::{Editor, context, options};
use serde_json::json;

/// Compares both for a file, and says whether it was repaired.
pub(super) fn is_repaired_alike(name: &str, stored: &[u8]) -> bool {
    let document = read("model.txt", stored.to_vec());
    // An editor shows each byte as the character of that number.
    let text: String = match std::str::from_utf8(stored) {
        _ if !document.is_text() => return false,
        Ok(text) => text.to_string(),
        Err(_) if stored.iter().all(|byte| !(0x80..0xA0).contains(byte)) => {
            stored.iter().map(|b| char::from(*b)).collect()
        }
        Err(_) => return false,
    };
    let mut editor = reader(URI, &text, stored);
    let lint = options(Severity::Hint);
    let options = RepairOptions { lint, least: Applicability::Safe, only: Vec::new() };
    let expected = repair(document, &context(&[]), &options).unwrap().document.into_buffer();
    let is_changed = repair_all(&mut editor);
    let after = match std::str::from_utf8(stored) {
        Ok(_) => editor.text.into_bytes(),
        Err(_) => editor.text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect(),
    };
    assert_eq!(String::from_utf8_lossy(&after), String::from_utf8_lossy(&expected), "{name}");
    is_changed
}

/// Makes all safe fixes at once, and says whether there are any.
fn repair_all(editor: &mut Editor) -> bool {
    let start = json!({ "line": 0, "character": 0 });
    let somewhere = json!({ "range": { "start": start, "end": start } });
    let finding = editor.findings().first().cloned().unwrap_or(somewhere);
    let Some(action) = editor.actions(&finding, Some("source.fixAll")).pop() else { return false };
    let action = editor.request("codeAction/resolve", action).unwrap();
    let changes = action["edit"]["changes"][URI].as_array().cloned().unwrap_or_default();
    // The last comes first, so that the others stay where they are.
    let mut changes: Vec<_> = changes
        .iter()
        .map(|change| {
            let range = ["start", "end"].map(|end| Editor::pair(&change["range"][end]));
            (Some(range), change["newText"].as_str().unwrap().to_string())
        })
        .collect();
    changes.sort_by_key(|(range, _)| std::cmp::Reverse(*range));
    let message = editor.changed(&changes);
    editor.send(vec![message]);
    !changes.is_empty()
}

#[test]
fn all_fixes_are_those_of_the_command_line() {
    let is_repaired =
        |path: &std::path::PathBuf| is_repaired_alike(&path.display().to_string(), &bytes_of(path));
    let changed = text_models(&root().join("corpus")).iter().filter(|path| is_repaired(path)).count();
    assert!(changed > 40, "{changed} files were repaired");
}
