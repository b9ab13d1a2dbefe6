//! The scorecard of a campaign: the results as JSON, as a Markdown page and as a few lines of text.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::base::display::{code_span, counted, number, visible};
use crate::cli::commands::campaign::cases::{Cases, ScoreRow};
use crate::cli::commands::campaign::differences::{self, DifferenceGroup};
use crate::cli::commands::campaign::failing::{Failing, Kept};
use crate::cli::commands::campaign::journal::Tested;
use crate::cli::commands::campaign::outcome::OutcomeKind;
use crate::report::table;

/// A row for each kind of models, and all ways to fail.
pub(crate) struct Scorecard<'c> {
    settings: &'c Value,
    cases: &'c Cases,
    rows: Vec<(ScoreRow, OutcomeCounts)>,
    /// For each format the first healthy model that was rejected.
    rejected: Vec<&'c Tested>,
    /// The ways to fail.
    pub(crate) failing: Vec<Failing>,
    /// Where the importer and the program of `--expect` differ.
    pub(crate) differences: Vec<DifferenceGroup<'c>>,
    /// Whether the importer was run on all models.
    is_whole: bool,
}

/// The number of models with each outcome, in the order of [`OutcomeKind::ALL`].
type OutcomeCounts = [usize; OutcomeKind::ALL.len()];

impl<'c> Scorecard<'c> {
    /// The counts of these results.
    pub(crate) fn new(
        settings: &'c Value,
        cases: &'c Cases,
        tested: &'c [Tested],
        failing: Vec<Failing>,
        is_whole: bool,
    ) -> Self {
        let mut rows: Vec<_> = cases.rows().map(|row| (row, OutcomeCounts::default())).collect();
        let mut rejected: Vec<&Tested> = Vec::new();
        for one in tested {
            let (row, counts) = &mut rows[cases.row_of(one.number)];
            counts[one.outcome as usize] += 1;
            let is_rejected = row.rule.is_none() && one.outcome == OutcomeKind::Reject;
            if is_rejected && !rejected.iter().any(|other| other.format == one.format) {
                rejected.push(one);
            }
        }
        let differences = differences::groups(cases, tested);
        Self { settings, cases, rows, rejected, failing, differences, is_whole }
    }

    fn total(&self) -> OutcomeCounts {
        let add = |sum: OutcomeCounts, (_, counts): &(ScoreRow, OutcomeCounts)| {
            std::array::from_fn(|kind| sum[kind] + counts[kind])
        };
        self.rows.iter().fold(OutcomeCounts::default(), add)
    }

    /// The JSON document.
    pub(crate) fn json(&self) -> String {
        let counts = |counts: &OutcomeCounts| -> Value {
            OutcomeKind::ALL
                .iter()
                .map(|kind| (kind.name().to_string(), json!(counts[*kind as usize])))
                .collect()
        };
        let rows = self.rows.iter().map(|(row, of_row)| {
            json!({
                "rule": row.rule,
                "defect": row.defect,
                "what": row.what,
                "is-error": row.is_error(),
                "files": counts(of_row),
            })
        });
        let kept = |kept: &Kept| json!({ "file": kept.path, "bytes": kept.bytes, "command": kept.words });
        let failing = self.failing.iter().map(|failing| {
            json!({
                "rule": failing.row.rule,
                "defect": failing.row.defect,
                "what": failing.row.what,
                "format": failing.format,
                "outcome": failing.outcome.kind,
                "by": failing.outcome.by,
                "said": failing.outcome.said,
                "files": failing.count,
                "original": kept(&failing.original),
                "small": failing.small.as_ref().map(kept),
            })
        });
        let card = json!({
            "settings": self.settings,
            "is-whole": self.is_whole,
            "files": counts(&self.total()),
            "rows": rows.collect::<Vec<_>>(),
            "failing": failing.collect::<Vec<_>>(),
            "differences": self.differences.iter().map(DifferenceGroup::json).collect::<Vec<_>>(),
        });
        format!("{card:#}\n")
    }

    /// The page.
    pub(crate) fn markdown(&self) -> String {
        let mut page = format!("# Scorecard\n\n{}\n\n{}", self.head(), self.table());
        if !self.failing.is_empty() {
            page += "\n## What fails\n\nOne model of each kind, defect and format, as small as it still fails alike.\n";
        }
        for failing in &self.failing {
            let _ = write!(page, "\n### {}\n\n{}\n", self.title(failing), in_words(failing));
        }
        if let Some(program) = self.settings["expect"].as_str() {
            page += &differences::markdown(self.cases, program, &self.differences);
        }
        let information = self.information();
        if !information.is_empty() {
            let _ = write!(
                page,
                "\n## For information\n\nAn importer may be stricter than MilkShape, and it may be more tolerant.\n\n{information}"
            );
        }
        page
    }

    /// The command, and the models.
    fn head(&self) -> String {
        let of = |name: &str| &self.settings[name];
        let tested = self.total().iter().sum();
        let rest = if self.is_whole { "" } else { ". The campaign was stopped; `--resume` goes on" };
        format!(
            "{}\n\n{}, profile {}, from seed {}, with at most {} ms and {} of memory for each{rest}.",
            code_span(&visible(of("exec").as_str().unwrap_or_default().as_bytes())),
            counted(tested, "model"),
            self.cases.healthy.profile.name(),
            of("seed"),
            of("timeout-ms"),
            size(of("memory-bytes").as_u64().unwrap_or_default()),
        )
    }

