//! Binary models that are cut off or damaged: reading comes to an end, and what is noted is in the file.

use std::path::PathBuf;

use crate::support;
use crate::support::{bytes_of, check, is_listing, models, root, some};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::base::span::Span;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::listing;
use ms3dlint::document::tokens::Token;
use ms3dlint::document::{Document, read};
use ms3dlint::layout::{self, BlockKind, FieldKind};
use ms3dlint::model::note::NoteKind;
use ms3dlint::parse::sniff::BINARY_MAGIC;
use ms3dlint_fuzz::properties::{self, Property};

/// Whole models of all kinds: with each section, and without those that may be missing.
fn wholes() -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths = models(&root().join("corpus/ok"));
    paths.retain(|path| is_listing(path));
    paths.extend(models(&root().join("corpus/dialects")));
    paths.into_iter().map(|path| (path.clone(), bytes_of(&path))).collect()
}

/// Where a model may end: after the bones, and after each section that follows them.
fn ends(document: &Document) -> Vec<usize> {
    use BlockKind::{BoneExtras, Bones, ModelComment, VertexExtras};
    let is_end = |kind| matches!(kind, Bones | ModelComment | VertexExtras | BoneExtras);
    let blocks = document.model.blocks.iter().filter(|block| is_end(block.kind));
    blocks.map(|block| block.end as usize).collect()
}

#[test]
fn a_binary_model_that_is_cut_off_is_only_that() {
    for (path, bytes) in wholes() {
        let whole = read("whole.ms3d", bytes.clone());
        assert_eq!(whole.notes[..], [], "{}", path.display());
        let ends = ends(&whole);
        for length in BINARY_MAGIC.len()..bytes.len() {
            let document = read("cut.ms3d", bytes[..length].to_vec());
            let is_truncated = matches!(
                &document.notes[..],
                [note] if matches!(note.kind, NoteKind::Truncated { .. }) && note.span == Span::empty(length)
            );
            let is_whole = document.notes.is_empty() && ends.contains(&length);
            let notes = &document.notes;
            assert!(is_truncated || is_whole, "{} cut off at {length}: {notes:?}", path.display());
        }
    }
}

/// Wherever it is cut off, that is reported once, and nothing else is called an error because of it.
#[test]
fn a_binary_model_that_is_cut_off_has_one_error() {
    let bytes = bytes_of(&root().join("corpus/ok/flag_waving.listing"));
    let ends = ends(&read("whole.ms3d", bytes.clone()));
    for length in BINARY_MAGIC.len()..bytes.len() {
        let (_, report) = check("cut.ms3d", &bytes[..length]);
        let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let errors: Vec<_> = errors.map(|finding| finding.rule).collect();
        let expected: &[&str] = if ends.contains(&length) { &[] } else { &["truncated-file"] };
        assert_eq!(errors, expected, "cut off at {length}");
    }
}

/// Asserts what holds of any file.
#[track_caller]
fn assert_sound(bytes: &[u8], what: impl Fn() -> String) {
    const PROPERTIES: [Property; 5] = [
        properties::tokens_tile,
        properties::spans_lie_in_the_file,
        properties::places_come_back,
        properties::reading_is_linear,
        properties::listing_comes_back,
    ];
    for property in PROPERTIES {
        if let Err(violation) = property(bytes) {
            panic!("{}: {}: {}", what(), violation.property, violation.what);
        }
    }
}

#[test]
fn any_byte_may_be_wrong() {
    let bytes = bytes_of(&root().join("corpus/ok/flag_waving.listing"));
    for at in some(0..bytes.len()) {
        for bits in [0x01, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] ^= bits;
            assert_sound(&changed, || format!("{bits:#x} at {at}"));
        }
    }
}

/// The bytes of all numbers that say how much follows.
fn counts(document: &Document) -> Vec<Span> {
    let is_count = |token: &Token| {
        let field = token.field.and_then(|place| layout::field(place.record, place.field?));
        field.is_some_and(|field| field.kind == FieldKind::Count)
    };
    document.tokens().filter(is_count).map(|token| token.span).collect()
}

/// Small, the greatest, the least, and those that a sign makes of them.
const COUNTS: [[u8; 4]; 5] =
    [[0; 4], [0xFF; 4], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80], [0xFF, 0xFF, 0, 0]];

#[test]
fn any_count_may_be_wrong() {
    for (path, bytes) in wholes() {
        let counts = counts(&read("whole.ms3d", bytes.clone()));
        assert!(counts.len() >= 6, "{}", path.display());
        let put = |bytes: &mut [u8], span: &Span, count: [u8; 4]| {
            bytes[span.range()].copy_from_slice(&count[..span.len()]);
        };
        for count in COUNTS {
            let mut all = bytes.clone();
            for span in &counts {
                let mut one = bytes.clone();
                put(&mut one, span, count);
                put(&mut all, span, count);
                assert_sound(&one, || format!("{} with {count:?} at {span:?}", path.display()));
            }
            assert_sound(&all, || format!("{} with {count:?} everywhere", path.display()));
        }
    }
}

#[test]
fn a_length_of_less_than_nothing_is_told_and_nothing_behind_it_is_read() {
    let listing = std::fs::read_to_string(root().join("corpus/ok/flag_waving.listing")).unwrap();
    for (length, wrong) in [("length=17", "length=-17"), ("length=24", "length=-2147483648")] {
        assert!(listing.contains(length));
        let document = read("a.ms3d", listing::assemble(&listing.replace(length, wrong)).unwrap());
        let [note] = &document.notes[..] else { panic!("{:?}", document.notes) };
        assert_eq!(note.kind, NoteKind::MalformedCount);
        let line = listing::line_at(&document, note.span.start as usize).unwrap();
        assert!(line.text.contains(wrong), "{}", line.text);
        assert_eq!(document.model.binary.unwrap().rest.start, line.span.end);
    }
}

#[test]
fn what_versions_of_milkshape_wrote_is_no_error() {
    for path in models(&root().join("corpus/dialects")) {
        let document = read(support::name_of(&path), bytes_of(&path));
        let report = lint(&document, &Context::default(), &Options::default());
        let error = report.findings.iter().find(|finding| finding.severity == Severity::Error);
        assert!(error.is_none(), "{}: {}", path.display(), error.unwrap().rule);
    }
}
