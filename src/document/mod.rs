//! A file that was read: its bytes, its model, what the parser noticed, and how lines and places are found.

pub mod describe;
#[doc(hidden)]
pub mod dump;
#[doc(hidden)]
pub mod inspect;
pub mod listing;
mod locate;
pub(crate) mod locate_binary;
pub(crate) mod lost_block;
mod names;
mod outline;
#[doc(hidden)]
pub mod references;
pub(crate) mod siblings;
pub mod stats;
#[doc(hidden)]
pub mod target;
#[doc(hidden)]
pub mod tokens;
#[doc(hidden)]
pub mod whereabouts;

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::base::lines::line_around;
use crate::base::source::{Locator, MAX_BYTES, Source};
use crate::base::span::Span;
use crate::document::outline::Outline;
use crate::layout::{BlockKind, Record};
use crate::model::note::{NoteKind, Notes};
use crate::model::row_stats::RowStats;
use crate::model::{Geometry, Model};
use crate::parse::ascii::directive::Directive;
use crate::parse::ascii::parser;
use crate::parse::binary;
use crate::parse::conflict;
use crate::parse::conflict::Conflict;
use crate::parse::parsed::{Endings, ParsedFile};
use crate::parse::shift;
use crate::parse::shift::{Displacement, Recount, Shift};
use crate::parse::sniff::{Content, sniff};
use crate::parse::text_damage;
use crate::parse::text_damage::Damage;

/// What kind of file it is, as reports call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// An ASCII model.
    Ascii,
    /// A part of an ASCII model, as StepMania splits them: it starts with `Materials:` or `Bones:`.
    AsciiFragment,
    /// A binary model.
    Binary,
    /// No model.
    NotAModel,
}

impl FileKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ascii, Self::AsciiFragment, Self::Binary, Self::NotAModel];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::AsciiFragment => "ascii-fragment",
            Self::Binary => "binary",
            Self::NotAModel => "not-a-model",
        }
    }
}

/// A file, its model, and what the parser noticed. Made by [`read`].
#[derive(Debug)]
pub struct Document {
    /// The file.
    pub source: Source,
    /// What it holds; empty if it is no model.
    pub model: Model,
    /// What the parser noticed.
    pub notes: Notes,
    /// Comments that are addressed to this program.
    #[doc(hidden)]
    pub directives: Vec<Directive>,
    /// What the file is, by its content.
    #[doc(hidden)]
    pub content: Content,
    /// The first line, where it is `// MilkShape 3D ASCII`.
    #[doc(hidden)]
    pub header: Option<Span>,
    /// How many lines end in which way.
    #[doc(hidden)]
    pub endings: Endings,
    /// A measure of the parser's work, linear in the size of the file.
    #[doc(hidden)]
    pub steps: u64,
    caches: Caches,
}

/// What is computed from a document when it is first asked for.
#[derive(Debug, Default)]
struct Caches {
    outline: OnceLock<Outline>,
    several: OnceLock<HashSet<BlockKind>>,
    earlier_blocks: OnceLock<Vec<u32>>,
    shared_names: OnceLock<HashMap<(Record, u32), u32>>,
    references: OnceLock<HashMap<(Record, u32), Vec<Span>>>,
    row_stats: OnceLock<Vec<RowStats>>,
    damage: OnceLock<Option<Damage>>,
    displacement: OnceLock<Option<Displacement>>,
    conflicts: OnceLock<Vec<Conflict>>,
}

/// Reads a file. Never fails, whatever the bytes: what is wrong with them is in the notes.
///
/// `name` is what reports call the file. What else the caller knows about it is not part of the
/// document: rules get it as a `Context`.
///
/// Of a file over [`MAX_BYTES`] nothing is kept; see [`Document::over_limit`].
pub fn read(name: impl Into<String>, bytes: Vec<u8>) -> Document {
    let source = Source::new(name, bytes);
    if source.len() as u64 > MAX_BYTES {
        let size = source.len() as u64;
        return Document::over_limit(source.name, size);
    }
    let content = sniff(source.bytes());
    let parsed = match content {
        Content::Text => parser::read(source.bytes()),
        Content::Binary => binary::read(source.bytes()),
        _ => ParsedFile::default(),
    };
    Document::new(source, content, parsed)
}

impl Document {
    fn new(source: Source, content: Content, parsed: ParsedFile) -> Self {
        let ParsedFile { model, notes, directives, header, endings, steps } = parsed;
        let (notes, caches) = (notes.into(), Caches::default());
        Self { source, model, notes, directives, content, header, endings, steps, caches }
    }

    /// A file that is too large to be read: over [`MAX_BYTES`].
    pub fn over_limit(name: impl Into<String>, size: u64) -> Self {
        let source = Source::new(name, Vec::new());
        Self::new(source, Content::TooLarge { size }, ParsedFile::default())
    }

