//! Properties of the language server.

use std::hash::{DefaultHasher, Hash, Hasher};

use fastrand::Rng;
use lsp_server::Message;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair::{RepairOptions, repair};
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::{FileKind, read};
use ms3dlint::fix::Applicability;
use ms3dlint::report::rows::FileRow;
use serde_json::{Value, json};

use super::{Violation, ensure};
use crate::editor::{Editor, MemoryFiles, Stored, context, options};

/// How much an editor does with one file.
const STEPS: usize = 12;
/// The name of the file, which is that of the URI, too.
const NAME: &str = "input.txt";
const URI: &str = "file:///input.txt";

/// The requests about a position, and those about a file.
const REQUESTS: [&str; 13] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/completion",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/inlayHint",
    "textDocument/formatting",
    "textDocument/unknown",
];

/// Whatever an editor asks and changes in whatever order, the server does not panic, and each request gets one answer.
/// Afterwards the findings are those of the same text opened afresh, and those of the command line, at the same bytes.
/// *Repair all* changes no line of a text in another encoding than it does in UTF-8.
pub fn editors_agree(bytes: &[u8]) -> Result<(), Violation> {
    // The listing of a binary model cannot be changed, and that of each is what `listing_comes_back` is about.
    if read(NAME, bytes.to_vec()).kind() == FileKind::Binary {
        return Ok(());
    }
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let mut rng = Rng::with_seed(hasher.finish());
    let text = String::from_utf8_lossy(bytes).into_owned();
    let encoding = ["utf-8", "utf-16", "utf-32"][rng.usize(..3)];
    let files = || MemoryFiles { level: Severity::Hint, ..MemoryFiles::default() };
    let mut editor = Editor::new(files(), encoding);
    editor.open(URI, &text);
    let mut left = STEPS;
    while left > 0 {
        let together = rng.usize(1..=left);
        left -= together;
        let messages: Vec<Message> = (0..together).flat_map(|_| step(&mut editor, &mut rng)).collect();
        let asked = messages.iter().filter(|message| matches!(message, Message::Request(_))).count();
        let answers = editor.send(messages);
        ensure(answers.len() == asked, "editors_agree", || {
            format!("{asked} requests, {} answers", answers.len())
        })?;
    }
    let found = editor.findings().to_vec();
    let mut afresh = Editor::new(files(), encoding);
    afresh.open(URI, &editor.text);
    ensure(found == afresh.findings(), "editors_agree", || {
        format!("after changes {found:?}, afresh {:?}, of {:?}", afresh.findings(), editor.text)
    })?;
    let (found, expected) = (seen(&editor, &found), expected(&editor.text));
    ensure(found == expected, "editors_agree", || {
        format!("editor {found:?}, command line {expected:?}, of {:?}", editor.text)
    })?;
    repairs_keep_characters(&editor.text)
}

/// A text with a character that its file had no byte for is repaired as the same text in UTF-8 is: no other line changes.
fn repairs_keep_characters(text: &str) -> Result<(), Violation> {
    let text = format!("{text}\n// \u{9260}\u{FC}\n");
    let stored = Stored::default();
    if let Ok(mut stored) = stored.lock() {
        stored.insert(URI.to_string(), b"\xFC\n".to_vec());
    }
    let mut editor =
        Editor::new(MemoryFiles { stored, level: Severity::Hint, ..MemoryFiles::default() }, "utf-16");
    editor.open(URI, &text);
    let Some(finding) = editor.findings().first().cloned() else { return Ok(()) };
    let Some(action) = editor.actions(&finding, Some("source.fixAll")).pop() else { return Ok(()) };
    let action = editor.request("codeAction/resolve", action).unwrap_or_default();
    editor.apply(&action["edit"]);
    let document = read(NAME, text.clone().into_bytes());
    let (lint, only) = (options(Severity::Hint), Vec::new());
    let repaired = repair(document, &context(&[]), &RepairOptions { lint, least: Applicability::Safe, only });
    let Ok(repaired) = repaired else { return Ok(()) };
    let expected = repaired.document.into_buffer();
    ensure(editor.text.as_bytes() == expected, "editors_agree", || {
        format!("{text:?} is {:?} in an editor, not {:?}", editor.text, String::from_utf8_lossy(&expected))
    })
}

