//! The JSON report, which `docs/json.md` describes. Its structure is stable.

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use crate::base::display::is_invisible;
use crate::base::source::Position;
use crate::diagnostics::finding::Severity;
use crate::diagnostics::rule::page_url;
use crate::report::formats::json_summary::{FixableFields, SummaryFields};
use crate::report::invocation::Invocation;
use crate::report::rows::{At, EditRow, FileRow, FindingEffectRow, FindingRow, FixRow, LabelRow};
use crate::report::rule_stats::{RuleStatistics, Timing};
use crate::report::summary::Summary;
use crate::report::{Trouble, Writer};

/// The version number of the document, which changes with its structure.
pub const SCHEMA: u32 = 1;

/// Writes the document.
pub struct Json {
    run: Invocation,
    files: Items,
    troubles: Vec<Trouble>,
}

impl Json {
    /// The report of a run with these options.
    pub fn new(run: Invocation) -> Self {
        Self { run, files: Items::default(), troubles: Vec::new() }
    }
}

impl Writer for Json {
    fn start(&mut self, out: &mut String) {
        let tool = Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
        let (tool, run) = (to_string(&tool), to_string(&self.run));
        *out += &format!("{{\"schema\":{SCHEMA},\"tool\":{tool},\n\"run\":{run},\n\"files\":[");
    }

    fn file(&mut self, file: &FileRow, out: &mut String) {
        let FileRow { input, path, uri, kind, fails_from, has_baseline, findings, hidden, .. } = file;
        let fields = FileFields {
            input: *input,
            path,
            uri,
            kind: kind.name(),
            fails_from: fails_from.map(Severity::name),
            has_baseline: *has_baseline,
            findings: each(findings, |finding| FindingFields::of(file, finding)),
            hidden: each(hidden, |finding| HiddenFields {
                status: finding.status.name(),
                finding: FindingFields::of(file, finding),
            }),
        };
        self.files.add(&fields, out);
    }

    fn trouble(&mut self, trouble: &Trouble, _: &mut String) {
        self.troubles.push(trouble.clone());
    }

    fn end(&mut self, summary: &Summary, out: &mut String) {
        let troubles: Vec<_> = self
            .troubles
            .iter()
            .map(|Trouble { input, kind, uri, message }| {
                let (input, kind, uri) = (*input, kind.name(), uri.as_deref());
                TroubleFields { input, kind, uri, message }
            })
            .collect();
        *out += "\n],";
        for (name, value) in [
            ("troubles", Some(to_string(&troubles))),
            ("statistics", summary.statistics.as_ref().map(|rules| to_string(&statistics(rules)))),
            ("timing", summary.timing.as_ref().map(|timing| to_string(&TimingFields::of(timing)))),
        ] {
            *out += &value.map_or(String::new(), |value| format!("\"{name}\":{value},\n"));
        }
        *out += &format!("\"summary\":{}}}\n", to_string(&SummaryFields::of(summary)));
    }
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct FileFields<'a, F: Serialize, H: Serialize> {
    input: usize,
    path: &'a str,
    uri: &'a str,
    kind: &'a str,
    fails_from: Option<&'a str>,
    has_baseline: bool,
    findings: F,
    hidden: H,
}

/// Serializes a list one item at a time: a file may have very many.
fn each<'a, S: Serialize, F: Fn(&'a FindingRow) -> S>(rows: &'a [FindingRow], make: F) -> Each<'a, F> {
    Each(rows, make)
}

struct Each<'a, F>(&'a [FindingRow], F);

impl<'a, S: Serialize, F: Fn(&'a FindingRow) -> S> Serialize for Each<'a, F> {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

/// A finding that does not count, and why.
#[derive(Serialize)]
struct HiddenFields<'a> {
    status: &'a str,
    #[serde(flatten)]
    finding: FindingFields<'a>,
}

/// A finding, without its file.
#[derive(Serialize)]
pub(in crate::report) struct FindingFields<'a> {
    rule: &'a str,
    url: String,
    group: &'a str,
    severity: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    place: &'a str,
    whereabouts: &'a str,
    fingerprint: &'a str,
    #[serde(flatten)]
    range: RangeFields,
    count: usize,
    effects: Vec<EffectFields<'a>>,
    labels: Vec<LabelFields<'a>>,
    fix: Option<FixFields<'a>>,
}

