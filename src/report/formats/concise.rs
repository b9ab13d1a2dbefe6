//! The concise report: one finding per line, for editors and for `grep`.

use std::fmt::Write;

use crate::base::display::visible;
use crate::diagnostics::finding::Finding;
use crate::document::Document;
use crate::report::rows::{FileRow, FindingRow};
use crate::report::{Writer, inert, place_behind_path};

/// Writes `path:line:column: severity[rule] place: message` for each finding, followed by where that is in space, and
/// the option that repairs it, as `[--fix]`. A binary file has no lines: `path@0x0000002f` gives the offset.
#[derive(Default)]
pub struct Concise;

impl Writer for Concise {
    fn file(&mut self, file: &FileRow, out: &mut String) {
        let path = visible(file.path.as_bytes());
        for finding in file.findings.iter() {
            *out += &inert(&line(&path, finding));
            out.push('\n');
        }
    }
}

/// The line of a finding in a file.
pub fn line(path: &str, finding: &FindingRow) -> String {
    let (severity, rule) = (finding.severity.name(), finding.rule);
    let mut line = format!("{path}{}: {severity}[{rule}] {}", place_behind_path(finding.at), finding.said());
    if !finding.whereabouts.is_empty() {
        line += &format!("; {}", finding.whereabouts);
    }
    if let Some(option) = finding.option() {
        // Writing to a string does not fail.
        let _ = write!(line, " [{option}]");
    }
    line
}

/// Appends the lines of findings in a document.
pub fn write(document: &Document, findings: &[Finding], out: &mut String) {
    Concise.file(&FileRow::of(document, findings.to_vec(), Vec::new(), None), out);
}
