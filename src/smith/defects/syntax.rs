//! Defects of blocks, rows and fields.

use std::convert::identity;
use std::ops::Range;

use super::super::config::Sizes;
use super::super::defect::{ASCII, Defect, MS3D, Mark};
use super::super::lines::Holds;
use super::preconditions::{plain, separated, something, whole};
use crate::smith::choices::Choices;
use crate::smith::sample::{Field, Path, Record, Sample};

/// A line is put where `$spot` says, and told as this place.
macro_rules! inside {
    ($rule:literal, $what:literal, $line:literal, $spot:path) => {
        Defect::of_bytes($rule, $what, ASCII, |piece, draw| {
            let (place, at) = $spot(piece, draw)?;
            Some(Mark::bytes(place, piece.insert_line(at, $line)?))
        })
        .needs(something)
    };
}

/// What is between two parts of a line is something else than one blank.
macro_rules! gap {
    ($what:literal, $gap:literal, $spot:path) => {
        Defect::of_bytes("irregular-separator", $what, ASCII, |piece, draw| {
            let (place, gap) = $spot(piece, draw)?;
            Some(Mark::bytes(place, piece.replace(gap, $gap)))
        })
        .needs(separated)
    };
}

/// The name of a block is spelled in another way.
macro_rules! misspelled {
    ($what:literal, $spell:expr) => {
        Defect::of_bytes("misspelled-block", $what, ASCII, |piece, draw| {
            let (name, at) = draw.one_of(&piece.blocks());
            let spell: fn(&str) -> String = $spell;
            Some(Mark::bytes(Path::block(name), piece.replace(at..at + name.len(), spell(name).as_bytes())))
        })
    };
}

/// Blocks are not there.
macro_rules! missing {
    ($what:literal, $names:expr, $needs:expr) => {
        Defect::of_bytes("missing-block", $what, ASCII, |piece, _| without_blocks(piece, &$names))
            .needs($needs)
    };
}

/// Something else stands in the place of any count of a kind.
macro_rules! count {
    ($what:literal, $is:expr, $text:literal) => {
        Defect::of_bytes("malformed-count", $what, ASCII, |piece, draw| write(piece, draw, $is, $text))
            .needs(something)
    };
}

/// A number of comments, or of the bytes of one, cannot be one.
macro_rules! number {
    ($what:literal, $is:expr, $number:literal) => {
        Defect::of_bytes("malformed-count", $what, MS3D, |piece, draw| {
            write(piece, draw, $is, &i32::to_le_bytes($number))
        })
        .needs(something)
    };
}

/// A count is one too small, or too large.
macro_rules! mismatch {
    ($what:literal, $plant:path, $is:expr) => {
        Defect::of_bytes("count-mismatch", $what, ASCII, |piece, draw| $plant(piece, draw, $is))
            .needs(something)
    };
}

/// A row that cannot be read.
macro_rules! row {
    ($what:literal, $plant:expr) => {
        Defect::of_bytes("malformed-row", $what, ASCII, $plant).needs(plain)
    };
}

/// Something is put behind any line of a kind, and told as a part of all of its record, or of its field.
macro_rules! behind {
    ($rule:literal, $what:literal, $place:path, $more:literal, $is:expr) => {
        Defect::of_bytes($rule, $what, ASCII, |piece, draw| {
            let (path, span) = append(piece, draw, $more, $is)?;
            Some(Mark::bytes($place(path), span))
        })
        .needs(something)
    };
}

/// A string lacks the quote behind it.
macro_rules! unterminated {
    ($what:literal, $is:expr) => {
        Defect::of_bytes("unterminated-string", $what, ASCII, |piece, draw| unquote(piece, draw, $is))
            .needs(something)
    };
}

