//! What programs that read ASCII models line by line take otherwise than the file says.

use crate::base::display::number;
use crate::document::Document;
use crate::engines::scan::{Scanned, is_space};
use crate::engines::{Failure, Oddity, OddityKind};

/// A kind of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoticedKind {
    /// A line outside of blocks that begins none.
    IgnoredLine,
    /// A number that is read as another one.
    Misread,
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
    /// Objects that a later block takes the place of.
    Replaced,
    /// A text that is longer than the room for it.
    TextCut,
    /// A text whose line does not begin with a quote.
    NotQuoted,
    /// A text without a second quote, or that ends in CR.
    LineEndInText,
    /// A comment whose index is that of no object.
    CommentOnNothing,
    /// A comment that loses its last character.
    CommentCut,
}

/// What was noticed: of each kind where, and the first in words.
#[derive(Debug, Default)]
pub(super) struct Noticed {
    kinds: Vec<(NoticedKind, Vec<u32>, String)>,
    /// Whether the program has come to its end.
    is_over: bool,
}

impl Noticed {
    /// Adds one.
    pub(super) fn add(&mut self, kind: NoticedKind, at: u32, sample: impl FnOnce() -> String) {
        if self.is_over {
            return;
        }
        match self.kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, places, _)) => places.push(at),
            None => self.kinds.push((kind, vec![at], sample())),
        }
    }

    /// Whether there is one of a kind.
    pub(super) fn has(&self, kind: NoticedKind) -> bool {
        self.kinds.iter().any(|(known, ..)| *known == kind)
    }

    /// Nothing more is noticed: what the program still reads does not matter.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// Adds what is read otherwise of a line that starts at an offset, and what is not read of it.
    pub(super) fn add_line(&mut self, at: u32, line: &[u8], values: &Scanned) {
        match values.misread(line) {
            Some((place, says)) => self.add(NoticedKind::Misread, at + place as u32, || says),
            None => self.add_rest(at, values.rest(line)),
        }
    }

    /// Adds what is not read of a line, if it is more than space.
    pub(super) fn add_rest(&mut self, at: u32, rest: &[u8]) {
        if rest.iter().any(|byte| !is_space(*byte)) {
            self.add(NoticedKind::Rest, at, String::new);
        }
    }

    /// Adds a text that does not begin with a quote, or has something behind its second one.
    pub(super) fn add_text(&mut self, at: u32, line: &[u8], length: usize) {
        let is_blank = line.iter().all(|byte| is_space(*byte));
        match line.strip_prefix(b"\"") {
            Some(rest) => self.add_rest(at, rest.get(length + 1..).unwrap_or_default()),
            None if is_blank => {}
            None => self.add(NoticedKind::NotQuoted, at, String::new),
        }
    }

    /// All of them, in the order of the file. In a line that makes the program fail only that counts: what is there is left
    /// out, and a kind of which the first is there, since only the first is in words.
    pub(super) fn oddities(mut self, failure: Option<&Failure>, document: &Document) -> Vec<Oddity> {
        self.kinds.sort_by_key(|(_, places, _)| places[0]);
        let fatal = failure.and_then(|failure| failure.cause.or(failure.at));
        let fatal = fatal.map(|at| document.whole_line(at));
        let is_fatal = |at: u32| fatal.is_some_and(|line| line.range().contains(&(at as usize)));
        let others = self.kinds.into_iter().filter(|(_, places, _)| !is_fatal(places[0]));
        others
            .map(|(kind, mut places, sample)| {
                places.retain(|at| !is_fatal(*at));
                let is_of_field = matches!(kind, NoticedKind::TextCut | NoticedKind::LineEndInText);
                let (kind, says) = words(kind, places.len(), &sample);
                let oddity = Oddity::new(kind, places[0], says).also_at(places[1..].to_vec());
                Oddity { is_of_field, ..oddity }
            })
            .collect()
    }
}

fn words(oddity: NoticedKind, count: usize, sample: &str) -> (OddityKind, String) {
    let several = |one: &str, more: &str| {
        if count == 1 { one.to_string() } else { format!("{} {more}", number(count)) }
    };
    let alike = |rows: &str| match count {
        1 => sample.to_string(),
        _ => format!("{sample}, and so in {} {rows}", number(count)),
    };
    match oddity {
        NoticedKind::IgnoredLine => {
            let lines = several("a line that does not begin", "lines that do not begin");
            (OddityKind::Drops, format!("skips {lines} a block"))
        }
        NoticedKind::Misread => (OddityKind::Misreads, alike("lines")),
        NoticedKind::Rest => {
            (OddityKind::Drops, format!("does not read the rest of {}", several("a line", "lines")))
        }
        NoticedKind::NegativeCount => (OddityKind::Misreads, format!("takes a count of {sample} for 0")),
        NoticedKind::IndexWraps => (OddityKind::Misreads, alike("faces")),
        NoticedKind::BoneWraps => (OddityKind::Misreads, alike("vertices")),
        NoticedKind::MaterialWraps => (OddityKind::Misreads, alike("meshes")),
        NoticedKind::Replaced => (
            OddityKind::Drops,
            format!("drops the {sample} of the block before this one, which takes its place"),
        ),
        NoticedKind::TextCut => {
            let texts =
                if count == 1 { "of a text".to_string() } else { format!("of {} texts", number(count)) };
            (OddityKind::Drops, format!("drops the end {texts}: there is room for {sample} bytes"))
        }
        NoticedKind::NotQuoted => {
            let texts = several("a text that does", "texts that do");
            (OddityKind::Drops, format!("drops {texts} not begin with a quote"))
        }
        NoticedKind::LineEndInText => {
            let texts = several("a text", "texts");
            (OddityKind::Misreads, format!("takes the end of the line for a part of {texts}"))
        }
        NoticedKind::CommentOnNothing => {
            let comments = several("a comment on an object that does", "comments on objects that do");
            (OddityKind::Drops, format!("drops {comments} not exist"))
        }
        NoticedKind::CommentCut => {
            (OddityKind::Drops, format!("drops the last character of {}", several("a comment", "comments")))
        }
    }
}
