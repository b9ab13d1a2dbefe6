//! Defects of the file and its lines.

use std::ops::Range;

use super::super::config::{Blocks, Config, Header, LineEnds};
use super::super::defect::{ASCII, BOTH, Defect, MS3D, Mark, Setting};
use super::super::lines::Holds;
use super::super::model::Model;
use super::preconditions::{in_crlf, something, whole};
use crate::smith::choices::Choices;
use crate::smith::sample::{Field, Path, Record, Sample};

/// The text is in 16 bits per character.
macro_rules! utf16 {
    ($what:literal, $mark:literal, $to_bytes:path) => {
        Defect::of_bytes("utf16-text", $what, ASCII, |piece, _| {
            let text = format!("{}{}", $mark, String::from_utf8_lossy(&piece.bytes));
            piece.rewrite(text.encode_utf16().flat_map($to_bytes).collect());
            Some(Mark::bytes(Path::FILE, 0..2))
        })
    };
}

/// Some lines of a file in CRLF end in another way: `$picks` says whether a line does, by a number that was drawn
/// and that of the line.
macro_rules! endings {
    ($rule:literal, $what:literal, $with:literal, $picks:expr) => {
        Defect::of_bytes($rule, $what, ASCII, |piece, draw| end_lines(piece, draw, $with, $picks))
            .needs(in_crlf)
    };
}

/// Text has letters that are not in ASCII.
macro_rules! letters {
    ($what:literal, $record:expr, $field:literal, $text:expr) => {
        Defect::of_model("non-ascii-text", $what, BOTH, |model, draw| {
            let path = Path::object($record, any(model, $record, draw)?).field($field);
            *model.text_mut(path)? = $text.to_vec();
            Some(Mark::in_text(path, 0..$text.len()))
        })
        .needs(something)
    };
}

/// The file is something else.
macro_rules! no_model {
    ($rule:literal, $what:literal, $formats:expr, $bytes:expr, $span:expr) => {
        Defect::of_bytes($rule, $what, $formats, |piece, _| {
            piece.rewrite($bytes.to_vec());
            Some(Mark::bytes(Path::FILE, $span))
        })
    };
}

/// The file ends too early, and reports tell this of it.
macro_rules! cut {
    ($what:literal, $formats:expr, $plant:expr) => {
        Defect::of_bytes("truncated-file", $what, $formats, $plant).needs(something)
    };
}

const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\n\
    oid sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\nsize 48211\n";

