//! Merges JSON reports about parts of the files into one report, as if all had been checked in one run.

use std::collections::HashSet;
use std::sync::Arc;

use serde::Deserialize;

use crate::base::display::{quote, visible};
use crate::diagnostics::finding::{Severity, Status};
use crate::document::FileKind;
use crate::fix::Applicability;
use crate::report::formats::json::{EffectFields, RangeFields, SCHEMA};
use crate::report::formats::json_summary::{FixableFields, SummaryFields};
use crate::report::invocation::{Invocation, Shard};
use crate::report::rows::{EditRow, FileRow, FindingRow, FixRow, LabelRow};
use crate::report::rule_stats::{RuleCounts, RuleStatistics};
use crate::report::summary::Summary;
use crate::report::{Trouble, TroubleKind};
use crate::rules;

/// The result of a run.
pub struct Merged {
    /// Its options.
    pub run: Invocation,
    /// The entries of its inputs: for shards in the order of all inputs, otherwise in that of the reports.
    pub entries: Vec<ReportedInput>,
    /// The total of all inputs.
    pub summary: Summary,
}

/// The entry of an input in a report.
pub enum ReportedInput {
    /// The trouble with it.
    Trouble(Trouble),
    /// The findings in it.
    File(Box<FileRow>),
}

impl ReportedInput {
    /// The findings in the file, if it could be checked.
    pub fn file(&self) -> Option<&FileRow> {
        match self {
            Self::File(file) => Some(file),
            Self::Trouble(_) => None,
        }
    }

    fn input(&self) -> usize {
        match self {
            Self::Trouble(trouble) => trouble.input,
            Self::File(file) => file.input,
        }
    }
}

/// A JSON document, as it is read.
#[derive(Deserialize)]
struct JsonDocument {
    schema: u32,
    tool: JsonTool,
    run: Invocation,
    files: Vec<JsonFile>,
    troubles: Vec<JsonTrouble>,
    statistics: Option<Vec<JsonRuleCounts>>,
    summary: SummaryFields,
}

#[derive(Deserialize)]
struct JsonTool {
    version: String,
}

#[derive(Deserialize)]
struct JsonFile {
    input: usize,
    path: String,
    uri: String,
    kind: String,
    fails_from: Option<String>,
    has_baseline: bool,
    findings: Vec<JsonFinding>,
    hidden: Vec<JsonFinding>,
}

#[derive(Deserialize)]
struct JsonFinding {
    rule: String,
    /// `None` if the finding counts.
    status: Option<String>,
    severity: String,
    message: String,
    help: Option<String>,
    place: String,
    #[serde(default)]
    whereabouts: String,
    fingerprint: String,
    #[serde(flatten)]
    range: RangeFields,
    count: usize,
    #[serde(default)]
    effects: Vec<EffectFields<'static>>,
    labels: Vec<JsonLabel>,
    fix: Option<JsonFix>,
}

#[derive(Deserialize)]
struct JsonLabel {
    message: String,
    #[serde(flatten)]
    range: RangeFields,
}

#[derive(Deserialize)]
struct JsonFix {
    title: String,
    applicability: String,
    edits: Vec<JsonEdit>,
}

#[derive(Deserialize)]
struct JsonEdit {
    #[serde(flatten)]
    range: RangeFields,
    text: Option<String>,
    hex: Option<String>,
}

#[derive(Deserialize)]
struct JsonTrouble {
    input: usize,
    kind: String,
    uri: Option<String>,
    message: String,
}

#[derive(Deserialize)]
struct JsonRuleCounts {
    rule: String,
    findings: usize,
    files: usize,
    fixable: FixableFields,
    #[serde(default)]
    fixable_hints: FixableFields,
}

