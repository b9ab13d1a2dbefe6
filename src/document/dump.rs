//! A dump of a model: the names of its fields beside their values, one line for each line of an ASCII
//! file or each record of a binary one.

use std::iter;

use crate::base::display::{hexadecimal, visible};
use crate::document::Document;
use crate::document::describe::describe;
use crate::document::listing;
use crate::document::tokens::Token;
use crate::layout;
use crate::parse::ascii::lexer::TokenKind;

/// The lines from an offset on, each with its number or its offset before it. None if the file is not a
/// model.
pub fn lines(document: &Document, from: usize) -> Box<dyn Iterator<Item = String> + '_> {
    if document.is_binary() {
        let numbered =
            |line: listing::ListingLine| format!("{}  {}", hexadecimal(line.span.start as usize), line.text);
        return Box::new(listing::lines(document, from).map(numbered));
    }
    if !document.is_text() || from >= document.source.len() {
        return Box::new(iter::empty());
    }
    let first = document.locator().position(from).line;
    let lines = text_lines(document, document.whole_line(from as u32).start as usize);
    let numbered = move |(number, line): (usize, Vec<Token>)| {
        format!("{number:6}  {}", text_line(document, &line)).trim_end().to_string()
    };
    Box::new((first..).zip(lines).map(numbered))
}

/// The values on the line or in the record that starts at an offset, each with its name: `flags=0 x=1.5`.
pub fn values(document: &Document, start: usize) -> Option<String> {
    if document.is_binary() {
        let line = listing::line_at(document, start)?;
        return Some(line.text.split_once(": ")?.1.to_string());
    }
    Some(named_values(document, &text_lines(document, start).next()?))
}

/// The tokens of each line of an ASCII file, from the start of one on.
fn text_lines(document: &Document, start: usize) -> impl Iterator<Item = Vec<Token>> {
    let mut tokens = document.tokens_from(start);
    iter::from_fn(move || {
        let mut line = Vec::new();
        for token in tokens.by_ref() {
            line.push(token);
            if token.kind == TokenKind::LineEnd {
                break;
            }
        }
        (!line.is_empty()).then_some(line)
    })
}

/// A line of an ASCII file: `mesh "body", vertex 3: flags=0 x=1.5`, or unchanged if it has no field.
fn text_line(document: &Document, tokens: &[Token]) -> String {
    match tokens.iter().find_map(|token| token.field) {
        Some(place) => format!("{}: {}", describe(document, place.whole()), named_values(document, tokens)),
        None => {
            let tokens = tokens.iter().filter(|token| token.kind != TokenKind::LineEnd);
            tokens.map(|token| visible(document.bytes(token.span))).collect()
        }
    }
}

/// The values on a line, each with its name unless it is surplus.
fn named_values(document: &Document, tokens: &[Token]) -> String {
    let is_value = |token: &&Token| {
        matches!(token.kind, TokenKind::Text | TokenKind::Number | TokenKind::Word | TokenKind::FreeText)
    };
    let named = |token: &Token| {
        let value = visible(document.bytes(token.span));
        match token.field.and_then(|place| layout::field(place.record, place.field?)) {
            Some(field) => format!("{}={value}", field.name.replace(' ', "-")),
            None => value,
        }
    };
    tokens.iter().filter(is_value).map(named).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    #[test]
    fn lines_of_text_are_told_with_their_names_and_others_as_they_are() {
        let text = "// MilkShape 3D ASCII\r\n\r\nMeshes: 1\r\n\"a b\" 0 -1\r\n1\r\n0 .5 1 2 3 4 -1 9 x\r\n0\r\n0\r\nwhat\u{7}";
        let document = read("a.txt", text.as_bytes().to_vec());
        let dumped: Vec<_> = lines(&document, 0).collect();
        let expected = [
            "     1  // MilkShape 3D ASCII",
            "     2",
            "     3  block Meshes: count=1",
            "     4  mesh \"a b\": name=\"a b\" flags=0 material=-1",
            "     5  mesh \"a b\": vertex-count=1",
            "     6  mesh \"a b\", vertex 0: flags=0 x=.5 y=1 z=2 u=3 v=4 bone=-1 9 x",
            "     7  mesh \"a b\": normal-count=0",
            "     8  mesh \"a b\": face-count=0",
            "     9  what␇",
        ];
        assert_eq!(dumped, expected);
        let from = text.find(".5").unwrap();
        assert_eq!(lines(&document, from).collect::<Vec<_>>(), expected[5..]);
        assert_eq!(lines(&document, text.len()).count(), 0);
    }
}
