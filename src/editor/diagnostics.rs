//! Findings as editors show them.

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, Message, PublishDiagnosticsParams,
};

use crate::base::span::Span;
use crate::diagnostics::finding::{Finding, Severity};
use crate::diagnostics::rule::page_url;
use crate::editor::open_file::OpenFile;
use crate::report::rows::FileRow;

/// The rules about what can be deleted, as nothing uses it. Editors show it in grey.
const UNNECESSARY: [&str; 3] = ["unused-material", "unused-vertex", "unused-suppression"];

/// The findings of a file.
pub(crate) fn publish(file: &OpenFile) -> PublishDiagnosticsParams {
    let diagnostics = diagnostics(file).collect();
    PublishDiagnosticsParams { uri: file.uri.clone(), version: Some(file.version), diagnostics }
}

/// The findings of a file, in the order of the file.
pub(crate) fn diagnostics(file: &OpenFile) -> impl Iterator<Item = Diagnostic> {
    let findings = file.findings();
    let rows = FileRow::of(file.document(), findings.iter().map(without_fix).collect(), Vec::new(), None);
    findings.iter().enumerate().map(move |(index, finding)| {
        let row = &rows.findings[index];
        let help = row.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
        let tags = UNNECESSARY.contains(&finding.rule).then(|| vec![DiagnosticTag::Unnecessary]);
        Diagnostic {
            range: file.range(finding.span()),
            severity: Some(severity(finding.severity)),
            code: Some(Code::from(finding.rule)),
            code_description: Some(CodeDescription { href: page_url(finding.rule).into() }),
            source: Some(env!("CARGO_PKG_NAME").to_string()),
            message: Message::String(row.said() + &help),
            tags,
            related_information: Some(related(file, finding)).filter(|related| !related.is_empty()),
            data: None,
        }
    })
}

/// The finding without its edits, of which there may be very many.
fn without_fix(finding: &Finding) -> Finding {
    let Finding { rule, group, severity, place, count, number, status, mark, .. } = *finding;
    Finding {
        count,
        number,
        status,
        mark,
        help: finding.help.clone(),
        labels: finding.labels.clone(),
        effects: finding.effects.clone(),
        ..Finding::new((rule, group, severity), finding.message.clone(), place, finding.span())
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Info => DiagnosticSeverity::Information,
        Severity::Hint => DiagnosticSeverity::Hint,
    }
}

/// The other places that explain a finding, and the next few that it is about.
fn related(file: &OpenFile, finding: &Finding) -> Vec<DiagnosticRelatedInformation> {
    let place = |span: Span, message: &str| {
        let location = Location { uri: file.uri.clone(), range: file.range(span) };
        DiagnosticRelatedInformation { location, message: message.to_string() }
    };
    let labels = finding.labels.iter().skip(1).map(|label| (label.span, &*label.message));
    let others = finding.others.iter().map(|other| (*other, "the same here"));
    labels.chain(others).map(|(span, message)| place(span, message)).collect()
}
