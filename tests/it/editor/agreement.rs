//! Editor and command line find the same, and repair it alike: in all real models, in the corpus, and in models of the smith.
//!
//! `MS3DLINT_SEEDS` says how many models of the smith with each of its defects are compared, one without it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::editor::disk::Process;
use crate::editor::repairs::is_repaired_alike;
use crate::support::{bytes_of, files, finish, program_as_it_is, root, text_models};
use ms3dlint::base::lines::line_from;
use serde_json::Value;
use tempfile::TempDir;

/// The largest files that are repaired: the editor of the tests is slow.
const MOST_REPAIRED: usize = 50_000;

/// What is compared of a finding: its rule, its severity, the line and the column where it begins, and what is said.
type Shown = (String, String, usize, usize, String);

/// The findings that the command line shows of the files of a folder, in which each file is known by its name.
fn command_line(folder: &Path) -> BTreeMap<String, Vec<Shown>> {
    let run = finish(program_as_it_is(folder, &["--level=hint", "--output-format=json", "."]));
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.err));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let finding = |finding: &Value| {
        let place = text(&finding["place"]);
        let message = text(&finding["message"]);
        let said = if place.is_empty() { message } else { format!("{place}: {message}") };
        let [line, column] = ["line", "column"].map(|key| finding[key].as_u64().unwrap() as usize);
        (text(&finding["rule"]), text(&finding["severity"]), line, column, said)
    };
    let file = |file: &Value| {
        let name =
            Path::new(file["path"].as_str().unwrap()).file_name().unwrap().to_string_lossy().into_owned();
        (name, file["findings"].as_array().unwrap().iter().map(finding).collect())
    };
    report["files"].as_array().unwrap().iter().map(file).collect()
}

/// The findings that an editor shows of a text, which it has read from a file.
fn editor(server: &mut Process, path: &Path, text: &str) -> Vec<Shown> {
    let found = server.open(path, text);
    server.close(path);
    let finding = |finding: &Value| {
        let severity =
            ["error", "warning", "info", "hint"][finding["severity"].as_u64().unwrap() as usize - 1];
        let at = |key: &str| finding["range"]["start"][key].as_u64().unwrap() as usize + 1;
        let message = finding["message"].as_str().unwrap().to_string();
        (
            finding["code"].as_str().unwrap().to_string(),
            severity.to_string(),
            at("line"),
            at("character"),
            message,
        )
    };
    found.iter().map(finding).collect()
}

/// Compares files, each with its name, and gives how many findings they have together.
fn compare(models: impl Iterator<Item = (String, Vec<u8>)>) -> usize {
    let folder = TempDir::new().unwrap();
    let real = folder.path().canonicalize().unwrap();
    let texts: Vec<(PathBuf, Vec<u8>)> = models.map(|(name, bytes)| (real.join(name), bytes)).collect();
    for (path, bytes) in &texts {
        fs::write(path, bytes).unwrap();
    }
    let expected = command_line(&real);
    let mut server = Process::start(&real, &["--level=hint"]);
    let mut all = 0;
    for (path, bytes) in &texts {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = shown(bytes);
        let found = editor(&mut server, path, &text);
        let none = Vec::new();
        let expected = expected.get(name).unwrap_or(&none);
        all += expected.len();
        let is_alike = |(found, expected): (&Shown, &Shown)| {
            // The editor says the rest of it, too: how often it is found, what programs do, and what helps.
            let is_same_place =
                lines_are_usual(bytes).then_some((found.2, found.3) == (expected.2, expected.3));
            (&found.0, &found.1) == (&expected.0, &expected.1)
                && is_same_place.unwrap_or(true)
                && found.4.starts_with(&expected.4)
        };
        let is_same = found.len() == expected.len() && found.iter().zip(expected).all(is_alike);
        assert!(is_same, "{name}: the editor shows {found:#?}, the command line {expected:#?}");
        if bytes.len() <= MOST_REPAIRED {
            is_repaired_alike(name, bytes);
        }
    }
    assert_eq!(server.end(), Some(0));
    all
}

/// What an editor shows of a file: if that is neither UTF-16 nor UTF-8, it takes each byte for the character of that
/// number.
fn shown(bytes: &[u8]) -> String {
    let wide = |to_unit: fn([u8; 2]) -> u16| {
        let units: Vec<_> = bytes[2..].chunks_exact(2).map(|two| to_unit([two[0], two[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, ..] => return wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => return wide(u16::from_be_bytes),
        _ => {}
    }
    let text = std::str::from_utf8(bytes).map(str::to_string);
    let text = text.unwrap_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect());
    text.trim_start_matches('\u{FEFF}').to_string()
}

/// Whether lines and columns are the same in an editor: there CR CR LF ends two lines, a mark at the start is not
/// shown, and some characters count as two.
fn lines_are_usual(bytes: &[u8]) -> bool {
    let is_usual = bytes.is_ascii() && line_from(bytes, 0).next > 0;
    is_usual && !bytes.windows(3).any(|three| three == b"\r\r\n")
}

#[test]
fn own_models_have_the_same_findings_in_an_editor() {
    let bad = text_models(&root().join("corpus/bad")).into_iter();
    let number = |(number, path): (usize, PathBuf)| (format!("{number:04}.txt"), bytes_of(&path));
    let found = compare(bad.enumerate().map(number));
    assert!(found > 200, "{found} findings");
}

#[test]
fn models_of_the_smith_have_the_same_findings_in_an_editor() {
    let count = std::env::var("MS3DLINT_SEEDS").unwrap_or_else(|_| "1".to_string());
    let folder = TempDir::new().unwrap();
    let arguments = ["smith", "--defect=all", "--model-format=ascii", "-n", &count, "made"];
    let run = finish(program_as_it_is(folder.path(), &arguments));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let made = files(&folder.path().join("made"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "txt"));
    let number = |(number, path): (usize, PathBuf)| (format!("{number:05}.txt"), fs::read(path).unwrap());
    compare(made.enumerate().map(number));
}

#[test]
fn real_models_have_the_same_findings_in_an_editor() {
    let Some(folder) = std::env::var_os("MS3DLINT_MODELS").map(PathBuf::from) else {
        eprintln!("MS3DLINT_MODELS is not set: no real models to test with");
        return;
    };
    let all = ["ascii", "fragments"].into_iter().flat_map(|part| files(&folder.join(part)));
    let number = |(number, path): (usize, PathBuf)| (format!("{number:05}.txt"), fs::read(path).unwrap());
    let found = compare(all.enumerate().map(number));
    assert!(found > 100, "{found} findings");
}
