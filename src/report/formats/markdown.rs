//! The Markdown report: a table for a comment on a merge request or the summary of a build.

use crate::base::display::{code_span, counted, visible};
use crate::diagnostics::finding::Severity;
use crate::report::formats::truncate::Worst;
use crate::report::rows::{FileRow, FindingRow};
use crate::report::summary::Summary;
use crate::report::{Trouble, Writer, inert, place_behind_path};

/// Room in bytes for the heading, the summary, and the count of the other findings.
const FRAME: usize = 4096;
/// Room in bytes for the files that could not be read.
const MOST_TROUBLES: usize = 2048;

/// Writes a table with a row for each finding, the worst first.
pub struct Markdown {
    rows: Worst,
    troubles: String,
    /// Findings below it are not shown.
    level: Severity,
}

impl Markdown {
    /// A table of at most this many bytes, including the text around it, of findings from a severity on. Others are counted.
    pub fn within(bytes: usize, level: Severity) -> Self {
        let room = bytes.saturating_sub(FRAME + MOST_TROUBLES);
        Self { rows: Worst::within(room, str::len), troubles: String::new(), level }
    }
}

impl Writer for Markdown {
    fn file(&mut self, file: &FileRow, _: &mut String) {
        let path = file.repository_path();
        for finding in file.findings.iter() {
            self.rows.add(finding.severity, row(&path, finding));
        }
    }

    fn trouble(&mut self, trouble: &Trouble, _: &mut String) {
        let line = format!("- {}\n", code(&trouble.message));
        if self.troubles.len() + line.len() <= MOST_TROUBLES {
            self.troubles += &line;
        }
    }

    fn end(&mut self, summary: &Summary, out: &mut String) {
        *out += "### ms3dlint\n\n";
        let mut rows = self.rows.pieces().peekable();
        if rows.peek().is_some() {
            *out += "| severity | rule | place | what |\n|---|---|---|---|\n";
            rows.for_each(|row| *out += row);
            out.push('\n');
        }
        if self.rows.left_out() > 0 {
            *out += &format!("{} more, left out here\n\n", counted(self.rows.left_out(), "finding"));
        }
        *out += &self.troubles;
        *out += if self.troubles.is_empty() { "" } else { "\n" };
        *out += summary.text(self.level).replace('\n', "  \n").trim_end();
        out.push('\n');
    }
}

fn row(path: &str, finding: &FindingRow) -> String {
    let place = code(&format!("{path}{}", place_behind_path(finding.at)));
    format!("| {} | {} | {place} | {} |\n", finding.severity.name(), finding.rule, code(&finding.said()))
}

/// A text without markup, links or mentions: a code span. A character that would end the cell of a table
/// is replaced by a similar one.
fn code(text: &str) -> String {
    code_span(&inert(&visible(text.as_bytes())).replace('|', "∣"))
}
