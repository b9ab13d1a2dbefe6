//! What is promised of tokens, places and positions.

use super::{Violation, document, ensure};
use crate::layout::Record;
use crate::lint::{Options, lint};
use crate::source::{line_around, line_from};
use crate::span::Span;

/// Tokens follow each other without a gap, none is empty, and the last ends where the file does.
pub fn tokens_tile(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let mut at = 0;
    for token in document.tokens() {
        let follows = token.span.start as usize == at && !token.span.is_empty();
        ensure(follows, "tokens_tile", || format!("{token:?} behind offset {at}"))?;
        at = token.span.end as usize;
    }
    ensure(at == bytes.len(), "tokens_tile", || format!("the tokens end at {at} of {}", bytes.len()))
}

/// The spans of all notes and all labels lie in the file, and what is about a place is somewhere.
pub fn spans_lie_in_the_file(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let options = Options { expand: true, ..Options::default() };
    let report = lint(&document, &options);
    for finding in &report.findings {
        let nowhere = finding.place.record != Record::File && finding.span() == Span::default();
        ensure(!nowhere, "spans_lie_in_the_file", || format!("{} points nowhere", finding.rule))?;
    }
    let of_notes = document.notes.iter().map(|note| (note.span, format!("{:?}", note.what)));
    let labels =
        report.findings.iter().flat_map(|finding| finding.labels.iter().map(|l| (l.span, finding.rule)));
    let of_labels = labels.map(|(span, rule)| (span, rule.to_string()));
    for (span, what) in of_notes.chain(of_labels) {
        let inside = span.start <= span.end && span.end as usize <= bytes.len();
        ensure(inside, "spans_lie_in_the_file", || format!("{what}: {span:?} of {}", bytes.len()))?;
    }
    Ok(())
}

/// The span of the field that a token is, is that of the token, and any byte of it leads back.
pub fn places_come_back(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    for token in document.tokens() {
        let Some(place) = token.field else { continue };
        let located = document.locate(place);
        ensure(located == Some(token.span), "places_come_back", || {
            format!("{place:?} is at {:?}, but located at {located:?}", token.span)
        })?;
        let last = token.span.end as usize - 1;
        // A token may be long; its ends and its middle stand for all of it.
        for offset in [token.span.start as usize, token.span.start as usize + token.span.len() / 2, last] {
            let found = document.place_at(offset);
            ensure(found == Some(place), "places_come_back", || {
                format!("offset {offset} is {found:?}, not {place:?}")
            })?;
        }
    }
    Ok(())
}

/// Lines and columns that are found one after the other are those that are found alone.
pub fn positions_agree(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let mut passing = document.locator();
    // Every offset of a short file, some of a long one.
    let step = bytes.len() / 64 + 1;
    let mut line = line_from(bytes, 0);
    let mut number = 1;
    for offset in (0..bytes.len()).step_by(step) {
        while line.next <= offset {
            line = line_from(bytes, line.next);
            number += 1;
        }
        let (together, alone) = (passing.position(offset), document.locator().position(offset));
        let start = line_around(bytes, offset).start;
        ensure(
            together.line == number && alone.line == number && start == line.start,
            "positions_agree",
            || format!("offset {offset} is in line {number}, not {} or {}", together.line, alone.line),
        )?;
    }
    Ok(())
}