impl<'a> FindingFields<'a> {
    /// The findings of a file.
    pub(in crate::report) fn of(file: &FileRow, finding: &'a FindingRow) -> Self {
        let labels = finding.labels.iter().enumerate();
        Self {
            rule: finding.rule,
            url: page_url(finding.rule),
            group: finding.group.name(),
            severity: finding.severity.name(),
            message: &finding.message,
            help: finding.help.as_deref(),
            place: &finding.place,
            whereabouts: &finding.whereabouts,
            fingerprint: &finding.fingerprint,
            range: RangeFields::of(finding.at),
            count: finding.count,
            effects: finding.effects.iter().map(EffectFields::of).collect(),
            labels: labels.map(|(index, label)| LabelFields::of(label, index == 0)).collect(),
            fix: finding.fix.as_ref().map(|fix| FixFields::of(fix, file.is_binary())),
        }
    }
}

/// What a program does with something that was found.
#[derive(Serialize, Deserialize)]
pub(in crate::report) struct EffectFields<'a> {
    engine: Cow<'a, str>,
    title: Cow<'a, str>,
    version: Cow<'a, str>,
    effect: Cow<'a, str>,
    says: Cow<'a, str>,
    place: Cow<'a, str>,
}

impl<'a> EffectFields<'a> {
    /// The fields of an effect.
    pub(in crate::report) fn of(effect: &'a FindingEffectRow) -> Self {
        let FindingEffectRow { engine, title, version, kind, says, place } = effect;
        let text = |text: &'a str| Cow::Borrowed(text);
        Self {
            engine: text(engine),
            title: text(title),
            version: text(version),
            effect: text(kind),
            says: text(says),
            place: text(place),
        }
    }

    /// The row of it, with its texts as `shown` makes them.
    pub(in crate::report) fn row(self, shown: impl Fn(String) -> String) -> FindingEffectRow {
        let Self { engine, title, version, effect, says, place } = self;
        let [engine, title, version, kind] =
            [engine, title, version, effect].map(|text| shown(text.into_owned()).into());
        let [says, place] = [says, place].map(|text| shown(text.into_owned()));
        FindingEffectRow { engine, title, version, kind, says, place }
    }
}

/// A span of bytes, with the lines and columns of its ends.
#[derive(Serialize, Deserialize)]
pub(in crate::report) struct RangeFields {
    line: Option<usize>,
    column: Option<usize>,
    byte_column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    end_byte_column: Option<usize>,
    byte_offset: u32,
    byte_length: usize,
}

impl RangeFields {
    fn of(at: At) -> Self {
        let [start, end] = [0, 1].map(|end| at.lines.map(|lines| lines[end]));
        let line = |at: Option<Position>| at.map(|at| at.line);
        let column = |at: Option<Position>| at.map(|at| at.column);
        let byte = |at: Option<Position>| at.map(|at| at.byte);
        Self {
            line: line(start),
            column: column(start),
            byte_column: byte(start),
            end_line: line(end),
            end_column: column(end),
            end_byte_column: byte(end),
            byte_offset: at.offset,
            byte_length: at.length,
        }
    }

    /// The span of a JSON span.
    pub(in crate::report) fn at(&self) -> At {
        let position = |line: Option<usize>, column: Option<usize>, byte: Option<usize>| {
            Some(Position { line: line?, column: column?, byte: byte? })
        };
        let start = position(self.line, self.column, self.byte_column);
        let end = position(self.end_line, self.end_column, self.end_byte_column);
        let lines = start.zip(end).map(|(start, end)| [start, end]);
        At { offset: self.byte_offset, length: self.byte_length, lines }
    }
}

#[derive(Serialize)]
struct LabelFields<'a> {
    message: &'a str,
    #[serde(flatten)]
    range: RangeFields,
    primary: bool,
}

impl<'a> LabelFields<'a> {
    fn of(label: &'a LabelRow, primary: bool) -> Self {
        Self { message: &label.message, range: RangeFields::of(label.at), primary }
    }
}

