//! Properties of reports: all say the same, and are safe to print.

use serde_json::Value;

use super::{Violation, document, ensure};
use ms3dlint::actions::lint::{Options, Report, lint};
use ms3dlint::base::span::Span;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::Document;
use ms3dlint::fix::{Edit, Patch};
use ms3dlint::report::formats::concise::{self, Concise};
use ms3dlint::report::formats::gitlab::Gitlab;
use ms3dlint::report::formats::json::Json;
use ms3dlint::report::formats::json_lines::JsonLines;
use ms3dlint::report::formats::rdjson::Rdjson;
use ms3dlint::report::formats::sarif::Sarif;
use ms3dlint::report::formats::{checkstyle, github, junit, markdown};
use ms3dlint::report::invocation::Invocation;
use ms3dlint::report::merge::{ReportedInput, merge};
use ms3dlint::report::pretty::{Pretty, Style};
use ms3dlint::report::rows::{At, FileRow, FindingRow};
use ms3dlint::report::summary::Summary;
use ms3dlint::report::{Trouble, TroubleKind, Writer};

/// The findings in a document, in one line and in excerpts each.
pub(super) fn output(document: &Document) -> String {
    let report = report(document);
    let mut out = String::new();
    concise::write(document, &report.findings, &mut out);
    draw(document, &report, &mut out);
    out
}

fn report(document: &Document) -> Report {
    lint(document, &Context::default(), &Options { most_per_rule: 3, ..Options::default() })
}

fn draw(document: &Document, report: &Report, out: &mut String) {
    for style in [Style::Drawn { color: false }, Style::Narrated] {
        Pretty::new(style, 80).write(document, &report.findings, out);
    }
}

fn row(document: &Document, report: &Report) -> FileRow {
    let name = document.source.name.clone();
    FileRow::of(document, report.findings.clone(), Vec::new(), Some(name))
}

/// A file in a report, and trouble with it.
fn written(mut writer: impl Writer, file: &FileRow) -> String {
    let mut out = String::new();
    writer.start(&mut out);
    writer.file(file, &mut out);
    let (kind, uri) = (TroubleKind::Unreadable, Some(file.uri.clone()));
    writer.trouble(&Trouble { input: 0, kind, uri, message: "out of paper".into() }, &mut out);
    writer.end(&Summary::default(), &mut out);
    out
}

/// All that programs read.
fn for_programs(file: &FileRow) -> String {
    let own = [written(Json::new(Invocation::default()), file), written(JsonLines, file)];
    own.into_iter().chain(for_others(file)).collect()
}

fn for_others(file: &FileRow) -> Vec<String> {
    vec![
        written(Sarif::default(), file),
        written(Gitlab::default(), file),
        written(Rdjson::default(), file),
        written(github::Github::default(), file),
        written(checkstyle::Checkstyle, file),
        written(junit::Junit, file),
        written(markdown::Markdown::within(1 << 16, Severity::Hint), file),
    ]
}

/// Two runs say the same, to people and to programs. The other reports are made of what these two are.
pub fn runs_agree(bytes: &[u8]) -> Result<(), Violation> {
    let run = || {
        let document = document(bytes);
        let report = report(&document);
        output(&document) + &written(Json::new(Invocation::default()), &row(&document, &report))
    };
    let (first, second) = (run(), run());
    ensure(first == second, "runs_agree", || format!("{first}\nand then\n{second}"))
}

/// No control character of the file reaches any report.
pub fn output_is_printable(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let out = output(&document) + &for_programs(&row(&document, &report(&document)));
    let control = out.chars().find(|c| c.is_control() && *c != '\n');
    ensure(control.is_none(), "output_is_printable", || format!("{control:?} in the output"))
}

/// What programs read says the same as the lines for people: rules, places and words, and what fixes put where.
pub fn reports_agree(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "reports_agree";
    let document = document(bytes);
    let report = report(&document);
    let file = row(&document, &report);
    let expected = written(Concise, &file);
    let json = written(Json::new(Invocation::default()), &file);
    let merged = merge(&[("report".to_string(), json)]);
    let read = merged.as_ref().ok().and_then(|merged| merged.entries.iter().find_map(ReportedInput::file));
    let said = read.map(|file| written(Concise, file));
    ensure(said.as_ref() == Some(&expected), PROPERTY, || {
        format!("{said:?} of {:?}, and not {expected:?}", merged.as_ref().err())
    })?;
    let read = read.map_or(&[][..], |file| &file.findings);
    for (finding, read) in report.findings.iter().zip(read) {
        let edits = finding.fix.as_ref().map_or(&[][..], |fix| &fix.edits);
        let same = patched(bytes, edits.to_vec()) == patched(bytes, edits_of(read));
        ensure(same, PROPERTY, || format!("{}: the edits are not {edits:?}", finding.rule))?;
    }
    let lines = written(JsonLines, &file);
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect();
    told(&Value::Array(lines), ["", "/rule", "/line"], &file)?;
    others_agree(&file)
}

fn edits_of(finding: &FindingRow) -> Vec<Edit> {
    let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
    let span = |at: At| Span::new(at.offset as usize, at.offset as usize + at.length);
    edits.map(|edit| Edit { span: span(edit.at), text: edit.bytes.clone() }).collect()
}

fn patched(bytes: &[u8], edits: Vec<Edit>) -> Option<Vec<u8>> {
    let mut patch = Patch::default();
    patch.add(edits).then(|| patch.apply(bytes))
}

fn others_agree(file: &FileRow) -> Result<(), Violation> {
    let read = |text: String| serde_json::from_str(&text).unwrap_or_default();
    let start = "/locations/0/physicalLocation/region/startLine";
    told(&read(written(Sarif::default(), file)), ["/runs/0/results", "/ruleId", start], file)?;
    told(&read(written(Gitlab::default(), file)), ["", "/check_name", "/location/lines/begin"], file)?;
    let line = "/location/range/start/line";
    told(&read(written(Rdjson::default(), file)), ["/diagnostics", "/code/value", line], file)
}

/// Compares the rules and lines of a report, which are in it at these places, with those of the findings. A binary
/// file has no lines, and is all in its first one.
fn told(report: &Value, [list, rule, line]: [&str; 3], file: &FileRow) -> Result<(), Violation> {
    let of_report = |finding: &Value| {
        let rule = finding.pointer(rule).and_then(Value::as_str).unwrap_or_default().to_string();
        (rule, finding.pointer(line).and_then(Value::as_u64).unwrap_or(1))
    };
    let of_finding = |finding: &FindingRow| (finding.rule.to_string(), finding.at.line_and_column().0 as u64);
    let findings = report.pointer(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut found: Vec<_> = findings.iter().map(of_report).collect();
    let mut expected: Vec<_> = file.findings.iter().map(of_finding).collect();
    found.sort_unstable();
    expected.sort_unstable();
    ensure(found == expected, "reports_agree", || format!("{rule}: {found:?} and not {expected:?}"))
}
