//! Two names of the same kind of object that differ only in case.

use std::collections::HashMap;

use crate::diagnostics::prelude::*;
use crate::model::named_objects;

pub(super) static RULE: Rule = Rule {
    name: "names-differ-by-case",
    group: Group::Names,
    severity: Severity::Info,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "Two names that differ only in case",
    page: page!("names-differ-by-case"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    // Most models have no name with a capital letter, and then there is nothing to compare.
    let has_capital = |name: Span| document.bytes(name).iter().any(u8::is_ascii_uppercase);
    if !named_objects(&document.model).any(|(.., name)| name.is_some_and(has_capital)) {
        return;
    }
    let mut first_of: HashMap<(Record, Vec<u8>), Place> = HashMap::new();
    for (place, noun, name) in named_objects(&document.model) {
        // Nothing looks for a material by its name.
        let is_looked_for = place.record != Record::Material;
        let Some(name) = name.filter(|name| is_looked_for && !name.is_empty()) else { continue };
        let text = document.bytes(name);
        let key = (place.record, text.to_ascii_lowercase());
        let first = *first_of.entry(key).or_insert(place);
        if document.name_of(first.record, first.object) == Some(text) {
            continue;
        }
        findings.add(place, || {
            let first_name = quote(document.name_of(first.record, first.object).unwrap_or_default());
            Draft::new(format!(
                "another {noun} is called \"{}\": the names differ only in capitals",
                first_name
            ))
            .label("only the case differs")
            .also(document.locate(first), "from this one")
            .help("give each a name that differs by more than case")
        });
    }
}
