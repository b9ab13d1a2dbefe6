//! Defects of the file as a whole and of its lines: encoding, line endings, truncation.

use std::ops::Range;

use super::preconditions::{in_crlf, something, whole};
use crate::smith::choices::Choices;
use crate::smith::config::Config;
use crate::smith::defect::{ASCII, BOTH, Defect, MS3D, Mark, Setting};
use crate::smith::knobs::{Blocks, Header, LineEnds};
use crate::smith::lines::Holds;
use crate::smith::model::Model;
use crate::smith::sample::{Field, Path, Record, Sample};

/// The text is in 16 bits per character.
macro_rules! utf16 {
    ($what:literal, $mark:literal, $to_bytes:path) => {
        Defect::of_bytes("utf16-text", $what, ASCII, |sample, _| {
            let text = format!("{}{}", $mark, String::from_utf8_lossy(&sample.bytes));
            sample.rewrite(text.encode_utf16().flat_map($to_bytes).collect());
            Some(Mark::bytes(Path::FILE, 0..2))
        })
    };
}

/// Some lines of a file in CRLF end in another way: `$picks` says whether a line does, by a number that was drawn
/// and that of the line.
macro_rules! endings {
    ($rule:literal, $what:literal, $with:literal, $picks:expr) => {
        Defect::of_bytes($rule, $what, ASCII, |sample, choices| end_lines(sample, choices, $with, $picks))
            .needs(in_crlf)
    };
}

/// Text has letters that are not in ASCII.
macro_rules! letters {
    ($what:literal, $record:expr, $field:literal, $text:expr) => {
        Defect::of_model("non-ascii-text", $what, BOTH, |model, choices| {
            let path = Path::object($record, any(model, $record, choices)?).field($field);
            *model.text_mut(path)? = $text.to_vec();
            Some(Mark::in_text(path, 0..$text.len()))
        })
        .needs(something)
    };
}

/// The file is something else.
macro_rules! no_model {
    ($rule:literal, $what:literal, $formats:expr, $bytes:expr, $span:expr) => {
        Defect::of_bytes($rule, $what, $formats, |sample, _| {
            sample.rewrite($bytes.to_vec());
            Some(Mark::bytes(Path::FILE, $span))
        })
    };
}

/// The file ends too early, and reports show this.
macro_rules! cut {
    ($what:literal, $formats:expr, $inject:expr) => {
        Defect::of_bytes("truncated-file", $what, $formats, $inject).needs(something)
    };
}

/// A binary file ends in a record of a kind.
macro_rules! cut_in {
    ($what:literal, $end_in:ident, $record:ident) => {
        cut!($what, MS3D, |sample, choices| $end_in(sample, choices, Record::$record))
    };
}

const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\n\
    oid sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\nsize 48211\n";

