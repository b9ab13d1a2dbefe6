//! An `ms3dlint: allow` that suppresses nothing. Runs last.

use crate::diagnostics::prelude::*;
use crate::diagnostics::suppress::Unused;

pub(super) static RULE: Rule = Rule {
    name: "unused-suppression",
    group: Group::Suppressions,
    severity: Severity::Warning,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "An `ms3dlint: allow` that suppresses nothing",
    page: page!("unused-suppression"),
    check,
};

const DELETE_COMMENT: &str = "delete the comment";

fn check(document: &Document, findings: &mut Sink) {
    // What it is meant for may be cut off.
    if document.is_truncated() {
        return;
    }
    let unused = findings.unused_suppressions();
    for of_comment in unused.chunk_by(|one, next| std::ptr::eq(one.by, next.by)) {
        let names = of_comment[0].by.rules.iter();
        let first_kept = names.zip(of_comment).take_while(|(name, unused)| **name == unused.rule).count();
        let is_whole = of_comment.len() == of_comment[0].by.rules.len();
        for (number, unused) in of_comment.iter().enumerate() {
            findings.add_at(Place::FILE, Some(unused.rule), || match is_whole {
                // The line is looked for once: in each name of a long line that would cost its square.
                true => {
                    let whole = || without_comment(document, unused.rule).of_places(of_comment.len());
                    draft(document, unused).fix((number == 0).then(whole)).help(DELETE_COMMENT)
                }
                false => draft(document, unused).fix(without_name(unused, first_kept)),
            });
        }
    }
}

fn draft(document: &Document, unused: &Unused) -> Draft {
    let rule = show(document, unused.rule);
    let object = unused
        .by
        .object
        .map_or(String::new(), |named| format!(" in {} \"{}\"", named.noun(), show(document, named.name)));
    let why = match unused.earlier {
        Some(_) => "is allowed already",
        None => "is allowed, but there is nothing to silence",
    };
    Draft::new(format!("`{rule}`{object} {why}"))
        .label("silences nothing")
        .also(unused.earlier, "allowed here")
}

fn without_comment(document: &Document, name: Span) -> Fix {
    let (line, bytes) = (document.whole_line(name.start), document.source.bytes());
    let is_ended_by_cr = bytes[line.start as usize..line.end as usize].ends_with(b"\r");
    let slashes = memchr::memmem::find(&bytes[line.start as usize..name.start as usize], b"//");
    let deleted = match slashes {
        // To programs that do not know such an end, what follows belongs to the comment, and has to stay there.
        Some(at) if is_ended_by_cr => Span { start: line.start + at as u32 + 2, end: line.end - 1 },
        _ => line,
    };
    Fix::safe(DELETE_COMMENT).remove(deleted)
}

/// Takes a name out of its list, of which at least the name at `first_kept` stays.
fn without_name(unused: &Unused, first_kept: usize) -> Option<Fix> {
    let names = &unused.by.rules;
    let at = names.binary_search(&unused.rule).ok()?;
    // The comma before it goes along, unless every name before it goes too.
    let span = match at < first_kept {
        true => Span { start: unused.rule.start, end: names[at + 1].start },
        false => Span { start: names[at - 1].end, end: unused.rule.end },
    };
    Some(Fix::safe("delete the name from the list").remove(span))
}