pub(super) static DEFECTS: &[Defect] = &[
    Defect::of_bytes("header-missing", "the first line is missing", ASCII, |piece, _| {
        let line = piece.whole_line(0);
        piece.replace(line, b"");
        Some(Mark::bytes(Path::FILE, piece.line(0)))
    })
    .needs(whole),
    Defect::of_bytes("header-missing", "the first line is in lower case", ASCII, |piece, _| {
        let line = piece.line(0);
        piece.bytes[line.clone()].make_ascii_lowercase();
        Some(Mark::bytes(Path::FILE, line))
    })
    .needs(whole),
    Defect::of_bytes("header-missing", "a blank line stands in front of it", ASCII, |piece, _| {
        Some(Mark::bytes(Path::FILE, piece.insert_line(0, b"")?))
    })
    .needs(whole),
    Defect::of_bytes("byte-order-mark", "a byte order mark in front", ASCII, |piece, _| {
        let mark = piece.replace(0..0, b"\xef\xbb\xbf");
        Some(Mark::bytes(Path::FILE, mark))
    }),
    utf16!("the low byte first, behind a mark", "\u{feff}", u16::to_le_bytes),
    utf16!("the high byte first, behind a mark", "\u{feff}", u16::to_be_bytes),
    utf16!("the low byte first, without a mark", "", u16::to_le_bytes),
    utf16!("the high byte first, without a mark", "", u16::to_be_bytes),
    endings!("mixed-line-endings", "one line ends in LF", b"\n", |one, index| index == one),
    endings!("mixed-line-endings", "one line ends in CR", b"\r", |one, index| index == one),
    Defect::of_bytes(
        "mixed-line-endings",
        "one line ends in CRLF, the others in LF",
        ASCII,
        |piece, draw| {
            let ends = piece.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(end, _)| end);
            let ends: Vec<_> = ends.collect();
            let end = draw.one_of(ends.get(..3).and(Some(&ends))?);
            piece.replace(end..end, b"\r");
            Some(Mark::bytes(Path::FILE, end..end + 2))
        },
    )
    .needs(|config| config.line_ends = LineEnds::Lf),
    endings!("doubled-carriage-return", "all lines end in CR CR LF", b"\r\r\n", |_, _| true),
    endings!("doubled-carriage-return", "one line ends in CR CR LF", b"\r\r\n", |one, index| index == one),
    endings!("carriage-return-only", "all lines end in CR", b"\r", |_, _| true),
    endings!("carriage-return-only", "all lines but the first end in CR", b"\r", |_, index| index > 0),
    endings!("bare-line-feed", "all lines end in LF", b"\n", |_, _| true),
    Defect::of_bytes("missing-final-newline", "the last line does not end", ASCII, |piece, _| {
        let end = piece.bytes.trim_ascii_end().len();
        piece.cut(end);
        Some(Mark::bytes(Path::FILE, end..end))
    })
    .needs(ends_in_comments),
    Defect::of_bytes("missing-final-newline", "the last line ends in CR", ASCII, |piece, _| {
        let end = piece.bytes.trim_ascii_end().len() + 1;
        piece.cut(end);
        Some(Mark::bytes(Path::FILE, end..end))
    })
    .needs(|config| {
        in_crlf(config);
        ends_in_comments(config);
    }),
    Defect::of_bytes("line-too-long", "a comment in front of the first block", ASCII, |piece, draw| {
        let length = draw.within(255..=1000) as usize;
        let line = piece.insert_line(piece.blocks().first()?.1, &vec![b'/'; length])?;
        Some(Mark::bytes(Path::FILE, line.start + LONGEST_LINE..line.end))
    }),
    Defect::of_bytes("line-too-long", "blanks behind a row", ASCII, |piece, draw| {
        let Field { path: row, span: line } = piece.pick(draw, is_whole_row)?;
        let end = line.start + draw.within(255..=1000) as usize;
        piece.replace(line.end..line.end, &vec![b' '; end.checked_sub(line.end)?]);
        Some(Mark::bytes(row, line.start + LONGEST_LINE..end))
    })
    .needs(something)
    .shadowed_by(&["trailing-whitespace"]),
    Defect::of_bytes("control-character", "in the name of a mesh", BOTH, |piece, draw| {
        let index = draw.below(piece.model.meshes.len());
        control(piece, draw, Path::object(Record::Mesh, index).field("name"))
    })
    .needs(something),
    Defect::of_bytes("control-character", "in the name of a material", BOTH, |piece, draw| {
        let index = draw.below(piece.model.materials.len());
        control(piece, draw, Path::object(Record::Material, index).field("name"))
    })
    .needs(something),
    Defect::of_bytes("control-character", "in a comment on an object", BOTH, |piece, draw| {
        let text = piece.pick(draw, is_text_of_comment)?;
        control(piece, draw, text.path)
    })
    .needs(something),
    Defect::of_bytes("control-character", "in the comment on the model", BOTH, |piece, draw| {
        control(piece, draw, Path::object(Record::ModelComment, 0).field("text"))
    })
    .needs(something),
    Defect::of_bytes(
        "control-character",
        "NUL in a comment in front of the first block",
        ASCII,
        |piece, _| {
            let line = piece.insert_line(piece.blocks().first()?.1, b"// a\0b")?;
            Some(Mark::bytes(Path::FILE, line.end - 2..line.end - 1))
        },
    ),
    letters!("a letter of Windows in the name of a mesh", Record::Mesh, "name", b"h\xfclle"),
    letters!("Greek in the name of a material", Record::Material, "name", "\u{3b4}\u{3ad}\u{3c1}".as_bytes()),
    letters!("Japanese in the name of a bone", Record::Bone, "name", b"\x98\x72\x8d\xb6"),
    letters!("a letter of Windows in the path of a texture", Record::Material, "texture", b"gr\xfcn.bmp"),
    letters!("Greek in the path of an alpha map", Record::Material, "alpha map", "\u{3b4}.bmp".as_bytes()),
    letters!("a blank without width in the name of a mesh", Record::Mesh, "name", "\u{200b}".as_bytes()),
    no_model!("git-lfs-pointer", "a pointer in place of the model", BOTH, POINTER, 0..42),
    no_model!("not-a-model", "the file is empty", BOTH, b"", 0..0).told(Setting::Named),
    no_model!("not-a-model", "prose", BOTH, b"To be drawn:\nthe hull, the mast\n", 0..12)
        .told(Setting::Named),
    no_model!("not-a-model", "prose with a line of a model", BOTH, b"Exported.\nMeshes: 2\nDone.\n", 10..19),
    Defect::of_bytes("not-a-model", "the file ends in its first line", ASCII, |piece, draw| {
        let end = draw.within(7..=20) as usize;
        piece.cut(end);
        Some(Mark::bytes(Path::FILE, 0..end))
    })
    .needs(whole),
    Defect::of_bytes("not-a-model", "there is nothing but the first line", ASCII, |piece, _| {
        piece.cut(piece.whole_line(0).end);
        Some(Mark::bytes(Path::FILE, piece.line(0)))
    })
    .needs(whole),
    Defect::of_bytes("not-a-model", "there are no blocks but those of frames", ASCII, |piece, _| {
        piece.cut(piece.find(Path::block("Meshes"))?.start);
        Some(Mark::bytes(Path::FILE, piece.line(0)))
    })
    .needs(|config| {
        whole(config);
        config.blocks = Blocks::All;
    }),
    Defect::of_bytes("not-a-model", "the file ends in its first ten bytes", MS3D, |piece, draw| {
        let end = draw.within(1..=9) as usize;
        piece.cut(end);
        Some(Mark::bytes(Path::FILE, 0..end))
    })
    .told(Setting::Named),
    Defect::of_bytes("not-a-model", "some of the first ten bytes are others", MS3D, |piece, draw| {
        for _ in 0..draw.within(1..=3) {
            piece.bytes[draw.below(ID.len())] = b'?';
        }
        Some(Mark::bytes(Path::FILE, ID))
    }),
    Defect::of_bytes("not-a-model", "the first ten bytes are in lower case", MS3D, |piece, _| {
        piece.bytes[ID].make_ascii_lowercase();
        Some(Mark::bytes(Path::FILE, ID))
    }),
    cut!("in front of a row", ASCII, |piece, draw| {
        let row = piece.pick(draw, is_whole_row)?;
        end_in(piece, row.span.start, piece.count_of(row.path))
    }),
    cut!("in a row", ASCII, |piece, draw| {
        let field = piece.pick(draw, |field| field.path.is_row() && !piece.begins_line(field))?;
        end_in(piece, field.span.start, piece.count_of(field.path))
    }),
    cut!("between two lines of an object", ASCII, |piece, draw| {
        let field = piece.pick(draw, |field| {
            let is_object = matches!(field.path.record, Record::Mesh | Record::Material | Record::Bone);
            is_object && !matches!(field.path.field, "" | "name") && piece.begins_line(field)
        })?;
        end_in(piece, field.span.start, field.path)
    }),
    cut!("in a path or the name of a parent", ASCII, |piece, draw| {
        let is_text = |path: Path| path.holds() == Some(Holds::Text) && path.field != "name";
        let text = piece.pick(draw, |field| is_text(field.path))?;
        end_in(piece, text.span.end - 1, text.path)
    }),
    cut!("in front of an object", ASCII, |piece, draw| {
        let name = piece.pick(draw, |field| field.path.field == "name")?;
        end_in(piece, name.span.start, piece.count_of(name.path))
    }),
    cut!("in the name of a mesh", ASCII, |piece, draw| {
        let index = draw.below(piece.model.meshes.len());
        let name = Path::object(Record::Mesh, index).field("name");
        let end = piece.find(name)?.end - 1;
        end_in(piece, end, name)
    }),
    cut!("in the name of a block", ASCII, |piece, draw| {
        let blocks = piece.blocks();
        let (name, start) = draw.one_of(blocks.get(1..).filter(|blocks| !blocks.is_empty())?);
        let has_objects =
            |(name, at): &(&str, usize)| *at < start && matches!(*name, "Meshes" | "Materials" | "Bones");
        blocks.iter().find(|block| has_objects(block))?;
        end_in(piece, start + 1 + draw.below(name.len()), Path::FILE)
    }),
    cut!("behind the colon of a block", ASCII, |piece, draw| {
        let is_counted = |path: Path| path.opens().is_some_and(|name| !name.starts_with("Frame"));
        let count = piece.pick(draw, |field| is_counted(field.path))?.path.field("count");
        let start = piece.find(count)?.start;
        end_in(piece, start, count)
    }),
    cut!("in front of the text of a comment", ASCII, |piece, draw| {
        let start = piece.pick(draw, is_text_of_comment)?.span.start;
        let (block, _) = piece.blocks().into_iter().rfind(|(_, at)| *at < start)?;
        end_in(piece, start, Path::block(block).field("count"))
    }),
    cut!("in the version of the format", MS3D, |piece, draw| {
        let end = draw.within(10..=13) as usize;
        end_in(piece, end, Path::FILE.field("id"))
    }),
    cut!("in front of a count, or in it", MS3D, |piece, draw| {
        let span = piece.pick(draw, |field| field.path.field == "count")?.span;
        end_in(piece, span.start + draw.below(span.len()), Path::FILE)
    }),
    cut!("in the version of a section", MS3D, |piece, draw| {
        let is_of_section = |path: Path| path.record != Record::File && path.field == "version";
        let start = piece.pick(draw, |field| is_of_section(field.path))?.span.start;
        end_in(piece, start + 1 + draw.below(3), Path::FILE)
    }),
    cut!("in a vertex", MS3D, |piece, draw| end_in_row(piece, draw, Record::Vertex)),
    cut!("in a face", MS3D, |piece, draw| end_in_row(piece, draw, Record::Face)),
    cut!("in the list of the faces of a mesh", MS3D, |piece, draw| end_in_row(piece, draw, Record::Member)),
    cut!("in a key that moves", MS3D, |piece, draw| end_in_row(piece, draw, Record::PositionKey)),
    cut!("in a key that turns", MS3D, |piece, draw| end_in_row(piece, draw, Record::RotationKey)),
    cut!("in what is added to a vertex", MS3D, |piece, draw| end_in_row(piece, draw, Record::VertexExtra)),
    cut!("in what is added to a bone", MS3D, |piece, draw| end_in_row(piece, draw, Record::BoneExtra)),
    cut!("in a mesh", MS3D, |piece, draw| end_in_object(piece, draw, Record::Mesh)),
    cut!("in a material", MS3D, |piece, draw| end_in_object(piece, draw, Record::Material)),
    cut!("in the animation", MS3D, |piece, draw| end_in_object(piece, draw, Record::Animation)),
    cut!("in a bone", MS3D, |piece, draw| end_in_object(piece, draw, Record::Bone)),
    cut!("in what is added to the model", MS3D, |piece, draw| end_in_object(piece, draw, Record::ModelExtra)),
    cut!("in front of the material of a mesh", MS3D, |piece, draw| {
        let material = piece.pick(draw, |field| field.path.field == "material")?;
        end_in(piece, material.span.start, material.path)
    }),
    cut!("in the text of a comment", MS3D, |piece, draw| {
        let Field { path, span } = piece.pick(draw, |field| field.path.field == "text")?;
        end_in(piece, span.start + draw.below(span.len()), path.field("length"))
    }),
    no_model!("file-too-large", "over 4 GiB", BOTH, b"", 0..0).told(Setting::TooLarge),
];

