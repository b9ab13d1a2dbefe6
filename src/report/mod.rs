//! Reports: findings as text, one file for each format, and functions shared by several of them.

#[cfg(feature = "cli")]
pub(crate) mod alike;
mod diff_status;
#[doc(hidden)]
pub mod differences;
#[doc(hidden)]
pub mod excerpt;
pub mod formats;
#[doc(hidden)]
pub mod found;
#[cfg(feature = "unified")]
#[doc(hidden)]
pub mod git_binary;
mod inert;
pub mod invocation;
#[cfg(feature = "pretty")]
#[doc(hidden)]
pub mod links;
#[doc(hidden)]
pub mod loads;
#[doc(hidden)]
pub mod merge;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod model_stats;
#[cfg(feature = "cli")]
pub(crate) mod page;
pub(crate) mod paths;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod poses;
#[cfg(feature = "pretty")]
pub mod pretty;
#[doc(hidden)]
pub mod preview;
pub(crate) mod programs;
pub mod rows;
#[cfg(feature = "cli")]
pub(crate) mod rule_list;
#[doc(hidden)]
pub mod rule_stats;
pub mod summary;
#[cfg(feature = "cli")]
pub(crate) mod table;
#[doc(hidden)]
pub mod together;
#[cfg(feature = "unified")]
#[doc(hidden)]
pub mod unified;
#[cfg(all(feature = "render", feature = "reports"))]
#[doc(hidden)]
pub mod view;
#[cfg(feature = "pretty")]
pub(crate) mod wrap;

use crate::base::display::{hexadecimal, number};
use crate::base::source::{Locator, Position};
use crate::base::span::Span;
use crate::diagnostics::finding::{Finding, Severity};
use crate::document::Document;
use crate::document::describe::describe;
use crate::fix::Applicability;
pub use crate::report::inert::inert;
use crate::report::rows::{At, FileRow};
use crate::report::summary::Summary;

/// The writer of a report in some format: it appends its output to a string. It receives files and
/// trouble in the order of the run.
pub trait Writer {
    /// Writes the text before all files.
    fn start(&mut self, _out: &mut String) {}
    /// Writes a file that was checked.
    fn file(&mut self, file: &FileRow, out: &mut String);
    /// Writes trouble with a file.
    fn trouble(&mut self, _trouble: &Trouble, _out: &mut String) {}
    /// Writes the text after all files.
    fn end(&mut self, _summary: &Summary, _out: &mut String) {}
}

/// A file that could not be read or repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The index of the file among all inputs of the run, from 0.
    pub input: usize,
    /// The kind of trouble.
    pub kind: TroubleKind,
    /// The URI of the file, as [`FileRow::uri`]; `None` if it is not known.
    pub uri: Option<String>,
    /// What could not be done, and why, in one printable line.
    pub message: String,
}

/// The kinds of trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TroubleKind {
    /// A file could not be read, or a folder could not be searched.
    Unreadable,
    /// A configuration is invalid.
    Misconfigured,
    /// A file could not be repaired or replaced.
    NotRepaired,
}

impl TroubleKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Unreadable, Self::Misconfigured, Self::NotRepaired];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Misconfigured => "misconfigured",
            Self::NotRepaired => "not-repaired",
        }
    }
}

impl Trouble {
    /// The path of the file relative to the root of the repository, if it is known.
    #[cfg(feature = "reports")]
    pub fn path(&self) -> Option<String> {
        self.uri.as_deref().map(rows::path_of)
    }
}

/// The labels of a finding and its other places.
fn places(finding: &Finding) -> impl Iterator<Item = Span> {
    finding.labels.iter().map(|label| label.span).chain(finding.others.iter().copied())
}

/// The positions of the places of findings, computed in one pass over the file.
pub struct Positions {
    /// Sorted by offset.
    known: Vec<(u32, Position)>,
}

