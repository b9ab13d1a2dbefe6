//! What is promised of reports.

use super::{Violation, document, ensure};
use crate::document::Document;
use crate::lint::{Options, Report, lint};
use crate::report::concise;

fn concise_output(bytes: &[u8]) -> String {
    let document = document(bytes);
    let report = lint(&document, &Options::default());
    let mut out = String::new();
    concise::write(&document, &report.findings, &mut out);
    out
}

/// Two runs say the same.
pub fn runs_agree(bytes: &[u8]) -> Result<(), Violation> {
    let (first, second) = (concise_output(bytes), concise_output(bytes));
    ensure(first == second, "runs_agree", || format!("{first}\nand then\n{second}"))
}

/// No control character of the file reaches the output.
pub fn output_is_printable(bytes: &[u8]) -> Result<(), Violation> {
    let out = output(&document(bytes));
    let control = out.chars().find(|c| c.is_control() && *c != '\n');
    ensure(control.is_none(), "output_is_printable", || format!("{control:?} in the output"))
}

/// What is said about a document, in one line and in excerpts each.
pub(super) fn output(document: &Document) -> String {
    let report = lint(document, &Options { most_per_rule: 3, ..Options::default() });
    let mut out = String::new();
    concise::write(document, &report.findings, &mut out);
    draw(document, &report, &mut out);
    out
}

#[cfg(feature = "pretty")]
fn draw(document: &Document, report: &Report, out: &mut String) {
    use crate::report::pretty::{Pretty, Style};
    for style in [Style::Drawn { color: false }, Style::Narrated] {
        Pretty::new(style, 80).write(document, &report.findings, out);
    }
}

#[cfg(not(feature = "pretty"))]
fn draw(_: &Document, _: &Report, _: &mut String) {}