/// How many bytes of a line MilkShape and Scorched3D read at once.
const LONGEST_LINE: usize = 254;
/// Where a binary file says what it is.
const ID: Range<usize> = 0..10;

/// The last line is that of a comment, or of the block of comments, and ends.
fn ends_in_comments(config: &mut Config) {
    config.blocks = Blocks::All;
    config.header = Header::Plain;
    config.final_newline = true;
}

/// Ends some lines of a file in CRLF in another way.
fn end_lines(
    piece: &mut Sample,
    draw: &mut Choices,
    with: &[u8],
    picks: fn(usize, usize) -> bool,
) -> Option<Mark> {
    /// Of fewer lines nobody could say how most of them end.
    const LEAST_LINES: usize = 3;
    let lines: Vec<&[u8]> = piece.bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let ended = lines.iter().filter(|line| line.ends_with(b"\r\n")).count();
    let one = draw.below(ended.checked_sub(LEAST_LINES)? + LEAST_LINES - 1);
    // In front of a blank line, a CR would be a half of another ending.
    let is_joined = |index: usize| with == b"\r" && lines.get(index + 1) == Some(&&b"\r\n"[..]);
    let mut bytes = Vec::new();
    let mut first = None;
    for (index, line) in lines.iter().enumerate() {
        let Some(line) = line.strip_suffix(b"\r\n").filter(|_| picks(one, index)) else {
            bytes.extend_from_slice(line);
            continue;
        };
        if is_joined(index) && !picks(one, index + 1) {
            return None;
        }
        bytes.extend_from_slice(line);
        first = first.or(Some(bytes.len()));
        bytes.extend_from_slice(with);
    }
    piece.rewrite(bytes);
    Some(Mark::bytes(Path::FILE, first?..first? + with.len()))
}

