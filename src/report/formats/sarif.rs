//! The SARIF 2.1.0 report, for code scanning and viewers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::base::display::counted;
use crate::diagnostics::finding::{Severity, Status};
use crate::diagnostics::rule::{Rule, page_url};
use crate::report::formats::json::{EffectFields, to_string};
use crate::report::formats::truncate::Worst;
use crate::report::rows::{At, EditRow, FileRow, FindingRow, FixRow};
use crate::report::summary::Summary;
use crate::report::{Trouble, Writer};
use crate::rules;

/// The most results that GitHub accepts in a report.
const MOST_RESULTS: usize = 25_000;
/// The most bytes that a fix may insert; a larger one is left out, since a viewer has no use for it.
const LARGEST_FIX: usize = 1 << 14;

/// The line endings by which lines are counted here.
const NEWLINES: [&str; 4] = ["\r\r\n", "\r\n", "\n", "\r"];

/// Writes one run with a result for each finding, the worst first.
pub struct Sarif {
    results: Worst,
    /// The rules of the results, in the order of their first result.
    rules: Vec<&'static str>,
    notifications: Vec<Value>,
}

impl Default for Sarif {
    fn default() -> Self {
        Self { results: Worst::within(MOST_RESULTS, |_| 1), rules: Vec::new(), notifications: Vec::new() }
    }
}

impl Writer for Sarif {
    fn file(&mut self, file: &FileRow, _: &mut String) {
        for finding in file.findings.iter().chain(file.hidden.iter()) {
            let index = self.index_of(finding.rule);
            // A finding that does not count is dropped before one that does.
            let severity = if finding.status == Status::Open { finding.severity } else { Severity::Hint };
            self.results.add(severity, to_string(&result(file, finding, index)));
        }
    }

    fn trouble(&mut self, trouble: &Trouble, _: &mut String) {
        let mut notification = json!({ "level": "error", "message": message(&trouble.message) });
        if let Some(uri) = &trouble.uri {
            notification["locations"] =
                json!([{ "physicalLocation": { "artifactLocation": { "uri": uri } } }]);
        }
        self.notifications.push(notification);
    }

    fn end(&mut self, summary: &Summary, out: &mut String) {
        if self.results.left_out() > 0 {
            let text = format!("{} more, left out here", counted(self.results.left_out(), "finding"));
            self.notifications.push(json!({ "level": "warning", "message": message(&text) }));
        }
        let rules: Vec<_> = self.rules.iter().filter_map(|name| rules::find(name)).map(descriptor).collect();
        let driver = json!({
            "name": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_HOMEPAGE"),
            "rules": rules,
        });
        let invocation = json!({
            "executionSuccessful": summary.unreadable + summary.misconfigured + summary.failed == 0,
            "toolExecutionNotifications": self.notifications,
        });
        let schema = "https://json.schemastore.org/sarif-2.1.0.json";
        *out += &format!("{{\"$schema\":\"{schema}\",\"version\":\"2.1.0\",\"runs\":[{{\n");
        *out += &format!("\"tool\":{{\"driver\":{}}},\n", to_string(&driver));
        *out += "\"automationDetails\":{\"id\":\"ms3dlint/\"},\"columnKind\":\"unicodeCodePoints\",\n";
        *out += &format!("\"newlineSequences\":{},\n", json!(NEWLINES));
        *out += &format!("\"invocations\":[{}],\n\"results\":[", to_string(&invocation));
        for (number, result) in self.results.pieces().enumerate() {
            *out += if number > 0 { ",\n" } else { "\n" };
            *out += result;
        }
        *out += "\n]}]}\n";
    }
}

impl Sarif {
    fn index_of(&mut self, rule: &'static str) -> usize {
        self.rules.iter().position(|other| *other == rule).unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        })
    }
}

fn descriptor(rule: &Rule) -> Value {
    // A library may be without the pages.
    let help = if rule.page.is_empty() { rule.summary } else { rule.page };
    json!({
        "id": rule.name,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": rule.summary },
        "helpUri": page_url(rule.name),
        "help": { "text": help, "markdown": help },
        "defaultConfiguration": { "level": level(rule.severity) },
        "properties": {
            "tags": [rule.group.name()],
            "problem.severity": match rule.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info | Severity::Hint => "recommendation",
            },
        },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Hint => "note",
    }
}

