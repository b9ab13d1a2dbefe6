//! Properties of tokens, places and positions.

use std::collections::HashSet;

use super::{Violation, document, ensure};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::base::lines::{line_around, line_from};
use ms3dlint::base::span::Span;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::Document;
use ms3dlint::document::describe::describe;
use ms3dlint::document::inspect::about;
use ms3dlint::document::target::{Target, target};
use ms3dlint::document::tokens::Token;
use ms3dlint::layout::{BlockKind, Record};
use ms3dlint::model::place::Place;
use ms3dlint::parse::ascii::lexer::TokenKind;

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
    let report = lint(&document, &Context::default(), &options);
    for finding in &report.findings {
        let nowhere = finding.place.record != Record::File && finding.span() == Span::default();
        ensure(!nowhere, "spans_lie_in_the_file", || format!("{} points nowhere", finding.rule))?;
    }
    let of_notes = document.notes.iter().map(|note| (note.span, format!("{:?}", note.kind)));
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
        // A token may be long; its ends and its middle are enough.
        for offset in [token.span.start as usize, token.span.start as usize + token.span.len() / 2, last] {
            let found = document.place_at(offset);
            ensure(found == Some(place), "places_come_back", || {
                format!("offset {offset} is {found:?}, not {place:?}")
            })?;
        }
    }
    Ok(())
}

/// The words for a field lead back to it, or to one with the same words, and there is something to say about it.
pub fn words_lead_back(bytes: &[u8]) -> Result<(), Violation> {
    const PROPERTY: &str = "words_lead_back";
    /// So many fields are enough for a large file: names are looked up one by one.
    const MOST: usize = 200;
    let document = document(bytes);
    let fields: Vec<_> = document.tokens().filter_map(|token| token.field).collect();
    for place in fields.iter().copied().step_by(fields.len() / MOST + 1) {
        let words = describe(&document, place);
        ensure(!about(&document, place).is_empty(), PROPERTY, || format!("nothing to say about {words}"))?;
        if has_words(&document, place, &words) {
            let found = target(&document, &words);
            // Of two comments about the model it is unknown which is meant.
            let is_same = matches!(found, Ok(Target::Place(found)) if describe(&document, found) == words);
            ensure(is_same, PROPERTY, || format!("{words} is {place:?}, and leads to {found:?}"))?;
        }
    }
    Ok(())
}

/// Whether a place has words that can be read. The file has none, blocks that are none of the format have no
/// name, and names may be cut short, or hold quotes or what cannot be printed.
fn has_words(document: &Document, place: Place, words: &str) -> bool {
    let is_plain = words.matches('"').count() <= 2 && !words.contains("...") && words.is_ascii();
    let is_unknown = |index| document.model.blocks[index as usize].kind == BlockKind::Unknown;
    match place.record {
        Record::File => false,
        Record::Block => is_plain && !is_unknown(place.object),
        _ => is_plain,
    }
}

/// Lines and columns that are found one after the other are those that are found alone.
pub fn positions_agree(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let mut walking = document.locator();
    // Every offset of a short file, some of a long one.
    let step = bytes.len() / 64 + 1;
    let mut line = line_from(bytes, 0);
    let mut number = 1;
    for offset in (0..bytes.len()).step_by(step) {
        while line.next <= offset {
            line = line_from(bytes, line.next);
            number += 1;
        }
        let (together, alone) = (walking.position(offset), document.locator().position(offset));
        let start = line_around(bytes, offset).start;
        ensure(
            together.line == number && alone.line == number && start == line.start,
            "positions_agree",
            || format!("offset {offset} is in line {number}, not {} or {}", together.line, alone.line),
        )?;
    }
    Ok(())
}

/// Each byte of an ASCII model belongs to a token of the kind that a naive reading of the bytes gives it.
pub fn token_kinds_agree(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    if !document.is_text() {
        return Ok(());
    }
    let expected = kinds(&document);
    for token in document.tokens() {
        let wrong = expected[token.span.range()].iter().find(|kind| **kind != token.kind);
        ensure(wrong.is_none(), "token_kinds_agree", || format!("{token:?} and not {wrong:?}"))?;
    }
    Ok(())
}

