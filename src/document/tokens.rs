//! The tokens of a file, and the way between places in its model and bytes.

use crate::base::lines::{Line, line_around, line_from};
use crate::base::span::Span;
use crate::document::Document;
use crate::document::outline::{Role, start_of};
use crate::layout::{self, Record};
use crate::model::place::Place;
use crate::parse::ascii::lexer;
use crate::parse::ascii::lexer::{Pieces, TokenKind, tokens_of_line};
use crate::parse::ascii::parser;

/// A token of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Span,
    /// The field that it is; `None` for spaces, comments, names of blocks and surplus words.
    pub field: Option<Place>,
}

impl Document {
    /// All tokens of the file. Together they tile it: each byte belongs to exactly one of them.
    pub fn tokens(&self) -> impl Iterator<Item = Token> {
        self.tokens_from(0)
    }

    /// The tokens of the file from the start of a line on, or from that of a record in a binary file.
    pub fn tokens_from(&self, start: usize) -> impl Iterator<Item = Token> {
        let mut line_tokens = Vec::new().into_iter();
        let mut at = start;
        std::iter::from_fn(move || {
            loop {
                if let Some(token) = line_tokens.next() {
                    return Some(token);
                }
                if at >= self.source.len() {
                    return None;
                }
                let mut tokens = Vec::new();
                at = self.collect_tokens(at, &mut tokens);
                line_tokens = tokens.into_iter();
            }
        })
    }

    /// Collects the tokens of the line that starts at `at`, and returns where the next one starts.
    fn collect_tokens(&self, at: usize, tokens: &mut Vec<Token>) -> usize {
        if self.is_binary() {
            return self.stored_tokens_from(at, tokens);
        }
        let bytes = self.source.bytes();
        let mark = parser::BYTE_ORDER_MARK;
        if at == 0 && bytes.starts_with(mark) {
            tokens.push(Token {
                kind: TokenKind::ByteOrderMark,
                span: Span::new(0, mark.len()),
                field: None,
            });
            return mark.len();
        }
        if !self.is_text() {
            tokens.push(Token { kind: TokenKind::Unread, span: Span::new(at, bytes.len()), field: None });
            return bytes.len();
        }
        let line = line_from(bytes, at);
        self.tokens_of(line, self.role_of(at), &mut |token| tokens.push(token));
        line.next
    }

    fn tokens_of(&self, line: Line, role: Option<Role>, out: &mut impl FnMut(Token)) {
        let mut column = 0;
        let free_text = role.is_some_and(Role::is_free_text);
        tokens_of_line(self.source.bytes(), line, free_text, &mut |kind, span| {
            let is_piece =
                matches!(kind, TokenKind::Text | TokenKind::Number | TokenKind::Word | TokenKind::FreeText);
            let field = role.filter(|_| is_piece).and_then(|role| role.field(column));
            column += usize::from(is_piece);
            out(Token { kind, span, field });
        });
    }

    /// The span of a place: of a field its token, of a record its line, of a record with many lines
    /// the first of them. `None` for what the file does not have.
    pub fn locate(&self, place: Place) -> Option<Span> {
        if self.is_binary() {
            return self.locate_stored(place);
        }
        if place.record == Record::File {
            return Some(line_from(self.source.bytes(), 0).span());
        }
        let Some(number) = place.field else {
            // The first of its lines may be missing.
            let mut lines = 0..layout::lines(place.record).len();
            return lines.find_map(|number| self.line_of(place, number)).map(|line| line.span());
        };
        let (line_number, column) = layout::line_and_column(place.record, number)?;
        let line = self.line_of(place, line_number)?;
        if (Role { place, number: line_number }).is_free_text() {
            return Some(line.span());
        }
        let bytes = self.source.bytes();
        let from = match place.record {
            Record::Block => lexer::header(bytes, line)?.behind,
            _ => line.start,
        };
        Pieces::new(bytes, from, line.end).nth(column)
    }

    fn line_of(&self, place: Place, number: usize) -> Option<Line> {
        let at = start_of(&self.model, place, number)? as usize;
        Some(line_from(self.source.bytes(), at))
    }

    /// What the byte at an offset belongs to: a field where it is one, else the record of its line,
    /// else nothing.
    pub fn place_at(&self, offset: usize) -> Option<Place> {
        if self.is_binary() {
            let stored = self.stored_at(offset)?;
            let field = stored.fields().find(|(_, span)| span.range().contains(&offset));
            return Some(field.map_or(stored.place, |(slot, _)| stored.place.field(slot.field)));
        }
        let bytes = self.source.bytes();
        let mut line = line_around(bytes, offset);
        if line.start == 0 && bytes.starts_with(parser::BYTE_ORDER_MARK) {
            line.start = parser::BYTE_ORDER_MARK.len();
        }
        let role = self.role_of(line.start)?;
        let mut field = None;
        self.tokens_of(line, Some(role), &mut |token| {
            if token.span.range().contains(&offset) {
                field = token.field;
            }
        });
        Some(field.unwrap_or(role.place))
    }

    /// What the line that starts at an offset is in the model.
    fn role_of(&self, start: usize) -> Option<Role> {
        self.outline().role(&self.model, start)
    }
}