/// A line stands between two blocks, or behind the last one.
macro_rules! stray {
    ($what:literal, $line:literal) => {
        Defect::of_bytes("unexpected-line", $what, ASCII, |piece, draw| {
            let at = between_blocks(piece, draw)?;
            Some(Mark::bytes(Path::FILE, piece.insert_line(at, $line)?))
        })
        .needs(whole)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    inside!("comment-in-block", "among rows", b"// spare", among_rows),
    inside!("comment-in-block", "among the lines of an object", b"// spare", among_lines),
    inside!("comment-in-block", "in front of an object", b"// spare", in_front_of_object),
    inside!("comment-in-block", "in front of a comment on an object", b"// spare", in_front_of_comment),
    inside!("blank-line-in-block", "among rows", b"", among_rows),
    inside!("blank-line-in-block", "among the lines of an object", b"", among_lines),
    inside!("blank-line-in-block", "in front of an object", b"", in_front_of_object),
    inside!("blank-line-in-block", "in front of a comment on an object", b"", in_front_of_comment),
    inside!("blank-line-in-block", "a line of blanks", b"   ", among_rows),
    Defect::of_bytes("indented-line", "in front of the name of a block", ASCII, |piece, draw| {
        indent(piece, draw, |path| path.opens().is_some())
    }),
    Defect::of_bytes("indented-line", "in front of a quote", ASCII, |piece, draw| {
        indent(piece, draw, |path| path.holds() == Some(Holds::Text))
    })
    .needs(something),
    behind!("trailing-whitespace", "a blank behind a line", Path::whole, b" ", |path| path.holds().is_some()),
    behind!("trailing-whitespace", "a tab behind a line", Path::whole, b"\t", |path| path.holds().is_some()),
    Defect::of_bytes("trailing-whitespace", "behind the first line", ASCII, |piece, _| {
        let end = piece.line(0).end;
        Some(Mark::bytes(Path::FILE, piece.replace(end..end, b"  ")))
    })
    .needs(whole),
    gap!("a tab between two fields", b"\t", between_fields),
    gap!("two blanks between two fields", b"  ", between_fields),
    gap!("a tab behind a colon", b"\t", behind_colon),
    gap!("two blanks behind a colon", b"  ", behind_colon),
    gap!("a blank in front of a number", b" ", in_front_of_number),
    misspelled!("in lower case", |name| name.to_ascii_lowercase()),
    misspelled!("in upper case", |name| name.to_ascii_uppercase()),
    misspelled!("its first letter twice", |name| [&name[..1], name].concat()),
    misspelled!("two letters in the place of each other", |name| {
        [&name[..1], &name[2..3], &name[1..2], &name[3..]].concat()
    }),
    Defect::of_bytes("misspelled-block", "a blank in front of its colon", ASCII, |piece, draw| {
        let (name, at) = draw.one_of(&piece.blocks());
        let colon = at + name.len();
        Some(Mark::bytes(Path::block(name), piece.replace(colon..colon, b" ")))
    }),
    Defect::of_bytes("misspelled-block", "without its colon", ASCII, |piece, draw| {
        let (name, at) = draw.one_of(&piece.blocks());
        let colon = at + name.len();
        let is_open = piece.is_open(at);
        piece.replace(colon..colon + 1, b"");
        (!is_open).then(|| Mark::bytes(Path::block(name), colon..colon))
    })
    .needs(separated),
    Defect::of_bytes("unknown-block", "without rows", ASCII, |piece, draw| {
        let at = between_blocks(piece, draw)?;
        piece.insert_line(at, b"Cameras: 0")?;
        Some(Mark::bytes(Path::block("Cameras"), at..at + "Cameras".len()))
    })
    .needs(whole),
    Defect::of_bytes("unknown-block", "with rows", ASCII, |piece, draw| {
        let at = between_blocks(piece, draw)?;
        piece.insert_line(at, b"\"eye\" 0 1.5")?;
        piece.insert_line(at, b"Cameras: 1")?;
        Some(Mark::bytes(Path::block("Cameras"), at..at + "Cameras".len()))
    })
    .needs(whole),
    Defect::of_bytes("missing-space-after-colon", "any block", ASCII, |piece, draw| {
        let (place, gap) = behind_colon(piece, draw)?;
        piece.replace(gap.clone(), b"");
        Some(Mark::bytes(place, gap.start - 1..gap.start))
    })
    .needs(separated),
    Defect::of_bytes("duplicate-block", "an empty one behind the first", ASCII, |piece, draw| {
        let blocks = piece.blocks();
        let index = draw.below(blocks.len());
        let (name, _) = blocks[index];
        let next = blocks.get(index + 1).map_or(piece.bytes.len(), |(_, at)| *at);
        let line = piece.insert_line(next, format!("{name}: 0").as_bytes())?;
        Some(Mark::bytes(Path { row: 1, ..Path::block(name) }, line))
    }),
    Defect::of_bytes("block-out-of-order", "two that change places", ASCII, |piece, draw| {
        let blocks = piece.blocks();
        let pairs = blocks.windows(2).filter(|pair| rank(pair[0].0) < rank(pair[1].0));
        let pairs: Vec<_> = pairs.map(|pair| (pair[0], pair[1])).collect();
        let ((name, start), (_, middle)) = *pairs.get(draw.below(pairs.len()))?;
        let end = blocks.iter().map(|(_, at)| *at).find(|at| *at > middle).unwrap_or(piece.bytes.len());
        let mut bytes = piece.bytes.clone();
        bytes[start..end].rotate_left(middle - start);
        let is_ended = piece.bytes.ends_with(b"\n");
        piece.rewrite(bytes);
        is_ended.then(|| Mark::bytes(Path::block(name), piece.line(start + end - middle)))
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
    count!("a word for a count of a block", is_count_of_block, b"none"),
    count!("a negative count of a block", is_count_of_block, b"-1"),
    count!("a count of a block beyond 32 bits", is_count_of_block, b"4294967296"),
    count!("a word for a count of rows", is_count_of_rows, b"none"),
    count!("a negative count of rows", is_count_of_rows, b"-1"),
    count!("a count of rows beyond 32 bits", is_count_of_rows, b"4294967296"),
    count!(
        "a word for the number of comments on the model",
        |path| path == MODEL_COMMENT.field("count"),
        b"none"
    )
    // Nobody knows whether the line behind it is its text.
    .shadowed_by(&["unexpected-line"]),
    count!("a word for the number of a frame", is_frame, b"last"),
    count!("the number of a frame beyond 32 bits", is_frame, b"4294967296"),
    Defect::of_bytes("malformed-count", "nothing behind a colon", ASCII, |piece, draw| {
        let (place, gap) =
            behind_colon(piece, draw).filter(|(place, _)| place.record != MODEL_COMMENT.record)?;
        let end = piece.line(gap.start).end;
        let is_open = piece.is_open(end);
        piece.replace(gap.start..end, b"");
        (!is_open).then(|| Mark::bytes(place, gap.start..gap.start))
    })
    .needs(separated),
    number!("a negative number of comments", |path| path.field == "count" && is_comments(path), -1),
    number!("two comments on the model", |path| path == MODEL_COMMENT.field("count"), 2),
    number!("a negative length of a comment", |path| path.field == "length", -2),
    mismatch!("one vertex too few is declared", too_small, |path| path.field == "vertex count"),
    mismatch!("one normal too few is declared", too_small, |path| path.field == "normal count"),
    mismatch!("one face too few is declared", too_small, |path| path.field == "face count"),
    mismatch!("one key that moves too few is declared", too_small, |path| path.field == "position key count"),
    mismatch!("one key that turns too few is declared", too_small, |path| path.field == "rotation key count"),
    mismatch!("one mesh too few is declared", too_small, |path| path == Path::block("Meshes").field("count")),
    mismatch!("one material too few is declared", too_small, |path| {
        path == Path::block("Materials").field("count")
    }),
    mismatch!("one bone too few is declared", too_small, |path| path == Path::block("Bones").field("count")),
    mismatch!("one comment too few is declared", too_small, is_count_of_comments),
    mismatch!("one vertex too many is declared", too_large, |path| path.field == "vertex count"),
    mismatch!("one normal too many is declared", too_large, |path| path.field == "normal count"),
    mismatch!("one face too many is declared", too_large, |path| path.field == "face count"),
    mismatch!("one key that moves too many is declared", too_large, |path| path.field
        == "position key count"),
    mismatch!("one key that turns too many is declared", too_large, |path| path.field
        == "rotation key count"),
    mismatch!("one mesh too many is declared", too_large, |path| path
        == Path::block("Meshes").field("count")),
    mismatch!("one material too many is declared", too_large, |path| {
        path == Path::block("Materials").field("count")
    }),
    mismatch!("one bone too many is declared", too_large, |path| path == Path::block("Bones").field("count")),
    mismatch!("one comment too many is declared", too_large, is_count_of_comments),
    row!("a vertex lacks its last field", |piece, draw| shorten(piece, draw, Record::Vertex)),
    row!("a normal lacks its last field", |piece, draw| shorten(piece, draw, Record::Normal)),
    row!("a face lacks its last field", |piece, draw| shorten(piece, draw, Record::Face)),
    row!("a key that moves lacks its last field", |piece, draw| shorten(piece, draw, Record::PositionKey)),
    row!("a key that turns lacks its last field", |piece, draw| shorten(piece, draw, Record::RotationKey)),
    row!("a mesh lacks its last field", |piece, draw| shorten(piece, draw, Record::Mesh)),
    row!("a colour lacks its last field", |piece, draw| shorten(piece, draw, Record::Material)),
    row!("a bone lacks its last field", |piece, draw| shorten(piece, draw, Record::Bone)),
    row!("a word for an integer", |piece, draw| write(
        piece,
        draw,
        |p| p.holds() == Some(Holds::Integer),
        b"left"
    )),
    row!("a word for a number", |piece, draw| write(
        piece,
        draw,
        |p| p.holds() == Some(Holds::Float),
        b"left"
    )),
    row!("the name of a mesh without quotes", |piece, draw| {
        let index = draw.below(piece.model.meshes.len());
        unquoted(piece, Path::object(Record::Mesh, index).field("name"))
    }),
    row!("the name of a material without quotes", |piece, draw| {
        let index = draw.below(piece.model.materials.len());
        unquoted(piece, Path::object(Record::Material, index).field("name"))
    }),
    row!("the name of a bone without quotes", |piece, _| {
        unquoted(piece, Path::object(Record::Bone, piece.model.childless()?).field("name"))
    }),
    row!("a path or a parent without quotes", |piece, draw| {
        let is_one = |path: Path| path.holds() == Some(Holds::Text) && path.field != "name";
        write(piece, draw, is_one, b"plain")
    }),
    row!("the line of a count of rows is missing", |piece, draw| {
        let counts = piece.pick(draw, |field| is_count_of_rows(field.path) && has_rows(piece, field))?;
        remove_line(piece, counts.path, counts.path)
    }),
    row!("the line with the name of a mesh is missing", |piece, draw| {
        let mesh = Path::object(Record::Mesh, draw.below(piece.model.meshes.len()));
        Some(remove_line(piece, mesh.field("name"), mesh.field("name"))?.numbered())
    }),
    row!("a colour of a material is missing", |piece, draw| {
        let color = draw.one_of(&["ambient red", "diffuse red", "specular red", "emissive red"]);
        let material = Path::object(Record::Material, draw.below(piece.model.materials.len()));
        // All colours look alike: the last one is missed.
        let next = remove_line(piece, material.field(color), material.field("emissive red"));
        let at = piece.find(material.field("shininess"))?.start;
        next.map(|_| Mark::bytes(material.field("emissive red"), at..at))
    }),
    row!("the shininess of a material is missing", |piece, draw| {
        let material = Path::object(Record::Material, draw.below(piece.model.materials.len()));
        remove_line(piece, material.field("shininess"), material.field("transparency"))?;
        // What stands there is taken for the shininess.
        let at = piece.find(material.field("texture"))?.start;
        Some(Mark::bytes(material.field("transparency"), at..at))
    }),
    row!("the alpha map of a material is missing", |piece, draw| {
        let alpha_map =
            Path::object(Record::Material, draw.below(piece.model.materials.len())).field("alpha map");
        remove_line(piece, alpha_map, alpha_map)
    }),
    row!("the parent of a bone is missing", |piece, _| {
        let parent = Path::object(Record::Bone, piece.model.childless()?).field("parent");
        // Of two strings one is there, and nobody knows which.
        Some(remove_line(piece, parent, parent)?.numbered())
    }),
    row!("the line with the pose of a bone is missing", |piece, draw| {
        let flags = Path::object(Record::Bone, draw.below(piece.model.bones.len())).field("flags");
        remove_line(piece, flags, flags)
    }),
    behind!("extra-fields", "a number behind a line", Path::whole, b" 7", |path| is_number(path)
        && path.record != Record::Face),
    behind!("extra-fields", "a fourth corner of a face", Path::whole, b" 7", |path| path.record
        == Record::Face),
    behind!("extra-fields", "two numbers behind a face", Path::whole, b" 7 8", |path| path.record
        == Record::Face),
    behind!("extra-fields", "a comment behind a line", Path::whole, b" // spare", is_number),
    unterminated!("the name of a mesh", |path| path.record == Record::Mesh),
    unterminated!("a text that has a line for itself", |path| path.record != Record::Mesh),
    behind!("text-after-string", "a word behind a string", identity, b" old", is_string),
    behind!("text-after-string", "a second quote behind a path or a parent", identity, b"\"", |path| {
        is_string(path) && path.field != "name"
    }),
    stray!("words", b"to be painted"),
    stray!("numbers", b"0 1 2 3 4 5"),
    stray!("a string", b"\"hull\""),
    stray!("the beginning of a conflict of merging", b"<<<<<<< ours"),
    stray!("the middle of a conflict of merging", b"======="),
    stray!("the end of a conflict of merging", b">>>>>>> theirs"),
];

const MODEL_COMMENT: Path = Path::block("ModelComment");

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

// Kinds of fields

fn is_frame(path: Path) -> bool {
    path.field == "count" && matches!(path.record, Record::Block("Frames" | "Frame"))
}

/// Whether it is the count of a block of objects, or of comments on them.
fn is_count_of_block(path: Path) -> bool {
    path.field == "count" && !is_frame(path) && path.record != MODEL_COMMENT.record
}

fn is_count_of_rows(path: Path) -> bool {
    path.holds() == Some(Holds::Count) && matches!(path.record, Record::Mesh | Record::Bone)
}

fn is_comments(path: Path) -> bool {
    matches!(path.record, Record::Block(name) if name.ends_with("Comments"))
}

fn is_count_of_comments(path: Path) -> bool {
    path.field == "count" && is_comments(path)
}

/// Whether it is a number on a line with others, or on one for itself, that is no count of rows.
fn is_number(path: Path) -> bool {
    matches!(path.holds(), Some(Holds::Integer | Holds::Float)) || path.field == "count"
}

/// Whether it is a string that has a line for itself.
fn is_string(path: Path) -> bool {
    path.holds() == Some(Holds::Text) && path.record != Record::Mesh
}

// Spots: what they are told as, and where they are

fn among_rows(piece: &Sample, draw: &mut Choices) -> Option<(Path, usize)> {
    let row = piece.pick(draw, |field| field.path.is_row() && field.path.field.is_empty())?;
    Some((piece.count_of(row.path).whole(), row.span.start))
}

fn among_lines(piece: &Sample, draw: &mut Choices) -> Option<(Path, usize)> {
    let is_of_object = |path: Path| {
        matches!(path.record, Record::Mesh | Record::Material | Record::Bone)
            && !matches!(path.field, "" | "name")
    };
    let line = piece.pick(draw, |field| is_of_object(field.path) && piece.begins_line(field))?;
    Some((line.path.whole(), line.span.start))
}

fn in_front_of_object(piece: &Sample, draw: &mut Choices) -> Option<(Path, usize)> {
    let Field { path, span } = piece.pick(draw, |field| field.path.field == "name")?;
    let place = match (path.record, path.object as usize) {
        // What ends in rows may have more of them.
        (Record::Mesh | Record::Bone, index) if index > 0 => Path::object(path.record, index - 1),
        _ => piece.count_of(path).whole(),
    };
    Some((place, span.start))
}

fn in_front_of_comment(piece: &Sample, draw: &mut Choices) -> Option<(Path, usize)> {
    let at = piece.pick(draw, |field| field.path.field == "index")?.span.start;
    let (block, _) = piece.blocks().into_iter().rfind(|(_, start)| *start < at)?;
    Some((Path::block(block), at))
}

fn between_fields(piece: &Sample, draw: &mut Choices) -> Option<(Path, Range<usize>)> {
    let is_one = |field: &Field| {
        field.path.holds().is_some_and(|holds| holds != Holds::FreeText)
            && !matches!(field.path.record, Record::Block(_))
            && !piece.begins_line(field)
    };
    let field = piece.pick(draw, is_one)?;
    Some((field.path.whole(), field.span.start - 1..field.span.start))
}

fn behind_colon(piece: &Sample, draw: &mut Choices) -> Option<(Path, Range<usize>)> {
    let (name, at) = draw.one_of(&piece.blocks());
    let colon = at + name.len();
    Some((Path::block(name).field("count"), colon + 1..colon + 2))
}

fn in_front_of_number(piece: &Sample, draw: &mut Choices) -> Option<(Path, Range<usize>)> {
    let is_one = |field: &Field| {
        matches!(field.path.holds(), Some(Holds::Integer | Holds::Float | Holds::Count))
            && piece.begins_line(field)
    };
    let field = piece.pick(draw, is_one)?;
    Some((field.path.whole(), field.span.start..field.span.start))
}

/// Where a block begins that is not the first, or the file ends.
fn between_blocks(piece: &Sample, draw: &mut Choices) -> Option<usize> {
    let starts = piece.blocks().into_iter().skip(1).map(|(_, at)| at);
    let end = piece.bytes.ends_with(b"\n").then_some(piece.bytes.len());
    let spots: Vec<_> = starts.chain(end).collect();
    spots.get(draw.below(spots.len())).copied()
}

// Plants

fn indent(piece: &mut Sample, draw: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let Field { path, span } = piece.pick(draw, |field| is_one(field.path))?;
    let blanks = draw.one_of(&[" ", "    ", "\t"]);
    Some(Mark::bytes(path.whole(), piece.replace(span.start..span.start, blanks.as_bytes())))
}

/// Puts something behind the line of any field of a kind: that field, and where it is but for the blank in front
/// of it.
fn append(
    piece: &mut Sample,
    draw: &mut Choices,
    more: &[u8],
    is_one: fn(Path) -> bool,
) -> Option<(Path, Range<usize>)> {
    let is_on_line = |field: &Field| is_one(field.path) && field.path.holds() != Some(Holds::FreeText);
    let Field { path, span } = piece.pick(draw, is_on_line)?;
    let end = piece.line(span.start).end;
    let put = piece.replace(end..end, more);
    let blanks = more.iter().take_while(|byte| **byte == b' ').count() % more.len();
    (!piece.is_open(end)).then(|| (path, put.start + blanks..put.end))
}

/// Writes something else in the place of any field of a kind.
fn write(piece: &mut Sample, draw: &mut Choices, is_one: fn(Path) -> bool, text: &[u8]) -> Option<Mark> {
    let path = piece.pick(draw, |field| is_one(field.path))?.path;
    piece.set(path, text)?;
    Some(Mark::at(path))
}

fn unquoted(piece: &mut Sample, name: Path) -> Option<Mark> {
    piece.set(name, b"plain")?;
    Some(Mark::at(name).numbered())
}

fn unquote(piece: &mut Sample, draw: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let is_text = |field: &Field| {
        field.path.holds() == Some(Holds::Text) && is_one(field.path) && field.span.len() > "\"\"".len()
    };
    let Field { path, span } = piece.pick(draw, is_text)?;
    piece.replace(span.end - 1..span.end, b"");
    let mark = Mark::bytes(path, span.start..piece.line(span.start).end);
    let mark = if path.record == Record::Mesh { mark.numbered() } else { mark };
    (!piece.is_open(span.start)).then_some(mark)
}

/// Takes the last field of any line of a record away.
fn shorten(piece: &mut Sample, draw: &mut Choices, record: Record) -> Option<Mark> {
    let is_last = |field: &Field| {
        let follows = piece.bytes.get(field.span.end);
        let ends_line = matches!(follows, Some(b'\r' | b'\n'));
        field.path.record == record && field.path.holds().is_some() && ends_line && !piece.begins_line(field)
    };
    let Field { path, span } = piece.pick(draw, is_last)?;
    let start = piece.line(span.start).start;
    let end = start + piece.bytes[start..span.start].trim_ascii_end().len();
    piece.replace(end..span.end, b"");
    Some(Mark::bytes(path.whole(), start..end))
}

/// Takes away the line of a field. What is missed is missed in front of what follows.
fn remove_line(piece: &mut Sample, path: Path, missed: Path) -> Option<Mark> {
    let line = piece.whole_line(piece.find(path)?.start);
    piece.remove(line.clone());
    let next = piece.fields.iter().map(|field| field.span.start).filter(|start| *start >= line.start).min();
    next.map(|next| Mark::bytes(missed, next..next))
}

fn without_blocks(piece: &mut Sample, names: &[&str]) -> Option<Mark> {
    for name in names {
        let blocks = piece.blocks();
        let index = blocks.iter().position(|(other, _)| other == name)?;
        let end = blocks.get(index + 1).map_or(piece.bytes.len(), |(_, at)| *at);
        piece.remove(blocks[index].1..end);
    }
    let next = piece.blocks().into_iter().find(|(other, _)| rank(other) > rank(names[0]));
    let end = piece.bytes.len();
    Some(Mark::bytes(Path::FILE, next.map_or(end..end, |(_, at)| piece.line(at))))
}

// Counts

/// The number that stands in a field.
fn number_in(piece: &Sample, path: Path) -> Option<usize> {
    std::str::from_utf8(&piece.bytes[piece.find(path)?]).ok()?.parse().ok()
}

fn has_rows(piece: &Sample, count: &Field) -> bool {
    piece.bytes[count.span.clone()] != *b"0"
}

/// The line of what is counted, of this index.
fn counted(piece: &Sample, count: Path, index: usize) -> Option<Range<usize>> {
    let object = count.object as usize;
    let path = match (count.record, count.field) {
        (_, "vertex count") => Path::row(Record::Vertex, object, index),
        (_, "normal count") => Path::row(Record::Normal, object, index),
        (_, "face count") => Path::row(Record::Face, object, index),
        (_, "position key count") => Path::row(Record::PositionKey, object, index),
        (_, "rotation key count") => Path::row(Record::RotationKey, object, index),
        (Record::Block("Meshes"), _) => Path::object(Record::Mesh, index),
        (Record::Block("Materials"), _) => Path::object(Record::Material, index),
        (Record::Block("Bones"), _) => Path::object(Record::Bone, index),
        _ => {
            let block = piece.find(count)?.end;
            let comments = piece.fields.iter().filter(|field| field.path.field == "index");
            let comment = comments.filter(|field| field.span.start > block).nth(index)?;
            return Some(piece.line(comment.span.start));
        }
    };
    Some(piece.line(piece.find(path)?.start))
}

/// A count is one too small: the last of what it counts is one too many.
fn too_small(piece: &mut Sample, draw: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let count = piece.pick(draw, |field| is_one(field.path) && has_rows(piece, field))?.path;
    let fewer = number_in(piece, count)?.checked_sub(1)?;
    piece.set(count, fewer.to_string().as_bytes());
    Some(Mark::bytes(count, counted(piece, count, fewer)?))
}

/// A count is one too large: where one more should stand, something else does.
fn too_large(piece: &mut Sample, draw: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let count = piece.pick(draw, |field| is_one(field.path))?.path;
    let number = number_in(piece, count)?;
    piece.set(count, (number + 1).to_string().as_bytes());
    let behind = match (count.record, number.checked_sub(1)) {
        // What ends in rows has taken the blank lines behind them along.
        (Record::Block("Meshes" | "Bones"), _) => next_block(piece, count)?,
        (Record::Block(_), _) => piece.whole_line(end_of_block(piece, count)?).end,
        (_, Some(last)) => piece.whole_line(counted(piece, count, last)?.end).end,
        (_, None) => piece.whole_line(piece.find(count)?.end).end,
    };
    // Where nothing follows, the file ends too early.
    (behind < piece.bytes.len()).then(|| Mark::bytes(count, piece.line(behind)))
}

/// Where the block begins that follows the one of this count.
fn next_block(piece: &Sample, count: Path) -> Option<usize> {
    let start = piece.find(count)?.start;
    piece.blocks().into_iter().map(|(_, at)| at).find(|at| *at > start)
}

/// Where the last line of a block ends, if another block follows.
fn end_of_block(piece: &Sample, count: Path) -> Option<usize> {
    let next = next_block(piece, count)?;
    piece.fields.iter().map(|field| field.span.end).filter(|end| *end <= next).max()
}
