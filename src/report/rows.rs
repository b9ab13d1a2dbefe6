//! A file and its findings as rows: the plain values from which every report for programs is made.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::base::display::hexadecimal;
use crate::base::source::{Position, character_start};
use crate::base::span::Span;
use crate::diagnostics::effect::{Effect, sentences};
use crate::diagnostics::finding::{Finding, Group, Label, Severity, Status};
use crate::document::describe::{describe, object_by_name};
use crate::document::whereabouts::whereabouts;
use crate::document::{Document, FileKind};
use crate::fix::{Applicability, Fix};
use crate::report::Positions;
use crate::report::found::FoundInFile;
#[cfg(all(feature = "render", feature = "reports"))]
use crate::report::view::ViewEntry;

/// A file that was checked.
pub struct FileRow {
    /// Its index among all inputs of the run, from 0.
    pub input: usize,
    /// Its path as given or found, made printable if it is not UTF-8.
    pub path: String,
    /// Its URI: relative to the root of the repository, with `/` between names, percent-encoded; or
    /// absolute, with a scheme, if it is outside of the repository.
    pub uri: String,
    /// The kind of the file.
    pub kind: FileKind,
    /// The least severity of findings that fails; `None` if nothing does.
    pub fails_from: Option<Severity>,
    /// Whether it was compared with a baseline.
    pub has_baseline: bool,
    /// The findings, in the order of the file. Equal files share them.
    pub findings: Arc<Vec<FindingRow>>,
    /// Findings that do not count, if they are kept.
    pub hidden: Arc<Vec<FindingRow>>,
    /// The same in words, if a report says together what was found in several files.
    pub found: Option<Arc<FoundInFile>>,
    /// What a page shows of it, if one is written.
    #[cfg(all(feature = "render", feature = "reports"))]
    pub view: Option<ViewEntry>,
}

/// A finding.
pub struct FindingRow {
    /// The name of the rule.
    pub rule: &'static str,
    /// The group of the rule.
    pub group: Group,
    /// Its severity.
    pub severity: Severity,
    /// Whether it counts.
    pub status: Status,
    /// The message, without the place.
    pub message: String,
    /// The help: what to do.
    pub help: Option<Cow<'static, str>>,
    /// The place in the model, in words; empty for the file as a whole.
    pub place: String,
    /// Where that is in space; empty if that is not known.
    pub whereabouts: String,
    /// The fingerprint, equal as long as the finding is there: 32 hexadecimal digits made of the URI of the
    /// file, the rule, the object's name, the [mark](Finding::mark), and an ordinal among findings equal in
    /// all of that. Empty if no URI was given.
    pub fingerprint: String,
    /// The place in the file.
    pub at: At,
    /// The number of places of a folded finding.
    pub count: usize,
    /// What programs do with it.
    pub effects: Vec<FindingEffectRow>,
    /// The labels that explain it; the first is its own place.
    pub labels: Vec<LabelRow>,
    /// The fix.
    pub fix: Option<FixRow>,
}

/// What a program does with something that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FindingEffectRow {
    /// The name of the program among targets.
    pub engine: Cow<'static, str>,
    /// The name that people know it by.
    pub title: Cow<'static, str>,
    /// Its version: a target may have several.
    pub version: Cow<'static, str>,
    /// The word for what it does.
    pub kind: Cow<'static, str>,
    /// The same in words that follow the title.
    pub says: String,
    /// What it does it with: a place in the model, in words; empty for the file as a whole.
    pub place: String,
}

/// A span of bytes of a file.
#[derive(Clone, Copy)]
pub struct At {
    /// The first byte, from 0.
    pub offset: u32,
    /// How many bytes.
    pub length: usize,
    /// The start and the end position; `None` in a binary file, which has no lines, and for an edit inside of
    /// a line ending or a character.
    pub lines: Option<[Position; 2]>,
}

/// A label: a place that explains a finding.
pub struct LabelRow {
    /// Its text; may be empty.
    pub message: Cow<'static, str>,
    /// Its place.
    pub at: At,
}

/// The fix of a finding.
pub struct FixRow {
    /// Its effect, as an imperative.
    pub title: Cow<'static, str>,
    /// Whether it is safe, unsafe or manual.
    pub applicability: Applicability,
    /// The edits. None if they were not asked for, or an earlier fix includes them.
    pub edits: Vec<EditRow>,
}

/// An edit: bytes that replace others.
pub struct EditRow {
    /// The replaced bytes.
    pub at: At,
    /// The replacement.
    pub bytes: Vec<u8>,
}

