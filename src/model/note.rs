//! What the parser noticed in a file, without judging it. Rules turn notes into findings.

use std::ops::Deref;

use crate::base::span::Span;
use crate::layout::BlockKind;
use crate::model::place::Place;

/// Something that the parser noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where in the file.
    pub span: Span,
    /// Where in the model.
    pub place: Place,
    /// What it is.
    pub kind: NoteKind,
}

/// What the parser noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// A UTF-8 byte order mark.
    ByteOrderMark,
    /// Control characters.
    ControlCharacters,
    /// Bytes over 0x7F in a name or a path.
    NonAscii,
    /// A line of more bytes than the 254 that MilkShape and Scorched3D read at once.
    LongLine,
    /// Spaces or tabs at the end of a line.
    TrailingWhitespace,
    /// Something else than one space between two fields, or spaces before the first.
    IrregularSeparator,
    /// Spaces or tabs before the name of a block or a quote.
    Indented,
    /// A line that starts with `//`, between the lines of a block.
    CommentInBlock,
    /// An empty line between the lines of a block.
    BlankInBlock,
    /// A line that fits nothing where it is.
    UnexpectedLine,
    /// The name of a block, misspelled. The block was read as the one meant.
    MisspelledBlock {
        /// Which block is meant.
        meant: BlockKind,
        /// Whether only the case of letters differs.
        case_only: bool,
    },
    /// `Name: n` that is no block of the format. Nothing after it was read up to the next block.
    UnknownBlock,
    /// No space between the colon and the number.
    NoSpaceAfterColon,
    /// A count that is not readable as one. In a binary file nothing after it was read.
    MalformedCount,
    /// A line with fewer fields than it needs; the place names its first field.
    ShortRow {
        /// How many there are.
        found: u8,
    },
    /// A field that holds something else than it must.
    WrongField,
    /// A line of a record that is not there; the span is where it should be.
    MissingLine,
    /// More fields than the row has; the span holds the surplus ones.
    ExtraFields {
        /// How many there are in all.
        found: u8,
    },
    /// A string without its closing quote.
    UnterminatedString,
    /// Something after the closing quote of a line that holds only a string.
    TextAfterString,
    /// A quote inside a name; the span holds all that is between the first quote of the line and the
    /// last. Importers take the second quote for the end of the name.
    QuoteInName,
    /// A number in an odd spelling.
    Number(Quirk),
    /// The file ends inside a block or a record.
    Truncated {
        /// What is missing.
        missing: Missing,
    },
    /// A binary file of an unknown version. Nothing after its header was read.
    UnknownVersion,
    /// A section of an unknown version at the end of a binary file. Nothing after it was read.
    UnknownSection,
    /// Text in a binary file that fills its field, so that no NUL ends it.
    UnterminatedText,
    /// Bytes after the NUL that ends a text in a binary file; the span holds all that is after it.
    TextGarbage,
    /// Bytes after the end of a binary model.
    TrailingBytes,
}

impl NoteKind {
    /// Whether it is doubtful from there on which line of the file is what, as after a line that fits nothing
    /// or a row that lacks fields.
    pub fn leaves_doubt(self) -> bool {
        matches!(
            self,
            Self::UnexpectedLine
                | Self::UnknownBlock
                | Self::MalformedCount
                | Self::ShortRow { .. }
                | Self::WrongField
                | Self::MissingLine
                | Self::UnterminatedString
                | Self::Truncated { .. }
                | Self::UnknownVersion
                | Self::UnknownSection
        )
    }
}

/// All that the parser noticed in a file, as a slice of notes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Notes {
    all: Vec<Note>,
    /// Which kinds of notes there are, each once.
    kinds: Vec<NoteKind>,
}

impl From<Vec<Note>> for Notes {
    fn from(all: Vec<Note>) -> Self {
        let mut kinds = Vec::new();
        let mut last = None;
        // There are few kinds, and most notes are of the same kind as the one before.
        for note in &all {
            if last != Some(note.kind) && !kinds.contains(&note.kind) {
                kinds.push(note.kind);
            }
            last = Some(note.kind);
        }
        Self { all, kinds }
    }
}

impl Deref for Notes {
    type Target = [Note];

    fn deref(&self) -> &[Note] {
        &self.all
    }
}

impl Notes {
    /// The notes of a kind. It costs nothing if there are none.
    pub fn of_kind(&self, is_it: impl Fn(NoteKind) -> bool) -> impl Iterator<Item = &Note> {
        let notes = if self.has_kind(&is_it) { &self.all[..] } else { &[] };
        notes.iter().filter(move |note| is_it(note.kind))
    }

    /// Whether there are notes of a kind.
    pub fn has_kind(&self, is_it: impl Fn(NoteKind) -> bool) -> bool {
        self.kinds.iter().copied().any(is_it)
    }
}

/// What a truncated file lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// A line of a record, or a part of one in a binary file: the place of the note names its first field.
    Line,
    /// The count of a block of a binary file, and all that follows.
    Block(BlockKind),
    /// Rows or objects: the place of the note is their count.
    Rows {
        /// How many are there.
        found: u32,
        /// How many were declared.
        declared: u32,
    },
}

/// What is odd about the spelling of a number. Engines differ on each of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quirk {
    /// `4e-05`
    Exponent,
    /// 20 characters or more, or more than 15 decimals.
    ExcessDigits,
    /// `1,234.5`
    ThousandsSeparator,
    /// `0,5`
    DecimalComma,
    /// `nan`, `inf`, `-1.#IND`
    NonFinite,
    /// Does not fit 32 bits.
    OutOfRange,
    /// `1.0` where an integer must be.
    FloatInInteger,
    /// `010` or `0x1F` where an integer must be.
    LeadingZero,
    /// `.5`, `5.` or `+5`
    BareDecimalPoint,
    /// `-0.000000`
    NegativeZero,
}

impl Quirk {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Exponent,
        Self::ExcessDigits,
        Self::ThousandsSeparator,
        Self::DecimalComma,
        Self::NonFinite,
        Self::OutOfRange,
        Self::FloatInInteger,
        Self::LeadingZero,
        Self::BareDecimalPoint,
        Self::NegativeZero,
    ];
}
