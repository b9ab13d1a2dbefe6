//! Properties of formatted models.

use super::{Violation, document, ensure};
use ms3dlint::actions::fmt;
use ms3dlint::actions::fmt::{FmtTrouble, format};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::repair::errors;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::Document;
use ms3dlint::document::tokens::Token;
use ms3dlint::fix::Aspect;
use ms3dlint::fix::equivalence::difference;
use ms3dlint::layout::{self, BlockKind, FieldKind};
use ms3dlint::parse::ascii::lexer::{TokenKind, is_blank};
use ms3dlint::parse::ascii::{number, parser};

/// A file that is formatted means the same, keeps every value, text and comment, and is formatted then;
/// and nothing is wrong with its spelling.
pub fn fmt_laws(bytes: &[u8]) -> Result<(), Violation> {
    let before = document(bytes);
    let formatted = match format(&before) {
        Ok(formatted) => formatted,
        Err(FmtTrouble::Defect(what)) => return Err(Violation { property: "fmt_laws", what }),
        Err(FmtTrouble::Refused(refusal)) => {
            return ensure(refusal.at as usize <= bytes.len(), "fmt_laws", || format!("{refusal:?}"));
        }
        Err(FmtTrouble::Error(_)) => return Ok(()),
    };
    let after = document(&formatted);
    let again = format(&after);
    ensure(again.as_ref().is_ok_and(|again| *again == formatted), "fmt_laws", || {
        let again = again.as_deref().map(String::from_utf8_lossy);
        format!("{:?} becomes {again:?}", String::from_utf8_lossy(&formatted))
    })?;
    let difference = difference(&before, &after, &[Aspect::Blocks, Aspect::BlockOrder]);
    ensure(difference.is_none(), "fmt_laws", || format!("{difference:?}"))?;
    for finding in lint(&after, &Context::default(), &Options::default()).findings {
        let is_kept = !fmt::GROUPS.contains(&finding.group) || fmt::KEPT.contains(&finding.rule);
        ensure(is_kept, "fmt_laws", || format!("{}: {}", finding.rule, finding.message))?;
    }
    let (had, has) = (errors(&before, &Context::default()), errors(&after, &Context::default()));
    let new = has.iter().find(|(rule, count)| had.get(*rule).is_none_or(|had| had < *count));
    ensure(new.is_none(), "fmt_laws", || format!("a new error: {new:?}"))?;
    let mut expected = contents(&before);
    let is_new = |kind: &BlockKind| before.model.block(*kind).is_none() && after.model.block(*kind).is_some();
    let new = BlockKind::NEEDED.into_iter().filter(is_new);
    expected.extend(new.map(|kind| before.model.number_of_missing(kind).to_string().into_bytes()));
    let mut found = contents(&after);
    expected.sort();
    found.sort();
    let strange = || found.iter().find(|one| !expected.contains(one)).map(|one| String::from_utf8_lossy(one));
    let lost = || expected.iter().find(|one| !found.contains(one)).map(|one| String::from_utf8_lossy(one));
    ensure(expected == found, "fmt_laws", || format!("{:?} is lost, {:?} is new", lost(), strange()))
}

/// What the tokens of a file say, apart from how numbers are spelled and from the first line of a model.
fn contents(document: &Document) -> Vec<Vec<u8>> {
    let content = |token: Token| {
        let bytes = &document.source.bytes()[token.span.range()];
        let kind =
            token.field.and_then(|place| layout::field(place.record, place.field?)).map(|field| field.kind);
        let value = match kind {
            Some(FieldKind::Integer | FieldKind::Count) => {
                number::integer(bytes).value.map(|n| n.to_string())
            }
            Some(FieldKind::Float) => number::float(bytes).value.map(|n| format!("{:?}", n + 0.0)),
            _ => None,
        };
        match token.kind {
            TokenKind::Number | TokenKind::Word => Some(value.map_or(bytes.to_vec(), String::into_bytes)),
            TokenKind::Text | TokenKind::FreeText => Some(bytes.to_vec()),
            TokenKind::Comment => {
                let blanks = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
                Some(bytes[..bytes.len() - blanks].to_vec()).filter(|text| text != parser::MAGIC)
            }
            _ => None,
        }
    };
    document.tokens().filter_map(content).collect()
}
