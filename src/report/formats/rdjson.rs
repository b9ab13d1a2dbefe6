//! The rdjson report of reviewdog, with suggestions that can be applied with one click.

use serde_json::{Value, json};

use crate::diagnostics::finding::Severity;
use crate::diagnostics::rule::page_url;
use crate::report::Writer;
use crate::report::formats::json::Items;
use crate::report::rows::{At, FileRow, FindingRow, FixRow};
use crate::report::summary::Summary;

/// Writes an object with a diagnostic for each finding.
#[derive(Default)]
pub struct Rdjson {
    findings: Items,
}

impl Writer for Rdjson {
    fn start(&mut self, out: &mut String) {
        *out += "{\"source\":{\"name\":\"ms3dlint\"},\"diagnostics\":[";
    }

    fn file(&mut self, file: &FileRow, out: &mut String) {
        let path = file.repository_path();
        for finding in file.findings.iter() {
            self.findings.add(&diagnostic(&path, finding), out);
        }
    }

    fn end(&mut self, _: &Summary, out: &mut String) {
        *out += "\n]}\n";
    }
}

fn diagnostic(path: &str, finding: &FindingRow) -> Value {
    let severity = match finding.severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info | Severity::Hint => "INFO",
    };
    let start = json!({ "start": { "line": 1, "column": 1 } });
    let mut diagnostic = json!({
        "message": finding.said_with_offset(),
        "location": { "path": path, "range": range(finding.at).unwrap_or(start) },
        "severity": severity,
        "code": { "value": finding.rule, "url": page_url(finding.rule) },
    });
    if let Some(suggestion) = finding.fix.as_ref().and_then(suggestion) {
        diagnostic["suggestions"] = json!([suggestion]);
    }
    diagnostic
}

/// Columns in this format count bytes.
fn range(at: At) -> Option<Value> {
    let [start, end] = at.lines?;
    Some(json!({
        "start": { "line": start.line, "column": start.byte },
        "end": { "line": end.line, "column": end.byte },
    }))
}

/// A fix of one edit. Those of several edits are useless one by one, but could be applied so.
fn suggestion(fix: &FixRow) -> Option<Value> {
    let [edit] = fix.edits.as_slice() else { return None };
    let text = std::str::from_utf8(&edit.bytes).ok()?;
    Some(json!({ "range": range(edit.at)?, "text": text }))
}
