//! What a parser made of a file.

use crate::base::lines::Ending;
use crate::base::span::Span;
use crate::model::Model;
use crate::model::note::Note;
use crate::parse::ascii::directive::Directive;

/// The model in a file, and what was odd about the file. Only ASCII models have comments to this program, a
/// header and lines.
#[derive(Debug, Default)]
pub struct ParsedFile {
    /// The model.
    pub model: Model,
    /// What was odd while reading, by and large in the order of the file.
    pub notes: Vec<Note>,
    /// Comments that are addressed to this program.
    pub directives: Vec<Directive>,
    /// The first line, where it is `// MilkShape 3D ASCII`.
    pub header: Option<Span>,
    /// How many lines end in which way.
    pub endings: Endings,
    /// A measure of the work done: bytes looked at, and rows of text read by the fast path.
    pub steps: u64,
}

/// How many lines end in which way.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Endings {
    /// `\n`
    pub lf: usize,
    /// `\r\n`
    pub crlf: usize,
    /// `\r` alone.
    pub cr: usize,
    /// `\r\r\n`
    pub cr_cr_lf: usize,
}

impl Endings {
    pub(super) fn count(&mut self, ending: Ending) {
        match ending {
            Ending::Lf => self.lf += 1,
            Ending::CrLf => self.crlf += 1,
            Ending::Cr => self.cr += 1,
            Ending::CrCrLf => self.cr_cr_lf += 1,
        }
    }

    /// Whether counting LF counts the lines.
    pub fn are_plain(&self) -> bool {
        self.cr == 0
    }
}
