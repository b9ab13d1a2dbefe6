//! JSON Lines: one object for each finding, each on a line of its own.

use serde::Serialize;

use crate::report::Writer;
use crate::report::formats::json::{FindingFields, append};
use crate::report::rows::FileRow;

/// Writes an object for each finding: what the JSON document says of it, and of the file in front.
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
        for finding in findings {
            let finding = FindingFields::of(file, finding);
            append(&JsonLine { path, uri, kind: kind.name(), finding }, out);
            out.push('\n');
        }
    }
}