fn result(file: &FileRow, finding: &FindingRow, rule_index: usize) -> Value {
    let help = finding.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
    let mut location = place(file, finding.at);
    if !finding.place.is_empty() {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": finding.place }]);
    }
    let mut result = json!({
        "ruleId": finding.rule,
        "ruleIndex": rule_index,
        "level": level(finding.severity),
        "message": message(&(finding.said() + &help)),
        "locations": [location],
        // GitHub identifies a result by the first fingerprint.
        "partialFingerprints": {
            "primaryLocationLineHash": finding.fingerprint,
            "ms3dlint/v1": finding.fingerprint,
        },
        "occurrenceCount": finding.count,
    });
    if !finding.effects.is_empty() {
        let effects: Vec<_> = finding.effects.iter().map(EffectFields::of).collect();
        result["properties"] = json!({ "effects": effects });
    }
    let related = finding.labels.iter().skip(1).enumerate().map(|(id, label)| {
        let mut place = place(file, label.at);
        place["id"] = json!(id);
        place["message"] = message(&label.message);
        place
    });
    let mut add = |key: &str, values: Vec<Value>| {
        if !values.is_empty() {
            result[key] = values.into();
        }
    };
    add("relatedLocations", related.collect());
    add("fixes", finding.fix.iter().filter_map(|fix| change(file, fix)).collect());
    add("suppressions", suppression(finding.status).into_iter().collect());
    if file.has_baseline {
        result["baselineState"] = if finding.status == Status::Open { "new" } else { "unchanged" }.into();
    }
    result
}

/// Why a result does not count; `None` if it does.
fn suppression(status: Status) -> Option<Value> {
    match status {
        Status::Open => None,
        Status::Suppressed => Some(json!({ "kind": "inSource" })),
        Status::Baselined => Some(json!({ "kind": "external", "justification": "it is in the baseline" })),
    }
}

fn place(file: &FileRow, at: At) -> Value {
    let mut region = region(at);
    match at.lines {
        // GitHub shows no result without lines and columns.
        None => region.extend(
            [("startLine", 1), ("startColumn", 1), ("endLine", 1), ("endColumn", 2)]
                .map(|(key, value)| (key.to_string(), value.into())),
        ),
        // In a pull request it shows only results whose lines were all changed, so one line is best.
        Some([start, end]) if start.line < end.line => {
            region.remove("endLine");
            region.remove("endColumn");
        }
        Some(_) => {}
    }
    json!({ "physicalLocation": { "artifactLocation": { "uri": file.uri }, "region": region } })
}

fn region(at: At) -> Map<String, Value> {
    let fields = match at.lines {
        None => vec![("byteOffset", at.offset as usize), ("byteLength", at.length)],
        Some([start, end]) => vec![
            ("startLine", start.line),
            ("startColumn", start.column),
            ("endLine", end.line),
            ("endColumn", end.column),
        ],
    };
    fields.into_iter().map(|(key, value)| (key.to_string(), value.into())).collect()
}

/// A fix, if it is not too large, and if its edits are known.
fn change(file: &FileRow, fix: &FixRow) -> Option<Value> {
    let size: usize = fix.edits.iter().map(|edit| edit.bytes.len() + size_of::<EditRow>()).sum();
    if fix.edits.is_empty() || size > LARGEST_FIX {
        return None;
    }
    let replacements: Vec<_> = fix.edits.iter().map(replacement).collect();
    Some(json!({
        "description": message(&format!("{} ({} fix)", fix.title, fix.applicability.name())),
        "artifactChanges": [{ "artifactLocation": { "uri": file.uri }, "replacements": replacements }],
    }))
}

fn replacement(edit: &EditRow) -> Value {
    let (at, content) = match (edit.at.lines, std::str::from_utf8(&edit.bytes)) {
        (Some(_), Ok(text)) => (edit.at, json!({ "text": text })),
        _ => (At { lines: None, ..edit.at }, json!({ "binary": STANDARD.encode(&edit.bytes) })),
    };
    json!({ "deletedRegion": region(at), "insertedContent": content })
}

fn message(text: &str) -> Value {
    json!({ "text": plain(text) })
}

/// A text without links and placeholders of arguments.
fn plain(text: &str) -> String {
    let has_link = text.contains("](");
    let has_argument = text.split('{').skip(1).any(|behind| behind.starts_with(|c: char| c.is_ascii_digit()));
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '[' | ']' | '\\' if has_link => out.push('\\'),
            '{' | '}' if has_argument => out.push(c),
            _ => {}
        }
        out.push(c);
    }
    out
}