#[derive(Serialize)]
struct FixFields<'a> {
    title: &'a str,
    applicability: &'a str,
    edits: Vec<EditFields<'a>>,
}

#[derive(Serialize)]
struct EditFields<'a> {
    #[serde(flatten)]
    range: RangeFields,
    #[serde(flatten)]
    put: Put<'a>,
}

/// The replacement of an edit.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Put<'a> {
    Text(&'a str),
    /// Bytes that are not UTF-8, as hexadecimal digits.
    Hex(String),
}

impl<'a> FixFields<'a> {
    fn of(fix: &'a FixRow, is_binary: bool) -> Self {
        let edits = fix.edits.iter().map(|EditRow { at, bytes }| EditFields {
            range: RangeFields::of(*at),
            put: match std::str::from_utf8(bytes) {
                Ok(text) if !is_binary => Put::Text(text),
                _ => Put::Hex(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
            },
        });
        Self { title: &fix.title, applicability: fix.applicability.name(), edits: edits.collect() }
    }
}

#[derive(Serialize)]
struct TroubleFields<'a> {
    input: usize,
    kind: &'a str,
    uri: Option<&'a str>,
    message: &'a str,
}

#[derive(Serialize)]
struct StatisticsFields {
    rule: &'static str,
    findings: usize,
    files: usize,
    fixable: FixableFields,
    fixable_hints: FixableFields,
}

fn statistics(rules: &RuleStatistics) -> Vec<StatisticsFields> {
    let fields = rules.most_first().map(|(rule, counts)| StatisticsFields {
        rule,
        findings: counts.findings,
        files: counts.files,
        fixable: FixableFields::of(counts.fixable),
        fixable_hints: FixableFields::of(counts.fixable_hints),
    });
    fields.collect()
}

#[derive(Serialize)]
struct TimingFields {
    reading_seconds: f64,
    rules: Vec<RuleTimeFields>,
}

#[derive(Serialize)]
struct RuleTimeFields {
    rule: &'static str,
    seconds: f64,
}

impl TimingFields {
    fn of(timing: &Timing) -> Self {
        let rules = timing.longest_first();
        let rules = rules.map(|(rule, time)| RuleTimeFields { rule, seconds: time.as_secs_f64() });
        Self { reading_seconds: timing.reading.as_secs_f64(), rules: rules.collect() }
    }
}

/// Writes a value as JSON that is safe to print.
pub(in crate::report) fn to_string(value: &impl Serialize) -> String {
    let mut out = String::new();
    append(value, &mut out);
    out
}

/// Appends a value in the same way.
pub(in crate::report) fn append(value: &impl Serialize, out: &mut String) {
    // Writing to memory does not fail, and no map here has keys that are not strings.
    let _ = value.serialize(&mut Serializer::with_formatter(JsonText(out), PrintableFormatter));
}

/// Writes the items of a list one by one, each on a line of its own.
#[derive(Default)]
pub(in crate::report) struct Items {
    has_some: bool,
}

impl Items {
    /// Writes the next item.
    pub(in crate::report) fn add(&mut self, item: &impl Serialize, out: &mut String) {
        *out += if self.has_some { ",\n" } else { "\n" };
        self.has_some = true;
        append(item, out);
    }
}

/// A string as the target of a writer, whole characters at a time.
struct JsonText<'a>(&'a mut String);

impl io::Write for JsonText<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        *self.0 += str::from_utf8(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Escapes control characters of terminals, beyond what JSON itself requires, and commands that CI systems
/// [obey](crate::report::inert) in the middle of a line.
struct PrintableFormatter;

impl Formatter for PrintableFormatter {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        if text.bytes().all(|byte| byte < 0x7F) && !text.contains("##") {
            return CompactFormatter.write_string_fragment(writer, text);
        }
        let mut written = 0;
        let mut before = None;
        for (at, c) in text.char_indices() {
            if c == '\x7F' || is_invisible(c) || (c == '#' && before == Some('#')) {
                CompactFormatter.write_string_fragment(writer, &text[written..at])?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
                written = at + c.len_utf8();
            }
            before = Some(c);
        }
        CompactFormatter.write_string_fragment(writer, &text[written..])
    }
}
