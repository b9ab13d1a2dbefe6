//! The JSON Lines report: one object for each finding, each on its own line.

use serde::Serialize;

use crate::report::Writer;
use crate::report::formats::json::{FindingFields, append};
use crate::report::rows::FileRow;

/// Writes an object for each finding: the path of the file, and the finding as in the JSON document.
#[derive(Default)]
pub struct JsonLines;

#[derive(Serialize)]
struct JsonLine<'a> {
    path: &'a str,
    uri: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    finding: FindingFields<'a>,
}

impl Writer for JsonLines {
    fn file(&mut self, file: &FileRow, out: &mut String) {
        let FileRow { path, uri, kind, findings, .. } = file;
        for finding in findings.iter() {
            let finding = FindingFields::of(file, finding);
            append(&JsonLine { path, uri, kind: kind.name(), finding }, out);
            out.push('\n');
        }
    }
}
