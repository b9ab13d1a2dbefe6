//! Floor 2: a file that was read, and the way between its model and its bytes.

pub mod address;
mod binary;
pub mod describe;
pub mod dump;
pub mod inspect;
pub mod listing;
pub mod stats;

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::base::lines::{Line, line_around, line_from};
use crate::base::source::{Locator, MAX_BYTES, Source};
use crate::base::span::Span;
use crate::layout::{self, BlockKind, Field, FieldKind, Record};
use crate::model::note::{NoteKind, Notes};
use crate::model::place::Place;
use crate::model::row_stats::RowStats;
use crate::model::{ABSENT, Geometry, Model, Parent, named_objects};
use crate::parse::ascii::directive::Directive;
use crate::parse::ascii::lexer;
use crate::parse::ascii::lexer::{Pieces, TokenKind, tokens_of_line};
use crate::parse::ascii::parser;
use crate::parse::ascii::parser::Endings;
use crate::parse::sniff::{Content, sniff};
use crate::parse::text_damage;
use crate::parse::text_damage::Damage;

pub use binary::RecordSlice;

/// What kind of file it is, as reports call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A text model.
    Ascii,
    /// A part of a text model, as StepMania splits them: it starts with `Materials:` or `Bones:`.
    AsciiFragment,
    /// A binary model.
    Binary,
    /// No model.
    NotAModel,
}

impl FileKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ascii, Self::AsciiFragment, Self::Binary, Self::NotAModel];

    /// As it stands in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::AsciiFragment => "ascii-fragment",
            Self::Binary => "binary",
            Self::NotAModel => "not-a-model",
        }
    }
}

/// A file, what is in it, and what the reader noticed. Made by [`read`].
#[derive(Debug)]
pub struct Document {
    /// The file.
    pub source: Source,
    /// What it holds; empty if it is no model.
    pub model: Model,
    /// What the parser noticed.
    pub notes: Notes,
    /// Comments that are addressed to this program.
    pub directives: Vec<Directive>,
    /// What the file is, by its content.
    pub content: Content,
    /// The first line, where it is `// MilkShape 3D ASCII`.
    pub header: Option<Span>,
    /// How many lines end in which way.
    pub endings: Endings,
    /// A measure of the parser's work, linear in the size of the file.
    pub steps: u64,
    caches: Caches,
}

/// What is computed from a document when it is first asked for.
#[derive(Debug, Default)]
struct Caches {
    outline: OnceLock<Vec<(u32, Stretch)>>,
    several: OnceLock<HashSet<BlockKind>>,
    earlier_blocks: OnceLock<Vec<u32>>,
    shared_names: OnceLock<HashMap<(Record, u32), u32>>,
    references: OnceLock<HashMap<(Record, u32), Vec<Span>>>,
    row_stats: OnceLock<Vec<RowStats>>,
    damage: OnceLock<Option<Damage>>,
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
    let read = match content {
        Content::Text => parser::read(source.bytes()),
        Content::Binary => {
            let crate::parse::binary::BinaryContent { model, notes, steps } =
                crate::parse::binary::read(source.bytes());
            parser::AsciiContent { model, notes, steps, ..parser::AsciiContent::default() }
        }
        _ => parser::AsciiContent::default(),
    };
    Document::new(source, content, read)
}

/// A token of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Span,
    /// The field that it is; `None` for blanks, comments, names of blocks and surplus words.
    pub field: Option<Place>,
}

/// A stretch of the file that belongs to one record or one table.
#[derive(Clone, Copy, Debug)]
enum Stretch {
    /// One line of a record, as a number into [`layout::lines`], or one part of it in a binary file.
    Line(Place, usize),
    /// The rows of a table; the place is its first row.
    Rows(Place),
}

/// Where a line stands in the model.
#[derive(Clone, Copy)]
struct Role {
    /// The record, or the row.
    place: Place,
    /// Which of its lines this is.
    number: usize,
}

