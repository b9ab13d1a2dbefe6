//! A texture path that only some programs can open: with a backslash, a space or a keyword in it, too long, or
//! outside the checked folder.

use crate::base::file_tree::absolute;
use crate::base::model_files::with_slashes;
use crate::diagnostics::prelude::*;

pub(super) static TEXTURE_PATH_BACKSLASH: Rule = Rule {
    name: "texture-path-backslash",
    group: Group::Materials,
    severity: Severity::Hint,
    formats: Formats::Both,
    reach: Reach::Nothing,
    fix: FixKind::Depends("safe fix, unsafe where the path begins with `.\\`", &[Aspect::Paths]),
    summary: "A backslash in the path of a texture",
    page: page!("texture-path-backslash"),
    check: backslash,
};

/// How MilkShape writes that a path begins in the folder of the model.
const RELATIVE: &[u8] = b".\\";

fn backslash(document: &Document, findings: &mut Sink) {
    for (place, path) in texture_paths(document) {
        let text = document.bytes(path);
        // An absolute path is wrong as a whole, and its own rule says so.
        if !text.contains(&b'\\') || absolute(text).is_some() {
            continue;
        }
        findings.add_at(place, Some(path), || {
            Draft::new("a backslash in the path, which separates folders on Windows alone")
                .label("backslash")
                .fix(repair(document, path))
        });
    }
}

fn repair(document: &Document, path: Span) -> Fix {
    let text = document.bytes(path);
    let title = "write `/`, which all systems know";
    // In some code pages the second byte of a letter is a backslash.
    let is_plain = std::str::from_utf8(text).is_ok() && !text.starts_with(RELATIVE);
    let fix = if is_plain { Fix::safe(title) } else { Fix::unsafe_fix(title) };
    let slashed = with_slashes(text);
    set_text(fix, document, path, slashed)
}

pub(super) static TEXTURE_PATH_LEAVES_TREE: Rule = Rule {
    name: "texture-path-leaves-tree",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Spelling,
    fix: FixKind::None,
    summary: "A texture path that leads out of the checked folder",
    page: page!("texture-path-leaves-tree"),
    check: leaves_tree,
};

fn leaves_tree(document: &Document, findings: &mut Sink) {
    let Some(file_tree) = &findings.context().file_tree else { return findings.could_not_look() };
    for (place, path) in texture_paths(document) {
        let is_outside = file_tree.is_outside(document.bytes(path));
        if is_outside.is_none() {
            findings.could_not_look();
        }
        if is_outside != Some(true) {
            continue;
        }
        findings.add_at(place, Some(path), || {
            Draft::new("the path leads out of the checked folder, to a file that others may not have")
                .label("goes up too far")
                .help("put the file into the folder, or name one that holds both with --root")
        });
    }
}

pub(super) static TEXTURE_PATH_WHITESPACE: Rule = Rule {
    name: "texture-path-whitespace",
    group: Group::Materials,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Spelling,
    fix: FixKind::None,
    summary: "Whitespace in the path of a texture",
    page: page!("texture-path-whitespace"),
    check: whitespace,
};

fn whitespace(document: &Document, findings: &mut Sink) {
    for (place, path) in texture_paths(document) {
        let text = document.bytes(path);
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let Some(first) = text.iter().position(is_blank) else { continue };
        let start = path.start as usize + first;
        let length = text[first..].iter().take_while(|byte| is_blank(byte)).count();
        findings.add_at(place, Some(Span::new(start, start + length)), || {
            Draft::new("whitespace in the path")
                .label("whitespace")
                .help("rename the file, and write the new name here")
        });
    }
}

pub(super) static TEXTURE_PATH_TOO_LONG: Rule = Rule {
    name: "texture-path-too-long",
    group: Group::Materials,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::None,
    summary: "The path of a texture of more than 127 bytes",
    page: page!("texture-path-too-long"),
    check: too_long,
};

/// The longest path that fits the 128 bytes of the binary format with a 0 after it.
const LONGEST_PATH: usize = 127;

fn too_long(document: &Document, findings: &mut Sink) {
    for (place, path) in texture_paths(document) {
        let text = document.bytes(path);
        if text.len() <= LONGEST_PATH {
            continue;
        }
        let surplus = Span::new(path.start as usize + LONGEST_PATH, path.end as usize);
        findings.add_at(place, Some(surplus), || {
            Draft::new(format!(
                "the path has {} bytes: the binary format has room for {LONGEST_PATH}",
                text.len()
            ))
            .label("beyond the room")
            .help("move the file to a folder with a shorter path, or rename it")
        });
    }
}

pub(super) static STEPMANIA_TEXTURE_KEYWORD: Rule = Rule {
    name: "stepmania-texture-keyword",
    group: Group::Materials,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    reach: Reach::Topics(&[Topic::Mirror, Topic::WantedMirror]),
    fix: FixKind::None,
    summary: "`sphere` in the path of a texture",
    page: page!("stepmania-texture-keyword"),
    check: keyword,
};

/// The word that makes a texture a mirror.
const KEYWORD: &str = "sphere";

fn keyword(document: &Document, findings: &mut Sink) {
    for (place, path) in texture_paths(document) {
        let text = document.bytes(path);
        let Some(at) = memchr::memmem::find(text, KEYWORD.as_bytes()) else { continue };
        let start = path.start as usize + at;
        findings.add_at(place, Some(Span::new(start, start + KEYWORD.len())), || {
            Draft::new(format!("the path contains the word `{KEYWORD}`"))
                .label("this word")
                .help("leave it if the texture is a reflection of the surroundings; otherwise rename the file or its folder")
        });
    }
}

/// The texture paths of all materials, each with its place.
pub(super) fn texture_paths(document: &Document) -> impl Iterator<Item = (Place, Span)> {
    let materials = document.model.materials.iter().enumerate();
    materials.flat_map(|(index, material)| {
        let place = Place::object(Record::Material, index);
        material.paths().map(move |(field, path)| (place.field(field), path))
    })
}