pub(super) static DEFECTS: &[Defect] = &[
    Defect::of_bytes("header-missing", "the first line is missing", ASCII, |sample, _| {
        let line = sample.whole_line(0);
        sample.replace(line, b"");
        Some(Mark::bytes(Path::FILE, sample.line(0)))
    })
    .needs(whole),
    Defect::of_bytes("header-missing", "the first line is in lower case", ASCII, |sample, _| {
        let line = sample.line(0);
        sample.bytes[line.clone()].make_ascii_lowercase();
        Some(Mark::bytes(Path::FILE, line))
    })
    .needs(whole),
    Defect::of_bytes("header-missing", "a blank line before it", ASCII, |sample, _| {
        Some(Mark::bytes(Path::FILE, sample.insert_line(0, b"")?))
    })
    .needs(whole),
    Defect::of_bytes("byte-order-mark", "a byte order mark at the start", ASCII, |sample, _| {
        let mark = sample.replace(0..0, b"\xef\xbb\xbf");
        Some(Mark::bytes(Path::FILE, mark))
    }),
    utf16!("the low byte first, after a mark", "\u{feff}", u16::to_le_bytes),
    utf16!("the high byte first, after a mark", "\u{feff}", u16::to_be_bytes),
    utf16!("the low byte first, without a mark", "", u16::to_le_bytes),
    utf16!("the high byte first, without a mark", "", u16::to_be_bytes),
    endings!("mixed-line-endings", "one line ends in LF", b"\n", |one, index| index == one),
    endings!("mixed-line-endings", "one line ends in CR", b"\r", |one, index| index == one),
    Defect::of_bytes(
        "mixed-line-endings",
        "one line ends in CRLF, the others in LF",
        ASCII,
        |sample, choices| {
            let ends =
                sample.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(end, _)| end);
            let ends: Vec<_> = ends.collect();
            let end = choices.one_of(ends.get(..3).and(Some(&ends))?);
            sample.replace(end..end, b"\r");
            Some(Mark::bytes(Path::FILE, end..end + 2))
        },
    )
    .needs(|config| config.line_ends = LineEnds::Lf),
    endings!("doubled-carriage-return", "all lines end in CR CR LF", b"\r\r\n", |_, _| true),
    endings!("doubled-carriage-return", "one line ends in CR CR LF", b"\r\r\n", |one, index| index == one),
    endings!("carriage-return-only", "all lines end in CR", b"\r", |_, _| true),
    endings!("carriage-return-only", "all lines but the first end in CR", b"\r", |_, index| index > 0),
    endings!("bare-line-feed", "all lines end in LF", b"\n", |_, _| true),
    Defect::of_bytes("missing-final-newline", "the last line does not end", ASCII, |sample, _| {
        let end = sample.bytes.trim_ascii_end().len();
        sample.cut(end);
        Some(Mark::bytes(Path::FILE, end..end))
    })
    .needs(ends_in_comments),
    Defect::of_bytes("missing-final-newline", "the last line ends in CR", ASCII, |sample, _| {
        let end = sample.bytes.trim_ascii_end().len() + 1;
        sample.cut(end);
        Some(Mark::bytes(Path::FILE, end..end))
    })
    .needs(|config| {
        in_crlf(config);
        ends_in_comments(config);
    }),
    Defect::of_bytes("line-too-long", "a comment before the first block", ASCII, |sample, choices| {
        let length = choices.within(255..=1000) as usize;
        let line = sample.insert_line(sample.blocks().first()?.1, &vec![b'/'; length])?;
        Some(Mark::bytes(Path::FILE, line.start + LONGEST_LINE..line.end))
    }),
    Defect::of_bytes("line-too-long", "spaces after a row", ASCII, |sample, choices| {
        let Field { path: row, span: line } = sample.pick(choices, is_whole_row)?;
        let end = line.start + choices.within(255..=1000) as usize;
        sample.replace(line.end..line.end, &vec![b' '; end.checked_sub(line.end)?]);
        Some(Mark::bytes(row, line.start + LONGEST_LINE..end))
    })
    .needs(something)
    .shadowed_by(&["trailing-whitespace"]),
    Defect::of_bytes("control-character", "in the name of a mesh", BOTH, |sample, choices| {
        let index = choices.below(sample.model.meshes.len());
        control(sample, choices, Path::object(Record::Mesh, index).field("name"))
    })
    .needs(something),
    Defect::of_bytes("control-character", "in the name of a material", BOTH, |sample, choices| {
        let index = choices.below(sample.model.materials.len());
        control(sample, choices, Path::object(Record::Material, index).field("name"))
    })
    .needs(something),
    Defect::of_bytes("control-character", "in a comment on an object", BOTH, |sample, choices| {
        let text = sample.pick(choices, is_text_of_comment)?;
        control(sample, choices, text.path)
    })
    .needs(something),
    Defect::of_bytes("control-character", "in the comment on the model", BOTH, |sample, choices| {
        control(sample, choices, Path::object(Record::ModelComment, 0).field("text"))
    })
    .needs(something),
    Defect::of_bytes("control-character", "NUL in a comment before the first block", ASCII, |sample, _| {
        let line = sample.insert_line(sample.blocks().first()?.1, b"// a\0b")?;
        Some(Mark::bytes(Path::FILE, line.end - 2..line.end - 1))
    }),
    letters!("a letter of Windows in the name of a mesh", Record::Mesh, "name", b"h\xfclle"),
    letters!("Greek in the name of a material", Record::Material, "name", "\u{3b4}\u{3ad}\u{3c1}".as_bytes()),
    letters!("Japanese in the name of a bone", Record::Bone, "name", b"\x98\x72\x8d\xb6"),
    letters!("a letter of Windows in the path of a texture", Record::Material, "texture", b"gr\xfcn.bmp")
        .shadowed_by(&["texture-not-found"]),
    letters!("Greek in the path of an alpha map", Record::Material, "alpha map", "\u{3b4}.bmp".as_bytes())
        .shadowed_by(&["texture-not-found"]),
    letters!("a zero-width space in the name of a mesh", Record::Mesh, "name", "\u{200b}".as_bytes()),
    no_model!("git-lfs-pointer", "a pointer in place of the model", BOTH, POINTER, 0..42),
    no_model!("not-a-model", "the file is empty", BOTH, b"", 0..0).told(Setting::Named),
    no_model!("not-a-model", "prose", BOTH, b"To be drawn:\nthe hull, the mast\n", 0..12)
        .told(Setting::Named),
    no_model!("not-a-model", "prose with a line of a model", BOTH, b"Exported.\nMeshes: 2\nDone.\n", 10..19),
    Defect::of_bytes("not-a-model", "the file ends in its first line", ASCII, |sample, choices| {
        let end = choices.within(7..=20) as usize;
        sample.cut(end);
        Some(Mark::bytes(Path::FILE, 0..end))
    })
    .needs(whole),
    Defect::of_bytes("not-a-model", "there is nothing but the first line", ASCII, |sample, _| {
        sample.cut(sample.whole_line(0).end);
        Some(Mark::bytes(Path::FILE, sample.line(0)))
    })
    .needs(whole),
    Defect::of_bytes("not-a-model", "there are no blocks but those of frames", ASCII, |sample, _| {
        sample.cut(sample.find(Path::block("Meshes"))?.start);
        Some(Mark::bytes(Path::FILE, sample.line(0)))
    })
    .needs(|config| {
        whole(config);
        config.blocks = Blocks::All;
    }),
    Defect::of_bytes("not-a-model", "the file ends in its first ten bytes", MS3D, |sample, choices| {
        let end = choices.within(1..=9) as usize;
        sample.cut(end);
        Some(Mark::bytes(Path::FILE, 0..end))
    })
    .told(Setting::Named),
    Defect::of_bytes("not-a-model", "some of the first ten bytes are changed", MS3D, |sample, choices| {
        for _ in 0..choices.within(1..=3) {
            sample.bytes[choices.below(ID.len())] = b'?';
        }
        Some(Mark::bytes(Path::FILE, ID))
    }),
    Defect::of_bytes("not-a-model", "the first ten bytes are in lower case", MS3D, |sample, _| {
        sample.bytes[ID].make_ascii_lowercase();
        Some(Mark::bytes(Path::FILE, ID))
    }),
    cut!("before a row", ASCII, |sample, choices| {
        let row = sample.pick(choices, is_whole_row)?;
        end_in(sample, row.span.start, sample.count_of(row.path))
    }),
    cut!("in a row", ASCII, |sample, choices| {
        let field = sample.pick(choices, |field| field.path.is_row() && !sample.begins_line(field))?;
        end_in(sample, field.span.start, sample.count_of(field.path))
    }),
    cut!("between two lines of an object", ASCII, |sample, choices| {
        let field = sample.pick(choices, |field| {
            let is_object = matches!(field.path.record, Record::Mesh | Record::Material | Record::Bone);
            is_object && !matches!(field.path.field, "" | "name") && sample.begins_line(field)
        })?;
        end_in(sample, field.span.start, field.path)
    }),
    cut!("in a path or the name of a parent", ASCII, |sample, choices| {
        let is_text = |path: Path| path.holds() == Some(Holds::Text) && path.field != "name";
        let text = sample.pick(choices, |field| is_text(field.path))?;
        end_in(sample, text.span.end - 1, text.path)
    }),
    cut!("before an object", ASCII, |sample, choices| {
        let name = sample.pick(choices, |field| field.path.field == "name")?;
        end_in(sample, name.span.start, sample.count_of(name.path))
    }),
    cut!("in the name of a mesh", ASCII, |sample, choices| {
        let index = choices.below(sample.model.meshes.len());
        let name = Path::object(Record::Mesh, index).field("name");
        let end = sample.find(name)?.end - 1;
        end_in(sample, end, name)
    }),
    cut!("in the name of a block", ASCII, |sample, choices| {
        let blocks = sample.blocks();
        let (name, start) = choices.one_of(blocks.get(1..).filter(|blocks| !blocks.is_empty())?);
        let has_objects =
            |(name, at): &(&str, usize)| *at < start && matches!(*name, "Meshes" | "Materials" | "Bones");
        blocks.iter().find(|block| has_objects(block))?;
        end_in(sample, start + 1 + choices.below(name.len()), Path::FILE)
    }),
    cut!("after the colon of a block", ASCII, |sample, choices| {
        let is_counted = |path: Path| path.opens().is_some_and(|name| !name.starts_with("Frame"));
        let count = sample.pick(choices, |field| is_counted(field.path))?.path.field("count");
        let start = sample.find(count)?.start;
        end_in(sample, start, count)
    }),
    cut!("before the text of a comment", ASCII, |sample, choices| {
        let start = sample.pick(choices, is_text_of_comment)?.span.start;
        let (block, _) = sample.blocks().into_iter().rfind(|(_, at)| *at < start)?;
        end_in(sample, start, Path::block(block).field("count"))
    }),
    cut!("in the version of the format", MS3D, |sample, choices| {
        let end = choices.within(10..=13) as usize;
        end_in(sample, end, Path::FILE.field("id"))
    }),
    cut!("before a count, or in it", MS3D, |sample, choices| {
        let span = sample.pick(choices, |field| field.path.field == "count")?.span;
        end_in(sample, span.start + choices.below(span.len()), Path::FILE)
    }),
    cut!("in the version of a section", MS3D, |sample, choices| {
        let is_of_section = |path: Path| path.record != Record::File && path.field == "version";
        let start = sample.pick(choices, |field| is_of_section(field.path))?.span.start;
        end_in(sample, start + 1 + choices.below(3), Path::FILE)
    }),
    cut_in!("in a vertex", end_in_row, Vertex),
    cut_in!("in a face", end_in_row, Face),
    cut_in!("in the list of the faces of a mesh", end_in_row, Member).shadowed_by(KNOWN_LESS),
    cut_in!("in a position key", end_in_row, PositionKey),
    cut_in!("in a rotation key", end_in_row, RotationKey),
    cut_in!("in a vertex extra", end_in_row, VertexExtra),
    cut_in!("in a bone extra", end_in_row, BoneExtra),
    cut_in!("in a mesh", end_in_object, Mesh).shadowed_by(KNOWN_LESS),
    cut_in!("in a material", end_in_object, Material),
    cut_in!("in the animation", end_in_object, Animation),
    cut_in!("in a bone", end_in_object, Bone),
    cut_in!("in the model extra", end_in_object, ModelExtra),
    cut!("before the material of a mesh", MS3D, |sample, choices| {
        let material = sample.pick(choices, |field| field.path.field == "material")?;
        end_in(sample, material.span.start, material.path)
    }),
    cut!("in the text of a comment", MS3D, |sample, choices| {
        let Field { path, span } = sample.pick(choices, |field| field.path.field == "text")?;
        end_in(sample, span.start + choices.below(span.len()), path.field("length"))
    }),
    no_model!("file-too-large", "over 4 GiB", BOTH, b"", 0..0).told(Setting::TooLarge),
    Defect::of_bytes("merge-conflict", "a row in two versions", ASCII, |sample, choices| {
        let Field { span: row, .. } = sample.pick(choices, is_whole_row)?;
        let line = sample.whole_line(row.start);
        let row = sample.bytes[row].to_vec();
        sample.insert_line(line.end, b">>>>>>> theirs")?;
        sample.insert_line(line.start, b"=======")?;
        sample.insert_line(line.start, &row)?;
        Some(Mark::bytes(Path::FILE, sample.insert_line(line.start, b"<<<<<<< ours")?))
    }),
];

