//! What `cargo run --example new_rule` makes, and that no rule is left unfinished.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{check, files, root};
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::listing;

#[path = "../../examples/new_rule.rs"]
#[expect(dead_code, reason = "tests do not start it")]
mod generator;

use generator::{MARK, generate, groups};

/// The files that a new rule is put into, as they are, in a folder with place for its own.
fn copy() -> TempDir {
    let folder = TempDir::new().unwrap();
    let defects = files(&root().join("src/smith/defects"));
    for from in [root().join("src/rules/mod.rs"), root().join("CHANGELOG.md")].iter().chain(&defects) {
        let to = folder.path().join(from.strip_prefix(root()).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
    for made in ["rules", "corpus/bad"] {
        fs::create_dir_all(folder.path().join(made)).unwrap();
    }
    folder
}

fn text(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines that a file has, and the same file of this project has not.
fn added(folder: &Path, path: &str) -> Vec<String> {
    let (old, new) = (text(&root(), path), text(folder, path));
    let mut old = old.lines().peekable();
    let added = new.lines().filter(|line| old.next_if_eq(line).is_none()).map(str::to_string).collect();
    assert_eq!(old.next(), None, "{path} has lost a line");
    added
}

#[test]
fn a_new_rule_has_all_that_it_needs() {
    for group in groups() {
        let folder = copy();
        let folder = folder.path();
        let written = generate(folder, "brand-new", group).unwrap();
        assert!(written.iter().all(|path| folder.join(path).is_file()), "{written:?}");

        assert_eq!(added(folder, "src/rules/mod.rs"), ["    brand_new"]);
        let list = text(folder, "src/rules/mod.rs");
        let mut of_group = ms3dlint::rules::ALL.iter().filter(|rule| rule.group.name() == group);
        let last = of_group.next_back().unwrap().name.replace('-', "_");
        let is_behind = |name: &str| list.contains(&format!("{name}\n    brand_new\n"));
        // A rule of a family is listed as `family::RULE`.
        assert!(
            is_behind(&last) || is_behind(&format!("::{}", last.to_uppercase())),
            "{group}: not behind {last}"
        );

        let defect = added(folder, &format!("src/smith/defects/{group}.rs"));
        assert!(
            defect.len() == 1 && defect[0].starts_with("    Defect::of_model(\"brand-new\", "),
            "{defect:?}"
        );
        assert_eq!(added(folder, "CHANGELOG.md"), [format!("- The rule `brand-new`: {MARK}.")]);

        let page = text(folder, "rules/brand-new.md");
        assert!(page.starts_with("# brand-new\n`warning` · ") && page.contains(&format!(" · {group} · ")));
        let models: Vec<_> = files(&folder.join("corpus/bad"));
        assert!(!models.is_empty());
        for path in models {
            let bytes = fs::read(&path).unwrap();
            let (name, bytes) = match path.extension().unwrap().to_str() {
                Some("listing") => ("a.ms3d", listing::assemble(&String::from_utf8(bytes).unwrap()).unwrap()),
                _ => ("a.txt", bytes),
            };
            // What is to be broken must not be broken yet; that newer sections are missing is a hint.
            let (_, report) = check(name, &bytes);
            let found = report.findings.iter().filter(|finding| finding.severity > Severity::Hint);
            let found: Vec<_> = found.map(|finding| finding.rule).collect();
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
        assert!(generate(folder, "brand-new", group).is_err(), "it was written twice");
    }
}

/// What does not compile is seen when a rule is made; this sees most of it before.
#[test]
fn a_new_rule_is_like_the_others() {
    let folder = copy();
    generate(folder.path(), "brand-new", "binary").unwrap();
    let (new, old) =
        (text(folder.path(), "src/rules/brand_new.rs"), text(&root(), "src/rules/control_character.rs"));
    let shape = |text: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.starts_with("pub(super) static RULE"));
        let lines = lines.take_while(|line| *line != "};");
        lines.map(|line| line.split(':').next().unwrap_or_default().to_string()).collect()
    };
    assert!(shape(&new).len() > 5);
    assert_eq!(shape(&new), shape(&old));
    let starting =
        |text: &str, start: &str| text.lines().find(|line| line.starts_with(start)).map(str::to_string);
    let parameters = |text: &str| starting(text, "fn check(").map(|line| line.replace('_', ""));
    assert_eq!(parameters(&new), parameters(&old));
    let prelude = starting(&new, "use ");
    assert!(prelude.is_some() && prelude == starting(&old, "use "), "{prelude:?}");
}

#[test]
fn a_name_that_will_not_do_is_refused_and_nothing_is_written() {
    let folder = copy();
    let before = files(folder.path());
    let long = "a".repeat(33);
    for name in
        ["", "Brand-New", "brand_new", "-new", "new-", "brand--new", "2-new", "bones", "parent-cycle", &long]
    {
        assert!(generate(folder.path(), name, "bones").is_err(), "{name:?}");
    }
    assert!(generate(folder.path(), "brand-new", "limbs").is_err());
    assert_eq!(files(folder.path()), before);
}

#[test]
fn nothing_is_left_to_fill_in() {
    let mut left = Vec::new();
    for folder in ["src/rules", "src/smith/defects", "rules", "corpus/bad"] {
        for path in files(&root().join(folder)) {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            let lines = text.lines().enumerate().filter(|(_, line)| line.contains(MARK));
            left.extend(lines.map(|(number, line)| format!("{}:{}: {line}", path.display(), number + 1)));
        }
    }
    let changelog = text(&root(), "CHANGELOG.md");
    left.extend(
        changelog.lines().filter(|line| line.contains(MARK)).map(|line| format!("CHANGELOG.md: {line}")),
    );
    assert!(left.is_empty(), "a new rule is not finished, see CONTRIBUTING.md:\n{}", left.join("\n"));
}