    /// What kind of file it is.
    pub fn kind(&self) -> FileKind {
        match self.content {
            Content::Binary => FileKind::Binary,
            Content::Utf16 => FileKind::Ascii,
            Content::Text if self.is_fragment() => FileKind::AsciiFragment,
            Content::Text => FileKind::Ascii,
            Content::LfsPointer | Content::TooLarge { .. } | Content::Other { .. } => FileKind::NotAModel,
        }
    }

    /// Whether the file was read as a binary model.
    pub fn is_binary(&self) -> bool {
        self.content == Content::Binary
    }

    /// Whether the file was read as an ASCII model, so that rules about its text and its blocks
    /// apply to it.
    pub fn is_text(&self) -> bool {
        self.content == Content::Text
    }

    /// Whether the file is a part of a model: StepMania keeps materials and bones in files of
    /// their own, which begin with that block.
    fn is_fragment(&self) -> bool {
        let has = |kind| self.model.block(kind).is_some();
        let first = self.model.blocks.first().map(|block| block.kind);
        self.header.is_none()
            && matches!(first, Some(BlockKind::Materials | BlockKind::Bones))
            && ![BlockKind::Frames, BlockKind::Frame, BlockKind::Meshes].into_iter().any(has)
    }

    /// Whether the file is a model that should have all blocks, rather than a part of one.
    pub fn is_whole(&self) -> bool {
        self.is_text() && !self.is_fragment()
    }

    /// Whether the file ends too early, so that what it lacks is not its own fault.
    pub fn is_truncated(&self) -> bool {
        self.notes.has_kind(|kind| matches!(kind, NoteKind::Truncated { .. }))
    }

    /// Whether it is certain what each line of the file is, as it is not after a line that fits
    /// nothing or a row that lacks fields.
    #[doc(hidden)]
    pub fn is_certain(&self) -> bool {
        !self.notes.has_kind(NoteKind::leaves_doubt)
    }

    /// How a tool that treats files as text damaged this binary model, as far as that can be found out. Then
    /// hardly anything in it is what it was read as.
    #[doc(hidden)]
    pub fn damage(&self) -> Option<&Damage> {
        let find = || self.misses_its_end().then(|| text_damage::find(self.source.bytes())).flatten();
        self.caches.damage.get_or_init(find).as_ref()
    }

    /// Where this binary model lost bytes, or got some that belong to nothing, in the order of the file. Then hardly
    /// anything behind the first place is what it was read as.
    #[doc(hidden)]
    pub fn shifts(&self) -> &[Shift] {
        match self.displacement() {
            Some(Displacement::Bytes(shifts)) => shifts,
            _ => &[],
        }
    }

    /// The count in this binary model that is wrong, so that hardly anything behind what it counts is what it was read as.
    #[doc(hidden)]
    pub fn recount(&self) -> Option<Recount> {
        match self.displacement() {
            Some(Displacement::Count(recount)) => Some(*recount),
            _ => None,
        }
    }

    /// Why what follows in this binary model is not where it belongs, as far as that can be found out.
    fn displacement(&self) -> Option<&Displacement> {
        let is_looked_for = || self.misses_its_end() && self.damage().is_none();
        let find = || is_looked_for().then(|| shift::find(self.source.bytes())).flatten();
        self.caches.displacement.get_or_init(find).as_ref()
    }

    /// Where a merge left both versions of some lines in this ASCII model. Then nothing behind the first place is where it
    /// belongs.
    #[doc(hidden)]
    pub fn conflicts(&self) -> &[Conflict] {
        // No program reads the markers as anything, so that something is noted of each.
        let is_looked_for = || self.content == Content::Text && self.notes.has_kind(|_| true);
        let find = || if is_looked_for() { conflict::find(self.source.bytes()) } else { Vec::new() };
        self.caches.conflicts.get_or_init(find)
    }

    /// Whether this binary model is read from the wrong place from somewhere on.
    pub(crate) fn is_displaced(&self) -> bool {
        self.displacement().is_some()
    }

    /// Whether what is in the file is where it belongs, so that it means what it was read as.
    pub(crate) fn is_in_place(&self) -> bool {
        self.damage().is_none() && !self.is_displaced() && self.conflicts().is_empty()
    }

    /// Whether the file is a binary model, and ends elsewhere than the model does.
    fn misses_its_end(&self) -> bool {
        let is_odd = |kind: NoteKind| kind.leaves_doubt() || kind == NoteKind::TrailingBytes;
        self.is_binary() && self.notes.has_kind(is_odd)
    }