/// The kind of each byte of an ASCII model, line by line and byte by byte. Which lines open blocks and which are
/// texts of comments is taken from the model, as that takes a parser.
fn kinds(document: &Document) -> Vec<TokenKind> {
    let bytes = document.source.bytes();
    let openings: HashSet<usize> = document.model.blocks.iter().map(|block| block.at as usize).collect();
    let texts: HashSet<usize> =
        document.model.comments.iter().filter_map(|comment| Some(comment.text?.start as usize)).collect();
    let mut kinds = Vec::with_capacity(bytes.len());
    if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        kinds.extend([TokenKind::ByteOrderMark; 3]);
    }
    while kinds.len() < bytes.len() {
        let start = kinds.len();
        let rest = &bytes[start..];
        let length = rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len());
        let line = &rest[..length];
        let blanks = line.iter().take_while(|byte| b" \t\x0B\x0C".contains(byte)).count();
        if texts.contains(&start) {
            kinds.resize(start + length, TokenKind::FreeText);
        } else if line[blanks..].starts_with(b"//") {
            kinds.resize(start + blanks, TokenKind::Blank);
            kinds.resize(start + length, TokenKind::Comment);
        } else {
            kinds.extend(kinds_of_fields(line, openings.contains(&start)));
        }
        let ends: [&[u8]; 3] = [b"\r\r\n", b"\r\n", b"\n"];
        let end = ends.into_iter().find(|end| rest[length..].starts_with(end)).map_or(1, <[u8]>::len);
        kinds.resize(bytes.len().min(start + length + end), TokenKind::LineEnd);
    }
    kinds
}

/// The kind of each byte of a line of fields, which may open a block.
fn kinds_of_fields(line: &[u8], opens_block: bool) -> Vec<TokenKind> {
    let mut kinds = Vec::with_capacity(line.len());
    // The name is not over before its letters are, and no field begins before the colon, if there is one.
    let mut in_name = opens_block;
    let mut awaits_colon = opens_block;
    let mut field = None;
    for byte in line.iter().copied() {
        let is_blank = b" \t\x0B\x0C".contains(&byte);
        let kind = match field {
            Some(TokenKind::Text) => TokenKind::Text,
            Some(kind) if !is_blank => kind,
            _ if is_blank => {
                in_name &= kinds.last().is_none_or(|last| *last == TokenKind::Blank);
                TokenKind::Blank
            }
            _ if in_name && byte.is_ascii_alphabetic() => TokenKind::BlockName,
            _ if awaits_colon && byte == b':' => TokenKind::Colon,
            _ => match byte {
                b'"' => TokenKind::Text,
                b'0'..=b'9' | b'-' | b'+' | b'.' => TokenKind::Number,
                _ => TokenKind::Word,
            },
        };
        awaits_colon &= matches!(kind, TokenKind::BlockName | TokenKind::Blank);
        in_name &= awaits_colon;
        let ends_text = field == Some(TokenKind::Text) && byte == b'"';
        let is_field = matches!(kind, TokenKind::Text | TokenKind::Number | TokenKind::Word);
        field = Some(kind).filter(|_| is_field && !ends_text);
        kinds.push(kind);
    }
    kinds
}

/// The tokens of the beginning of an ASCII model are those of the whole, up to its last line: more lines do not
/// change what was there.
pub fn beginnings_keep_their_tokens(bytes: &[u8]) -> Result<(), Violation> {
    let whole = document(bytes);
    if !whole.is_text() {
        return Ok(());
    }
    let tokens: Vec<_> = whole.tokens().collect();
    let ends = tokens.iter().filter(|token| token.kind == TokenKind::LineEnd).map(|token| token.span.end);
    let ends: Vec<_> = ends.collect();
    // Some beginnings are enough.
    for end in ends.iter().step_by(ends.len() / 8 + 1) {
        let beginning = document(&bytes[..*end as usize]);
        if !beginning.is_text() {
            continue;
        }
        let of_beginning: Vec<_> = beginning.tokens().collect();
        let is_field = |token: &Token| {
            matches!(token.kind, TokenKind::Text | TokenKind::Number | TokenKind::Word | TokenKind::BlockName)
        };
        let last = of_beginning.iter().rfind(|token| is_field(token)).map_or(0, |token| token.span.start);
        let last = line_around(bytes, last as usize).start;
        let before = of_beginning.iter().take_while(|token| token.span.end as usize <= last);
        let differs =
            before.zip(&tokens).find(|(one, other)| (one.kind, one.span) != (other.kind, other.span));
        ensure(differs.is_none(), "beginnings_keep_their_tokens", || format!("{differs:?} up to {end}"))?;
    }
    Ok(())
}
