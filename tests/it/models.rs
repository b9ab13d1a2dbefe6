//! Real models, which are not part of the project: `MS3DLINT_MODELS` names a folder with them.
//! Without it there is nothing to test here, and the test says so.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{assert_reviewed, check, files, root};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::read;
use ms3dlint::fix::Applicability;
use ms3dlint_fuzz::properties;

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
fn properties_hold_for_real_models() {
    let Some(folder) = models() else { return };
    for (path, bytes) in read_all(&folder) {
        for (name, property) in properties::OF_FILES {
            if let Err(violation) = property(&bytes) {
                panic!("{}: {name}: {}", path.display(), violation.what);
            }
        }
    }
}

/// What `--fix` comes to on real models, as a person has read it: how many files each rule repairs, and
/// what is left that has a fix only with consent.
#[test]
fn repairs_of_real_models_are_the_reviewed_ones() {
    let Some(folder) = models() else { return };
    let mut out = String::new();
    let ways = [
        ("--fix", Severity::Info, Applicability::Safe),
        ("--fix --fix-only all", Severity::Hint, Applicability::Safe),
        ("--fix --unsafe-fixes --fix-only all", Severity::Hint, Applicability::Unsafe),
    ];
    let kinds: [(&str, &[&str]); 2] = [("text", &["ascii", "fragments"]), ("binary", &["binary"])];
    for (kind, parts, (title, level, least)) in
        kinds.into_iter().flat_map(|(kind, parts)| ways.map(|way| (kind, parts, way)))
    {
        let options = repair::RepairOptions {
            lint: Options { repaired_from: level, ..Options::default() },
            least,
            only: Vec::new(),
        };
        let mut fixed: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        let mut left: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        let (mut files, mut changed) = (0, 0);
        for part in parts {
            for (path, bytes) in read_all(&folder.join(part)) {
                let name = path.to_string_lossy().into_owned();
                let before = read(name.clone(), bytes.clone());
                let errors = repair::errors(&before, &Context::default());
                let repaired = match repair::repair(before, &Context::default(), &options) {
                    Ok(repaired) => repaired,
                    Err(defect) => panic!("{name}: {:?}: {}", defect.rules, defect.what),
                };
                files += 1;
                changed += usize::from(repaired.document.source.bytes() != bytes);
                for (rule, places) in &repaired.fixed {
                    let row = fixed.entry(rule).or_default();
                    *row = (row.0 + 1, row.1 + places);
                }
                for tally in lint(&repaired.document, &Context::default(), &Options::default()).tallies {
                    let row = left.entry(tally.rule.name).or_default();
                    *row = (row.0 + 1, row.1 + tally.count);
                }
                let new = repair::errors(&repaired.document, &Context::default())
                    .into_iter()
                    .find(|(rule, count)| errors.get(rule).is_none_or(|had| had < count));
                assert_eq!(new, None, "{name} has a new error");
                let again = repair::repair(repaired.document, &Context::default(), &options);
                assert!(again.is_ok_and(|again| again.fixed.is_empty()), "{name} is repaired twice");
            }
        }
        let _ = writeln!(out, "{kind} {title}: {files} files, {changed} changed");
        let _ = writeln!(out, "  {:30} {:>14} {:>18}", "rule", "files fixed", "files with findings left");
        let mut rules: Vec<_> = fixed.keys().chain(left.keys()).copied().collect();
        rules.sort_unstable();
        rules.dedup();
        for rule in rules {
            let of = |rows: &BTreeMap<&str, (usize, usize)>| rows.get(rule).copied().unwrap_or_default();
            let (fixed, left) = (of(&fixed), of(&left));
            let _ = writeln!(out, "  {rule:30} {:5} ({:6}) {:9} ({:6})", fixed.0, fixed.1, left.0, left.1);
        }
    }
    assert_reviewed(&root().join("tests/reviewed/repairs.txt"), &out);
}
