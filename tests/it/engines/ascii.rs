//! The engines of ASCII models beside recorded runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Agreement, Agreements, LINE, ON_DISK, OUTCOME, engine, outcome, program, rows};
use ms3dlint::base::file_tree::FileTree;
use ms3dlint::base::folder::{EntryKind, Listing};
use ms3dlint::document::{Document, read};
use ms3dlint::engines::Failure;
use ms3dlint::engines::stepmania::Extent;
use ms3dlint_fuzz::held::ascii;
use serde_json::Value;

/// The files around a model on the disk.
#[derive(Debug)]
struct Disk(PathBuf);

impl FileTree for Disk {
    fn depth(&self) -> Option<usize> {
        Some(2)
    }

    fn list(&self, folder: &[u8]) -> Option<Arc<Listing>> {
        let folder = self.0.join(str::from_utf8(folder).ok()?);
        let entry = |entry: fs::DirEntry| {
            let kind = if entry.path().is_dir() { EntryKind::Folder } else { EntryKind::File };
            (entry.file_name().as_encoded_bytes().into(), kind)
        };
        let entries = fs::read_dir(folder).ok()?.map(|found| entry(found.unwrap())).collect();
        Some(Arc::new(Listing::new(entries, true)))
    }
}

/// An outcome and its line.
type Ending = (String, Option<u64>);

fn ending(row: &Value, document: &Document, result: &Result<(), Failure>) -> Ending {
    let refuses = if row["engine"] == "milkshape-sdk" { "refuses" } else { "exits" };
    let failure = result.as_ref().err();
    let at = failure.and_then(|failure| failure.at);
    let outcome = outcome(failure.map(|failure| failure.kind), refuses);
    (outcome.to_string(), at.map(|at| line_of(document, at)))
}

/// The number of the line that is at an offset.
fn line_of(document: &Document, offset: u32) -> u64 {
    let before = &document.source.bytes()[..offset as usize];
    1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
}

fn recorded_ending(row: &Value) -> Ending {
    (row["outcome"].as_str().unwrap().to_string(), row["line"].as_u64())
}

/// How the program ended when it looked for textures on the disk, if that can be told from a row.
fn ending_on_disk(row: &Value) -> Option<Ending> {
    match &row["disk"] {
        // After some crashes the program can no longer tell where it was.
        _ if row["stage"].is_null() => None,
        Value::Null => (row["outcome"] == row["plain"]["outcome"]).then(|| recorded_ending(row)),
        // This needs what the path of a texture does to `printf`.
        disk if disk["outcome"] == "crashes" => None,
        disk => Some(recorded_ending(disk)),
    }
}

/// Compares the engines with the tables in a folder.
pub(super) fn compare(folder: &Path, agreements: &mut Agreements) {
    for (path, row) in rows(folder, ["../../models", "files"]) {
        let (name, version) = engine(&row);
        let Some(program) = program(name, version) else { continue };
        let agreement = agreements.entry((name.to_string(), version.to_string())).or_default();
        let document = read("model.txt", fs::read(&path).unwrap());
        let load = |extent: Extent, files: Option<&dyn FileTree>| {
            ascii::load(program.name, &document, extent, files).unwrap()
        };
        compare_row(agreement, &row, &document, &load, &Disk(path.parent().unwrap().to_path_buf()));
    }
}

/// Loads a model as a whole or as a part, with the files around it.
type Load<'l> = &'l dyn Fn(Extent, Option<&dyn FileTree>) -> (String, Result<(), Failure>);

fn compare_row(agreement: &mut Agreement, row: &Value, document: &Document, load: Load, disk: &Disk) {
    let file = row["file"].as_str().unwrap();
    let ending = |result: &Result<(), Failure>| ending(row, document, result);
    let is_part = row["mode"] == "piece";
    let extent = if is_part { Extent::Part } else { Extent::Whole };
    let (held, result) = load(extent, None);
    let (actual, expected) = (ending(&result), recorded_ending(row));
    agreement.compare(OUTCOME, expected.0 == actual.0, || {
        format!("{file}: {result:?}, and the program: {} {}", expected.0, row["reason"])
    });
    if is_part {
        let (_, result) = load(Extent::Whole, None);
        let expected = recorded_ending(&row["whole"]);
        agreement.compare(OUTCOME, ending(&result) == expected, || {
            format!("{file} as a whole: {result:?}, not {expected:?}")
        });
    }
    if let Some(expected) = ending_on_disk(row).filter(|_| !is_part) {
        let (_, result) = load(extent, Some(disk));
        agreement.compare(ON_DISK, ending(&result) == expected, || {
            format!("{file}: {result:?}, not {expected:?}")
        });
    }
    if expected.0 != actual.0 {
        return;
    }
    // After some crashes the program can no longer tell where it was.
    if !row["stage"].is_null() {
        agreement.compare(LINE, actual.1 == expected.1, || {
            format!("{file}: {:?}, and the program {:?}", actual.1, expected.1)
        });
    }
    agreement.compare_content(file, &row["digest"], &held);
}