impl Role {
    fn fields(self) -> &'static [Field] {
        layout::lines(self.place.record)[self.number]
    }

    fn field(self, column: usize) -> Option<Place> {
        let first = layout::first_field(self.place.record, self.number);
        (column < self.fields().len()).then(|| self.place.field(first + column as u8))
    }

    fn is_free_text(self) -> bool {
        matches!(self.fields(), [Field { kind: FieldKind::FreeText, .. }])
    }
}

impl Document {
    fn new(source: Source, content: Content, read: parser::AsciiContent) -> Self {
        let parser::AsciiContent { model, notes, directives, header, endings, steps } = read;
        let (notes, caches) = (notes.into(), Caches::default());
        Self { source, model, notes, directives, content, header, endings, steps, caches }
    }

    /// A file that is too large to be read: over [`MAX_BYTES`].
    pub fn over_limit(name: impl Into<String>, size: u64) -> Self {
        let source = Source::new(name, Vec::new());
        Self::new(source, Content::TooLarge { size }, parser::AsciiContent::default())
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

    /// Whether the file was read as a text model, so that rules about its text and its blocks
    /// have something to speak about.
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

    /// Whether there is no doubt which line of the file is what, as there is behind a line that fits
    /// nothing or a row that lacks fields.
    pub fn is_certain(&self) -> bool {
        !self.notes.has_kind(NoteKind::leaves_doubt)
    }

    /// What a tool that takes files for text did to this binary model, as far as that can be told. Then hardly
    /// anything in it is what it was read as.
    pub fn damage(&self) -> Option<&Damage> {
        let find = || {
            let is_odd = |kind: NoteKind| kind.leaves_doubt() || kind == NoteKind::TrailingBytes;
            (self.is_binary() && self.notes.has_kind(is_odd))
                .then(|| text_damage::find(self.source.bytes()))
                .flatten()
        };
        self.caches.damage.get_or_init(find).as_ref()
    }

    /// Whether the file ends between the CR and the LF of its last line.
    pub fn ends_in_half_crlf(&self) -> bool {
        self.endings.cr == 1 && self.source.bytes().last() == Some(&b'\r')
    }

    /// Whether there are several blocks of a kind.
    pub fn has_several(&self, kind: BlockKind) -> bool {
        let several = self.caches.several.get_or_init(|| {
            let mut seen = HashSet::new();
            self.model.blocks.iter().map(|block| block.kind).filter(|kind| !seen.insert(*kind)).collect()
        });
        several.contains(&kind)
    }

    /// How many blocks of its kind stand in front of a block.
    pub fn earlier_of_its_kind(&self, block: usize) -> u32 {
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
    pub fn lines_in_cr(&self) -> usize {
        self.endings.cr - self.ends_in_half_crlf() as usize
    }

    /// Whether more lines end in CR alone than in all other ways, so that most readers miss most lines.
    pub fn ends_mostly_in_cr(&self) -> bool {
        let Endings { lf, crlf, cr_cr_lf, .. } = self.endings;
        self.lines_in_cr() > lf + crlf + cr_cr_lf
    }

    /// Whether there is any block that holds meshes, materials or bones.
    pub fn has_objects(&self) -> bool {
        let kinds = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones];
        kinds.into_iter().any(|kind| self.model.block(kind).is_some())
    }

    /// The bytes of a span.
    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.source.bytes()[span.range()]
    }

    /// The line that an offset is in, with its ending.
    pub fn whole_line(&self, offset: u32) -> Span {
        let line = line_around(self.source.bytes(), offset as usize);
        Span::new(line.start, line.next)
    }

