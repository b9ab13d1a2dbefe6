//! Floor 6: what was found, as text. One file per output.

pub mod concise;
pub mod excerpt;
pub mod json;
#[cfg(feature = "pretty")]
pub mod pretty;
pub mod preview;
pub mod records;
#[cfg(feature = "cli")]
pub mod stats;
pub mod summary;

use crate::describe::describe;
use crate::diagnostic::Finding;
use crate::document::Document;
use crate::fix::Applicability;
use crate::source::{Locator, Position};
use crate::text::{hexadecimal, number};

/// Where the labels of findings are, found in one pass over the file.
pub struct Positions {
    /// Sorted by offset.
    known: Vec<(u32, Position)>,
}

impl Positions {
    /// Finds the starts and the ends of all labels.
    pub fn of<'f>(document: &Document, findings: impl IntoIterator<Item = &'f Finding>) -> Self {
        // A binary file has no lines.
        if document.is_binary() {
            return Self { known: Vec::new() };
        }
        let spans = findings.into_iter().flat_map(|finding| {
            finding.labels.iter().map(|label| label.span).chain(finding.others.iter().copied())
        });
        let mut offsets: Vec<u32> = spans.flat_map(|span| [span.start, span.end]).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let mut locator = document.locator();
        let known = offsets.into_iter().map(|at| (at, locator.position(at as usize))).collect();
        Self { known }
    }

    /// The position of an offset at which a label starts or ends.
    pub fn at(&self, offset: u32) -> Position {
        match self.known.binary_search_by_key(&offset, |(at, _)| *at) {
            Ok(index) => self.known[index].1,
            Err(_) => Position { line: 1, column: 1 },
        }
    }
}

/// What to put behind the name of a file to tell an offset: `:12:5`, its line and column, or `@0x0000002f` in a
/// binary file, which has no lines.
pub fn at(document: &Document, locator: &mut Locator, offset: usize) -> String {
    if document.is_binary() {
        return format!("@{}", hexadecimal(offset));
    }
    let Position { line, column } = locator.position(offset);
    format!(":{line}:{column}")
}

/// What is wrong, with its place in the model in front.
pub fn message_with_place(document: &Document, finding: &Finding) -> String {
    match describe(document, finding.place) {
        place if place.is_empty() => finding.message.clone(),
        place => format!("{place}: {}", finding.message),
    }
}

/// Which option repairs a finding; `None` if none does.
pub fn option(finding: &Finding) -> Option<&'static str> {
    match finding.fix.as_ref()?.applicability {
        Applicability::Safe => Some("--fix"),
        Applicability::Unsafe => Some("--unsafe-fixes"),
        Applicability::Manual => None,
    }
}

/// How many places more a folded finding stands for: ` (and 12 more)`; empty for none.
pub fn more(finding: &Finding) -> String {
    match finding.count {
        1 => String::new(),
        count => format!(" (and {} more)", number(count - 1)),
    }
}
