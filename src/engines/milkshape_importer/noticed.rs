//! What the importer takes otherwise than the file says.

use crate::engines::{Oddity, OddityKind};

/// A kind of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ImportOddity {
    /// A line outside of blocks that begins none.
    IgnoredLine,
    /// A number that is read up to a character that is none of its own.
    CutValue,
    /// More in a line than is read of it.
    Rest,
    /// A count below 0.
    NegativeCount,
    /// An index of a vertex or normal that is cut to 16 bits.
    IndexWraps,
    /// A bone that is cut to 8 bits.
    BoneWraps,
    /// A material that is cut to 8 bits.
    MaterialWraps,
    /// A text whose line does not begin with a quote.
    NotQuoted,
    /// A comment whose index is that of no object.
    CommentOnNothing,
    /// A comment that loses its last character.
    CommentCut,
}

/// What was noticed: of each kind where first, how often, and the first in words.
#[derive(Debug, Default)]
pub(super) struct Noticed(Vec<(ImportOddity, u32, usize, String)>);

impl Noticed {
    /// Adds one.
    pub(super) fn add(&mut self, oddity: ImportOddity, at: u32, sample: impl FnOnce() -> String) {
        match self.0.iter_mut().find(|(known, ..)| *known == oddity) {
            Some((_, _, count, _)) => *count += 1,
            None => self.0.push((oddity, at, 1, sample())),
        }
    }

    /// All of them, in the order of the file.
    pub(super) fn oddities(mut self) -> Vec<Oddity> {
        self.0.sort_by_key(|(_, at, ..)| *at);
        self.0
            .into_iter()
            .map(|(oddity, at, count, sample)| {
                let (kind, says) = words(oddity, count, &sample);
                Oddity::new(kind, at, says)
            })
            .collect()
    }
}

fn words(oddity: ImportOddity, count: usize, sample: &str) -> (OddityKind, String) {
    let several =
        |one: &str, more: &str| if count == 1 { one.to_string() } else { format!("{count} {more}") };
    let alike = |rows: &str| match count {
        1 => sample.to_string(),
        _ => format!("{sample}, and so in {count} {rows}"),
    };
    match oddity {
        ImportOddity::IgnoredLine => {
            let lines = several("a line that begins", "lines that begin");
            (OddityKind::Drops, format!("passes over {lines} no block"))
        }
        ImportOddity::CutValue => (OddityKind::Misreads, alike("lines")),
        ImportOddity::Rest => {
            (OddityKind::Drops, format!("does not read the rest of {}", several("a line", "lines")))
        }
        ImportOddity::NegativeCount => (OddityKind::Misreads, format!("takes a count of {sample} for 0")),
        ImportOddity::IndexWraps => (OddityKind::Misreads, alike("faces")),
        ImportOddity::BoneWraps => (OddityKind::Misreads, alike("vertices")),
        ImportOddity::MaterialWraps => (OddityKind::Misreads, alike("meshes")),
        ImportOddity::NotQuoted => {
            let texts = several("a text that does", "texts that do");
            (OddityKind::Drops, format!("drops {texts} not begin with a quote"))
        }
        ImportOddity::CommentOnNothing => {
            let comments = several("a comment on an object that does", "comments on objects that do");
            (OddityKind::Drops, format!("drops {comments} not exist"))
        }
        ImportOddity::CommentCut => {
            (OddityKind::Drops, format!("drops the last character of {}", several("a comment", "comments")))
        }
    }
}
