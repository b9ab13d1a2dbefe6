//! Defects in the syntax of ASCII files: comment lines, separators, and blocks.

use std::ops::Range;

use super::preconditions::{separated, something, whole};
use super::text_edits::{append, behind, behind_colon, between_blocks};
use crate::smith::choices::Choices;
use crate::smith::config::Sizes;
use crate::smith::defect::{ASCII, Defect, Mark};
use crate::smith::lines::Holds;
use crate::smith::sample::{Field, Path, Record, Sample};

/// A line is inserted where `$spot` says; reports show this place.
macro_rules! inside {
    ($rule:literal, $what:literal, $line:literal, $spot:path) => {
        Defect::of_bytes($rule, $what, ASCII, |sample, choices| {
            let (place, at) = $spot(sample, choices)?;
            Some(Mark::bytes(place, sample.insert_line(at, $line)?))
        })
        .needs(something)
    };
}

/// Something other than one space is between two parts of a line.
macro_rules! gap {
    ($what:literal, $gap:literal, $spot:path) => {
        Defect::of_bytes("irregular-separator", $what, ASCII, |sample, choices| {
            let (place, gap) = $spot(sample, choices)?;
            Some(Mark::bytes(place, sample.replace(gap, $gap)))
        })
        .needs(separated)
    };
}

/// The name of a block is spelled in another way.
macro_rules! misspelled {
    ($what:literal, $spell:expr) => {
        Defect::of_bytes("misspelled-block", $what, ASCII, |sample, choices| {
            let (name, at) = choices.one_of(&sample.blocks());
            let spell: fn(&str) -> String = $spell;
            Some(Mark::bytes(Path::block(name), sample.replace(at..at + name.len(), spell(name).as_bytes())))
        })
    };
}