/// Of a mesh that lists what is not there, or that is cut, it is not known that none of its faces has an area; so each such
/// face is reported, and the mesh is not.
pub(super) const KNOWN_LESS: &[&str] = &["degenerate-face"];
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
    sample: &mut Sample,
    choices: &mut Choices,
    with: &[u8],
    picks: fn(usize, usize) -> bool,
) -> Option<Mark> {
    /// With fewer lines it is unclear how most of them end.
    const LEAST_LINES: usize = 3;
    let lines: Vec<&[u8]> = sample.bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let ended = lines.iter().filter(|line| line.ends_with(b"\r\n")).count();
    let one = choices.below(ended.checked_sub(LEAST_LINES)? + LEAST_LINES - 1);
    // Before an empty line, a CR would be half of another ending.
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
    sample.rewrite(bytes);
    Some(Mark::bytes(Path::FILE, first?..first? + with.len()))
}

/// A control character takes the place of a letter.
fn control(sample: &mut Sample, choices: &mut Choices, path: Path) -> Option<Mark> {
    let span = sample.find(path)?;
    let is_ascii = !sample.is_binary();
    let (first, length) = match sample.model.text_mut(path) {
        Some(text) => (span.start + usize::from(is_ascii), text.len()),
        None => (span.start, span.len()),
    };
    let letter = choices.below(length);
    let character = choices.one_of(&[0x01, 0x07, 0x08, 0x1a, 0x1b, 0x7f]);
    if let Some(text) = sample.model.text_mut(path) {
        *text.get_mut(letter)? = character;
    }
    let at = first + letter;
    sample.bytes[at] = character;
    // For a line of text, a report names only what it is a part of.
    let is_told_whole = is_ascii || path.holds() == Some(Holds::FreeText);
    Some(Mark::bytes(if is_told_whole { path.whole() } else { path }, at..at + 1))
}