    /// The table.
    fn table(&self) -> String {
        let head =
            ["models"].into_iter().chain(OutcomeKind::ALL.map(OutcomeKind::name)).chain(["what is broken"]);
        let rows = self.rows.iter().map(|(row, counts)| {
            let counts = counts.map(|count| if count == 0 { "-".to_string() } else { number(count) });
            let first = [self.cases.name_of(*row).to_string()];
            first.into_iter().chain(counts).chain([row.what.unwrap_or("nothing").to_string()])
        });
        table::markdown(head, rows, 1..1 + OutcomeKind::ALL.len())
    }

    /// A way to fail in a few words.
    fn title(&self, failing: &Failing) -> String {
        let by =
            if failing.outcome.by.is_empty() { String::new() } else { format!(", {}", failing.outcome.by) };
        let (name, kind) = (self.cases.name_of(failing.row), failing.outcome.kind.name());
        format!("{kind}{by}: {name}, {}, {}", failing.format, counted(failing.count, "file"))
    }

    /// Results that are no failures, but should be looked at.
    fn information(&self) -> String {
        let mut lines = String::new();
        for rejected in &self.rejected {
            let _ = writeln!(
                lines,
                "- {} is healthy, and was rejected, {}; `{}` makes it again",
                rejected.file,
                rejected.by,
                self.cases.words_of_healthy(&rejected.format, rejected.seed)
            );
        }
        for (row, counts) in self.rows.iter().filter(|(row, _)| row.is_error()) {
            let accepted = counts[OutcomeKind::Accept as usize];
            if accepted > 0 {
                let (name, what) = (self.cases.name_of(*row), row.what.unwrap_or_default());
                let files = counted(accepted, "file");
                let _ = writeln!(lines, "- {name} is an error, and was accepted in {files}: {what}");
            }
        }
        lines
    }

    /// A few lines for the terminal. `rejection` is the importer's message about the first healthy model.
    pub(crate) fn summary(&self, rejection: Option<&str>) -> String {
        let total = self.total();
        let counts = OutcomeKind::ALL.map(|kind| format!("{} {}", kind.name(), number(total[kind as usize])));
        let mut text = format!("{}: {}\n", counted(total.iter().sum(), "model"), counts.join(", "));
        for failing in &self.failing {
            let kept = failing.small.as_ref().unwrap_or(&failing.original);
            let _ = writeln!(text, "{}", self.title(failing));
            let details = [failing.row.what.unwrap_or_default(), &failing.outcome.said, &kept.words];
            for detail in details.into_iter().filter(|detail| !detail.is_empty()) {
                let _ = writeln!(text, "  {detail}");
            }
        }
        if let Some(program) = self.settings["expect"].as_str() {
            let _ = writeln!(text, "the importer {}", differences::summary(program, &self.differences));
        }
        if let Some(how) = rejection.filter(|_| self.accepts_nothing()) {
            let _ =
                writeln!(text, "not one healthy model was accepted; is --exec right? It ended with {how}");
        } else if self.settings["expect"].is_null() && self.accepts_no_healthy() {
            text += "not one healthy model was accepted; are --exec and its limits right?\n";
        }
        text
    }

    fn accepts_no_healthy(&self) -> bool {
        let healthy = self.healthy();
        healthy[OutcomeKind::Accept as usize] == 0 && healthy.iter().sum::<usize>() > 0
    }

    /// How the runs on healthy models ended.
    fn healthy(&self) -> OutcomeCounts {
        self.rows.first().map(|(_, counts)| *counts).unwrap_or_default()
    }

    /// Whether the importer rejected all healthy models, so that nothing was tested.
    pub(crate) fn accepts_nothing(&self) -> bool {
        let healthy = self.healthy();
        let rejected = healthy[OutcomeKind::Reject as usize];
        let is_none_accepted = rejected > 0 && rejected == healthy.iter().sum::<usize>();
        // What the expected program rejects too may be rejected.
        let is_unexpected = self.settings["expect"].is_null()
            || self.differences.iter().any(differences::DifferenceGroup::is_of_healthy);
        is_none_accepted && is_unexpected
    }
}

/// A number of bytes, in words.
fn size(bytes: u64) -> String {
    match bytes % (1 << 20) {
        0 => format!("{} MiB", bytes >> 20),
        _ => counted(usize::try_from(bytes).unwrap_or(usize::MAX), "byte"),
    }
}

/// The models of a way to fail, and how to reproduce it.
fn in_words(failing: &Failing) -> String {
    let what = failing
        .row
        .what
        .map_or("Nothing is broken in it".to_string(), |what| format!("What is broken: {what}"));
    let said = &failing.outcome.said;
    let said = if said.is_empty() { String::new() } else { format!("- it says: {}\n", code_span(said)) };
    let file = |kept: &Kept| format!("`{}`, {}", kept.path, counted(kept.bytes, "byte"));
    let original = file(&failing.original);
    match &failing.small {
        Some(small) => format!(
            "{what}.\n\n{said}- small: {}\n- as it was: {original}\n\n```sh\n{}\n```",
            file(small),
            small.words
        ),
        None => format!(
            "{what}.\n\n{said}- as it was: {original}; no smaller one is known\n\n```sh\n{}\n```",
            failing.original.words
        ),
    }
}
