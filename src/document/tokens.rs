//! Splits a file into tokens, each with the field that it holds.

use crate::base::lines::{Line, line_from};
use crate::base::span::Span;
use crate::document::Document;
use crate::document::outline::Role;
use crate::model::place::Place;
use crate::parse::ascii::lexer::{TokenKind, tokens_of_line};
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
    #[doc(hidden)]
    pub fn tokens(&self) -> impl Iterator<Item = Token> {
        self.tokens_from(0)
    }

    /// The tokens of the file from the start of a line on, or from that of a record in a binary file.
    pub(crate) fn tokens_from(&self, start: usize) -> impl Iterator<Item = Token> {
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
            return self.binary_tokens_from(at, tokens);
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

    pub(super) fn tokens_of(&self, line: Line, role: Option<Role>, out: &mut impl FnMut(Token)) {
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

    /// What the line that starts at an offset is in the model.
    pub(super) fn role_of(&self, start: usize) -> Option<Role> {
        self.outline().role(&self.model, start)
    }
}
