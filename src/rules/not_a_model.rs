//! A file that should be a model, or begins like one, and is none.

use crate::diagnostics::prelude::*;
use crate::parse::sniff::{Content, is_marked_binary, is_nearly_binary};

pub(super) static RULE: Rule = Rule {
    name: "not-a-model",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::All,
    fix: FixKind::None,
    summary: "A file that should be a model, or looks half like one, but is not",
    page: page!("not-a-model"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    match document.content {
        Content::Other { half: Some(start) } if is_marked_binary(document.bytes(start)) => {
            findings.add_at(Place::FILE, Some(start), || {
                Draft::new("the file is a binary model with a UTF-8 byte order mark (3 bytes) before it")
                    .label("should begin with `MS3D000000`")
                    .help("get the file again, since a tool wrote it as text, or remove these 3 bytes if it changed nothing else")
            });
        }
        Content::Other { half: Some(id) } if is_nearly_binary(document.bytes(id)) => {
            findings.add_at(Place::FILE, Some(id), || {
                let begin = quote(document.bytes(id));
                Draft::new(format!("the file begins with `{begin}`, nearly as a binary model does"))
                    .label("not `MS3D000000`")
                    .help("restore the file: what damaged its beginning may have damaged more of it")
            });
        }
        Content::Other { half: Some(line) } => findings.add_at(Place::FILE, Some(line), || {
            Draft::new("this line looks like a MilkShape model, and the rest of the file does not")
                .label("begins like a model")
                .help("restore the file if it should be a model, or exclude it if it should not")
        }),
        Content::Other { half: None } if findings.context().expected => {
            findings.add(Place::FILE, || match document.source.len() {
                0 => Draft::new("the file is empty").help("restore the file, or export the model again"),
                _ => Draft::new("this is not a MilkShape model")
                    .label("neither `// MilkShape 3D ASCII` nor `MS3D000000`")
                    .help("name a model file, or a folder"),
            });
        }
        Content::Text if !document.has_objects() => findings.add(Place::FILE, || {
            Draft::new("the file begins like a model, but has no block of meshes, materials or bones")
                .label("a model without content")
                .help("export the model again")
        }),
        _ => {}
    }
}
