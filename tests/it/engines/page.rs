//! The tables of `docs/engines.md`: written from the list of engines and by running them on the examples of rules.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use crate::pages;
use crate::support::{assert_reviewed, blessing, root};
use ms3dlint::engines::list::ALL as ENGINES;
use ms3dlint::rules::ALL as RULES;

/// The page with a table in place of what is between two comments.
pub(crate) fn with_table(page: &str, name: &str, table: &str) -> String {
    let (start, end) =
        (format!("<!-- {name}: written by the tests -->\n"), format!("<!-- end of the {name} -->"));
    let from = page.find(&start).unwrap() + start.len();
    let to = page.find(&end).unwrap();
    format!("{}{table}{}", &page[..from], &page[to..])
}

fn programs() -> String {
    let mut out = String::from("| name | program | version that was run | reads |\n|---|---|---|---|\n");
    for engine in ENGINES {
        for program in engine.programs {
            let format = if engine.is_binary { "binary" } else { "ASCII" };
            let _ =
                writeln!(out, "| `{}` | {} | {} | {format} |", program.name, program.title, program.version);
        }
    }
    out
}

/// A column of the table of oddities: a program by its name and version.
type Column = (&'static str, &'static str);

fn oddities(is_binary: bool) -> String {
    let engines = || ENGINES.iter().filter(|engine| engine.is_binary == is_binary);
    let columns: Vec<Column> =
        engines().map(|engine| (engine.programs[0].title, engine.programs[0].version)).collect();
    let mut out =
        format!("| rule | {} |\n", columns.iter().map(|(title, _)| *title).collect::<Vec<_>>().join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(columns.len()));
    for rule in RULES {
        let told: BTreeMap<&str, &str> = pages::stumbling(rule).into_iter().collect();
        let cells: Vec<&str> =
            columns.iter().map(|(title, _)| told.get(title).copied().unwrap_or_default()).collect();
        if cells.iter().any(|cell| !matches!(*cell, "" | "?")) {
            let _ = writeln!(out, "| [{0}](../rules/{0}.md) | {1} |", rule.name, cells.join(" | "));
        }
    }
    out
}

/// Checks the tables of agreements and of damage, if they were made from the tables that have this digest.
pub(super) fn has_agreements(digest: &str, table: &str, damage: &str) {
    let path = root().join("docs/engines.md");
    let page = fs::read_to_string(&path).unwrap();
    let table = format!("Recorded runs `{digest}`:\n\n{table}");
    if page.contains(&format!("Recorded runs `{digest}`")) || blessing() {
        let page = with_table(&page, "damage", damage);
        assert_reviewed(&path, &with_table(&page, "agreement", &table));
    } else {
        eprintln!("docs/engines.md has the agreement with other recorded runs than these");
    }
}

#[test]
fn the_page_of_engines_has_the_present_tables() {
    let path = root().join("docs/engines.md");
    let page = fs::read_to_string(&path).unwrap();
    let tables = format!("ASCII models:\n\n{}\nBinary models:\n\n{}", oddities(false), oddities(true));
    let page = with_table(&page, "programs", &programs());
    assert_reviewed(&path, &with_table(&page, "oddities", &tables));
}
