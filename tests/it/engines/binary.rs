//! The engines of binary models beside recorded runs.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Agreement, Agreements, COUNTS, OUTCOME, engine, outcome, program, rows};
use ms3dlint::document::{Document, read};
use ms3dlint::engines::Run;
use ms3dlint::engines::held::{HeldMesh, HeldModel, IN_NO_MESH};
use ms3dlint::engines::input::EngineInput;
use ms3dlint::engines::list::{self, Program};
use ms3dlint_fuzz::held::binary;
use serde_json::Value;

/// Compares the engines with the tables in a folder.
pub(super) fn compare(folder: &Path, agreements: &mut Agreements) {
    let mut last: Option<(PathBuf, Document)> = None;
    for (path, row) in rows(folder, ["../../models/binary", ""]).into_iter().filter(|(path, _)| path.exists())
    {
        let (name, version) = engine(&row);
        let Some(program) = program(name, version) else { continue };
        let is_it = |other: &Program| (other.name, other.version) == (program.name, program.version);
        let Some(engine) = list::ALL.iter().find(|engine| engine.programs.iter().any(is_it)) else {
            continue;
        };
        let document = match last.take() {
            Some((known, document)) if known == path => document,
            _ => read("model.ms3d", fs::read(&path).unwrap()),
        };
        let agreement = agreements.entry((name.to_string(), version.to_string())).or_default();
        let run = (engine.run)(&EngineInput::new(&document, None));
        compare_row(agreement, &row, &run, || binary::hold(program.name, &document).unwrap());
        last = Some((path, document));
    }
}

fn compare_row<'d>(
    agreement: &mut Agreement,
    row: &Value,
    run: &Run,
    hold: impl FnOnce() -> (HeldModel<'d>, String),
) {
    let (name, _) = engine(row);
    let actual = outcome(run.failure.as_ref().map(|failure| failure.kind), "refuses");
    // As packaged, without a check of its memory, it crashes only with bad luck.
    if name == "irrlicht" && actual == "crashes" {
        return;
    }
    let file = row["file"].as_str().unwrap();
    let is_same = row["outcome"] == actual;
    agreement.compare(OUTCOME, is_same, || {
        format!("{file}: {:?}, and the program: {} {}", run.failure, row["outcome"], row["reason"])
    });
    if !is_same || actual != "loads" {
        return;
    }
    let (held, text) = hold();
    let is_mesh = |mesh: &&HeldMesh| !name.starts_with("mm3d") || mesh.material != IN_NO_MESH;
    let counts = [
        ("meshes", held.meshes.iter().filter(is_mesh).count()),
        ("vertices", held.vertex_count),
        ("faces", held.meshes.iter().map(|mesh| mesh.faces.len()).sum()),
        ("materials", held.material_count),
        ("bones", held.bone_count),
        ("keys", held.key_count),
    ];
    let other = counts.iter().find(|(name, count)| row[*name] != *count);
    agreement
        .compare(COUNTS, other.is_none(), || format!("{file}: {other:?}, not {}", row[other.unwrap().0]));
    agreement.compare_content(file, &row["digest"], &text);
}
