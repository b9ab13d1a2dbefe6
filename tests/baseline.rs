//! What a baseline knows, and what it does not.

mod support;

use std::sync::Arc;

use ms3dlint::baseline::{Baseline, Entries};
use ms3dlint::describe::describe;
use ms3dlint::lint::{Options, Report, lint};
use support::{bytes_of, models, read_with, root};

/// Checks bytes of which this is known.
fn check(name: &str, bytes: &[u8], known: &Entries, options: Options) -> (Vec<String>, Report) {
    let document = read_with(name, bytes, None);
    let report = lint(&document, &Options { known: Some(Arc::new(known.clone())), ..options });
    let said = |finding: &ms3dlint::diagnostic::Finding| {
        format!("{} {}", finding.rule, describe(&document, finding.place))
    };
    (report.findings.iter().map(said).collect(), report)
}

/// All that is found in a file.
fn entries(name: &str, bytes: &[u8]) -> Entries {
    check(name, bytes, &Entries::default(), Options::default()).1.entries
}

fn expanded() -> Options {
    Options { expand: true, ..Options::default() }
}

/// What comes new of a rule when `before` is known and the file is `after`: the places, and how many are known.
#[track_caller]
fn new(rule: &str, before: &str, after: &str) -> (Vec<String>, usize) {
    let known = entries("a.txt", before.as_bytes());
    let rules = vec![ms3dlint::rules::find(rule).unwrap()];
    let options = Options { rules, ..expanded() };
    let (found, report) = check("a.txt", after.as_bytes(), &known, options);
    (found.iter().map(|said| said.split_once(' ').unwrap().1.to_string()).collect(), report.known)
}

#[test]
fn what_is_written_is_known() {
    for path in models(&root().join("corpus")) {
        let bytes = bytes_of(&path);
        let name = support::name_of(&path);
        let known = entries(&name, &bytes);
        for options in [Options::default(), expanded(), Options { most_per_rule: 0, ..Options::default() }] {
            let everything = lint(&read_with(&name, &bytes, None), &options);
            let count: usize = everything.tallies.iter().map(|tally| tally.count).sum();
            let (found, report) = check(&name, &bytes, &known, options);
            assert_eq!((found, report.known, report.tallies.len()), (Vec::new(), count, 0), "{name}");
            assert_eq!(known.len(), count, "{name}");
        }
    }
}

#[test]
fn each_line_is_needed_for_its_own_findings_alone() {
    for path in models(&root().join("corpus/bad")) {
        let (bytes, name) = (bytes_of(&path), support::name_of(&path));
        let mut baseline = Baseline::default();
        baseline.set(name.clone(), entries(&name, &bytes));
        let text = baseline.text();
        let lines: Vec<_> = text.lines().collect();
        for left_out in 1..lines.len() {
            let kept =
                lines.iter().enumerate().filter(|(index, _)| *index != left_out).map(|(_, line)| *line);
            let less = Baseline::parse(kept.collect::<Vec<_>>().join("\n").as_bytes()).unwrap();
            let known = less.files.get(&name).map(|known| known.as_ref().clone()).unwrap_or_default();
            let (_, report) = check(&name, &bytes, &known, Options::default());
            let columns: Vec<_> = lines[left_out].split('\t').collect();
            let found: Vec<_> =
                report.tallies.iter().map(|tally| (tally.rule.name, tally.count.to_string())).collect();
            assert_eq!(found, [(columns[1], columns[3].to_string())], "{name}: {}", lines[left_out]);
        }
    }
}