/// Any object; of bones, one that is the parent of none.
fn any(model: &Model, record: Record, choices: &mut Choices) -> Option<usize> {
    match record {
        Record::Mesh => Some(choices.below(model.meshes.len())),
        Record::Material => Some(choices.below(model.materials.len())),
        _ => model.childless(),
    }
}

/// Ends the file here; reports show this place.
fn end_in(sample: &mut Sample, at: usize, place: Path) -> Option<Mark> {
    sample.cut(at);
    Some(Mark::bytes(place, at..at))
}

fn is_whole_row(field: &Field) -> bool {
    field.path.is_row() && field.path.field.is_empty()
}

fn is_text_of_comment(field: &Field) -> bool {
    field.path.record == Record::Comment && field.path.field == "text"
}

fn a_whole(sample: &Sample, choices: &mut Choices, record: Record) -> Option<Field> {
    sample.pick(choices, |field| field.path.record == record && field.path.field.is_empty())
}

/// Ends a binary file in any row of a kind, or before it.
fn end_in_row(sample: &mut Sample, choices: &mut Choices, record: Record) -> Option<Mark> {
    let Field { path, span } = a_whole(sample, choices, record)?;
    end_in(sample, span.start + choices.below(span.len()), sample.count_of(path))
}

/// Ends a binary file in any object of a kind, after its first byte.
fn end_in_object(sample: &mut Sample, choices: &mut Choices, record: Record) -> Option<Mark> {
    let span = a_whole(sample, choices, record)?.span;
    let first = sample.fields.iter().find(|field| field.span.start == span.start)?.path;
    end_in(sample, span.start + 1 + choices.below(span.len() - 1), first)
}