    /// How most lines of the file end, for lines that are added to it. CRLF if that is not told.
    pub fn line_ending(&self) -> &'static [u8] {
        let Endings { lf, crlf, cr, cr_cr_lf } = self.endings;
        // One line more that ends in CR alone may be the one that makes most of them do so.
        let cr = if self.ends_mostly_in_cr() { cr } else { 0 };
        let counts: [(usize, &[u8]); 4] = [(cr_cr_lf, b"\r\r\n"), (cr, b"\r"), (lf, b"\n"), (crlf, b"\r\n")];
        // Of several that are as common, it is the last one here.
        counts.into_iter().max_by_key(|(count, _)| *count).map_or(b"\r\n", |(_, ending)| ending)
    }

    /// A locator that turns offsets of this file into lines and columns.
    pub fn locator(&self) -> Locator<'_> {
        Locator::new(self.source.bytes(), self.is_text() && self.endings.are_plain())
    }

    /// The name of a mesh, a material or a bone; `None` for anything else, or without a name.
    pub fn name_of(&self, record: Record, index: u32) -> Option<&[u8]> {
        let index = index as usize;
        let name = match record {
            Record::Mesh => self.model.meshes.get(index)?.name,
            Record::Material => self.model.materials.get(index)?.name,
            Record::Bone => self.model.bones.get(index)?.name,
            _ => None,
        };
        name.map(|span| self.bytes(span))
    }

    /// All [geometries](Model::geometries), each with the least and the greatest values of its rows.
    pub fn geometries(&self) -> impl Iterator<Item = (usize, &Geometry, &RowStats)> {
        let of = || self.model.geometries().map(|(_, geometry)| RowStats::of(geometry)).collect();
        let geometries = self.model.geometries().zip(self.caches.row_stats.get_or_init(of));
        geometries.map(|((object, geometry), row_stats)| (object, geometry, row_stats))
    }

    /// The memory that holds the bytes of the file, to be used for another one.
    pub fn into_buffer(self) -> Vec<u8> {
        self.source.into_buffer()
    }

    /// Whether no other mesh, material or bone has the name of this one.
    pub fn is_only_of_its_name(&self, record: Record, index: u32) -> bool {
        !self.shared_names().contains_key(&(record, index))
    }

    /// The first mesh, material or bone that has the name of this one, if this is a later one.
    pub fn earlier_of_its_name(&self, record: Record, index: u32) -> Option<u32> {
        self.shared_names().get(&(record, index)).copied().filter(|first| *first != index)
    }

    /// Of each name of a mesh, a material or a bone the first that has it.
    pub fn first_of_names(&self) -> HashMap<(Record, &[u8]), u32> {
        let mut first_of = HashMap::new();
        for (place, _, name) in named_objects(&self.model) {
            if let Some(name) = name {
                first_of.entry((place.record, self.bytes(name))).or_insert(place.object);
            }
        }
        first_of
    }

    /// All that are not the only one of their name, with the first of it.
    fn shared_names(&self) -> &HashMap<(Record, u32), u32> {
        self.caches.shared_names.get_or_init(|| {
            let model = &self.model;
            let mut shared = HashMap::new();
            for (record, count) in [
                (Record::Mesh, model.meshes.len()),
                (Record::Material, model.materials.len()),
                (Record::Bone, model.bones.len()),
            ] {
                let mut first_of: HashMap<&[u8], u32> = HashMap::new();
                // One alone shares its name with none.
                for index in (0..count as u32).filter(|_| count > 1) {
                    let Some(name) = self.name_of(record, index) else { continue };
                    let first = *first_of.entry(name).or_insert(index);
                    if first != index {
                        shared.extend([((record, first), first), ((record, index), first)]);
                    }
                }
            }
            shared
        })
    }

    /// Where else the name of a mesh, a material or a bone stands and means it: as the parent of bones, and
    /// in suppressions, if it is the only one of its name.
    pub fn references(&self, record: Record, index: u32) -> &[Span] {
        let references = self.caches.references.get_or_init(|| {
            let mut references: HashMap<(Record, u32), Vec<Span>> = HashMap::new();
            for bone in &self.model.bones {
                if let (Parent::Bone(parent), Some(name)) = (bone.parent_bone, bone.parent) {
                    references.entry((Record::Bone, parent)).or_default().push(name);
                }
            }
            let mut objects: HashMap<(Record, &[u8]), u32> = HashMap::new();
            let named = named_objects(&self.model).filter(|_| !self.directives.is_empty());
            for (place, _, name) in
                named.filter(|(place, ..)| self.is_only_of_its_name(place.record, place.object))
            {
                objects.extend(name.map(|name| ((place.record, self.bytes(name)), place.object)));
            }
            let allowed = self.directives.iter().filter_map(Directive::in_force);
            for named in allowed.filter_map(|allow| allow.object) {
                if let Some(index) = objects.get(&(named.record, self.bytes(named.name))) {
                    references.entry((named.record, *index)).or_default().push(named.name);
                }
            }
            references
        });
        references.get(&(record, index)).map_or(&[], Vec::as_slice)
    }

    // From places to bytes

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

    /// The geometry that a place is in.
    pub fn geometry_of(&self, object: usize) -> Option<&Geometry> {
        match &self.model.binary {
            Some(binary) => Some(&binary.geometry),
            None => Some(&self.model.meshes.get(object)?.geometry),
        }
    }

    /// Where a line of a record starts, or a part of it in a binary file. `None` for what the file does not
    /// have.
    fn start_of(&self, place: Place, number: usize) -> Option<u32> {
        let model = &self.model;
        let binary = model.binary.as_ref();
        let (object, row) = (place.object as usize, place.row as usize);
        let at = match place.record {
            Record::File => 0,
            Record::Block => model.blocks.get(object)?.at,
            Record::Mesh => *model.meshes.get(object)?.lines.get(number)?,
            Record::Member => model.meshes.get(object)?.members.rows.get(row)?.at,
            Record::Vertex => self.geometry_of(object)?.vertices.rows.get(row)?.at,
            Record::Normal => self.geometry_of(object)?.normals.rows.get(row)?.at,
            Record::Face => self.geometry_of(object)?.faces.rows.get(row)?.at,
            Record::Material => *model.materials.get(object)?.lines.get(number)?,
            Record::Bone => *model.bones.get(object)?.lines.get(number)?,
            Record::PositionKey => model.bones.get(object)?.position_keys.rows.get(row)?.at,
            Record::RotationKey => model.bones.get(object)?.rotation_keys.rows.get(row)?.at,
            Record::Comment if number == 0 => model.comments.get(object)?.at,
            Record::ModelComment if number == 0 && binary.is_some() => model.comments.get(object)?.at,
            Record::Comment | Record::ModelComment => model.comments.get(object)?.text?.start,
            Record::Animation => binary?.animation?.at,
            Record::VertexExtra => binary?.vertex_extras.rows.get(row)?.at,
            Record::BoneExtra => binary?.bone_extras.rows.get(object)?.at,
            Record::ModelExtra => binary?.model_extra?.at,
        };
        (at != ABSENT).then_some(at)
    }

    fn line_of(&self, place: Place, number: usize) -> Option<Line> {
        let at = self.start_of(place, number)? as usize;
        Some(line_from(self.source.bytes(), at))
    }

    // From bytes to places

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
        let role = self.role(line.start)?;
        let mut field = None;
        self.tokens_of(line, Some(role), &mut |token| {
            if token.span.range().contains(&offset) {
                field = token.field;
            }
        });
        Some(field.unwrap_or(role.place))
    }

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
        self.tokens_of(line, self.role(at), &mut |token| tokens.push(token));
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

    /// What the line that starts at an offset is in the model.
    fn role(&self, start: usize) -> Option<Role> {
        let outline = self.caches.outline.get_or_init(|| self.make_outline());
        let behind = outline.partition_point(|(at, _)| *at as usize <= start);
        let (at, stretch) = outline[..behind].last()?;
        match *stretch {
            Stretch::Line(place, number) => (*at as usize == start).then_some(Role { place, number }),
            Stretch::Rows(place) => {
                let row = self.row_at(place, start as u32)?;
                Some(Role { place: Place { row: row as u32, ..place }, number: 0 })
            }
        }
    }

    /// The index of the row of a table that starts at an offset.
    fn row_at(&self, table: Place, start: u32) -> Option<usize> {
        let object = table.object as usize;
        let geometry = || self.geometry_of(object);
        let bone = || self.model.bones.get(object);
        match table.record {
            Record::Vertex => geometry()?.vertices.rows.binary_search_by_key(&start, |row| row.at).ok(),
            Record::Normal => geometry()?.normals.rows.binary_search_by_key(&start, |row| row.at).ok(),
            Record::Face => geometry()?.faces.rows.binary_search_by_key(&start, |row| row.at).ok(),
            Record::PositionKey => bone()?.position_keys.rows.binary_search_by_key(&start, |row| row.at).ok(),
            Record::RotationKey => bone()?.rotation_keys.rows.binary_search_by_key(&start, |row| row.at).ok(),
            _ => None,
        }
    }

    /// The lines of all records and the starts of all tables, in the order of the file.
    fn make_outline(&self) -> Vec<(u32, Stretch)> {
        let mut outline = Vec::new();
        let mut lines = |place: Place, lines: &[u32]| {
            let present = lines.iter().enumerate().filter(|(_, at)| **at != ABSENT);
            outline.extend(present.map(|(number, at)| (*at, Stretch::Line(place, number))));
        };
        let mut tables = Vec::new();
        let mut rows = |record, object, first: Option<u32>| {
            tables.extend(first.map(|at| (at, Stretch::Rows(Place::object(record, object)))));
        };
        let model = &self.model;
        for (index, block) in model.blocks.iter().enumerate() {
            lines(Place::object(Record::Block, index), &[block.at]);
        }
        for (index, mesh) in model.meshes.iter().enumerate() {
            lines(Place::object(Record::Mesh, index), &mesh.lines);
            rows(Record::Member, index, mesh.members.rows.first().map(|row| row.at));
        }
        for (object, geometry) in model.geometries() {
            rows(Record::Vertex, object, geometry.vertices.rows.first().map(|row| row.at));
            rows(Record::Face, object, geometry.faces.rows.first().map(|row| row.at));
            // In a binary file they are parts of the faces.
            let normals = Some(&geometry.normals).filter(|_| model.binary.is_none());
            rows(Record::Normal, object, normals.and_then(|normals| Some(normals.rows.first()?.at)));
        }
        if let Some(binary) = &model.binary {
            lines(Place::FILE, &[0]);
            lines(Place::object(Record::Animation, 0), &[binary.animation.map_or(ABSENT, |row| row.at)]);
            lines(Place::object(Record::ModelExtra, 0), &[binary.model_extra.map_or(ABSENT, |row| row.at)]);
            rows(Record::VertexExtra, 0, binary.vertex_extras.rows.first().map(|row| row.at));
            rows(Record::BoneExtra, 0, binary.bone_extras.rows.first().map(|row| row.at));
        }
        for (index, material) in model.materials.iter().enumerate() {
            lines(Place::object(Record::Material, index), &material.lines);
        }
        for (index, bone) in model.bones.iter().enumerate() {
            lines(Place::object(Record::Bone, index), &bone.lines);
            rows(Record::PositionKey, index, bone.position_keys.rows.first().map(|row| row.at));
            rows(Record::RotationKey, index, bone.rotation_keys.rows.first().map(|row| row.at));
        }
        for (index, comment) in model.comments.iter().enumerate() {
            // In a binary file a text without a byte takes no room.
            let is_there = |text: &Span| !(model.binary.is_some() && text.is_empty());
            let text = comment.text.filter(is_there).map_or(ABSENT, |text| text.start);
            match model.blocks[comment.block as usize].kind {
                BlockKind::ModelComment if model.binary.is_none() => {
                    lines(Place::object(Record::ModelComment, index), &[text]);
                }
                BlockKind::ModelComment => {
                    lines(Place::object(Record::ModelComment, index), &[comment.at, text]);
                }
                _ => lines(Place::object(Record::Comment, index), &[comment.at, text]),
            }
        }
        outline.append(&mut tables);
        outline.sort_unstable_by_key(|(at, _)| *at);
        outline
    }
}
