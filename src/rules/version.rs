//! A binary file, or a section at its end, of an old or an unknown version.

use std::ops::Range;

use crate::diagnostics::prelude::*;

pub(super) static UNSUPPORTED_VERSION: Rule = Rule {
    name: "unsupported-version",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A binary file of an unknown version",
    page: page!("unsupported-version"),
    check: unknown,
};

fn unknown(document: &Document, findings: &mut Sink) {
    let version = document.model.binary.as_ref().map_or(0, |binary| binary.version);
    findings.add_notes(NoteKind::UnknownVersion, |_| {
        Draft::new(format!("version {version} is unknown, so nothing after the header was read"))
            .label("neither 3 nor 4")
            .help("export the model again, or get the whole file again if this one is damaged")
    });
}

pub(super) static OLD_VERSION: Rule = Rule {
    name: "old-version",
    group: Group::Binary,
    severity: Severity::Warning,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A binary file of version 3, as MilkShape 1.3 wrote it",
    page: page!("old-version"),
    check: old,
};

/// The version that MilkShape wrote before the present one.
const OLD: i32 = 3;

fn old(document: &Document, findings: &mut Sink) {
    if document.model.binary.as_ref().is_some_and(|binary| binary.version == OLD) {
        findings.add(Place::FILE.field(fields::file::VERSION), || {
            Draft::new("version 3 of the format is old: the usual version is 4")
                .label("version 3")
                .help("open the model in MilkShape 1.4 or later and save it again")
        });
    }
}

pub(super) static UNSUPPORTED_SUBVERSION: Rule = Rule {
    name: "unsupported-subversion",
    group: Group::Binary,
    severity: Severity::Error,
    formats: Formats::Binary,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A section of unknown version at the end of a binary file",
    page: page!("unsupported-subversion"),
    check: unknown_section,
};

/// What can be a version, known or not.
const VERSIONS: Range<i32> = 0..100;

fn unknown_section(document: &Document, findings: &mut Sink) {
    for note in notes(document, |what| what == NoteKind::UnknownSection) {
        let Some(block) = document.model.blocks.get(note.place.object as usize) else { continue };
        let version = block.number.unwrap_or_default();
        findings.add_note(note, || {
            let known = match block.kind {
                BlockKind::VertexExtras => "not 1 to 3",
                _ => "not 1",
            };
            Draft::new(format!("version {version} is unknown, so nothing from here on was read"))
                .label(known)
                .help(match VERSIONS.contains(&version) {
                    true => "get the file again: a byte before it was probably lost; a file may also end before this section, but what it says is lost then",
                    false => "get the file again: bytes before it were probably lost, or what is here was added after the model; a file may also end before this section, but what it says is lost then",
                })
        });
    }
}
