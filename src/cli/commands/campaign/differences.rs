//! Groups the models in which the importer and the program of `--expect` differ, and reports them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::base::display::{code_span, counted, number};
use crate::cli::commands::campaign::MODELS;
use crate::cli::commands::campaign::cases::{Cases, ScoreRow};
use crate::cli::commands::campaign::expected::Difference;
use crate::cli::commands::campaign::journal::Tested;
use crate::cli::commands::campaign::outcome::OutcomeKind;

/// Models in which an importer and a program differ alike.
pub(crate) struct DifferenceGroup<'c> {
    row: ScoreRow,
    /// The first model.
    first: &'c Tested,
    difference: &'c Difference,
    /// The number of models.
    count: usize,
}

/// All differences, in the order of the rows of the scorecard.
pub(crate) fn groups<'c>(cases: &Cases, tested: &'c [Tested]) -> Vec<DifferenceGroup<'c>> {
    let rows: Vec<_> = cases.rows().collect();
    let mut groups: BTreeMap<_, DifferenceGroup> = BTreeMap::new();
    for first in tested {
        let Some(difference) = &first.differs else { continue };
        let row = cases.row_of(first.number);
        let alike = (row, &first.format, first.outcome, difference.kind());
        let group = DifferenceGroup { row: rows[row], first, difference, count: 0 };
        groups.entry(alike).or_insert(group).count += 1;
    }
    groups.into_values().collect()
}

impl DifferenceGroup<'_> {
    /// The object of the JSON document.
    pub(crate) fn json(&self) -> Value {
        json!({
            "rule": self.row.rule,
            "defect": self.row.defect,
            "what": self.row.what,
            "format": self.first.format,
            "outcome": self.first.outcome,
            "by": self.first.by,
            "program": self.difference.program,
            "says": self.difference.says,
            "place": self.difference.place,
            "byte-offset": self.difference.byte_offset,
            "line": self.difference.line,
            "files": self.count,
            "file": self.path(),
        })
    }

    /// Whether nothing is broken in the models.
    pub(crate) fn is_of_healthy(&self) -> bool {
        self.row.what.is_none()
    }

    /// The first model, within the folder of the campaign.
    fn path(&self) -> String {
        format!("{MODELS}/{}", self.first.file)
    }

    /// The item of the page. `name` is that of the row.
    fn markdown(&self, name: &str) -> String {
        let by = if self.first.by.is_empty() { String::new() } else { format!(", {}", self.first.by) };
        format!(
            "- {}{by}: {name}, {}, {}: {}\n  - {}\n  - `{}`\n",
            self.first.outcome.name(),
            self.first.format,
            counted(self.count, "file"),
            self.row.what.unwrap_or("nothing is broken"),
            code_span(&self.difference.words()),
            self.path(),
        )
    }
}

/// The part of the page about differences.
pub(crate) fn markdown(cases: &Cases, program: &str, groups: &[DifferenceGroup]) -> String {
    let mut page = format!("\n## Unlike {program}\n\nThe importer {}.\n", summary(program, groups));
    if !groups.is_empty() {
        page += "\nThe first model of each kind, with what the program does:\n\n";
    }
    for group in groups {
        page += &group.markdown(cases.name_of(group.row));
    }
    page
}

/// What the importer does otherwise than a program, in words that follow its name.
pub(crate) fn summary(program: &str, groups: &[DifferenceGroup]) -> String {
    let count = |kind| -> usize {
        groups.iter().filter(|group| group.first.outcome == kind).map(|group| group.count).sum()
    };
    let accepted = counted(count(OutcomeKind::Accept), "model");
    let rejected = number(count(OutcomeKind::Reject));
    format!("accepts {accepted} that {program} does not load, and rejects {rejected} that it loads")
}