impl Positions {
    /// Computes the starts and the ends of all labels and other places.
    pub fn of<'f>(document: &Document, findings: impl IntoIterator<Item = &'f Finding>) -> Self {
        Self::of_spans(document, findings.into_iter().flat_map(places))
    }

    /// Computes the starts and the ends of all labels, other places and edits.
    pub fn with_edits<'f>(document: &Document, findings: impl IntoIterator<Item = &'f Finding>) -> Self {
        let edits =
            |finding: &'f Finding| finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        let spans = |finding: &'f Finding| places(finding).chain(edits(finding));
        Self::of_spans(document, findings.into_iter().flat_map(spans))
    }

    fn of_spans(document: &Document, spans: impl Iterator<Item = Span>) -> Self {
        // A binary file has no lines.
        if document.is_binary() {
            return Self { known: Vec::new() };
        }
        let mut offsets: Vec<u32> = spans.flat_map(|span| [span.start, span.end]).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let mut locator = document.locator();
        let known = offsets.into_iter().map(|at| (at, locator.position(at as usize))).collect();
        Self { known }
    }

    /// The position of an offset that was computed; 1:1 for any other, and in a binary file, which has no lines.
    pub fn at(&self, offset: u32) -> Position {
        match self.known.binary_search_by_key(&offset, |(at, _)| *at) {
            Ok(index) => self.known[index].1,
            Err(_) => Position { line: 1, column: 1, byte: 1 },
        }
    }
}

/// The suffix of a file name that gives an offset: `:12:5`, its line and column, or `@0x0000002f` in a
/// binary file, which has no lines.
pub fn at(document: &Document, locator: &mut Locator, offset: usize) -> String {
    behind_path(offset, (!document.is_binary()).then(|| locator.position(offset)))
}

/// The same for a row.
pub fn place_behind_path(at: At) -> String {
    behind_path(at.offset as usize, at.lines.map(|[start, _]| start))
}

/// The same for an offset of a binary file, or a position in a text file.
fn behind_path(offset: usize, position: Option<Position>) -> String {
    match position {
        Some(Position { line, column, .. }) => format!(":{line}:{column}"),
        None => format!("@{}", hexadecimal(offset)),
    }
}

/// The message of a finding, after its place in the model.
pub fn message_with_place(document: &Document, finding: &Finding) -> String {
    match describe(document, finding.place) {
        place if place.is_empty() => finding.message.clone(),
        place => format!("{place}: {}", finding.message),
    }
}

/// The option that tells of the fix of a finding this bad; `None` if none applies it. Hints are repaired only where
/// their rule is named.
pub fn option(applicability: Applicability, severity: Severity) -> Option<&'static str> {
    match (applicability, severity) {
        (Applicability::Safe, Severity::Hint) => Some("--fix-only"),
        (Applicability::Safe, _) => Some("--fix"),
        (Applicability::Unsafe, Severity::Hint) => Some("--unsafe-fixes --fix-only"),
        (Applicability::Unsafe, _) => Some("--unsafe-fixes"),
        (Applicability::Manual, _) => None,
    }
}

/// The options that apply the fix of a finding; `None` if none do.
pub fn options(finding: &Finding) -> Option<String> {
    let option = option(finding.fix.as_ref()?.applicability, finding.severity)?;
    Some(match (option, finding.severity) {
        ("--fix", _) => option.to_string(),
        (_, Severity::Hint) => format!("--fix {option} {}", finding.rule),
        _ => format!("--fix {option}"),
    })
}

/// How many more places a folded finding has: ` (and 12 more)`; empty for none.
pub fn more(count: usize) -> String {
    match count {
        1 => String::new(),
        count => format!(" (and {} more)", number(count - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_for_a_build_machine_to_obey() {
        let quiet = |text| inert(text).into_owned();
        assert_eq!(quiet("a::b #[c] ## d"), "a::b #[c] ## d");
        assert_eq!(quiet("::error::a::b"), "∶∶error::a::b");
        assert_eq!(quiet("a\n \u{3000}::add-mask::b\n"), "a\n \u{3000}∶∶add-mask::b\n");
        assert_eq!(quiet("a ##[debug]b ##vso[x] ###[y]"), "a #♯[debug]b #♯vso[x] ##♯[y]");
    }
}
