//! Binary models of which bytes were lost, or to which bytes were added: how often that is found, and where.

use std::collections::BTreeMap;

use crate::damage::real_models;
use crate::support::{assert_reviewed, check_file, of_rule, root};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::Targets;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::listing::assemble;
use ms3dlint::document::{Document, read};
use ms3dlint::layout::{BlockKind, Record, fields};
use ms3dlint::model::place::Place;
use ms3dlint::parse::shift::{ByteChange, Recount, Shift};
use ms3dlint::smith::{Choices, Config, Format, Sizes, bytes_of_seed, forge};

const LOST: usize = 3;
/// So many that it shows only that something was lost.
const MANY_LOST: usize = 300;
const ADDED: [u8; 5] = [0xEE; 5];

fn model() -> Vec<u8> {
    let path = root().join("corpus/ok/flag_waving.listing");
    assemble(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// How often damage was found.
#[derive(Default)]
struct Recall {
    tried: usize,
    found: usize,
    in_record: usize,
}

fn record_at(document: &Document, offset: usize) -> Option<Place> {
    document.place_at(offset).map(Place::whole)
}

#[test]
fn bytes_lost_or_added_are_found_in_their_record() {
    let bytes = model();
    let whole = read("flag.ms3d", bytes.clone());
    let mut recalls: BTreeMap<(String, &str), Recall> = BTreeMap::new();
    for offset in (0..bytes.len() - LOST).step_by(2) {
        let Some(place) = record_at(&whole, offset).filter(|place| place.record != Record::File) else {
            continue;
        };
        let lost = [&bytes[..offset], &bytes[offset + LOST..]].concat();
        let added = [&bytes[..offset], &ADDED, &bytes[offset..]].concat();
        for (what, damaged) in [("lost", lost), ("added", added)] {
            let recall = recalls.entry((format!("{:?}", place.record), what)).or_default();
            recall.tried += 1;
            let document = read("flag.ms3d", damaged);
            let [shift] = document.shifts() else { continue };
            recall.found += 1;
            recall.in_record += usize::from(record_at(&whole, shift.offset as usize) == Some(place));
        }
    }
    let lines = recalls.iter().map(|((record, what), recall)| {
        let Recall { tried, found, in_record } = recall;
        format!("{record}, {what}: tried {tried}, found {found}, in the record {in_record}\n")
    });
    assert_reviewed(&root().join("tests/reviewed/shifted.txt"), &lines.collect::<String>());
}

/// What programs do with the record in which bytes were lost comes from that, and is no other error.
#[test]
fn lost_bytes_are_one_error() {
    let options = Options { targets: Targets::Unknown, ..Options::default() };
    let errors = |document: &Document| {
        let found = lint(document, &Context::default(), &options).findings;
        let errors = found.into_iter().filter(|finding| finding.severity == Severity::Error);
        errors.map(|finding| (finding.rule, finding.message.to_string())).collect::<Vec<_>>()
    };
    let bytes = model();
    let whole = errors(&read("flag.ms3d", bytes.clone()));
    for (lost, least_found) in [(LOST, 100), (MANY_LOST, 10)] {
        let mut found = 0;
        for offset in (0..bytes.len() - lost).step_by(5) {
            let document = read("flag.ms3d", [&bytes[..offset], &bytes[offset + lost..]].concat());
            if document.shifts().len() != 1 {
                continue;
            }
            found += 1;
            let others: Vec<_> =
                errors(&document).into_iter().filter(|error| !whole.contains(error)).collect();
            assert!(matches!(&others[..], [("shifted-bytes", _)]), "{lost} at {offset}: {others:?}");
        }
        assert!(found > least_found, "{lost}: {found}");
    }
}

/// Where there are many rows, many counts must be tried before it is certain that none of them is wrong.
#[test]
fn bytes_added_to_large_real_models_are_found() {
    const LARGE: usize = 1_000_000;
    for (path, bytes) in real_models().into_iter().filter(|(_, bytes)| bytes.len() > LARGE) {
        for quarter in 1..4 {
            let offset = bytes.len() * quarter / 4;
            let damaged = [&bytes[..offset], &ADDED, &bytes[offset..]].concat();
            let found = read("large.ms3d", damaged).shifts().first().map(|shift| shift.offset as usize);
            assert!(
                found.is_some_and(|at| at.abs_diff(offset) < 16),
                "{} at {offset}: {found:?}",
                path.display()
            );
        }
    }
}

#[test]
fn a_file_that_is_cut_off_has_lost_nothing_in_the_middle() {
    let bytes = model();
    for end in 0..bytes.len() {
        let document = read("flag.ms3d", bytes[..end].to_vec());
        assert_eq!((document.shifts(), document.recount()), (&[][..], None), "cut off at {end}");
    }
}

#[test]
fn a_wrong_byte_moves_nothing() {
    let bytes = model();
    for offset in 0..bytes.len() {
        for value in [0, 1, 2, 5, 17, 0xFF] {
            let mut wrong = bytes.clone();
            wrong[offset] = value;
            assert_eq!(read("flag.ms3d", wrong).shifts(), [], "{value} at {offset}");
        }
    }
}

fn only_shift(document: &Document) -> Shift {
    let [shift] = document.shifts() else { panic!("{:x?}", document.shifts()) };
    *shift
}

#[test]
fn what_follows_is_found_again() {
    let mut bytes = model();
    let name = memchr::memmem::find(&bytes, b"inner\0").unwrap();
    // Three bytes of the second of its rotation keys.
    let key = name - 1 + 93 + 16;
    bytes.drain(key + 8..key + 11);
    let shift = only_shift(&read("flag.ms3d", bytes.clone()));
    assert_eq!(shift.resumed as usize, key + 16 - 3, "the next key");
    assert!((shift.stretch.0..=shift.stretch.1).contains(&(key as u32 + 8)), "{shift:?}");
}

/// The model without what is in a range.
fn without(lost: std::ops::Range<usize>) -> Document {
    let mut bytes = model();
    bytes.drain(lost);
    read("flag.ms3d", bytes)
}

#[test]
fn a_count_may_be_lost_too() {
    let name = memchr::memmem::find(&model(), b"pole\0").unwrap();
    let first_bone = name - 1;
    // The end of the number of frames, and the number of bones.
    let shift = only_shift(&without(first_bone - 4..first_bone));
    assert_eq!(shift.change, None, "the number is not known");
    assert_eq!((shift.offset as usize, shift.resumed as usize), (first_bone - 4, first_bone - 4));
}

#[test]
fn a_lost_face_of_a_mesh_is_no_wrong_count() {
    let name = memchr::memmem::find(&model(), b"foot\0").unwrap();
    let faces = name - 1 + 35;
    let shift = only_shift(&without(faces + 4..faces + 6));
    assert_eq!(shift.change, Some(ByteChange::Lost(2)));
    assert_eq!(shift.offset as usize, faces + 4);
}

#[test]
fn a_lost_key_makes_its_count_wrong() {
    let name = memchr::memmem::find(&model(), b"inner\0").unwrap();
    let key = name - 1 + 93 + 16;
    let recount = without(key..key + 16).recount().unwrap();
    assert_eq!((recount.offset as usize, recount.declared - recount.fitting), (name - 1 + 89, 1));
    assert_eq!(only_shift(&without(key..key + 3)).change, Some(ByteChange::Lost(3)));
}

/// Counts of the blocks, the meshes and the bones of a model, with their fields.
fn counts_of(whole: &Document) -> Vec<usize> {
    use ms3dlint::layout::fields::{block, bone, mesh};
    let is_count = |place: Place| match place.record {
        Record::Block => place.field == Some(block::COUNT),
        Record::Mesh => place.field == Some(mesh::FACE_COUNT),
        Record::Bone => matches!(place.field, Some(bone::ROTATION_KEY_COUNT | bone::POSITION_KEY_COUNT)),
        _ => false,
    };
    let mut counts: Vec<(Place, usize)> =
        (0..whole.source.len()).filter_map(|at| Some((whole.place_at(at)?, at))).collect();
    counts.dedup_by_key(|(place, _)| *place);
    let end = whole.model.block(BlockKind::Comments).map_or(0, |(_, block)| block.at as usize);
    counts.into_iter().filter(|(place, at)| is_count(*place) && *at < end).map(|(_, at)| at).collect()
}

#[test]
fn a_wrong_count_is_named() {
    let bytes = model();
    let counts = counts_of(&read("flag.ms3d", bytes.clone()));
    let (mut tried, mut named) = (0, 0);
    for at in &counts {
        for more in [-1, 1, 3] {
            let count = u16::from_le_bytes([bytes[*at], bytes[at + 1]]);
            let Some(wrong) = count.checked_add_signed(more) else { continue };
            let mut damaged = bytes.clone();
            damaged[*at..at + 2].copy_from_slice(&wrong.to_le_bytes());
            let document = read("flag.ms3d", damaged);
            assert_eq!(document.shifts(), [], "{more} at {at:#x}");
            tried += 1;
            let is_it = |found: Recount| (found.offset as usize, found.fitting) == (*at, count.into());
            named += usize::from(document.recount().is_some_and(is_it));
        }
    }
    assert!(counts.len() > 10, "{counts:x?}");
    assert_eq!((tried, named), (39, 39));
}

/// Some hundreds of kilobytes are in front of the last of its counts, and many counts.
fn large_model() -> Vec<u8> {
    let config = Config {
        meshes: Sizes::just(120),
        faces: Sizes::just(40),
        bones: Sizes::just(60),
        keys: Sizes::just(80),
        ..Config::plain(Format::Ms3d)
    };
    forge(&config, &mut Choices::new(&bytes_of_seed(1, 1_000_000))).bytes
}

#[test]
fn a_wrong_count_late_in_a_large_model_is_named() {
    let bytes = large_model();
    let whole = read("large.ms3d", bytes.clone());
    let last_mesh = Place::object(Record::Mesh, whole.model.meshes.len() - 1);
    let last_bone = Place::object(Record::Bone, whole.model.bones.len() - 1);
    for place in [
        last_mesh.field(fields::mesh::FACE_COUNT),
        last_bone.field(fields::bone::ROTATION_KEY_COUNT),
        last_bone.field(fields::bone::POSITION_KEY_COUNT),
    ] {
        let at = whole.locate(place).unwrap().start as usize;
        let count = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        for wrong in [0, 3, count / 2, count - 1, count + 1, u16::MAX] {
            let mut damaged = bytes.clone();
            damaged[at..at + 2].copy_from_slice(&wrong.to_le_bytes());
            let recount = read("large.ms3d", damaged).recount();
            let found = recount.map(|found| (found.offset as usize, found.fitting));
            assert_eq!(found, Some((at, count.into())), "{wrong} at {at:#x}");
        }
    }
}

/// The count is right where the rows that it counts are used: to write the lower one would make it worse.
#[test]
fn the_count_of_what_was_lost_stays() {
    for (name, is_lost) in [("a-face-lost", true), ("a-vertex-too-many", false)] {
        let path = root().join(format!("corpus/bad/wrong-count_{name}.listing"));
        let (_, report) = check_file("a.ms3d", &path);
        let [finding] = of_rule(&report, "wrong-count")[..] else { panic!("{name}") };
        assert_eq!(finding.fix.is_none(), is_lost, "{name}");
        assert_eq!(finding.help.as_deref().is_some_and(|help| help.contains("was probably lost")), is_lost);
    }
}

#[test]
fn bytes_that_make_up_whole_rows_are_no_wrong_count() {
    let bytes = model();
    for (name, counts) in [("foot\0", [2, 4]), ("inner\0", [16, 32])] {
        let record = memchr::memmem::find(&bytes, name.as_bytes()).unwrap();
        for at in (record..record + 24).step_by(4) {
            for count in counts {
                let added = [&bytes[..at], &vec![b'x'; count], &bytes[at..]].concat();
                assert_eq!(read("flag.ms3d", added).recount(), None, "{count} at {at:#x}");
            }
        }
    }
}

#[test]
fn two_losses_among_faces_are_not_counted_as_one() {
    let (first, second) = (0x180, 0x360);
    let mut bytes = model();
    bytes.drain(second..second + 5);
    bytes.drain(first..first + 3);
    let shift = only_shift(&read("flag.ms3d", bytes));
    assert_eq!(shift.change, None, "{shift:x?}");
    assert!(shift.stretch.0 < 0x1A0 && shift.stretch.1 > 0x350, "{shift:x?}: between both");
}

#[test]
fn bytes_that_are_missing_in_vertex_extras_are_found_there() {
    let whole = read("flag.ms3d", model());
    let is_ninth = |place: Place| place.record == Record::VertexExtra && place.row == 8;
    let row = (0..).find(|at| record_at(&whole, *at).is_some_and(is_ninth)).unwrap();
    let shift = only_shift(&without(row + 1..row + 4));
    assert_eq!(shift.change, Some(ByteChange::Lost(3)));
    assert!(record_at(&whole, shift.offset as usize).is_some_and(is_ninth));
}

#[test]
fn what_follows_a_material_is_not_taken_for_it() {
    // MilkShape writes both paths from the same memory: what follows their NULs is the same.
    let mut bytes = model();
    let texture = memchr::memmem::find(&bytes, b"linen").unwrap() + 105;
    for at in 0..128 {
        let garbage = (at as u8).wrapping_mul(37) ^ 0x5A;
        bytes[texture + at + 128] = if at == 0 { 0 } else { garbage };
        bytes[texture + at] = if (1..12).contains(&at) { b'a' } else { garbage | u8::from(at == 0) };
    }
    bytes[texture + 12] = 0;
    bytes[texture + 140] = 0;
    bytes.drain(texture + 256 + 2..texture + 256 + 5);
    let shift = only_shift(&read("flag.ms3d", bytes));
    assert!(shift.stretch.1 as usize >= texture + 256, "{shift:x?}: it was in the animation");
}
