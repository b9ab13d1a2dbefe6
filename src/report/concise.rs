//! One finding per line, for editors and for `grep`.

use crate::diagnostic::Finding;
use crate::document::Document;
use crate::report::{Positions, message_with_place, more};
use crate::text::visible;

/// Appends `path:line:column: severity[rule] place: message` for each finding.
pub fn write<'f>(
    document: &Document,
    findings: impl IntoIterator<Item = &'f Finding, IntoIter: Clone>,
    out: &mut String,
) {
    let findings = findings.into_iter();
    let positions = Positions::of(document, findings.clone());
    let path = visible(document.source.name.as_bytes());
    for finding in findings {
        let at = positions.at(finding.span().start);
        let (severity, rule) = (finding.severity.name(), finding.rule);
        let message = message_with_place(document, finding);
        let more = more(finding);
        let line = format!("{path}:{}:{}: {severity}[{rule}] {message}{more}\n", at.line, at.column);
        out.push_str(&line);
    }
}