/// A control character takes the place of a letter.
fn control(piece: &mut Sample, draw: &mut Choices, path: Path) -> Option<Mark> {
    let span = piece.find(path)?;
    let is_ascii = !piece.is_binary();
    let (first, length) = match piece.model.text_mut(path) {
        Some(text) => (span.start + usize::from(is_ascii), text.len()),
        None => (span.start, span.len()),
    };
    let letter = draw.below(length);
    let character = draw.one_of(&[0x01, 0x07, 0x08, 0x1a, 0x1b, 0x7f]);
    if let Some(text) = piece.model.text_mut(path) {
        *text.get_mut(letter)? = character;
    }
    let at = first + letter;
    piece.bytes[at] = character;
    // Of a line of text no more is said than what it is a part of.
    let is_told_whole = is_ascii || path.holds() == Some(Holds::FreeText);
    Some(Mark::bytes(if is_told_whole { path.whole() } else { path }, at..at + 1))
}

/// Any object; of bones, one that is the parent of none.
fn any(model: &Model, record: Record, draw: &mut Choices) -> Option<usize> {
    match record {
        Record::Mesh => Some(draw.below(model.meshes.len())),
        Record::Material => Some(draw.below(model.materials.len())),
        _ => model.childless(),
    }
}

/// Ends the file here, in what is told as this place.
fn end_in(piece: &mut Sample, at: usize, place: Path) -> Option<Mark> {
    piece.cut(at);
    Some(Mark::bytes(place, at..at))
}

fn is_whole_row(field: &Field) -> bool {
    field.path.is_row() && field.path.field.is_empty()
}

fn is_text_of_comment(field: &Field) -> bool {
    field.path.record == Record::Comment && field.path.field == "text"
}

fn a_whole(piece: &Sample, draw: &mut Choices, record: Record) -> Option<Field> {
    piece.pick(draw, |field| field.path.record == record && field.path.field.is_empty())
}

/// Ends a binary file in any row of a kind, or in front of it.
fn end_in_row(piece: &mut Sample, draw: &mut Choices, record: Record) -> Option<Mark> {
    let Field { path, span } = a_whole(piece, draw, record)?;
    end_in(piece, span.start + draw.below(span.len()), piece.count_of(path))
}

/// Ends a binary file in any object of a kind, behind its first byte.
fn end_in_object(piece: &mut Sample, draw: &mut Choices, record: Record) -> Option<Mark> {
    let span = a_whole(piece, draw, record)?.span;
    let first = piece.fields.iter().find(|field| field.span.start == span.start)?.path;
    end_in(piece, span.start + 1 + draw.below(span.len() - 1), first)
}