/// Merges several reports, each with the name of its file.
///
/// # Errors
///
/// If one is no JSON document of this version, if their options differ, if two report the same file, or if
/// a shard is missing: why, in one line.
pub fn merge(reports: &[(String, String)]) -> Result<Merged, String> {
    let mut documents = Vec::new();
    for (name, text) in reports {
        documents.push((name.as_str(), document(text).map_err(|why| format!("{name}: {why}"))?));
    }
    let run = common_run(&documents)?;
    let is_sharded = documents.iter().any(|(_, document)| document.run.shard.is_some());
    let mut merged = Merged { run, entries: Vec::new(), summary: Summary::default() };
    let has_statistics = documents.iter().all(|(_, document)| document.statistics.is_some());
    let mut seen = HashSet::new();
    for (name, document) in documents {
        if let Some(file) = document.files.iter().find(|file| !seen.insert(file.uri.clone())) {
            return Err(format!(
                "{name}: another report has {} too; merge each only once",
                quote(file.path.as_bytes())
            ));
        }
        merged.add(document).map_err(|why| format!("{name}: {why}"))?;
    }
    if is_sharded {
        merged.put_in_order();
    }
    merged.count_troubles();
    merged.summary.statistics.take_if(|_| !has_statistics);
    Ok(merged)
}

/// Reads a report.
fn document(text: &str) -> Result<JsonDocument, String> {
    let version = env!("CARGO_PKG_VERSION");
    let document: JsonDocument = serde_json::from_str(text).map_err(|error| {
        format!("this is not a JSON report of ms3dlint {version}: {}", quote(error.to_string().as_bytes()))
    })?;
    if document.tool.version != version {
        let other = quote(document.tool.version.as_bytes());
        return Err(format!("it is of ms3dlint {other}, and this is {version}; use the same everywhere"));
    }
    if document.schema != SCHEMA {
        let other = document.schema;
        return Err(format!(
            "it is of schema {other}, and this ms3dlint reads schema {SCHEMA}; make it again"
        ));
    }
    Ok(document)
}

/// The options of all of them, which must be all shards of one run, or none.
fn common_run(documents: &[(&str, JsonDocument)]) -> Result<Invocation, String> {
    let Some((first_name, first)) = documents.first() else { return Err("no report is named".to_string()) };
    let without = |run: &Invocation| Invocation { shard: None, ..run.clone() };
    let run = without(&first.run);
    let count = first.run.shard.map_or(0, |shard| shard.count);
    let mut there = HashSet::new();
    for (name, document) in documents {
        let shard = document.run.shard;
        if without(&document.run) != run || shard.map_or(0, |shard| shard.count) != count {
            return Err(format!(
                "{name}: it was asked for with other options than {first_name}; use the same for all"
            ));
        }
        if let Some(Shard { number, .. }) = shard
            && !there.insert(number)
        {
            return Err(format!("{name}: part {number} of {count} is there twice; merge each only once"));
        }
    }
    match (1..=count).find(|number| !there.contains(number)) {
        Some(number) => Err(format!("part {number} of {count} is missing; merge all of them")),
        None => Ok(run),
    }
}

impl Merged {
    fn add(&mut self, document: JsonDocument) -> Result<(), String> {
        self.summary.join(&Summary {
            statistics: document.statistics.map(statistics).transpose()?,
            ..document.summary.summary()
        });
        let start = self.entries.len();
        for trouble in document.troubles {
            self.entries.push(ReportedInput::Trouble(trouble.trouble()?));
        }
        for file in document.files {
            self.entries.push(ReportedInput::File(Box::new(file.row()?)));
        }
        // The sort is stable: the trouble with a file comes first.
        self.entries[start..].sort_by_key(ReportedInput::input);
        Ok(())
    }

    /// Puts the entries of shards in the order of all inputs. Every shard reports unreadable folders and
    /// invalid configurations, which are kept once.
    fn put_in_order(&mut self) {
        self.entries.sort_by_key(ReportedInput::input);
        let (mut inputs, mut mistakes) = (HashSet::new(), HashSet::new());
        self.entries.retain(|entry| match entry {
            ReportedInput::File(_) => true,
            ReportedInput::Trouble(trouble) => {
                inputs.insert(trouble.input)
                    && (trouble.kind != TroubleKind::Misconfigured
                        || mistakes.insert(trouble.message.clone()))
            }
        });
    }

    /// Counts the troubles of each kind.
    fn count_troubles(&mut self) {
        let count = |kind| {
            let is_it = |entry: &&ReportedInput| matches!(entry, ReportedInput::Trouble(trouble) if trouble.kind == kind);
            self.entries.iter().filter(is_it).count()
        };
        let [unreadable, misconfigured, failed] = TroubleKind::ALL.map(count);
        self.summary = Summary { unreadable, misconfigured, failed, ..self.summary.clone() };
    }
}

