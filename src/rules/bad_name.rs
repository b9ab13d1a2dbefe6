//! A name of a mesh, a material or a bone that is empty or too long, or has a space, a quote or two slashes in it.

use std::cell::LazyCell;

use crate::diagnostics::prelude::*;
use crate::fix::edits::LONGEST_NAME;
use crate::fix::rename::{Fault, RenamePlan, ends_at_quote};
use crate::model::named_objects;

pub(super) static EMPTY_NAME: Rule = Rule {
    name: "empty-name",
    group: Group::Names,
    severity: Severity::Warning,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "A mesh, a material or a bone without a name",
    page: page!("empty-name"),
    check: empty,
};

fn empty(document: &Document, findings: &mut Sink) {
    let new = LazyCell::new(|| RenamePlan::of(document));
    for (place, noun, name) in named_objects(&document.model) {
        if name.is_some_and(|name| name.is_empty()) && !ends_at_quote(document, place) {
            findings.add(place, || {
                Draft::new(format!("the {noun} has no name"))
                    .label("empty name")
                    .fix(new.rename(Fault::Empty, place))
            });
        }
    }
}

pub(super) static NAME_TOO_LONG: Rule = Rule {
    name: "name-too-long",
    group: Group::Names,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "A name of more than 31 bytes",
    page: page!("name-too-long"),
    check: too_long,
};

fn too_long(document: &Document, findings: &mut Sink) {
    let new = LazyCell::new(|| RenamePlan::of(document));
    for (place, noun, name) in named_objects(&document.model) {
        let Some(name) = name.filter(|name| name.len() > LONGEST_NAME) else { continue };
        // Names of materials are read into larger buffers; only the binary format cuts them.
        if place.record == Record::Material {
            continue;
        }
        let surplus = Span::new(name.start as usize + LONGEST_NAME, name.end as usize);
        findings.add_at(place, Some(surplus), || {
            let length = name.len();
            Draft::new(format!(
                "the name of the {noun} has {length} bytes, and the format has room for {LONGEST_NAME}"
            ))
            .label("beyond the room")
            .fix(new.rename(Fault::TooLong, place))
        });
    }
}

pub(super) static NAME_WITH_WHITESPACE: Rule = Rule {
    name: "name-with-whitespace",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Meaning,
    fix: FixKind::Unsafe(&[Aspect::Names]),
    summary: "A name with whitespace in it",
    page: page!("name-with-whitespace"),
    check: whitespace,
};

fn whitespace(document: &Document, findings: &mut Sink) {
    let new = LazyCell::new(|| RenamePlan::of(document));
    for (place, noun, name) in named_objects(&document.model) {
        let Some(name) = name else { continue };
        let text = document.bytes(name);
        if !text.iter().any(|byte| matches!(byte, b' ' | b'\t')) {
            continue;
        }
        if ends_at_quote(document, place) {
            continue;
        }
        findings.add_at(place, Some(name), || {
            Draft::new(format!("the name of the {noun} has whitespace in it"))
                .label("whitespace")
                .fix(new.rename(Fault::Blank, place))
        });
    }
}

pub(super) static QUOTE_IN_NAME: Rule = Rule {
    name: "quote-in-name",
    group: Group::Names,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::Unsafe(&[Aspect::Names, Aspect::Flags, Aspect::Reading]),
    summary: "A quote inside the name of a mesh, a material or a bone",
    page: page!("quote-in-name"),
    check: quoted,
};

fn quoted(document: &Document, findings: &mut Sink) {
    let new = LazyCell::new(|| RenamePlan::of(document));
    findings.add_notes(NoteKind::QuoteInName, |note| {
        let message = match note.place.record {
            Record::Mesh => {
                "a quote in the name: it ends there, and the rest of the line is not a number".to_string()
            }
            _ => {
                let read = document.name_of(note.place.record, note.place.object).unwrap_or_default();
                let read = quote(read);
                format!("a quote in the name: it ends there, and is read as \"{read}\"")
            }
        };
        Draft::new(message).label("a quote inside").fix(new.rename(Fault::Quote, note.place))
    });
}

pub(super) static DOUBLE_SLASH_IN_NAME: Rule = Rule {
    name: "double-slash-in-name",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "Two slashes in a name",
    page: page!("double-slash-in-name"),
    check: double_slash,
};

fn double_slash(document: &Document, findings: &mut Sink) {
    for (place, noun, name) in named_objects(&document.model) {
        let Some(name) = name else { continue };
        let Some(at) = memchr::memmem::find(document.bytes(name), b"//") else { continue };
        let start = name.start as usize + at;
        findings.add_at(place, Some(Span::new(start, start + 2)), || {
            Draft::new(format!("`//` in the name of the {noun}, which begins a comment elsewhere"))
                .label("taken for a comment")
                .help("rename it, wherever the name is used")
        });
    }
}
