//! The code quality report of GitLab.

use serde_json::{Value, json};

use crate::diagnostics::finding::Severity;
use crate::report::Writer;
use crate::report::formats::json::Items;
use crate::report::rows::{FileRow, FindingRow};
use crate::report::summary::Summary;

/// Writes a list with an object for each finding.
#[derive(Default)]
pub struct Gitlab {
    findings: Items,
}

impl Writer for Gitlab {
    fn start(&mut self, out: &mut String) {
        out.push('[');
    }

    fn file(&mut self, file: &FileRow, out: &mut String) {
        let path = file.repository_path();
        for finding in file.findings.iter() {
            self.findings.add(&issue(&path, finding), out);
        }
    }

    fn end(&mut self, _: &Summary, out: &mut String) {
        *out += "\n]\n";
    }
}

fn issue(path: &str, finding: &FindingRow) -> Value {
    let severity = match finding.severity {
        Severity::Error => "critical",
        Severity::Warning => "major",
        Severity::Info => "minor",
        Severity::Hint => "info",
    };
    json!({
        "description": finding.said_with_offset(),
        "check_name": finding.rule,
        "fingerprint": finding.fingerprint,
        "severity": severity,
        "location": { "path": path, "lines": { "begin": finding.at.line_and_column().0 } },
    })
}