    /// Whether the file ends between the CR and the LF of its last line.
    pub(crate) fn ends_in_half_crlf(&self) -> bool {
        self.endings.cr == 1 && self.source.bytes().last() == Some(&b'\r')
    }

    /// Whether there are several blocks of a kind.
    pub(crate) fn has_several(&self, kind: BlockKind) -> bool {
        let several = self.caches.several.get_or_init(|| {
            let mut seen = HashSet::new();
            self.model.blocks.iter().map(|block| block.kind).filter(|kind| !seen.insert(*kind)).collect()
        });
        several.contains(&kind)
    }

    /// How many blocks of its kind come before a block.
    pub(crate) fn earlier_of_its_kind(&self, block: usize) -> u32 {
        let earlier = self.caches.earlier_blocks.get_or_init(|| {
            let mut seen: HashMap<BlockKind, u32> = HashMap::new();
            let count = |kind| {
                let so_far = seen.entry(kind).or_default();
                *so_far += 1;
                *so_far - 1
            };
            self.model.blocks.iter().map(|block| block.kind).map(count).collect()
        });
        earlier.get(block).copied().unwrap_or(0)
    }

    /// How many lines end in CR alone, and will not get an LF that is cut off.
    pub(crate) fn lines_in_cr(&self) -> usize {
        self.endings.cr - self.ends_in_half_crlf() as usize
    }

    /// Whether more lines end in CR alone than in all other ways, so that most engines miss most lines.
    pub(crate) fn ends_mostly_in_cr(&self) -> bool {
        let Endings { lf, crlf, cr_cr_lf, .. } = self.endings;
        self.lines_in_cr() > lf + crlf + cr_cr_lf
    }

    /// Whether there is any block that holds meshes, materials or bones.
    pub(crate) fn has_objects(&self) -> bool {
        let kinds = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones];
        kinds.into_iter().any(|kind| self.model.block(kind).is_some())
    }

    /// The bytes of a span.
    ///
    /// # Panics
    ///
    /// If the span ends outside of the file, as none of its own does.
    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.source.bytes()[span.range()]
    }

    /// The line that an offset is in, with its ending.
    pub fn whole_line(&self, offset: u32) -> Span {
        let line = line_around(self.source.bytes(), offset as usize);
        Span::new(line.start, line.next)
    }

    /// What is deleted with the line that an offset is in. That is all of it, unless the line before ends in CR and this
    /// one in LF: then these two are left as the ending of the line before, as they were until spaces were added to lines.
    pub(crate) fn removed_line(&self, offset: u32) -> Span {
        let bytes = self.source.bytes();
        let line = self.whole_line(offset);
        let is_split =
            bytes[..line.start as usize].ends_with(b"\r") && bytes[..line.end as usize].ends_with(b"\n");
        Span { start: line.start, end: line.end - u32::from(is_split) }
    }

    /// The line that an offset is in, without its ending.
    pub(crate) fn line_without_ending(&self, offset: u32) -> Span {
        let line = line_around(self.source.bytes(), offset as usize);
        Span::new(line.start, line.end)
    }

    /// How most lines of the file end, for lines that are added to it. CRLF if there are none.
    pub(crate) fn line_ending(&self) -> &'static [u8] {
        let Endings { lf, crlf, cr, cr_cr_lf } = self.endings;
        // One line more that ends in CR alone may be the one that makes most of them do so.
        let cr = if self.ends_mostly_in_cr() { cr } else { 0 };
        let counts: [(usize, &[u8]); 4] = [(cr_cr_lf, b"\r\r\n"), (cr, b"\r"), (lf, b"\n"), (crlf, b"\r\n")];
        // Of several that are as common, it is the last one here.
        counts.into_iter().max_by_key(|(count, _)| *count).map_or(b"\r\n", |(_, ending)| ending)
    }

    /// Where the records of the model are in the file.
    fn outline(&self) -> &Outline {
        self.caches.outline.get_or_init(|| Outline::of(&self.model))
    }

    /// A locator that turns offsets of this file into lines and columns.
    pub fn locator(&self) -> Locator<'_> {
        Locator::new(self.source.bytes(), self.is_text() && self.endings.are_plain())
    }

    /// All [geometries](Model::geometries), each with the least and the greatest values of its rows.
    #[doc(hidden)]
    pub fn geometries(&self) -> impl Iterator<Item = (usize, &Geometry, &RowStats)> {
        let of = || self.model.geometries().map(|(_, geometry)| RowStats::of(geometry)).collect();
        let geometries = self.model.geometries().zip(self.caches.row_stats.get_or_init(of));
        geometries.map(|((object, geometry), row_stats)| (object, geometry, row_stats))
    }

    /// The memory that holds the bytes of the file, to be used for another one.
    pub fn into_buffer(self) -> Vec<u8> {
        self.source.into_buffer()
    }
}
