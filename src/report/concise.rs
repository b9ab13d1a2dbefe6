//! One finding per line, for editors and for `grep`.

use std::fmt::Write;

use crate::diagnostic::Finding;
use crate::document::Document;
use crate::report::{at, message_with_place, more, option};
use crate::text::visible;

/// Appends `path:line:column: severity[rule] place: message` for each finding, and behind it the option
/// that repairs it, as `[--fix]`. A binary file has no lines: `path@0x0000002f` tells the offset.
/// Findings in the order of the file cost one pass over it.
pub fn write<'f>(document: &Document, findings: impl IntoIterator<Item = &'f Finding>, out: &mut String) {
    let mut locator = document.locator();
    let path = visible(document.source.name.as_bytes());
    for finding in findings {
        let offset = finding.span().start as usize;
        let at = at(document, &mut locator, offset);
        let (severity, rule) = (finding.severity.name(), finding.rule);
        let message = message_with_place(document, finding);
        let more = more(finding);
        let fix = option(finding).map_or(String::new(), |option| format!(" [{option}]"));
        // Nothing goes wrong when a string is written to.
        let _ = writeln!(out, "{path}{at}: {severity}[{rule}] {message}{more}{fix}");
    }
}