fn statistics(rules: Vec<JsonRuleCounts>) -> Result<RuleStatistics, String> {
    let mut statistics = RuleStatistics::default();
    for JsonRuleCounts { rule, findings, files, fixable, fixable_hints } in rules {
        let rule = rules::find(&rule).ok_or_else(|| unknown(&rule))?;
        let (fixable, fixable_hints) = (fixable.counts(), fixable_hints.counts());
        statistics.add(rule.name, RuleCounts { findings, files, fixable, fixable_hints });
    }
    Ok(statistics)
}

impl JsonTrouble {
    fn trouble(self) -> Result<Trouble, String> {
        let kind = named(TroubleKind::ALL, TroubleKind::name, &self.kind)?;
        Ok(Trouble { input: self.input, kind, uri: self.uri, message: shown_lines(&self.message) })
    }
}

impl JsonFile {
    fn row(self) -> Result<FileRow, String> {
        let kind = named(FileKind::ALL, FileKind::name, &self.kind)?;
        let rows = |findings: Vec<JsonFinding>| {
            findings.into_iter().map(JsonFinding::row).collect::<Result<Vec<_>, _>>()
        };
        let severity = |name: &str| named(Severity::ALL, Severity::name, name);
        Ok(FileRow {
            input: self.input,
            path: self.path,
            uri: self.uri,
            kind,
            fails_from: self.fails_from.as_deref().map(severity).transpose()?,
            has_baseline: self.has_baseline,
            findings: Arc::new(rows(self.findings)?),
            hidden: Arc::new(rows(self.hidden)?),
            found: None,
            #[cfg(all(feature = "render", feature = "reports"))]
            view: None,
        })
    }
}

impl JsonFinding {
    fn row(self) -> Result<FindingRow, String> {
        let rule = rules::find(&self.rule).ok_or_else(|| unknown(&self.rule))?;
        let status = |name: String| named(Status::ALL, Status::name, &name);
        let label =
            |label: JsonLabel| LabelRow { message: shown(label.message).into(), at: label.range.at() };
        Ok(FindingRow {
            rule: rule.name,
            group: rule.group,
            severity: named(Severity::ALL, Severity::name, &self.severity)?,
            status: self.status.map_or(Ok(Status::Open), status)?,
            message: shown(self.message),
            help: self.help.map(|help| shown(help).into()),
            place: shown(self.place),
            whereabouts: shown(self.whereabouts),
            fingerprint: self.fingerprint,
            at: self.range.at(),
            count: self.count,
            effects: self.effects.into_iter().map(|effect| effect.row(shown)).collect(),
            labels: self.labels.into_iter().map(label).collect(),
            fix: self.fix.map(JsonFix::row).transpose()?,
        })
    }
}

impl JsonFix {
    fn row(self) -> Result<FixRow, String> {
        let edit = |edit: JsonEdit| Ok(EditRow { at: edit.range.at(), bytes: edit.bytes()? });
        Ok(FixRow {
            title: shown(self.title).into(),
            applicability: named(Applicability::ALL, Applicability::name, &self.applicability)?,
            edits: self.edits.into_iter().map(edit).collect::<Result<_, String>>()?,
        })
    }
}

impl JsonEdit {
    fn bytes(&self) -> Result<Vec<u8>, String> {
        match (&self.text, &self.hex) {
            (Some(text), _) => Ok(text.clone().into_bytes()),
            (None, Some(hex)) => bytes(hex).ok_or_else(|| unknown(hex)),
            (None, None) => Err("an edit puts nothing there".to_string()),
        }
    }
}

/// The bytes of hexadecimal digits, two digits for each.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = hex.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    match digits?.as_chunks() {
        (pairs, []) => Some(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => None,
    }
}

/// The item with this name.
fn named<T: Copy, const N: usize>(
    all: [T; N],
    name: impl Fn(T) -> &'static str,
    word: &str,
) -> Result<T, String> {
    all.into_iter().find(|one| name(*one) == word).ok_or_else(|| unknown(word))
}

/// Text that is safe to print, whatever program has written the report.
fn shown(text: String) -> String {
    visible(text.as_bytes())
}

/// The same for text of several lines, as the excerpt of a configuration.
fn shown_lines(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| visible(line.as_bytes())).collect();
    lines.join("\n")
}

fn unknown(word: &str) -> String {
    format!("\"{}\" is not known; was the report changed?", quote(word.as_bytes()))
}
