//! Style as a test: who may import whom, and what is absent where.

use std::fs;

use crate::support::{files, root};

/// The floor of a file, by its path in `src`. A file imports from its own floor or below it.
const FLOORS: &[(&str, usize)] = &[
    ("base/", 0),
    ("model/", 1),
    ("parse/", 2),
    ("fix/", 3),
    ("diagnostics/", 4),
    ("actions/", 5),
    ("span.rs", 0),
    ("source.rs", 0),
    ("surroundings.rs", 0),
    ("text.rs", 0),
    ("layout/", 1),
    ("model.rs", 1),
    ("note.rs", 1),
    ("geometry.rs", 1),
    ("extremes.rs", 1),
    ("vector.rs", 1),
    ("ascii.rs", 2),
    ("ascii/", 2),
    ("binary.rs", 2),
    ("binary/", 2),
    ("document.rs", 2),
    ("document/", 2),
    ("baseline.rs", 3),
    ("baseline/", 3),
    ("describe.rs", 3),
    ("fix.rs", 3),
    ("limits.rs", 3),
    ("diagnostic.rs", 3),
    ("dump.rs", 3),
    ("edits.rs", 3),
    ("edits/", 3),
    ("names.rs", 3),
    ("places.rs", 3),
    ("uses.rs", 3),
    ("stats.rs", 3),
    ("meaning.rs", 3),
    ("convert.rs", 5),
    ("convert/", 5),
    ("config.rs", 5),
    ("config/", 5),
    ("format.rs", 5),
    ("repair.rs", 5),
    ("suppress.rs", 3),
    ("weights.rs", 3),
    ("rule.rs", 4),
    ("rule/", 4),
    ("rules.rs", 4),
    ("rules/", 4),
    ("lint.rs", 5),
    ("report.rs", 6),
    ("report/", 6),
    // Not on a floor, but beside them.
    ("smith.rs", 3),
    ("smith/", 3),
    ("cli.rs", 7),
    ("cli/", 7),
    ("lib.rs", 8),
    ("main.rs", 8),
];

/// The sources, each with its path in `src`, its floor and its text.
fn sources() -> Vec<(String, usize, String)> {
    let folder = root().join("src");
    let sources = files(&folder).into_iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        let floor = FLOORS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, floor)| *floor);
        let floor = floor.unwrap_or_else(|| panic!("src/{name} is on no floor"));
        let text = fs::read_to_string(&path).unwrap();
        (name, floor, text)
    });
    sources.collect()
}

/// The code of a file, without comments and without its unit tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    text[..end].lines().map(|line| line.split("//").next().unwrap_or_default())
}

fn floor_of_module(path: &str) -> Option<usize> {
    let module = path.split("::").next()?.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let names = [format!("{module}.rs"), format!("{module}/")];
    FLOORS.iter().find(|(start, _)| names.iter().any(|name| name == start)).map(|(_, floor)| *floor)
}

