//! Tables for people: the statistics and times of rules, as aligned text or Markdown.

use std::ops::Range;
use std::time::Duration;

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{CellAlignment, ContentArrangement, Row, Table};

use crate::base::display::number;
use crate::diagnostics::finding::Severity;
use crate::report::rule_stats::{RuleCounts, RuleStatistics, Timing};
use crate::report::summary::Summary;
use crate::report::wrap::wrapped;

/// The summary as text in lines of at most `width` columns, with the tables that are asked for. Findings below `shown` were
/// not printed.
pub(crate) fn text_with_tables(summary: &Summary, shown: Severity, width: usize) -> String {
    let text = summary.text(shown);
    let lines = text.lines().map(|line| wrapped(line, width, "", "  ") + "\n");
    lines.collect::<String>() + &tables(summary)
}

/// The tables that were asked for, each after an empty line.
pub(crate) fn tables(summary: &Summary) -> String {
    let statistics = summary.statistics.as_ref().map(statistics);
    let tables = statistics.into_iter().chain(summary.timing.as_ref().map(timing));
    tables.map(|table| format!("\n{table}")).collect()
}

fn statistics(statistics: &RuleStatistics) -> String {
    let row = |(rule, counts): (&str, RuleCounts)| {
        let RuleCounts { findings, files, fixable: [safe, r#unsafe], fixable_hints } = counts;
        let numbers = [findings, files, safe, r#unsafe, fixable_hints.iter().sum()].map(number);
        [rule.to_string()].into_iter().chain(numbers).collect::<Vec<_>>()
    };
    let head = ["rule", "findings", "files", "--fix", "--unsafe-fixes", "--fix-only"];
    plain(head, statistics.most_first().map(row), 1..6)
}

fn timing(timing: &Timing) -> String {
    let all = timing.reading + timing.rules.values().sum::<Duration>();
    let share = |time: Duration| 100.0 * time.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
    let row = |(what, time): (&str, Duration)| {
        [what.to_string(), format!("{:.3}", 1e3 * time.as_secs_f64()), format!("{:.1}", share(time))]
    };
    let rows = [("(reading)", timing.reading)].into_iter().chain(timing.longest_first());
    plain(["rule", "ms", "%"], rows.map(row), 1..3)
}

/// Rows under the names of their columns, with two spaces between columns. The columns of `numbers` are
/// right-aligned.
pub(super) fn plain(
    head: impl Into<Row>,
    rows: impl IntoIterator<Item: Into<Row>>,
    numbers: Range<usize>,
) -> String {
    let mut table = aligned(head, rows, numbers);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    text(table.load_style(NOTHING))
}

/// The same in Markdown.
pub(crate) fn markdown(
    head: impl Into<Row>,
    rows: impl IntoIterator<Item: Into<Row>>,
    numbers: Range<usize>,
) -> String {
    text(aligned(head, rows, numbers).load_style(ASCII_MARKDOWN))
}

fn aligned(head: impl Into<Row>, rows: impl IntoIterator<Item: Into<Row>>, numbers: Range<usize>) -> Table {
    let mut table = Table::new();
    table.set_content_arrangement(ContentArrangement::Disabled).set_header(head).add_rows(rows);
    for column in table.column_iter_mut().skip(numbers.start).take(numbers.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn text(table: &Table) -> String {
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