/// Blocks are missing.
macro_rules! missing {
    ($what:literal, $names:expr, $needs:expr) => {
        Defect::of_bytes("missing-block", $what, ASCII, |sample, _| without_blocks(sample, &$names))
            .needs($needs)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    inside!("comment-in-block", "among rows", b"// spare", among_rows),
    inside!("comment-in-block", "among the lines of an object", b"// spare", among_lines),
    inside!("comment-in-block", "before an object", b"// spare", in_front_of_object),
    inside!("comment-in-block", "before a comment on an object", b"// spare", in_front_of_comment),
    inside!("blank-line-in-block", "among rows", b"", among_rows),
    inside!("blank-line-in-block", "among the lines of an object", b"", among_lines),
    inside!("blank-line-in-block", "before an object", b"", in_front_of_object),
    inside!("blank-line-in-block", "before a comment on an object", b"", in_front_of_comment),
    inside!("blank-line-in-block", "a line of spaces", b"   ", among_rows),
    Defect::of_bytes("indented-line", "before the name of a block", ASCII, |sample, choices| {
        indent(sample, choices, |path| path.opens().is_some())
    }),
    Defect::of_bytes("indented-line", "before a quote", ASCII, |sample, choices| {
        indent(sample, choices, |path| path.holds() == Some(Holds::Text))
    })
    .needs(something),
    behind!("trailing-whitespace", "a space after a line", Path::whole, b" ", |path| path.holds().is_some()),
    behind!("trailing-whitespace", "a tab after a line", Path::whole, b"\t", |path| path.holds().is_some()),
    Defect::of_bytes("trailing-whitespace", "after the first line", ASCII, |sample, _| {
        let end = sample.line(0).end;
        Some(Mark::bytes(Path::FILE, sample.replace(end..end, b"  ")))
    })
    .needs(whole),
    gap!("a tab between two fields", b"\t", between_fields),
    gap!("two spaces between two fields", b"  ", between_fields),
    gap!("a tab after a colon", b"\t", behind_colon),
    gap!("two spaces after a colon", b"  ", behind_colon),
    gap!("a space before a number", b" ", in_front_of_number),
    misspelled!("in lower case", |name| name.to_ascii_lowercase()),
    misspelled!("in upper case", |name| name.to_ascii_uppercase()),
    misspelled!("its first letter twice", |name| [&name[..1], name].concat()),
    misspelled!("two letters are swapped", |name| {
        [&name[..1], &name[2..3], &name[1..2], &name[3..]].concat()
    }),
    Defect::of_bytes("misspelled-block", "a space before its colon", ASCII, |sample, choices| {
        let (name, at) = choices.one_of(&sample.blocks());
        let colon = at + name.len();
        Some(Mark::bytes(Path::block(name), sample.replace(colon..colon, b" ")))
    }),
    Defect::of_bytes("misspelled-block", "without its colon", ASCII, |sample, choices| {
        let (name, at) = choices.one_of(&sample.blocks());
        let colon = at + name.len();
        let is_open = sample.is_open(at);
        sample.replace(colon..colon + 1, b"");
        (!is_open).then(|| Mark::bytes(Path::block(name), colon..colon))
    })
    .needs(separated),
    Defect::of_bytes("unknown-block", "without rows", ASCII, |sample, choices| {
        let at = between_blocks(sample, choices)?;
        sample.insert_line(at, b"Cameras: 0")?;
        Some(Mark::bytes(Path::block("Cameras"), at..at + "Cameras".len()))
    })
    .needs(whole),
    Defect::of_bytes("unknown-block", "with rows", ASCII, |sample, choices| {
        let at = between_blocks(sample, choices)?;
        sample.insert_line(at, b"\"eye\" 0 1.5")?;
        sample.insert_line(at, b"Cameras: 1")?;
        Some(Mark::bytes(Path::block("Cameras"), at..at + "Cameras".len()))
    })
    .needs(whole),
    Defect::of_bytes("missing-space-after-colon", "any block", ASCII, |sample, choices| {
        let (place, gap) = behind_colon(sample, choices)?;
        sample.replace(gap.clone(), b"");
        Some(Mark::bytes(place, gap.start - 1..gap.start))
    })
    .needs(separated),
    Defect::of_bytes("duplicate-block", "an empty one after the first", ASCII, |sample, choices| {
        let blocks = sample.blocks();
        let index = choices.below(blocks.len());
        let (name, _) = blocks[index];
        let next = blocks.get(index + 1).map_or(sample.bytes.len(), |(_, at)| *at);
        let line = sample.insert_line(next, format!("{name}: 0").as_bytes())?;
        Some(Mark::bytes(Path { row: 1, ..Path::block(name) }, line))
    }),
    Defect::of_bytes("block-out-of-order", "two are swapped", ASCII, |sample, choices| {
        let blocks = sample.blocks();
        let pairs = blocks.windows(2).filter(|pair| rank(pair[0].0) < rank(pair[1].0));
        let pairs: Vec<_> = pairs.map(|pair| (pair[0], pair[1])).collect();
        let ((name, start), (_, middle)) = *pairs.get(choices.below(pairs.len()))?;
        let end = blocks.iter().map(|(_, at)| *at).find(|at| *at > middle).unwrap_or(sample.bytes.len());
        let mut bytes = sample.bytes.clone();
        bytes[start..end].rotate_left(middle - start);
        let is_ended = sample.bytes.ends_with(b"\n");
        sample.rewrite(bytes);
        is_ended.then(|| Mark::bytes(Path::block(name), sample.line(start + end - middle)))
    }),
    missing!("that of the frames", ["Frames"], whole),
    missing!("that of the current frame", ["Frame"], whole),
    missing!("both of frames", ["Frames", "Frame"], whole),
    missing!("that of no meshes", ["Meshes"], |config| {
        whole(config);
        (config.meshes, config.materials, config.bones) = (Sizes::just(0), Sizes::just(0), Sizes::just(0));
    }),
    missing!("that of no materials", ["Materials"], |config| {
        whole(config);
        config.materials = Sizes::just(0);
    }),
    missing!("that of no bones", ["Bones"], |config| {
        whole(config);
        config.bones = Sizes::just(0);
    }),
    missing!("that of materials that meshes use", ["Materials"], |config| {
        something(config);
        config.comments = Sizes::just(0);
    }),
];

/// The blocks in the order of MilkShape.
const ORDER: [&str; 9] = [
    "Frames",
    "Frame",
    "Meshes",
    "Materials",
    "Bones",
    "GroupComments",
    "MaterialComments",
    "BoneComments",
    "ModelComment",
];

fn rank(name: &str) -> usize {
    ORDER.iter().position(|other| *other == name).unwrap_or(ORDER.len())
}

fn among_rows(sample: &Sample, choices: &mut Choices) -> Option<(Path, usize)> {
    let row = sample.pick(choices, |field| field.path.is_row() && field.path.field.is_empty())?;
    Some((sample.count_of(row.path).whole(), row.span.start))
}

fn among_lines(sample: &Sample, choices: &mut Choices) -> Option<(Path, usize)> {
    let is_of_object = |path: Path| {
        matches!(path.record, Record::Mesh | Record::Material | Record::Bone)
            && !matches!(path.field, "" | "name")
    };
    let line = sample.pick(choices, |field| is_of_object(field.path) && sample.begins_line(field))?;
    Some((line.path.whole(), line.span.start))
}

fn in_front_of_object(sample: &Sample, choices: &mut Choices) -> Option<(Path, usize)> {
    let Field { path, span } = sample.pick(choices, |field| field.path.field == "name")?;
    let place = match (path.record, path.object as usize) {
        // A block that ends in rows may have more of them.
        (Record::Mesh | Record::Bone, index) if index > 0 => Path::object(path.record, index - 1),
        _ => sample.count_of(path).whole(),
    };
    Some((place, span.start))
}

fn in_front_of_comment(sample: &Sample, choices: &mut Choices) -> Option<(Path, usize)> {
    let at = sample.pick(choices, |field| field.path.field == "index")?.span.start;
    let (block, _) = sample.blocks().into_iter().rfind(|(_, start)| *start < at)?;
    Some((Path::block(block), at))
}

fn between_fields(sample: &Sample, choices: &mut Choices) -> Option<(Path, Range<usize>)> {
    let is_one = |field: &Field| {
        field.path.holds().is_some_and(|holds| holds != Holds::FreeText)
            && !matches!(field.path.record, Record::Block(_))
            && !sample.begins_line(field)
    };
    let field = sample.pick(choices, is_one)?;
    Some((field.path.whole(), field.span.start - 1..field.span.start))
}

fn in_front_of_number(sample: &Sample, choices: &mut Choices) -> Option<(Path, Range<usize>)> {
    let is_one = |field: &Field| {
        matches!(field.path.holds(), Some(Holds::Integer | Holds::Float | Holds::Count))
            && sample.begins_line(field)
    };
    let field = sample.pick(choices, is_one)?;
    Some((field.path.whole(), field.span.start..field.span.start))
}

fn indent(sample: &mut Sample, choices: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let Field { path, span } = sample.pick(choices, |field| is_one(field.path))?;
    let blanks = choices.one_of(&[" ", "    ", "\t"]);
    Some(Mark::bytes(path.whole(), sample.replace(span.start..span.start, blanks.as_bytes())))
}

fn without_blocks(sample: &mut Sample, names: &[&str]) -> Option<Mark> {
    for name in names {
        let blocks = sample.blocks();
        let index = blocks.iter().position(|(other, _)| other == name)?;
        let end = blocks.get(index + 1).map_or(sample.bytes.len(), |(_, at)| *at);
        sample.remove(blocks[index].1..end);
    }
    let next = sample.blocks().into_iter().find(|(other, _)| rank(other) > rank(names[0]));
    let end = sample.bytes.len();
    Some(Mark::bytes(Path::FILE, next.map_or(end..end, |(_, at)| sample.line(at))))
}
