//! A file and its findings as rows: plain values, of which every report for programs is made.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::base::display::hexadecimal;
use crate::base::source::{Position, character_start};
use crate::base::span::Span;
use crate::diagnostics::finding::{Finding, Group, Label, Severity, Status};
use crate::document::describe::{describe, object_by_name};
use crate::document::{Document, FileKind};
use crate::fix::{Applicability, Fix};
use crate::report::Positions;

/// A file that was looked at.
pub struct FileRow {
    /// Which of all inputs of the run it is, counted from 0.
    pub input: usize,
    /// Its path as it was given or found; as [`visible`](crate::base::display::visible) shows it where it is no UTF-8.
    pub path: String,
    /// Its address: relative to the root of the repository, with `/` between names, percent-encoded; or
    /// absolute, with a scheme, if it lies elsewhere.
    pub uri: String,
    /// What kind of file it is.
    pub kind: FileKind,
    /// From which severity on what is found fails; `None` if nothing does.
    pub fails_from: Option<Severity>,
    /// Whether it was compared with a baseline.
    pub has_baseline: bool,
    /// What was found, in the order of the file.
    pub findings: Vec<FindingRow>,
    /// Findings that do not count, if they are kept.
    pub hidden: Vec<FindingRow>,
}

/// A finding.
pub struct FindingRow {
    /// The name of the rule.
    pub rule: &'static str,
    /// What the rule is about.
    pub group: Group,
    /// How bad it is.
    pub severity: Severity,
    /// Whether it counts.
    pub status: Status,
    /// What is wrong, without the place.
    pub message: String,
    /// What to do.
    pub help: Option<Cow<'static, str>>,
    /// Where in the model, in words; empty for the file as a whole.
    pub place: String,
    /// What stays the same as long as the finding is there: 32 hexadecimal digits made of the address of the
    /// file, the rule, the name of the object, the [mark](Finding::mark), and which of those it is that are equal in all
    /// of that. Empty where no address was given.
    pub fingerprint: String,
    /// Where in the file.
    pub at: At,
    /// For how many places it stands.
    pub count: usize,
    /// The places that explain it; the first is its own.
    pub labels: Vec<LabelRow>,
    /// How to repair it.
    pub fix: Option<FixRow>,
}

/// Some bytes of a file.
#[derive(Clone, Copy)]
pub struct At {
    /// The first byte, counted from 0.
    pub offset: u32,
    /// How many bytes.
    pub length: usize,
    /// Where they start, and where they end; `None` in a binary file, which has no lines, and for an edit inside of
    /// a line ending or a character.
    pub lines: Option<[Position; 2]>,
}

/// A place that explains a finding.
pub struct LabelRow {
    /// What is there; may be empty.
    pub message: Cow<'static, str>,
    /// Where.
    pub at: At,
}

/// How a finding is repaired.
pub struct FixRow {
    /// What it does, as an imperative.
    pub title: Cow<'static, str>,
    /// Whether it may be applied.
    pub applicability: Applicability,
    /// What is put in place of what. None if they were not asked for, or an earlier fix does it all.
    pub edits: Vec<EditRow>,
}

/// Bytes that are put in the place of others.
pub struct EditRow {
    /// What is replaced.
    pub at: At,
    /// What is put there.
    pub bytes: Vec<u8>,
}

impl FileRow {
    /// The rows of a file. Without its address there are no fingerprints either.
    pub fn of(
        document: &Document,
        findings: Vec<Finding>,
        hidden: Vec<Finding>,
        uri: Option<String>,
    ) -> Self {
        let positions = Positions::with_edits(document, findings.iter().chain(&hidden));
        let maker = Maker { document, positions };
        let mut fingerprints = uri.as_deref().map(|uri| Fingerprints { uri, seen: HashMap::new() });
        let mut row = |finding| maker.finding(finding, fingerprints.as_mut());
        // What is known was there first, and keeps its fingerprint when more of its kind comes.
        let hidden = hidden.into_iter().map(&mut row).collect();
        let findings = findings.into_iter().map(&mut row).collect();
        Self {
            input: 0,
            path: document.source.name.clone(),
            kind: document.kind(),
            fails_from: Some(Severity::Error),
            has_baseline: false,
            findings,
            hidden,
            uri: uri.unwrap_or_default(),
        }
    }

    /// Whether it was passed over: it is no model, and nothing is said about it.
    pub fn is_skipped(&self) -> bool {
        self.kind == FileKind::NotAModel && self.findings.is_empty()
    }

    /// The path from the root of the repository on, with `/` between names; as it was given if the file does not
    /// lie in it. Like [`path`](Self::path) where it is no UTF-8.
    #[cfg(feature = "reports")]
    pub fn repository_path(&self) -> String {
        if self.uri.starts_with("file:") { self.path.clone() } else { path_of(&self.uri) }
    }

