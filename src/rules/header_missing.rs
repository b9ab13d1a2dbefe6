//! A model that does not begin with `// MilkShape 3D ASCII`.

use crate::diagnostics::prelude::*;
use crate::parse::ascii::parser::{BYTE_ORDER_MARK, MAGIC};

pub(super) static RULE: Rule = Rule {
    name: "header-missing",
    group: Group::File,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Depends("safe fix unless that line is further down", &[]),
    summary: "A whole model that does not begin with `// MilkShape 3D ASCII`",
    page: page!("header-missing"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    if document.header.is_none() && document.is_whole() {
        findings.add(Place::FILE, || {
            Draft::new("the file does not begin with `// MilkShape 3D ASCII`")
                .label("the first line")
                .fix(with_header(document))
                .help("put the line `// MilkShape 3D ASCII` before it")
        });
    }
}

/// Puts the line first. `None` where it appears further down: importers that go by the position of lines
/// may depend on what is before it and before the first block.
fn with_header(document: &Document) -> Option<Fix> {
    let first_block = document.model.blocks.first().map_or(document.source.len(), |block| block.at as usize);
    if memchr::memmem::find(document.bytes(Span::new(0, first_block)), MAGIC).is_some() {
        return None;
    }
    let mark = document.bytes(Span::new(0, document.source.len().min(BYTE_ORDER_MARK.len())));
    let at = if mark == BYTE_ORDER_MARK { BYTE_ORDER_MARK.len() } else { 0 };
    let line = [MAGIC, document.line_ending()].concat();
    Some(Fix::safe("put the line `// MilkShape 3D ASCII` before it").insert(at as u32, line))
}