impl FileRow {
    /// The row of a file. Without its URI there are no fingerprints either.
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
        // Baselined findings were there first, and keep their fingerprints when more of their kind come.
        let hidden = hidden.into_iter().map(&mut row).collect();
        let findings = findings.into_iter().map(&mut row).collect();
        Self {
            input: 0,
            path: document.source.name.clone(),
            kind: document.kind(),
            fails_from: Some(Severity::Error),
            has_baseline: false,
            findings: Arc::new(findings),
            hidden: Arc::new(hidden),
            uri: uri.unwrap_or_default(),
            found: None,
            #[cfg(all(feature = "render", feature = "reports"))]
            view: None,
        }
    }

    /// The row of an equal file in another place, if there are neither fingerprints nor pictures, which depend on that.
    pub fn at(&self, path: String) -> Self {
        Self {
            input: self.input,
            path,
            uri: self.uri.clone(),
            kind: self.kind,
            fails_from: self.fails_from,
            has_baseline: self.has_baseline,
            findings: self.findings.clone(),
            hidden: self.hidden.clone(),
            found: self.found.clone(),
            #[cfg(all(feature = "render", feature = "reports"))]
            view: None,
        }
    }

    /// Whether it was skipped: it is no model, and there are no findings about it.
    pub fn is_skipped(&self) -> bool {
        self.kind == FileKind::NotAModel && self.findings.is_empty()
    }

    /// The path relative to the root of the repository, with `/` between names; as it was given if the file
    /// is not in it. Like [`path`](Self::path) if it is not UTF-8.
    #[cfg(feature = "reports")]
    pub fn repository_path(&self) -> String {
        if self.uri.starts_with("file:") { self.path.clone() } else { path_of(&self.uri) }
    }

    /// Whether it is binary, and so has no lines.
    pub fn is_binary(&self) -> bool {
        self.kind == FileKind::Binary
    }
}

/// The path of a URI.
#[cfg(feature = "reports")]
pub(super) fn path_of(uri: &str) -> String {
    let path =
        crate::base::display::name_text(&percent_encoding::percent_decode_str(uri).collect::<Vec<_>>());
    path.strip_prefix("file://").unwrap_or(&path).to_string()
}

impl At {
    /// The line and the column where it starts; 1 and 1 in a binary file, which has no lines.
    pub fn line_and_column(self) -> (usize, usize) {
        self.lines.map_or((1, 1), |[start, _]| (start.line, start.column))
    }
}

impl FindingRow {
    /// The message, after its place in the model and followed by the number of its other places.
    pub fn said(&self) -> String {
        let mut said = match self.place.as_str() {
            "" => self.message.clone(),
            place => format!("{place}: {}", self.message),
        };
        said += &super::more(self.count);
        let sentences = sentences(self.effects.iter().map(|effect| (&*effect.title, &*effect.says)));
        for sentence in sentences.iter().filter(|sentence| **sentence != self.message) {
            // It goes on with what is before it.
            let goes_on = sentence.strip_prefix("Each").map(|rest| format!("each{rest}"));
            said += &format!("; {}", goes_on.as_ref().unwrap_or(sentence));
        }
        said
    }

    /// The same, for reports with only line numbers: in a binary file after the offset.
    pub fn said_with_offset(&self) -> String {
        match self.at.lines {
            Some(_) => self.said(),
            None => format!("at {}: {}", hexadecimal(self.at.offset as usize), self.said()),
        }
    }

    /// The option that applies the fix; `None` if none does.
    pub fn option(&self) -> Option<&'static str> {
        self.fix.as_ref().and_then(|fix| super::option(fix.applicability, self.severity))
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
        let place = describe(self.document, finding.place);
        let effect = |effect: &Effect| FindingEffectRow {
            engine: effect.engine.into(),
            title: effect.title.into(),
            version: effect.version.into(),
            kind: effect.kind.name().into(),
            says: effect.says.clone(),
            place: match effect.place {
                // Mostly it is that of the finding.
                Some(other) if other == finding.place => place.clone(),
                other => other.map_or(String::new(), |other| describe(self.document, other)),
            },
        };
        FindingRow {
            rule: finding.rule,
            group: finding.group,
            severity: finding.severity,
            status: finding.status,
            fingerprint: fingerprint.unwrap_or_default(),
            message: finding.message,
            help: finding.help,
            whereabouts: whereabouts(self.document, finding.place),
            at,
            count: finding.count,
            effects: finding.effects.iter().map(effect).collect(),
            place,
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
    /// Whether an offset is inside of a character, or of a possible line ending, which lines and columns
    /// cannot express.
    fn is_within(&self, offset: u32) -> bool {
        let (bytes, at) = (self.document.source.bytes(), offset as usize);
        let around = at.checked_sub(1).and_then(|before| bytes.get(before..=at));
        character_start(bytes, at) < at || matches!(around, Some(b"\r\n" | b"\r\r"))
    }
}

/// Computes the fingerprints of the findings of a file.
struct Fingerprints<'u> {
    uri: &'u str,
    /// The number of equal findings so far, by the digest of the equal parts.
    seen: HashMap<[u8; 16], u32>,
}

impl Fingerprints<'_> {
    /// The fingerprint of the next finding. It uses no indices: they change if an object is inserted before.
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
