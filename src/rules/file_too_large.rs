//! A file over 4 GiB: offsets are kept in 32 bits.

use crate::base::display::number;
use crate::diagnostics::prelude::*;
use crate::parse::sniff::Content;

pub(super) static RULE: Rule = Rule {
    name: "file-too-large",
    group: Group::File,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::All,
    fix: FixKind::None,
    summary: "A file over 4 GiB",
    page: page!("file-too-large"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    if let Content::TooLarge { size } = document.content {
        findings.add(Place::FILE, || {
            let size = number(usize::try_from(size).unwrap_or(usize::MAX));
            Draft::new(format!("the file has {size} bytes; files over 4 GiB are not read"))
                .help("split the model, or look at what else the file is")
        });
    }
}
