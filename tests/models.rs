//! Real models, which are not part of the project: `MS3DLINT_MODELS` names a folder with them.
//! Without it there is nothing to test here, and the test says so.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use ms3dlint::promises;
use support::{assert_reviewed, check, files, root};

fn models() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("MS3DLINT_MODELS").map(PathBuf::from) else {
        eprintln!("MS3DLINT_MODELS is not set: no real models to test with");
        return None;
    };
    // Paths are relative to the package, where cargo runs tests.
    assert!(folder.is_dir(), "MS3DLINT_MODELS is no folder: {}", folder.display());
    Some(folder)
}

fn read_all(folder: &Path) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    files(folder).into_iter().map(|path| {
        let bytes = fs::read(&path).unwrap();
        (path, bytes)
    })
}

/// Findings as counts per rule, which a person has looked at.
#[test]
fn findings_of_real_models_are_the_reviewed_ones() {
    let Some(folder) = models() else { return };
    let mut out = String::new();
    for part in ["ascii", "fragments", "binary"] {
        let mut rules: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
        let mut number = 0;
        for (path, bytes) in read_all(&folder.join(part)) {
            let (_, report) = check(&path.to_string_lossy(), &bytes);
            number += 1;
            for tally in report.tallies {
                let row = rules.entry((tally.rule.severity.name(), tally.rule.name)).or_default();
                row.0 += 1;
                row.1 += tally.count;
            }
        }
        let _ = writeln!(out, "{part}: {number} files");
        for ((severity, rule), (files, places)) in rules {
            let _ = writeln!(out, "  {severity:7} {rule:28} {files:4} files {places:6} places");
        }
    }
    assert_reviewed(&root().join("tests/reviewed/models.txt"), &out);
}

#[test]
fn promises_hold_for_real_models() {
    let Some(folder) = models() else { return };
    for (path, bytes) in read_all(&folder) {
        for (name, promise) in promises::ALL {
            if let Err(violation) = promise(&bytes) {
                panic!("{}: {name}: {}", path.display(), violation.what);
            }
        }
    }
}
