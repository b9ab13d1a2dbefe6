//! Binary models in an editor: it shows their listing, which cannot be changed there.

use std::ops::Range;

use percent_encoding::percent_decode_str;

use crate::base::span::Span;
use crate::document::Document;
use crate::document::listing::{ListingLine, lines};

/// The scheme of the URIs of listings: `ms3dlint-listing:` and the path of the model, or its whole URI, percent-encoded.
pub const SCHEME: &str = "ms3dlint-listing";

/// The URI of the model whose listing has this URI; `None` for that of another file.
pub(crate) fn source_of(uri: &str) -> Option<String> {
    let rest = uri.strip_prefix(SCHEME)?.strip_prefix(':')?;
    Some(match rest {
        _ if rest.starts_with("//") => format!("file:{rest}"),
        _ if rest.starts_with('/') => format!("file://{rest}"),
        _ => percent_decode_str(rest).decode_utf8_lossy().into_owned(),
    })
}

/// The lines of a listing, without their text.
#[derive(Default)]
pub(crate) struct ListingPlaces(Vec<(Span, Vec<(Span, Range<usize>)>)>);

impl ListingPlaces {
    pub(crate) fn of(document: &Document) -> Self {
        Self(lines(document, 0).map(|ListingLine { span, values, .. }| (span, values)).collect())
    }

    /// The byte that is shown in a column of a line, both from 0: the first of the line where no value is.
    pub(crate) fn offset(&self, line: usize, column: usize) -> usize {
        let Some((span, values)) = self.0.get(line) else { return usize::MAX };
        let value = values.iter().find(|(_, columns)| columns.contains(&column) || columns.end == column);
        value.map_or(span.start, |(span, _)| span.start) as usize
    }

    /// The line that shows a byte, and the column where its value starts.
    pub(crate) fn place(&self, offset: usize) -> (usize, usize) {
        let (line, columns) = self.columns(Span::empty(offset));
        (line, columns.start)
    }

    /// The line that shows the start of a span, and the columns of its values there.
    pub(crate) fn columns(&self, span: Span) -> (usize, Range<usize>) {
        let line = self.0.partition_point(|(line, _)| line.start <= span.start).max(1) - 1;
        let Some((whole, values)) = self.0.get(line) else { return (0, 0..0) };
        let shown = |value: &&(Span, Range<usize>)| {
            let (value, _) = value;
            value.start < span.end.max(span.start + 1) && span.start < value.end
        };
        let first = values.iter().find(shown).map(|(_, columns)| columns.start);
        let last = values.iter().rev().find(shown).map(|(_, columns)| columns.end);
        let is_whole = span.start == whole.start && span.end >= whole.end;
        match first.zip(last) {
            Some((start, end)) if !is_whole => (line, start..end),
            Some((_, end)) => (line, 0..end),
            None => (line, 0..values.last().map_or(0, |(_, columns)| columns.end)),
        }
    }
}

/// The listing of a binary model; `None` for another file.
pub(crate) fn listing_text(document: &Document) -> Option<String> {
    document.is_binary().then(|| lines(document, 0).map(|line| line.text + "\n").collect())
}
