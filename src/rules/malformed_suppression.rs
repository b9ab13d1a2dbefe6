//! An `ms3dlint:` comment that is invalid, names what does not exist or comes too late.

use std::collections::HashMap;

use crate::base::display::visible;
use crate::base::suggest::nearest;
use crate::diagnostics::prelude::*;
use crate::diagnostics::suppress::Objects;
use crate::model::named_objects;
use crate::parse::ascii::directive::{Allow, Directive, Malformed, Named};

pub(super) static RULE: Rule = Rule {
    name: "malformed-suppression",
    group: Group::Suppressions,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "An `ms3dlint:` comment that cannot be read, names what does not exist, or comes too late",
    page: page!("malformed-suppression"),
    check,
};

/// The form of a suppression, as the help shows it.
const FORM: &str = "write `// ms3dlint: allow(rule, rule) in mesh \"name\" -- reason`; \
    what follows the parentheses may be left out";

/// A guess compares a name with all others, so among more objects than any engine takes, or among
/// longer names, there is none.
const MOST_OBJECTS: usize = 256;
const LONGEST_GUESSED: usize = 64;

fn check(document: &Document, findings: &mut Sink) {
    let objects = Objects::of(document);
    let mut known = HashMap::new();
    for directive in &document.directives {
        match &directive.says {
            _ if !directive.in_front => misplaced(directive, findings),
            Err(malformed) => unreadable(document, malformed, findings),
            Ok(Allow { rules, object }) => {
                for rule in rules.iter().filter(|rule| !is_rule(document.bytes(**rule))) {
                    findings.add_at(Place::FILE, Some(*rule), || unknown_rule(document, *rule));
                }
                let Some(named) = object.filter(|named| objects.find(*named).is_none()) else { continue };
                let known =
                    known.entry(named.record).or_insert_with(|| Candidates::of(document, named.record));
                if known.is_complete {
                    findings.add_at(Place::FILE, Some(named.name), || unknown_object(document, named, known));
                }
            }
        }
    }
}

fn is_rule(name: &[u8]) -> bool {
    super::ALL.iter().any(|rule| rule.name.as_bytes() == name)
}

fn misplaced(directive: &Directive, findings: &mut Sink) {
    findings.add_at(Place::FILE, Some(directive.span), || {
        Draft::new("a suppression counts only before the first block")
            .label("too late")
            .help("move it up there; comments inside blocks are data")
    });
}

fn unreadable(document: &Document, malformed: &Malformed, findings: &mut Sink) {
    findings.add_at(Place::FILE, Some(malformed.at), || {
        let expected = malformed.expected.name();
        let message = match malformed.at.is_empty() {
            true => format!("the suppression ends where {expected} is expected"),
            false => format!("`{}` is where {expected} is expected", show(document, malformed.at)),
        };
        Draft::new(message).label("not understood").help(FORM)
    });
}

fn unknown_rule(document: &Document, rule: Span) -> Draft {
    let name = visible(&document.bytes(rule)[..rule.len().min(LONGEST_GUESSED + 1)]);
    let help = if let Some(group) = Group::ALL.into_iter().find(|group| group.name() == name) {
        format!("`{}` is a group; name its rules, which `ms3dlint rules` lists", group.name())
    } else {
        let guess = Some(&name).filter(|_| rule.len() <= LONGEST_GUESSED);
        match guess.and_then(|name| nearest(name, super::ALL.iter().map(|rule| rule.name))) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "name a rule; `ms3dlint rules` lists them".to_string(),
        }
    };
    Draft::new(format!("no rule is called `{}`", show(document, rule))).label("no such rule").help(help)
}

/// The objects of one kind, which are gone through once for all suppressions.
struct Candidates {
    /// Whether all of their names are known: none could not be read, and none is cut off.
    is_complete: bool,
    /// The names that may be meant by another one.
    names: Vec<String>,
}

impl Candidates {
    fn of(document: &Document, record: Record) -> Self {
        let objects = named_objects(&document.model).filter(|(place, ..)| place.record == record);
        let names: Vec<_> = objects.map(|(.., name)| name).collect();
        let is_complete = !document.is_truncated() && names.iter().all(Option::is_some);
        let short: Vec<_> =
            names.into_iter().flatten().filter(|name| name.len() <= LONGEST_GUESSED).collect();
        let short = if short.len() > MOST_OBJECTS { Vec::new() } else { short };
        Self { is_complete, names: short.into_iter().map(|name| visible(document.bytes(name))).collect() }
    }
}

fn unknown_object(document: &Document, named: Named, known: &Candidates) -> Draft {
    let noun = named.noun();
    let names = if named.name.len() > LONGEST_GUESSED { &[][..] } else { &known.names };
    let help = match nearest(&visible(document.bytes(named.name)), names.iter().map(String::as_str)) {
        Some(name) => format!("did you mean \"{name}\"?"),
        None => format!("name a {noun} of this model"),
    };
    Draft::new(format!("no {noun} is called \"{}\"", show(document, named.name)))
        .label(format!("no such {noun}"))
        .help(help)
}