    /// Whether it has no lines.
    pub fn is_binary(&self) -> bool {
        self.kind == FileKind::Binary
    }
}

/// The path that an address means.
#[cfg(feature = "reports")]
pub(super) fn path_of(uri: &str) -> String {
    let path =
        crate::base::display::name_text(&percent_encoding::percent_decode_str(uri).collect::<Vec<_>>());
    path.strip_prefix("file://").unwrap_or(&path).to_string()
}

impl At {
    /// The line and the column where it starts; the first ones in a binary file, which has none.
    pub fn line_and_column(self) -> (usize, usize) {
        self.lines.map_or((1, 1), |[start, _]| (start.line, start.column))
    }
}

impl FindingRow {
    /// What is wrong, with its place in the model in front, and for how many more places it stands behind it.
    pub fn said(&self) -> String {
        let mut said = match self.place.as_str() {
            "" => self.message.clone(),
            place => format!("{place}: {}", self.message),
        };
        said += &super::more(self.count);
        said
    }

    /// The same, for reports that only know lines: in a binary file with the offset in front.
    pub fn said_with_offset(&self) -> String {
        match self.at.lines {
            Some(_) => self.said(),
            None => format!("at {}: {}", hexadecimal(self.at.offset as usize), self.said()),
        }
    }

    /// Which option repairs it; `None` if none does.
    pub fn option(&self) -> Option<&'static str> {
        self.fix.as_ref().and_then(|fix| super::option(fix.applicability))
    }
}

/// Makes rows of the findings of a document.
struct Maker<'d> {
    document: &'d Document,
    positions: Positions,
}

impl Maker<'_> {
    fn at(&self, span: Span) -> At {
        let lines =
            (!self.document.is_binary()).then(|| [span.start, span.end].map(|at| self.positions.at(at)));
        At { offset: span.start, length: span.len(), lines }
    }

    fn finding(&self, finding: Finding, fingerprints: Option<&mut Fingerprints>) -> FindingRow {
        let fingerprint = fingerprints.map(|fingerprints| fingerprints.next(self.document, &finding));
        let at = self.at(finding.span());
        let label = |label: Label| LabelRow { at: self.at(label.span), message: label.message };
        FindingRow {
            rule: finding.rule,
            group: finding.group,
            severity: finding.severity,
            status: finding.status,
            fingerprint: fingerprint.unwrap_or_default(),
            message: finding.message,
            help: finding.help,
            place: describe(self.document, finding.place),
            at,
            count: finding.count,
            labels: finding.labels.into_iter().map(label).collect(),
            fix: finding.fix.map(|fix| self.fix(fix)),
        }
    }

    fn fix(&self, fix: Fix) -> FixRow {
        let at = |span: Span| match [span.start, span.end].iter().any(|at| self.is_within(*at)) {
            true => At { lines: None, ..self.at(span) },
            false => self.at(span),
        };
        let edits = fix.edits.into_iter().map(|edit| EditRow { at: at(edit.span), bytes: edit.text });
        FixRow { title: fix.title, applicability: fix.applicability, edits: edits.collect() }
    }
}

impl Maker<'_> {
    /// Whether an offset is inside of a character, or of what may be one line ending, where lines and columns cannot
    /// tell it.
    fn is_within(&self, offset: u32) -> bool {
        let (bytes, at) = (self.document.source.bytes(), offset as usize);
        let around = at.checked_sub(1).and_then(|before| bytes.get(before..=at));
        character_start(bytes, at) < at || matches!(around, Some(b"\r\n" | b"\r\r"))
    }
}

/// Gives findings of a file their fingerprints.
struct Fingerprints<'u> {
    uri: &'u str,
    /// How many there were of which all is equal, by what that comes to.
    seen: HashMap<[u8; 16], u32>,
}

impl Fingerprints<'_> {
    /// That of the next finding. Indices are left out of it: they change when something is put in front.
    fn next(&mut self, document: &Document, finding: &Finding) -> String {
        let object = object_by_name(document, finding.place.owner());
        let mark = finding.mark.map_or(String::new(), |mark| mark.to_string());
        let alike = digest(format!("{}\0{}\0{object}\0{mark}", finding.rule, self.uri).as_bytes());
        let ordinal = self.seen.entry(alike).or_default();
        let own = if *ordinal > 0 { digest(&[&alike[..], &ordinal.to_le_bytes()].concat()) } else { alike };
        *ordinal += 1;
        own.iter().fold(String::with_capacity(32), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

fn digest(bytes: &[u8]) -> [u8; 16] {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    std::array::from_fn(|at| digest[at])
}
