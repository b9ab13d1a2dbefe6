//! The findings of a model, each with what of the model it is about.

use serde::Serialize;

use crate::base::display::hexadecimal;
use crate::diagnostics::finding::Finding;
use crate::diagnostics::rule::page_url;
use crate::document::Document;
use crate::document::describe::describe;
use crate::document::whereabouts::whereabouts;
use crate::pose::flight::{Flight, flights};
use crate::report::view::marks::{Mark, Marker};

/// A finding.
#[derive(Serialize)]
pub(super) struct ViewFinding {
    rule: &'static str,
    url: String,
    group: &'static str,
    severity: &'static str,
    message: String,
    help: Option<String>,
    /// Where in the model, in space, and in the file.
    place: String,
    near: String,
    at: String,
    /// How many places it covers.
    count: usize,
    effects: Vec<ViewEffect>,
    mark: Mark,
}

/// What a program does with it.
#[derive(Serialize)]
pub(super) struct ViewEffect {
    title: &'static str,
    kind: &'static str,
    says: String,
}

impl ViewFinding {
    /// Those of a model.
    pub(super) fn all(document: &Document, findings: &[Finding], marker: &Marker) -> Vec<Self> {
        let is_of_flight = |finding: &Finding| finding.rule == "flying-part";
        let flights = if findings.iter().any(is_of_flight) { flights(document) } else { Vec::new() };
        let of_finding = |finding: &Finding| {
            let mut own = Self::of(document, finding, marker);
            if is_of_flight(finding) {
                own.fly(finding, &flights);
            }
            own
        };
        findings.iter().map(of_finding).collect()
    }

    /// A part that flies off is shown when it is farthest away, wherever the key is that leads it there.
    fn fly(&mut self, finding: &Finding, flights: &[Flight]) {
        let flight = flights.iter().find(|flight| flight.bone == finding.place.object as usize);
        self.mark.time = flight.map_or(self.mark.time, |flight| Some(flight.time));
    }

    fn of(document: &Document, finding: &Finding, marker: &Marker) -> Self {
        let others = finding.others.iter().filter_map(|span| document.place_at(span.start as usize));
        let effects = finding.effects.iter().map(|effect| ViewEffect {
            title: effect.title,
            kind: effect.kind.name(),
            says: effect.says.clone(),
        });
        Self {
            rule: finding.rule,
            url: page_url(finding.rule),
            group: finding.group.name(),
            severity: finding.severity.name(),
            message: finding.message.clone(),
            help: finding.help.as_deref().map(str::to_string),
            place: describe(document, finding.place),
            near: whereabouts(document, finding.place),
            at: at(document, finding.span().start),
            count: finding.count,
            effects: effects.collect(),
            mark: marker.mark(std::iter::once(finding.place).chain(others)),
        }
    }
}

/// A place in a file: `line 12`, or the offset in a binary file.
pub(super) fn at(document: &Document, offset: u32) -> String {
    match document.is_binary() {
        true => hexadecimal(offset as usize),
        false => format!("line {}", document.locator().position(offset as usize).line),
    }
}
