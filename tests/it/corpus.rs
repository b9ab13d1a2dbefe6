//! The corpus. The path is the assertion: `ok/` is silent, `bad/<rule>_<what>` fires that rule,
//! `crash/` is what once broke something. Drop a file, get a test. Beside the models lie the textures
//! that they name, which are empty: their content is never read.

use std::fmt::Write;
use std::fs;

use crate::support::{assert_reviewed, check, check_file, models, name_of, root};
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::report::formats::concise;
use ms3dlint::rules::ALL;

#[test]
fn ok_files_are_silent() {
    for path in models(&root().join("corpus/ok")) {
        let (_, report) = check_file(&name_of(&path), &path);
        let found: Vec<_> = report.findings.iter().map(|finding| finding.rule).collect();
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn bad_files_fire_their_rule() {
    for path in models(&root().join("corpus/bad")) {
        let name = name_of(&path);
        let (rule, _) = name.split_once('_').unwrap_or_else(|| panic!("{name} is not <rule>_<what>"));
        let (_, report) = check_file(&name, &path);
        let fired = report.tallies.iter().any(|tally| tally.rule.name == rule);
        assert!(fired, "{name} does not fire {rule}");
    }
}

#[test]
fn every_rule_has_a_bad_file() {
    let bad = models(&root().join("corpus/bad"));
    // Of these a file would be too large to keep, or it takes a configuration. Programs are not run here.
    let without = [
        "file-too-large",
        "index-exceeds-16-bits",
        "over-budget",
        "refused-by-engine",
        "read-otherwise-by-engine",
    ];
    for rule in ALL.iter().filter(|rule| !without.contains(&rule.name)) {
        let start = format!("{}_", rule.name);
        let has_one = bad.iter().any(|path| path.file_name().unwrap().to_string_lossy().starts_with(&start));
        assert!(has_one, "corpus/bad has no file for {}", rule.name);
    }
}

/// Lines in the usual spelling are read in one step each, all others byte by byte. A line that is not taken for a usual
/// one any more is read as well, only slower, which is seen here alone.
#[test]
fn usual_lines_are_read_in_one_step() {
    let mut lines = String::new();
    for folder in ["ok", "dialects"] {
        for path in models(&root().join("corpus").join(folder)) {
            let (document, _) = check_file(&name_of(&path), &path);
            let (name, steps, bytes) = (name_of(&path), document.steps, document.source.len());
            writeln!(lines, "{folder}/{name}: {steps} steps, {bytes} bytes").unwrap();
        }
    }
    assert_reviewed(&root().join("tests/reviewed/steps.txt"), &lines);
}

/// Wherever a file is cut off, that is reported once, and nothing else is called an error because of it.
#[test]
fn a_file_that_is_cut_off_is_only_that() {
    let path = root().join("corpus/ok/commented_windmill.txt");
    let whole = fs::read(&path).unwrap();
    let mut truncated = 0;
    for length in 0..whole.len() {
        let (_, report) = check("cut.txt", &whole[..length]);
        let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let errors: Vec<_> = errors.map(|finding| finding.rule).collect();
        let expected: [&[&str]; 4] =
            [&[], &["truncated-file"], &["not-a-model"], &["not-a-model", "truncated-file"]];
        assert!(expected.contains(&&errors[..]), "cut off at {length}: {errors:?}");
        truncated += usize::from(errors == ["truncated-file"]);
    }
    // The rest is the header, the ends of blocks, and the text of the last comments.
    assert!(truncated * 100 > whole.len() * 85, "only {truncated} of {} prefixes are truncated", whole.len());
}

/// All findings in the bad files, as a person has read them.
#[test]
fn what_is_said_of_bad_files_was_read() {
    let mut said = String::new();
    for path in models(&root().join("corpus/bad")) {
        let name = name_of(&path);
        let (document, report) = check_file(&name, &path);
        concise::write(&document, &report.findings, &mut said);
        let _ = writeln!(said);
    }
    assert_reviewed(&root().join("tests/reviewed/bad.txt"), &said);
}
