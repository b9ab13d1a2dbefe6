//! The JSON document, which `docs/json.md` describes. Its shape is stable.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use crate::describe::describe;
use crate::diagnostic::Finding;
use crate::document::Document;
use crate::fix::Fix;
use crate::report::Positions;
use crate::report::summary::Summary;
use crate::source::Position;
use crate::text::is_invisible;

/// The number that changes when the shape of the document does.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    kind: &'a str,
    findings: Vec<FindingRow<'a>>,
}

#[derive(Serialize)]
struct FindingRow<'a> {
    rule: &'a str,
    group: &'a str,
    severity: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    place: String,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    byte_offset: u32,
    byte_length: usize,
    count: usize,
    labels: Vec<LabelRow<'a>>,
    fix: Option<FixRow<'a>>,
}

#[derive(Serialize)]
struct FixRow<'a> {
    title: &'a str,
    applicability: &'a str,
    edits: Vec<EditRow<'a>>,
}

#[derive(Serialize)]
struct EditRow<'a> {
    byte_offset: u32,
    byte_length: usize,
    #[serde(flatten)]
    put: Put<'a>,
}

/// What an edit puts in place of others.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Put<'a> {
    Text(&'a str),
    /// Bytes that are no text, as hexadecimal digits.
    Hex(String),
}

impl<'a> FixRow<'a> {
    fn of(document: &Document, fix: &'a Fix) -> Self {
        let edits = fix.edits.iter().map(|edit| EditRow {
            byte_offset: edit.span.start,
            byte_length: edit.span.len(),
            put: match std::str::from_utf8(&edit.text) {
                Ok(text) if !document.is_binary() => Put::Text(text),
                _ => Put::Hex(edit.text.iter().map(|byte| format!("{byte:02x}")).collect()),
            },
        });
        Self { title: &fix.title, applicability: fix.applicability.name(), edits: edits.collect() }
    }
}

#[derive(Serialize)]
struct LabelRow<'a> {
    message: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    byte_offset: u32,
    byte_length: usize,
    primary: bool,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct SummaryRow {
    checked: usize,
    skipped: usize,
    excluded: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
    hints: usize,
    suppressed: usize,
    fixable: FixableRow,
    fixed: usize,
}

#[derive(Serialize)]
struct FixableRow {
    safe: usize,
    r#unsafe: usize,
}

/// What stands in front of the files.
pub fn start() -> String {
    let tool = Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    format!("{{\"schema\":{SCHEMA},\"tool\":{},\"files\":[", to_string(&tool))
}

/// One file, without the comma that separates it from the one before.
pub fn file<'f>(
    document: &Document,
    findings: impl IntoIterator<Item = &'f Finding, IntoIter: Clone>,
) -> String {
    let findings = findings.into_iter();
    let positions = Positions::of(document, findings.clone());
    // A binary file has no lines.
    let at = |offset| (!document.is_binary()).then(|| positions.at(offset));
    let line = |at: Option<Position>| at.map(|at| at.line);
    let column = |at: Option<Position>| at.map(|at| at.column);
    let row = |finding: &'f Finding| {
        let span = finding.span();
        let (start, end) = (at(span.start), at(span.end));
        let labels = finding.labels.iter().enumerate().map(|(index, label)| {
            let at = at(label.span.start);
            LabelRow {
                message: &label.message,
                line: line(at),
                column: column(at),
                byte_offset: label.span.start,
                byte_length: label.span.len(),
                primary: index == 0,
            }
        });
        FindingRow {
            rule: finding.rule,
            group: finding.group.name(),
            severity: finding.severity.name(),
            message: &finding.message,
            help: finding.help.as_deref(),
            place: describe(document, finding.place),
            line: line(start),
            column: column(start),
            end_line: line(end),
            end_column: column(end),
            byte_offset: span.start,
            byte_length: span.len(),
            count: finding.count,
            labels: labels.collect(),
            fix: finding.fix.as_ref().map(|fix| FixRow::of(document, fix)),
        }
    };
    to_string(&File {
        path: &document.source.name,
        kind: document.kind().name(),
        findings: findings.map(row).collect(),
    })
}

/// What stands behind the files.
pub fn end(summary: &Summary) -> String {
    let [errors, warnings, infos, hints] = summary.counts;
    let [safe, r#unsafe] = summary.fixable;
    let (fixable, fixed) = (FixableRow { safe, r#unsafe }, summary.fixed[0]);
    let (checked, skipped, excluded) = (summary.checked, summary.not_models, summary.excluded);
    let suppressed = summary.suppressed;
    let row =
        SummaryRow { checked, skipped, excluded, errors, warnings, infos, hints, suppressed, fixable, fixed };
    format!("\n],\"summary\":{}}}\n", to_string(&row))
}

/// A value as JSON that is safe to print.
pub(super) fn to_string(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, PrintableFormatter);
    // Writing to memory does not fail, and no map here has keys that are not strings.
    let _ = value.serialize(&mut serializer);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Escapes what a terminal would obey or not show, beyond what JSON itself asks for.
struct PrintableFormatter;

impl Formatter for PrintableFormatter {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        let hidden = |c: char| c == '\x7F' || is_invisible(c);
        let mut rest = text;
        while let Some(at) = rest.find(hidden) {
            CompactFormatter.write_string_fragment(writer, &rest[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        CompactFormatter.write_string_fragment(writer, rest)
    }
}