/// One thing that somebody does in an editor.
fn step(editor: &mut Editor, rng: &mut Rng) -> Vec<Message> {
    match rng.usize(..10) {
        0..=3 => {
            let count = rng.usize(1..=3);
            let changes: Vec<_> = (0..count).map(|_| change(editor, rng)).collect();
            vec![editor.changed(&changes)]
        }
        4 => vec![asked(editor, rng), editor.cancelled()],
        5 if rng.usize(..4) == 0 => {
            let text = editor.text.clone();
            vec![editor.opened(URI, &text)]
        }
        _ => vec![asked(editor, rng)],
    }
}

/// A change at any position, which may be beyond its line, and may end before it begins.
fn change(editor: &Editor, rng: &mut Rng) -> (Option<[[u32; 2]; 2]>, String) {
    let pieces =
        ["", "\n", "\r", "\"", "0", "-1 2.5", "\u{FC}\u{1D11E}", "Bones: 1\r\n", "// ms3dlint: allow(all)\n"];
    let new = pieces[rng.usize(..pieces.len())].to_string();
    if rng.usize(..16) == 0 {
        let end = editor.position(rng.usize(..=editor.text.len()));
        return (None, editor.text[..editor.offset(end)].to_string() + &new);
    }
    let start = position(editor, rng);
    let end =
        if rng.bool() { [start[0], start[1].saturating_add(rng.u32(..4))] } else { position(editor, rng) };
    // Much of the text should stay.
    let is_large = end[0].abs_diff(start[0]) > 3;
    (Some([start, if is_large { start } else { end }]), new)
}

fn position(editor: &Editor, rng: &mut Rng) -> [u32; 2] {
    match rng.usize(..12) {
        0 => [rng.u32(..), rng.u32(..)],
        1 => [rng.u32(..50), u32::MAX],
        _ => editor.position(rng.usize(..=editor.text.len())),
    }
}

fn asked(editor: &mut Editor, rng: &mut Rng) -> Message {
    let [start, end] = [position(editor, rng), position(editor, rng)]
        .map(|[line, character]| json!({ "line": line, "character": character }));
    let method = REQUESTS[rng.usize(..REQUESTS.len())];
    let name = ["other", "", "\"", "\u{FC}ber"][rng.usize(..4)];
    let params = json!({
        "textDocument": { "uri": if rng.usize(..20) == 0 { "file:///other.txt" } else { URI } },
        "position": start,
        "range": { "start": start, "end": end },
        "context": { "includeDeclaration": rng.bool(), "diagnostics": [], "triggerKind": 1 },
        "options": { "tabSize": 4, "insertSpaces": true },
        "newName": name,
    });
    let params = if rng.usize(..20) == 0 { json!([1]) } else { params };
    editor.asked(method, params)
}

/// What is compared of a finding: its rule, its severity, where it begins, and all that is said of it.
type Shown = (String, u64, usize, String);

/// The findings that an editor shows. It shows none of a file that is no model.
pub fn seen(editor: &Editor, findings: &[Value]) -> Vec<Shown> {
    let shown = |finding: &Value| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_string();
        let start = editor.offset(Editor::pair(&finding["range"]["start"]));
        let message = text("message");
        let message = message.split_once("\nhelp: ").map_or(&*message, |(message, _)| message);
        (text("code"), finding["severity"].as_u64().unwrap_or(0), start, message.to_string())
    };
    findings.iter().map(shown).collect()
}

/// The findings that the command line shows of a text.
fn expected(text: &str) -> Vec<Shown> {
    let document = read(NAME, text.as_bytes().to_vec());
    if document.is_binary() {
        return Vec::new();
    }
    let options = Options { most_per_rule: 1000, ..options(Severity::Hint) };
    let findings = lint(&document, &context(&[]), &options).findings;
    let rows = FileRow::of(&document, findings, Vec::new(), None).findings;
    let shown = |row: &ms3dlint::report::rows::FindingRow| {
        let severity =
            Severity::ALL.iter().position(|severity| *severity == row.severity).unwrap_or(0) as u64 + 1;
        // An editor has no position inside of a character, and none between CR and LF.
        let is_within = |at: usize| {
            !text.is_char_boundary(at)
                || text.as_bytes()[..at].ends_with(b"\r") && text.as_bytes()[at..].starts_with(b"\n")
        };
        let mut at = row.at.offset as usize;
        while is_within(at) {
            at -= 1;
        }
        (row.rule.to_string(), severity, at, row.said())
    };
    rows.iter().map(shown).collect()
}