#[test]
fn files_import_only_from_their_floor_and_below() {
    let mut seen = 0;
    for (name, floor, text) in sources().iter().filter(|(_, floor, _)| *floor < 8) {
        for line in code(text) {
            for path in line.split("crate::").skip(1) {
                let Some(other) = floor_of_module(path) else { panic!("src/{name}: unknown module: {line}") };
                assert!(other <= *floor, "src/{name} is on floor {floor} and imports from {other}: {line}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "the imports are no longer found");
}

/// What is imported from other modules begins with `crate::`, so that the tests beside this see it.
#[test]
fn no_path_climbs_out_of_its_module() {
    for (name, _, text) in sources() {
        let out = "super::".repeat(1 + name.matches('/').count());
        let found = code(&text).find(|line| line.contains(&out));
        assert!(found.is_none(), "src/{name} climbs out of its module: {}", found.unwrap_or_default());
    }
}

#[test]
fn the_smith_shares_no_code_with_what_it_tests() {
    for (name, _, text) in sources().iter().filter(|(name, ..)| name.starts_with("smith")) {
        for line in code(text) {
            for path in line.split("crate::").skip(1) {
                let is_own = path.starts_with("smith") || path.starts_with("text::");
                assert!(is_own, "src/{name} imports what is to be tested: {line}");
            }
        }
    }
}

/// Asserts that a word stands in no source but those that start with one of `allowed`.
#[track_caller]
fn only_in(word: &str, allowed: &[&str]) {
    for (name, _, text) in sources() {
        if allowed.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        let found = code(&text).find(|line| line.contains(word));
        assert!(found.is_none(), "src/{name} speaks of {word}: {}", found.unwrap_or_default());
    }
}

#[test]
fn what_is_absent_stays_absent() {
    only_in("miette::", &["report/pretty.rs"]);
    only_in("clap::", &["cli.rs", "cli/"]);
    only_in("ignore::", &["cli/files.rs", "config/globs.rs"]);
    only_in("toml::", &["config.rs", "config/"]);
    only_in("schemars", &["config/"]);
    only_in("anstream", &["cli/"]);
    only_in("std::fs", &["cli/"]);
    only_in("std::process", &["cli.rs", "cli/", "main.rs"]);
    only_in("std::thread", &["cli/"]);
    only_in("println!", &["cli.rs", "cli/"]);
    only_in("print!", &["cli.rs", "cli/"]);
    only_in("serde", &["report/", "config/", "smith/", "cli/campaign"]);
    only_in("quick_xml", &["report/"]);
    only_in("indicatif", &["cli/progress.rs"]);
    only_in("crate::rules::", &[]);
    only_in("static mut", &[]);
    // Fixes are called unsafe too; of code the compiler forbids it everywhere.
    only_in("unsafe {", &[]);
    only_in(".unwrap()", &[]);
    only_in(".expect(", &[]);
    only_in("todo!", &[]);
    only_in("dbg!", &[]);
}

/// Readers know no rule, and rules know neither reports nor the terminal: the floors hold that. They
/// also know no format, but for what they ask of the spelling of text.
#[test]
fn rules_read_no_files_and_no_reports() {
    for (name, _, text) in sources().iter().filter(|(name, ..)| name.starts_with("rules/")) {
        let bad = code(text)
            .find(|line| line.contains("report::") || line.contains("lint::") || line.contains("std::path"));
        assert!(bad.is_none(), "src/{name}: {}", bad.unwrap_or_default());
    }
}

/// A rule is found by its name: it has a file of that name, or is a static of that name in the file of one family.
#[test]
fn every_rule_is_found_by_its_name() {
    const STATIC: &str = ": Rule = Rule {\n";
    let rules = ms3dlint::rules::ALL;
    let mut files = sources();
    files.retain(|(name, ..)| name.starts_with("rules/"));
    let statics: usize = files.iter().map(|(.., text)| text.matches(STATIC).count()).sum();
    assert_eq!(statics, rules.len(), "not every static of src/rules/ is in the list of src/rules.rs");
    for rule in rules {
        let name = rule.name.replace('-', "_");
        let start = format!("{STATIC}    name: \"{}\",\n", rule.name);
        let of_rule: Vec<_> = files.iter().filter(|(.., text)| text.contains(&start)).collect();
        let [(file, _, text)] = &of_rule[..] else { panic!("{}: in {} files", rule.name, of_rule.len()) };
        let expected = match text.matches(STATIC).count() {
            1 => ("RULE".to_string(), format!("rules/{name}.rs")),
            _ => (name.to_uppercase(), file.clone()),
        };
        let head = format!("pub(super) static {}{start}", expected.0);
        assert!(text.contains(&head) && *file == expected.1, "{} in src/{file}", rule.name);
        let fields = text.split_once(&head).and_then(|(_, rest)| rest.split_once("\n};")).unwrap().0;
        assert!(
            fields.contains(&format!("rules/{}.md\"", rule.name)),
            "the page of {} in src/{file}",
            rule.name
        );
    }
}

#[test]
fn rules_stand_in_the_order_of_their_groups() {
    let groups: Vec<_> = ms3dlint::rules::ALL.iter().map(|rule| rule.group).collect();
    assert!(groups.is_sorted(), "the list in src/rules.rs is not in the order of the groups");
}

#[test]
fn functions_are_short_enough_to_read() {
    const MOST: usize = 70;
    for (name, _, text) in sources() {
        let mut start: Option<(usize, usize, String)> = None;
        for (number, line) in text.lines().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let trimmed = line.trim_start();
            let is_function = trimmed.starts_with("fn ")
                || trimmed.starts_with("pub fn ")
                || trimmed.starts_with("pub(super) fn ");
            if is_function && line.ends_with(['{', '(']) {
                start = Some((number, indent, line.to_string()));
            }
            if let Some((first, depth, head)) = &start
                && trimmed == "}"
                && indent == *depth
            {
                let length = number - first + 1;
                assert!(length <= MOST, "src/{name}: {length} lines: {head}");
                start = None;
            }
        }
    }
}
