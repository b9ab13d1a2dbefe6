//! The Checkstyle XML report, which many CI systems and editors read.

use crate::diagnostics::finding::Severity;
use crate::report::Writer;
use crate::report::formats::xml::{append, fit};
use crate::report::rows::{FileRow, FindingRow};
use crate::report::summary::Summary;

/// Writes an element for each file, with an element for each finding in it.
#[derive(Default)]
pub struct Checkstyle;

impl Writer for Checkstyle {
    fn start(&mut self, out: &mut String) {
        *out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n";
    }

    fn file(&mut self, file: &FileRow, out: &mut String) {
        if file.is_skipped() {
            return;
        }
        let name = fit(&file.repository_path());
        append(out, |xml| {
            let element = xml.create_element("file").with_attribute(("name", name.as_str()));
            if file.findings.is_empty() {
                return element.write_empty().map(|_| ());
            }
            let written = element.write_inner_content(|xml| {
                for finding in file.findings.iter() {
                    xml.create_element("error")
                        .with_attributes(attributes(finding).each_ref().map(pair))
                        .write_empty()?;
                }
                Ok(())
            });
            written.map(|_| ())
        });
    }

    fn end(&mut self, _: &Summary, out: &mut String) {
        *out += "</checkstyle>\n";
    }
}

fn pair<'a>((key, value): &'a (&'static str, String)) -> (&'a str, &'a str) {
    (key, value)
}

fn attributes(finding: &FindingRow) -> [(&'static str, String); 5] {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "info",
    };
    let (line, column) = finding.at.line_and_column();
    [
        ("line", line.to_string()),
        ("column", column.to_string()),
        ("severity", severity.to_string()),
        ("message", fit(&finding.said_with_offset())),
        ("source", format!("ms3dlint.{}", finding.rule)),
    ]
}
