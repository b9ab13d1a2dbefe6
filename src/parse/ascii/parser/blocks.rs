//! Parses the blocks of ASCII models: the line that opens one, and the objects or comments that it counts.

use crate::base::lines::Line;
use crate::base::span::Span;
use crate::layout::{self, BlockKind, Record};
use crate::model::note::{Missing, NoteKind};
use crate::model::place::Place;
use crate::model::{ABSENT, Block, Comment};
use crate::parse::ascii::lexer::{Header, Opens, Pieces};
use crate::parse::ascii::number;
use crate::parse::ascii::parser::{AsciiParser, LineShape};

impl AsciiParser<'_> {
    pub(super) fn block(&mut self, line: Line, header: Header) {
        let index = self.read.model.blocks.len();
        let place = Place::object(Record::Block, index);
        let kind = match header.opens {
            Opens::Exactly(kind) => kind,
            Opens::Nearly(meant) => {
                let name = &self.bytes[header.name.range()];
                let case_only = name.eq_ignore_ascii_case(meant.name().as_bytes());
                let gap = Span {
                    start: header.name.end,
                    end: header.colon.map_or(header.name.end, |colon| colon as u32),
                };
                let span = if name == meant.name().as_bytes() { gap } else { header.name };
                self.note(NoteKind::MisspelledBlock { meant, case_only }, span, place);
                meant
            }
            Opens::Unknown => {
                self.note(NoteKind::UnknownBlock, header.name, place);
                BlockKind::Unknown
            }
        };
        let indent = Span { start: line.start as u32, end: header.name.start };
        if !indent.is_empty() {
            self.note(NoteKind::Indented, indent, place);
        }
        let number = self.header_number(line, header, kind, place);
        self.take(line, place);
        let at = line.start as u32;
        self.read.model.blocks.push(Block { at, kind, number, found: 0, cut: false, end: 0, surplus: None });
        match kind {
            BlockKind::Meshes => self.objects(index, Self::begins_mesh, Self::mesh),
            BlockKind::Materials => self.objects(index, Self::begins_material, Self::material),
            BlockKind::Bones => self.objects(index, Self::begins_bone, Self::bone),
            BlockKind::GroupComments | BlockKind::MaterialComments | BlockKind::BoneComments => {
                self.comments(index, Record::Comment);
            }
            BlockKind::ModelComment => self.comments(index, Record::ModelComment),
            _ => {}
        }
    }

    fn header_number(&mut self, line: Line, header: Header, kind: BlockKind, place: Place) -> Option<i32> {
        let behind_colon = header.behind;
        let mut pieces = Pieces::new(self.bytes, behind_colon, line.end);
        let place = place.field(layout::fields::block::COUNT);
        let Some(piece) = pieces.next() else {
            if line.is_open() {
                self.cut(place, Missing::Line);
            } else {
                self.note(NoteKind::MalformedCount, Span::empty(behind_colon), place);
            }
            return None;
        };
        match &self.bytes[behind_colon..piece.start as usize] {
            b" " => {}
            b"" => self.note(NoteKind::NoSpaceAfterColon, Span::new(behind_colon - 1, behind_colon), place),
            _ => {
                let gap = Span::new(behind_colon, piece.start as usize);
                self.note(NoteKind::IrregularSeparator, gap, place);
            }
        }
        if let Some(first) = pieces.next() {
            let (found, last) = pieces.fold((2, first), |(found, _), piece| (found + 1, piece));
            let found = found.min(u8::MAX as usize) as u8;
            let surplus = Span { start: first.start, end: last.end };
            self.note(NoteKind::ExtraFields { found }, surplus, place.whole());
        }
        // The numbers of frames count nothing that follows; rules judge their range.
        let least = if kind.counts().is_some() { 0 } else { i32::MIN };
        self.count_value(piece, place, least)
    }

    /// Reads the objects of a block, by their shape.
    fn objects(
        &mut self,
        block: usize,
        begins: fn(&mut Self, Line, bool) -> bool,
        read: fn(&mut Self, Line, bool),
    ) {
        let place = Place::object(Record::Block, block);
        let declared = self.read.model.blocks[block].declared();
        let mut found = 0;
        loop {
            let owed = declared.is_some_and(|declared| found < declared);
            self.read.model.blocks[block].end = self.at as u32;
            let Some(line) = self.peek(owed.then_some(place)) else {
                if let Some(declared) = declared.filter(|_| owed) {
                    let place = place.field(layout::fields::block::COUNT);
                    self.cut(place, Missing::Rows { found, declared });
                    self.read.model.blocks[block].cut = true;
                }
                break;
            };
            if self.shape(line) == LineShape::Header {
                break;
            }
            if !begins(self, line, owed) {
                self.unexpected(line);
                continue;
            }
            if declared == Some(found) {
                self.read.model.blocks[block].surplus = Some(line.start as u32);
            }
            found += 1;
            read(self, line, declared.is_some_and(|declared| found < declared));
        }
        self.read.model.blocks[block].found = found;
    }

    fn comments(&mut self, block: usize, record: Record) {
        let place = Place::object(Record::Block, block);
        let declared = self.read.model.blocks[block].declared().unwrap_or(0);
        let mut found = 0;
        loop {
            self.read.model.blocks[block].end = self.at as u32;
            if found >= declared && !(record == Record::Comment && self.is_surplus_comment()) {
                break;
            }
            if found == declared {
                self.read.model.blocks[block].surplus = Some(self.at as u32);
            }
            match self.comment(block, record) {
                Commented::Whole => found += 1,
                Commented::BlockEnds => break,
                Commented::FileEnds => {
                    let place = place.field(layout::fields::block::COUNT);
                    self.read.model.blocks[block].cut = true;
                    self.cut(place, Missing::Rows { found, declared });
                    break;
                }
            }
        }
        self.read.model.blocks[block].found = found;
    }

    /// Whether a comment follows that was not counted: an index, and a text in the very next line, whatever else that
    /// looks like, but a block.
    fn is_surplus_comment(&mut self) -> bool {
        let Some(line) = self.peek(None) else { return false };
        let piece = Pieces::of_line(self.bytes, line).next().unwrap_or_default();
        let is_index = number::integer(&self.bytes[piece.range()]).value.is_some();
        if !is_index || self.shape(line) != LineShape::Fields(1) || line.next == self.bytes.len() {
            return false;
        }
        let text = self.line(line.next);
        self.skipped(text) != Some(NoteKind::BlankInBlock) && self.shape(text) != LineShape::Header
    }

    /// Reads a comment: the line with its index, which that of the model has not, and its text.
    fn comment(&mut self, block: usize, record: Record) -> Commented {
        let place = Place::object(record, self.read.model.comments.len());
        let mut comment = Comment { block: block as u32, at: ABSENT, index: None, text: None };
        if record == Record::Comment {
            let Some(line) = self.peek(Some(Place::object(Record::Block, block))) else {
                return Commented::FileEnds;
            };
            if self.shape(line) == LineShape::Header {
                return Commented::BlockEnds;
            }
            comment.at = line.start as u32;
            comment.index = self.values(line, 0, place).map(|values| values[0].integer);
        }
        if self.at == self.bytes.len() {
            self.read.model.comments.push(comment);
            return Commented::FileEnds;
        }
        let line = self.line(self.at);
        comment.text = Some(line.span());
        self.take_raw(line, place);
        self.read.model.comments.push(comment);
        Commented::Whole
    }
}

/// The result of reading a comment.
enum Commented {
    /// It is there.
    Whole,
    /// A block opens in its place.
    BlockEnds,
    /// The file ends before it, or in it.
    FileEnds,
}
